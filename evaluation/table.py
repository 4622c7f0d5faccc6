"""One table of several reports, with one row per variant: complete as CSV, shorter as Markdown."""

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import pandas as pd

from alignoscope.analysis.significance import say_ties
from alignoscope.records.measured_rows import Alignment, chosen_errors
from alignoscope.records.report import AlignerReport, Report, read_aligner_report
from alignoscope.records.whole_file import write_whole

ENDS = (", low", ", high")
INTERVAL = (
    "[ ]: 95 % interval of BLEU, by bootstrap over the part's sentences (1,000 draws); not "
    "distinguishable: the paired bootstrap's 95 % interval of the difference holds 0"
)
SPREAD = "mean (lowest to highest of several seeds)"


def write_table(reports: Sequence[Report], folder: Path) -> None:
    """Write `table.csv` and `table.md` to a folder, with the results in its `aligners` folder."""
    aligners = [read_aligner_report(path) for path in sorted(folder.glob("aligners/*.json"))]
    rows = csv_table(reports).to_csv(index=False, lineterminator="\n")
    write_whole(folder / "table.csv", rows.encode())
    write_whole(folder / "table.md", f"{markdown_table(reports, aligners)}\n".encode())


def csv_table(reports: Sequence[Report]) -> pd.DataFrame:
    """Return one row per variant: its labels and the mean of each number.

    If a variant has several reports, the row has the lowest and the highest of each number, too.
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


def markdown_table(reports: Sequence[Report], aligners: Sequence[AlignerReport] = ()) -> str:
    """Return the numbers as Markdown: one table per language pair and section, then notes.

    If all variants of a pair were measured on test, the numbers of dev are only in the CSV file.
    """
    groups = group_reports(reports)
    tables = []
    for pair in dict.fromkeys(group[0].pair for group in groups):
        same = [group for group in groups if group[0].pair == pair]
        beside = [aligner for aligner in aligners if aligner.pair == pair]
        tables += [_section_table(same, section, beside) for section in SECTIONS]
    return "\n\n".join([*filter(None, tables), *_notes(reports, groups)])


def group_reports(reports: Sequence[Report]) -> list[list[Report]]:
    """Group the reports of runs that differ only in their seed."""
    groups: dict[str, list[Report]] = {}
    for report in reports:
        training = {**report.record.training, "seed": None}
        also = [asdict(one) for one in report.record.also]
        same = [report.pair, report.corpus_revision, report.config, training, also]
        groups.setdefault(json.dumps(same, sort_keys=True), []).append(report)
    return list(groups.values())


def _section_table(
    groups: Sequence[Sequence[Report]], section: str, aligners: Sequence[AlignerReport]
) -> str:
    """Return one section of one pair's groups as a table, or "" if none of it was measured."""
    parts = [{row.part for report in group for row in report.quality} for group in groups]
    tested = all("test" in measured for measured in parts)
    rows = []
    for group in groups:
        columns = _columns(group, section)
        if columns:
            shown = {n: v for n, v in columns.items() if not (tested and _is_dev(n))}
            rows.append(_labels(group) | _cells(shown))
    if section == "attention" and any(_errors(r.alignment) for g in groups for r in g):
        for aligner in aligners:
            errors = _errors(aligner.alignment)
            shown = {n: [v] for n, v in errors.items() if not (tested and _is_dev(n))}
            rows.append({"variant": aligner.name, "pair": aligner.pair} | _cells(shown))
    if not rows:
        return ""
    frame = pd.DataFrame(rows).fillna("")
    sides = [*("left",) * 3, *("right",) * (frame.shape[1] - 3)]
    return frame.to_markdown(index=False, disable_numparse=True, colalign=sides)


def _labels(group: Sequence[Report]) -> dict[str, str]:
    seeds = ", ".join(str(report.seed) for report in group if report.seed is not None)
    return {"variant": group[0].name, "pair": group[0].pair, "seeds": seeds}


def _columns(group: Sequence[Report], section: str | None = None) -> dict[str, list[float]]:
    """Return the values of each number in a group's reports, for one section or for all."""
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
        way = f", {row.decoding}"
        way += "" if row.references == "one" else ", several references"
        numbers |= {
            f"{row.part} BLEU{way}": row.bleu,
            f"{row.part} BLEU{way}, low": row.bleu_low,
            f"{row.part} BLEU{way}, high": row.bleu_high,
            f"{row.part} chrF{way}": row.chrf,
        }
        if len(report.quality) > 1 and row.references == "one":
            numbers[f"{row.part} exact %{way}"] = row.exact
    return numbers | {f"ms, {row.decoding}": row.milliseconds for row in report.speed}


