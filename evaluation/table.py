"""One table of several reports, a row a variant: as CSV with everything, as Markdown to read."""

import json
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from alignoscope.records.report import Report
from alignoscope.records.whole_file import write_whole

SPREAD = "mean (lowest to highest of several seeds)"


def write_table(reports: Sequence[Report], folder: Path) -> None:
    """Write `table.csv` and `table.md` into a folder."""
    rows = csv_table(reports).to_csv(index=False, lineterminator="\n")
    write_whole(folder / "table.csv", rows.encode())
    write_whole(folder / "table.md", f"{markdown_table(reports)}\n".encode())


def csv_table(reports: Sequence[Report]) -> pd.DataFrame:
    """Return a row a variant: what it is, and every number's mean, and its lowest and highest.

    The last two are there where a variant has several reports.
    """
    rows = []
    for group in group_reports(reports):
        row: dict[str, object] = {**_labels(group)}
        for name, values in _columns(group).items():
            row[name] = round(statistics.mean(values), 4)
            if len(values) > 1:
                row |= {f"{name} min": min(values), f"{name} max": max(values)}
        row["checkpoints"] = " ".join(report.checkpoint for report in group)
        rows.append(row)
    return pd.DataFrame(rows)


def markdown_table(reports: Sequence[Report]) -> str:
    """Return the numbers as Markdown: for each pair one table for each of `SECTIONS`, then notes.

    Where test was measured for all of a pair, the numbers of dev are left to the CSV file.
    """
    groups = group_reports(reports)
    tables = []
    for pair in dict.fromkeys(group[0].pair for group in groups):
        same = [group for group in groups if group[0].pair == pair]
        tables += [_section_table(same, section) for section in SECTIONS]
    return "\n\n".join([*filter(None, tables), *_notes(reports, groups)])


def group_reports(reports: Sequence[Report]) -> list[list[Report]]:
    """Group the reports of runs that differ in nothing but their seed."""
    groups: dict[str, list[Report]] = {}
    for report in reports:
        training = {**report.record.training, "seed": None}
        same = [report.pair, report.corpus_revision, report.config, training]
        groups.setdefault(json.dumps(same, sort_keys=True), []).append(report)
    return list(groups.values())


def _section_table(groups: Sequence[Sequence[Report]], section: str) -> str:
    """Return one section of one pair's groups, or "" where none of it was measured."""
    parts = [{row.part for report in group for row in report.quality} for group in groups]
    tested = all("test" in measured for measured in parts)
    rows = []
    for group in groups:
        columns = _columns(group, section)
        if columns:
            shown = {n: v for n, v in columns.items() if not (tested and _is_dev(n))}
            rows.append(_labels(group) | {n: _cell(n, v) for n, v in shown.items()})
    if not rows:
        return ""
    frame = pd.DataFrame(rows).fillna("")
    sides = [*("left",) * 3, *("right",) * (frame.shape[1] - 3)]
    return frame.to_markdown(index=False, disable_numparse=True, colalign=sides)


def _labels(group: Sequence[Report]) -> dict[str, str]:
    seeds = ", ".join(str(report.seed) for report in group if report.seed is not None)
    return {"variant": group[0].name, "pair": group[0].pair, "seeds": seeds}


def _columns(group: Sequence[Report], section: str | None = None) -> dict[str, list[float]]:
    """Return each number of a section, or of all, of every report of a group that has it."""
    columns: dict[str, list[float]] = {}
    for report in group:
        for name in [section] if section else SECTIONS:
            for key, value in SECTIONS[name](report).items():
                if value is not None:
                    columns.setdefault(key, []).append(value)
    return columns


def _translation(report: Report) -> Mapping[str, float | None]:
    seconds = report.training_seconds
    numbers = {
        "parameters": report.parameters,
        "training minutes": None if seconds is None else round(seconds / 60, 1),
        "best dev loss": report.best_dev_loss,
    }
    numbers |= {f"{row.part} loss": row.loss for row in report.forced}
    for row in report.quality:
        way = "" if row.decoding == "greedy" else f", {row.decoding}"
        way += "" if row.references == "one" else ", several references"
        numbers |= {f"{row.part} BLEU{way}": row.bleu, f"{row.part} chrF{way}": row.chrf}
        if len(report.quality) > 1 and row.references == "one":
            numbers[f"{row.part} exact %{way}"] = row.exact
    return numbers | {f"ms, {row.decoding}": row.milliseconds for row in report.speed}


def _attention(report: Report) -> Mapping[str, float | None]:
    numbers: dict[str, float | None] = {}
    for row in report.forced:
        numbers |= {f"{row.part} entropy": row.entropy, f"{row.part} coverage": row.coverage}
    chosen = [row for row in report.alignment if row.chosen]
    for directions, way in ((1, ""), (2, ", two ways")):
        rows = [row for row in chosen if row.directions == directions]
        joining = min(rows, key=lambda row: row.dev_aer).symmetrisation if rows else None
        numbers |= {
            f"{row.part} AER, {row.gold}{way}": row.aer
            for row in rows
            if row.symmetrisation == joining
        }
    return numbers


def _cell(name: str, values: Sequence[float]) -> str:
    decimals = next((decimals for part, decimals in DECIMALS.items() if part in name), 3)
    texts = [f"{v:,.{decimals}f}" for v in (statistics.mean(values), min(values), max(values))]
    return texts[0] if len(set(texts)) == 1 else f"{texts[0]} ({texts[1]} to {texts[2]})"


def _is_dev(name: str) -> bool:
    return name.startswith("dev ")


def _notes(reports: Sequence[Report], groups: Sequence[Sequence[Report]]) -> list[str]:
    """Return what a reader must know: what was scored, how links were chosen, what is doubtful."""
    notes = []
    for report in reports:
        for row in report.quality:
            many = " each" if row.references == "one" else ""
            notes.append(
                f"{report.pair} {row.part}: {row.sentences:,} sentences, {row.decoding}, "
                f"{row.references} reference{'s' * (not many)}, {row.bleu_signature}"
            )
        if report.alignment:
            notes.append(
                "AER: shift, method, threshold and symmetrisation as chosen on the gold's dev part"
            )
        if report.same_corpus is False:
            notes.append(
                f"{report.checkpoint} was trained on another corpus than {report.corpus}: it may "
                "have learned sentences of dev and test"
            )
    if any(len(group) > 1 for group in groups):
        notes.append(SPREAD)
    return ["\n".join(f"- {note}" for note in dict.fromkeys(notes))] if notes else []


DECIMALS = {"parameters": 0, "minutes": 0, "BLEU": 1, "chrF": 1, "exact": 1, "ms": 1}

SECTIONS = {"translation": _translation, "attention": _attention}
