"""The tables in documents, computed from reports: `python -m tools.documented`.

A table stands between a line `<!-- table NAME PAIR -->` and a line `<!-- end -->`; the name is one
of `TABLES`. The command writes it again from the reports beside the checkpoints. Between
`<!-- formats -->` or `<!-- tools -->` and `<!-- end -->` it writes what files of other tools can be
opened.
"""

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from csv import QUOTE_NONE, DictReader
from pathlib import Path
from textwrap import fill as fill_lines

from alignoscope.interchange.readers.formats import format_rows, tool_names
from alignoscope.records.confidence import FITS, read_confidence
from alignoscope.records.measured_rows import LengthScore, chosen_errors
from alignoscope.records.report import Report, read_report
from alignoscope.records.variant import model_order
from alignoscope.records.whole_file import told_in_a_line, write_whole
from alignoscope.tools.judged import GRADES, NOT_YET, RESULTS, grade, read_grades, translated

ROOT = Path(__file__).parent.parent
DOCUMENTS = (ROOT / "README.md", ROOT / "checkpoints" / "README.md", ROOT / "docs" / "opening.md")
NONE = "–"
OVERVIEW = {  # column of the table "overview": column of another table
    "BLEU, everyday": "test BLEU, beam 5",
    "BLEU, new words": "eng-fra.test, BLEU",
    "AER, one way": "eng-fra.tsv, test, one way",
    "AER, two ways": "eng-fra.tsv, test, two ways",
}
OVERVIEW_OF = (
    "bahdanau-additive",
    "luong-general",
    "luong-concat",
    "tacotron-additive",
    "nematus-additive",
    "fixed-context",
)
TableRow = dict[str, str]
Table = Callable[[Sequence[Report]], list[TableRow]]
_OPENED = re.compile(r"(<!-- (formats|tools) -->).*?(<!-- end -->)", re.DOTALL)
_TABLE = re.compile(r"(<!-- table ([^\n]+) (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def main(argv: Sequence[str] | None = None) -> None:
    """Write the tables of the documents again."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.documented",
        description="Write the tables of the documents again, from reports and the formats.",
    )
    parser.add_argument("documents", nargs="*", type=Path, default=DOCUMENTS)
    args = parser.parse_args(argv)
    with told_in_a_line(parser):
        reports = read_reports()
        for path in args.documents:
            write_whole(path, fill(path.read_text("utf-8"), reports).encode())


def read_reports() -> list[Report]:
    """Return the reports of all shipped checkpoints."""
    return [read_report(path) for path in sorted(ROOT.glob("checkpoints/*/results/*.json"))]


def fill(text: str, reports: Sequence[Report]) -> str:
    """Return a document with all its tables computed from the reports and the formats.

    Raises:
        ValueError: if a table has another name than those of `TABLES`, or no report of its pair.
    """

    def table(found: re.Match[str]) -> str:
        head, name, pair, end = found.groups()
        own = sorted((r for r in reports if r.pair == pair), key=lambda r: model_order(r.name))
        if name not in TABLES or not own:
            raise ValueError(
                f"{head.strip()}: expected a pair that was measured, and a table of "
                f"{', '.join(TABLES)}."
            )
        rows = TABLES[name](own)
        heads = dict.fromkeys(head for row in rows for head in row)
        cells = [heads, ["---"] * len(heads), *([row.get(h, NONE) for h in heads] for row in rows)]
        return head + _lines(cells) + end

    kinds = {"formats": _formats, "tools": _tools}
    text = _OPENED.sub(lambda found: found[1] + kinds[found[2]]() + found[3], text)
    return _TABLE.sub(table, text)


def _lines(cells: Iterable[Iterable[str]]) -> str:
    """Return the lines of a table in Markdown."""
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def _formats() -> str:
    """Return the table of the formats that can be opened, by the tools that write them."""
    last = ("anything else", "[trace JSON](trace-format.md)", "both")
    escaped = ([cell.replace("|", r"\|") for cell in row] for row in (*format_rows(), last))
    return "\n" + _lines([["tool", "how it writes the file", "words"], ["---"] * 3, *escaped])


def _tools() -> str:
    """Return the names of the tools whose files can be opened, as lines of a list's item."""
    names = ", ".join(tool_names())
    return fill_lines(names, 88, subsequent_indent="  ", break_on_hyphens=False)


def _quality(report: Report) -> TableRow:
    """Return losses, BLEU and chrF on dev and test."""
    rows = {(row.part, row.decoding, row.references): row for row in report.quality}
    minutes = report.training_seconds
    cells = {
        "minutes": NONE if minutes is None else f"{minutes / 60:.0f}",
        "dev loss": NONE if report.best_dev_loss is None else f"{report.best_dev_loss:.2f}",
    }
    for part in ("dev", "test"):
        for decoding in ("greedy", "beam 5"):
            row = rows.get((part, decoding, "one"))
            cells[f"{part} BLEU, {decoding}"] = f"{row.bleu:.1f}" if row else NONE
    row, several = (rows.get(("test", "beam 5", kind)) for kind in ("one", "several"))
    cells["test chrF, beam 5"] = f"{row.chrf:.1f}" if row else NONE
    if several:
        cells["test BLEU, beam 5, several references"] = f"{several.bleu:.1f}"
    return cells


def _texts(report: Report) -> TableRow:
    """Return BLEU and chrF with beam 5 on each further file of pairs."""
    return {
        f"{row.part}, {name}": f"{value:.1f}"
        for row in report.texts
        if row.decoding == "beam 5"
        for name, value in (("BLEU", row.bleu), ("chrF", row.chrf))
    }


def _overview(report: Report) -> TableRow:
    """Return the numbers by which README.md introduces a model, or {} if it does not."""
    if report.name not in OVERVIEW_OF:
        return {}
    cells = _quality(report) | _texts(report) | _errors("")(report)
    return {said: cells.get(column, NONE) for said, column in OVERVIEW.items()}


def _rarity(report: Report) -> TableRow:
    """Return BLEU by how often the rarest word of the source is in the training part."""
    return {
        f"{row.least}–{row.most}"
        if row.most
        else "0"
        if row.most == 0
        else f"{row.least} or more": (f"{row.bleu:.1f}")
        for row in report.rarity
    }


def _cells(rows: Sequence[LengthScore]) -> TableRow:
    return {f"{row.shortest}–{row.longest}": f"{row.bleu:.1f}" for row in rows}


def _joined_lengths(report: Report) -> TableRow:
    """Return greedy BLEU by length, of sentences that are joined where too few are so long."""
    ratio = report.length_ratio
    return _cells(report.lengths) | ({} if ratio is None else {"41–50 over 6–10": f"{ratio:.2f}"})


def _real_lengths(part: str) -> Callable[[Report], TableRow]:
    """Return the table of greedy BLEU by length of the single sentences of a part or file."""
    return lambda report: _cells([row for row in report.real_lengths if row.part == part])


def _errors(measure: str) -> Callable[[Report], TableRow]:
    """Return a table of alignment error rates of links from `measure`, raw and balanced."""

    def table(report: Report) -> TableRow:
        found = chosen_errors(report.alignment)
        cells = {}
        golds = dict.fromkeys((r.gold, r.part) for r in report.alignment if r.part != "dev")
        for gold, part in golds:
            for way, said in (("", "one way"), (", two ways", "two ways")):
                names = [f"{way}{measure}{balanced}" for balanced in ("", ", balanced")]
                rows = [[r for r in found[n] if (r.gold, r.part) == (gold, part)] for n in names]
                if all(rows):
                    values = ", ".join(f"{one.aer:.3f}" for (one,) in rows)
                    cells[f"{gold}, {part}, {said}"] = values
        return cells

    return table


def _task(report: Report) -> TableRow:
    """Return how many test sentences of a synthetic task are all right, and its error of links."""
    exact = next((row.exact for row in report.quality if row.part == "test"), None)
    found = chosen_errors(report.alignment)
    ways = {"AER": "", "balanced": ", balanced", "posterior": ", posterior"}
    errors = {
        head: next((f"{row.aer:.3f}" for row in found[way] if row.part == "test"), NONE)
        for head, way in ways.items()
    }
    return {"test sentences all right": NONE if exact is None else f"{exact:.1f} %"} | errors


def _confidence(report: Report) -> TableRow:
    """Return how well the confidence of a model's words tells right ones from wrong ones."""
    path = ROOT / "checkpoints" / report.pair / FITS
    found = read_confidence(path).get(Path(report.checkpoint).stem) if path.exists() else None
    if not found:
        return {}
    one, *others = (row for row in found.ranked if row.what == "word")
    return (
        {
            "words": f"{one.count:,}",
            "wrong": f"{one.wrong:,}",
            "AUROC": f"{one.auroc:.3f}",
            "of probability alone": f"{one.alone:.3f}",
            "calibration error": f"{one.error:.3f}",
            "marked of right": f"{100 * one.marked_right:.1f} %",
            "marked of wrong": f"{100 * one.marked_wrong:.1f} %",
        }
        | {
            f"{head}, {row.decoding}": f"{number:.3f}"
            for row in others
            for head, number in (("AUROC", row.auroc), ("calibration error", row.error))
        }
        | {
            f"{head}, read again, {row.decoding}": f"{number:.3f}"
            for row in (found.read.ranked if found.read and found.read.second else ())
            for head, number in (("AUROC", row.auroc), ("calibration error", row.error))
        }
    )


def each(row_of: Callable[[Report], TableRow]) -> Table:
    """Return a table with one row per model."""
    return lambda reports: [{"variant": f"`{r.name}`"} | row for r in reports if (row := row_of(r))]


def grades_of(name: str) -> Callable[[Report], TableRow]:
    """Return how many translations of a file's sentences a reader called right, minor or wrong."""

    def row(report: Report) -> TableRow:
        counts = grade(report, name, read_grades(RESULTS / "judged" / f"{name}.tsv"))
        return {said: str(count) for said, count in counts.items() if count or said != NOT_YET}

    return row


def translations_of(name: str) -> Table:
    """Return the table of all translations of a file's sentences, each with its models."""

    def table(reports: Sequence[Report]) -> list[TableRow]:
        wrote: dict[str, dict[str, list[str]]] = {}
        for report in reports:
            for source, text in translated(report, name):
                wrote.setdefault(source, {}).setdefault(text, []).append(f"`{report.name}`")
        return [
            {"sentence": source * (place == 0), "translation": text, "variants": ", ".join(names)}
            for source, texts in wrote.items()
            for place, (text, names) in enumerate(texts.items())
        ]

    return table


def _graded_twice(reports: Sequence[Report]) -> list[TableRow]:
    """Return how many translations of the natural test part two readers gave each grade.

    The number is the mean of both readers' counts.
    """
    with (RESULTS / "judged" / "natural-eng-fra.tsv").open(encoding="utf-8", newline="") as file:
        graded = [*DictReader(file, delimiter="\t", quoting=QUOTE_NONE)]
    counts: dict[str, Counter[str]] = {}
    for row in graded:
        for name in row["variants"].split(", "):
            counts.setdefault(name, Counter()).update([row["first"], row["second"]])
    order = [f"{report.name} {how}" for report in reports for how in ("greedy", "beam 5")]
    return [
        {"variant": f"`{variant}`", "decoding": how}
        | {grade: f"{counts[name][grade] / 2:g}" for grade in GRADES}
        for name in sorted(counts, key=order.index)
        for variant, _, how in [name.partition(" ")]
    ]


TABLES: dict[str, Table] = {
    "overview": each(_overview),
    "quality": each(_quality),
    "texts": each(_texts),
    "rarity": each(_rarity),
    "confidence": each(_confidence),
    "joined lengths": each(_joined_lengths),
    "weights": each(_errors("")),
    "posterior": each(_errors(", posterior")),
    "task": each(_task),
    **{
        f"lengths of {part}": each(_real_lengths(part))
        for part in ("test", "eng-fra.test", "europarl-eng-fra.test")
    },
    **{f"grades of {name}": each(grades_of(name)) for name in ("judged-eng-fra", "typed-eng-fra")},
    "graded twice": _graded_twice,
    "translations of papers-eng-fra": translations_of("papers-eng-fra"),
}


if __name__ == "__main__":
    main()
