"""The generated Hindi phrases: the file is what the grammar writes, and its links are right."""

import gzip
from collections import Counter
from random import Random

import pytest

from alignoscope.data.corpus import Pair, normalise
from alignoscope.data.examples import EXAMPLES
from alignoscope.data.split import split_pairs
from alignoscope.data.tasks.hindi_phrases import FILE, PAIRS, hindi_phrases
from alignoscope.data.tokenizer import split_words
from alignoscope.records.links import parse_links
from alignoscope.tools.hindi_phrases import (
    FRAMES,
    KINDS,
    MOST_WORDS,
    NAMES,
    draw_sentence,
    lines,
)

pytestmark = pytest.mark.slow  # `make check` tests the tools

DRAWN = hindi_phrases(6007, 0)
VERBS = [verb for verbs in FRAMES.values() for verb in verbs]
BE = {"हूँ", "हो", "है", "हैं", "था", "थे", "थी", "थीं", "होगा", "होंगे", "होगी", "होंगी"}

# Written by hand, counted from 0: the marks । and . are words, and so is 's.
WRITTEN = {
    "सीमा एक गेंद ख़रीद रही है।": ("Seema is buying a ball.", "0-0 1-3 2-4 3-2 4-2 5-1 6-5"),
    "मेरा दोस्त गेंद को नहीं धोता है।": (
        "My friend does not wash the ball.",
        "0-0 1-1 2-6 4-3 5-4 6-2 7-7",
    ),
    "क्या सीमा ने नेहा को एक छोटा फूल दिखाया?": (
        "Did Seema show a small flower to Neha?",
        "1-1 3-7 4-6 5-3 6-4 7-5 8-0 8-2 9-8",
    ),
    "क्या सीमा रोज़ फ़िल्में देखती है?": (
        "Does Seema watch films every day?",
        "1-1 2-4 2-5 3-3 4-2 5-0 6-6",
    ),
    "कुर्सी पर दो सेब हैं।": ("There are two apples on the chair.", "0-6 1-4 2-2 3-3 4-1 5-7"),
    "मिठाई उस घर में होगी।": ("The sweet will be in that house.", "0-1 1-5 2-6 3-4 4-2 4-3 5-7"),
    "किसने वे गरम रोटियाँ खाईं?": ("Who ate those hot rotis?", "0-0 1-2 2-3 3-4 4-1 5-5"),
    "आज तुम कहाँ गईं?": ("Where did you go today?", "0-4 1-2 2-0 3-1 3-3 4-5"),
    "तुम अमित के छोटे शहर में मोहन से मिल रहे हो।": (
        "You are meeting Mohan in Amit's small city.",
        "0-0 1-5 2-6 3-7 4-8 5-4 6-3 8-2 9-2 10-1 11-9",
    ),
    "उन्होंने बच्चों को मोहन का फूल नहीं दिया।": (
        "They did not give Mohan's flower to the children.",
        "0-0 1-9 2-7 3-4 4-5 5-6 6-2 7-1 7-3 8-10",
    ),
    "कल वह अपने कमरे में नहीं दौड़ी।": (
        "She did not run in her room yesterday.",
        "0-7 1-0 2-5 3-6 4-4 5-2 6-1 6-3 7-8",
    ),
}


@pytest.mark.parametrize("count", [2000, pytest.param(PAIRS, marks=pytest.mark.slow)])
def test_the_file_has_what_the_script_writes(count: int) -> None:
    with gzip.open(FILE, "rt", encoding="utf-8", newline="") as file:
        written = list(file)
    assert len(written) == PAIRS
    both = zip(written, lines(count).splitlines(keepends=True), strict=False)
    assert [number for number, (one, other) in enumerate(both, start=1) if one != other] == []


def test_sentences_that_were_translated_and_linked_by_hand() -> None:
    found = {pair.source: pair for pair in DRAWN}
    for source, (target, links) in WRITTEN.items():
        pair = found[normalise(source)]  # where the grammar changes, choose others of its draws
        assert pair.target == target
        assert pair.links == {(i, j) for _, i, j in parse_links(links, "-", source)}


def test_the_verb_is_last() -> None:
    finite = {form for verb in VERBS for form in verb.perfective.split()} | BE
    for pair in DRAWN:
        *_, verb, mark = split_words(pair.source)
        assert verb in finite or verb.endswith(("गा", "गे", "गी"))
        assert mark == ("?" if pair.target.endswith("?") else "।")


def test_only_these_words_are_linked_to_nothing() -> None:
    unlinked: tuple[Counter, Counter] = Counter(), Counter()
    for source, target, links in DRAWN:
        for side, text in enumerate((source, target)):
            linked = {link[side] for link in links}
            words = enumerate(split_words(text))
            unlinked[side].update(word.lower() for i, word in words if i not in linked)
    assert set(unlinked[0]) == {"ने", "को", "से", "क्या"}
    assert set(unlinked[1]) == {"the", "a", "an", "to", "there"}


def test_a_hindi_sentence_has_one_english_one_of_few_words() -> None:
    random, read = Random(5), {}
    for pair in (draw_sentence(random) for _ in range(6007)):
        assert read.setdefault(pair.source, pair) == pair
        assert max(len(split_words(pair.source)), len(split_words(pair.target))) <= MOST_WORDS
    assert len(read) > 5500  # there are so many sentences that few come twice


def test_most_sentences_are_alone_when_they_are_split() -> None:
    split = split_pairs([Pair(pair.source, pair.target) for pair in DRAWN])
    assert all(len(part) > len(DRAWN) / 20 for part in (split.dev, split.test))
    assert len(split.train) < 0.85 * len(DRAWN)


def test_the_lexicon_is_modest_and_all_of_it_is_used() -> None:
    nouns = {noun.hindi for kind in KINDS.values() for noun in kind.nouns}
    adjectives = {adjective for kind in KINDS.values() for adjective in kind.adjectives}
    assert 60 <= len(nouns) + len(NAMES) + len(adjectives) + len(VERBS) <= 100
    english = Counter(word for pair in DRAWN for word in split_words(pair.target))
    meant = {noun.english for kind in KINDS.values() for noun in (*kind.nouns, *NAMES)}
    meant |= {word for kind in KINDS.values() for word in kind.adjectives.values()}
    meant |= {word for verb in VERBS for word in verb.english.split()}
    assert meant - {word.lower() for word in english} - english.keys() == set()


def test_the_examples_are_sentences_of_the_grammar() -> None:
    words = [set(), set()]
    for pair in DRAWN:
        for known, text in zip(words, pair[:2], strict=True):
            known |= {word.lower() for word in split_words(text)}
    for example in EXAMPLES["hindi-phrases"]:
        assert {*split_words(normalise(example.source))} <= words[0]
        assert {word.lower() for word in split_words(example.target)} <= words[1]
