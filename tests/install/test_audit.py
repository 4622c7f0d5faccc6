"""No vulnerability is known in a version that is pinned, where what is known can be asked for."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

REQUIREMENTS = Path(__file__).parents[2] / "requirements.txt"
LOCK = REQUIREMENTS.with_suffix(".lock")
PINS = re.compile(r"^([\w.-]+)==([^\s;]+)", re.MULTILINE)
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


def pinned(path: Path) -> dict[str, str]:
    """Return the pinned versions of a file, by the normal form of a package's name."""
    pins = PINS.findall(path.read_text(encoding="utf-8"))
    return {canonicalize_name(name): version for name, version in pins}


def test_the_lock_has_all_packages_that_the_app_needs_with_hashes() -> None:
    locked = pinned(LOCK)
    assert pinned(REQUIREMENTS).items() <= locked.items()
    parts = LOCK.read_text(encoding="utf-8").split("\n")
    names = [i for i, line in enumerate(parts) if PINS.match(line)]
    assert names
    assert all(parts[i + 1].startswith("    --hash=sha256:") for i in names)
    needed, seen = set(pinned(REQUIREMENTS)), set[str]()
    while needed - seen:
        seen |= (some := needed - seen)
        for name in some:
            for line in requires(name) or ():
                one = Requirement(line)
                if one.marker is None or one.marker.evaluate({"extra": ""}):
                    needed.add(canonicalize_name(one.name))
    assert needed <= set(locked)


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("pip_audit"), reason="pip-audit is not installed")
def test_no_vulnerability_is_known_in_what_is_pinned(tmp_path: Path) -> None:
    pins = tmp_path / "pins.txt"
    # pip-audit takes one version of a package; the last is that of the newest Python.
    pins.write_text("".join(f"{name}=={version}\n" for name, version in pinned(LOCK).items()))
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
