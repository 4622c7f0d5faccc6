"""What a change did, in figures, tables and words."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.ui.what_if.importance_chart import (
    changed_tokens,
    falls_figure,
    importance_table,
    importance_text,
    share_figure,
)

NAN = float("nan")


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ((3.214, 2.0, 4.0), ["lowers log p(tired) by 3.21", "depends on where it looked"]),
        ((0.4, 0.2, 0.3), ["lowers log p(tired) by 0.40", "matters somewhat"]),
        ((0.03, -0.02, 0.05), ["by 0.03", "no other change moves it", "hardly matters"]),
        ((0.001, 0.0, NAN), ["leaves log p(tired) as it is", "hardly matters"]),
        ((-0.5, -0.2, 0.02), ["raises log p(tired) by 0.50", "does not need"]),
        ((-0.2, 1.5, 0.3), ["raises", "permuting it lowers it by 1.50"]),
        ((-0.2, 0.3, 1.5), ["raises", "top word away lowers it by 1.50"]),
        ((-0.2, 1.5, NAN), ["raises", "permuting it lowers it by 1.50"]),
    ],
)
def test_the_sentence_says_what_the_numbers_say(numbers: tuple, said: list[str]) -> None:
    text = importance_text("tired", *numbers, 0.9)
    for words in said:
        assert words in text


@pytest.mark.parametrize(
    ("correlation", "said"),
    [
        (0.83, "much the same order (rank correlation 0.83)"),
        (0.3, "agree a little"),
        (0.0, "do not agree"),
        (-0.7, "opposite orders"),
        (NAN, "cannot be ranked"),
    ],
)
def test_the_sentence_says_how_gradients_agree(correlation: float, said: str) -> None:
    assert said in importance_text("tired", 1.0, 1.0, 1.0, correlation)


def test_strips_have_a_row_a_token_and_frame_the_step(tiny: Callable[..., Checkpoint]) -> None:
    trace = force(tiny("luong-general"), ["The red car is fast."], ["Je ne suis pas."])[0]
    tgt_len, src_len = trace.weights.shape
    falls = {"uniform": np.linspace(-3, 1, tgt_len), "without top": np.full(tgt_len, NAN)}
    figure = falls_figure(trace, falls, 2)
    cells = figure.data[0]
    assert cells.z.shape == (tgt_len, 2)
    assert (cells.zmin, cells.zmax) == (-3, 3)
    assert (figure.layout.shapes[0].y0, figure.layout.shapes[0].y1) == (1.5, 2.5)
    assert figure.layout.yaxis.ticktext[0] == trace.steps[0].token.replace("<", "&lt;")
    table = importance_table(trace, falls, np.zeros(tgt_len))
    assert table["fall, uniform"].iloc[0] == -3
    assert len(table) == tgt_len
    shares = share_figure(trace, -2 * trace.weights, "share", 0)
    assert shares.layout.height == figure.layout.height
    words = np.array(trace.source.word_of)
    by_hand = [trace.weights[1][words == word].sum() for word in range(len(trace.source.words))]
    np.testing.assert_allclose(shares.data[0].z[1], by_hand, atol=1e-6)
    assert src_len > len(by_hand)  # some word has several pieces


def test_margins_hold_the_labels_without_measuring_them_in_the_browser(
    tiny: Callable[..., Checkpoint],
) -> None:
    trace = force(tiny("luong-general"), ["The red car is fast."], ["Je ne suis pas."])[0]
    long = replace(trace.steps[1], token="m" * 47)
    trace = replace(trace, steps=(trace.steps[0], long, *trace.steps[2:]))
    layout = share_figure(trace, trace.weights, "share", 0).layout
    assert (layout.xaxis.automargin, layout.yaxis.automargin) == (False, False)
    # An m is an em wide, which is 12 pixels, and so is the ellipsis: 7 of them fit into 84.
    assert layout.yaxis.ticktext[1] == "mmmmmm…"
    assert layout.margin.l == 12 + 84


def test_a_row_without_any_gradient_is_empty_and_no_error(
    tiny: Callable[..., Checkpoint],
) -> None:
    trace = translate(tiny("luong-dot"), ["I am not tired."])[0]
    cells = np.zeros_like(trace.weights)
    assert not share_figure(trace, cells, "share", 0).data[0].z.any()


def test_tokens_that_stay_have_a_change_and_others_have_none(
    tiny: Callable[..., Checkpoint],
) -> None:
    model = tiny("luong-general")
    sources = ["The red car is fast."] * 2
    a, b = force(model, sources, ["Je ne suis pas fatigué.", "Je suis pas rouge."])
    table = changed_tokens(a, b)
    same = table[table["change"].notna()]
    assert list(same["original"]) == list(same["now"])
    assert {".", "</s>"} <= set(same["now"])
    np.testing.assert_allclose(same["change"], same["log p after"] - same["log p"])
    assert [token for token in table["original"] if token] == [step.token for step in a.steps]
    assert [token for token in table["now"] if token] == [step.token for step in b.steps]
    assert len(same) < len(table)
