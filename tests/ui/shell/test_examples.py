"""A pair of a person's own has the sentences as examples that its models kept of dev."""

from dataclasses import replace
from pathlib import Path

import pytest

from alignoscope.models.checkpoint import save_checkpoint
from alignoscope.serving import model_store as cache
from tests.shared.app_pages import open_page, variants_shown

OWN = (("the red car", "la voiture rouge"), ("I am tired .", "Je suis fatigué ."))


@pytest.fixture
def folder(tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    checkpoint = tiny("luong-dot")
    kept = replace(checkpoint, record=replace(checkpoint.record, examples=OWN))
    save_checkpoint(checkpoint, tmp_path / "aa-bb" / "bahdanau-none.safetensors")
    save_checkpoint(kept, tmp_path / "aa-bb" / "luong-dot.safetensors")
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_kept_sentences_are_examples_and_the_first_is_shown() -> None:
    assert [(one.source, one.target) for one in cache.examples("aa-bb")] == list(OWN)
    page = open_page("app.py", variants="luong-dot")
    assert variants_shown(page) == ["luong-dot"]
    assert page.text_input[0].value == "the red car"


@pytest.mark.usefixtures("folder")
def test_a_pair_with_examples_of_its_own_keeps_them() -> None:
    assert cache.examples("eng-fra")[0].label == "Adjective"
    assert cache.examples("xx-yy") == ()
