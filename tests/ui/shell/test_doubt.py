"""What a page says of a sentence of the other language, and of a translation that may be wrong."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.data.known_words import TABLE, KnownWords, write_known
from alignoscope.records.confidence import FITS
from alignoscope.ui.shell.doubt import _named
from tests.shared.app_pages import given, open_page, payload

FRENCH = "je ne suis pas fatigué"
STRANGE = "The agreement on the European Economic Area was signed in August 1992."


def opened(sentence: str, **parameters: str) -> AppTest:
    test = open_page("app.py", sentence=sentence, variants="luong-general", **parameters)
    assert not test.exception
    return test


def said(test: AppTest) -> list[str]:
    return [one.value for one in test.caption if ":material/help:" in one.value]


@pytest.mark.parametrize(
    "sentence",
    [
        "The little boy has a black dog and a white cat.",
        "I am not tired.",
        "She bought a new car yesterday.",
        "Where is the station?",
    ],
)
def test_a_sentence_of_known_words_has_no_mark_at_all(sentence: str) -> None:
    test = opened(sentence)
    assert said(test) == []
    drawn = payload(test)["maps"]
    assert len(drawn) == 1
    assert "doubt" not in str(drawn)


def test_a_sentence_of_the_other_language_is_told_and_the_pair_swapped_with_a_click() -> None:
    test = opened(FRENCH)
    assert said(test) == [":material/help: This looks like French. These models read English."]
    (swap,) = [one for one in test.button if one.label == "Translate from French"]
    swap.click().run()
    assert not test.exception
    assert test.session_state["pair"] == "fra-eng"
    assert test.session_state["sentence"] == FRENCH
    assert not [one for one in said(test) if "looks like" in one]


def test_a_translation_that_is_probably_wrong_is_told_and_beam_search_is_a_click_away() -> None:
    test = opened(STRANGE, decoding="greedy")
    (told,) = said(test)
    assert told.startswith(":material/help: **luong\\-general is probably wrong**")
    (search,) = [one for one in test.button if one.label == "Try beam 5"]
    search.click().run()
    assert test.session_state["decoding"] == "beam 5 for one"
    assert not [one for one in test.button if one.label == "Try beam 5"]


def test_the_model_shown_large_tells_which_word_it_leaves_out() -> None:
    test = opened(STRANGE)
    (told,) = said(test)
    assert "is probably wrong**: it leaves out “Area”. Of such" in told
    (drawn,) = payload(test)["maps"]
    assert drawn["doubt"]["leftOut"] == [6]
    assert {one["measure"] for one in given(test)[0]["layers"]} == {"weights", "scores"}


def test_a_name_that_was_never_read_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # a worker process may read again, so the job is not asked for
    monkeypatch.setattr("alignoscope.serving.trace_store._can_be_doubted", lambda *_: False)
    (told,) = said(opened("Last week Xiomara and Otto went to Reykjavik."))
    assert "these models have never read the name “Xiomara”." in told.replace("\\", "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["a"], "“a”"),
        (["a", "b", "a"], "“a” and “b”"),
        (["a", "b", "c"], "“a”, “b” and “c”"),
        (["a", "b", "c", "d"], "“a”, “b”, “c” …"),
    ],
)
def test_words_are_listed_as_english_lists_them(words: list[str], told: str) -> None:
    assert _named(words) == told


def test_several_names_that_were_never_read_are_told_as_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("alignoscope.serving.trace_store._can_be_doubted", lambda *_: False)
    (told,) = said(opened("Last week Xiomara and Zbyszko went to Reykjavik."))
    assert "never read the names “Xiomara” and “Zbyszko”." in told.replace("\\", "")


def test_a_name_that_other_models_read_again_is_no_doubt() -> None:
    assert said(opened("Yesterday Xiomara and Otto went to Reykjavik.")) == []


def test_a_word_that_another_model_finds_improbable_is_named_with_it() -> None:
    (told,) = said(opened("Is Zbigniew taller than Fitzgerald?"))
    assert "on the way back, fra-eng/transformer gives “Zbigniew” <1%." in told.replace("\\", "")


def test_surer_models_are_those_that_are_surer_by_the_same_numbers() -> None:
    test = open_page("app.py", sentence=STRANGE, variants=["luong-general", "luong-dot"])
    assert said(test)
    assert not [one for one in test.button if one.label == "Show only the surer models"]


def test_a_word_that_comes_again_is_named_once() -> None:
    (told,) = said(opened("The gnu saw the gnu and the gnu."))
    assert "these models have never read “gnu”." in told


def test_a_misspelt_word_is_a_click_away_from_the_known_one() -> None:
    test = opened("Recieved your leter yesterday.")
    (told,) = said(test)
    assert "never read “Recieved”" in told
    (write,) = [one for one in test.button if one.label == "Write “Received”"]
    write.click().run()
    assert test.session_state["sentence"] == "Received your leter yesterday."
    (write,) = [one for one in test.button if one.label == "Write “letter”"]
    write.click().run()
    assert test.session_state["sentence"] == "Received your letter yesterday."
    assert not [one for one in test.button if one.label.startswith("Write “")]


@pytest.mark.parametrize("sentence", ["I wrote a leter", "I wrote a sdfkj."])
def test_no_word_is_offered_for_one_that_is_typed_or_like_none(sentence: str) -> None:
    assert not [one for one in opened(sentence).button if one.label.startswith("Write “")]


def test_a_forced_translation_is_not_called_wrong() -> None:
    test = opened(STRANGE, target="L'accord sur l'Espace économique européen a été signé.")
    assert said(test) == []


@pytest.mark.parametrize("content", [None, b"", b"PK"])
def test_a_pair_whose_table_is_missing_or_damaged_has_no_marks(
    content: bytes | None, tiny_folder: Path
) -> None:
    if content is not None:
        for name in (TABLE, FITS):
            (tiny_folder / name).write_bytes(content)
    test = open_page("app.py", sentence="I am not tired.", variants="luong-dot")
    assert not test.exception
    assert said(test) == []
    (drawn,) = payload(test)["maps"]
    assert "doubt" not in drawn


@pytest.mark.parametrize("sentence", ["", "12 345", "🙂", "tree " * 110])
def test_what_is_no_sentence_has_no_new_word_beside_the_shipped_table(sentence: str) -> None:
    (drawn,) = payload(opened(sentence))["maps"]
    assert drawn.get("doubt", {}).get("rare", []) == []


@pytest.mark.parametrize("sentence", ["", "12 345", "🙂", "gnu " * 110])
def test_what_is_no_sentence_opens(sentence: str, tiny_folder: Path) -> None:
    write_known(KnownWords({"the": 3}, {"le": 3}), tiny_folder)
    test = open_page("app.py", sentence=sentence, variants="luong-dot")
    assert not test.exception
    assert not [one for one in said(test) if "looks like" in one]
