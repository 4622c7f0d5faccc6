"""A survey of a corpus file before training: lines that are left out, and likely mistakes."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from alignoscope.data.corpus import corpus_text, normalise
from alignoscope.data.split import fold

_WORDS = (
    "id ids source target src trg tgt sentence translation text original reference input "
    "output english french german spanish italian portuguese dutch russian turkish hindi "
    "chinese japanese arabic en fr de es it pt nl ru tr hi zh ja ar eng fra deu spa ita por "
    "nld rus tur hin"
)
HEADINGS = frozenset(_WORDS.split())
MANY = 0.02  # the fraction of lines above which a problem is reported
LOOKED_AT = 200  # the number of lines that are checked for a column of ids


class Survey(NamedTuple):
    """The counts of lines, usable pairs and omitted lines of a file, and warnings."""

    lines: int
    pairs: int
    empty: int  # lines with an empty side
    twice: int  # lines that repeat an earlier pair
    warnings: tuple[str, ...]


def survey(path: Path | str) -> Survey:
    """Survey a corpus file with the same rules as `read_pairs`.

    Raises:
        ValueError: as `read_pairs` does.
    """
    rows = [line.split("\t") for line in corpus_text(path).split("\n") if line.strip()]
    pairs = [(normalise(row[0]), normalise(row[1])) for row in rows if len(row) > 1]
    whole = [pair for pair in pairs if all(pair)]
    kept = dict.fromkeys(whole)
    if not kept:
        raise ValueError(f"{path}: the file has no pair of sentences.")
    empty = len(rows) - len(whole)
    return Survey(
        lines=len(rows),
        pairs=len(kept),
        empty=empty,
        twice=len(whole) - len(kept),
        warnings=tuple(_warnings(rows, list(kept), empty)),
    )


def _warnings(
    rows: Sequence[Sequence[str]], pairs: Sequence[tuple[str, str]], empty: int
) -> Iterator[str]:
    """Yield a warning per problem: what was found, what it may mean and what to do."""
    first = [column.strip().casefold() for column in rows[0][:2]]
    if len(first) == 2 and all(word in HEADINGS for word in first):
        yield (
            f"The first line, {rows[0][0].strip()!r} and {rows[0][1].strip()!r}, looks like a "
            "heading: it is learnt as a pair. Delete it."
        )
    for column in (0, 1):
        numbers = [row[column].strip().isdigit() for row in rows[:LOOKED_AT] if len(row) > column]
        if numbers and sum(numbers) > 0.9 * len(numbers):
            yield (
                f"Column {column + 1} is numbers: are these ids? The first two columns must be the "
                "sentence and its translation (cut -f2,4 keeps the second and the fourth)."
            )
    same = [source for source, target in pairs if fold(source) == fold(target)]
    if len(same) > MANY * len(pairs):
        yield (
            f"{len(same):,} pairs have the same text on both sides, such as {same[0][:40]!r}: were "
            "they never translated?"
        )
    if empty > MANY * len(rows):
        yield f"{empty:,} of {len(rows):,} lines have an empty side: is a column missing?"
