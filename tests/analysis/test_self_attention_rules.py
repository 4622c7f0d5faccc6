"""The doctor's rules for self-attention: each planted fault is named, and right maps keep them."""

import numpy as np
import pytest

import alignoscope
from alignoscope.analysis.doctor.self_attention_rules import ITSELF

TOKENS = ["<s>", "the", "red", "car", "is", "new"]
SIZE = len(TOKENS)
PADDED = ["<pad>", "<pad>", *TOKENS]
SCORES = np.random.default_rng(3).normal(0, 1.5, (1, 2, SIZE, SIZE))
CAUSAL = np.tril(np.ones((SIZE, SIZE)))
NEVER = {"Dropout is off", "A sentence in a batch is as it is alone"}
PAD = "No weight lies on padding"


def softmax(scores: np.ndarray, mask: object = 1, axis: int = -1) -> np.ndarray:
    shown = np.exp(np.where(mask, scores - scores.max(axis=axis, keepdims=True), -np.inf))
    return shown / shown.sum(axis=axis, keepdims=True)


def on(*rows: int) -> np.ndarray:
    """Return rows with nearly all their weight on one token each."""
    weights = np.full((1, 1, len(rows), len(rows)), 0.01)
    weights[..., range(len(rows)), rows] += 1 - 0.01 * len(rows)
    return weights


def padded(weights: np.ndarray) -> np.ndarray:
    """Return weights with two tokens of padding on the left, whose own rows are even."""
    whole = np.pad(weights, [(0, 0), (0, 0), (2, 0), (2, 0)])
    whole[..., :2, :] = 1 / whole.shape[-1]
    return whole


def found(weights: np.ndarray, tokens: list[str] | None = TOKENS, kind: str = "causal", **more):
    given = None if tokens is None else [tokens]
    return {one.rule: one for one in alignoscope.doctor(weights, given, kind=kind, **more)}


@pytest.mark.parametrize("kind", ["causal", "self-attention"])
def test_right_self_attention_keeps_every_rule_that_can_be_known(kind: str) -> None:
    weights = softmax(SCORES, CAUSAL if kind == "causal" else 1)
    alone, again = [weights[0]], weights
    for given, tokens in ((weights, TOKENS), (padded(weights), PADDED)):
        second = again if tokens is TOKENS else given
        told = found(given, tokens, kind, again=second, alone=alone)
        assert [*told] == [*ITSELF]
        unknown = {rule for rule, one in told.items() if one.kept is None}
        assert all(one.kept is not False for one in told.values()), told
        assert unknown == (
            ({PAD} if tokens is TOKENS else set())
            | ({"No token attends to a later one"} if kind != "causal" else set())
            | (
                {"The mask comes before the softmax"}
                if (tokens, kind) == (TOKENS, "self-attention")
                else set()
            )
        )


@pytest.mark.parametrize(
    ("weights", "kind", "rule", "numbers"),
    [
        (SCORES, "causal", "These are weights, from 0 to 1", "row 1, column"),
        (softmax(SCORES, CAUSAL)[..., 1:, :], "causal", "One row and one column", "5 rows and 6"),
        (softmax(SCORES, axis=-2), "self-attention", "The softmax is over", "columns sum to 1"),
        (softmax(SCORES), "causal", "No token attends to a later one", "row 1 has 0."),
        (
            softmax(SCORES, CAUSAL.T),
            "self-attention",
            "No token attends to a later one",
            "no token attends to an earlier one",
        ),
        (
            np.concatenate([softmax(SCORES, CAUSAL), softmax(SCORES[:, :1])], axis=1),
            "self-attention",
            "No token attends to a later one",
            "row 1 has 0.",
        ),
        (
            softmax(np.where(np.tril(np.ones((SIZE, SIZE)), -1), SCORES, -1e9)),
            "causal",
            "A token may attend to itself",
            "the diagonal is 0 from row 2 on",
        ),
        (
            softmax(SCORES) * CAUSAL,
            "causal",
            "The mask comes before the softmax",
            "and what is masked is 0",
        ),
        (softmax(0 * SCORES, CAUSAL), "causal", "Rows differ", "each row has the same weight"),
        (softmax(SCORES)[:, :, [1] * SIZE], "self-attention", "Rows differ", "all 6 rows"),
        (
            on(*[0] * SIZE) * CAUSAL + np.diag([0.05, *[0] * (SIZE - 1)]),
            "causal",
            "Weight is on more than one token",
            "at least 0.95 on token 1 ('<s>')",
        ),
        (
            on(5, 5, 5, 5, 5, 2),
            "self-attention",
            "Weight is on more than one token",
            "at least 0.95 on token 6 ('new')",
        ),
        (
            on(*range(SIZE)),
            "self-attention",
            "Weight is on more than the token itself",
            "at least 0.95 on its own token",
        ),
    ],
)  # fmt: skip
def test_a_planted_fault_of_self_attention_is_named(
    weights: np.ndarray, kind: str, rule: str, numbers: str
) -> None:
    told = found(weights, kind=kind)
    broken = {name: one for name, one in told.items() if one.kept is False}
    (name,) = (one for one in broken if one.startswith(rule))
    assert numbers in broken[name].numbers
    assert broken[name].cause


def test_weight_on_padding_counts_in_the_rows_of_tokens_only() -> None:
    weights = padded(softmax(SCORES, CAUSAL))
    assert found(weights, PADDED, "self-attention")[PAD].kept
    weights[0, 0, 4, :3] = (0.25, 0, 0.75)
    told = found(weights, PADDED, "self-attention")[PAD]
    assert told.numbers == "sentence 1: 0.25 of row 5."


def test_a_batch_that_changes_self_attention_is_named_with_padding_on_either_side() -> None:
    weights = softmax(SCORES, CAUSAL)
    rule = "A sentence in a batch is as it is alone"
    for moved in (0, 0.2):
        alone = [weights[0] * (1 - moved)]
        assert found(padded(weights), PADDED, alone=alone)[rule].kept == (not moved)


def test_what_the_doctor_is_given_is_one_of_three_kinds() -> None:
    weights = softmax(SCORES)
    with pytest.raises(ValueError, match="kind is 'masked': expected one of weights, self-att"):
        found(weights, kind="masked")
    with pytest.raises(ValueError, match="Self-attention has no target"):
        alignoscope.doctor(weights, [TOKENS], [TOKENS], kind="causal")


def test_of_a_sentence_of_padding_only_nothing_is_said() -> None:
    weights = np.full((2, 1, 3, 3), 1 / 3)
    tokens = [list("abc"), ["<pad>"] * 3]
    for kind in ("self-attention", "causal"):
        told = alignoscope.doctor(weights[1:], tokens[1:], kind=kind)
        assert {one.rule for one in told if one.kept is not None} == {
            "Every number is finite",
            "These are weights, from 0 to 1",
            "One row and one column per token",
            "The softmax is over the tokens attended to",
        }
        assert len(alignoscope.doctor(weights, tokens, kind=kind)) == len(ITSELF)
