"""What a live page is written of: which models, and what is said of those that are left out."""

import json
from pathlib import Path

import pytest

from alignoscope.cli.main import main
from alignoscope.live import exported
from alignoscope.live.page.site import models_of
from alignoscope.live.page.tables import opened_models, pair_tables, without_metadata


def test_a_model_that_cannot_be_exported_is_left_out_by_name(
    tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exported, "KNOWN_CALLS", exported.KNOWN_CALLS - {"floor.default"})
    (tiny_folder / "luong-dot.safetensors").write_bytes(b"cut")
    tables, weights, left_out = pair_tables("eng-fra", sorted(tiny_folder.glob("*")), ())
    broken = [text.partition(" is left out: ")[0] for text in left_out]
    assert "eng-fra/luong-dot" in broken
    kept = {path.stem for path in tiny_folder.glob("*")} - {name.split("/")[1] for name in broken}
    assert weights.keys() == kept
    assert set(tables["opened"]) <= kept  # type: ignore[arg-type,call-overload]


def test_weights_are_written_without_the_record_of_the_training(tiny_folder: Path) -> None:
    file = (tiny_folder / "luong-dot.safetensors").read_bytes()
    size = int.from_bytes(file[:8], "little")
    header = json.loads(file[8 : 8 + size])
    found = without_metadata(file)
    own = int.from_bytes(found[:8], "little")
    assert header.pop("__metadata__")
    assert json.loads(found[8 : 8 + own]) == header
    assert found[8 + own :] == file[8 + size :]


def test_a_small_site_has_the_models_that_a_page_opens_with(tiny_folder: Path) -> None:
    names = [path.stem for path in models_of((), (), few=False)["eng-fra"]]
    assert sorted(names) == sorted(path.stem for path in tiny_folder.glob("*"))
    more = [*names, "luong-general-sparsemax", "bahdanau-dot"]
    opened, lead = opened_models(more, ())
    assert len(opened) == 4
    assert lead in opened
    assert "luong-general-sparsemax" not in opened
    few = models_of((), (), few=True)["eng-fra"]
    assert [path.stem for path in few] == opened_models(names, ())[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["new", "--live", "--pairs", "eng-deu"], "--pairs eng-deu: there is no such pair"),
        (["new", "--live", "--models", "luong-dot,nobody"], "--models nobody: no such model"),
        (["new", "--models", "luong-dot"], "add --live"),
        (["new", "--one-file"], "ends in .html"),
        (["mine.html", "--one-file"], "ends in .html"),
        (["new.html", "--one-file", "--app", "javascript:1"], "--app javascript:1"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is(
    words: list[str],
    said: str,
    tiny_folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "mine.html").write_text("mine")
    monkeypatch.chdir(work)
    with pytest.raises(SystemExit):
        main(["gallery", *words])
    assert said in capsys.readouterr().err
    assert [path.name for path in work.iterdir()] == ["mine.html"]
    assert (work / "mine.html").read_text() == "mine"
