"""The command line: what it says, and what it hands on."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from alignoscope.cli import app as command_line
from alignoscope.cli.main import main
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.records.version import VERSION
from alignoscope.ui.open_files import page as opened
from alignoscope.ui.shell.session_keys import PAGE
from tests.shared.app_pages import given, open_page
from tests.shared.tool_files import FOLDER

ROOT = Path(__file__).parents[2]
TRACES = {
    "format": "alignoscope-trace-1",
    "traces": [
        {
            "variant": "my aligner",
            "source": ["the", "red", "car"],
            "target": ["la", "voiture", "rouge"],
            "weights": [[0.9, 0.0, 0.1], [0.1, 0.1, 0.8], [0.0, 0.9, 0.1]],
        }
    ],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "made-up.trace.json"
    path.write_text(json.dumps(TRACES), encoding="utf-8")
    return path


def said(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Run a command that ends by itself; return its exit code, output and errors."""
    with pytest.raises(SystemExit) as end:
        main(words)
    return int(end.value.code or 0), *capsys.readouterr()


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(["--help"], capsys)
    assert code == 0
    assert all(f"\n    {name} " in out for name in ("run", "open", "convert", "train", "evaluate"))
    assert said(["--version"], capsys)[1] == f"Alignoscope {VERSION}\n"
    module = [sys.executable, "-m", "alignoscope", "--version"]
    run = subprocess.run(module, capture_output=True, text=True, check=True)
    assert run.stdout == f"Alignoscope {VERSION}\n"


def test_without_a_command_the_app_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple] = []
    monkeypatch.setattr(command_line, "serve", lambda *given: started.append(given))
    main([])
    main(["run"])
    assert started == [(None, None, [])] * 2


@pytest.mark.parametrize(
    "command",
    [
        "alignoscope train",
        "alignoscope triage",
        "alignoscope evaluate",
        "evaluation.corpus none.tsv --models none --out none",
    ],
)
def test_ctrl_c_while_a_command_loads_torch_is_told_in_a_line(command: str, tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("raise KeyboardInterrupt")
    module = [sys.executable, "-m", *command.split()]
    env = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(module, capture_output=True, text=True, cwd=ROOT, env=env)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "Stopped.\n")


@pytest.mark.parametrize(("command", "option"), [("train", "--variant"), ("evaluate", "--gold")])
def test_train_and_evaluate_have_their_own_options(
    command: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = said([command, "--help"], capsys)
    assert code == 0
    assert option in out
    assert out.startswith(f"usage: alignoscope {command} ")
    code, _, errors = said([command, "--no-such-option"], capsys)
    assert code == 2
    assert errors.count("error:") == 1


def test_what_cannot_be_done_ends_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    other = tmp_path / "other.json"
    other.write_text("{}")
    for words, message in (
        (["open", str(tmp_path / "none.json")], "none.json cannot be read: No such file"),
        (["open", str(tmp_path)], "cannot be read: Is a directory"),
        (
            ["open", str(other)],
            "other.json cannot be opened. other.json: this JSON has no known",
        ),
        (["run", "--port", "70000"], "--port is 70000: expected 1 to 65535"),
        (["run", "--address", "300.1.1.1"], "--address 300.1.1.1: "),
        (["run", "--address", "192.0.2.1"], "--address 192.0.2.1: "),
    ):
        code, out, errors = said(words, capsys)
        assert (code, out, errors.count("\n")) == (2, "", 1)
        assert message in errors


def test_the_app_opens_the_file_that_it_was_started_with(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened, "HANDED", str(file))
    page = open_page("app.py")
    assert page.session_state[PAGE] == "Open a trace"
    assert "my aligner" in str(given(page)[0])
    page.switch_page("app.py").run()
    assert page.session_state[PAGE] == "Compare maps"


def test_a_visitor_cannot_name_a_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "HANDED", "")
    asked = {"file": str(file), "trace": str(file), "ALIGNOSCOPE_TRACE": str(file)}
    page = open_page("pages/open_trace.py", **asked)
    assert not page.get("bidi_component")


def test_a_file_that_went_away_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "HANDED", str(file))
    file.unlink()
    page = open_page("pages/open_trace.py")
    assert "cannot be read: No such file" in page.error[0].value
    assert str(file.parent) not in page.error[0].value


def test_a_model_of_marian_is_converted_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = [str(FOLDER / "marian" / name) for name in ("m.npz", "s.yml", "t.yml")]
    made = tmp_path / "eng-fra" / "nematus-additive.safetensors"
    assert main(["convert", *files, str(made)]) is None
    assert "nematus-additive, 27 tokens" in capsys.readouterr().out
    assert load_checkpoint(made).variant == "nematus-additive"
    for words, message in (
        ([*files, str(made)], "is there already"),
        ([*files, str(tmp_path / "a.pt")], "ends in .safetensors"),
        ([*files[:2], files[0], str(tmp_path / "a.safetensors")], "is not UTF-8 text"),
    ):
        code, _, errors = said(["convert", *words], capsys)
        assert (code, errors.count("\n")) == (2, 1)
        assert message in errors


def test_a_path_that_would_be_taken_for_two_is_refused(tmp_path: Path) -> None:
    file = tmp_path / f"at 07{os.pathsep}33.trace.json"
    file.write_text(json.dumps(TRACES))
    with pytest.raises(ValueError, match="cannot be opened: rename it"):
        command_line.handed([file])
