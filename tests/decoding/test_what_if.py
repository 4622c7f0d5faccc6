"""What if: other tokens, other weights. What is not changed stays as it was."""

import numpy as np
import pytest

from alignoscope.analysis import edits
from alignoscope.data.tokenizer import END_ID
from alignoscope.decoding.forced import force, force_sentences
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.loop import length_limit
from alignoscope.decoding.what_if import continue_from, token_id
from alignoscope.records.trace import Trace
from tests.shared.samples import VARIANTS
from tests.shared.traces import ATTENDING, assert_same

TEXT = "The old car is fast."


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_changed_is_the_greedy_translation(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    before = translate(checkpoint, [TEXT])[0]
    after = continue_from(checkpoint, before.source)
    assert after.mode == "free"
    assert_same(before, after)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_branch_of_its_own_tokens_changes_nothing(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    before = translate(checkpoint, [TEXT])[0]
    for length in (1, len(before.steps) // 2, len(before.steps)):
        after = continue_from(checkpoint, before.source, prefix=before.target.ids[:length])
        assert after.mode == "branch"
        assert_same(before, after)


@pytest.mark.parametrize("variant", ["bahdanau-additive", "fixed-context"])
def test_a_branch_goes_on_greedily_from_another_token(learned, variant: str) -> None:
    checkpoint = learned(variant)
    before = translate(checkpoint, ["The red car is fast."])[0]
    prefix = (*before.target.ids[:2], checkpoint.tokenizer.encode("maison").ids[0])
    after = continue_from(checkpoint, before.source, prefix=prefix)
    assert after.target.ids[:3] == prefix
    assert before.target.ids[:3] != prefix
    assert_same(after, force_sentences(checkpoint, [after.source], [after.target])[0])
    for step in after.steps[3:]:
        assert step.token == step.candidates[0].token


def test_a_branch_may_end_the_sentence(tiny) -> None:
    checkpoint = tiny("luong-dot")
    source = checkpoint.tokenizer.encode(TEXT)
    prefix = (checkpoint.tokenizer.encode("Elle").ids[0], END_ID)
    trace = continue_from(checkpoint, source, prefix=prefix)
    assert trace.finished
    assert trace.target.ids == prefix


@pytest.mark.parametrize("variant", ATTENDING)
def test_edits_with_its_own_rows_change_nothing(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    before = translate(checkpoint, [TEXT])[0]
    last = len(before.steps) - 1
    rows = {0: before.weights[0], last: before.weights[last], 1_000: before.weights[0]}
    after = continue_from(checkpoint, before.source, edits=rows)
    assert after.mode == "edited"
    assert_same(before, after)


@pytest.mark.parametrize("variant", ATTENDING)
def test_an_edit_takes_the_place_of_the_weights_of_its_step_alone(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    before = force(checkpoint, [TEXT], ["Elle aime la voiture"])[0]
    row = edits.only(edits.uniform(before.weights[2]), [1, 3])
    after = continue_from(checkpoint, before.source, edits={2: row}, target=before.target)
    assert after.mode == "edited"
    assert after.target is before.target
    np.testing.assert_allclose(after.weights[2], row, atol=1e-6)
    np.testing.assert_allclose(after.steps[2].context, row @ after.values, atol=1e-5)
    np.testing.assert_allclose(after.scores[:3], before.scores[:3], rtol=1e-5, atol=1e-5)
    for step in (0, 1):
        assert after.steps[step].log_prob == pytest.approx(before.steps[step].log_prob, rel=1e-5)
    assert abs(after.steps[2].log_prob - before.steps[2].log_prob) > 1e-5
    given = force_sentences(checkpoint, [after.source], [after.target], [after.weights])[0]
    assert_same(after, given)


@pytest.mark.parametrize("score", ["general", "location-sensitive", "coverage"])
def test_only_scores_that_read_the_past_know_of_an_edit_before(tiny, score: str) -> None:
    checkpoint = tiny(f"luong-{score}")
    before = force(checkpoint, [TEXT], ["Elle aime la voiture"])[0]
    row = edits.only(before.weights[1], [3])
    after = continue_from(checkpoint, before.source, edits={1: row}, target=before.target)
    moved = np.abs(after.scores - before.scores).max(axis=1) / np.abs(before.scores).max()
    assert moved[:2].max() < 1e-6
    assert (moved[2:] > 1e-4).all() == (score != "general")


def test_a_target_alone_is_forced(tiny) -> None:
    checkpoint = tiny("bahdanau-dot")
    forced = force(checkpoint, [TEXT], ["Elle aime la voiture"])[0]
    trace = continue_from(checkpoint, forced.source, target=forced.target)
    assert trace.mode == "forced"
    assert_same(forced, trace)


def attempt(checkpoint, **changes) -> Trace:
    return continue_from(checkpoint, checkpoint.tokenizer.encode("car."), **changes)


@pytest.mark.parametrize(
    ("prefix", "message"),
    [
        ((5, END_ID, 5), "after the end: step 2"),
        ((5,) * 19, "after 19 tokens: .* at most 18"),
        ((83,), "no token 83: the vocabulary has 83"),
        ((-1,), "no token -1"),
    ],
)
def test_a_branch_that_cannot_be_is_refused(tiny, prefix: tuple[int, ...], message: str) -> None:
    checkpoint = tiny("luong-dot")
    assert length_limit(checkpoint.tokenizer.encode("car.")) == 18
    with pytest.raises(ValueError, match=message):
        attempt(checkpoint, prefix=prefix)


@pytest.mark.parametrize(
    ("step", "row", "message"),
    [
        (0, [0.0] * 4, "All weights of the row are 0"),
        (0, [0.5, np.nan, 0.5, 0.0], "not a number"),
        (0, [0.5, np.inf, 0.5, 0.0], "not a number"),
        (0, [1.2, -0.2, 0.0, 0.0], "A weight is -0.2"),
        (4, [0.5, 0.5], "row of step 5 has 2 weights: expected 4"),
        (0, [[1.0] * 4], "expected one weight for each"),
        (4, [0.26] * 4, "sum to 1.04: expected at most 1"),
        (-1, [1.0] * 4, "step -1"),
    ],
)
def test_an_edit_that_does_not_fit_is_refused(tiny, step: int, row: list, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        attempt(tiny("luong-dot"), edits={step: np.array(row)})


def test_a_branch_of_a_fixed_target_is_refused(tiny) -> None:
    checkpoint = tiny("luong-dot")
    with pytest.raises(ValueError, match="one of the two"):
        attempt(checkpoint, prefix=(5,), target=checkpoint.tokenizer.encode("Elle"))


def test_a_model_without_attention_has_no_weights_to_edit(tiny) -> None:
    with pytest.raises(ValueError, match="has no attention"):
        attempt(tiny("fixed-context"), edits={0: np.ones(4) / 4})
    assert attempt(tiny("fixed-context")).weights is None


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("pas", "▁pas"),
        (" pas ", "▁pas"),
        ("▁pas", "▁pas"),
        ("▁", "▁"),
        ("+pas", "pas"),
        ("ais", "ais"),
        ("+ais", "ais"),
        ("</s>", "</s>"),
        ("+<unk>", "<unk>"),
    ],
)
def test_a_typed_token_is_found(tiny, text: str, piece: str) -> None:
    checkpoint = tiny("luong-dot")
    assert checkpoint.tokenizer.piece(token_id(checkpoint, text)) == piece


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Type a word"),
        ("\x00", "Type a word"),
        ("la", "'la' is not one token but 2: ▁l · a. Type the first one, 'l'"),
        ("pas pas", "not one token but 2: ▁pas · ▁pas"),
        ("▁ais", "not one token but 2: ▁ · ais. Type the first one, '▁'"),
        ("日本", "no token for '日本'"),
        ("<b>", "no token for '<'"),
    ],
)
def test_what_is_not_one_token_is_explained(tiny, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        token_id(tiny("luong-dot"), text)
