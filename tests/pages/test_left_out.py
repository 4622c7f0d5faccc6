"""One bad file is left out by its name on every page, and the others of its pair still work."""

import os
import shutil
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file

from alignoscope.course.page import claim_values as values
from alignoscope.models.stamps import stamp
from alignoscope.serving import model_store as cache
from tests.shared.app_pages import (
    ROOT,
    open_page,
    payload,
    variants_shown,
    with_parameters,
)

SHIPPED = ROOT / "checkpoints" / "reverse"
PAGES = sorted({*with_parameters("sentence"), *with_parameters("variants")})  # with models at once


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a pair with one good file, and one whose weights are not numbers."""
    folder = tmp_path / "reverse"
    folder.mkdir()
    shutil.copy(SHIPPED / "luong-dot.safetensors", folder)
    with safe_open(SHIPPED / "bahdanau-additive.safetensors", framework="pt") as file:
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        tensors["bias"] = torch.full_like(tensors["bias"], float("nan"))
        save_file(tensors, folder / "bahdanau-additive.safetensors", file.metadata())
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path)
    return folder


@pytest.mark.parametrize("page", PAGES)
def test_a_bad_file_is_left_out_by_its_name_on_every_page(page: str, folder: Path) -> None:
    test = open_page(page, sentence="a b c")
    assert not test.exception
    said = [one.value.replace("\\", "") for one in (*test.warning, *test.info)]
    assert any("bahdanau-additive.safetensors" in one and "finite" in one for one in said)
    assert not any(str(folder) in one for one in said)
    test = open_page(page, sentence="a b c", variant="luong-dot", variants="luong-dot")
    assert not test.exception
    assert test.get("bidi_component")


def test_the_same_file_replaced_within_a_clock_tick_is_noticed(folder: Path) -> None:
    path = folder / "luong-dot.safetensors"
    before, times = stamp(path), path.stat()
    assert stamp(path) == before
    shutil.copy(SHIPPED / "luong-general.safetensors", folder / "new")
    (folder / "new").replace(path)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert path.stat().st_mtime_ns == times.st_mtime_ns
    assert stamp(path) != before
    assert cache.load(path, stamp(path)).variant == "luong-general"


def test_what_was_read_is_not_kept_as_what_stood_there_before(folder: Path) -> None:
    path = folder / "luong-dot.safetensors"
    before = stamp(path)
    shutil.copy(SHIPPED / "luong-general.safetensors", folder / "new")
    (folder / "new").replace(path)
    for _ in range(2):
        with pytest.raises(ValueError, match=r"^luong-dot.safetensors was replaced while"):
            cache.load(path, before)


def test_no_folder_of_the_machine_is_in_what_is_said_without_models(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path / "models")
    test = open_page("app.py")
    assert not test.exception
    said = [one.value for one in test.info if "There is no model" in one.value]
    assert said
    assert "`models`" in said[0]
    assert str(tmp_path) not in said[0]


def test_a_damaged_reader_is_named_without_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "topics.reader"
    path.write_bytes(b"not safetensors")
    with pytest.raises(ValueError, match=r"^topics.reader: not a whole safetensors file"):
        values._reader(path, stamp(path))


def test_a_file_that_changes_under_an_open_page_is_read_anew_or_left_out(folder: Path) -> None:
    path = folder / "luong-dot.safetensors"
    test = open_page("app.py", sentence="a b c", variants=["luong-dot"])
    before = payload(test)["maps"]
    shutil.copy(SHIPPED / "luong-location.safetensors", folder / "new")
    (folder / "new").replace(path)
    after = payload(test.run())["maps"]
    assert variants_shown(test) == ["luong-dot"]  # the name of the file
    assert after != before
    path.write_bytes(path.read_bytes()[:1000])
    test.run()
    assert not test.exception
    said = " ".join(one.value.replace("\\", "") for one in (*test.warning, *test.info))
    assert "luong-dot.safetensors" in said
    assert str(folder) not in said
    assert test.text_input(key="sentence").value == "a b c"
    path.unlink()
    shutil.copy(SHIPPED / "luong-dot.safetensors", path)
    assert payload(test.run())["maps"] == before


def test_a_renamed_copy_is_called_by_its_files_name(folder: Path) -> None:
    shutil.copy(SHIPPED / "luong-dot.safetensors", folder / "luong-dot-seed1.safetensors")
    test = open_page("app.py", sentence="a b c", variants=["luong-dot", "luong-dot-seed1"])
    assert variants_shown(test) == ["luong-dot", "luong-dot-seed1"]
    assert not [one for one in test.caption if "holds a model" in one.value]


def test_a_name_that_is_not_the_models_own_is_said(folder: Path) -> None:
    shutil.copy(SHIPPED / "luong-dot.safetensors", folder / "luong-general.safetensors")
    test = open_page("app.py", sentence="a b c", variants=["luong-general"])
    assert variants_shown(test) == ["luong-general"]
    said = [one.value.replace("\\", "") for one in test.caption]
    assert "The file luong-general.safetensors holds a model of luong-dot." in said
