"""Training on several corpora: the share of the pairs that each further corpus gives, until when.

Such a run consists of windows with an equal number of pairs instead of epochs. A run has only a few
epochs, and it matters at which point a corpus is left out.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

from alignoscope.data.corpus import Corpus, Pair, read_corpus
from alignoscope.data.registers import FORMAL, in_register
from alignoscope.data.split import without
from alignoscope.data.tokenizer import Tokenizer

WINDOWS = 50  # The windows of a run; a corpus is left out at the end of one of them.
LEAST = 16  # The smallest number of updates of a window; fewer cannot be batched by length.
_CHUNK = 10_000  # The pairs that are tokenised at a time, to save memory.
_FORM = "FILE:SHARE or FILE:SHARE:UNTIL, such as more.tsv.gz:0.2 or more.tsv.gz:0.2:0.9"


class Also(NamedTuple):
    """A further corpus that gives a `share` of all pairs, until a point of the run from 0 to 1.

    The corpus holds only usable pairs: `held` pairs were left out because dev or test has one of
    their sides, `long` pairs because they have too many tokens. `length` is the mean number of
    tokens of the longer side. `register` is that of its text (`data.registers`), "" if it has no
    mark.
    """

    corpus: Corpus
    share: float
    until: float = 1.0
    held: int = 0
    long: int = 0
    length: float = 0.0
    register: str = ""

    @property
    def written(self) -> dict[str, str | int | float]:
        """The record's fields about this corpus; see `records.run.AlsoRead`."""
        return {
            **({"register": self.register} if self.register else {}),
            "name": self.corpus.name,
            "sha256": self.corpus.revision.partition(" ")[0],
            "pairs": len(self.corpus.pairs),
            "share": self.share,
            "until": self.until,
        }


