"""What a session keeps and what a link holds: each has its names in one file, and no other."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FILES = [
    ROOT / "app.py",
    *sorted(ROOT.glob("pages/[!_]*.py")),
    *sorted(ROOT.rglob("session/**/*.py")),
]
OURS = [path.relative_to(ROOT).as_posix() for path in FILES]


def keys(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield what stands for a key of `st.session_state`: of a widget, or looked up."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "key":
            yield node.value
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "st.session_state":
            yield node.slice
        elif isinstance(node, ast.Compare) and "st.session_state" in map(
            ast.unparse, node.comparators
        ):
            yield node.left
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("st.session_state."):
            yield node.args[0]
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "st.session_state":
            assert node.attr in {"get", "pop", "setdefault"}


@pytest.mark.parametrize("file", OURS)
def test_every_key_is_named_in_one_file(file: str) -> None:
    for key in keys(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        assert not isinstance(key, ast.Constant | ast.JoinedStr), ast.unparse(key)


@pytest.mark.parametrize("file", OURS)
def test_only_one_file_reads_and_writes_the_link(file: str) -> None:
    written = "query_params" in (ROOT / file).read_text(encoding="utf-8")
    assert written == (file == "ui/shell/url_parameters.py")
