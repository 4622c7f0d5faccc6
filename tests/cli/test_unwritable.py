"""What cannot be written is said in a line, before the work for it, and leaves what was there."""

from collections.abc import Callable
from pathlib import Path

import pytest

import alignoscope
from alignoscope.cli.main import main
from alignoscope.evaluation import aligner, aligner_error
from alignoscope.evaluation.corpus import __main__ as corpus
from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.training import classifiers
from tests.shared.accidents import no_room

ROOT = Path(__file__).parents[2]
MODEL = str(ROOT / "checkpoints" / "reverse" / "luong-dot.safetensors")
MARIAN = ROOT / "tests" / "interchange" / "tool_files" / "marian"
FILES = ("m.npz", "s.yml", "t.yml")
COMMANDS: dict[str, tuple[Callable, list[str]]] = {
    "course": (main, ["course", "{out}"]),
    "gallery": (main, ["gallery", "{out}"]),
    "evaluate": (main, ["evaluate", MODEL, "--quick", "--out", "{out}"]),
    "classifiers": (classifiers.main, ["agreement", "--out", "{out}"]),
    "triage": (main, ["triage", "none.tsv", "--models", MODEL, "--out", "{out}/a.csv"]),
    "aligner": (aligner.main, ["--corpus", "none.tsv", "--out", "{out}/a"]),
    "aligner_error": (
        aligner_error.main,
        ["--corpus", "none.tsv", "--pair", "a-b", "--gold", "none.tsv", "--out", "{out}"],
    ),
    "corpus": (corpus.main, ["none.tsv", "--models", MODEL, "--out", "{out}"]),
    "convert": (
        main,
        ["convert", *(str(MARIAN / name) for name in FILES), "{out}/luong-dot.safetensors"],
    ),
}


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        *((name, "mine/out") for name in COMMANDS),
        *((name, "mine") for name in ("triage", "corpus", "convert")),
    ],
)
def test_a_folder_that_cannot_be_made_is_said_before_the_work(
    name: str, folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").write_text("no folder")
    run, words = COMMANDS[name]
    with pytest.raises(SystemExit) as stopped:
        run([word.format(out=tmp_path / folder) for word in words])
    assert stopped.value.code == 1
    said = f"{tmp_path / 'mine'}: there is a file of that name, expected a folder.\n"
    assert capsys.readouterr() == ("", said)


def test_a_disk_without_room_ends_a_command_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with no_room(), pytest.raises(SystemExit) as stopped:
        main(["evaluate", MODEL, "--quick", "--out", str(tmp_path / "out")])
    assert stopped.value.code == 1
    assert capsys.readouterr().err.endswith(": File too large.\n")
    assert not list((tmp_path / "out").iterdir())


def test_a_page_that_does_not_fit_on_the_disk_leaves_the_one_before(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    page = tmp_path / "maps.html"
    page.write_text("mine")
    player = alignoscope.show(alignoscope.translate(tiny("luong-dot"), "The red car."))
    with no_room(1000), pytest.raises(OSError, match="File too large") as error:
        player.save(page)
    assert error.value.filename == str(page)
    assert page.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [page]


def test_a_checkpoint_that_does_not_fit_on_the_disk_leaves_the_one_before(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    path = tmp_path / "luong-dot.safetensors"
    save_checkpoint(tiny("luong-dot"), path)
    before = path.read_bytes()
    with no_room(1000), pytest.raises(OSError, match="File too large"):
        save_checkpoint(tiny("luong-dot", seed=1), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
