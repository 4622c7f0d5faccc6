"""What lies beside the checkpoints of a pair: the words that they read, and how sure they are."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from alignoscope.data.known_words import TABLE, KnownWords, read_known
from alignoscope.models.stamps import Stamp, stamp
from alignoscope.records.confidence import FITS, MeasuredConfidence, read_confidence


class Beside(NamedTuple):
    """The table of known words of a pair, if there is one, and its models' confidence by file name.

    `problems` has a line for each file that is there but cannot be used, and counts as absent.
    """

    words: KnownWords | None
    confidence: dict[str, MeasuredConfidence]
    problems: tuple[str, ...]


def beside(folder: Path) -> Beside:
    """Return the files beside a pair's models; a file is read again only when it was changed."""
    return _read(folder, *(_stamp(folder / name) for name in (TABLE, FITS)))


@lru_cache(maxsize=32)
def _read(folder: Path, table: Stamp | None, fits: Stamp | None) -> Beside:
    words, confidence, problems = None, {}, []
    try:
        words = read_known(folder / TABLE) if table else None
    except ValueError as error:
        problems.append(str(error))
    try:
        confidence = read_confidence(folder / FITS) if fits else {}
    except ValueError as error:
        problems.append(str(error))
    return Beside(words, confidence, tuple(problems))


def _stamp(path: Path) -> Stamp | None:
    return stamp(path) if path.is_file() else None
