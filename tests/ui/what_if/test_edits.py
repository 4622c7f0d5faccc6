"""Other weights on the what-if page: rows edited, taken back, kept and bounded."""

from collections.abc import Callable

import numpy as np
import pytest

from alignoscope.analysis.words import merge_words
from alignoscope.models.stamps import stamp
from alignoscope.records.trace import Trace
from alignoscope.serving.trace_store import decode
from alignoscope.ui.shell.session_keys import WHAT_IF
from alignoscope.ui.what_if import actions as changing
from alignoscope.ui.what_if.state import Edit, WhatIf
from alignoscope.ui.what_if.traces import edited_trace
from tests.shared.app_pages import given
from tests.shared.what_if_page import (
    ROOT,
    SENTENCE,
    open_page,
    pages,
    press,
    shown,
)

Dragged = Callable[[str, bool, object], tuple[Trace, Trace, list[Edit]]]
PIECES = "Tom is a vegetarian archaeologist."
GOLD = "My neighbor bought a small red car last summer."


def words_of(trace: Trace) -> np.ndarray:
    assert trace.weights is not None
    return merge_words(trace.weights, trace.source, trace.target, "weights")


def test_a_row_made_uniform_decodes_on_and_is_taken_back() -> None:
    test = press(open_page(variant="bahdanau-additive"), "Uniform")
    maps = shown(test)
    edited, original = maps["bahdanau-additive · edited"], maps["bahdanau-additive"]
    assert edited["mode"] == "edited"
    assert edited["cells"][3] == pytest.approx([1 / 6] * 6, abs=1e-3)
    assert edited["cells"][:3] == original["cells"][:3]
    assert edited["cells"][4] != original["cells"][4]  # the state knows where it looked
    assert "Step 4: uniform" in pages(test)
    assert not given(test)[0].get("forcible", False)  # an edit is no other model
    press(test, "Undo")
    assert list(shown(test)) == ["bahdanau-additive"]


def test_edits_of_several_steps_add_up_and_are_taken_back_one_by_one() -> None:
    test = press(open_page(), "Uniform")
    del test.session_state["player position"]
    test.query_params["step"] = "2"
    test.run()
    test.button_group(key=f"edited words of {SENTENCE}").select(0).run()
    press(test, "Attend only to these")
    cells = shown(test)["luong-general · edited"]["cells"]
    assert cells[1] == pytest.approx([1, 0, 0, 0, 0, 0], abs=1e-3)
    assert cells[3] == pytest.approx([1 / 6] * 6, abs=1e-3)
    test.button(key="undo edit 0").click().run()
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
    press(test, "Undo")
    press(test, "Ignore these")
    left = 1 - row[0] - row[3]
    forgotten = shown(test)["bahdanau-additive · edited"]["cells"][3]
    by_hand = [0, row[1] / left, row[2] / left, 0, row[4] / left, row[5] / left]
    assert forgotten == pytest.approx(by_hand, abs=1e-3)


def test_all_weight_forgotten_is_said() -> None:
    test = open_page()
    for word in range(6):
        test.button_group(key=f"edited words of {SENTENCE}").select(word).run()
    press(test, "Ignore these")
    assert "nothing is left" in test.warning[0].value
    assert list(shown(test)) == ["luong-general"]


def test_a_kept_translation_shows_only_other_probabilities() -> None:
    test = open_page(variant="bahdanau-additive", step="5")
    test.button_group(key="after edit").select("Keep the words").run()
    press(test, "Uniform")
    maps = shown(test)
    assert maps["bahdanau-additive · edited"]["tokens"] == maps["bahdanau-additive"]["tokens"]
    assert not test.dataframe  # nothing of the table is sent while its panel is closed
    test.session_state["token by token"] = True
    table = test.run().dataframe[0].value
    assert table["change"].notna().all()
    assert table["change"][4] < -0.1  # "fatigué" needs "tired"
    assert (table["change"][:4].abs() < 1e-4).all()


def test_a_row_as_another_variant_or_the_gold_has_it() -> None:
    test = open_page()
    test.selectbox(key="other variant").select("bahdanau-additive").run()
    press(test, "Copy its attention")
    edited = shown(test)["luong-general · edited"]["cells"][3]
    other = shown(open_page(variant="bahdanau-additive"))["bahdanau-additive"]["cells"][3]
    assert edited == pytest.approx(other, abs=2e-3)
    assert "Use the gold alignment" not in [button.label for button in test.button]
    test = press(open_page(sentence=GOLD, step="1"), "Use the gold alignment")
    assert shown(test)["luong-general · edited"]["cells"][0] == [1] + [0] * 10  # Mon: My


def test_edits_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changing, "MAX_EDITS", 1)
    test = press(press(open_page(), "Uniform"), "Sharpen")
    assert "At most 1 edits are allowed" in test.warning[0].value
    assert "Step 4: uniform" in pages(test)


@pytest.fixture
def dragged(monkeypatch: pytest.MonkeyPatch) -> Dragged:
    """Return a function that drags a ribbon of a translation; it returns the edits, too."""
    session: dict[str, WhatIf] = {}
    monkeypatch.setattr(changing.st, "session_state", session)

    def drag(text: str, keep: bool, moved: object) -> tuple[Trace, Trace, list[Edit]]:
        path = ROOT / "checkpoints/eng-fra/luong-general.safetensors"
        session[WHAT_IF] = WhatIf(path=path, source=text, target="")
        trace = decode(path, stamp(path), text, "")
        changing.move_attention(trace, trace, keep, moved)
        made = session[WHAT_IF]
        return trace, edited_trace(made, trace, keep) or trace, list(made.edits)

    return drag


def test_a_dragged_ribbon_moves_the_weight_of_a_word_to_another(dragged: Dragged) -> None:
    for wrong in (None, {}, {"step": 99, "from": 0, "to": 1}, {"step": 1, "from": "0", "to": 1},
                  {"step": 1, "from": 1, "to": 1}):  # fmt: skip
        assert dragged(SENTENCE, False, wrong)[2] == []
    trace, edited, edits = dragged(SENTENCE, False, {"step": 4, "from": 3, "to": 0})
    before, after = words_of(trace)[4], words_of(edited)[4]
    assert [(edit.step, edit.how) for edit in edits] == [(4, "move.4.1")]
    moved = [before[0] + before[3], before[1], before[2], 0, *before[4:]]
    assert after == pytest.approx(moved, abs=1e-4)


@pytest.mark.parametrize("step", [2, 4])
def test_a_drag_moves_the_weight_in_all_steps_of_a_word(dragged: Dragged, step: int) -> None:
    trace, edited, edits = dragged(PIECES, True, {"step": step, "from": 3, "to": 0})
    before, after = words_of(trace)[2], words_of(edited)[2]
    assert trace.target.spans[2] == range(2, 7)  # végétarien
    assert [edit.step for edit in edits] == [2, 3, 4, 5, 6]
    assert before[3] > 0.4
    assert after == pytest.approx([before[0] + before[3], *before[1:3], 0, *before[4:]], abs=1e-4)


def test_a_drag_edits_no_step_of_the_words_after_one_that_becomes_shorter(dragged: Dragged) -> None:
    trace, edited, edits = dragged(PIECES, False, {"step": 4, "from": 3, "to": 0})
    assert len(edited.target.spans[2]) < len(trace.target.spans[2])
    assert [edit.step for edit in edits] == [*edited.target.spans[2]]
    assert words_of(edited)[2][3] == 0
