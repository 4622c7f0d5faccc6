"""The examples in docs/python.md: each is run, and a comment behind a value is what it is."""

import ast
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)


def run(code: str, known: dict[str, object]) -> int:
    """Run code, its values compared with the comments behind them; return how many were."""
    lines, compared = code.splitlines(), 0
    for statement in ast.parse(code).body:
        _, _, comment = lines[statement.end_lineno - 1].partition("  # ")
        text = ast.get_source_segment(code, statement)
        if comment:
            assert repr(eval(text, known)) == comment, text
            compared += 1
        else:
            exec(text, known)
    return compared


def test_the_examples_do_what_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {}
    assert sum(run(block, known) for block in BLOCKS) > 10
    assert (tmp_path / "maps.html").exists()


def test_an_example_that_is_not_true_is_found() -> None:
    with pytest.raises(AssertionError, match="1 \\+ 1"):
        run("1 + 1  # 3", {})
