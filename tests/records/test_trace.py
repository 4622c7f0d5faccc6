"""What a trace is called, what tells it from others, and how it goes to another process."""

import json
import pickle
from dataclasses import replace

from alignoscope.interchange.trace_json import from_json, to_json
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Candidate, Candidates, Trace, with_unique_ids
from alignoscope.records.variant import parse_variant


def opened(*variants: str, **fields: object) -> list[Trace]:
    traces = [
        {"variant": name, "source": ["a", "b"], "target": ["x"], "weights": [[0.25, 0.75]]} | fields
        for name in variants
    ]
    return from_json(json.dumps({"format": "alignoscope-trace-1", "traces": traces}))


def test_a_trace_is_called_as_its_variant_until_it_is_called_otherwise() -> None:
    (trace,) = opened("luong-dot")
    assert (trace.label, trace.id) == ("luong-dot", "luong-dot")
    other = trace.with_label("luong-dot · edited")
    assert (other.label, other.id) == ("luong-dot · edited", "luong-dot · edited")
    assert parse_variant(other.variant)[:3] == ("luong", "dot", False)


def test_traces_of_one_label_are_told_apart_the_first_as_it_would_be_alone() -> None:
    found = opened("one", "two", "one", "one (2)", "one")
    assert [trace.id for trace in found] == ["one", "two", "one (2)", "one (2) (2)", "one (3)"]
    assert [trace.label for trace in found] == ["one", "two", "one", "one (2)", "one"]
    assert all(map(lambda a, b: a is b, with_unique_ids(found), found))


def test_a_file_keeps_a_label_beside_the_variant() -> None:
    (trace,) = opened("luong-dot")
    again = from_json(to_json([trace, trace.with_label("mine")]))
    assert [(one.variant, one.label) for one in again] == [
        ("luong-dot", "luong-dot"),
        ("luong-dot", "mine"),
    ]
    assert "label" not in to_json([trace])
    assert opened("luong-dot", label="mine")[0].label == "mine"


def test_the_spans_of_words_by_hand() -> None:
    sentence = Sentence(
        text="unlock it",
        ids=(5, 7, 11, 3),
        pieces=("▁un", "lock", "▁it", "</s>"),
        words=("unlock", "it", "</s>"),
        word_of=(0, 0, 1, 2),
    )
    assert sentence.spans == (range(2), range(2, 3), range(3, 4))


def test_a_trace_from_another_process_is_the_same_and_nobody_can_write_to_it() -> None:
    (trace,) = opened("luong-dot", candidates=[[["x", -0.5], ["y", -1.5]]], scores=[[2.0, 3.0]])
    again = pickle.loads(pickle.dumps(trace))
    assert (again.source, again.target, again.label) == (trace.source, trace.target, "luong-dot")
    (step,), (old,) = again.steps, trace.steps
    assert [step.token, step.center, step.candidates] == [old.token, old.center, old.candidates]
    for rows in (step.scores, step.weights, step.query, step.context, again.values):
        assert not rows.flags.writeable
    assert (step.scores.tolist(), step.weights.tolist()) == ([2, 3], [0.25, 0.75])
    bare = replace(old, scores=None, weights=None)
    assert pickle.loads(pickle.dumps(replace(trace, steps=(bare,)))).weights is None


def test_candidates_are_plain_columns_and_read_one_by_one() -> None:
    (trace,) = opened("luong-dot", candidates=[[["x", -0.5], ["y", -1.5]]])
    found = trace.steps[0].candidates
    assert found == Candidates(("x", "y"), (-0.5, -1.5))
    assert list(found) == [
        Candidate(token="x", log_prob=-0.5),
        Candidate(token="y", log_prob=-1.5),
    ]
    assert list(found[1:]) == [Candidate(token="y", log_prob=-1.5)]
    assert pickle.loads(pickle.dumps(found)) == found
