"""The what-if page: branches, edits, what they are worth, and what people may do wrong."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from what_if_page import (
    ROOT,
    SENTENCE,
    TARGET,
    VARIANTS,
    open_page,
    pages,
    press,
    shown,
    type_token,
)

from alignoscope.data.tokenizer import Tokenizer
from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.records.trace import Edited
from alignoscope.session import cache
from alignoscope.session.panels import exports
from alignoscope.session.stamps import stamp
from alignoscope.session.what_if import changing
from alignoscope.session.what_if.traces import edited_trace, measured
from alignoscope.session.what_if.values import Edit, WhatIf

GOLD = "My neighbor bought a small red car last summer."


def test_another_token_makes_a_branch_beside_the_original() -> None:
    test = open_page()
    original = shown(test)["luong-general"]["tokens"]
    assert test.button(key="candidate 0").disabled  # what it wrote itself
    test.button(key="candidate 1").click().run()
    maps = shown(test)
    assert list(maps) == ["luong-general", "luong-general · branch 1"]
    branch = maps["luong-general · branch 1"]
    assert branch["mode"] == "branch"
    assert branch["tokens"][:3] == original[:3]
    assert branch["tokens"][3] == "▁fatigué" != original[3]
    assert "Je ne suis <s>pas</s> fatigué." in pages(test)


def test_a_typed_token_makes_a_branch_of_every_variant() -> None:
    test = open_page()
    test.button_group(key="scope").select("All variants").run()
    type_token(test, "plus")
    maps = shown(test)
    assert len(maps) == 1 + len(VARIANTS)
    assert all(one["tokens"][3] == "▁plus" for one in list(maps.values())[1:])
    assert test.text_input(key="typed token").value == ""
    assert not test.warning


def test_a_branch_can_be_branched_off() -> None:
    test = type_token(open_page(step="2"), "suis")
    label = "luong-general · branch 1"
    before = shown(test)[label]["tokens"]
    test.selectbox(key="branch base").select(label).run()
    type_token(test, "pas")
    assert shown(test)[label]["tokens"] == before
    assert shown(test)["luong-general · branch 2"]["tokens"][:2] == ["▁Je", "▁pas"]


@pytest.mark.parametrize(
    ("typed", "said"), [("日本", "no token"), ("two words", "not one token"), ("xqzt", "xqzt")]
)
def test_a_token_that_is_none_is_said_and_nothing_is_lost(typed: str, said: str) -> None:
    test = type_token(type_token(open_page(), "plus"), typed)
    assert said in test.warning[0].value.replace("\\", "")
    assert len(shown(test)) == 2
    assert not test.run().warning


def test_branches_are_removed_undone_and_cleared() -> None:
    test = open_page()
    for token in ("plus", "jamais", "rien"):
        type_token(test, token)
    test.button(key="remove branch 1").click().run()
    assert list(shown(test))[1:] == ["luong-general · branch 2", "luong-general · branch 3"]
    press(test, "Undo the last branch")
    assert list(shown(test))[1:] == ["luong-general · branch 2"]
    type_token(test, "rien")
    press(test, "Clear all branches")
    assert list(shown(test)) == ["luong-general"]


def test_the_same_branch_and_one_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changing, "MAX_BRANCHES", 2)
    test = type_token(type_token(open_page(), "plus"), "plus")
    assert "there already" in test.warning[0].value
    test = type_token(type_token(test, "jamais"), "rien")
    assert "2 branches are kept at most" in test.warning[0].value
    assert len(shown(test)) == 3


def test_a_translation_that_ended_has_nothing_to_branch_off() -> None:
    test = type_token(open_page(), "</s>")
    label = "luong-general · branch 1"
    assert shown(test)[label]["tokens"][-1] == "</s>"
    assert len(shown(test)[label]["tokens"]) == 4
    test.query_params["step"] = "5"
    del test.session_state["player position"]
    test.selectbox(key="branch base").select(label).run()
    assert "ended at step 4" in test.info[0].value
    assert len(shown(test)) == 2


def test_a_row_made_uniform_decodes_on_and_is_taken_back() -> None:
    test = press(open_page(variant="bahdanau-additive"), "Uniform")
    maps = shown(test)
    edited, original = maps["bahdanau-additive · edited"], maps["bahdanau-additive"]
    assert edited["mode"] == "edited"
    assert edited["cells"][3] == pytest.approx([1 / 6] * 6, abs=1e-3)
    assert edited["cells"][:3] == original["cells"][:3]
    assert edited["cells"][4] != original["cells"][4]  # the state knows where it looked
    assert "Step 4: uniform" in pages(test)
    press(test, "Take back")
    assert list(shown(test)) == ["bahdanau-additive"]


def test_edits_of_several_steps_add_up_and_are_taken_back_one_by_one() -> None:
    test = press(open_page(), "Uniform")
    del test.session_state["player position"]
    test.query_params["step"] = "2"
    test.run()
    test.button_group(key=f"edited words of {SENTENCE}").select(0).run()
    press(test, "Only these")
    cells = shown(test)["luong-general · edited"]["cells"]
    assert cells[1] == pytest.approx([1, 0, 0, 0, 0, 0], abs=1e-3)
    assert cells[3] == pytest.approx([1 / 6] * 6, abs=1e-3)
    test.button(key="take back 0").click().run()
    cells = shown(test)["luong-general · edited"]["cells"]
    assert cells[1] == pytest.approx([1, 0, 0, 0, 0, 0], abs=1e-3)
    assert cells[3] != pytest.approx([1 / 6] * 6, abs=1e-3)


def test_words_are_swapped_and_forgotten() -> None:
    test = open_page(variant="bahdanau-additive")
    words = test.button_group(key=f"edited words of {SENTENCE}")
    row = shown(test)["bahdanau-additive"]["cells"][3]
    words.select(0).run()
    test.button_group(key=words.key).select(3).run()
    press(test, "Swap the two")
    swapped = shown(test)["bahdanau-additive · edited"]["cells"][3]
    assert swapped == pytest.approx([row[3], row[1], row[2], row[0], row[4], row[5]], abs=2e-4)
    press(test, "Take back")
    press(test, "Forget these")
    left = 1 - row[0] - row[3]
    forgotten = shown(test)["bahdanau-additive · edited"]["cells"][3]
    by_hand = [0, row[1] / left, row[2] / left, 0, row[4] / left, row[5] / left]
    assert forgotten == pytest.approx(by_hand, abs=1e-3)


def test_all_weight_forgotten_is_said() -> None:
    test = open_page()
    for word in range(6):
        test.button_group(key=f"edited words of {SENTENCE}").select(word).run()
    press(test, "Forget these")
    assert "nothing is left" in test.warning[0].value
    assert list(shown(test)) == ["luong-general"]


def test_a_kept_translation_shows_only_other_probabilities() -> None:
    test = open_page(variant="bahdanau-additive", step="5")
    test.button_group(key="after edit").select("Keep the translation").run()
    press(test, "Uniform")
    maps = shown(test)
    assert maps["bahdanau-additive · edited"]["tokens"] == maps["bahdanau-additive"]["tokens"]
    table = test.dataframe[0].value
    assert table["change"].notna().all()
    assert table["change"][4] < -0.1  # "fatigué" needs "tired"
    assert (table["change"][:4].abs() < 1e-4).all()


def test_what_was_changed_is_there_again_after_another_page() -> None:
    test = press(open_page(variant="bahdanau-additive", step="5"), "Uniform")
    test.button_group(key="after edit").select("Keep the translation").run()
    before = shown(test)
    test.switch_page("app.py").run()
    for name in ("keep", "edit"):  # as a browser leaves them behind, with the page's address
        del test.query_params[name]
    test.switch_page("pages/what_if.py").run()
    assert shown(test) == before
    assert test.query_params["keep"] == "on"


def test_a_row_as_another_variant_or_the_gold_has_it() -> None:
    test = open_page()
    test.selectbox(key="other variant").select("bahdanau-additive").run()
    press(test, "Look as it did")
    edited = shown(test)["luong-general · edited"]["cells"][3]
    other = shown(open_page(variant="bahdanau-additive"))["bahdanau-additive"]["cells"][3]
    assert edited == pytest.approx(other, abs=2e-3)
    assert "As the gold says" not in [button.label for button in test.button]
    test = press(open_page(sentence=GOLD, step="1"), "As the gold says")
    assert shown(test)["luong-general · edited"]["cells"][0] == [1] + [0] * 10  # Mon: My


def test_another_sentence_or_variant_begins_afresh() -> None:
    test = press(type_token(open_page(), "plus"), "Uniform")
    assert len(shown(test)) == 3
    test.text_input(key="sentence").set_value("Thank you!").run()
    assert list(shown(test)) == ["luong-general"]
    type_token(test, "Je")
    test.selectbox(key="variant").select("luong-dot").run()
    assert list(shown(test)) == ["luong-dot"]


def test_a_forced_target_can_be_branched_and_edited() -> None:
    test = press(type_token(open_page(target=TARGET), "plus"), "Uniform")
    maps = shown(test)
    assert maps["luong-general"]["mode"] == "forced"
    assert maps["luong-general · edited"]["tokens"][:3] == maps["luong-general"]["tokens"][:3]
    assert maps["luong-general · branch 1"]["tokens"][3] == "▁plus"


def test_a_model_without_attention_branches_and_says_why_it_cannot_be_edited() -> None:
    test = open_page(variant="fixed-context")
    assert "no attention: there are no weights to edit" in test.info[0].value
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


def test_edits_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changing, "MAX_EDITS", 1)
    test = press(press(open_page(), "Uniform"), "Sharpen")
    assert "1 edits are kept at most" in test.warning[0].value
    assert "Step 4: uniform" in pages(test)


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


def test_a_token_that_another_tokenizer_has_not_is_said(
    small: Path, tiny: Callable[..., Checkpoint]
) -> None:
    other = Tokenizer.train(["xylophone zebra"] * 9, 83)
    made = tiny("bahdanau-additive")
    path = small / "bahdanau-additive.safetensors"
    save_checkpoint(replace(made, tokenizer=other), path)
    test = open_page(variant="luong-local-m", step="1")
    test.button_group(key="scope").select("All variants").run()
    type_token(test, "r")
    assert "bahdanau-additive: " in test.warning[0].value.replace("\\", "")
    assert len(shown(test)) == 1 + len(OTHERS) + 1


def test_a_checkpoint_that_is_gone_leaves_its_branches_out(small: Path) -> None:
    test = open_page(variant="luong-local-m", step="1")
    test.button_group(key="scope").select("All variants").run()
    type_token(test, "r")
    (small / "luong-location.safetensors").unlink()
    test.run()
    assert len(shown(test)) == 1 + len(OTHERS)


def test_the_exports_say_what_was_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    handed = {}
    monkeypatch.setattr(exports, "show_exports", lambda found, *_, **__: handed.update(found=found))
    test = press(press(type_token(open_page(), "plus"), "Uniform"), "Sharpen")
    original, edited, branch = handed["found"]
    assert (original.given, original.edited) == (0, ())
    assert edited.edited == (Edited(step=3, how="uniform, then sharpened"),)
    assert edited.given == 3 < len(edited.steps)
    assert (branch.given, branch.steps[3].token) == (4, "▁plus")
    test.button_group(key="after edit").select("Keep the translation").run()
    _, edited, _ = handed["found"]
    assert edited.given == len(edited.steps) == len(original.steps)


# A file that goes while the app runs


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


@pytest.mark.parametrize("scope", ["This variant", "All variants"])
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
    press(test, "Look as it did")
    said = "\n".join(warning.value for warning in test.warning).replace("\\", "")
    assert "luong-concat.safetensors cannot be read: No such file" in said
    assert list(shown(test)) == ["luong-general"]


def test_edits_and_their_worth_without_the_file_are_said(folder: Path) -> None:
    path = folder / "luong-general.safetensors"
    edit = Edit(step=1, how="uniform", row=(65_535,))
    state = WhatIf(path=path, source=SENTENCE, target="", edits=(edit,))
    original = cache.decode(path, stamp(path), SENTENCE, "")
    path.unlink()
    assert edited_trace(state, original, False) is None
    with pytest.raises(ValueError, match="cannot be read"):
        measured(state)
