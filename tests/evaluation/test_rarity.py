"""BLEU by the rarest word of a source, by hand-counted words."""

from alignoscope.data.corpus import Pair
from alignoscope.evaluation import rarity
from alignoscope.evaluation.rarity import count_words, measure_rarity, rarest
from tests.shared.measured import PAIRS


def test_words_are_counted_in_the_sources_without_regard_to_case() -> None:
    known = count_words([Pair("The cat, the dog.", "le"), Pair("A cat!", "chat")])
    assert (known["the"], known["cat"], known["dog"], known["le"]) == (2, 2, 1, 0)
    assert rarest("the CAT.", known) == 2
    assert rarest("The dog and the cat", known) == 0  # "and" is new
    assert rarest("1992!", known) == 0


def test_sentences_are_scored_by_their_rarest_word(learned, monkeypatch) -> None:
    monkeypatch.setattr(rarity, "FEWEST", 1)
    known = count_words(PAIRS * 150)
    own = next(word for word, count in known.items() if count == 150 and word.isalpha())
    known[own] = 4  # a word of one sentence only
    rows = measure_rarity(learned("luong-dot"), PAIRS, "test", known=known, width=1)
    found = [(row.least, row.most, row.pairs, row.bleu) for row in rows]
    assert found == [(1, 5, 1, 100.0), (101, None, 2, 100.0)]
    assert {row.decoding for row in rows} == {"greedy"}
    monkeypatch.setattr(rarity, "FEWEST", 2)
    rows = measure_rarity(learned("luong-dot"), PAIRS, "test", known=known, width=1)
    assert [row.least for row in rows] == [101]
