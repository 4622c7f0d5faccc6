"""Imports point down (docs/architecture.md), and what must run anywhere needs little."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "data": {"numpy", "tokenizers"},
    "data/synthetic.py": {"babel", "data"},
    "models/trace.py": {"data", "numpy"},
    "models/interchange.py": {
        "data",
        "models.sentence_json",
        "models.trace",
        "models.variant",
        "numpy",
    },
    "models/sentence_json.py": {"data"},
    "models/variant.py": set(),
    "models": {"data", "models", "numpy", "torch", "safetensors"},
    "figures": {"data", "models.trace", "figures", "numpy", "pandas", "plotly"},
    "training": {"data", "models", "training", "torch", "safetensors", "tqdm"},
    "evaluation": {"data", "models", "evaluation", "torch", "numpy", "pandas", "sacrebleu", "tqdm"},
    "components": {"components", "figures", "numpy", "streamlit"},
    "session": {
        "session",
        "data",
        "models",
        "figures",
        "components",
        "numpy",
        "torch",
        "streamlit",
    },
    "app.py": {"session", "figures", "streamlit"},
    "pages": {"session", "figures", "streamlit"},
}
FILES = [
    path.relative_to(ROOT).as_posix()
    for path in sorted(ROOT.rglob("*.py"))
    if not {".venv", "tests", "benchmarks", "docs"} & set(path.relative_to(ROOT).parts)
]


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module)
    return found


@pytest.mark.parametrize("file", FILES)
def test_imports_point_down(file: str) -> None:
    floor = next(name for name in (file, file.split("/")[0]) if name in ALLOWED)
    allowed = ALLOWED[floor] | ({"data"} if floor == "data" else set())
    for name in imports(ROOT / file):
        parts = name.split(".")
        prefixes = {".".join(parts[:i]) for i in range(1, len(parts) + 1)}
        assert prefixes & (allowed | sys.stdlib_module_names), f"{file} imports {name}"


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("figures.maps, figures.steps, figures.svg, figures.tables", "torch, streamlit"),
        ("models.trace, models.variant, models.interchange", "torch, plotly"),
        ("training.recipe", "streamlit, plotly, pandas"),
    ],
)
def test_a_floor_loads_nothing_from_above(module: str, absent: str) -> None:
    names = repr(absent.split(", "))
    code = f"import sys, {module}; sys.exit(any(name in sys.modules for name in {names}))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0
