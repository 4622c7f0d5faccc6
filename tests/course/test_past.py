"""What scores make of past weights, by hand, and residual layers with and without a shortcut."""

from math import exp

import pytest
import torch

from alignoscope.course.facts import past
from alignoscope.course.facts.past import (
    DIGITS,
    LAYERS,
    LOOP,
    forgetful,
    keeps_place,
    line_that_forgets,
    repeats,
    song,
    what_stays,
    with_layers,
    without_past,
    words_kept,
)
from alignoscope.models.checkpoint import Checkpoint
from tests.course.course import load


def test_equal_keys_have_equal_weights_until_the_score_sees_where_it_was() -> None:
    equal = exp(4) / (3 * exp(4) + 3)
    assert song("query and keys")[2].tolist() == pytest.approx([equal, 1 / 3 - equal] * 3)
    assert song("these, and how much each key has had")[2, ::2] == pytest.approx([equal] * 3, 0.01)
    first = exp(8) / (exp(8) + 2 * exp(4) + 3)
    moved = song("these, and where it was")
    assert moved[0, 0] == pytest.approx(first)
    # The second letter has the bonus of the first one's weight; the other places have the rest.
    scores = [0, 4 + 4 * first, *(4 * one for one in moved[0, 1:5])]
    scores[3], scores[5] = scores[3] + 4, scores[5] + 4
    whole = sum(map(exp, scores))
    assert moved[1].tolist() == pytest.approx([exp(one) / whole for one in scores])


def test_only_the_place_tells_equal_digits_apart() -> None:
    assert keeps_place(DIGITS) == "these, and where it was"
    assert keeps_place("ab").split(", ")[0] == "query and keys"  # Different keys need no more.


def test_the_line_that_overwrites_the_coverage_is_wrong_and_one_that_adds_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert line_that_forgets() == "coverage = weights"
    monkeypatch.setattr(past, "LOOP", (*LOOP[:3], "coverage = coverage + weights"))
    with pytest.raises(StopIteration):
        line_that_forgets()


def test_four_words_in_a_row_twice_are_a_repetition() -> None:
    assert repeats("L'homme a vu le chat. L'homme a vu le chat.")
    assert not repeats("L'homme a vu le chien et la femme a vu le chat.")
    assert not repeats("un deux trois")


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("", "empty"),
        ("Tom a un chien et Tom a un chien.", "repeats"),
        ("Tom a un chien et un chat.", "stays"),
        ("Tom a un chat.", "shorter"),
        ("Tom a un chien et deux chats.", "changes"),
    ],
)
def test_what_becomes_of_a_text_without_the_past(
    monkeypatch: pytest.MonkeyPatch, text: str, becomes: str
) -> None:
    model = load("eng-fra/bahdanau-location-sensitive")

    def own_translation(_: str, one: Checkpoint) -> str:
        return "Tom a un chien et un chat." if one is model else text

    monkeypatch.setattr(past, "own_translation", own_translation)
    assert without_past(model) == becomes


@pytest.mark.parametrize("variant", ["bahdanau-location-sensitive", "bahdanau-coverage"])
def test_a_forgetful_score_is_that_of_no_past(variant: str) -> None:
    model = load(f"eng-fra/{variant}")
    score, without = (
        one.model.decoder.attention.score.float() for one in (model, forgetful(model))
    )
    torch.manual_seed(0)
    size = model.model.config.hidden_size
    query, keys, weights = torch.randn(1, 1, size), torch.randn(1, 5, size), torch.rand(1, 5)
    with torch.inference_mode():
        expected = score(query, score.project(keys))
        assert torch.equal(without(query, without.project(keys), weights), expected)
        assert not torch.equal(score(query, score.project(keys), weights), expected)


@pytest.mark.parametrize("way", LAYERS[1:])
def test_a_layer_is_silent_or_has_no_shortcut(way: str) -> None:
    model = load("eng-fra/tacotron-additive")
    rnn, changed = (one.model.decoder.residual[0] for one in (model, with_layers(way, model)))
    torch.manual_seed(0)
    x, before = torch.randn(1, 1, rnn.input_size), torch.randn(1, 1, rnn.hidden_size)
    with torch.inference_mode():
        states, after = rnn(x, before)
        output, state = changed(x, before)
    torch.testing.assert_close(x + output, x if way == LAYERS[1] else states)
    torch.testing.assert_close(state, after)


def test_what_stays_of_translations_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def given(*pairs: tuple[str, str]) -> str:
        monkeypatch.setattr(past, "_both", lambda *_: [*pairs])
        return what_stays(LAYERS[1], load("eng-fra/tacotron-additive"))

    assert given(("a b.", "a b.")) == "all"
    assert given(("un chat noir.", "un, un noir"), ("a b", "a")) == "most words"
    assert words_kept(LAYERS[1], load("eng-fra/tacotron-additive")) == 58
    assert given(("un chat noir", "un chatnoir de la")) == "few words"  # of these, only “un”
