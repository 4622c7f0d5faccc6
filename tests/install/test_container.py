"""The Containerfile, read: nothing here builds one, so what it takes for granted is looked up."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from alignoscope.cli import main as command_line
from alignoscope.cli.main import build_parser

ROOT = Path(__file__).parents[2]
FILE = (ROOT / "docs" / "Containerfile").read_text(encoding="utf-8")
STEPS = [line.split(" ", 1) for line in FILE.splitlines() if line and not line.startswith("#")]


def said(instruction: str) -> list[str]:
    return [rest for name, rest in STEPS if name == instruction]


def test_its_python_is_one_that_the_app_runs_on() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    least = re.fullmatch(r">=3\.(\d+)", project["requires-python"])
    assert {base.split()[0] for base in said("FROM")} == {"python:${PYTHON}-slim"}
    assert int(re.fullmatch(r"PYTHON=3\.(\d+)", said("ARG")[0])[1]) >= int(least[1])


def test_it_takes_what_is_there_and_the_torch_that_make_takes() -> None:
    assert said("COPY") == [". .", "--from=wheel /wheels /wheels"]
    index = said("ARG")[1]
    made = re.search(r"^CPU_TORCH := (\S+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert index == f"CPU_TORCH={made[1]}"
    copied, pinned, install = said("RUN")[:3]
    assert copied.endswith("cp install/cpu_torch.py /wheels")
    assert (ROOT / "install" / "cpu_torch.py").is_file()
    assert pinned == "grep == requirements.txt > /wheels/pins.txt"
    assert install.endswith(
        '${CPU_TORCH}) --constraint /wheels/pins.txt "$(echo /wheels/*.whl)[course]"'
    )


def test_it_starts_the_app_for_others_and_asks_whether_it_is_well() -> None:
    program, *words = json.loads(said("ENTRYPOINT")[0])
    assert hasattr(command_line, "main")
    assert program == "alignoscope"
    args = build_parser().parse_args([*words, "--host", "class.example.org"])
    assert (args.command, args.address, str(args.port)) == ("run", "0.0.0.0", said("EXPOSE")[0])
    (check,) = said("HEALTHCHECK")
    assert f"http://localhost:{args.port}/_stcore/health" in check
    compile(json.loads(check.partition("CMD ")[2])[2], "HEALTHCHECK", "exec")


@pytest.mark.parametrize("line", re.findall(r"^#   (podman .*)$", FILE, re.MULTILINE))
def test_the_page_about_deploying_says_the_same(line: str) -> None:
    assert line in (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
