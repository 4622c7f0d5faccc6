"""Links from weights, symmetrisation and AER, each worked out by hand; then with real models."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from conftest import SENTENCES, VARIANTS

from alignoscope.analysis.symmetrisation import SYMMETRISATIONS
from alignoscope.analysis.words import word_weights
from alignoscope.data.gold import GoldPair, Links, from_pharaoh, to_pharaoh
from alignoscope.data.tokenizer import END_ID, UNKNOWN_ID, split_words
from alignoscope.decoding.loop import force
from alignoscope.evaluation.alignment import (
    alignment_error,
    attention_links,
    extract_links,
    gold_error,
)
from alignoscope.figures.views.maps import merge_words
from alignoscope.records.sentence import END, Sentence
from alignoscope.records.trace import Trace

# Three target words over two source words; the end marks are the last row and column.
WEIGHTS = np.array(
    [
        [0.7, 0.2, 0.1],
        [0.3, 0.3, 0.4],  # mostly on the end mark: no link under arg-max
        [0.1, 0.5, 0.4],
        [0.0, 0.1, 0.9],
    ]
)


def gold_pair(source: str, target: str, sure: str = "", possible: str = "") -> GoldPair:
    links = from_pharaoh(sure)
    return GoldPair(
        name="1",
        part="dev",
        group="",
        source=source,
        target=target,
        source_words=tuple(split_words(source)),
        target_words=tuple(split_words(target)),
        sure=links,
        possible=links | from_pharaoh(possible),
    )


def sentence(text: str, *words: str) -> Sentence:
    """Return a sentence whose words are given as pieces with `|` between; `?x` is unknown."""
    parts = [(number, part) for number, word in enumerate(words) for part in word.split("|")]
    return Sentence(
        text=text,
        ids=(*(UNKNOWN_ID if part.startswith("?") else 50 for _, part in parts), END_ID),
        pieces=(*("<unk>" if part.startswith("?") else part for _, part in parts), END),
        words=(*(word.replace("|", "").replace("▁", "").replace("?", "") for word in words), END),
        word_of=(*(number for number, _ in parts), len(words)),
    )


@pytest.fixture
def trace(tiny) -> Callable[..., Trace]:
    """Return a maker of forced traces of given sentences and weights."""
    real = force(tiny("luong-dot"), ["car"], ["voiture"])[0]

    def make(source: Sentence, target: Sentence, weights: list[list[float]]) -> Trace:
        steps = tuple(
            replace(real.steps[0], token=piece, weights=np.array(row))
            for piece, row in zip(target.pieces, weights, strict=True)
        )
        values = np.zeros((len(source.pieces), real.values.shape[1]))
        return replace(real, source=source, target=target, values=values, steps=steps)

    return make


def test_arg_max_links_each_target_word_to_one_source_word_or_none() -> None:
    assert extract_links(WEIGHTS) == {(0, 0), (1, 2)}


def test_a_threshold_links_every_cell_at_or_above_it() -> None:
    found = {t: extract_links(WEIGHTS, method="threshold", threshold=t) for t in (0.3, 0.2, 1)}
    assert found[0.3] == {(0, 0), (0, 1), (1, 1), (1, 2)}
    assert found[0.2] == found[0.3] | {(1, 0)}
    assert found[1] == frozenset()


def test_a_shift_takes_the_row_after_or_before() -> None:
    assert extract_links(WEIGHTS, shift=1) == {(1, 1)}  # word 2 takes the end mark's row
    assert extract_links(WEIGHTS, shift=-1) == {(0, 1)}  # word 0 has no row
    found = extract_links(WEIGHTS, method="threshold", threshold=0.5, shift=-1)
    assert found == {(0, 1)}


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="Unknown method 'max': expected one of argmax, threshold"):
        extract_links(WEIGHTS, method="max")
    with pytest.raises(ValueError, match="The shift is 2: expected one of -1, 0, 1"):
        extract_links(WEIGHTS, shift=2)
    with pytest.raises(ValueError, match="The threshold is 0: expected more than 0 and at most 1"):
        extract_links(WEIGHTS, method="threshold", threshold=0)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("intersection", "2-2 3-0"),
        ("union", "0-1 1-3 2-2 3-0 3-3 3-4 5-1"),
        # Grow-diag, by target: 3-0 has no neighbour in the union. 2-2 has two: 1-3 comes first and
        # is added (1 and 3 are new); then 3-3 joins two words that both have links. 1-3 has none.
        # Final-and, forward first: 0-1 is added; 3-3 and 3-4 are not, since source 3 has a link.
        # Then backward: 5-1 is not, since target 1 has a link by now.
        ("grow-diag-final-and", "0-1 1-3 2-2 3-0"),
    ],
)
def test_symmetrisation_traced_on_paper(name: str, expected: str) -> None:
    forward, backward = from_pharaoh("3-0 0-1 2-2 3-3 3-4"), from_pharaoh("1-3 2-2 3-0 5-1")
    assert SYMMETRISATIONS[name](forward, backward) == from_pharaoh(expected)


def test_growing_goes_on_from_added_links_in_both_directions() -> None:
    forward, backward = from_pharaoh("2-2 2-3 2-4"), from_pharaoh("0-0 1-1 2-2")
    grown = SYMMETRISATIONS["grow-diag-final-and"](forward, backward)
    assert grown == from_pharaoh("0-0 1-1 2-2 2-3 2-4")


@pytest.mark.parametrize("name", SYMMETRISATIONS)
def test_symmetrising_lies_between_intersection_and_union(name: str) -> None:
    random = np.random.default_rng(0)
    for _ in range(97):
        forward: Links = frozenset((int(s), t) for t, s in enumerate(random.integers(0, 7, 11)))
        backward: Links = frozenset((s, int(t)) for s, t in enumerate(random.integers(0, 11, 7)))
        found = SYMMETRISATIONS[name](forward, backward)
        assert forward & backward <= found <= forward | backward
        assert SYMMETRISATIONS[name](forward, forward) == forward


def test_error_counts_over_the_corpus_before_it_divides() -> None:
    gold = [gold_pair("a b c", "d e f", "0-0 1-1", "1-2"), gold_pair("a", "b", "0-0")]
    score = alignment_error([from_pharaoh("0-0 1-2 2-2"), from_pharaoh("0-0")], gold)
    # |A| = 3 + 1, |S| = 2 + 1, |A & S| = 1 + 1, |A & P| = 2 + 1
    assert score.aer == pytest.approx(1 - (2 + 3) / (4 + 3))
    assert score.precision == pytest.approx(3 / 4)
    assert score.recall == pytest.approx(2 / 3)
    assert (score.pairs, score.skipped) == (2, 0)


def test_error_at_its_ends() -> None:
    gold = [gold_pair("a b", "c d", "0-0", "0-1 1-1")]
    assert alignment_error([gold[0].sure], gold)[2:] == (0, 1, 1)
    assert alignment_error([gold[0].possible], gold)[2:] == (0, 1, 1)
    assert alignment_error([from_pharaoh("1-0")], gold)[2:] == (1, 0, 0)
    assert alignment_error([frozenset()], gold)[2:] == (1, 1, 0)
    assert alignment_error([frozenset()], [gold_pair("a", "b")])[2:] == (0, 1, 1)
    assert alignment_error([None], gold) == (0, 1, 0, 1, 1)
    with pytest.raises(ValueError, match="Links of 0 pairs for 1 gold pairs"):
        alignment_error([], gold)


def test_pieces_are_summed_over_source_words_and_averaged_over_target_words(trace) -> None:
    source = sentence("don't go", "▁do", "n't", "▁g|o")
    target = sentence("pas", "▁p|as")
    rows = [[0.1, 0.2, 0.3, 0.3, 0.1], [0.5, 0.1, 0.1, 0.1, 0.2], [0.0, 0.0, 0.0, 0.2, 0.8]]
    made = trace(source, target, rows)
    merged = word_weights(made, ["don't", "go"], ["pas"])
    np.testing.assert_allclose(merged, [[0.45, 0.4, 0.15], [0.0, 0.2, 0.8]], atol=1e-6)
    shifted = word_weights(made, ["don't", "go"], ["pas"], shift=1)
    np.testing.assert_allclose(shifted, [[0.3, 0.2, 0.5], [0, 0, 0]], atol=1e-6)
    shifted = word_weights(made, ["don't", "go"], ["pas"], shift=-1)
    np.testing.assert_allclose(shifted, [[0.15, 0.3, 0.05], [0.6, 0.2, 0.2]], atol=1e-6)


def test_a_piece_that_covers_two_words_is_shared_by_their_characters(trace) -> None:
    made = trace(sentence("dele", "▁dele"), sentence("of", "▁of"), [[0.8, 0.2], [0.4, 0.6]])
    merged = word_weights(made, ["d", "ele"], ["o", "f"])
    expected = [[0.2, 0.6, 0.2], [0.2, 0.6, 0.2], [0.1, 0.3, 0.6]]
    np.testing.assert_allclose(merged, expected, atol=1e-6)


def test_unknown_pieces_stand_for_what_was_typed(trace) -> None:
    # Two unknown pieces in a word, a bare space mark, and an unknown mark without a space before.
    source = sentence("日本a語 b。", "▁|?日本|a|?語", "▁b", "?。")
    row = [0.05, 0.3, 0.1, 0.2, 0.15, 0.12, 0.08]
    made = trace(source, sentence("x", "▁x"), [row, row])
    merged = word_weights(made, ["日本", "a", "語", "b", "。"], ["x"])
    np.testing.assert_allclose(merged[0], [0.35, 0.1, 0.2, 0.15, 0.12, 0.08], atol=1e-6)
    merged = word_weights(made, ["日", "本a", "語b。"], ["x"])
    np.testing.assert_allclose(merged[0], [0.2, 0.25, 0.47, 0.08], atol=1e-6)


def test_given_words_may_be_typed_otherwise_than_the_sentence(tiny) -> None:
    checkpoint = tiny("luong-general")
    made = force(checkpoint, ["I’m “tired” 日…"], ["Je suis 語。"])[0]
    words = ["I", "’m", "“", "tired", "”", "日", "…"]
    merged = word_weights(made, words, ["Je", "suis", "語。"])
    assert merged.shape == (4, 8)
    np.testing.assert_allclose(merged.sum(axis=1), 1, atol=1e-5)
    with pytest.raises(
        ValueError, match=r"'I am' do not spell the sentence 'I\\'m \"tired\" 日...'"
    ):
        word_weights(made, ["I", "am"], ["Je", "suis", "語。"])
    with pytest.raises(ValueError, match="no word empty"):
        word_weights(made, words, ["Je", "suis", "\u200b", "語。"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_models_own_words_give_its_own_map(tiny, variant: str) -> None:
    for made in force(tiny(variant), SENTENCES[::2], SENTENCES[1::2]):
        words = made.source.words[:-1], made.target.words[:-1]
        if made.weights is None:
            with pytest.raises(ValueError, match=f"Variant '{variant}' has no attention"):
                word_weights(made, *words)
        else:
            expected = merge_words(made.weights, made.source, made.target, "weights")
            np.testing.assert_allclose(word_weights(made, *words), expected, atol=1e-6)


def test_a_translation_that_was_cut_off_is_refused(trace) -> None:
    made = trace(sentence("a", "▁a"), sentence("b", "▁b"), [[0.9, 0.1], [0.5, 0.5]])
    with pytest.raises(ValueError, match="'b' was cut off before its end mark"):
        word_weights(replace(made, finished=False), ["a"], ["b"])


@pytest.mark.parametrize("method", ["argmax", "threshold"])
@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_gold_error_is_its_parts_put_together(tiny, method: str, shift: int) -> None:
    checkpoint, options = tiny("luong-dot"), {"method": method, "threshold": 0.13}
    pairs = [gold_pair(s, t) for s, t in zip(SENTENCES[::-2], SENTENCES[-2::-2], strict=True)]
    found = attention_links(checkpoint, pairs, shift=shift, **options)
    for pair, links in zip(pairs, found, strict=True):
        made = force(checkpoint, [pair.source], [pair.target])[0]
        weights = word_weights(made, pair.source_words, pair.target_words, shift=shift)
        assert links == extract_links(weights, **options)
    assert sum(map(len, found)) > 5
    gold = [
        gold_pair(pair.source, pair.target, to_pharaoh(links))
        for pair, links in zip(pairs, found, strict=True)
    ]
    errors = [gold_error(checkpoint, gold, shift=other, **options).aer for other in (-1, 0, 1)]
    assert errors[shift + 1] == 0
    assert sorted(errors)[1] > 0


def test_gold_error_skips_and_counts_long_pairs(tiny) -> None:
    checkpoint = tiny("luong-dot")
    gold = [gold_pair("the " * 101, "la", "0-0"), gold_pair("the car", "la voiture", "0-0 1-1")]
    score = gold_error(checkpoint, gold)
    assert (score.pairs, score.skipped) == (1, 1)
    with pytest.raises(ValueError, match="None of 1 gold pairs has at most 100 tokens"):
        gold_error(checkpoint, gold[:1])


def test_both_directions_are_symmetrised(tiny) -> None:
    forward, backward = tiny("luong-dot"), tiny("bahdanau-dot", seed=1)
    gold = [gold_pair("The red car", "La voiture rouge, n'est-ce pas", "0-0 1-2 2-1")]
    one, other = (
        attention_links(forward, gold)[0],
        attention_links(backward, gold, backward=True)[0],
    )
    assert len(one) <= 8 >= len({t for _, t in one})
    assert len(other) == len({s for s, _ in other}) <= 3  # one target word a source word at most
    for name, join in SYMMETRISATIONS.items():
        score = gold_error(forward, gold, backward=backward, symmetrisation=name)
        assert score == alignment_error([join(one, other)], gold)
    with pytest.raises(ValueError, match="Unknown symmetrisation 'grow': expected one of inter"):
        gold_error(forward, gold, backward=backward, symmetrisation="grow")
