"""Gold alignments read from files: sentence pairs and the links between their words.

Positions count from 0 here; the gold files count from 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from alignoscope.data.corpus import normalise
from alignoscope.data.tokenizer import split_words
from alignoscope.records.links import Links, parse_links, swap

COLUMNS = ("id", "part", "phenomenon", "english", "french", "sure", "possible")


@dataclass(frozen=True, kw_only=True)
class GoldPair:
    """A sentence pair with reference alignments, set one by one or by construction.

    `source` and `target` are the normalised texts for a model to read. `source_words` and
    `target_words` are the gold standard's words, which the links index. `possible` includes `sure`.
    `group` is the phenomenon that the pair shows, or "".
    """

    name: str
    part: str
    group: str
    source: str
    target: str
    source_words: tuple[str, ...]
    target_words: tuple[str, ...]
    sure: Links
    possible: Links

    def __post_init__(self) -> None:
        assert self.sure <= self.possible


def read_naacl(sentences_path: Path | str, gold_path: Path | str) -> list[GoldPair]:
    """Read gold alignments in the layout of the Hansards test set (Och and Ney 2000).

    A line of the first file is `English ||| French`, with words separated by spaces. The same line
    of the second file holds their links, counted from 1: `i-j` is sure, `ipj` is possible. A pair
    is named by its line number.

    Raises:
        ValueError: if a file is missing, the files have different numbers of lines, a line has no
            `|||`, or a link is malformed or out of range.
    """
    sentences, gold = _lines(sentences_path), _lines(gold_path)
    if len(sentences) != len(gold):
        raise ValueError(
            f"{sentences_path} has {len(sentences)} lines and {gold_path} {len(gold)}: expected "
            "one line of links for each line of sentences."
        )
    pairs = []
    for number, (line, links) in enumerate(zip(sentences, gold, strict=True), start=1):
        english, bar, french = line.partition("|||")
        words = tuple(english.split()), tuple(french.split())
        if not bar or not all(words):
            raise ValueError(
                f"{sentences_path}, line {number}: expected 'English ||| French', "
                f"got {line[:60]!r}."
            )
        sizes, where = tuple(map(len, words)), f"{gold_path}, line {number}"
        pairs.append(
            GoldPair(
                name=str(number),
                part="test",
                group="",
                source=normalise(" ".join(words[0])),
                target=normalise(" ".join(words[1])),
                source_words=words[0],
                target_words=words[1],
                sure=frozenset(_links(links, "-", "-p", sizes, where)),
                possible=frozenset(_links(links, "-p", "-p", sizes, where)),
            )
        )
    return pairs


def read_gold_tsv(path: Path | str) -> list[GoldPair]:
    """Read gold alignments from a TSV file with the columns `COLUMNS`.

    The columns `sure` and `possible` hold links `i-j` between the words of `split_words`, counted
    from 1. In the file, `possible` leaves out the sure links.

    Raises:
        ValueError: if the file is missing, its header is another, a line has another number of
            columns, or a link is malformed or out of range.
    """
    header, *lines = _lines(path)
    if tuple(header.split("\t")) != COLUMNS:
        raise ValueError(
            f"{path}, line 1: expected the columns {', '.join(COLUMNS)} between tabs, "
            f"got {header[:80]!r}."
        )
    pairs = []
    for number, line in enumerate(lines, start=2):
        where, columns = f"{path}, line {number}", line.split("\t")
        if len(columns) != len(COLUMNS):
            raise ValueError(f"{where}: expected {len(COLUMNS)} columns, got {len(columns)}.")
        name, part, group, english, french, sure, possible = columns
        source, target = normalise(english), normalise(french)
        words = tuple(split_words(source)), tuple(split_words(target))
        sizes = tuple(map(len, words))
        certain = frozenset(_links(sure, "-", "-", sizes, where))
        pairs.append(
            GoldPair(
                name=name,
                part=part,
                group=group,
                source=source,
                target=target,
                source_words=words[0],
                target_words=words[1],
                sure=certain,
                possible=certain | frozenset(_links(possible, "-", "-", sizes, where)),
            )
        )
    return pairs


def turn_pair(pair: GoldPair) -> GoldPair:
    """Return a gold pair with source and target exchanged."""
    return GoldPair(
        name=pair.name,
        part=pair.part,
        group=pair.group,
        source=pair.target,
        target=pair.source,
        source_words=pair.target_words,
        target_words=pair.source_words,
        sure=swap(pair.sure),
        possible=swap(pair.possible),
    )


def _links(
    text: str, kept: str, allowed: str, sizes: tuple[int, ...], where: str
) -> Iterator[tuple[int, int]]:
    """Yield the links of a gold line whose mark is in `kept`, counted from 0.

    Args:
        text: the links of the line, counted from 1.
        kept: the marks of the links to yield.
        allowed: the marks that may occur.
        sizes: the numbers of source and target words.
        where: the line's name in errors.
    """
    for mark, i, j in parse_links(text, allowed, where):
        if not (1 <= i <= sizes[0] and 1 <= j <= sizes[1]):
            raise ValueError(
                f"{where}: the link {i}{mark}{j} is out of range, the sentences have {sizes[0]} "
                f"and {sizes[1]} words, counted from 1."
            )
        if mark in kept:
            yield i - 1, j - 1


def _lines(path: Path | str) -> list[str]:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ValueError(f"{path}: there is no such file.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: the file cannot be read as text ({error}).") from error
    return text.removesuffix("\n").split("\n")
