"""The English-French gold set: a well-formed file, and a README that tells the truth about it."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from alignoscope.data.corpus import normalise
from alignoscope.data.tokenizer import split_words

FOLDER = Path(__file__).parent.parent.parent / "data" / "gold"
HEADER = ["id", "part", "phenomenon", "english", "french", "sure", "possible"]

Links = list[tuple[int, int]]


class Gold(NamedTuple):
    number: int
    part: str
    phenomenon: str
    english: str
    french: str
    sure: Links
    possible: Links

    @property
    def words(self) -> tuple[list[str], list[str]]:
        return split_words(self.english), split_words(self.french)


def read_links(text: str) -> Links:
    pairs = [link.split("-") for link in text.split()]
    return [(int(i), int(j)) for i, j in pairs]


def read_gold() -> list[Gold]:
    text = (FOLDER / "eng-fra.tsv").read_text(encoding="utf-8")
    header, *rows = [line.split("\t") for line in text.removesuffix("\n").split("\n")]
    assert header == HEADER
    return [
        Gold(int(number), *texts, read_links(sure), read_links(possible))
        for number, *texts, sure, possible in rows
    ]


GOLD = read_gold()


def test_the_gold_set_has_200_numbered_pairs_in_two_parts() -> None:
    assert [pair.number for pair in GOLD] == list(range(1, 201))
    assert Counter(pair.part for pair in GOLD) == {"dev": 50, "test": 150}


def test_every_phenomenon_is_in_both_parts() -> None:
    phenomena = {pair.phenomenon for pair in GOLD}
    assert len(phenomena) == 8
    for part in ("dev", "test"):
        assert {pair.phenomenon for pair in GOLD if pair.part == part} == phenomena


def test_the_sentences_are_normalised_short_and_distinct() -> None:
    for texts in ([pair.english for pair in GOLD], [pair.french for pair in GOLD]):
        assert [normalise(text) for text in texts] == texts
        assert len({text.casefold() for text in texts}) == len(texts)
        for text in texts:
            spoken = [word for word in split_words(text) if word not in ".,!?"]
            assert 3 <= len(spoken) <= 15, text


def test_every_link_is_in_range_and_given_once() -> None:
    for pair in GOLD:
        english, french = pair.words
        links = pair.sure + pair.possible
        assert pair.sure, pair
        assert len(set(links)) == len(links), pair
        assert pair.sure == sorted(pair.sure), pair
        assert pair.possible == sorted(pair.possible), pair
        assert all(1 <= i <= len(english) and 1 <= j <= len(french) for i, j in links), pair


def test_final_punctuation_is_a_sure_link() -> None:
    for pair in GOLD:
        english, french = pair.words
        assert english[-1] == french[-1], pair
        assert english[-1] in ".!?", pair
        assert (len(english), len(french)) in pair.sure, pair


def test_do_support_is_never_a_sure_link() -> None:
    for pair in GOLD:
        english, _ = pair.words
        assert not {english[i - 1].lower() for i, _ in pair.sure} & {"do", "does", "did"}, pair


def test_an_english_negation_is_surely_linked_to_ne() -> None:
    for pair in GOLD:
        english, french = pair.words
        for i, word in enumerate(english, start=1):
            if word.lower() in ("n't", "not", "never"):
                linked = {french[j - 1].lower() for k, j in pair.sure if k == i}
                assert linked & {"ne", "n'"}, pair


def test_the_counts_in_the_readme_are_true() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    counts = Counter((pair.phenomenon, pair.part) for pair in GOLD)
    for phenomenon in {pair.phenomenon for pair in GOLD}:
        (line,) = [x for x in readme.splitlines() if x.startswith(f"| `{phenomenon}` |")]
        dev, test = counts[phenomenon, "dev"], counts[phenomenon, "test"]
        assert line.endswith(f"| {dev} | {test} | {dev + test} |")
    for part in ("dev", "test", "all"):
        pairs = [pair for pair in GOLD if part in ("all", pair.part)]
        numbers = [
            len(pairs),
            sum(len(pair.words[0]) for pair in pairs),
            sum(len(pair.words[1]) for pair in pairs),
            sum(len(pair.sure) for pair in pairs),
            sum(len(pair.possible) for pair in pairs),
        ]
        assert f"| {part} | {' | '.join(map(str, numbers))} |" in readme.splitlines()
