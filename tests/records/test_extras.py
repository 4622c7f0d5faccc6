"""Optional packages: the app does without them, and what needs one names it."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from alignoscope.course.page import kit
from alignoscope.evaluation import __main__ as evaluation
from alignoscope.records.extras import EXTRAS, MODULES
from alignoscope.tools import judged, side_by_side
from tests.shared.app_pages import open_page

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide all optional packages."""
    for names in EXTRAS.values():
        for name in names:
            monkeypatch.setitem(sys.modules, MODULES.get(name, name), None)


def names_of(requirements: list[str]) -> set[str]:
    return {re.split(r"[>=<;]", line)[0].strip() for line in requirements}


def test_the_extras_are_those_of_the_package_and_most_are_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    assert {extra: names_of(lines) for extra, lines in optional.items()} == {
        extra: set(names) for extra, names in EXTRAS.items()
    }
    large = {"chinese", "excel", "localisation"}  # and what few people need
    pinned = [names for extra, names in EXTRAS.items() if extra not in large]
    both = names_of(project["dependencies"]).union(*pinned)
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert both == names_of([line for line in lines if "==" in line])


@pytest.mark.parametrize(
    ("main", "words"),
    [
        (evaluation.main, ["a.safetensors"]),
        (side_by_side.main, ["old", "new"]),
        (judged.main, ["sentences.txt"]),
    ],
)
def test_an_evaluation_names_what_is_missing(
    bare: None, capsys: pytest.CaptureFixture[str], main, words: list[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(words)
    said = "This needs packages that the app does not: run pip install sacrebleu tabulate.\n"
    assert capsys.readouterr().err == said


def test_a_class_has_its_link_without_the_qr_code(bare: None) -> None:
    test = open_page("pages/lessons.py", plan="45")
    assert not test.exception
    assert test.code[0].value.endswith("plan=45")
    assert any("pip install segno" in one.value for one in test.caption)
    assert not test.get("image")


def test_with_segno_the_qr_code_is_there() -> None:
    assert open_page("pages/lessons.py", plan="45").get("image")


def test_an_address_of_this_computer_has_no_qr_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit, "address", lambda **_: "http://localhost:8501/lessons?plan=45")
    test = open_page("pages/lessons.py", plan="45")
    assert not test.get("image")
    assert any("this computer" in one.value for one in test.caption)
