"""BLEU by the length of the source, and joined sentences where there are too few."""

from alignoscope.data.corpus import Pair
from alignoscope.data.tokenizer import split_words
from alignoscope.evaluation import lengths
from alignoscope.evaluation.lengths import (
    Joined,
    join_pairs,
    measure_lengths,
    measure_real_lengths,
    pairs_of_length,
)
from tests.shared.measured import PAIRS


def test_sentences_are_joined_until_they_are_long_enough() -> None:
    numbers = ["1 2", "3 4 5 6 7", "8", "9 10", "11 12 13 14 15 16", "17 18", "19 20", "21"]
    joined = join_pairs([Pair(text, f"<{text}>") for text in numbers], 4, 5)
    # 1 2 is dropped, as the next would make 7 words, and so are 8 9 10; 11 to 16 never fit.
    assert joined == [
        Joined(Pair("3 4 5 6 7", "<3 4 5 6 7>"), 1),
        Joined(Pair("17 18 19 20", "<17 18> <19 20>"), 2),
    ]
    whole = join_pairs([Pair("1 2", "a"), Pair("3 4 5", "b"), Pair("6 7 8 9", "c")], 4, 5)
    assert [item.pair.source for item in whole] == ["1 2 3 4 5", "6 7 8 9"]


def test_long_sources_are_joined_only_where_there_are_too_few() -> None:
    pairs = [Pair(f"a b c {'d' * i}", f"t{i}") for i in range(1, 12)] + [Pair("e f", "x")] * 3
    natural = pairs_of_length(pairs, 4, 6, limit=7, join=True)
    assert len(natural) == 7
    assert all(item.sentences == 1 and item.pair in pairs for item in natural)
    joined = pairs_of_length(pairs, 7, 9, limit=7, join=True)
    assert {item.sentences for item in joined} == {2}
    assert {len(split_words(item.pair.source)) for item in joined} == {8}
    assert pairs_of_length(pairs, 7, 9, limit=7, join=False) == []


def test_bleu_by_length_says_what_was_joined(learned) -> None:
    rows = measure_lengths(learned("luong-dot"), PAIRS, "test", join=True, limit=2)  # 6, 5, 8 words
    found = [(row.shortest, row.longest, row.joined, row.pairs, row.sentences) for row in rows]
    assert found[:3] == [(1, 5, False, 1, 1), (6, 10, False, 2, 1), (11, 15, True, 1, 2)]
    assert (rows[0].words, rows[1].words, rows[1].bleu) == (5, 7, 100)
    rows = measure_lengths(learned("luong-dot"), PAIRS, "test", join=False, limit=2)
    assert [row.joined for row in rows] == [False, False]


def test_single_sentences_are_never_joined(learned, monkeypatch) -> None:
    monkeypatch.setattr(lengths, "FEWEST", 1)
    rows = measure_real_lengths(learned("luong-dot"), PAIRS, "written")  # 6, 5 and 8 words
    found = [(row.part, row.shortest, row.longest, row.joined, row.pairs) for row in rows]
    assert found == [("written", 1, 5, False, 1), ("written", 6, 10, False, 2)]
    monkeypatch.setattr(lengths, "FEWEST", 3)
    assert measure_real_lengths(learned("luong-dot"), PAIRS, "written") == []
