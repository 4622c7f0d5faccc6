"""A lesson as a Jupyter notebook, in which one cell per claim computes its value again."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from alignoscope.course.claims import CLAIMS
from alignoscope.course.facts import FactValue
from alignoscope.course.kit.slides import markdown, slides_of
from alignoscope.course.record import Claim, Lesson
from alignoscope.course.shown import Shown, heading
from alignoscope.course.words import Messages
from alignoscope.records.extras import require

_SETUP = """from alignoscope.course.claims import CLAIMS
from alignoscope.course.facts import {modules}
from alignoscope.course.files import load_model, model_path
from alignoscope.models.folder import CHECKPOINTS


def model(name):
    return load_model(model_path(CHECKPOINTS, name))"""
_CLAIM = """value = {call}
assert CLAIMS["{name}"].holds(value), value
value"""


class NotebookCell(NamedTuple):
    """A cell of a notebook: its kind, "markdown" or "code", and its text."""

    kind: str
    text: str


def notebook(lesson: Lesson, found: Sequence[Shown], words: Messages) -> str:
    """Return a lesson as the text of a notebook: questions, the cells of claims, answers."""
    names = {name for shown in found for name in shown.values}
    modules = ", ".join(sorted({_module(CLAIMS[name]) for name in names}))
    cells = [NotebookCell("markdown", f"# {heading(lesson, words)}")]
    cells += [NotebookCell("code", _SETUP.format(modules=modules))]
    for shown in found:
        if shown.screen.kind == "link":
            continue
        question, *answer = map(markdown, slides_of(shown, words))
        cells.append(NotebookCell("markdown", question))
        for name in shown.values:
            cells.append(
                NotebookCell("code", _CLAIM.format(call=_call_of(CLAIMS[name]), name=name))
            )
        cells += [NotebookCell("markdown", text) for text in answer]
    return notebook_of(cells, lesson.id)


def notebook_of(cells: Sequence[NotebookCell], name: str) -> str:
    """Return cells as the text of a notebook; `name` begins the ids of its cells.

    Raises:
        ValueError: if nbformat is not installed.
    """
    require("course")
    from nbformat import v4, writes

    make = {"markdown": v4.new_markdown_cell, "code": v4.new_code_cell}
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    made = v4.new_notebook(
        metadata={"kernelspec": python},
        cells=[make[one.kind](one.text.strip(), id=f"{name}-{i}") for i, one in enumerate(cells)],
    )
    return f"{writes(made)}\n"


def _call_of(claim: Claim) -> str:
    """Return the Python call that computes a claim, with its models by name."""
    compute = claim.compute
    arguments = [*map(repr, compute.args)] if isinstance(compute, partial) else []
    arguments += [f"model({name!r})" for name in claim.of]
    return f"{_module(claim)}.{_function(claim).__name__}({', '.join(arguments)})"


def _module(claim: Claim) -> str:
    return _function(claim).__module__.rpartition(".")[2]


def _function(claim: Claim) -> Callable[..., FactValue]:
    return claim.compute.func if isinstance(claim.compute, partial) else claim.compute
