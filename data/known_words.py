"""The words that the models of a pair have read in training, and about how often: one small table.

The table lies beside the checkpoints of its pair (`TABLE`). From it follow, for any sentence and
without a model, which words are new to the models, and which side's language it looks like.
"""

import hashlib
import json
import lzma
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property
from itertools import takewhile
from math import log
from pathlib import Path
from typing import Literal, NamedTuple

from alignoscope.data.corpus import Pair, normalise
from alignoscope.data.tokenizer import split_words
from alignoscope.records.whole_file import write_whole

TABLE = "words.bin"
FORMAT = b"alignoscope-words-1\n"
MOST_BYTES = 250_000  # of a table's file
RARE = 10  # a word read fewer times is rare
LONG, SIMILAR, MOST_NEAR = (
    4,
    0.8,
    10,
)  # letters, ratio and number of words that a slip is compared with
# A count is kept as the largest of these that it reaches.
LEVELS = (
    *range(1, 11),
    *(12, 15, 20, 25, 30, 40, 50, 70, 100, 150, 200, 300, 500, 700, 1000),
    *(2000, 3000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000),
)
Side = Literal["source", "target"]
State = Literal["known", "rare", "new", "name", "number", "mark"]
SIDES: tuple[Side, Side] = ("source", "target")
_MOST_UNPACKED = 20_000_000
_CAPITALS = 0.2  # A language with more capitals than this writes its nouns with them.
TELLING = 2.0  # The least difference of two log-probabilities (nats) that tells a language.
SENTENCE_ENDS = {*".!?:…", '"', "(", "[", "«", "»", "-", "–", "—", "¿", "¡", "'"}
# Scripts that write no space between words: each character counts as a word.
UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


class WordKnown(NamedTuple):
    """A word of a sentence, with about how often the models have read it.

    `state` is "new" (never read), "rare" (fewer than `RARE` times) or "known". Instead of new or
    rare it is "name" for a capitalised word inside a sentence; figures are "number", and what has
    neither letters nor figures is "mark".
    """

    word: str
    times: int
    state: State


@dataclass(frozen=True, eq=False)
class KnownWords:
    """The words of both sides of a training text, each with its level, an index of `LEVELS`.

    Args:
        source, target: the level of each word of the side, as `key` spells it.
        capitals: for each side, whether its language writes nouns with capitals, as German does,
            so that a capital does not tell a name.
        least: words that were read fewer times are left out, so that the file stays small.
    """

    source: Mapping[str, int]
    target: Mapping[str, int]
    capitals: tuple[bool, bool] = (False, False)
    least: int = 1

    def times(self, word: str, side: Side = "source") -> int:
        """Return about how often a word was read: 0, or the level that its count reaches."""
        levels = getattr(self, side)
        found = [levels.get(key) for key in keys(word)]
        return min((0 if level is None else LEVELS[level] for level in found), default=0)

    def words(self, words: Sequence[str], side: Side = "source") -> tuple[WordKnown, ...]:
        """Return the entry of each word of a sentence that `split_words` or a trace split."""
        found, begins = [], True
        for word in words:
            times = self.times(word, side)
            found.append(WordKnown(word, times, self._state(word, times, side, begins=begins)))
            begins = word in SENTENCE_ENDS
        return tuple(found)

    def nearest(self, word: str) -> str | None:
        """Return the known source word that a new word may be a slip for, or None.

        Of those with the same first letter and a ratio of at least `SIMILAR` (`difflib`) it is one
        with two letters exchanged, else the most similar; of equals the one that was read most.
        """
        small = word.lower()
        if len(small) < LONG or not small.isalpha() or small in self.source:
            return None
        near = (
            known
            for known, level in self.source.items()
            if known[:1] == small[0] and LEVELS[level] >= RARE
        )
        found = get_close_matches(small, near, n=MOST_NEAR, cutoff=SIMILAR)
        return max(
            found,
            key=lambda known: (
                _exchanged(known, small),
                SequenceMatcher(None, known, small).ratio(),
                self.source[known],
            ),
            default=None,
        )

    def language_of(self, text: str) -> Side | None:
        """Return the side whose language a text looks like, or None if neither is likelier.

        The text's words are drawn independently with the frequencies of a side (naive Bayes), and
        a word that a side does not have counts as read half a time. A side that has none of the
        words is never the likelier one.
        """
        words = [key for word in split_words(normalise(text)) for key in keys(word)]
        first, second = (self._log_prob(words, side) for side in SIDES)
        if abs(first - second) < TELLING:
            return None
        side: Side = "source" if first > second else "target"
        return side if any(word in getattr(self, side) for word in words) else None

    def _state(self, word: str, times: int, side: Side, *, begins: bool) -> State:
        if not any(map(str.isalpha, word)):
            return "number" if any(map(str.isnumeric, word)) else "mark"
        if times >= RARE:
            return "known"
        tells = not begins and not self.capitals[SIDES.index(side)]
        if tells and word.lstrip("-")[:1].isupper():
            return "name"
        return "rare" if times else "new"

    def _log_prob(self, words: Sequence[str], side: Side) -> float:
        levels, total = getattr(self, side), self._totals[side]
        counts = (LEVELS[levels[word]] if word in levels else 0.5 for word in words)
        return sum(log(count / total) for count in counts)

    @cached_property
    def _totals(self) -> dict[Side, int]:
        return {
            side: sum(LEVELS[level] for level in getattr(self, side).values()) or 1
            for side in SIDES
        }


