"""A survey of a corpus file before training: lines that are left out, and likely mistakes."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from alignoscope.data.corpus import CorpusRows, normalise
from alignoscope.data.languages import foreign_script, is_english
from alignoscope.data.parallel_files import Row
from alignoscope.data.split import fold

MANY = 0.02  # the fraction of lines above which a problem is reported
LOOKED_AT = 200  # the number of lines that are checked for ids and languages
FEW = 500  # the number of pairs below which nothing can be learnt


class Survey(NamedTuple):
    """The counts of lines, usable pairs and omitted lines of a file, and warnings."""

    lines: int
    pairs: int
    empty: int  # lines with an empty side
    twice: int  # lines that repeat an earlier pair
    warnings: tuple[str, ...]


def survey(read: CorpusRows, pair: str = "") -> Survey:
    """Survey the rows of a corpus with the same rules as `corpus_of`.

    `pair` is the language pair of its columns, such as "eng-deu", by which swapped columns are
    found.

    Raises:
        ValueError: as `corpus_of` does, or if the columns are those of the reversed pair.
    """
    rows = [row for row in read.text.rows if row.source.strip() or row.target.strip()]
    pairs = [(normalise(row.source), normalise(row.target)) for row in rows]
    whole = [pair for pair in pairs if all(pair)]
    kept = dict.fromkeys(whole)
    if not kept:
        raise ValueError(f"{read.name}: the file has no pair of sentences.")
    odd = list(swapped_columns(rows, pair))
    reverse = "-".join(pair.split("-")[::-1])
    if odd and not any(swapped_columns(rows, reverse)):
        raise ValueError(
            f"{odd[0]}, but the columns are taken for {pair}: they are swapped. Call the file "
            f"{reverse}, or give the languages of the run with --pair."
        )
    empty = len(rows) - len(whole)
    warnings = [
        *read.text.notes,
        *_warnings(rows, list(kept), empty),
        *(f"{one}, but the columns are taken for {pair}." for one in odd),
    ]
    return Survey(
        lines=len(rows),
        pairs=len(kept),
        empty=empty,
        twice=len(whole) - len(kept),
        warnings=tuple(warnings),
    )


def swapped_columns(rows: Sequence[Row], pair: str) -> Iterator[str]:
    """Yield each sign that the columns are not in the languages of the pair, in this order."""
    looked = rows[:LOOKED_AT]
    columns = " ".join(row.source for row in looked), " ".join(row.target for row in looked)
    codes = pair.split("-")
    for number, column in enumerate(columns, start=1):
        if script := foreign_script(column, "-".join(codes)):
            yield f"Column {number} is written in {script}"
        codes.reverse()
    english = [code in ("en", "eng") for code in codes]
    if sum(english) == 1 and [is_english(column) for column in columns] == english[::-1]:
        tatoeba = "tatoeba.org" in "".join(looked[0].others)
        said = " (as in all files of manythings.org, which name tatoeba.org)" * tatoeba
        yield f"Column {2 - english[1]} is English{said}"


def says_swapped(sides: Iterable[tuple[str, str]], pair: str | None, advice: str = "") -> str:
    """Return a warning if sources and targets are not in the languages of a pair, else "".

    If they fit the other way round, it asks whether they are, and ends with the advice.
    """
    rows = [Row(0, source, target) for source, target in islice(sides, LOOKED_AT)]
    odd = next(swapped_columns(rows, pair), "") if rows and pair else ""
    if not pair or not odd:
        return ""
    turned = [Row(0, row.target, row.source) for row in rows]
    if any(swapped_columns(turned, pair)):
        return f"{odd}, but the models are of {pair}: the texts are not in these languages."
    asked = f"{odd}, but the models are of {pair}: are the texts the other way round?"
    return f"{asked} {advice}".rstrip()


def id_columns(sides: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a warning for each of the two sides that seems to be a column of ids."""
    for column, side in enumerate(zip(*islice(sides, LOOKED_AT), strict=True), start=1):
        numbers = [text.strip().isdigit() for text in side]
        if sum(numbers) > 0.9 * len(numbers):
            yield (
                f"Column {column} is numbers: are these ids? The first two columns must be the "
                "sentence and its translation (cut -f2,4 keeps the second and the fourth)."
            )


def _warnings(rows: Sequence[Row], pairs: Sequence[tuple[str, str]], empty: int) -> Iterator[str]:
    """Yield a warning per problem: what was found, what it may mean and what to do."""
    yield from id_columns((row.source, row.target) for row in rows)
    if len(pairs) < FEW:
        yield (
            f"{len(pairs):,} pairs are too few to learn a language from: the maps will be "
            "random. At least a few thousand are needed, and 100,000 make a good translator."
        )
    same = [source for source, target in pairs if fold(source) == fold(target)]
    if len(same) > MANY * len(pairs):
        yield (
            f"{len(same):,} pairs have the same text on both sides, such as {same[0][:40]!r}: were "
            "they never translated?"
        )
    if empty > MANY * len(rows):
        yield f"{empty:,} of {len(rows):,} lines have an empty side: is a column missing?"
