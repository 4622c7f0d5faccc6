"""The anatomy of a step: what the browser gets."""

import base64
import json
import math
from dataclasses import replace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.decoding.forced import force
from alignoscope.records.sentence import END, Sentence
from alignoscope.records.trace import Candidate, Edited, Trace, TraceStep
from alignoscope.ui.anatomy.component import payload
from alignoscope.ui.anatomy.step_view import clock_text, first_text, query_text, steps_view

SOURCE = Sentence(
    text="ab c", ids=(5, 6, 7, 3), pieces=("▁a", "b", "▁c", END), words=("ab", "c", END),
    word_of=(0, 0, 1, 2),
)  # fmt: skip
TARGET = Sentence(text="<i>", ids=(9, 3), pieces=("▁<i>", END), words=("<i>", END), word_of=(0, 1))
SCORES = np.array([[2.0, 1.0, -1.0, -math.inf], [0.0, 0.0, 3.0, 1.0]])


def make_trace(
    timing: str = "luong", mode: str = "free", center: float | None = None, attends: bool = True
) -> Trace:
    exponentials = np.exp(SCORES)
    weights = exponentials / exponentials.sum(axis=1, keepdims=True)
    best = (Candidate(token="▁x", log_prob=-0.5), Candidate(token=END, log_prob=-1.5))
    steps = tuple(
        TraceStep(
            token=TARGET.pieces[i],
            log_prob=-2.5 if i == 0 else -1.5,
            query=np.array([0.5, -2.0, i]),
            scores=SCORES[i] if attends else None,
            weights=weights[i] if attends else None,
            context=np.array([1.0, 0.25, 0, -4, i]),
            center=center,
            candidates=best,
        )
        for i in range(2)
    )
    return Trace(
        variant=f"{timing}-{'local-p' if center is not None else 'dot'}",
        timing=timing,
        mode=mode,
        source=SOURCE,
        target=TARGET,
        finished=True,
        window=2 if center is not None else None,
        values=np.zeros((4, 5)),
        steps=steps,
    )


def decoded(vectors: dict) -> np.ndarray:
    levels = np.frombuffer(base64.b64decode(vectors["levels"]), dtype="<i2")
    return levels.reshape(-1, vectors["size"]) / 32767 * vectors["peak"]


def test_over_words_the_pieces_of_a_word_are_one_row() -> None:
    pieces, words = (steps_view(make_trace(), unit) for unit in ("pieces", "words"))
    assert pieces.columns == SOURCE.pieces
    assert pieces.steps[0].scores.tolist() == SCORES[0].tolist()
    assert words.columns == (*SOURCE.words[:-1], "end")
    first = math.log(math.exp(2) + math.exp(1))
    assert words.steps[0].scores.tolist() == pytest.approx([first, -1, -math.inf])
    assert words.steps[0].weights.sum() == pytest.approx(1)


def test_the_written_token_is_marked_or_added() -> None:
    added, marked = (step.candidates for step in steps_view(make_trace(), "words").steps)
    assert [(c.token, c.written) for c in marked] == [("x", False), ("end", True)]
    assert [(c.token, c.written) for c in added] == [("x", False), ("end", False), ("<i>", True)]
    assert added[-1].log_prob == -2.5


def test_marks_of_spaces_and_ends_are_shown_where_pieces_are_looked_at() -> None:
    words, pieces = (steps_view(make_trace(), unit) for unit in ("words", "pieces"))
    assert (words.steps[1].token, pieces.steps[1].token) == ("end", END)
    assert "▁" in pieces.head


def test_each_timing_names_the_state_that_asks() -> None:
    assert query_text("bahdanau", 4).startswith("s[i-1] = s[4]")
    assert query_text("luong", 4).startswith("h[t] = h[5]")
    assert "attention RNN" in query_text("tacotron", 4)
    for timing in ("bahdanau", "luong", "tacotron", "nematus"):
        assert "[0] = tanh(W h1)" in first_text(timing)
    assert query_text("unknown", 0)
    assert first_text("unknown") == ""
    assert clock_text("unknown", attends=True, feeds=False) == ""
    assert "fed" in clock_text("luong", attends=True, feeds=True)
    assert "There is no query" in steps_view(make_trace(attends=False), "words").clock
    assert "No query" in steps_view(make_trace(attends=False), "words").steps[0].asked


def test_the_mask_or_the_window_is_said() -> None:
    assert "all 3 source words" in steps_view(make_trace(), "words").steps[0].window
    assert "all 4 source pieces" in steps_view(make_trace(), "pieces").steps[0].window
    window = steps_view(make_trace(center=2.25), "words").steps[0].window
    assert "source tokens 2 to 4 of 4" in window
    assert "p[t] = 3.2" in window
    assert "Gaussian" in window


def test_the_browser_gets_the_same_numbers() -> None:
    trace = replace(make_trace(), edited=(Edited(step=1),))
    data = payload(steps_view(trace, "pieces"))
    json.dumps(data, allow_nan=False)
    queries = np.stack([step.query for step in trace.steps])
    np.testing.assert_allclose(decoded(data["query"]), queries, atol=2 / 32767)
    contexts = np.stack([step.context for step in trace.steps])
    np.testing.assert_allclose(decoded(data["context"]), contexts, atol=4 / 32767)
    assert data["steps"][0]["scores"] == [2, 1, -1, None]
    assert [step["given"] for step in data["steps"]] == [False, True]
    assert data["steps"][0]["candidates"][-1] == ["▁<i>", -2.5, True]