def keys(word: str) -> list[str]:
    """Return the keys of a word in a table: itself in lower case, without a leading hyphen.

    A word in a script without spaces is known by its characters, and one without letters by none.
    """
    small = word.lower().lstrip("-")
    if UNSPACED.search(small):
        return [letter for letter in small if letter.isalpha()]
    return [small] if any(map(str.isalpha, small)) else []


def count_known(pairs: Iterable[Pair]) -> KnownWords:
    """Count the words of both sides of normalised training pairs."""
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    inside, capital = [0, 0], [0, 0]
    for pair in pairs:
        for i, text in enumerate(pair):
            words = split_words(text)
            counts[i].update(key for word in words for key in keys(word))
            letters = [word for word in words[1:] if word[:1].isalpha()]
            inside[i] += len(letters)
            capital[i] += sum(word[0].isupper() for word in letters)
    shares = [some > _CAPITALS * all_ for some, all_ in zip(capital, inside, strict=True)]
    source, target = ({word: level_of(count) for word, count in one.items()} for one in counts)
    return KnownWords(source, target, capitals=(shares[0], shares[1]))


def _exchanged(word: str, other: str) -> bool:
    """Return whether two words differ by the exchange of two letters that follow each other."""
    differ = [i for i, letters in enumerate(zip(word, other, strict=False)) if len({*letters}) > 1]
    if len(word) != len(other) or len(differ) != 2 or differ[1] != differ[0] + 1:
        return False
    i, j = differ
    return (word[i], word[j]) == (other[j], other[i])


def merged(one: KnownWords, other: KnownWords) -> KnownWords:
    """Return the words of two tables of a pair, each with the larger of its levels."""
    sides = [
        {
            word: max(levels[0].get(word, 0), levels[1].get(word, 0))
            for word in {**levels[0], **levels[1]}
        }
        for levels in ((one.source, other.source), (one.target, other.target))
    ]
    return KnownWords(sides[0], sides[1], one.capitals, max(one.least, other.least))


def level_of(count: int) -> int:
    """Return the index of the largest of `LEVELS` that a count of at least 1 reaches."""
    return bisect_right(LEVELS, count) - 1


def pack_known(known: KnownWords) -> bytes:
    """Return a table as a file of at most `MOST_BYTES`: the rarest words are left out if need be.

    After the format and the SHA-256 of the rest comes what LZMA packs: a line of JSON, and for each
    side three columns: how many characters a word shares with the one before it, its level, and its
    other characters.
    """
    for least in LEVELS:
        if least < known.least:
            continue
        body = lzma.compress(_columns(known, least), preset=9)
        whole = FORMAT + hashlib.sha256(body).digest() + body
        if len(whole) <= MOST_BYTES:
            return whole
    raise AssertionError("no word is read so often")


def unpack_known(content: bytes) -> KnownWords:
    """Read a table that `pack_known` wrote.

    Raises:
        ValueError: if it is of another format, or damaged.
    """
    size = len(FORMAT) + hashlib.sha256().digest_size
    if not content.startswith(FORMAT):
        raise ValueError(f"it is no table of the format {FORMAT.decode().strip()}")
    body = content[size:]
    if hashlib.sha256(body).digest() != content[len(FORMAT) : size]:
        raise ValueError("it is damaged: its content is not what its hash says")
    try:
        columns = lzma.LZMADecompressor().decompress(body, _MOST_UNPACKED)
        first, _, rest = columns.partition(b"\n")
        head = json.loads(first)
        sides: list[dict[str, int]] = []
        for count, length in head["sides"]:
            shared, levels = rest[:count], rest[count : 2 * count]
            others = rest[2 * count : 2 * count + length].decode().split("\n")
            rest = rest[2 * count + length :]
            sides.append(_side(shared, levels, others))
        source, target = sides
        return KnownWords(source, target, tuple(head["capitals"]), head["least"])
    except (lzma.LZMAError, EOFError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"it cannot be read ({error})") from error


def write_known(known: KnownWords, folder: Path) -> Path:
    """Write a pair's table beside its checkpoints, and return its path.

    Raises:
        OSError: if it cannot be written.
    """
    path = folder / TABLE
    write_whole(path, pack_known(known))
    return path


def read_known(path: Path) -> KnownWords:
    """Read the table of a pair.

    Raises:
        ValueError: if it is missing, of another format, or damaged.
    """
    try:
        return unpack_known(path.read_bytes())
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise ValueError(
            f"{path} is not used: {error}. Write it again with `alignoscope words`."
        ) from error


def _columns(known: KnownWords, least: int) -> bytes:
    head, columns = [], []
    for side in SIDES:
        levels = {
            word: level for word, level in getattr(known, side).items() if LEVELS[level] >= least
        }
        words = sorted(levels)
        shared = [
            min(_shared(last, word), 255) for last, word in zip(["", *words], words, strict=False)
        ]
        others = "\n".join(word[n:] for n, word in zip(shared, words, strict=True)).encode()
        head.append([len(words), len(others)])
        columns += [bytes(shared), bytes(levels[word] for word in words), others]
    first = {"capitals": known.capitals, "least": least, "sides": head}
    return b"".join([json.dumps(first).encode(), b"\n", *columns])


def _shared(one: str, other: str) -> int:
    """Return the number of characters that two words begin with in common."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _side(shared: bytes, levels: bytes, others: Sequence[str]) -> dict[str, int]:
    """Return the words of a side from their columns."""
    found, last = {}, ""
    if not levels:
        return {}
    for kept, level, other in zip(shared, levels, others, strict=True):
        last = last[:kept] + other
        found[last] = level
    return found
