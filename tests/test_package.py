"""The package: complete as it is built, and usable beside packages of other people."""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.records.extras import EXTRAS
from tests import checkout

ROOT = Path(__file__).parent.parent
OUTSIDE = {".venv", ".git", ".ci", "benchmarks", "build", "checkpoints", "node_modules", "runs"}
OUTSIDE |= {"tests", "install", "tools"}
LISTED = """
import json, setuptools
from distutils.core import run_setup

wheel = run_setup("setup.py", stop_after="config")
build = wheel.get_command_obj("build_py")
build.ensure_finalized()
build.include_package_data = False  # would write a folder *.egg-info
data = [f"{folder}/{name}" for _, folder, _, names in build.data_files for name in names]
print(json.dumps({"packages": wheel.packages, "data": data}))
"""
SHIPPED = {".py", ".wasm", ".js", ".css", ".json", ".svg", ".tsv", ".toml", ".typed"}
PROJECT = {"biome.json", "pyproject.toml", "package.json", "tsconfig.json"}
USE = """
import sys, site
sys.path[:0] = [{here!r}]
site.addsitedir({built!r})
sys.path += {libraries!r}
import models, data, alignoscope
model = alignoscope.load({checkpoint!r})
trace = alignoscope.translate(model, "The red car is fast.")
assert alignoscope.show(trace).page() and trace.frame().size and trace.figure()
assert models.FOREIGN and data.FOREIGN
print(alignoscope.__file__)
"""

OPEN = """
import sys
absent = ("jieba", "nbformat", "pptx", "sacrebleu", "segno", "tabulate")
sys.modules.update(dict.fromkeys(absent))  # optional
from pathlib import Path
import alignoscope
from streamlit.testing.v1 import AppTest

page = AppTest.from_file(str(Path(alignoscope.__file__).with_name("app.py")), default_timeout=300)
page.query_params["pair"] = "reverse"
page.session_state["exports"] = True
page.run()
assert not page.exception and page.get("bidi_component")
page.session_state["save asked"] = True  # by the player's button
page.run()
saved = {button.proto.label for button in page.get("download_button")}
assert {"PDF", "PNG", "HTML", "Trace JSON", "CSV"} <= saved, saved
print(alignoscope.__file__)
"""


def inside() -> Iterator[Path]:
    """Yield every path in this checkout outside of the folders that are not shipped."""
    for path in ROOT.iterdir():
        for file in (path, *path.rglob("*")) if path.name not in OUTSIDE else ():
            if not OUTSIDE & set(file.relative_to(ROOT).parts):
                yield file.relative_to(ROOT)


def rooms() -> set[str]:
    parts = {file.parent.parts for file in inside() if file.name == "__init__.py"}
    return {".".join(("alignoscope", *room)) for room in parts}


def shipped() -> set[str]:
    """Return the files of the checkout that the app or the package reads."""
    files = (file for file in inside() if file.suffix in SHIPPED and file.name not in PROJECT)
    return {"alignoscope/data/tasks/hindi-phrases.tsv.gz"} | {
        f"alignoscope/{file.as_posix()}"
        for file in files
        if file.parts[0] != "docs" or file.name == "icon.svg"
    }


