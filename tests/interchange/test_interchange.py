"""Traces as JSON: what is saved is what is opened, and whatever else people bring is refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from math import inf, isnan
from pathlib import Path

import numpy as np
import pytest

from alignoscope.analysis.likelihoods import likelihoods
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.what_if import continue_from
from alignoscope.interchange.trace_json import fits, from_json, to_json
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.axis import GridAxis, TimeAxis, WordlessAxis
from alignoscope.records.confidence import Confidence, Rereading
from alignoscope.records.limits import MAX_TRACES
from alignoscope.records.sentence import END, Sentence
from alignoscope.records.trace import Edited, Trace
from alignoscope.ui.player.map_view import map_view
from tests.shared.trace_files import WEIGHTS, document, minimal

ROOT = Path(__file__).parent.parent.parent
SOURCE, TARGET = "She doesn't like the old house.", "La vieille <b>maison</b> 家 שלום नमस्ते é."


@pytest.fixture
def found(tiny: Callable[..., Checkpoint]) -> list[Trace]:
    free = [translate(tiny(name), [SOURCE])[0] for name in ("luong-local-p", "fixed-context")]
    checkpoint = tiny("bahdanau-additive")
    forced = force(checkpoint, [SOURCE], [TARGET])[0]
    return [*free, replace(forced, likelihoods=likelihoods(checkpoint, forced))]


def test_a_saved_trace_opens_as_the_very_same(found: list[Trace]) -> None:
    again = from_json(to_json(found))
    for old, new in zip(found, again, strict=True):
        for name in ("variant", "timing", "mode", "source", "target", "finished", "window"):
            assert getattr(new, name) == getattr(old, name), name
        np.testing.assert_array_equal(new.values, old.values)
        np.testing.assert_array_equal(new.likelihoods, old.likelihoods)
        for before, after in zip(old.steps, new.steps, strict=True):
            for name in ("token", "log_prob", "center", "candidates"):
                assert getattr(after, name) == getattr(before, name), name
            for name in ("query", "scores", "weights", "context"):
                np.testing.assert_array_equal(getattr(after, name), getattr(before, name))
    assert np.isneginf(found[0].scores).any()  # local attention: the test covers a window's outside


@pytest.mark.parametrize("measure", ["weights", "scores", "posterior"])
@pytest.mark.parametrize("unit", ["words", "pieces"])
def test_an_opened_trace_gives_the_same_views(found: list[Trace], measure: str, unit: str) -> None:
    for old, new in zip(found, from_json(to_json(found).encode()), strict=True):
        before, after = map_view(old, measure, unit), map_view(new, measure, unit)
        assert (after.columns, after.rows, after.tokens, after.row_of_step, after.translation) == (
            before.columns,
            before.rows,
            before.tokens,
            before.row_of_step,
            before.translation,
        )
        np.testing.assert_array_equal(after.cells, before.cells)


def test_a_file_is_json_with_its_words_readable_and_no_number_that_json_lacks(
    found: list[Trace],
) -> None:
    text = to_json(found)
    assert "שלום" in text
    assert "家" in text

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    traces = json.loads(text, parse_constant=refuse)["traces"]
    scores = [number for row in traces[0]["scores"] for number in row]
    assert None in scores
    assert traces[1]["weights"] is None


def test_words_and_weights_alone_make_a_trace() -> None:
    (trace,) = from_json(document(minimal(weights=WEIGHTS, target=["x", END])))
    assert trace.source.words == trace.source.pieces == ("a", "b", "c")
    assert trace.target.text == "x"
    assert (trace.timing, trace.mode, trace.finished) == ("unknown", "forced", True)
    np.testing.assert_array_equal(trace.weights, WEIGHTS)
    assert trace.scores is None
    assert trace.values.shape == (3, 0)
    assert [step.token for step in trace.steps] == ["x", END]
    assert all(step.query.size == step.context.size == 0 for step in trace.steps)
    assert all(isnan(step.log_prob) and not step.candidates for step in trace.steps)
    (again,) = from_json(to_json([trace]))
    np.testing.assert_array_equal(again.weights, WEIGHTS)
    assert again.source == trace.source


def test_a_score_that_is_null_is_outside_of_the_window() -> None:
    scores = [[1, None, -2.5], [None, 0, None]]
    (trace,) = from_json(document(minimal(weights=WEIGHTS, scores=scores)))
    np.testing.assert_array_equal(trace.scores, [[1, -inf, -2.5], [-inf, 0, -inf]])


def test_tokens_that_look_like_code_are_text() -> None:
    words = ["</script><script>alert(1)</script>", "=1+1", "{{x}}"]
    (trace,) = from_json(document(minimal(weights=WEIGHTS, source=words)))
    assert trace.source.words == tuple(words)


def test_a_byte_order_mark_is_no_fault() -> None:
    assert from_json(b"\xef\xbb\xbf" + document(minimal(weights=WEIGHTS)).encode())


def test_traces_that_would_not_open_again_are_known_before_they_are_saved(
    found: list[Trace],
) -> None:
    assert fits(found)
    assert not fits([])
    assert not fits(found * MAX_TRACES)
    words = [f"w{i}" for i in range(550)]
    (large,) = from_json(document(minimal(source=words, target=words[:540])))
    assert fits([large])  # 297,000 cells of 300,000
    assert not fits([large, large])


def test_what_was_given_is_saved_and_opened(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("luong-dot")
    source = checkpoint.tokenizer.encode(SOURCE)
    row = np.full(len(source.ids), 1 / len(source.ids))
    made = continue_from(checkpoint, source, prefix=(7, 11), edits={2: row, 0: row, 999: row})
    assert (made.given, made.edited) == (2, (Edited(step=0), Edited(step=2)))
    made = replace(made, edited=(Edited(step=0, how="uniform"), Edited(step=2)))
    (opened,) = from_json(to_json([made]))
    assert (opened.given, opened.edited) == (made.given, made.edited)
    (old,) = from_json(document(minimal(mode="edited")))  # a file that does not know
    assert (old.given, old.edited) == (0, ())


def test_a_confidence_is_saved_and_files_without_it_open() -> None:
    (plain,) = from_json(document(minimal(target=["x", "y", END])))
    assert plain.confidence is None
    assert '"confidence"' not in to_json([plain])
    sure = Confidence(
        words=(0.9, 0.3), reasons=("p", "mean"), sentence=0.5, unsure=0.4, wrong=0.6
    )  # of the two words, and not of the end mark
    (opened,) = from_json(to_json([replace(plain, confidence=sure)]))
    assert opened.confidence == sure
    assert (sure.unsure_words, sure.probably_wrong) == ((1,), True)
    assert opened.confidence.comparable == 0.5
    second = Rereading(model="transformer", words=(0.8, 0.02), mean=-1.5)
    read = replace(sure, alone=0.7, second=second)
    text = to_json([replace(plain, confidence=read)])
    assert '"back"' not in text
    (opened,) = from_json(text)
    assert opened.confidence == read
    assert opened.confidence.comparable == 0.7


def test_what_was_generated_is_saved_and_files_without_it_open(
    tiny: Callable[..., Checkpoint],
) -> None:
    copying, plain = (
        force(tiny(name), ["The red car"], ["La voiture"])[0]
        for name in ("luong-general-copy", "luong-general")
    )
    (again,) = from_json(to_json([copying]))
    assert [step.p_gen for step in again.steps] == [step.p_gen for step in copying.steps]
    assert "p_gen" not in to_json([plain])
    assert all(step.p_gen is None for step in from_json(to_json([plain]))[0].steps)


def test_heads_are_saved_with_four_decimals_and_files_without_them_open(
    tiny: Callable[..., Checkpoint],
) -> None:
    many, one = (
        force(tiny(name), ["The red car"], ["La voiture"])[0]
        for name in ("transformer", "luong-general")
    )
    (again,) = from_json(to_json([many]))
    for step, other in zip(again.steps, many.steps, strict=True):
        assert other.heads is not None
        np.testing.assert_array_equal(step.heads, other.heads.round(4))
        assert other.self_heads is not None
        np.testing.assert_array_equal(step.self_heads, other.self_heads.round(4))
        np.testing.assert_array_equal(step.weights, other.weights)
    assert to_json([again]) == to_json([many])
    assert 'heads"' not in to_json([one])
    assert all(step.heads is step.self_heads is None for step in from_json(to_json([one]))[0].steps)


def test_the_width_of_a_beam_is_saved_and_files_without_it_open() -> None:
    (found,) = from_json(document(minimal(mode="beam", beam=7)))
    assert (found.mode, found.beam, found.decoding) == ("beam", 7, "beam 7")
    (again,) = from_json(to_json([found]))
    assert again.beam == 7
    (old,) = from_json(document(minimal(mode="beam")))
    assert (old.beam, old.decoding) == (None, "beam")
    assert '"beam":' not in to_json([old])


@pytest.mark.parametrize(
    "axis", [TimeAxis(), TimeAxis(0.02), TimeAxis(0.02, 1.5), GridAxis(2, 3), GridAxis(2, 2, 2)]
)
def test_axes_that_are_no_words_are_saved_and_opened(axis: WordlessAxis) -> None:
    words = axis.labels(6)
    places = tuple(range(6))
    side = Sentence(text="", ids=(-1,) * 6, pieces=words, words=words, word_of=places, axis=axis)
    (trace,) = from_json(document(minimal(source=list(words))))
    (again,) = from_json(to_json([replace(trace, source=side)]))
    assert again.source == side
    assert trace.source.axis is None


@pytest.mark.parametrize(
    ("axis", "message"),
    [
        ({"grid": [2, 2]}, "has 4 cells, but the map has 3 columns|a grid of 2 x 2"),
        ({"grid": [0, 3]}, "expected a whole number from 1 on"),
        ({"grid": [3]}, "expected 2"),
        ({"seconds": 0}, "expected a time of up to 60 s"),
        ({"seconds": 1, "start": -1}, "expected from 0 to 1,000,000 s"),
        ({"second": 1}, "which is not known here"),
        (3, "expected an object"),
    ],
)
def test_an_axis_that_does_not_fit_is_refused(axis: object, message: str) -> None:
    words = ["a", "b", "c"]
    source = {"pieces": words, "words": words, "word_of": [0, 1, 2], "axis": axis}
    with pytest.raises(ValueError, match=message):
        from_json(document(minimal(source=source)))
