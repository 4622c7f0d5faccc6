"""Pairs with other names of people, for languages that have no lexicon of their own."""

import random
import re
from collections import defaultdict
from collections.abc import Sequence

from alignoscope.data.corpus import Pair
from alignoscope.data.split import split_pairs
from alignoscope.tools.lexicon.entries import Entry
from alignoscope.tools.lexicon.making import Kept

FIRST, LAST = ("man", "woman"), "surname"
TATOEBAS = {"Tom": "man", "Mary": "woman"}  # so frequent that the lexicon makes no pairs for them
WHOLE = 0.2  # the share of first names that get a surname
CHANGED = re.compile(r"\b(y h?i|o h?o)", re.IGNORECASE)  # Spanish "e Inés", "u Olga"


def exchange_names(
    pairs: Sequence[Pair], entries: Sequence[Entry], count: int, seed: int
) -> list[Pair]:
    """Return up to `count` pairs of the training part with the name of a person exchanged.

    A name that the lexicon knows and that stands once on each side, in the same form, gives way on
    both to another of its class, each as often as all others. The words around it stay as they
    are, so this is for languages where a name does not change them, such as Spanish or German. No
    side of the result is in dev or test.
    """
    rng = random.Random(seed)
    split = split_pairs(pairs)
    names = {
        kind: [e for e in entries if (e.part, e.kind, e.french) == ("name", kind, e.english)]
        for kind in (*FIRST, LAST)
    }
    kinds = TATOEBAS | {entry.english: kind for kind, some in names.items() for entry in some}
    places: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for number, pair in enumerate(split.train):
        for word in sorted(set(re.findall(r"[^\W\d_]+", pair.source)) & kinds.keys()):
            if all(len(re.findall(rf"\b{word}\b", side)) == 1 for side in pair):
                places[kinds[word]].append((number, word))
    kept = Kept(pairs, split)
    wanted = [entry for kind, some in names.items() if places[kind] for entry in some]
    for entry in wanted:
        missing = -(-count // len(wanted))
        some = places[entry.kind]
        for number, old in rng.sample(some, min(len(some), 3 * missing)):
            if not missing:
                break
            new = entry.english
            if entry.kind in FIRST and rng.random() < WHOLE:
                new = f"{new} {rng.choice(names[LAST]).english}"
            made = Pair(*(re.sub(rf"\b{old}\b", new, side) for side in split.train[number]))
            if not CHANGED.search(made.target):
                missing -= kept.keep(made, entry, number)
    rng.shuffle(kept.made)
    return [made.pair for made in kept.made[:count]]
