"""Choosing what to make: about as many pairs for each word, of as many sources as there are."""

import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tqdm import tqdm

from alignoscope.data.corpus import Pair
from alignoscope.data.split import Split, fold, split_pairs
from alignoscope.tools.lexicon.agreement import indefinite
from alignoscope.tools.lexicon.contexts import Context, Finder, substitute
from alignoscope.tools.lexicon.entries import Entry
from alignoscope.tools.lexicon.frames import Filler, Frame, Slot

OFTEN = 60  # natural pairs and made ones together, at most
OF_A_SOURCE = 6  # pairs that one source may become
COMMON = 1_000  # words of which a source must consist, but for the word that changes
ANYWHERE = frozenset(
    ("language", "country", "city", "man", "woman", "surname", "month", "weekday", "nationality")
)
TURNS = 7  # how often an entry may stand in a frame, each time beside other words
OPENED = 0.5  # the share of frames with an opening, from the second turn on
WORDS = frozenset(("adjective", "noun", "verb"))  # Names and numbers are in many languages alike.
LEAST_KNOWN = 0.25  # the share of pairs with one of these; Tatoeba has 0.53, German texts 0.08
REAL = 0.7  # the share of an entry's pairs that come from real ones, where there are enough


class Made(NamedTuple):
    """A made pair, the entry it was made for, and the source that it came from, if any."""

    pair: Pair
    entry: Entry
    source: int | None


def make_pairs(
    pairs: Sequence[Pair], entries: Sequence[Entry], frames: Sequence[Frame], count: int, seed: int
) -> list[Made]:
    """Return at most `count` made pairs, the fewer an entry has in the corpus the more for it.

    No side of them is in dev or test, or in the corpus in English, but for case and marks.

    Raises:
        ValueError: if few pairs have a word of the lexicon and its translation.
    """
    split = split_pairs(pairs)
    finder = Finder(entries)
    known = 0
    natural: Counter[Entry] = Counter()
    places: dict[tuple[str, str], list[Context]] = defaultdict(list)
    counts = Counter(word for pair in split.train for word in pair.source.lower().split())
    common = {word for word, _ in counts.most_common(COMMON)}
    for number, pair in enumerate(tqdm(split.train, unit="pair")):
        found = set(finder.known(pair))
        natural.update(found)
        known += any(entry.part in WORDS for entry in found)
        for context in finder.contexts(number, pair):
            if context.kind in ANYWHERE or common.issuperset(finder.others(pair, context)):
                places[context.part, context.kind].append(context)
    if known < LEAST_KNOWN * len(split.train):
        raise ValueError(
            f"Only {known:,} of the {len(split.train):,} training pairs have a word of the lexicon "
            "and its translation: expected English in the first column and French in the second. "
            "Give such a corpus, or a lexicon of its languages with --lexicon."
        )
    spelt = [entry for entry in entries if entry.part == "variant"]
    written = _spellings(split.train, spelt)
    natural.update(dict.fromkeys(spelt, 0))
    wanted = _wanted(entries, natural, count)
    kept = Kept(pairs, split)
    filler = Filler(entries)
    slots: dict[str, list[tuple[Frame, Slot]]] = defaultdict(list)
    for frame in frames:
        for slot in frame.slots:
            for kind in slot.kinds:
                slots[kind].append((frame, slot))
    used: Counter[int] = Counter()
    for entry in tqdm(sorted(entries, key=natural.__getitem__), unit="word"):
        rng = random.Random(f"{seed} {entry}")
        want = wanted[entry]
        if entry.part == "variant":
            _fill_up(kept, entry, want, _respelt(split.train, written[entry], entry, rng), used)
            continue
        contexts = _shuffled(places[entry.part, entry.kind], used, rng)
        real = _real(split.train, contexts, entry)
        own = _framed(filler, slots, entry, rng)
        share = math.ceil(REAL * want)
        got = _fill_up(kept, entry, share, real, used)
        got += _fill_up(kept, entry, want - got, own, used)
        _fill_up(kept, entry, want - got, real, used)
    made = kept.made
    random.Random(seed).shuffle(made)
    return made[:count]  # A level of `_wanted` may be more.


def summary(made: Sequence[Made], entries: Sequence[Entry]) -> str:
    """Return how many pairs there are for the entries of each part and class, as a table."""
    counts = Counter(one.entry for one in made)
    real = Counter(one.entry for one in made if one.source is not None)
    groups: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[f"{entry.part} {entry.kind}"].append(entry)
    lines = ["class: words, pairs, of these from real ones, words with fewer than 20"]
    for name, group in sorted(groups.items()):
        pairs, ours = sum(counts[one] for one in group), sum(real[one] for one in group)
        few = sum(counts[one] < 20 for one in group)
        lines.append(f"{name}: {len(group)}, {pairs:,}, {ours:,}, {few}")
    sources = len({one.source for one in made if one.source is not None})
    return "\n".join([*lines, f"{sources:,} pairs of the corpus were used."])


