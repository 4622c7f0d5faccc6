"""What a caption says of branches and edits: where, and how."""

from dataclasses import replace

import pytest

from alignoscope.interchange.trace_json import from_json, to_json
from alignoscope.records.trace import Edited, Trace
from alignoscope.ui.player.captions import caption, chart_caption
from alignoscope.ui.player.map_view import map_view, shared_scale
from alignoscope.ui.player.position import View

FILE = (
    '{"format": "alignoscope-trace-1", "traces": [{"variant": "luong-dot", "timing": "luong", '
    '"source": ["a", "b"], "target": ["x", "y", "z"], "mode": "free", '
    '"weights": [[1, 0], [0, 1], [0.5, 0.5]]}]}'
)
(FREE,) = from_json(FILE)
UNIFORM, HAND = Edited(step=0, how="uniform"), Edited(step=2, how="by hand, then sharpened")


def made(**fields: object) -> Trace:
    return replace(FREE, **fields)


def said(*traces: Trace) -> str:
    scale = shared_scale([map_view(trace, "weights", "words") for trace in traces], "weights")
    return caption(traces, View(), scale, None, "1.0.0")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"edited": (UNIFORM,)}, "the weights of step 1 (uniform) were given."),
        (
            {"edited": (UNIFORM, HAND)},
            "the weights of steps 1 (uniform) and 3 (by hand, then sharpened) were given.",
        ),
        (
            {"edited": (UNIFORM, Edited(step=1), HAND), "given": 2},
            "the weights of steps 1 (uniform), 2 and 3 (by hand, then sharpened) were given.",
        ),
        (
            {"edited": (UNIFORM,), "given": 3},
            "the weights of step 1 (uniform) were given, and so was the target.",
        ),
        ({}, "the weights of some steps were given."),  # opened from a file that does not know
    ],
)
def test_edited_steps_are_named(fields: dict, expected: str) -> None:
    trace = made(label="luong-dot · edited", mode="edited", **fields)
    assert f"luong-dot · edited: {STATE}; edited decoding, {expected}" in said(trace)
    assert f"{map_view(trace, 'weights', 'words').origin}." == f"edited: {expected}"
    assert said(*from_json(to_json([trace]))) == said(trace)


STATE = "attends after the decoder updates its state (h[t])"


def test_a_chart_names_the_timing_as_a_map_does() -> None:
    first, last = made(finished=False), made(label="old", timing="unknown", mode="forced")
    assert chart_caption(first, last) == (
        f"Source: “a b” Target: “x y z …” luong-dot: {STATE}; greedy decoding, the model chose "
        "every word. old: timing unknown; forced decoding, the target was given."
    )


def test_a_beam_says_its_width_where_it_is_known() -> None:
    found = made(mode="beam", beam=5)
    assert f"luong-dot: {STATE}; beam 5 decoding, found by beam search." in said(found)
    assert map_view(found, "weights", "words").mode == "own translation, beam 5"
    assert map_view(made(mode="beam"), "weights", "words").mode == "own translation, beam"
    assert map_view(made(mode="sampled"), "weights", "words").mode == "own translation, sampled"
    assert map_view(made(mode="edited"), "weights", "words").mode == "edited"
    assert said(*from_json(to_json([found]))) == said(found)
    assert "beam decoding, found by beam search." in said(made(mode="beam"))


def test_a_branch_is_named_where_it_left() -> None:
    first, second = (
        made(label=f"luong-dot · branch {number}", mode="branch", given=given)
        for number, given in ((1, 2), (2, 1))
    )
    other = made(label="bahdanau-dot · branch 3", timing="bahdanau", mode="branch", given=2)
    same = made(label="luong-concat · branch 4", mode="branch", given=2)
    unknown = made(label="old", mode="branch")
    text = said(FREE, first, second, other, same, unknown)
    asks = f"{STATE}; branch decoding,"
    assert f"luong-dot: {STATE}; greedy decoding, the model chose every word." in text
    both = "luong-dot · branch 1, luong-concat · branch 4"
    assert f"{both}: {asks} branched off at step 2 with “y”." in text
    assert f"luong-dot · branch 2: {asks} branched off at step 1 with “x”." in text
    assert "bahdanau-dot · branch 3: attends before" in text
    assert f"old: {asks} the first words were given." in text


def test_a_model_that_copies_is_said_so() -> None:
    plain, copying = FREE.with_label("luong-dot"), FREE.with_label("luong-dot-copy-lstm")
    assert "Copying" not in said(plain)
    assert "Copying (luong-dot-copy-lstm): a share 1 - p_gen" in said(plain, copying)


def test_a_model_that_chooses_one_token_is_said_so() -> None:
    plain, choosing = FREE.with_label("luong-dot"), FREE.with_label("luong-dot-monotonic-copy")
    assert "Monotonic" not in said(plain)
    assert "Monotonic (luong-dot-monotonic-copy): each step chooses one" in said(plain, choosing)


def test_a_larger_model_is_said_so() -> None:
    plain, wide = FREE.with_label("luong-dot"), FREE.with_label("luong-dot@512")
    assert "Larger" not in said(plain)
    assert "Larger (luong-dot@512): the number after @" in said(plain, wide)


def test_a_guided_model_is_said_once_by_its_files_name() -> None:
    plain, guided = FREE.with_label("luong-dot"), FREE.with_label("luong-dot-guided-seed3")
    sentence = "attention was pulled towards the links of an aligner"
    assert sentence not in said(plain)
    both = said(plain, guided, guided.with_label("luong-dot-guided-seed3 · branch 1"))
    assert both.count(sentence) == 1
    assert "Guided (luong-dot-guided-seed3): in training" in both
    assert sentence in chart_caption(guided)
