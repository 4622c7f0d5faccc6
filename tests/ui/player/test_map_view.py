"""Figures: what a map shows over words, its scale, and the bars of one step, by hand."""

import json
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from alignoscope.decoding.greedy import translate
from alignoscope.decoding.heads import head_traces
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.confidence import Confidence, RareWord, Rereading
from alignoscope.records.escaping import literal, plain
from alignoscope.records.sentence import END, Sentence
from alignoscope.records.trace import Candidate, Trace, TraceStep
from alignoscope.ui.player.map_view import (
    SCORE_COLORS,
    WEIGHT_COLORS,
    doubt_of,
    map_view,
    shared_scale,
)
from alignoscope.ui.player.payload import payload
from alignoscope.ui.player.position import View
from alignoscope.ui.player.table_panel import map_table

SOURCE = Sentence(
    text="<b>s &",
    ids=(11, 12, 13, 3),
    pieces=("▁<b>", "s", "▁&", END),
    words=("<b>s", "&", END),
    word_of=(0, 0, 1, 2),
)
TARGET = Sentence(
    text="uno %{x}",
    ids=(21, 22, 23, 3),
    pieces=("▁un", "o", "▁%{x}", END),
    words=("uno", "%{x}", END),
    word_of=(0, 0, 1, 2),
)
SCORES = np.array(
    [[1.0, -2.0, 0.5, 0.0], [0.0, 3.0, 1.0, -1.0], [2.0, 2.0, 2.0, 2.0], [-4.0, 0.0, 0.0, 0.0]]
)


def make_trace(mode: str = "free", timing: str = "luong", attends: bool = True) -> Trace:
    weights = np.exp(SCORES) / np.exp(SCORES).sum(axis=1, keepdims=True)
    steps = tuple(
        TraceStep(
            token=piece,
            log_prob=math.log(0.25),
            query=np.zeros(5),
            scores=SCORES[i].copy() if attends else None,
            weights=weights[i].copy() if attends else None,
            context=np.arange(-3.0, 4.0),
            center=None,
            candidates=(
                Candidate(token="▁<i>", log_prob=math.log(0.5)),
                Candidate(token="▁un", log_prob=math.log(0.25)),
            ),
        )
        for i, piece in enumerate(TARGET.pieces)
    )
    return Trace(
        variant=f"{timing}-dot",
        timing=timing,
        mode=mode,
        source=SOURCE,
        target=TARGET,
        finished=True,
        window=None,
        values=np.zeros((4, 7)),
        steps=steps,
    )


def test_pieces_are_shown_as_they_are() -> None:
    view = map_view(make_trace(), "scores", "pieces")
    assert view.rows == TARGET.pieces
    assert view.columns == SOURCE.pieces
    assert view.row_of_step == (0, 1, 2, 3)
    np.testing.assert_array_equal(view.cells, SCORES)


def test_weights_are_summed_over_source_pieces_and_averaged_over_target_pieces() -> None:
    view = map_view(make_trace(), "weights", "words")
    rows = [[math.exp(x) for x in row] for row in SCORES.tolist()]
    rows = [[x / sum(row) for x in row] for row in rows]
    summed = [[row[0] + row[1], row[2], row[3]] for row in rows]
    first = [(a + b) / 2 for a, b in zip(summed[0], summed[1], strict=True)]
    np.testing.assert_allclose(view.cells, [first, summed[2], summed[3]])
    assert view.rows == ("uno", "%{x}", "end")
    assert view.row_of_step == (0, 0, 1, 2)


def test_the_softmax_of_merged_scores_is_the_merged_weights() -> None:
    trace = make_trace()
    scores = map_view(trace, "scores", "words").cells
    weights = map_view(trace, "weights", "words").cells
    exponentials = np.exp(scores)
    np.testing.assert_allclose(exponentials / exponentials.sum(axis=1, keepdims=True), weights)


def test_a_word_that_may_be_wrong_is_marked_in_both_units() -> None:
    sure = Confidence(words=(0.3, 0.9), reasons=("p", "mean"), sentence=0.5, unsure=0.4, wrong=0.6)
    trace = replace(make_trace(), confidence=sure, rare=(RareWord(0, 3), RareWord(1, 0)))
    assert doubt_of(trace, "words") == (((0, 0.3, "p"),), ((0, 3), (1, 0)), ())
    assert doubt_of(trace, "pieces") == (
        ((0, 0.3, "p"), (1, 0.3, "p")),  # "un" and "o"
        ((0, 3), (1, 3), (2, 0)),  # "<b>" and "s"; "&"
        (),
    )
    second = Rereading(model="transformer", words=(0.02, 0.9), mean=-1.0)
    read = replace(sure, reasons=("second", "mean"), second=second)
    told = doubt_of(replace(trace, confidence=read), "words")
    assert told.unsure == ((0, 0.3, "second", 0.02, "transformer"),)
    view = map_view(trace, "weights", "words")
    assert view.doubt == doubt_of(trace, "words")
    found, scale = [view], shared_scale([view], "weights")
    sent = payload(
        {("weights", "words"): (found, scale)}, step=0, identity="a", key="b", view=View()
    )
    (axes,) = json.loads(json.dumps(sent))["units"]["words"]
    rows = {"unsure": [[0, 0.3, "p"]], "rare": [[0, 3], [1, 0]], "leftOut": []}
    assert axes["doubt"] == rows


