"""Synthetic sentences whose verb agrees with the first noun: "the keys near the lamp"."""

from random import Random

from alignoscope.data.labelled.record import Labelled

VERB = "BE"  # the uninflected verb: a single word, where a gap would be several
LABELS = ("is", "are")
NOUNS = {  # singular to plural
    "key": "keys", "lamp": "lamps", "cat": "cats", "boy": "boys", "teacher": "teachers",
    "book": "books", "car": "cars", "tree": "trees", "friend": "friends", "house": "houses",
    "dog": "dogs", "picture": "pictures",
}  # fmt: skip
PLACES = ("near", "behind", "under", "beside", "with")
QUALITIES = ("old", "small", "red", "new", "big", "clean")
MOST_OTHERS = 3  # the most nouns between the first noun and the verb


def agreement(count: int, seed: int) -> list[Labelled]:
    """Return sentences such as "the old keys near the lamp BE red", labelled "is" or "are".

    The number of the first noun decides the label. The other nouns are drawn independently of it.
    """
    random = Random(seed)
    return [_drawn(random) for _ in range(count)]


def sentence(head: str, *others: str, quality: str = "red") -> Labelled:
    """Return a sentence with `head` as its first noun, then `others`, one per preposition."""
    words = ["the", head]
    for place, other in zip(PLACES, others, strict=False):
        words += [place, "the", other]
    return _asked([*words, VERB, quality], head=1)


def _drawn(random: Random) -> Labelled:
    words = _noun(random)
    head = len(words) - 1
    for _ in range(random.randint(0, MOST_OTHERS)):
        words += [random.choice(PLACES), *_noun(random)]
    return _asked([*words, VERB, random.choice(QUALITIES)], head)


def _noun(random: Random) -> list[str]:
    quality = [random.choice(QUALITIES)] if random.random() < 0.5 else []
    return ["the", *quality, random.choice([*NOUNS, *NOUNS.values()])]


def _asked(words: list[str], head: int) -> Labelled:
    label = LABELS[words[head] not in NOUNS]
    asked = (words.index(VERB),)
    return Labelled(words=tuple(words), labels=(label,), deciding=((head,),), asked=asked)
