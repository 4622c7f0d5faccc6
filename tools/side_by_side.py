"""A comparison of two folders of results: `python -m tools.side_by_side OLD NEW`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from alignoscope.records.extras import require
from alignoscope.records.measured_rows import chosen_errors
from alignoscope.records.report import Report, read_report
from alignoscope.records.whole_file import told_in_a_line


def main(argv: Sequence[str] | None = None) -> None:
    """Print a table of all checkpoints in either folder, with old and new numbers."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.side_by_side",
        description="Print the numbers of two folders of results side by side, as Markdown.",
    )
    parser.add_argument("old", type=Path, help="what `python -m evaluation --out` wrote")
    parser.add_argument("new", type=Path, help="the same, later")
    args = parser.parse_args(argv)
    with told_in_a_line(parser):
        require("evaluation")
        print(side_by_side(read_reports(args.old), read_reports(args.new)))


def read_reports(folder: Path) -> list[Report]:
    """Return the reports of a folder.

    Raises:
        ValueError: if there is none, or one cannot be read.
    """
    found = [read_report(path) for path in sorted(folder.glob("*.json"))]
    if not found:
        raise ValueError(f"{folder} holds no results: give a folder that `--out` wrote.")
    return found


def side_by_side(old: Sequence[Report], new: Sequence[Report]) -> str:
    """Return a Markdown table with one row per checkpoint and "old → new" in every cell."""
    sides = [{_key(report): _numbers(report) for report in reports} for reports in (old, new)]
    rows = []
    for key in sorted(set(sides[0]) | set(sides[1])):
        numbers = [side.get(key, {}) for side in sides]
        names = dict.fromkeys([*numbers[0], *numbers[1]])
        cells = {name: " → ".join(one.get(name, "–") for one in numbers) for name in names}
        rows.append({"pair": key[0], "variant": key[1], "seed": key[2], **cells})
    return pd.DataFrame(rows).fillna("").to_markdown(index=False, disable_numparse=True)


def _key(report: Report) -> tuple[str, str, str]:
    return report.pair, report.name, "" if report.seed is None else str(report.seed)


def _numbers(report: Report) -> dict[str, str]:
    """Return the main numbers of a report, as text.

    They are BLEU and chrF of the last measured part with one reference, the alignment error of one
    direction outside dev, and the ratio of BLEU on long and short sentences.
    """
    rows = [row for row in report.quality if row.references == "one"]
    rows = [row for row in rows if row.part == rows[-1].part]
    numbers = {f"BLEU, {row.decoding}": f"{row.bleu:.1f}" for row in rows}
    if rows:
        numbers[f"chrF, {rows[-1].decoding}"] = f"{rows[-1].chrf:.1f}"
    errors = [row for row in chosen_errors(report.alignment)[""] if row.part != "dev"]
    numbers |= {f"AER, {row.gold}, {row.part}": f"{row.aer:.3f}" for row in errors}
    if report.length_ratio is not None:
        numbers["BLEU at 41 to 50 words over 6 to 10"] = f"{report.length_ratio:.2f}"
    return numbers


if __name__ == "__main__":
    main()