@functools.cache
def listed() -> tuple[set[str], set[str]]:
    """Return the packages and the other files that a wheel is to have, as setuptools lists them."""
    run = subprocess.run(
        [sys.executable, "-c", LISTED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = json.loads(run.stdout.splitlines()[-1])
    return {*found["packages"]}, {Path(name).as_posix() for name in found["data"]}


def test_a_wheel_is_to_have_every_room_and_every_file_that_the_app_reads() -> None:
    packages, data = listed()
    assert packages == rooms()
    files = {name.removeprefix("alignoscope/") for name in shipped()}
    assert {name for name in files if not name.endswith(".py")} <= data
    strangers = {name for name in data if OUTSIDE & {*Path(name).parts}} | data & PROJECT
    assert {name for name in strangers if not name.startswith("checkpoints/")} == set()


def test_tests_end_where_they_would_test_another_checkout(tmp_path: Path) -> None:
    with pytest.raises(pytest.exit.Exception, match="editable"):
        checkout.check(str(tmp_path / "__init__.py"))
    with pytest.raises(pytest.exit.Exception, match="finds nothing"):
        checkout.check(None)


def build(folder: Path, hook: str) -> list[str]:
    """Build the package in a copy of the checkout, as pip does, and unpack it into `built`."""
    copy, wheels = folder / "copy", folder / "wheels"
    shutil.copytree(ROOT, copy, ignore=lambda _, names: OUTSIDE & set(names))
    (copy / "checkpoints").symlink_to(ROOT / "checkpoints")
    wheels.mkdir()
    code = f"from setuptools import build_meta; build_meta.{hook}({str(wheels)!r})"
    subprocess.run([sys.executable, "-c", code], cwd=copy, capture_output=True, check=True)
    (wheel,) = wheels.iterdir()
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "built")
        return packed.namelist()


def models_of_lessons() -> set[str]:
    """Return the models that any lesson names, as `pair/name`."""
    pairs = "|".join(path.name for path in (ROOT / "checkpoints").iterdir() if path.is_dir())
    files = [*ROOT.glob("course/**/*.py"), *ROOT.glob("course/**/*.md")]
    named = re.compile(rf"\b(?:{pairs})/[a-z0-9]+(?:-[a-z0-9]+)+\b")
    found = {name for file in files for name in named.findall(file.read_text(encoding="utf-8"))}
    assert len(found) > 10
    return found


def test_a_wheel_is_to_have_the_models_of_all_lessons() -> None:
    files = (Path(name) for name in listed()[1] if name.startswith("checkpoints/"))
    assert models_of_lessons() <= {f"{path.parent.name}/{path.stem}" for path in files}


@pytest.mark.slow
def test_a_wheel_is_all_that_the_app_needs(tmp_path: Path) -> None:
    names = build(tmp_path, "build_wheel")
    assert shipped() <= set(names)
    assert not any("/tests/" in name or "/tools/" in name for name in names)
    (wheel,) = (tmp_path / "wheels").iterdir()
    assert wheel.stat().st_size < 100_000_000  # what an index takes
    shelf = tmp_path / "built" / "alignoscope" / "checkpoints"
    held = {f"{path.parent.name}/{path.stem}" for path in shelf.rglob("*.*")}
    pairs = {path.parent.name for path in (ROOT / "checkpoints").rglob("*.safetensors")}
    assert {name.partition("/")[0] for name in held} >= pairs
    (about,) = (tmp_path / "built").glob("*.dist-info/METADATA")
    metadata = Parser().parsestr(about.read_text(encoding="utf-8"))
    needed = [Requirement(line) for line in metadata.get_all("Requires-Dist")]
    always = {one.name for one in needed if "extra" not in str(one.marker)}
    assert always >= {"streamlit", "torch"}
    assert always.isdisjoint({name for names in EXTRAS.values() for name in names})
    for extra, names in EXTRAS.items():
        assert {one.name for one in needed if f'extra == "{extra}"' in str(one.marker)} == {*names}
    (told,) = (tmp_path / "built").glob("*.dist-info/entry_points.txt")
    assert "alignoscope = alignoscope.cli.main:main" in told.read_text()
    run = subprocess.run(
        [sys.executable, "-c", OPEN],
        cwd=tmp_path / "wheels",
        env=os.environ | {"PYTHONPATH": str(tmp_path / "built")},
        capture_output=True,
        text=True,
    )
    last = run.stdout.splitlines()[-1:]
    assert last == [str(tmp_path / "built" / "alignoscope" / "__init__.py")], run.stderr


@pytest.mark.slow
def test_the_package_works_beside_foreign_packages_of_the_same_names(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    build(tmp_path, "build_editable")
    here = tmp_path / "notebooks"
    for name in ("models", "data", "records", "figures"):
        (here / name).mkdir(parents=True)
        (here / name / "__init__.py").write_text("FOREIGN = True\n")
    checkpoint = here / "luong-dot.safetensors"
    save_checkpoint(tiny("luong-dot"), checkpoint)
    code = USE.format(
        here=str(here),
        built=str(tmp_path / "built"),
        libraries=[path for path in sys.path if path.endswith("site-packages")],
        checkpoint=str(checkpoint),
    )
    # Without the site module no other checkout is found, installed as it may be.
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], cwd=here, capture_output=True, text=True
    )
    assert run.stderr == ""
    assert run.stdout == f"{tmp_path / 'copy' / '__init__.py'}{os.linesep}"
