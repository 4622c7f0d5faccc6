"""Imports point down (docs/architecture.md), and what must run anywhere needs little."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = {  # each imports those that are named, and of other packages those behind the bar
    "records": "| numpy",
    "data": "records | babel numpy tokenizers",
    "models": "records data | numpy safetensors torch",
    "analysis": "records data models | numpy torch",
    "decoding": "records data models analysis | numpy torch",
    "interchange": "records data analysis | numpy",
    "figures": "records data analysis interchange | numpy pandas plotly regex",
    "training": "records data models decoding | safetensors torch tqdm",
    "evaluation": "records data models analysis decoding | numpy pandas sacrebleu torch tqdm",
    "components": "records analysis figures | numpy streamlit",
    "session": "records data models analysis decoding interchange figures components"
    " | numpy streamlit torch",
    "pages": "session figures | streamlit",
    "app.py": "session figures | streamlit",
    "face": "records data models analysis decoding interchange figures components training"
    " evaluation | pandas plotly streamlit",
    "install": "|",
    "__init__.py": "face |",
    "__main__.py": "face |",
}
FILES = [
    path.relative_to(ROOT).as_posix()
    for path in sorted(ROOT.rglob("*.py"))
    if not {".venv", "tests", "benchmarks", "docs"} & set(path.relative_to(ROOT).parts)
]


def imports(path: Path) -> set[str]:
    """Return the rooms and the other packages that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import hides which room it is from"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    parts = [name.split(".") for name in found]
    return {name[1] if name[0] == "alignoscope" else name[0] for name in parts}


@pytest.mark.parametrize("file", FILES)
def test_imports_point_down(file: str) -> None:
    room = file.split("/")[0]
    rooms, packages = ROOMS[room].split("|")
    allowed = {room, *rooms.split(), *packages.split()} | sys.stdlib_module_names
    assert imports(ROOT / file) <= allowed


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_imports_one_that_imports_it(room: str) -> None:
    below = ROOMS[room].split("|")[0].split()
    assert not any(room in ROOMS[other].split("|")[0].split() for other in below)


@pytest.mark.parametrize(
    ("room", "absent"),
    [
        ("figures", ("torch", "streamlit")),
        ("face", ("streamlit", "plotly", "pandas", "sacrebleu")),
        ("interchange", ("torch", "plotly", "streamlit")),
        ("training", ("streamlit", "plotly", "pandas")),
    ],
)
def test_a_room_loads_nothing_from_above(room: str, absent: tuple[str, ...]) -> None:
    modules = [
        "alignoscope." + file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for file in FILES
        if file.startswith(f"{room}/") and "__main__" not in file
    ]
    code = f"import sys, {', '.join(modules)}; print(set({absent}) & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert run.stdout.strip() == "set()", run.stderr
