"""The JSON file of one checkpoint's numbers: its fields, writing and reading. No torch here.

A file is one `Report` as JSON. What was measured are lists of flat rows, so that
`pandas.DataFrame(report["quality"])` is a table; a list is empty where nothing was measured.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any, get_type_hints

from alignoscope.records.json_values import Value, parse_json
from alignoscope.records.limits import MAX_TRACE_BYTES, MAX_TRACE_LISTS, MAX_TRACE_VALUES
from alignoscope.records.run import RunRecord, Settings, read_run, read_settings
from alignoscope.records.variant import model_name
from alignoscope.records.whole_file import write_whole

FORMAT = "alignoscope-evaluation-1"


@dataclass(frozen=True, kw_only=True)
class Quality:
    """How good the translations of one part are, by one way of decoding.

    Against one reference, each pair is a sentence of its own; against several, the pairs with the
    same source are one sentence whose references are all their targets.
    """

    part: str  # "dev" or "test"
    decoding: str  # "greedy", or "beam 5" with the width
    references: str  # "one" or "several"
    sentences: int
    skipped: int  # sentences too long to decode
    bleu: float  # 0 to 100
    chrf: float  # 0 to 100
    exact: float  # percent of translations that are equal to a reference
    bleu_signature: str  # sacrebleu's
    chrf_signature: str


@dataclass(frozen=True, kw_only=True)
class Forced:
    """What a model thinks of the given targets of one part, and where it looks meanwhile.

    The last three are None for a model without attention. All are over pieces, not words, and the
    end marks are among them.
    """

    part: str
    pairs: int
    skipped: int
    tokens: int  # of the targets
    loss: float  # nats per target token, no label smoothing
    entropy: float | None  # nats, mean over the rows of weights
    uniform_entropy: float | None  # the same of rows that look everywhere alike
    coverage: float | None  # mean |column sum - 1| over the columns: 0 if each is read just once


@dataclass(frozen=True, kw_only=True)
class LengthScore:
    """BLEU of greedy translations of sources with `shortest` to `longest` words, one reference."""

    part: str
    shortest: int
    longest: int
    pairs: int
    joined: bool  # True: made by joining whole sentences, as there are too few so long
    sentences: float  # the mean number of sentences that were joined
    words: float  # the mean length of the sources
    bleu: float


@dataclass(frozen=True, kw_only=True)
class Alignment:
    """The error of links from weights on one part of a gold set, with one choice of options.

    For each shift and method the threshold is the best on dev; `chosen` marks the shift and method
    that are best on dev, among the rows with the same directions and symmetrisation.
    """

    gold: str  # the name of the gold set
    part: str  # "dev", "test", "all" or "short" (at most 15 words on both sides)
    directions: int  # 1, or 2 with a model of the other direction
    symmetrisation: str | None  # None one way
    shift: int
    method: str
    threshold: float | None  # None for arg-max
    chosen: bool
    dev_aer: float  # what it was chosen by
    pairs: int
    skipped: int
    aer: float  # 0 to 1, as are the next two
    precision: float
    recall: float


@dataclass(frozen=True, kw_only=True)
class Speed:
    """How long one sentence takes to translate, on one thread, from text to trace."""

    decoding: str
    words: int  # of the source
    tokens: int  # written, the end mark among them
    runs: int
    milliseconds: float  # the median of the runs


@dataclass(frozen=True, kw_only=True)
class Report:
    """All numbers of one checkpoint, and what they were measured with."""

    checkpoint: str  # folder/file
    variant: str
    pair: str  # "eng-fra", or the name of a made-up task
    seed: int | None
    corpus: str
    corpus_revision: str
    same_corpus: bool | None  # whether it was trained on that corpus, None if it does not say
    parameters: int
    training_seconds: float | None
    best_dev_loss: float | None  # as training measured it
    config: Settings  # of the model
    record: RunRecord  # without snapshots
    date: str  # UTC, ISO 8601
    command: str  # without the folders of absolute paths
    hardware: Settings  # processor, machine, cores, threads, load (jobs running when it began)
    versions: Settings
    quality: tuple[Quality, ...] = ()
    forced: tuple[Forced, ...] = ()
    lengths: tuple[LengthScore, ...] = ()
    alignment: tuple[Alignment, ...] = ()
    speed: tuple[Speed, ...] = ()

    @property
    def name(self) -> str:
        """The variant, and whether an aligner's links guided the model."""
        return model_name(self.variant, self.record.guided)


def write_report(report: Report, path: Path) -> None:
    """Write a report as JSON; an older file stays as it is until the new one is whole.

    Raises:
        ValueError: if a number is infinite or not a number.
    """
    content = {"format": FORMAT, **asdict(report), "record": report.record.written()}
    text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    write_whole(path, text.encode())


def read_report(path: Path) -> Report:
    """Read a report that `write_report` wrote.

    Raises:
        ValueError: if the file is missing, no JSON, or of another format or other types.
    """
    limits = {"max_values": MAX_TRACE_VALUES, "max_lists": MAX_TRACE_LISTS}
    try:
        content: Any = parse_json(path.read_bytes(), max_bytes=MAX_TRACE_BYTES, **limits)
        found = Value(where="The report", value=content).field("format").value
        if found != FORMAT:
            raise ValueError(f"The format is {found!r}, expected {FORMAT!r}.")
        del content["format"]
        return _read(Value(where="The report", value=content))
    except (OSError, ValueError) as error:
        raise ValueError(
            f"{path}: no report can be read from it. {error} "
            "Delete it or name another folder, then measure again."
        ) from error


def _read(value: Value) -> Report:
    types = get_type_hints(Report)
    found: dict[str, Any] = {
        name: READERS[name](one) if name in READERS else one.scalar(types[name])
        for name, one in value.record([field.name for field in fields(Report)]).items()
    }
    return Report(**found)


def _rows(kind: type, value: Value) -> tuple:
    return value.each(None, lambda row: row.flat(kind))


READERS: dict[str, Callable[[Value], object]] = {  # of the fields that are more than one scalar
    "config": read_settings,
    "record": read_run,
    "hardware": read_settings,
    "versions": read_settings,
    "quality": partial(_rows, Quality),
    "forced": partial(_rows, Forced),
    "lengths": partial(_rows, LengthScore),
    "alignment": partial(_rows, Alignment),
    "speed": partial(_rows, Speed),
}