def _lengths(report: Report) -> Mapping[str, float | None]:
    numbers: dict[str, float | None] = {
        f"BLEU, greedy, {row.shortest}-{row.longest} words": row.bleu for row in report.lengths
    }
    return numbers | {"41-50 over 6-10": report.length_ratio}


def _texts(report: Report) -> Mapping[str, float | None]:
    numbers: dict[str, float | None] = {}
    for row in report.texts:
        numbers |= {
            f"{row.part} BLEU, {row.decoding}": row.bleu,
            f"{row.part} chrF, {row.decoding}": row.chrf,
        }
    return numbers


def _real_lengths(report: Report) -> Mapping[str, float | None]:
    return {
        f"{row.part} BLEU, greedy, single, {row.shortest}-{row.longest} words": row.bleu
        for row in report.real_lengths
    }


def _rarity(report: Report) -> Mapping[str, float | None]:
    return {
        f"{row.part} BLEU, {row.decoding}, rarest word {row.least}"
        f"{' or more' if row.most is None else f'-{row.most}' if row.most > row.least else ''}"
        " times": row.bleu
        for row in report.rarity
    }


def _attention(report: Report) -> Mapping[str, float | None]:
    numbers: dict[str, float | None] = {}
    for row in report.forced:
        numbers |= {f"{row.part} entropy": row.entropy, f"{row.part} coverage": row.coverage}
    return numbers | _errors(report.alignment)


def _errors(alignment: Sequence[Alignment]) -> dict[str, float]:
    """Return the error on every part of the gold sets, with the options chosen on dev."""
    return {
        f"{row.part} AER, {row.gold}{way}": row.aer
        for way, rows in chosen_errors(alignment).items()
        for row in rows
    }


def _cell(name: str, values: Sequence[float]) -> str:
    decimals = next((decimals for part, decimals in DECIMALS.items() if part in name), 3)
    texts = [f"{v:,.{decimals}f}" for v in (statistics.mean(values), min(values), max(values))]
    return texts[0] if len(set(texts)) == 1 else f"{texts[0]} ({texts[1]} to {texts[2]})"


def _cells(columns: Mapping[str, list[float]]) -> dict[str, str]:
    """Return the cells of a row; BLEU of a single run is followed by its interval."""
    cells = {}
    for name, values in columns.items():
        if name.endswith(ENDS):
            continue
        low, high = (columns.get(f"{name}{end}", []) for end in ENDS)
        alone = len(values) == len(low) == len(high) == 1
        cells[name] = _cell(name, values) + (f" [{low[0]:.1f}, {high[0]:.1f}]" if alone else "")
    return cells


def _is_dev(name: str) -> bool:
    return name.startswith("dev ")


def _notes(reports: Sequence[Report], groups: Sequence[Sequence[Report]]) -> list[str]:
    """Return the notes below the tables: what was scored, how links were chosen, and caveats."""
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
                "AER: shift, method, threshold and symmetrisation as chosen on the gold's dev "
                "part; balanced: columns were evened out before links were read off"
            )
        if report.same_corpus is False:
            notes.append(
                f"{report.checkpoint} was trained on another corpus than {report.corpus}: it may "
                "have learned sentences of dev and test"
            )
        if any(row.bleu_low is not None for row in report.quality):
            notes.append(INTERVAL)
    for pair in dict.fromkeys(report.pair for report in reports):
        said = say_ties([report for report in reports if report.pair == pair])
        notes += [f"{pair}: {said}"] if said else []
    if any(len(group) > 1 for group in groups):
        notes.append(SPREAD)
    return ["\n".join(f"- {note}" for note in dict.fromkeys(notes))] if notes else []


DECIMALS = {"parameters": 0, "minutes": 0, "BLEU": 1, "chrF": 1, "exact": 1, "ms": 1}

SECTIONS = {
    "translation": _translation,
    "attention": _attention,
    "lengths": _lengths,
    "real lengths": _real_lengths,
    "rarity": _rarity,
    "texts": _texts,
}