class Kept:
    """The pairs that are kept: none twice, none of the corpus, nothing of dev or test."""

    def __init__(self, pairs: Sequence[Pair], split: Split) -> None:
        held = [*split.dev, *split.test]
        self._english = {fold(pair.source) for pair in pairs} | {fold(pair.target) for pair in held}
        self._french = {fold(pair.target) for pair in held} | {fold(pair.source) for pair in held}
        self._shapes: set[str] = set()
        self.made: list[Made] = []

    def keep(self, pair: Pair, entry: Entry, source: int | None) -> bool:
        """Keep a pair if there is none like it, and return whether it was kept."""
        english, french = fold(pair.source), fold(pair.target)
        shape = _shape(pair.source) if source is None else english
        if english in self._english or french in self._french or shape in self._shapes:
            return False
        self._english.add(english)
        self._shapes.add(shape)
        self.made.append(Made(pair, entry, source))
        return True


def _shape(text: str) -> str:
    """Return a sentence without its numbers, in which alone near duplicates may differ."""
    return re.sub(r"\d+", "0", fold(text))


def _wanted(entries: Sequence[Entry], natural: Counter[Entry], count: int) -> dict[Entry, int]:
    """Return how many pairs to make for each entry: those that fill it up to an equal number."""
    level = 1
    while level < OFTEN and sum(max(level - natural[e], 0) for e in entries) < count:
        level += 1
    return {entry: max(level - natural[entry], 0) for entry in entries}


def _fill_up(
    kept: Kept,
    entry: Entry,
    want: int,
    found: Iterator[tuple[Pair, int | None]],
    used: Counter[int],
) -> int:
    """Keep up to `want` of the pairs that are found, and return how many there are."""
    got = 0
    while got < want:
        one = next(found, None)
        if one is None:
            break
        pair, source = one
        if source is not None and used[source] >= OF_A_SOURCE:
            continue
        if kept.keep(pair, entry, source):
            got += 1
            if source is not None:
                used[source] += 1
    return got


def _shuffled(contexts: Sequence[Context], used: Counter[int], rng: random.Random) -> list[Context]:
    """Return up to 600 random contexts, those of the least used sources first."""
    some = rng.sample(contexts, min(len(contexts), 600))
    return sorted(some, key=lambda context: used[context.pair])


def _real(
    pairs: Sequence[Pair], contexts: Iterable[Context], entry: Entry
) -> Iterator[tuple[Pair, int | None]]:
    """Yield the pairs that an entry makes of real ones, each source once."""
    seen = set()
    for context in contexts:
        if context.pair not in seen:
            pair = substitute(pairs[context.pair], context, entry)
            if pair:
                seen.add(context.pair)
                yield pair, context.pair


def _framed(
    filler: Filler,
    slots: dict[str, list[tuple[Frame, Slot]]],
    entry: Entry,
    rng: random.Random,
) -> Iterator[tuple[Pair, int | None]]:
    """Yield sentence pairs by filling an entry into each frame in turn, `TURNS` times."""
    kind = f"{entry.part}.{entry.kind}" if entry.part in ("adjective", "verb") else entry.kind
    fitting = [(frame, slot) for frame, slot in slots[kind] if filler.fits(slot, entry)]
    for turn in range(TURNS):
        rng.shuffle(fitting)
        for frame, slot in fitting:
            pair = filler.fill(frame, slot, entry, rng, opened=bool(turn) and rng.random() < OPENED)
            if pair:
                yield pair, None


def _spellings(pairs: Sequence[Pair], entries: Sequence[Entry]) -> dict[Entry, list[int]]:
    """Return for each variant the numbers of the pairs that have one of its spellings.

    Where the two are different words, the pair must have the French word too.
    """
    of_word: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        for form in (entry.english, *entry.english_forms):
            of_word[form.split()[0]].append(entry)
    found: dict[Entry, list[int]] = {entry: [] for entry in entries}
    for number, pair in enumerate(pairs):
        words = re.findall(r"[^\W\d_]+(?:'s)?", pair.source.lower())
        for word in sorted(set(words) & of_word.keys()):
            for entry in of_word[word]:
                stem = entry.french[: max(len(entry.french) - 2, 4)]
                if entry.kind == "spelling" or re.search(rf"\b{stem}", pair.target.lower()):
                    found[entry].append(number)
    return found


def _respelt(
    pairs: Sequence[Pair], numbers: Sequence[int], entry: Entry, rng: random.Random
) -> Iterator[tuple[Pair, int | None]]:
    """Yield the pairs that have one form of a variant with the other in its place."""
    british, american = entry.english, entry.english_forms[0]
    for number in rng.sample(numbers, len(numbers)):
        source, target = pairs[number]
        for old, new in ((british, american), (american, british)):
            changed = respell(source, old, new)
            if changed != source:
                yield Pair(changed, target), number
                break


def respell(text: str, old: str, new: str) -> str:
    """Return an English text with one form of a word in the place of another, and "a" or "an"."""

    def put(match: re.Match[str]) -> str:
        word = new.capitalize() if match["word"][0].isupper() else new
        article = match["article"]
        if not article:
            return word
        changed = indefinite(word)
        return f"{changed.capitalize() if article[0].isupper() else changed} {word}"

    pattern = rf"\b(?:(?P<article>an?) )?(?P<word>{re.escape(old)})\b(?!-)"
    return re.sub(pattern, put, text, flags=re.IGNORECASE)
