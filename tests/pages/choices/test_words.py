"""The words that are explained on a page, and those that no model can read."""

import pytest
from app_pages import open_page

from alignoscope.records.catalogue.glossary import GLOSSARY

MAPPED = ("app.py", "pages/step_by_step.py", "pages/score_bench.py", "pages/what_if.py")


@pytest.mark.parametrize("page", [*MAPPED, "pages/beam_tree.py", "pages/training.py"])
def test_every_page_of_maps_explains_its_words(page: str) -> None:
    test = open_page(page, variants="luong-dot", variant="luong-dot")
    assert not test.exception
    (line,) = [one.proto.body for one in test.get("html") if 'class="terms"' in one.proto.body]
    assert all(f">{word}</span>" in line for word in GLOSSARY)
    assert line.count('tabindex="0"') == len(GLOSSARY)


def test_a_sentence_says_what_a_word_is() -> None:
    for word, said in GLOSSARY.items():
        assert said.endswith("."), word
        assert len(said) < 150, word


def test_words_that_no_model_can_read_are_said() -> None:
    def said(sentence: str) -> list[str]:
        test = open_page("app.py", sentence=sentence, variants="luong-dot")
        assert not test.exception
        captions = [one.value.replace("\\", "") for one in test.caption]
        return [one for one in captions if "cannot read" in one]

    assert said("I am not tired.") == []
    (one,) = said("I eat 寿司 today.")
    assert "cannot read “寿司”: No training text had it." in one
    (all_,) = said("私は疲れた")
    assert "a script that they have not learnt" in all_
