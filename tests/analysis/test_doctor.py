"""The doctor names planted faults of a small attention, and passes a right one."""

import warnings

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import alignoscope
from alignoscope.analysis.doctor.examining import examine
from alignoscope.analysis.doctor.findings import Examined, Finding
from alignoscope.analysis.doctor.rules import RULES, unread_tokens

SOURCES = [["the", "red", "car", "is", "new", "</s>"], ["a", "car", "</s>"]]
TARGETS = [["la", "voiture", "est", "neuve", "</s>"]] * 2
KEPT_UNKNOWN = {"A sentence in a batch is as it is alone"}


class Attention(nn.Module):
    """Dot attention over padded sentences, with one fault at most."""

    def __init__(self, fault: str = "") -> None:
        super().__init__()
        self.fault = fault
        self.dropout = nn.Dropout(0.3)

    def forward(self, queries: Tensor, keys: Tensor, mask: Tensor) -> Tensor:
        scores = queries @ keys.transpose(1, 2) / 3
        if self.fault == "leaking":  # the encoder read the padding: the longer, the more
            scores = scores + keys.shape[1] * torch.arange(keys.shape[1]) / 20
        padding = ~mask.unsqueeze(1)
        if self.fault == "scores":
            return scores
        if self.fault == "nan":
            padding = padding | (torch.arange(queries.shape[1]) == 2).view(1, -1, 1)
        if self.fault == "no mask":
            return scores.softmax(dim=-1)
        if self.fault == "mask behind":
            return scores.softmax(dim=-1).masked_fill(padding, 0)
        axis = 1 if self.fault == "axis" else -1
        weights = scores.masked_fill(padding, -torch.inf if axis == -1 else -1e9).softmax(dim=axis)
        return self.dropout(weights) if self.fault == "dropout" else weights


def caught(fault: str) -> list[Examined]:
    """Return the maps of two sentences in a batch, from a second run, and alone."""
    torch.manual_seed(5)
    queries, keys = torch.randn(2, 5, 7), torch.randn(2, 6, 7)
    mask = torch.tensor([[True] * 6, [True] * 3 + [False] * 3])
    module = Attention(fault)

    def run(rows: slice, columns: int) -> np.ndarray:
        parts = (queries[rows], keys[rows, :columns], mask[rows, :columns])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the faults are planted
            return alignoscope.catch(module, lambda: module(*parts))

    whole, again = run(slice(0, 2), 6), run(slice(0, 2), 6)
    alone = [run(slice(0, 1), 6), run(slice(1, 2), 3)]
    return [
        Examined(
            f"sentence {i + 1}",
            whole[i : i + 1],
            SOURCES[i],
            TARGETS[i],
            again[i : i + 1],
            alone[i],
        )
        for i in range(2)
    ]


def broken(maps: list[Examined]) -> dict[str, Finding]:
    return {one.rule: one for one in examine(maps) if one.kept is False}


def test_a_right_attention_keeps_every_rule() -> None:
    findings = examine(caught(""))
    assert [one.rule for one in findings] == list(RULES)
    assert all(one.kept for one in findings)


@pytest.mark.parametrize(
    ("fault", "rule", "numbers"),
    [
        ("nan", "Every number is finite", "sentence 1: row 3, column 1 is nan"),
        ("scores", "These are weights, from 0 to 1", "column 1 is 1.2"),
        ("no mask", "No weight lies on padding", "sentence 2: 0."),
        ("mask behind", "The mask comes before the softmax", "sentence 2: row 1 sums to 0."),
        ("axis", "The softmax is over the source", "columns sum to 1"),
        ("dropout", "Dropout is off", "a second run differs by"),
        ("leaking", "A sentence in a batch is as it is alone", "sentence 2: row"),
    ],
)
def test_a_planted_fault_is_named(fault: str, rule: str, numbers: str) -> None:
    found = broken(caught(fault))
    assert rule in found
    assert numbers in found[rule].numbers
    assert found[rule].cause.startswith("Usual cause: ")
    assert "BROKEN" in str(found[rule])


def changed(change, **words) -> dict[str, Finding]:
    """Return what is broken once the maps of a right attention were changed."""
    return broken(
        [
            Examined(
                one.where,
                change(one.numbers),
                words.get("source", one.source),
                words.get("target", one.target),
            )
            for one in caught("")
        ]
    )


def test_a_transposed_map_is_named() -> None:
    found = changed(lambda numbers: numbers.swapaxes(-1, -2))
    assert (
        "6 rows and 5 columns for 5 target and 6 source tokens"
        in found["Rows are target tokens, columns source tokens"].numbers
    )
    assert found.keys() == {"Rows are target tokens, columns source tokens"}


def test_a_row_of_the_start_mark_is_named() -> None:
    found = changed(lambda numbers: numbers[..., [0, 0, 1, 2, 3, 4], :])
    assert "6 rows for 5 target tokens, the end mark among them" in found["Rows are steps"].numbers


def test_an_end_mark_that_was_cut_off_is_named() -> None:
    found = changed(lambda numbers: numbers[..., :5])
    rule = "Columns are the source tokens"
    assert "sentence 1: 5 columns for 6 source tokens, the end mark" in found[rule].numbers


