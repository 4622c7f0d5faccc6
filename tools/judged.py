"""Grades of translations, given by a reader: `python -m tools.judged FILE`.

FILE is a text file of sentences that were translated (`python -m evaluation --sentences FILE`). The
grades are in a file of the same name in the folder `judged` of the results, with one line per
distinct translation of a sentence and without the names of the models that wrote it, so that
grading is blind.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pandas as pd

from alignoscope.records.extras import require
from alignoscope.records.report import Report, read_report
from alignoscope.records.whole_file import told_in_a_line, write_whole

RESULTS = Path(__file__).parent.parent / "checkpoints" / "eng-fra" / "results"
GRADES = ("right", "minor", "wrong")
NOT_YET = "not yet read"
COLUMNS = ("source", "translation", "grade")
Grades = dict[tuple[str, str], str]


def main(argv: Sequence[str] | None = None) -> None:
    """Add new translations to the file of grades, and print the grades of each model."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.judged",
        description="Collect translations to be read by a person, each once, and count their "
        f"grades: {', '.join(GRADES)}.",
    )
    add = parser.add_argument
    add("sentences", type=Path, help="the file that was given to --sentences")
    add("--results", type=Path, default=RESULTS, metavar="FOLDER", help="with the reports")
    args = parser.parse_args(argv)
    name = args.sentences.stem
    with told_in_a_line(parser):
        require("evaluation")
        reports = [read_report(path) for path in sorted(args.results.glob("*.json"))]
        asked = dict.fromkeys(pair for report in reports for pair in translated(report, name))
        if not asked:
            raise ValueError(
                f"{args.results}: no report has translations of {name}. Measure the models with "
                f"`python -m evaluation --sentences {args.sentences}` first."
            )
        path = args.results / "judged" / f"{name}.tsv"
        grades = read_grades(path)
        write_grades(path, dict.fromkeys(asked, "") | grades)
    frame = {f"{r.pair} {r.name}": count for r in reports if (count := grade(r, name, grades))}
    print(pd.DataFrame.from_dict(frame, orient="index").to_markdown())


def translated(report: Report, name: str) -> Iterable[tuple[str, str]]:
    """Yield the sentences of a file and their translations."""
    return ((one.source, one.text) for one in report.translations if one.part == name)


def grade(report: Report, name: str, grades: Grades) -> dict[str, int]:
    """Return how many translations of a file's sentences have each grade; {} if there is none."""
    counts = Counter(grades.get(pair) or NOT_YET for pair in translated(report, name))
    return {grade: counts[grade] for grade in (*GRADES, NOT_YET)} if counts else {}


def read_grades(path: Path) -> Grades:
    """Return the grades in a file by sentence and translation, "" if not graded yet.

    A missing file has no grades.

    Raises:
        ValueError: if a line has not three columns, or a grade that is none.
    """
    if not path.exists():
        return {}
    grades: Grades = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines()[1:], start=2):
        cells = line.split("\t")
        if len(cells) != len(COLUMNS) or cells[2] not in ("", *GRADES):
            raise ValueError(
                f"{path}, line {number}: expected 'source TAB translation TAB grade', the grade "
                f"one of {', '.join(GRADES)} or empty; got {line[:60]!r}."
            )
        grades[cells[0], cells[1]] = cells[2]
    return grades


def write_grades(path: Path, grades: Mapping[tuple[str, str], str]) -> None:
    """Write the grades; the translations of each sentence are in alphabetical order.

    Raises:
        OSError: if the file cannot be written.
    """
    order = {source: place for place, source in enumerate(dict.fromkeys(one for one, _ in grades))}
    pairs = sorted(grades, key=lambda pair: (order[pair[0]], pair[1]))
    lines = ["\t".join(COLUMNS), *("\t".join((*pair, grades[pair])) for pair in pairs)]
    write_whole(path, ("\n".join(lines) + "\n").encode())


if __name__ == "__main__":
    main()
