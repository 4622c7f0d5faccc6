"""The words that are explained on a page, and those that no model can read."""

import pytest
from app_pages import ROOT, given, open_page, payload

from alignoscope.records.catalogue.glossary import GLOSSARY

PAGES = ["app.py", *(f"pages/{one.name}" for one in sorted(ROOT.glob("pages/[a-z]*.py")))]
OWN = "pages/lessons.py"  # where words are explained one by one


@pytest.mark.parametrize("page", [page for page in PAGES if page != OWN])
def test_every_page_explains_its_words(page: str) -> None:
    test = open_page(page, variants="luong-dot", variant="luong-dot")
    assert not test.exception
    (line,) = [one.proto.body for one in test.get("html") if 'class="terms"' in one.proto.body]
    assert all(f">{word}</span>" in line for word in GLOSSARY)
    assert line.count('tabindex="0"') == len(GLOSSARY)


@pytest.mark.parametrize("page", ["alignment", "triage"])
def test_choices_begin_with_a_capital_but_for_names_of_models(page: str) -> None:
    test = open_page(f"pages/{page}.py", variant="luong-dot")
    labels = [label for one in test.button_group for label in one.options]
    assert labels
    assert [label for label in labels if label[0].islower() and "-" not in label] == []


def test_what_pages_speak_of_is_explained() -> None:
    asked = {"score", "weight", "posterior", "AER", "entropy", "beam", "timing", "normaliser"}
    assert asked | {"BLEU", "link"} <= GLOSSARY.keys()


def test_a_sentence_says_what_a_word_is() -> None:
    for word, said in GLOSSARY.items():
        assert said.endswith("."), word
        assert len(said) < 150, word


def test_what_models_can_read_is_said_once_and_not_of_made_up_tasks() -> None:
    for page in ("app.py", "pages/score_bench.py"):
        said = " ".join(one.value for one in open_page(page, variants="luong-dot").caption)
        assert said.count("short everyday sentences") == 1
    said = " ".join(one.value for one in open_page("app.py", pair="reverse").caption)
    assert "everyday" not in said


@pytest.mark.parametrize("page", ["app.py", "pages/score_bench.py"])
def test_what_no_model_can_read_is_said_in_a_line(page: str) -> None:
    def said(sentence: str) -> list[str]:
        test = open_page(page, sentence=sentence, variants="luong-dot")
        assert not test.exception
        captions = [one.value.replace("\\", "") for one in test.caption]
        return [one.partition(": ")[2] for one in captions if ":material/help:" in one]

    assert said("I am not tired.") == []
    assert said("I eat 寿司 today.") == [
        "The models cannot read “寿司”: no training text had what is underlined."
    ]
    assert said("私は疲れた") == [
        "This is Japanese script: the models have learnt to read English."
    ]
    assert said("Xqzt wjkv me.") == [
        "The models read most of these words letter by letter: is this English?"
    ]
    assert said("SCIENTISTS FIND WATER ON THE MOON") == [
        "The models read capitals letter by letter: write small letters."
    ]


def test_words_that_a_model_cannot_read_are_known_to_its_map() -> None:
    test = open_page("app.py", sentence="I eat 寿司 today.", variants="luong-dot")
    assert given(test)[0]["source"] == "I eat 寿司 today."  # for those who see the maps alone
    (one,) = payload(test)["maps"]
    assert [one["columns"][i] for i in one["unread"]] == ["寿司"]
