"""The exercise: what is to be written is not there, and the solution agrees with the models."""

import nbformat
import pytest

from alignoscope.course.kit.exercise import exercise
from alignoscope.course.words import languages


def code_of(text: str) -> list[str]:
    cells = nbformat.reads(text, as_version=4).cells
    return [one["source"] for one in cells if one["cell_type"] == "code"]


@pytest.mark.parametrize("language", languages())
def test_an_exercise_is_a_valid_notebook_without_its_solution(language: str) -> None:
    text = exercise(language)
    nbformat.validate(nbformat.reads(text, as_version=4))
    asked = [one for one in code_of(text) if "raise NotImplementedError" in one]
    assert [one.rpartition("def ")[2].partition("(")[0] for one in asked] == [
        *("score", "softmax", "context", "additive")
    ]
    assert "SOLUTION" not in text + exercise(language, solved=True)
    for one, other in zip(code_of(text), code_of(exercise("en")), strict=True):
        assert len(one.splitlines()) == len(other.splitlines())


def test_the_solution_agrees_with_the_models_and_another_answer_does_not() -> None:
    names: dict[str, object] = {}
    for cell in code_of(exercise("en", solved=True)):
        exec(cell, names)
    checks = [one for one in code_of(exercise("en")) if one.startswith("for step")]
    for name, check in zip(("score", "context", "additive"), checks, strict=True):
        exec(f"def {name}(one, other): return 0 * other.sum(axis=1)", wrong := {**names})
        with pytest.raises(AssertionError):
            exec(check, wrong)


def test_an_exercise_that_nobody_wrote_waits() -> None:
    names: dict[str, object] = {}
    first, asked, check, *_ = code_of(exercise("en"))
    exec(first, names)
    exec(asked, names)
    with pytest.raises(NotImplementedError):
        exec(check, names)
