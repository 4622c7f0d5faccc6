"""A lesson as a Jupyter notebook, in which one cell per claim computes its value again.

Format: https://nbformat.readthedocs.io/en/latest/format_description.html (4.5)
"""

import json
from collections.abc import Callable, Sequence
from functools import partial

from alignoscope.course.claims import CLAIMS
from alignoscope.course.facts import FactValue
from alignoscope.course.kit.slides import markdown, slides_of
from alignoscope.course.record import Claim, Lesson
from alignoscope.course.shown import Shown, heading
from alignoscope.course.words import Messages

_SETUP = """from alignoscope.course.claims import CLAIMS
from alignoscope.course.facts import {modules}
from alignoscope.course.files import load_model, model_path
from alignoscope.models.folder import CHECKPOINTS


def model(name):
    return load_model(model_path(CHECKPOINTS, name))"""
_CLAIM = """value = {call}
assert CLAIMS["{name}"].holds(value), value
value"""


def notebook(lesson: Lesson, found: Sequence[Shown], words: Messages) -> str:
    """Return a lesson as the text of a notebook: questions, the cells of claims, answers."""
    names = {name for shown in found for name in shown.values}
    modules = ", ".join(sorted({_module(CLAIMS[name]) for name in names}))
    cells = [_cell("markdown", f"# {heading(lesson, words)}")]
    cells += [_cell("code", _SETUP.format(modules=modules))]
    for shown in found:
        if shown.screen.kind == "link":
            continue
        question, *answer = map(markdown, slides_of(shown, words))
        cells.append(_cell("markdown", question))
        for name in shown.values:
            cells.append(_cell("code", _CLAIM.format(call=_call_of(CLAIMS[name]), name=name)))
        cells += [_cell("markdown", text) for text in answer]
    numbered = [cell | {"id": f"{lesson.id}-{number}"} for number, cell in enumerate(cells)]
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": python}
    whole = {"cells": numbered, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return f"{json.dumps(whole, ensure_ascii=False, indent=1)}\n"


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


def _cell(kind: str, text: str) -> dict[str, object]:
    ran: dict[str, object] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, "source": text.strip(), **ran}
