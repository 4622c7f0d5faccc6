"""The what-if page as a whole: other models, other pages, exports, and files that go."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from alignoscope.data.tokenizer import Tokenizer
from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.models.stamps import stamp
from alignoscope.records.trace import Edited
from alignoscope.serving import model_store as cache
from alignoscope.serving import trace_store as decoded
from alignoscope.ui.what_if import page
from alignoscope.ui.what_if.state import Edit, WhatIf
from alignoscope.ui.what_if.traces import edited_trace, measured
from tests.shared.what_if_page import (
    ROOT,
    SENTENCE,
    TARGET,
    open_page,
    pages,
    press,
    shown,
    type_token,
)


def test_what_was_changed_is_there_again_after_another_page() -> None:
    test = press(open_page(variant="bahdanau-additive", step="5"), "Uniform")
    test.button_group(key="after edit").select("Keep the words").run()
    before = shown(test)
    test.switch_page("app.py").run()
    for name in ("keep", "edit"):  # as a browser leaves them behind, with the page's address
        del test.query_params[name]
    test.switch_page("pages/what_if.py").run()
    assert shown(test) == before
    assert test.query_params["keep"] == "on"


def test_another_sentence_or_variant_begins_afresh() -> None:
    test = press(type_token(open_page(), "plus"), "Uniform")
    assert len(shown(test)) == 3
    test.text_input(key="sentence").set_value("Thank you!").run()
    assert list(shown(test)) == ["luong-general"]
    type_token(test, "Je")
    test.selectbox(key="variant").select("luong-dot").run()
    assert list(shown(test)) == ["luong-dot"]


def test_who_comes_back_to_a_sentence_finds_what_was_changed_there() -> None:
    test = press(type_token(open_page(), "plus"), "Uniform")
    before = shown(test)
    assert len(before) == 3
    test.text_input(key="sentence").set_value("Thank you!").run()
    assert list(shown(test)) == ["luong-general"]
    test.text_input(key="sentence").set_value(SENTENCE).run()
    assert shown(test) == before


def test_branches_stand_by_their_probability() -> None:
    test = open_page()
    for token in ("rien", "plus"):
        type_token(test, token)
    said = [one.proto.body for one in test.get("html") if "branch" in one.proto.body]
    texts = [one.partition("log-probability ")[2].partition(",")[0] for one in said]
    assert all(one.startswith("−") for one in texts)
    numbers = [float(one.replace("−", "-")) for one in texts]
    assert len(numbers) == 2
    assert numbers == sorted(numbers, reverse=True)


def test_a_forced_target_can_be_branched_and_edited() -> None:
    test = press(type_token(open_page(target=TARGET), "plus"), "Uniform")
    maps = shown(test)
    assert maps["luong-general"]["mode"] == "forced translation"
    assert maps["luong-general · edited"]["tokens"][:3] == maps["luong-general"]["tokens"][:3]
    assert maps["luong-general · branch 1"]["tokens"][3] == "▁plus"


def test_a_model_without_attention_branches_and_says_why_it_cannot_be_edited() -> None:
    test = open_page(variant="fixed-context")
    assert "no attention, so it has no weights to edit" in test.info[0].value.replace("\\", "")
    type_token(test, "plus")
    assert shown(test)["fixed-context · branch 1"]["cells"] is None


@pytest.mark.parametrize("variant", ["bahdanau-additive", "fixed-context"])
def test_whether_it_matters_is_said_in_a_sentence(variant: str) -> None:
    test = open_page(variant=variant)
    assert not test.get("plotly_chart")
    test.session_state["matter"] = True
    test.run()
    assert not test.exception
    attends = variant != "fixed-context"
    assert ("Making this row uniform" in pages(test)) == attends
    assert len(test.get("plotly_chart")) == (3 if attends else 1)


OTHERS = ("luong-local-p", "luong-local-m", "luong-location", "luong-general-feed", "luong-none")


@pytest.fixture
def small(tiny: Callable[..., Checkpoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put small random models of other variants in the place of the shipped ones."""
    folder = tmp_path / "eng-fra"
    for variant in (*OTHERS, "tacotron-additive"):
        save_checkpoint(tiny(variant), folder / f"{variant}.safetensors")
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path)
    return folder


