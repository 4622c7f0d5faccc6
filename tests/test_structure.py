"""Imports point down, no two folders import each other, and every folder says what is in it."""

import ast
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = {  # each imports those that are named, and of other packages those after the bar
    "records": "| numpy",
    "data": "records | babel numpy openpyxl pyarrow tokenizers translate",
    "models": "records data | numpy safetensors torch",
    "analysis": "records data models | numpy torch",
    "decoding": "records data models analysis | numpy torch wasmtime",
    "interchange": "records data analysis | jieba numpy openpyxl safetensors",
    "training": "records data models decoding | safetensors torch tqdm",
    "evaluation": "records data models analysis decoding interchange"
    " | numpy pandas sacrebleu torch tqdm",
    "serving": "records data models analysis decoding interchange | torch",
    "ui": "records data models analysis decoding interchange serving"
    " | numpy pandas plotly regex streamlit",
    "live": "records data models analysis decoding serving ui | torch",
    "course": "records data models analysis decoding serving ui"
    " | nbformat numpy pptx segno streamlit torch",
    "pages": "ui course |",
    "app.py": "ui course |",
    "api": "records data models analysis decoding interchange ui | numpy pandas plotly torch",
    "server": "records serving ui course | starlette streamlit",
    "cli": "records data models analysis decoding interchange training evaluation ui course api"
    " live server | numpy pandas torch",
    "install": "|",
    "tools": "records data interchange | pandas tqdm",
    "__init__.py": "api |",
    "__main__.py": "cli |",
    "setup.py": "| setuptools",
}
NOT_SHIPPED = {"tests", "benchmarks"}
TRACKED = [
    Path(name)
    for name in subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    if name and (ROOT / name).exists()
]
SHIPPED = [path for path in TRACKED if path.parts[0] not in NOT_SHIPPED]
PYTHON = [path for path in SHIPPED if path.suffix == ".py"]
SCRIPTS = [path for path in SHIPPED if path.suffix in {".js", ".ts"}]
_RELATIVE = re.compile(r"""(?:from |import\()"(\.[^"]*)\"""")


def imported(path: Path) -> Iterator[str]:
    """Yield the full name of everything that a Python file imports."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides which room it is from"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def top_names(path: Path) -> set[str]:
    """Return the rooms and the other packages that a Python file imports."""
    return {name.removeprefix("alignoscope.").split(".")[0] for name in imported(path)}


def folder_of(name: str) -> str | None:
    """Return the folder that a name imported from this package is defined in, or None."""
    parts = name.split(".")
    if parts.pop(0) != "alignoscope":
        return None
    while parts:
        module = ROOT.joinpath(*parts)
        if module.with_suffix(".py").is_file():
            return module.parent.relative_to(ROOT).as_posix()
        if (module / "__init__.py").is_file():
            return module.relative_to(ROOT).as_posix()
        parts.pop()
    return None


def test_imports_point_down() -> None:
    wrong = {}
    for path in PYTHON:
        rooms, packages = ROOMS[path.parts[0]].split("|")
        allowed = {path.parts[0], *rooms.split(), *packages.split()} | sys.stdlib_module_names
        wrong[path.as_posix()] = top_names(path) - allowed
    assert {path: names for path, names in wrong.items() if names} == {}


def test_no_room_may_import_one_that_may_import_it() -> None:
    below = {room: set(names.split("|")[0].split()) for room, names in ROOMS.items()}
    assert [(one, other) for one in below for other in below[one] if one in below[other]] == []


def test_no_two_folders_import_each_other() -> None:
    found = defaultdict(set)
    for path in PYTHON:
        for folder in {folder_of(name) for name in imported(path)} - {None}:
            found[path.parent.as_posix(), folder].add(path.name)
    for path in SCRIPTS:
        for other in _RELATIVE.findall((ROOT / path).read_text(encoding="utf-8")):
            folder = os.path.dirname(os.path.normpath(path.parent / other))
            found[path.parent.as_posix(), folder].add(path.name)
    mutual = {
        (one, other): (files, found[other, one])
        for (one, other), files in found.items()
        if one < other and (other, one) in found
    }
    assert mutual == {}


def types_of(tree: ast.Module) -> Iterator[str]:
    """Yield the names of a file's classes and of its aliases of types, which are in CapWords."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            for name in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(name, ast.Name) and re.match(r"[A-Z].*[a-z]", name.id):
                    yield name.id


def test_no_two_types_share_a_name() -> None:
    found = defaultdict(list)
    for path in PYTHON:
        for name in types_of(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            found[name].append(path.as_posix())
    assert {"Trace", "Paths"} <= found.keys()  # a class and an alias
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


def test_no_two_types_of_the_scripts_share_a_name() -> None:
    found = defaultdict(list)
    for path in (path for path in SCRIPTS if path.name.endswith(".d.ts")):
        text = (ROOT / path).read_text(encoding="utf-8")
        for name in re.findall(r"^export (?:interface|type) (\w+)", text, re.M):
            found[name].append(path.as_posix())
    assert {"Player", "TreeNode"} <= found.keys()
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


def test_a_room_loads_nothing_from_above() -> None:
    """In one process, the rooms one after another: what a room loads stays for those after it."""
    rooms = {
        "interchange": ("torch", "plotly", "streamlit"),
        "api": ("streamlit", "plotly", "pandas", "sacrebleu"),
        "cli": ("streamlit", "plotly", "pandas", "sacrebleu"),
        "training": ("streamlit", "plotly", "pandas"),
        "serving": ("streamlit", "plotly", "pandas"),
    }
    lines = ["import sys"]
    for room, absent in rooms.items():
        modules = [
            ".".join(("alignoscope", *path.with_suffix("").parts)).removesuffix(".__init__")
            for path in PYTHON
            if path.parts[0] == room
            and path.stem not in {"__main__", "heatmap"}  # loaded for a figure
        ]
        lines += [
            f"import {', '.join(modules)}",
            f"print({room!r}, {{*{absent}}} & {{*sys.modules}})",
        ]
    run = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True
    )
    assert run.stdout.splitlines() == [f"{room} set()" for room in rooms], run.stderr


def test_every_folder_says_what_is_in_it() -> None:
    folders = {folder for path in [*PYTHON, *SCRIPTS] for folder in path.parents}
    assert folders >= {Path("models"), Path("ui/player"), Path("pages"), Path("install")}
    silent = []
    for folder in folders:
        door = ROOT / folder / "__init__.py"
        if not door.exists() or not ast.get_docstring(ast.parse(door.read_text(encoding="utf-8"))):
            silent.append(folder.as_posix())
    assert silent == []


def test_any_folders_of_tests_can_be_run_together() -> None:
    """What they share has one name, from `tests` on, and no test imports `conftest`."""
    tests = [path for path in TRACKED if path.parts[0] == "tests" and path.suffix == ".py"]
    conftests = [path.as_posix() for path in tests if path.name == "conftest.py"]
    assert conftests == ["tests/conftest.py"]
    own = {path.stem for path in tests} - sys.stdlib_module_names
    assert [
        path.as_posix()
        for path in tests
        if any(name.split(".")[0] in own or "conftest" in name for name in imported(path))
    ] == []
