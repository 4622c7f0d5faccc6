"""Alpha on the what-if page: a row, or all from a step on, normalised anew and decoded on with."""

import pytest

from alignoscope.ui.what_if import actions as changing
from tests.shared.what_if_page import open_page, pages, press, shown


def test_a_row_with_another_alpha_is_an_edit_and_decodes_on() -> None:
    test = open_page(variant="bahdanau-additive", alpha="2")
    original = shown(test)["bahdanau-additive"]["cells"][3]
    assert any("of exactly 0" in one.value for one in test.caption)
    press(test, "Apply to this step")
    edited = shown(test)["bahdanau-additive · edited"]
    assert sum(edited["cells"][3]) == pytest.approx(1, abs=1e-3)
    assert edited["cells"][3].count(0) > original.count(0)
    assert "step 4 (alpha 2)" in edited["origin"]
    assert "Step 4: alpha 2 (writes" in pages(test)
    link = "".join(test.query_params["edit"])
    assert link.startswith("4~alpha.2~")
    again = open_page(variant="bahdanau-additive", edit=link)
    assert shown(again)["bahdanau-additive · edited"]["cells"] == edited["cells"]


def test_all_from_a_step_on_are_one_edit_to_take_back() -> None:
    test = open_page(variant="bahdanau-additive", alpha="2", step="3")
    before = shown(test)["bahdanau-additive"]["cells"]
    press(test, "Apply from this step on")
    edited = shown(test)["bahdanau-additive · edited"]
    assert edited["cells"][:2] == before[:2]
    steps = len(edited["tokens"])
    assert f"Steps 3 to {steps}: alpha 2" in pages(test)
    assert f"steps 3 to {steps} (alpha 2)" in edited["origin"]
    assert len(test.query_params["edit"]) == steps - 2
    press(test, "Undo")
    assert list(shown(test)) == ["bahdanau-additive"]


def test_without_an_alpha_there_is_nothing_to_press() -> None:
    test = open_page()
    disabled = {button.label for button in test.button if button.disabled}
    assert {"Apply to this step", "Apply from this step on"} <= disabled


def test_too_many_rows_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changing, "MAX_EDITS", 3)
    test = press(open_page(alpha="1.5", step="2"), "Apply from this step on")
    assert "at most 3 are allowed" in test.warning[0].value
    assert list(shown(test)) == ["luong-general"]


@pytest.mark.parametrize("how", ["alpha.1.51", "alpha.9", "alpha", "alpha.x"])
def test_a_link_with_an_alpha_that_is_none_is_said(how: str) -> None:
    test = open_page(edit=f"4~{how}~KqsqqyqrKqoqqiqq")
    assert "was skipped" in test.warning[0].value
    assert list(shown(test)) == ["luong-general"]
