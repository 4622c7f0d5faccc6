"""Facts about Hindi sentences, whose verb is last, and their English translations."""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from alignoscope.analysis.words import merge_words
from alignoscope.data.gold import GoldPair
from alignoscope.data.tasks.hindi_phrases import PAIRS, hindi_phrases
from alignoscope.data.tasks.making import gold_pairs
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.links import parse_links
from alignoscope.records.sentence import END
from alignoscope.records.trace import Trace

STOP, COUNTED = "।", 150  # The full stop of Devanagari, and how many pairs are counted.


@dataclass(frozen=True, kw_only=True)
class Glossed:
    """A Hindi sentence word by word, with its translation.

    Args:
        hindi: the words in Devanagari, without the full stop.
        roman: each word in Latin letters: a macron marks a long vowel, a tilde a nasal one, a dot a
            retroflex consonant.
        gloss: the meaning of each word; "-ing" marks an action that is going on.
        english: the words of the translation, without the full stop.
        links: which Hindi word is translated by which English one, as in "0-0 1-3".
    """

    hindi: str
    roman: str
    gloss: str
    english: str
    links: str

    @property
    def text(self) -> str:
        """The sentence as a model reads it."""
        return f"{self.hindi}{STOP}"

    @property
    def linked(self) -> list[list[int]]:
        """For each English word, the Hindi words that it translates, from 0."""
        pairs = [(i, j) for _, i, j in parse_links(self.links, "-", "The links of a gloss")]
        count = len(self.english.split())
        return [sorted(i for i, other in pairs if other == word) for word in range(count)]


TEA = Glossed(
    hindi="मीना चाय पी रही है",
    roman="mīnā cāy pī rahī hai",
    gloss="Meena tea drink -ing is",
    english="Meena is drinking tea",
    links="0-0 1-3 2-2 3-2 4-1",
)
WAS = TEA.text.replace("है", "थी")  # "Meena was drinking tea."
SHOP = Glossed(
    hindi="मोहन दुकान में रोटी ख़रीद रहा है",
    roman="mohan dukān mẽ roṭī kharīd rahā hai",
    gloss="Mohan shop in roti buy -ing is",
    english="Mohan is buying a roti in the shop",
    links="0-0 1-7 2-5 3-4 4-2 5-2 6-1",
)
SISTER = Glossed(
    hindi="मेरी बड़ी बहन कल स्कूल नहीं जाएगी",
    roman="merī baṛī bahan kal skūl nahī̃ jāegī",
    gloss="my elder sister tomorrow school not will-go",
    english="My elder sister will not go to the school tomorrow",
    links="0-0 1-1 2-2 3-9 4-8 5-4 6-3 6-5",
)
GLOSSED = {"tea": TEA, "shop": SHOP, "sister": SISTER}


def order(name: str) -> str:
    """Return the Hindi words, in Latin letters, in the order in which English needs them.

    `name` is that of a sentence in `GLOSSED`.
    """
    of = GLOSSED[name]
    needed = dict.fromkeys(i for linked in of.linked for i in linked)
    roman = of.roman.split()
    return " ".join(roman[i] for i in needed)


def before_verb(name: str) -> int:
    """Return how many English words can be said, in order, before the Hindi verb is heard.

    `name` is that of a sentence in `GLOSSED`; the verb begins where its gloss is the action.
    """
    of = GLOSSED[name]
    verb = next(i for i, one in enumerate(of.gloss.split()) if one in ("drink", "buy", "will-go"))
    known = [max(linked, default=0) < verb for linked in of.linked]
    return known.index(False)


def romanised(trace: Trace, of: Glossed) -> Trace:
    """Return a trace whose source words have their transliteration beside them."""
    pairs = zip(of.hindi.split(), of.roman.split(), strict=True)
    names = {word: f"{word} {roman}" for word, roman in pairs}
    words = tuple(names.get(word, word) for word in trace.source.words)
    return replace(trace, source=replace(trace.source, words=words))


def looks_for_is(checkpoint: Checkpoint) -> str:
    """Return the word, in Latin letters, with the most weight while *is* is written for `TEA`."""
    trace = translate(checkpoint, [TEA.text])[0]
    assert trace.weights is not None
    words = merge_words(trace.weights, trace.source, trace.target, "weights")
    place = int(words[trace.target.words.index("is")].argmax())
    return [*TEA.roman.split(), STOP, END][place]


def first_annotation(checkpoint: Checkpoint) -> str:
    """Return whether the first annotation "changes" or "stays" when only the last word differs."""
    one, other = translate(checkpoint, [TEA.text, WAS])
    return "stays" if np.array_equal(one.values[0], other.values[0]) else "changes"


def rows_right(checkpoint: Checkpoint) -> int:
    """Return the percentage of linked English words whose largest weight is on one of their links.

    The pairs are unseen, and the models are forced to their translations.
    """
    pairs = unseen()
    traces = force(checkpoint, [pair.source for pair in pairs], [pair.target for pair in pairs])
    right = [hit for both in zip(traces, pairs, strict=True) for hit in _hits(*both)]
    return round(100 * sum(right) / len(right))


@cache
def unseen() -> list[GoldPair]:
    """Return pairs of the task that no model has trained on, with their links."""
    return gold_pairs(hindi_phrases(PAIRS, seed=0), ["test"])[:COUNTED]


def _hits(trace: Trace, pair: GoldPair) -> list[bool]:
    """Return for each linked English word whether its row is largest at a link."""
    assert trace.weights is not None
    words = merge_words(trace.weights, trace.source, trace.target, "weights")
    linked = {j for _, j in pair.sure}
    return [(int(words[j].argmax()), j) in pair.sure for j in sorted(linked)]
