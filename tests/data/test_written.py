"""The written pairs: readable, in parts that share no sentence, with words held out of training."""

import hashlib
import re
from functools import cache
from pathlib import Path

import pytest

from alignoscope.data.corpus import read_pairs

FOLDER = Path(__file__).parents[2] / "data" / "written"
PARTS = ("", ".dev", ".test")
ROUNDS = {"fra": ("", "third-", "fourth-", "fifth-"), "spa": ("",), "deu": ("",)}
# Of Bahdanau et al. 2015, figure 3, and Luong et al. 2015, figure 7 and table 5.
KEPT = (
    "The agreement on the European Economic Area was signed in August 1992",
    "It should be noted that the marine environment is the least known of environments",
    "Destruction of the equipment means that Syria can no longer produce new chemical weapons",
    "This will change my future with my family the man said",
    "They do not understand why Europe exists in theory but not in reality",
    "Orlando Bloom and Miranda Kerr still love each other",
)


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


@cache
def pairs_of(language: str, part: str) -> list[tuple[str, str]]:
    """Return the pairs of a part, of all rounds of a language."""
    files = [FOLDER / f"{one}eng-{language}{part}.tsv.gz" for one in ROUNDS[language]]
    return [tuple(pair) for file in files for pair in read_pairs(file)]


@pytest.fixture(scope="module")
def held_out() -> dict[str, str]:
    """Return the held-out words, each with its part."""
    lines = (FOLDER / "held-out-words.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return dict(line.split("\t") for line in lines)


@pytest.mark.parametrize("language", ["fra", "spa", "deu"])
def test_no_sentence_is_in_two_parts(language: str) -> None:
    parts = [pairs_of(language, part) for part in PARTS]
    english = [{" ".join(words(source)) for source, _ in pairs} for pairs in parts]
    assert sum(map(len, english)) == len(set.union(*english)) == sum(map(len, parts))


def test_the_training_parts_have_no_held_out_word(held_out: dict[str, str]) -> None:
    assert {"dev", "test"} == set(held_out.values())
    for language in ("fra", "spa", "deu"):
        found = {word for source, _ in pairs_of(language, "") for word in words(source)}
        assert found & held_out.keys() == set()


def test_two_thousand_are_held_out_and_lengths_are_those_that_people_type() -> None:
    train, *held = (len(pairs_of("fra", part)) for part in PARTS)
    assert train > 60_000
    assert all(size > 1_900 for size in held)
    lengths = [len(source.split()) for source, _ in pairs_of("fra", "")]
    assert all(1 <= length <= 32 for length in lengths)
    assert sum(length >= 16 for length in lengths) > 0.2 * len(lengths)


def test_the_papers_sentences_stay_out() -> None:
    kept = [{word for word in words(text) if len(word) > 3} for text in KEPT]
    for language in ("fra", "spa", "deu"):
        for part in PARTS:
            for source, _ in pairs_of(language, part):
                own = set(words(source))
                near = [one for one in kept if len(own & one) >= max(4, len(one) / 2)]
                assert not near, source


def test_the_readme_has_the_hash_of_each_file() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    files = sorted(FOLDER.glob("*.gz"))
    assert len(files) >= 6
    for file in files:
        assert hashlib.sha256(file.read_bytes()).hexdigest() in text, file.name