class Mix(NamedTuple):
    """The pairs of a run with several corpora, and its length of `total` updates.

    `own` are the pairs of its main corpus and of its teacher, whose longer sides have `length`
    tokens on average. An update reads `rate` of them on average.
    """

    own: Sequence[Pair]
    length: float
    also: Sequence[Also]
    rate: float
    total: int
    seed: int

    @property
    def window(self) -> int:
        """The number of pairs of a window."""
        return round(self.rate * max(self.total // WINDOWS, LEAST))


def read_also(
    said: Sequence[str], formal: Sequence[str] = (), *, reverse: bool = False, pair: str = ""
) -> tuple[Also, ...]:
    """Read the files that `--also` and `--formal` name, each as FILE:SHARE or FILE:SHARE:UNTIL.

    `pair` is that of the run; see `read_corpus`.

    Raises:
        ValueError: if one is said otherwise, a number is out of range, the shares leave nothing for
            the run's own corpus, or a file cannot be read.
    """
    parsed = [(*_parse(one, "--also"), "") for one in said]
    parsed += [(*_parse(one, "--formal"), FORMAL) for one in formal]
    shares = round(sum(share for _, share, _, _ in parsed), 9)
    if shares >= 1:
        raise ValueError(
            f"The shares of {'--also and --formal' if formal else '--also'} sum to {shares:g}: "
            "expected less than 1, since the rest is the corpus' own. Give smaller ones."
        )
    return tuple(
        Also(read_corpus(path, reverse=reverse, pair=pair), share, until, register=register)
        for path, share, until, register in parsed
    )


def _parse(said: str, option: str) -> tuple[Path, float, float]:
    """Return the path, the share and the point of the run; the path may contain colons."""
    path, numbers = said, list[float]()
    while len(numbers) < 2:
        head, _, tail = path.rpartition(":")
        try:
            numbers.insert(0, float(tail))
        except ValueError:
            break
        path = head
    if not (path and numbers):
        raise ValueError(f"{option} is {said!r}: expected {_FORM}.")
    share, until = [*numbers, 1.0][:2]
    if not 0 < share < 1:
        raise ValueError(
            f"{option} is {said!r}, with the share {share:g}: expected one above 0 and below 1, "
            f"as in {_FORM}."
        )
    if not 0 < until <= 1:
        raise ValueError(
            f"{option} is {said!r}, until {until:g} of the run: expected a point above 0, at most "
            f"1, as in {_FORM}."
        )
    return Path(path), share, until


def read_dev_also(
    paths: Sequence[Path], *, reverse: bool = False, pair: str = ""
) -> tuple[Corpus, ...]:
    """Read the files that `--dev-also` names; the record has their losses by file name.

    Raises:
        ValueError: if two have one name, or a file cannot be read.
    """
    names = [path.name for path in paths]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(
            f"--dev-also names {', '.join(twice)} more than once: expected files of different "
            "names. Rename one, or leave it out."
        )
    return tuple(read_corpus(path, reverse=reverse, pair=pair) for path in paths)


def leave_out_held(also: Also, held: Sequence[Pair]) -> Also:
    """Leave out the pairs that share a side with held-out pairs (`without`)."""
    if not held:
        return also
    corpus = also.corpus
    kept = without(corpus.pairs, held)
    left_out = len(corpus.pairs) - len(kept)
    return also._replace(corpus=corpus._replace(pairs=kept), held=also.held + left_out)


def marked(also: Also) -> Also:
    """Put the mark of the corpus' register before each source (`in_register`)."""
    if not also.register:
        return also
    pairs = [
        Pair(in_register(source, also.register), target) for source, target in also.corpus.pairs
    ]
    return also._replace(corpus=also.corpus._replace(pairs=pairs))


def leave_out_long(also: Also, tokenizer: Tokenizer, max_len: int) -> Also:
    """Leave out the pairs with more than `max_len` tokens on a side.

    Raises:
        ValueError: if no pair is left.
    """
    corpus = also.corpus
    kept, length = fitting(corpus.pairs, tokenizer, max_len)
    long = len(corpus.pairs) - len(kept)
    option = "--formal" if also.register else "--also"
    if not kept:
        raise ValueError(
            f"{option} {corpus.name}: of its {also.held + long:,} pairs {also.held:,} have a side "
            f"that is held out to measure, {long:,} more than {max_len} pieces, and none is left. "
            "Give another file, or leave it out."
        )
    return also._replace(corpus=corpus._replace(pairs=kept), long=long, length=length)


def fitting(pairs: Sequence[Pair], tokenizer: Tokenizer, max_len: int) -> tuple[list[Pair], float]:
    """Return the pairs of at most `max_len` tokens on a side, and their mean longer side."""
    kept, length = list[Pair](), 0
    for start in range(0, len(pairs), _CHUNK):
        some = pairs[start : start + _CHUNK]
        sides = (tokenizer.ids([pair[side] for pair in some]) for side in (0, 1))
        for pair, *ids in zip(some, *sides, strict=True):
            longest = max(map(len, ids))
            if longest <= max_len:
                kept.append(pair)
                length += longest
    return kept, length / max(len(kept), 1)


def draw_pairs(mix: Mix, starts: Sequence[int]) -> list[Pair]:
    """Return the pairs of a window; `starts` are the updates before each window up to this one.

    A further corpus gives round(share * window * n) pairs in all n windows that began before its
    point of the run; the main corpus gives the rest. Each corpus is read in a random order, with a
    new order for each pass. The pairs depend only on the seed and `starts`, so that a resumed run
    draws the same ones.
    """
    counts = len(starts) - 1, len(starts)  # The numbers of windows without and with this one.
    own_begin, own_stop = (mix.window * count for count in counts)
    drawn: list[Pair] = []
    for number, one in enumerate(mix.also, start=1):
        used = (bisect_left(starts, one.until * mix.total, hi=count) for count in counts)
        begin, stop = (round(one.share * mix.window * windows) for windows in used)
        drawn += passes(one.corpus.pairs, begin, stop, f"{mix.seed} {number}")
        own_begin, own_stop = own_begin - begin, own_stop - stop
    return [*drawn, *passes(mix.own, own_begin, own_stop, f"{mix.seed} 0")]


def passes(pairs: Sequence[Pair], begin: int, stop: int, name: str) -> Iterator[Pair]:
    """Yield the pairs from position `begin` to `stop` of endless passes in random orders.

    `name` is the seed of these orders.
    """
    while begin < stop:
        done, place = divmod(begin, len(pairs))
        order = _order(len(pairs), f"{name} {done}")[place : place + stop - begin]
        yield from (pairs[i] for i in order)
        begin += len(order)


@lru_cache(maxsize=8)  # The next windows need the same order.
def _order(count: int, seed: str) -> list[int]:
    order = list(range(count))
    Random(seed).shuffle(order)
    return order


def expected_passes(mix: Mix) -> list[float]:
    """Return the expected number of passes over the main corpus and over each further corpus.

    Every update has about the same number of tokens, so it reads fewer pairs of a corpus with long
    sentences.
    """
    seen = [0.0] * (1 + len(mix.also))
    for begin, end in pairwise(sorted({0.0, 1.0, *(one.until for one in mix.also)})):
        shares = [one.share * (end <= one.until) for one in mix.also]
        shares = [1 - sum(shares), *shares]
        lengths = [mix.length, *(one.length for one in mix.also)]
        mean = sum(share * length for share, length in zip(shares, lengths, strict=True))
        pairs = (end - begin) * mix.total * mix.rate * mix.length / mean
        seen = [one + share * pairs for one, share in zip(seen, shares, strict=True)]
    counts = [len(mix.own), *(len(one.corpus.pairs) for one in mix.also)]
    return [one / count for one, count in zip(seen, counts, strict=True)]
