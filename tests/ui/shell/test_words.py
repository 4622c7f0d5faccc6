"""The words that are explained on a page, and those that no model can read."""

from html import escape

import pytest

from alignoscope.records.catalogue.glossary import GLOSSARY
from alignoscope.ui.shell.glossary import explained
from alignoscope.ui.shell.pages import PAGES
from tests.shared.app_pages import given, open_page, payload

# All but the lessons, whose screens have titles of their own and explain words one by one.
TITLED = {page.path: page for page in PAGES.values() if page.purpose}


def test_the_lessons_explain_all_words() -> None:
    test = open_page("pages/lessons.py")
    assert not test.exception
    (line,) = [one.proto.body for one in test.get("html") if 'class="terms"' in one.proto.body]
    assert all(f"<dt>{word}</dt>" in line for word in GLOSSARY)
    assert "tabindex" not in line  # the whole glossary is one stop of the Tab key


@pytest.mark.parametrize("page", TITLED)
def test_every_page_begins_with_its_title_and_purpose(page: str) -> None:
    test = open_page(page, variants="luong-general", variant="luong-dot")
    (heading,) = [one.proto.body for one in test.get("html") if "<h1>" in one.proto.body]
    title, purpose = TITLED[page].title, TITLED[page].purpose
    assert heading == f"<h1>{title}</h1> <p>{explained(purpose)}</p>"


def test_the_first_use_of_a_term_has_its_explanation() -> None:
    said = explained("Weights & a weight; reweighted. BLEU")
    first = '<span class="term" tabindex="0" aria-describedby="term-weight">Weights<span'
    assert said.startswith(first)
    assert said.count("tabindex") == said.count('role="tooltip"') == 2
    assert f'id="term-BLEU">{escape(GLOSSARY["BLEU"])}</span></span>' in said
    assert " &amp; a weight; reweighted. " in said


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


@pytest.mark.parametrize("page", ["app.py", "pages/score_bench.py"])
def test_what_no_model_can_read_is_said_in_a_line(page: str) -> None:
    def said(sentence: str, target: str = "") -> list[str]:
        test = open_page(page, sentence=sentence, target=target, variants="luong-dot")
        assert not test.exception
        captions = [one.value.replace("\\", "") for one in test.caption]
        return [one.partition(": ")[2] for one in captions if ":material/help:" in one]

    assert said("I am not tired.") == []
    assert said("I eat 寿司 today.") == [
        "Unknown to these models (never seen in training): 寿司. They are underlined."
    ]
    assert said("I ✓am✓ not ≠tired≠.") == [
        "Unknown to these models (never seen in training): ✓ ≠. They are underlined."
    ]
    assert said("I am not tired.", "Je suis 寿司.") == [
        "Unknown to these models (never seen in training): 寿司."
    ]
    assert said("I am not tired.", "私は疲れた") == [
        "These models only know French; this looks like Japanese."
    ]
    assert said("私は疲れた") == ["These models only know English; this looks like Japanese."]
    assert said("Xqzt wjkv me.") == [
        "The models split most of these words into single letters. Is this English?"
    ]
    assert said("SCIENTISTS FIND WATER ON THE MOON") == [
        "The models split capitals into single letters. Write small letters."
    ]


def test_words_that_a_model_cannot_read_are_known_to_its_map() -> None:
    test = open_page("app.py", sentence="I eat 寿司 today.", variants="luong-dot")
    assert given(test)[0]["source"] == "I eat 寿司 today."  # for those who see the maps alone
    (one,) = payload(test)["maps"]
    assert [one["columns"][i] for i in one["unread"]] == ["寿司"]


def test_only_scores_of_attention_are_explained_as_such() -> None:
    about = {title: explained(page.purpose) for title, page in PAGES.items()}
    assert [title for title, said in about.items() if "term-score" in said] == ["Score bench"]