@pytest.mark.parametrize("variant", ["fixed-context", "luong-local-p", "tacotron-additive"])
def test_every_kind_of_trace_has_a_payload(tiny, variant: str) -> None:
    trace = force(tiny(variant), ["The red car is fast."], ["La voiture rouge."])[0]
    for unit in ("words", "pieces"):
        data = payload(steps_view(trace, unit))
        json.dumps(data, allow_nan=False)
        assert len(data["steps"]) == len(trace.steps)
        assert data["attends"] == (variant != "fixed-context")


def test_what_a_trace_from_a_file_lacks_is_left_out() -> None:
    bare = TraceStep(
        token="x", log_prob=math.nan, query=np.zeros(0), scores=None, weights=np.array([1.0]),
        context=np.zeros(0), center=None, candidates=(),
    )  # fmt: skip
    word = Sentence(text="x", ids=(-1,), pieces=("x",), words=("x",), word_of=(0,))
    trace = Trace(
        variant="mine", timing="unknown", mode="forced", source=word, target=word, finished=True,
        window=None, values=np.zeros((1, 0)), steps=(bare,),
    )  # fmt: skip
    data = payload(steps_view(trace, "words"))
    json.dumps(data, allow_nan=False)
    assert data["query"]["size"] == 0
    assert data["steps"][0]["candidates"] == [["x", None, True]]


def test_the_payload_of_fifteen_steps_is_small() -> None:
    random = np.random.default_rng(0)
    words = tuple(f"word{i}" for i in range(15))
    sentence = Sentence(
        text=" ".join(words), ids=tuple(range(15)), pieces=words, words=words,
        word_of=tuple(range(15)),
    )  # fmt: skip
    best = tuple(Candidate(token=f"▁token{i}", log_prob=-1.2345 * i) for i in range(10))
    steps = tuple(
        TraceStep(
            token=word, log_prob=-1.23, query=random.normal(size=256),
            scores=random.normal(size=15) * 10, weights=np.full(15, 1 / 15),
            context=random.normal(size=256), center=None, candidates=best,
        )
        for word in words
    )  # fmt: skip
    trace = Trace(
        variant="luong-dot", timing="luong", mode="free", source=sentence, target=sentence,
        finished=True, window=None, values=np.zeros((15, 256)), steps=steps,
    )  # fmt: skip
    data = json.dumps(payload(steps_view(trace, "words")), separators=(",", ":"))
    assert len(data.encode()) < 60_000


def walk() -> None:
    """Be a page whose step changes; runs inside of AppTest, so it imports for itself."""
    import streamlit as st

    from alignoscope.models.stamps import stamp
    from alignoscope.serving.model_store import ROOT
    from alignoscope.serving.trace_store import decode
    from alignoscope.ui.anatomy.panel import show_anatomy

    path = ROOT / "checkpoints/eng-fra/luong-dot.safetensors"
    trace = decode(path, stamp(path), "I am not tired.", "")
    show_anatomy([trace], "words", st.session_state.get("now", 2))


def test_a_step_sends_nothing_again() -> None:
    test = AppTest.from_function(walk, default_timeout=300).run()
    assert not test.exception
    sent = test.get("bidi_component")[0].proto.json
    assert json.loads(sent)[0]["start"] == 2
    test.session_state["now"] = 4
    assert test.run().get("bidi_component")[0].proto.json == sent


def test_a_step_is_counted_as_in_the_player_in_words_or_in_pieces() -> None:
    target = Sentence(
        text="ab c", ids=(5, 6, 7, 3), pieces=("▁a", "b", "▁c", END), words=("ab", "c", END),
        word_of=(0, 0, 1, 2),
    )  # fmt: skip
    step = make_trace().steps[0]
    steps = tuple(replace(step, token=piece) for piece in target.pieces)
    trace = replace(make_trace(), target=target, steps=steps)
    assert [one.place for one in steps_view(trace, "words").steps] == [
        "Word 1 of 3, piece 1 of 2", "Word 1 of 3, piece 2 of 2", "Word 2 of 3", "Word 3 of 3",
    ]  # fmt: skip
    assert steps_view(trace, "pieces").steps[3].place == "Piece 4 of 4"


def test_a_step_says_how_much_of_its_token_was_copied() -> None:
    trace = make_trace()
    steps = tuple(replace(step, p_gen=0.75) for step in trace.steps)
    view = steps_view(replace(trace, variant="luong-dot-feed-copy", steps=steps), "pieces")
    # The end mark is copied by (1 - 0.75) of its weight, e / (1 + 1 + e^3 + e) of the row.
    copied = 0.25 * math.e / (2 + math.exp(3) + math.e) / math.exp(-1.5)
    assert view.steps[1].window.endswith(f"Of this token's probability, {copied:.0%} was copied.")
    assert "p_gen = 0.75" in view.steps[0].window
    assert view.steps[0].window.endswith("0% was copied.")
    assert view.feeds
    assert "copied" not in steps_view(trace, "pieces").steps[0].window
