"""Figures: what a map shows over words, its scale, and the bars of one step, by hand."""

import math

import numpy as np
import pytest

from data.sentence import END, Sentence
from figures.maps import SCORE_COLORS, WEIGHT_COLORS, map_table, map_view, shared_scale
from figures.steps import candidates_figure, context_figure, query_text, scores_figure
from figures.text import literal
from models.decoding import translate
from models.trace import Candidate, Trace, TraceStep

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
    assert view.rows == ("uno", "%{x}", END)
    assert view.row_of_step == (0, 0, 1, 2)


def test_the_softmax_of_merged_scores_is_the_merged_weights() -> None:
    trace = make_trace()
    scores = map_view(trace, "scores", "words").cells[1:]
    weights = map_view(trace, "weights", "words").cells[1:]
    exponentials = np.exp(scores)
    np.testing.assert_allclose(exponentials / exponentials.sum(axis=1, keepdims=True), weights)


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
    assert view.rows == TARGET.words
    assert shared_scale([view], "scores").high > 0


def test_a_table_numbers_its_words() -> None:
    table = map_table(map_view(make_trace(), "weights", "words"))
    assert list(table.columns) == ["1 <b>s", "2 &", f"3 {END}"]
    assert list(table.index) == ["1 uno", "2 %{x}", f"3 {END}"]


@pytest.mark.parametrize("mode", ["free", "forced"])
def test_the_figures_of_a_step_show_its_numbers_and_mode(mode: str) -> None:
    trace = make_trace(mode)
    scores, weights = scores_figure(trace, 1, "words").data
    assert scores.y == pytest.approx([math.log(1 + math.exp(3)), 1, -1])
    assert sum(weights.y) == pytest.approx(1)
    figure = scores_figure(trace, 1, "pieces")
    assert list(figure.data[0].y) == SCORES[1].tolist()
    assert figure.layout.xaxis2.ticktext[0] == "▁&lt;b&gt;"
    context = context_figure(trace, 0)
    assert context.data[0].z.tolist() == [[-3, -2, -1, 0, 1, 2, 3]]
    assert context.data[0].zmin == -context.data[0].zmax == -3
    for drawn in (figure, context, candidates_figure(trace, 0)):
        assert f"({mode})" in drawn.to_json()


def test_the_written_token_is_marked_among_the_candidates() -> None:
    figure = candidates_figure(make_trace(), 0)
    assert list(figure.data[0].x) == pytest.approx([0.5, 0.25])
    assert figure.layout.yaxis.ticktext == ("▁&lt;i&gt;", "<b>▁un</b>")
    forced = candidates_figure(make_trace("forced"), 2)
    assert forced.layout.yaxis.ticktext[-1] == "<b>▁%{x}</b>"
    assert forced.data[0].x[-1] == pytest.approx(0.25)


def test_the_query_is_named_after_the_timing() -> None:
    assert query_text(make_trace(timing="bahdanau"), 0).startswith("s[i-1] = s[0]")
    assert "encoder's last state" in query_text(make_trace(timing="bahdanau"), 0)
    assert query_text(make_trace(timing="bahdanau"), 2).startswith("s[i-1] = s[2]")
    assert query_text(make_trace(timing="luong"), 2).startswith("h[t] = h[3]")


def test_marks_that_plotly_would_read_are_escaped() -> None:
    assert literal("<b> & </s> %{x}") == "&lt;b&gt; &amp; &lt;/s&gt; %{x}"


def test_scores_outside_a_window_have_no_colour_and_no_bar(learned) -> None:
    trace = translate(learned("luong-local-m"), ["She likes the old red car."])[0]
    view = map_view(trace, "scores", "words")
    assert np.isneginf(view.cells).any()
    assert np.isfinite(shared_scale([view], "scores").high)
    bars = scores_figure(trace, 0, "pieces").data[0].y
    assert np.isnan(bars[trace.window + 1 :]).all()
    assert np.isfinite(bars[: trace.window + 1]).all()
