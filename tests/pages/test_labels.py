"""Traces that share a variant on one page: each with a label and a chosen cell of its own."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.analysis.importance import importance
from alignoscope.decoding.greedy import translate
from alignoscope.interchange.trace_json import from_json, to_json
from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.records.trace import Trace
from alignoscope.ui.anatomy.step_view import steps_view
from alignoscope.ui.player.captions import chart_caption
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.payload import payload
from alignoscope.ui.player.position import Cell, View, is_on_show
from alignoscope.ui.what_if.state import Branch, Edit, WhatIf
from alignoscope.ui.what_if.traces import branch_trace, edited_trace
from tests.shared.app_pages import SENTENCE


@pytest.fixture
def changed(tiny: Callable[..., Checkpoint], tmp_path: Path) -> tuple[Checkpoint, list[Trace]]:
    """Return a model that feeds its input, and its translation, an edit and a branch of it."""
    checkpoint, path = tiny("luong-general-feed"), tmp_path / "luong-general-feed.safetensors"
    save_checkpoint(checkpoint, path)
    original = translate(checkpoint, [SENTENCE])[0]
    row = (65_535, *(0 for _ in original.source.pieces[1:]))
    edits = (Edit(step=1, how="hand", row=row),)
    state = WhatIf(path=path, source=SENTENCE, target="", edits=edits)
    edited = edited_trace(state, original, keep=False)
    branch = Branch(number=1, path=path, prefix=original.target.ids[:1])
    assert edited is not None
    return checkpoint, [original, edited, branch_trace(branch, SENTENCE)]


def test_edits_and_branches_are_labels_and_the_variant_stays(changed) -> None:
    checkpoint, found = changed
    name = "luong-general-feed"
    assert [one.label for one in found] == [name, f"{name} · edited", f"{name} · branch 1"]
    assert {one.variant for one in found} == {name}
    assert f"{name} · edited: " in chart_caption(found[1])
    for trace in (*found, *from_json(to_json(found))):
        assert steps_view(trace, "words").feeds
        assert importance(checkpoint, trace, permutations=1).uniform is not None


def cells_of(name: str) -> dict[str, object]:
    return {"variant": name, "source": ["a", "b"], "target": ["x"], "weights": [[0.25, 0.75]]}


def test_of_two_traces_of_one_name_one_has_the_chosen_cell() -> None:
    text = json.dumps({"format": "alignoscope-trace-1", "traces": [cells_of("mine")] * 2})
    for found in (from_json(text), [from_json(text)[0]] * 2):
        layers = layers_of(found)
        chosen = Cell(map="mine (2)", unit="words", row=0, column=1)
        assert is_on_show(chosen, layers)
        maps = payload(layers, 0, "i", "k", View(), chosen)["maps"]
        assert [one["label"] for one in maps] == ["mine", "mine"]
        assert [one["id"] for one in maps] == ["mine", "mine (2)"]


def panel(traces: str, cell: str) -> None:
    """Be the panels of two traces of one name; runs inside of AppTest, so it imports for itself."""
    import streamlit as st

    from alignoscope.interchange.trace_json import from_json
    from alignoscope.ui.anatomy.panel import show_anatomy
    from alignoscope.ui.arithmetic.panel import show_arithmetic
    from alignoscope.ui.player.position import Cell

    found = from_json(traces)
    show_arithmetic(found, [], Cell(map=cell, unit="words", row=0, column=1), 0)
    st.text(show_anatomy(found, "words", 0).help)


def test_the_panels_are_of_the_trace_that_was_chosen() -> None:
    other = cells_of("mine") | {"target": ["y"]}
    traces = json.dumps({"format": "alignoscope-trace-1", "traces": [cells_of("mine"), other]})
    test = AppTest.from_function(panel, args=(traces, "mine (2)"), default_timeout=300).run()
    assert not test.exception
    assert "b → y, mine" in test.subheader[0].value
    assert test.selectbox[0].options == ["mine", "mine (2)"]
    assert not test.selectbox[0].set_value("mine (2)").run().exception
