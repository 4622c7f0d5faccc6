"""Rooms are small and say what they are, imports point down, what runs anywhere needs little."""

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = {  # each imports those that are named, and of other packages those behind the bar
    "records": "| numpy",
    "data": "records | babel numpy tokenizers",
    "models": "records data | numpy safetensors torch",
    "analysis": "records data models | numpy torch",
    "decoding": "records data models analysis | numpy torch",
    "interchange": "records data analysis | numpy safetensors",
    "lessons": "records data models analysis decoding | numpy torch",
    "figures": "records data analysis interchange | numpy pandas plotly regex",
    "training": "records data models decoding | safetensors torch tqdm",
    "evaluation": "records data models analysis decoding interchange"
    " | numpy pandas sacrebleu torch tqdm",
    "components": "records analysis lessons figures | numpy streamlit",
    "session": "records data models analysis decoding lessons interchange figures components"
    " | numpy pandas segno streamlit torch",
    "pages": "session figures lessons | streamlit",
    "app.py": "session figures | streamlit",
    "face": "records data models analysis decoding interchange lessons figures components training"
    " evaluation session | numpy pandas plotly starlette streamlit torch",
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
    return {name.removeprefix("alignoscope.").split(".")[0] for name in found}


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


# Of data there is a file for each model or picture, as many as there are; the rest people read.
DATA = {"checkpoints", "results", "data/gold"}
CODE = {".py", ".js", ".ts", ".css", ".sh"}
TRACKED = [
    Path(name)
    for name in subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    if name and (ROOT / name).exists()
]


def test_no_file_of_code_has_more_than_250_lines() -> None:
    code = [path for path in TRACKED if path.suffix in CODE]
    assert {path.suffix for path in code} == CODE
    lines = {path: len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in code}
    assert {path.as_posix(): count for path, count in lines.items() if count > 250} == {}


def test_no_folder_has_more_than_15_files_beside_each_other() -> None:
    counts = Counter(
        path.parent.as_posix()
        for path in TRACKED
        if not DATA & {parent.as_posix() for parent in path.parents}
    )
    assert counts.keys() >= {".", "models", "tests/shared"}
    assert {folder: count for folder, count in counts.items() if count > 15} == {}


def test_every_folder_of_a_room_says_what_lives_there() -> None:
    folders = {
        folder
        for path in TRACKED
        if path.suffix in CODE and path.parts[0] not in {"tests", "benchmarks"}  # no packages
        for folder in path.parents
    }
    assert folders >= {Path("models"), Path("components/maps"), Path("pages"), Path("install")}
    silent = []
    for folder in folders:
        said = ROOT / folder / "__init__.py"
        if not said.exists() or not ast.get_docstring(ast.parse(said.read_text(encoding="utf-8"))):
            silent.append(folder.as_posix())
    assert silent == []


def test_any_folders_of_tests_can_be_run_together() -> None:
    """What they share has one name: no test imports `conftest`, or from beside itself."""
    tests = [path for path in TRACKED if path.parts[0] == "tests" and path.suffix == ".py"]
    conftests = [path.as_posix() for path in tests if path.name == "conftest.py"]
    assert conftests == ["tests/conftest.py"]
    own = {path.stem for path in tests if path.parent not in {Path("tests/shared"), Path("tests")}}
    own = (own | {"conftest"}) - sys.stdlib_module_names
    assert [path.as_posix() for path in tests if imports(ROOT / path) & own] == []
