"""What a session keeps and what a link holds: each has its names in one file, and no other."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
FILES = [
    path.relative_to(ROOT).as_posix()
    for path in (
        ROOT / "app.py",
        *(ROOT / "pages").rglob("*.py"),
        *(ROOT / "ui").rglob("*.py"),
        *(ROOT / "course").rglob("*.py"),
    )
]


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


def test_every_key_is_named_in_one_file() -> None:
    assert len(FILES) > 200
    typed = {
        file: ast.unparse(key)
        for file in FILES
        for key in keys(ast.parse((ROOT / file).read_text(encoding="utf-8")))
        if isinstance(key, ast.JoinedStr) or isinstance(getattr(key, "value", None), str)
    }
    assert typed == {}


def test_only_one_file_reads_and_writes_the_link() -> None:
    using = [
        file for file in FILES if "st.query_params" in (ROOT / file).read_text(encoding="utf-8")
    ]
    assert using == ["ui/shell/url_parameters.py"]


def test_no_two_keys_are_one_name() -> None:
    tree = ast.parse((ROOT / "ui" / "shell" / "session_keys.py").read_text(encoding="utf-8"))
    named = [
        name.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    ]
    assert sorted({name for name in named if named.count(name) > 1}) == []
