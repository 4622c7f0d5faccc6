"""What if in the URL: a link restores branches and edits exactly, and refuses the rest plainly."""

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.records.limits import MAX_BRANCHES, MAX_EDITS, MAX_LINK
from tests.shared.what_if_page import (
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

UNIFORM = "KqsqqyqrKqoqqiqq"  # worked out below
NAMES = ("branch", "edit", "keep")


def link(test: AppTest) -> dict[str, list[str]]:
    """Return what the page's URL says of branches and edits."""
    found = {name: test.query_params[name] for name in NAMES if name in test.query_params}
    return {name: [one] if isinstance(one, str) else list(one) for name, one in found.items()}


def again(test: AppTest) -> AppTest:
    """Open the page's URL as another person would."""
    fresh = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    for name in test.query_params:
        fresh.query_params[name] = test.query_params[name]
    return fresh.switch_page("pages/what_if.py").run()


def undo_list(test: AppTest) -> list[str]:
    return [text.value for text in test.text if text.value.startswith("Step")]


def warning(**parameters: str | list[str]) -> str:
    """Return what a link to the page is told, as it is read; nothing but the original is shown."""
    test = open_page(**parameters)
    assert list(shown(test)) == ["luong-general"]
    assert not link(test)
    (said,) = test.warning
    return said.value.replace("\\", "")


def test_a_link_restores_branches_edits_and_the_switch() -> None:
    test = type_token(open_page(), "plus")
    press(press(test, "Uniform"), "Sharpen")
    test.button_group(key="scope").select("All models").run()
    type_token(test, "jamais")
    test.button_group(key="after edit").select("Keep the words").run()
    before = shown(test), shown(test, "pieces"), undo_list(test), pages(test)
    assert len(link(test)["branch"]) == 2 + len(VARIANTS) - 1
    assert link(test)["edit"][0] == f"4~uniform~{UNIFORM}"
    assert link(test)["edit"][1].startswith("4~sharpen~")
    assert link(test)["keep"] == ["on"]
    test.session_state["exports"] = True  # “Export and share” is open
    (shared,) = test.run().code
    assert "branch=1~luong-general~" in shared.value
    assert f"edit=4~uniform~{UNIFORM}" in shared.value
    restored = again(test)
    assert not restored.warning
    assert (shown(restored), shown(restored, "pieces"), undo_list(restored), pages(restored)) == (
        before
    )
    assert link(restored) == link(test)
    press(restored, "Undo")  # the list goes on from where it was
    assert link(restored)["edit"] == link(test)["edit"][1:]


def test_a_branch_off_a_branch_and_its_number_come_back() -> None:
    test = type_token(open_page(step="2"), "suis")
    test.selectbox(key="branch base").select("luong-general · branch 1").run()
    type_token(test, "pas")
    test.button(key="remove branch 1").click().run()
    restored = again(test)
    assert list(shown(restored)) == ["luong-general", "luong-general · branch 2"]
    assert shown(restored) == shown(test)


def test_words_that_were_chosen_come_back() -> None:
    test = open_page(variant="bahdanau-additive", target=TARGET)
    for word in (0, 3):
        test.button_group(key=f"edited words of {SENTENCE}").select(word).run()
    for label in ("Swap the two", "Attend only to these"):
        press(test, label)
    test.selectbox(key="other variant").select("luong-concat").run()
    press(test, "Copy its attention")
    hows = [text.split("~")[1] for text in link(test)["edit"]]
    assert hows == ["swap.1.4", "only.1.4", "like.luong-concat"]
    restored = again(test)
    assert undo_list(restored) == undo_list(test)
    assert "Step 4: I, tired swapped" in pages(restored)
    assert shown(restored) == shown(test)


def test_what_is_taken_back_leaves_the_link() -> None:
    test = open_page()
    assert not link(test)
    type_token(type_token(test, "plus"), "jamais")
    second = link(test)["branch"][1]
    test.button(key="remove branch 1").click().run()
    assert link(test) == {"branch": [second]}
    type_token(test, "rien")
    press(test, "Undo the last branch")
    assert link(test) == {"branch": [second]}
    type_token(test, "rien")
    press(test, "Clear all branches")
    assert not link(test)
    press(press(test, "Uniform"), "Flatten")
    assert len(link(test)["edit"]) == 2
    press(test, "Undo all")
    assert not link(test)


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [("text_input", "sentence", "Thank you!"), ("selectbox", "variant", "luong-dot")],
)
def test_another_sentence_or_variant_clears_the_link(kind: str, key: str, value: str) -> None:
    test = press(type_token(open_page(), "plus"), "Uniform")
    assert set(link(again(test))) == {"branch", "edit"}
    getattr(test, kind)(key=key).set_value(value).run()
    assert not link(test)
    assert len(shown(test)) == 1


