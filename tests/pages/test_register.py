"""The switch for formal text, which is there where a model knows the mark of such text."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.records.run import AlsoRead
from alignoscope.serving import model_store
from tests.shared.app_pages import open_page

SENTENCE = "The law was signed."


def opened(sentence: str) -> AppTest:
    test = open_page("app.py", sentence=sentence, variants=["luong-dot", "luong-general"])
    assert not test.exception
    return test


def told(test: AppTest) -> list[str]:
    return [one.value.replace("\\", "") for one in test.caption if "mark §" in one.value]


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a report of the pair say that its model has read marked text."""
    first, *rest = model_store.results("eng-fra")
    also = AlsoRead(name="law.tsv", sha256="0", pairs=9, share=0.1, register="formal")
    marked = replace(first, record=replace(first.record, also=(also,)))
    monkeypatch.setattr(model_store, "results", lambda *_: [marked, *rest])


@pytest.mark.usefixtures("trained")
def test_the_switch_puts_the_mark_before_the_sentence_and_takes_it_away() -> None:
    test = opened(SENTENCE)
    (switch,) = test.toggle
    assert (switch.label, switch.value, told(test)) == ("Formal", False, [])
    test = switch.set_value(True).run()
    assert test.text_input(key="sentence").value == f"§ {SENTENCE}"
    assert told(test) == [
        ":material/help: luong-dot, luong-general do not know the mark § of formal text: they read "
        "the sentence without it."
    ]
    test = test.toggle[0].set_value(False).run()
    assert test.text_input(key="sentence").value == SENTENCE
    assert told(test) == []


@pytest.mark.usefixtures("trained")
def test_a_link_with_the_mark_turns_the_switch_on() -> None:
    test = opened(f"§ {SENTENCE}")
    assert test.toggle[0].value
    assert test.text_input(key="sentence").value == f"§ {SENTENCE}"


def test_without_such_a_model_there_is_no_switch_and_the_mark_is_still_explained() -> None:
    test = opened(f"§ {SENTENCE}")
    assert not test.toggle
    assert len(told(test)) == 1
