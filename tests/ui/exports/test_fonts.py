"""A picture says which of its scripts the server has no font for."""

import subprocess
from pathlib import Path

import pytest

from alignoscope.ui.exports import fonts


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the machine have a font for Greek alone."""
    fonts._has_font.cache_clear()
    monkeypatch.setattr(fonts.shutil, "which", lambda _: "fc-list")

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess:
        assert (command[0], command[2]) == ("fc-list", "family")
        number = int(command[1].removeprefix(":charset="), 16)
        return subprocess.CompletedProcess(command, 0, b"Some Font\n" * (0x370 <= number < 0x400))

    monkeypatch.setattr(fonts.subprocess, "run", run)
    yield
    fonts._has_font.cache_clear()


@pytest.mark.usefixtures("without")
def test_scripts_without_a_font_are_named() -> None:
    assert fonts.scripts_without_font("plain 1, ρ") == []
    assert fonts.scripts_without_font("ρ नमस्ते שלום 家 a") == ["Chinese", "Devanagari", "Hebrew"]


def test_without_fontconfig_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    fonts._has_font.cache_clear()
    monkeypatch.setattr(fonts.shutil, "which", lambda _: None)
    assert fonts.scripts_without_font("नमस्ते") == []
    fonts._has_font.cache_clear()