def test_an_edit_that_is_never_reached_is_listed_but_is_no_map() -> None:
    test = open_page(edit=f"9~uniform~{UNIFORM}")
    assert list(shown(test)) == ["luong-general"]
    assert "Step 9: uniform (the translation ends before)" in pages(test)
    assert link(test)["edit"] == [f"9~uniform~{UNIFORM}"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("chat", "This link's branch chat was skipped. Expected number~variant~tokens"),
        ("0~luong-general~45", "Expected number~variant~tokens"),
        ("1~luong-general~", "Expected number~variant~tokens"),
        ("1~luong-general~45,46", "Expected number~variant~tokens"),
        ("1~luong-general~٤٥", "Expected number~variant~tokens"),
        ("1~luong-genral~45", "Its model is not installed. Installed models: bahdanau-additive"),
        ("1~../secret~45", "Its model is not installed"),
        ("1~luong-general~9999999", "There is no token 9999999: the vocabulary has"),
        ("1~luong-general~3.45", "A branch after the end"),
        (f"1~luong-general~{'45.' * 99}45", "a translation of this sentence has at most"),
        (f"1~luong-general~{'1234567.' * 300}1", f"It has more than {MAX_LINK:,} characters"),
        (
            "<b>x</b> [x](http://evil) :red[x]",
            "branch ?b?x??b???x??http???evil???red?x? was skipped",
        ),
    ],
)
def test_a_branch_that_cannot_be_is_named(text: str, said: str) -> None:
    assert said in warning(branch=text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4", "This link's edit 4 was skipped. Expected step~how~row"),
        (f"0~uniform~{UNIFORM}", "Expected step~how~row"),
        (f"four~uniform~{UNIFORM}", "Expected step~how~row"),
        ("4~uniform~+/==", "Expected step~how~row"),
        (f"99~uniform~{UNIFORM}", "A translation of this sentence has at most"),
        (f"4~evil~{UNIFORM}", "Edits are hand, uniform, sharpen"),
        (f"4~uniform.1~{UNIFORM}", "Edits are hand"),
        (f"4~only~{UNIFORM}", "Expected only and words of the source, each once, 1 to 6"),
        (f"4~only.7~{UNIFORM}", "each once, 1 to 6"),
        (f"4~forget.0~{UNIFORM}", "each once, 1 to 6"),
        (f"4~only.1.1~{UNIFORM}", "each once, 1 to 6"),
        (f"4~swap.1.2.3~{UNIFORM}", "Expected two words to swap"),
        (f"4~move.1~{UNIFORM}", "Expected two words to move"),
        (f"4~like.~{UNIFORM}", "Its model is not installed"),
        (f"4~like.<b>~{UNIFORM}", "Its model is not installed"),
        (f"4~uniform~{UNIFORM}Kqoq", "Expected a row of 6 weights, one for each source token"),
        (f"4~uniform~{UNIFORM}K", "Expected a row of 6 weights"),
        (f"4~uniform~{'A' * 16}", "do not sum to 1"),
        (f"4~uniform~{'_' * 16}", "do not sum to 1"),
    ],
)
def test_an_edit_that_cannot_be_is_named(text: str, said: str) -> None:
    assert said in warning(edit=text)


def test_what_fits_is_restored_beside_what_does_not() -> None:
    first = link(type_token(open_page(), "plus"))["branch"][0]
    copy = first.replace("1~", "2~", 1)
    other = first.rpartition(".")[0] + ".45"
    edits = [f"4~uniform~{UNIFORM}", "4~uniform~A", f"2~uniform~{UNIFORM}"]
    test = open_page(branch=["x", first, copy, other, ""], edit=edits)
    assert link(test) == {"branch": [first], "edit": edits[::2]}
    assert len(shown(test)) == 3
    branches, changed = (said.value.replace("\\", "") for said in test.warning)
    assert "branch x was skipped" in branches
    assert "This branch already exists." in branches
    assert "There is already a branch 1." in branches
    assert "edit 4~uniform~A was skipped" in changed
    assert not test.run().warning


def test_too_many_are_counted_and_few_are_named() -> None:
    said = warning(branch=["x"] * (MAX_BRANCHES + 1))
    assert said.count("branch x was skipped") == 3
    assert f"{MAX_BRANCHES + 1 - 3} more were skipped" in said
    edits = [f"4~uniform~{UNIFORM}"] * (MAX_EDITS + 1)
    test = open_page(edit=edits)
    few = f"This link has {MAX_EDITS + 1} values of “edit”. Only the first {MAX_EDITS} were read."
    assert few in test.warning[0].value.replace("\\", "")
    assert link(test)["edit"] == edits[:-1]


def test_a_model_without_attention_takes_branches_but_no_edits() -> None:
    branch = link(type_token(open_page(variant="fixed-context"), "plus"))["branch"]
    test = open_page(variant="fixed-context", branch=branch, edit=f"4~uniform~{UNIFORM}")
    assert "has no attention" in test.warning[0].value.replace("\\", "")
    assert link(test) == {"branch": branch}


@pytest.mark.parametrize("value", ["maybe", "<b>", "ON"])
def test_a_switch_that_is_neither_on_nor_off_is_said(value: str) -> None:
    test = open_page(keep=value)
    assert "asks for keep" in test.warning[0].value
    assert not link(test)
    assert not open_page(keep="off").warning
