"""Synthetic sentences spliced from two languages, with nouns that several languages share."""

from random import Random
from typing import NamedTuple

from alignoscope.data.labelled.record import Labelled


class Grammar(NamedTuple):
    """The words of one language, and the position of its adjectives; `nouns` are unique to it."""

    determiners: tuple[str, ...]
    adjectives: tuple[str, ...]
    nouns: tuple[str, ...]
    verbs: tuple[str, ...]
    places: tuple[str, ...]
    noun_last: bool = False


SHARED = {
    "chat": ("English", "French"), "coin": ("English", "French"), "pain": ("English", "French"),
    "pan": ("English", "Spanish"), "pie": ("English", "Spanish"), "sol": ("French", "Spanish"),
    "piano": ("English", "French", "Spanish"),
}  # fmt: skip
GRAMMARS = {
    "English": Grammar(
        ("the", "my", "this"), ("old", "small", "black"), ("dog", "book", "garden", "cheese"),
        ("sees", "likes", "wants"), ("under", "behind"), noun_last=True,
    ),
    "French": Grammar(
        ("le", "mon", "ce"), ("noir", "rouge", "perdu"), ("chien", "livre", "jardin", "fromage"),
        ("voit", "aime", "veut"), ("sous", "devant"),
    ),
    "Spanish": Grammar(
        ("el", "mi", "este"), ("negro", "rojo", "viejo"), ("perro", "libro", "campo", "queso"),
        ("ve", "quiere", "mira"), ("bajo", "tras"),
    ),
}  # fmt: skip
LABELS = tuple(GRAMMARS)
PARTS = 5  # subject, verb, object, preposition, its noun phrase


def languages(count: int, seed: int) -> list[Labelled]:
    """Return sentences that begin in one language and end in another, labelled word by word.

    A noun of `SHARED` does not determine its label; the other words of its language do.
    """
    random = Random(seed)
    found = []
    for _ in range(count):
        begins, ends = random.sample(LABELS, 2)
        cut = random.randrange(1, PARTS)
        parts = [_part(i, begins if i < cut else ends, random) for i in range(PARTS)]
        found.append(_asked(parts))
    return found


def sentence(*parts: tuple[str, str]) -> Labelled:
    """Return the sentence that joins the parts, each a language and a phrase in it."""
    return _asked([(language, text.split()) for language, text in parts])


def _part(number: int, language: str, random: Random) -> tuple[str, list[str]]:
    grammar = GRAMMARS[language]
    if number % 2:
        return language, [random.choice(grammar.verbs if number == 1 else grammar.places)]
    shared = [noun for noun, of in SHARED.items() if language in of]
    noun = [random.choice(shared if random.random() < 0.5 else grammar.nouns)]
    quality = [random.choice(grammar.adjectives)] if random.random() < 0.5 else []
    own = [*quality, *noun] if grammar.noun_last else [*noun, *quality]
    return language, [random.choice(grammar.determiners), *own]


def _asked(parts: list[tuple[str, list[str]]]) -> Labelled:
    words: list[str] = []
    labels: list[str] = []
    for language, part in parts:
        words += part
        labels += [language] * len(part)
    telling = {
        language: tuple(
            i for i, word in enumerate(words) if labels[i] == language and word not in SHARED
        )
        for language in labels
    }
    return Labelled(
        words=tuple(words),
        labels=tuple(labels),
        deciding=tuple(telling[language] for language in labels),
        asked=tuple(range(len(words))),
    )