@pytest.mark.parametrize("variant", [*OTHERS, "tacotron-additive"])
def test_every_kind_of_attention_can_be_edited_and_measured(small: Path, variant: str) -> None:
    test = open_page(variant=variant, step="2")
    original = shown(test, "pieces")[variant]["cells"]
    if variant == "luong-none":
        assert "no attention" in test.info[0].value
    else:
        edited = shown(press(test, "Uniform"), "pieces")[f"{variant} · edited"]["cells"]
        assert sum(edited[1]) == pytest.approx(sum(original[1]), abs=2e-3)
        assert min(edited[1]) > 0
    test.session_state["matter"] = True
    test.run()
    assert not test.exception
    assert len(test.get("plotly_chart")) == (1 if variant == "luong-none" else 3)


def test_a_checkpoint_that_is_gone_leaves_its_branches_out(small: Path) -> None:
    test = open_page(variant="luong-local-m", step="1")
    test.button_group(key="scope").select("All models").run()
    type_token(test, "r")
    (small / "luong-location.safetensors").unlink()
    test.run()
    assert len(shown(test)) == 1 + len(OTHERS)


def test_a_token_that_another_tokenizer_has_not_is_said(
    small: Path, tiny: Callable[..., Checkpoint]
) -> None:
    other = Tokenizer.train(["xylophone zebra"] * 9, 83)
    made = tiny("bahdanau-additive")
    path = small / "bahdanau-additive.safetensors"
    model = Seq2Seq(replace(made.model.config, vocab_size=len(other))).eval()
    save_checkpoint(replace(made, model=model, tokenizer=other), path)
    test = open_page(variant="luong-local-m", step="1")
    test.button_group(key="scope").select("All models").run()
    type_token(test, "t")
    assert "bahdanau-additive: " in test.warning[0].value.replace("\\", "")
    assert len(shown(test)) == 1 + len(OTHERS) + 1


def test_the_exports_say_what_was_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    handed = {}
    monkeypatch.setattr(page, "show_exports", lambda found, *_, **__: handed.update(found=found))
    test = press(press(type_token(open_page(), "plus"), "Uniform"), "Sharpen")
    original, edited, branch = handed["found"]
    assert (original.given, original.edited) == (0, ())
    assert edited.edited == (Edited(step=3, how="uniform, then sharpened"),)
    assert edited.given == 3 < len(edited.steps)
    assert (branch.given, branch.steps[3].token) == (4, "▁plus")
    test.button_group(key="after edit").select("Keep the words").run()
    _, edited, _ = handed["found"]
    assert edited.given == len(edited.steps) == len(original.steps)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put links to two shipped checkpoints where the app looks for them."""
    there = tmp_path / "eng-fra"
    there.mkdir()
    for name in ("luong-general", "luong-concat"):
        place = there / f"{name}.safetensors"
        place.symlink_to(ROOT / "checkpoints" / "eng-fra" / place.name)
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path)
    return there


@pytest.mark.parametrize("scope", ["This model", "All models"])
def test_a_branch_of_a_file_that_is_gone_is_said(folder: Path, scope: str) -> None:
    test = open_page()
    test.button_group(key="scope").select(scope).run()
    (folder / "luong-general.safetensors").unlink()
    type_token(test, "plus")
    assert not test.exception
    said = "\n".join(warning.value for warning in test.warning).replace("\\", "")
    assert "luong-general: luong-general.safetensors cannot be read: No such file" in said


def test_a_row_of_a_file_that_is_gone_is_said(folder: Path) -> None:
    test = open_page()
    test.selectbox(key="other variant").select("luong-concat").run()
    (folder / "luong-concat.safetensors").unlink()
    press(test, "Copy its attention")
    said = "\n".join(warning.value for warning in test.warning).replace("\\", "")
    assert "luong-concat.safetensors cannot be read: No such file" in said
    assert list(shown(test)) == ["luong-general"]


def test_edits_and_their_worth_without_the_file_are_said(folder: Path) -> None:
    path = folder / "luong-general.safetensors"
    edit = Edit(step=1, how="uniform", row=(65_535,))
    state = WhatIf(path=path, source=SENTENCE, target="", edits=(edit,))
    original = decoded.decode(path, stamp(path), SENTENCE, "")
    path.unlink()
    assert edited_trace(state, original, False) is None
    with pytest.raises(ValueError, match="cannot be read"):
        measured(state)
