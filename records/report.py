"""The evaluation report of one checkpoint, written to and read from JSON. No torch here.

A file holds one `Report`. Each kind of measurement is a list of flat rows, so that
`pandas.DataFrame(report["quality"])` is a table; the list is empty if nothing was measured.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from functools import cached_property, partial
from pathlib import Path
from statistics import fmean
from typing import Any, TypeVar, get_type_hints

from alignoscope.records.json_values import Value, parse_json
from alignoscope.records.limits import MAX_TRACE_BYTES, MAX_TRACE_LISTS, MAX_TRACE_VALUES
from alignoscope.records.measured_rows import (
    Alignment,
    Forced,
    LengthScore,
    Quality,
    RarityScore,
    Resampled,
    Speed,
    Translation,
    chosen_errors,
)
from alignoscope.records.run import RunRecord, Settings, read_run, read_settings
from alignoscope.records.whole_file import write_whole

FORMAT = "alignoscope-evaluation-1"
ALIGNER_FORMAT = "alignoscope-aligner-1"
R = TypeVar("R", "Report", "AlignerReport")


@dataclass(frozen=True, kw_only=True)
class Report:
    """All measurements of one checkpoint, with the conditions they were measured under."""

    checkpoint: str  # as "folder/file"
    variant: str
    pair: str  # "eng-fra", or the name of a synthetic task
    seed: int | None
    corpus: str
    corpus_revision: str
    same_corpus: bool | None  # trained on this corpus; None if the checkpoint does not record it
    parameters: int
    training_seconds: float | None
    best_dev_loss: float | None  # nats per target token, as measured during training
    config: Settings  # the model's configuration
    record: RunRecord  # without snapshots
    date: str  # UTC, ISO 8601
    command: str  # absolute paths are shortened to the file name
    hardware: Settings  # processor, machine, cores, threads, load (jobs running at the start)
    versions: Settings
    quality: tuple[Quality, ...] = ()
    forced: tuple[Forced, ...] = ()
    lengths: tuple[LengthScore, ...] = ()
    alignment: tuple[Alignment, ...] = ()
    speed: tuple[Speed, ...] = ()
    resampled: tuple[Resampled, ...] = ()
    texts: tuple[Quality, ...] = ()  # on other files of pairs, named by `part`
    real_lengths: tuple[LengthScore, ...] = ()  # of single sentences, of the last part and files
    rarity: tuple[RarityScore, ...] = ()
    translations: tuple[Translation, ...] = ()  # of files of sentences

    @property
    def length_ratio(self) -> float | None:
        """BLEU at 41 to 50 words divided by BLEU at 6 to 10; 1 means that length costs nothing."""
        bleu = {row.longest: row.bleu for row in self.lengths}
        if not {10, 45, 50} <= bleu.keys() or not bleu[10]:
            return None
        return round((bleu[45] + bleu[50]) / 2 / bleu[10], 3)

    @property
    def greedy_bleu(self) -> float | None:
        """BLEU of greedy translations against one reference, on test if measured, else on dev."""
        rows = [row for row in self.quality if (row.references, row.decoding) == ("one", "greedy")]
        bleu = {row.part: row.bleu for row in rows}
        return bleu.get("test", bleu.get("dev"))

    @cached_property
    def alignment_error(self) -> float | None:
        """The mean one-way AER of links read from the weights, over all gold parts except dev."""
        rows = [row.aer for row in chosen_errors(self.alignment)[""] if row.part != "dev"]
        return fmean(rows) if rows else None

    @property
    def name(self) -> str:
        """The variant, its cell, and whether attention was guided by an aligner's links."""
        return str(self.record.named(self.variant))


@dataclass(frozen=True, kw_only=True)
class AlignerReport:
    """The alignment error of a statistical aligner, for comparison with the models."""

    aligner: str  # name and version
    pair: str
    corpus: str
    corpus_revision: str
    sentences: int  # pairs it was trained on: the training part and the gold texts, without links
    date: str  # UTC, ISO 8601
    command: str  # absolute paths are shortened to the file name
    hardware: Settings
    alignment: tuple[Alignment, ...]

    @property
    def name(self) -> str:
        """The program's name, marked as a statistical aligner."""
        return f"{self.aligner.split()[0]} (statistical aligner)"


