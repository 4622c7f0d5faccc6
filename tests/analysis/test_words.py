"""Weights merged from pieces into given words, worked out by hand."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from alignoscope.analysis.words import merge_words, own_map, plain_token, plain_words, word_weights
from alignoscope.data.tokenizer import END_ID, UNKNOWN_ID
from alignoscope.decoding.forced import force
from alignoscope.records.foreign import ForeignFile, ForeignSentence, Heads, foreign_trace
from alignoscope.records.sentence import END, Sentence
from alignoscope.records.trace import Trace
from tests.shared.samples import SENTENCES, VARIANTS


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


def test_a_space_mark_alone_is_shown_as_a_blank() -> None:
    alone = Sentence(
        text="a  b", ids=(4, 5, 6, 3), pieces=("▁a", "▁", "▁b", END),
        words=("a", "▁", "b", END), word_of=(0, 1, 2, 3),
    )  # fmt: skip
    assert plain_words(alone) == ("a", "␣", "b", "end")
    assert [plain_token(token) for token in ("▁a", "▁", "s", END)] == ["a", "␣", "s", "end"]
    assert plain_token("▁", "pieces") == "▁"


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


@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_own_words_merge_as_given_ones_do_and_a_shift_is_of_steps(tiny, shift: int) -> None:
    found = force(tiny("luong-general"), [SENTENCES[0]], [SENTENCES[1]])[0]
    given = word_weights(found, found.source.words[:-1], found.target.words[:-1], shift=shift)
    assert np.allclose(own_map(found, shift=shift), given, rtol=1e-5, atol=1e-7)


def test_what_has_no_end_mark_gets_an_empty_row_and_column() -> None:
    side = Sentence(text="a b", ids=(1, 2), pieces=("a", "b"), words=("a", "b"), word_of=(0, 1))
    rows = np.array([[0.3, 0.7], [0.6, 0.4]], np.float32)
    file = ForeignFile(
        name="f",
        tool="t",
        kind="weights",
        sentences=(ForeignSentence(number=0, source=side, target=side, maps=rows[None, None]),),
    )
    found = own_map(foreign_trace(file, file.sentences[0], Heads()))
    assert np.array_equal(found, np.pad(rows, (0, 1)))
