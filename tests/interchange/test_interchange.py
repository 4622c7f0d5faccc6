"""Traces as JSON: what is saved is what is opened, and whatever else people bring is refused."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from math import inf, isnan
from pathlib import Path

import numpy as np
import pytest

from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.what_if import continue_from
from alignoscope.figures.views.maps import map_view
from alignoscope.interchange.trace_json import FORMAT, fits, from_json, to_json
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.limits import MAX_TRACE_BYTES, MAX_TRACES
from alignoscope.records.sentence import END
from alignoscope.records.trace import Edited, Trace

ROOT = Path(__file__).parent.parent.parent
SOURCE, TARGET = "She doesn't like the old house.", "La vieille <b>maison</b> 家 שלום नमस्ते é."
WEIGHTS = [[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]]


def minimal(**fields: object) -> dict:
    """Return a trace as another tool would write it, with some fields changed or added."""
    return {"variant": "mine", "source": ["a", "b", "c"], "target": ["x", "y"]} | fields


def document(*traces: dict, **fields: object) -> str:
    return json.dumps({"format": FORMAT, "traces": list(traces)} | fields)


@pytest.fixture
def found(tiny: Callable[..., Checkpoint]) -> list[Trace]:
    free = [translate(tiny(name), [SOURCE])[0] for name in ("luong-local-p", "fixed-context")]
    return [*free, force(tiny("bahdanau-additive"), [SOURCE], [TARGET])[0]]


def test_a_saved_trace_opens_as_the_very_same(found: list[Trace]) -> None:
    again = from_json(to_json(found))
    for old, new in zip(found, again, strict=True):
        for name in ("variant", "timing", "mode", "source", "target", "finished", "window"):
            assert getattr(new, name) == getattr(old, name), name
        np.testing.assert_array_equal(new.values, old.values)
        for before, after in zip(old.steps, new.steps, strict=True):
            for name in ("token", "log_prob", "center", "candidates"):
                assert getattr(after, name) == getattr(before, name), name
            for name in ("query", "scores", "weights", "context"):
                np.testing.assert_array_equal(getattr(after, name), getattr(before, name))
    assert np.isneginf(found[0].scores).any()  # local attention: the test covers a window's outside


@pytest.mark.parametrize("measure", ["weights", "scores"])
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
    assert all(isnan(step.log_prob) and step.candidates == () for step in trace.steps)
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


SENTENCE = {"pieces": ["a", "b"], "words": ["ab"], "word_of": [0, 0]}
BAD = {
    "not JSON": ("{", "not JSON"),
    "empty": ("", "not JSON"),
    "not UTF-8": (b'{"format": "\xff"}', "UTF-8"),
    "a list": ("[]", "not a trace file"),
    "no format": ('{"traces": []}', "not a trace file"),
    "another version": (json.dumps({"format": "alignoscope-trace-2"}), "alignoscope-trace-2"),
    "another kind": (json.dumps({"format": {"a": 1}}), "reads 'alignoscope-trace-1'"),
    "no traces": (document(), "0 traces"),
    "many traces": (document(*[minimal(weights=WEIGHTS)] * (MAX_TRACES + 1)), "51 traces"),
    "traces not a list": (json.dumps({"format": FORMAT, "traces": {}}), "expected a list"),
    "a trace not an object": (json.dumps({"format": FORMAT, "traces": [3]}), "expected an object"),
    "nested": ("[" * 100_000, "nested too deep"),
    "nested objects": ('{"a":' * 100_000, "nested too deep"),
    "a field twice": ('{"format": 1, "format": 2}', "'format' stands twice"),
    "an unknown field": (document(minimal(weight=WEIGHTS)), "'weight', which is not known"),
    "an unknown field at the top": (document(minimal(), note=1), "'note'"),
    "no variant": (document({"source": ["a"], "target": ["b"]}), "Trace 1, variant is None"),
    "no source": (document({"variant": "v", "target": ["b"]}), "Trace 1, source is None"),
    "an empty source": (document(minimal(source=[])), "source is empty"),
    "a source of numbers": (document(minimal(source=[1, 2, 3])), "source, item 1 is 1"),
    "a word that is empty": (document(minimal(source=["a", "", "c"])), "source, item 2 is ''"),
    "half of a character": (document(minimal(source=["a", "\ud800", "c"])), "halves"),
    "an unknown mode": (document(minimal(mode="dreamt")), "mode is 'dreamt': expected one of"),
    "an unknown timing": (document(minimal(timing=["luong"])), "timing is ['luong']"),
    "finished a word": (document(minimal(finished="yes")), "finished is 'yes'"),
    "a negative window": (document(minimal(window=-1)), "window is -1"),
    "a row missing": (document(minimal(weights=WEIGHTS[:1])), "has 1 items: expected 2"),
    "a ragged row": (document(minimal(weights=[[1, 0, 0], [1]])), "item 2 has 1 numbers"),
    "a row too long": (document(minimal(weights=[[1, 0, 0, 0]] * 2)), "item 1 has 4 numbers"),
    "a word as a weight": (document(minimal(weights=[["1", 0, 0]] * 2)), "numbers only"),
    "true as a weight": (document(minimal(weights=[[True, 0, 0]] * 2)), "numbers only"),
    "null as a weight": (document(minimal(weights=[[None, 0, 0]] * 2)), "holds null"),
    "NaN": (document(minimal(weights=[[float("nan"), 0, 0]] * 2)), "holds NaN"),
    "Infinity": (document(minimal(weights=[[inf, 0, 0]] * 2)), "holds Infinity"),
    "too large a number": (
        document(minimal(weights=[[0, 0, 0]] * 2)).replace("0,", "1e999,", 1),
        "too large",
    ),
    "too long a number": (document(minimal(window=10**30)), "31 digits"),
    "a negative weight": (document(minimal(weights=[[1, -0.5, 0]] * 2)), "no weight is below 0"),
    "weights above 1": (document(minimal(weights=[[1, 2, 0]] * 2)), "item 1 sums to 3"),
    "scores alone": (document(minimal(scores=WEIGHTS)), "give the weights with the scores"),
    "words skipped": (
        document(minimal(source=SENTENCE | {"word_of": [0, 2]})),
        "the number of each piece's word",
    ),
    "words going back": (
        document(minimal(source=SENTENCE | {"words": ["a", "b"], "word_of": [1, 0]})),
        "word_of",
    ),
    "a word without pieces": (
        document(minimal(source=SENTENCE | {"words": ["ab", "c"]})),
        "from 0 to 1",
    ),
    "a candidate alone": (document(minimal(candidates=[[["x"]], []])), "has 1 items: expected 2"),
    "a center that is text": (document(minimal(centers=["0", None])), "expected a finite number"),
    "too many cells": (
        document(minimal(source=["a"] * 4_000, target=["b"] * 2_500)),
        "10,000,000 cells",
    ),
    "too many values": (f"[{'0,' * 3_000_000}0]", "3,000,000 values"),
    "too many lists": (f"[{'[],' * 300_000}[]]", "300,002 lists"),
    "too many bytes": (" " * (MAX_TRACE_BYTES + 1), "larger than 20,000,000 bytes"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_with_a_reason(name: str) -> None:
    text, reason = BAD[name]
    with pytest.raises(ValueError) as caught:  # noqa: PT011 -- the reason is compared below
        from_json(text)
    assert reason in str(caught.value)
    assert len(str(caught.value)) < 400


def test_memory_stays_bounded_whatever_a_file_holds() -> None:
    lists = "[" + "[]," * 190_000 + "[]]"
    words = "[" + '"ab",' * 1_800_000 + '"ab"]'
    values = f'{{"format": "{FORMAT}", "traces": {lists}, "more": {words}}}'
    code = (
        "import sys, resource; from alignoscope.interchange.trace_json import from_json\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: from_json(sys.stdin.read())\n"
        "except ValueError as error: print(error)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], input=values, capture_output=True, text=True, cwd=ROOT
    )
    assert found.returncode == 0, found.stderr
    message, used = found.stdout.split("\n")[:2]
    assert "'more'" in message
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(used) * unit < 300_000_000


def test_traces_that_would_not_open_again_are_known_before_they_are_saved(
    found: list[Trace],
) -> None:
    assert fits(found)
    assert not fits([])
    assert not fits(found * MAX_TRACES)
    words = [f"w{i}" for i in range(317)]
    (large,) = from_json(document(minimal(source=words, target=words[:311])))
    assert fits([large])  # 98,587 cells
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


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"given": 3}, "Trace 1, given is 3: expected 0 to 2"),
        ({"given": -1}, "given is -1: expected a whole number"),
        ({"edited": [[2, "by hand"]]}, "edited, item 1, item 1 is 2: expected 0 to 1"),
        ({"edited": [[0, 5]]}, "edited, item 1, item 2 is 5: expected text"),
        ({"edited": [[0]]}, "edited, item 1 has 1 items: expected 2"),
        ({"edited": [[1, ""], [0, ""]]}, "edited: expected each edited step once, in their order"),
        ({"edited": [[1, ""], [1, ""]]}, "edited: expected each edited step once, in their order"),
    ],
)
def test_what_cannot_have_been_given_is_refused(fields: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_json(document(minimal(**fields)))