def write_report(report: Report | AlignerReport, path: Path) -> None:
    """Write a report as JSON; an existing file is replaced only once the new one is complete.

    Raises:
        ValueError: if a number is infinite or not a number.
    """
    if isinstance(report, Report):
        content = {"format": FORMAT, **asdict(report), "record": report.record.written()}
    else:
        content = {"format": ALIGNER_FORMAT, **asdict(report)}
    content |= {"alignment": [_written(row) for row in report.alignment]}
    if isinstance(report, Report):
        content |= {"quality": [_written(row) for row in report.quality]}
        content |= {"lengths": [_written(row) for row in report.lengths]}
        for name in ("texts", "real_lengths", "rarity"):
            content[name] = [_written(row) for row in getattr(report, name)]
        # Older reports have none of these.
        for name in ("resampled", "texts", "real_lengths", "rarity", "translations"):
            if not content[name]:
                del content[name]
    text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    write_whole(path, text.encode())


def _written(row: Quality | LengthScore | RarityScore | Alignment) -> dict[str, object]:
    """Return a row without its default values, so that an older file is written back unchanged."""
    known = {field.name: field.default for field in fields(row)}
    return {name: value for name, value in asdict(row).items() if value != known[name]}


def read_report(path: Path) -> Report:
    """Read a checkpoint's report that `write_report` wrote.

    Raises:
        ValueError: if the file is missing, no JSON, or of another format or other types.
    """
    return _read(Report, path, FORMAT)


def read_aligner_report(path: Path) -> AlignerReport:
    """Read an aligner's report that `write_report` wrote.

    Raises:
        ValueError: as `read_report` does.
    """
    return _read(AlignerReport, path, ALIGNER_FORMAT)


def _read(kind: type[R], path: Path, expected: str) -> R:
    limits = {"max_values": MAX_TRACE_VALUES, "max_lists": MAX_TRACE_LISTS}
    try:
        content: Any = parse_json(path.read_bytes(), max_bytes=MAX_TRACE_BYTES, **limits)
        found = Value(where="The report", value=content).field("format").value
        if found != expected:
            raise ValueError(f"The format is {found!r}, expected {expected!r}.")
        del content["format"]
        return _fields(kind, Value(where="The report", value=content))
    except (OSError, ValueError) as error:
        raise ValueError(
            f"{path}: no report can be read from it. {error} "
            "Delete it or name another folder, then measure again."
        ) from error


def _fields(kind: type[R], value: Value) -> R:
    types = get_type_hints(kind)
    found: dict[str, Any] = {
        name: READERS[name](one) if name in READERS else one.scalar(types[name])
        for name, one in value.record([field.name for field in fields(kind)]).items()
    }
    return kind(**found)


def _rows(kind: type, value: Value) -> tuple:
    return value.each(None, lambda row: row.flat(kind))


def _newer_rows(kind: type, value: Value) -> tuple:
    return value.given(partial(_rows, kind), ())


def _resampled(row: Value) -> Resampled:
    return Resampled(
        part=row.field("part").text(),
        decoding=row.field("decoding").text(),
        bleu=row.field("bleu").numbers(),
    )


READERS: dict[str, Callable[[Value], object]] = {  # the fields that are not single scalars
    "config": read_settings,
    "record": read_run,
    "hardware": read_settings,
    "versions": read_settings,
    "quality": partial(_rows, Quality),
    "forced": partial(_rows, Forced),
    "lengths": partial(_rows, LengthScore),
    "alignment": partial(_rows, Alignment),
    "speed": partial(_rows, Speed),
    "resampled": lambda value: value.given(lambda rows: rows.each(None, _resampled), ()),
    "texts": partial(_newer_rows, Quality),
    "real_lengths": partial(_newer_rows, LengthScore),
    "rarity": partial(_newer_rows, RarityScore),
    "translations": partial(_newer_rows, Translation),
}
