"""The exercise as a notebook: the three functions of attention to write, checked against a model.

Its text is `exercises/attention.md` of a language. Code between the marks of nbgrader is the
solution, which the exercise leaves out.
"""

import re

from alignoscope.course.kit.notebook import NotebookCell, notebook_of
from alignoscope.course.read import ENGLISH, TEXTS

_CODE = re.compile(r"```python\n(.*?)```", re.S)
_SOLUTION = re.compile(r"^( *)### BEGIN SOLUTION\n.*?### END SOLUTION$", re.M | re.S)
_MARKS = re.compile(r"^ *### (?:BEGIN|END) SOLUTION\n?", re.M)


def exercise(language: str, *, solved: bool = False) -> str:
    """Return the text of the notebook, or of its solution; in English if there is no other.

    Raises:
        ValueError: if nbformat is not installed.
    """
    files = (TEXTS / one / "exercises" / "attention.md" for one in (language, ENGLISH))
    text = next(file for file in files if file.is_file()).read_text("utf-8")
    cells = []
    for i, part in enumerate(_CODE.split(text)):
        if i % 2 == 0:
            cells += [NotebookCell("markdown", part)] if part.strip() else []
        elif solved:
            cells.append(NotebookCell("code", _MARKS.sub("", part)))
        else:
            cells.append(NotebookCell("code", _SOLUTION.sub(r"\1raise NotImplementedError", part)))
    return notebook_of(cells, "attention")