@pytest.mark.parametrize(
    ("row", "source", "unread"),
    [
        ([0.5, 0.3, 0.2, 0.0, 0.0], "a b c d e", 2),
        ([0.5, 0.3, 0.2, 0.0, 0.0], "a b c d </s>", 1),
        ([0.5, 0.3, 0.0, 0.0, 0.2], "a b c d </s>", 2),
        ([0.5, 0.3, 0.2, 0.0, 0.0], "a b c <pad> <pad>", 0),
        ([0.5, 0.3, 0.2, 0.0, 0.0], "a b c </s> </s>", 0),
        ([0.5, 0.0, 0.5, 0.0, 0.0], "a b c d e", 0),  # Weights of a sparsemax, perhaps.
        ([0.5, 0.2, 0.1, 0.1, 0.1], "a b c d e", 0),
        ([0.0, 0.0, 0.0, 0.0, 0.0], "a b c d e", 0),
    ],
)
def test_last_tokens_without_any_weight_are_counted(row: list, source: str, unread: int) -> None:
    weights = np.array([row, row])[None, None]
    assert unread_tokens(weights, source.split()) == unread


def test_dropout_shows_in_a_single_run() -> None:
    maps = [one._replace(again=None, alone=None) for one in caught("dropout")]
    assert "single weights are 0" in broken(maps)["Dropout is off"].numbers


def test_a_caught_module_is_examined_in_python() -> None:
    for fault, wrong in (("", 0), ("leaking", 1)):
        maps = caught(fault)
        whole = np.concatenate([one.numbers for one in maps])
        again = np.concatenate([one.again for one in maps])
        found = alignoscope.doctor(
            whole, SOURCES, TARGETS, again=again, alone=[one.alone for one in maps]
        )
        assert sum(one.kept is False for one in found) == wrong
    with pytest.raises(ValueError, match="source has 1 sentences, the weights 2"):
        alignoscope.doctor(whole, SOURCES[:1])


def test_without_words_only_the_numbers_tell() -> None:
    maps = [Examined("a map", one.numbers) for one in caught("")]
    unknown = {one.rule for one in examine(maps) if one.kept is None}
    assert unknown >= {"Rows are steps", "No weight lies on padding"} | KEPT_UNKNOWN
    assert not broken(maps)


WORDS = {"source": [[*"abcdef", "</s>"]] * 2, "target": [list("xyz")] * 2}


def findings(weights: np.ndarray, **words) -> dict[str, Finding]:
    return {one.rule: one for one in alignoscope.doctor(weights, **(words or WORDS))}


def random_rows(*shape: int) -> np.ndarray:
    scores = np.random.default_rng(4).normal(size=shape)
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


def test_a_softmax_over_the_batch_or_over_an_axis_of_1_is_named() -> None:
    scores = np.exp(np.random.default_rng(4).normal(size=(2, 1, 3, 7)))
    rule = "The softmax is over the source"
    assert "softmax over the batch" in findings(scores / scores.sum(axis=0))[rule].numbers
    assert "an axis of length 1" in findings(np.ones((2, 1, 3, 7)))[rule].numbers
    assert findings(scores / scores.sum(axis=-1, keepdims=True))[rule].kept
    assert findings(scores / 50)[rule].kept is None


@pytest.mark.parametrize(
    ("weights", "rule", "numbers"),
    [
        (np.full((2, 1, 3, 7), 1 / 7), "Rows differ", "all 3 rows are alike, with 0.14 on each"),
        (np.tile(random_rows(7), (2, 1, 3, 1)), "Rows differ", "all 3 rows are alike ("),
        (
            np.tile(np.eye(7)[-1], (2, 1, 3, 1)) * 0.95 + random_rows(2, 1, 3, 7) * 0.05,
            "Weight is on more than the last token",
            "each row has at least 0.9",
        ),
    ],
)
def test_rows_that_say_nothing_are_named(weights: np.ndarray, rule: str, numbers: str) -> None:
    found = findings(weights)[rule]
    assert numbers in found.numbers
    assert found.cause.startswith("Usual cause: ")
    right = findings(random_rows(2, 1, 3, 7))
    assert right[rule].kept
    assert findings(random_rows(2, 1, 1, 7), source=WORDS["source"])[rule].kept is None


def test_a_context_is_told_from_weights_and_nothing_else_is_ticked() -> None:
    found = findings(np.random.default_rng(4).normal(size=(2, 1, 3, 16)))
    assert "or, if the columns are not the source" in found["These are weights, from 0 to 1"].cause
    assert "16 columns for 7 source tokens" in found["Columns are the source tokens"].numbers
    kept = {rule for rule, one in found.items() if one.kept}
    assert kept == {
        "Every number is finite",
        "Rows are target tokens, columns source tokens",
        "Rows are steps",
    }


def test_columns_of_padding_are_those_of_the_longest_sentence() -> None:
    weights = random_rows(2, 1, 3, 7)
    words = {"source": [list("abcdefg"), list("abc")], "target": WORDS["target"]}
    found = findings(weights, **words)
    assert found["Columns are the source tokens"].kept
    assert "sentence 2: 0." in found["No weight lies on padding"].numbers


