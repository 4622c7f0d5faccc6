"""The benchmarks: each starts, and the table of them names each."""

import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "benchmarks"
HELPERS = {"__init__", "apps", "live_parity", "live_speed", "result"}
NAMES = sorted({path.stem for path in FOLDER.glob("*.py")} - HELPERS)


def test_the_table_names_every_script() -> None:
    table = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [
        name for name in NAMES if f"| `{name}.py " not in table and f"| `{name}.py`" not in table
    ] == []
    assert {path.stem for path in (FOLDER / "measured").iterdir()} < set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_script_imports_is_there(name: str) -> None:
    assert runpy.run_path(str(FOLDER / f"{name}.py"))["main"]
