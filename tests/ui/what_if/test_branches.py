"""Another token on the what-if page: branches made, listed, removed and refused."""

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.ui.what_if import actions as changing
from tests.shared.what_if_page import VARIANTS, open_page, pages, press, shown, type_token


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
    word = branch["tokens"][3].removeprefix("▁")
    assert word != original[3].removeprefix("▁") == "pas"
    assert f"Je ne suis <s>pas</s> <b><u>{word}</u></b> fatigué." in pages(test)


def test_a_typed_token_makes_a_branch_of_every_variant() -> None:
    test = open_page()
    test.button_group(key="scope").select("All models").run()
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


def test_a_message_leaves_the_tabs_where_they_are() -> None:
    def place(test: AppTest) -> int:
        (found,) = (
            i
            for column in test.columns
            for i, one in column.children.items()
            if one.type == "tab_container"
        )
        return found

    test = open_page()
    before = place(test)
    assert place(type_token(test, "xqzt")) == before
    assert test.warning
    assert place(type_token(test, "plus")) == before
    assert not test.warning


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
    assert "already exists" in test.warning[0].value
    test = type_token(type_token(test, "jamais"), "rien")
    assert "At most 2 branches are allowed" in test.warning[0].value
    assert len(shown(test)) == 3


def test_a_translation_that_ended_has_nothing_to_branch_off() -> None:
    test = type_token(open_page(), "</s>")
    label = "luong-general · branch 1"
    assert shown(test)[label]["tokens"][-1] == "</s>"
    assert len(shown(test)[label]["tokens"]) == 4
    test.query_params["step"] = "5"
    del test.session_state["player position"]
    test.selectbox(key="branch base").select(label).run()
    assert "The translation is finished here" in test.info[0].value
    assert len(shown(test)) == 2