def test_the_pieces_of_a_word_that_is_left_out_are_marked() -> None:
    weights = np.array([[0, 0, 0, 1.0]] * 4)  # All steps look at the end mark, which is no word.
    trace = make_trace()
    steps = tuple(replace(one, weights=row) for one, row in zip(trace.steps, weights, strict=True))
    trace = replace(trace, steps=steps, likelihoods=np.full((4, 4), -1.0))
    assert doubt_of(trace, "words") == ((), (), (0,))  # "&" has no letter
    assert doubt_of(trace, "pieces") == ((), (), (0, 1))


def test_a_map_of_sure_and_known_words_marks_nothing() -> None:
    sure = Confidence(
        words=(0.5, 0.9), reasons=("p", "mean"), sentence=0.9, unsure=0.5, wrong=0.6
    )  # of which none is below the limit
    for trace in (make_trace(), replace(make_trace(), confidence=sure)):
        view = map_view(trace, "weights", "words")
        assert view.doubt is None
        scale = shared_scale([view], "weights")
        layers = {("weights", "words"): ([view], scale)}
        sent = payload(layers, step=0, identity="a", key="b", view=View())
        assert "doubt" not in sent["units"]["words"][0]


def test_one_scale_for_all_maps() -> None:
    views = [map_view(make_trace(), "scores", "pieces"), map_view(make_trace(), "scores", "words")]
    peak = max(np.abs(view.cells).max() for view in views)
    scale = shared_scale(views, "scores")
    assert (scale.low, scale.high) == (-peak, peak)
    assert shared_scale(views, "weights").high == 1
    assert all(len(color) == 7 for color in WEIGHT_COLORS + SCORE_COLORS)


def test_a_model_without_attention_has_rows_but_no_cells() -> None:
    view = map_view(make_trace(attends=False), "weights", "words")
    assert view.cells is None
    assert view.rows == (*TARGET.words[:-1], "end")
    assert shared_scale([view], "scores").high > 0


def test_a_table_numbers_its_words() -> None:
    table = map_table(map_view(make_trace(), "weights", "words"))
    assert list(table.columns) == ["1 <b>s", "2 &", "3 end"]
    assert list(table.index) == ["1 uno", "2 %{x}", "3 end"]


def test_marks_that_plotly_would_read_are_escaped() -> None:
    assert literal("<b> & </s> %{x}") == "&lt;b&gt; &amp; &lt;/s&gt; %{x}"


def test_text_in_markdown_is_shown_as_it_is() -> None:
    assert plain("a*b_ [x](y) <i>") == r"a\*b\_ \[x\]\(y\) \<i\>"
    joined = "see http\\:\\/\\/\u2060evil\\.example www\u2060\\.a\\.b a\\@\u2060b\\.c"
    assert plain("see http://evil.example www.a.b a@b.c") == joined
    assert plain("Ça va, 猫 ?") == r"Ça va\, 猫 \?"


def test_scores_outside_a_window_have_no_colour(learned) -> None:
    trace = translate(learned("luong-local-m"), ["She likes the old red car."])[0]
    view = map_view(trace, "scores", "words")
    assert np.isneginf(view.cells).any()
    assert np.isfinite(shared_scale([view], "scores").high)


def test_a_masked_token_has_no_weight_in_a_map(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    trace = translate(checkpoint, ["The red car is fast."])[0]
    for unit in ("pieces", "words"):
        (head, *_) = head_traces(checkpoint, trace, "decoder")
        view = map_view(head, "weights", unit)
        later = np.triu(np.ones(view.cells.shape, dtype=bool), k=1)
        assert (np.isneginf(view.cells) == later).all()
        np.testing.assert_allclose(np.where(later, 0, view.cells).sum(axis=1), 1, rtol=1e-5)
        assert view.mode == "self-attention"
        seen = map_view(head_traces(checkpoint, trace, "encoder")[0], "weights", unit)
        assert np.isfinite(seen.cells).all()
