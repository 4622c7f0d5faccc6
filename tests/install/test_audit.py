"""No vulnerability is known in a version that is pinned, where what is known can be asked for."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

REQUIREMENTS = Path(__file__).parents[2] / "requirements.txt"
OPTIONS = ("--no-deps", "--disable-pip", "--format", "json", "--progress-spinner", "off")
SECONDS = 120
Report = Sequence[Mapping]  # of each package its vulnerabilities, or why it was passed over


def vulnerable(report: Report) -> dict[str, list[str]]:
    """Return the vulnerabilities that are known, by package."""
    return {
        one["name"]: [known["id"] for known in one["vulns"]] for one in report if one.get("vulns")
    }


def asked(python: str, requirements: Path) -> Report:
    """Return what pip-audit says of requirements; nothing where it is not there or told nothing."""
    command = [python, "-m", "pip_audit", "-r", str(requirements), *OPTIONS, "--timeout", "10"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        return json.loads(run.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError):  # without a network it says so in words
        return []


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("pip_audit"), reason="pip-audit is not installed")
def test_no_vulnerability_is_known_in_what_is_pinned(tmp_path: Path) -> None:
    lines = REQUIREMENTS.read_text(encoding="utf-8").splitlines()
    pins = tmp_path / "pins.txt"
    pins.write_text("\n".join(line for line in lines if "==" in line))  # all but the app itself
    report = asked(sys.executable, pins)
    assert vulnerable(report) == {}
    if passed_over := [one["name"] for one in report if "vulns" not in one] or not report:
        pytest.skip(f"pip-audit could not reach all of its data: {passed_over}")


def test_a_known_vulnerability_is_named_and_no_answer_is_none() -> None:
    known = {"id": "PYSEC-2099-1", "fix_versions": []}
    report = [
        {"name": "good", "version": "1", "vulns": []},
        {"name": "bad", "version": "2", "vulns": [known]},
        {"name": "unknown", "skip_reason": "not found"},
    ]
    assert vulnerable(report) == {"bad": ["PYSEC-2099-1"]}


def test_without_the_tool_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "python").write_text("#!/bin/sh\necho no network >&2\nexit 1\n")
    (tmp_path / "python").chmod(0o755)
    assert asked(str(tmp_path / "python"), REQUIREMENTS) == []