@pytest.mark.parametrize("rows", [3, 4])
def test_a_start_mark_among_the_words_is_named(rows: int) -> None:
    target = [["<sos>", *"xyz"]] * 2
    found = findings(random_rows(2, 1, rows, 7), source=WORDS["source"], target=target)
    said = f"{rows} rows for 4 target tokens, the start mark '<sos>' among them"
    assert said in found["Rows are steps"].numbers


def test_of_numbers_that_are_none_nothing_is_said_of_rows() -> None:
    found = findings(np.full((2, 1, 3, 7), np.nan))
    assert found["Rows differ"].kept is None
    assert found["Weight is on more than the last token"].kept is None


def test_what_lengths_and_sums_leave_open_is_not_ticked() -> None:
    even = np.full((1, 1, 3, 3), 1 / 3)
    words = {"source": [list("abc")], "target": [list("xyz")]}
    rule = "Rows are target tokens, columns source tokens"
    assert findings(even, **words)[rule].kept is None
    assert findings(random_rows(1, 1, 3, 3), **words)[rule].kept
    local = random_rows(1, 1, 3, 3) * 0.6  # as a window leaves it
    assert findings(local, **words)["Dropout is off"].kept is None


def wrong(weights: np.ndarray, source: list, target: list, **more) -> set[str]:
    told = alignoscope.doctor(weights, source, target, **more)
    return {one.rule for one in told if one.kept is False}


def test_rows_of_padding_that_were_not_cut_off_do_not_make_a_map_transposed() -> None:
    """The target of the second sentence is as long as the batch has columns, or shorter."""
    weights, source = random_rows(2, 1, 6, 4), [list("abc")] * 2
    target = [["x", "y", "z", "</s>"], [*"uvwxy", "</s>"]]
    assert wrong(weights, source, target) == {"Rows are steps"}
    turned = random_rows(1, 1, 4, 6).swapaxes(-1, -2)  # and with columns of padding, now rows
    found = wrong(turned, [["a", "b", "c", "<pad>", "<pad>", "<pad>"]], [list("vwxy")])
    assert found == {
        "Rows are target tokens, columns source tokens",
        "No weight lies on padding",
    }


def test_a_run_that_has_no_numbers_where_another_has_them_is_named() -> None:
    weights, source = random_rows(2, 1, 6, 4), [["a", "b", "c", "</s>"]] * 2
    target, nan = [[*"uvwxy", "</s>"]] * 2, np.full((2, 1, 6, 4), np.nan)
    first = weights.copy()
    first[0, 0, 0, 0] = np.nan
    assert wrong(weights, source, target, again=nan) == {"Dropout is off"}
    alone = [first[:1], weights[1:]]
    assert wrong(weights, source, target, alone=alone) == KEPT_UNKNOWN
    second = weights.copy()
    second[1] = np.nan
    told = {one.rule: one for one in alignoscope.doctor(second, alone=[weights[:1], second[1:]])}
    assert told["A sentence in a batch is as it is alone"].kept
    told = {one.rule: one for one in alignoscope.doctor(nan, again=nan, alone=[*nan[:, None]])}
    assert told["Dropout is off"].kept is None
    assert told["A sentence in a batch is as it is alone"].kept is None


def test_weight_on_padding_before_the_source_is_named() -> None:
    weights, source = random_rows(1, 1, 3, 5), [["<pad>", "<pad>", *"abc"]]
    assert wrong(weights, source, [list("xyz")]) == {"No weight lies on padding"}
    weights[..., :2] = 0
    behind = wrong(weights, source, [list("xyz")])
    assert behind == {"Rows sum to 1", "The mask comes before the softmax"}
    weights /= weights.sum(axis=-1, keepdims=True)
    alone = [weights[:1, ..., 2:]]
    told = alignoscope.doctor(weights, source, [list("xyz")], again=weights, alone=alone)
    assert all(one.kept for one in told), [str(one) for one in told]


def test_a_source_of_one_token_has_all_weight_on_it() -> None:
    weights = np.zeros((2, 1, 3, 4))
    weights[0], weights[1, ..., 0] = random_rows(1, 3, 4), 1
    target = [list("xyz"), list("uvw")]
    assert not wrong(weights, [list("abcd"), ["Yes", *["<pad>"] * 3]], target)
    assert not wrong(weights[1:, ..., ::-1], [[*["<pad>"] * 3, "Yes"]], target[1:])
    assert not wrong(np.ones((1, 1, 1, 1)), [[]], [[]])  # of unlisted end marks


def test_rows_of_named_padding_may_be_0() -> None:
    weights = random_rows(1, 1, 3, 4)
    weights[..., 3:] = 0
    weights /= weights.sum(axis=-1, keepdims=True)
    weights[0, 0, 2] = 0
    words = [[*"abc", "<pad>"]], [["x", "y", "<pad>"]]
    assert not wrong(weights, *words)
    assert "Rows sum to 1" in wrong(weights, words[0], [list("xyz")])
