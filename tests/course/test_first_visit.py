"""The first visit: who gets it, what it asks, and that it says only what these models show."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.course.page.first_visit import first_visit
from alignoscope.course.player.payload import ON_SHOW
from alignoscope.course.read import ENGLISH, lessons
from alignoscope.course.shown import Shown
from alignoscope.course.words import languages, words_of
from tests.course.course import found
from tests.shared.app_pages import ROOT, given


def visit(**parameters: str) -> list[dict]:
    """Return the first visits that a new session gets from the landing page."""
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    for name, value in parameters.items():
        test.query_params[name] = value
    test.run()
    assert not test.exception
    return [one for one in given(test) if "doors" in one]


def highest(maps: dict) -> int:
    """Return the position with the highest weight of the first map at the step on show."""
    layer = next(one for one in maps["layers"] if (one["measure"], one["unit"]) == ON_SHOW)
    (row, *_), words = layer["cells"], maps["units"]["words"][0]
    row = row[words["rowOfStep"][maps["start"]["step"]]]
    return row.index(max(row))


def of_tour(screens: list[Shown]) -> dict | None:
    return first_visit(lessons()["tour"], screens, words_of())


def test_who_comes_without_a_link_is_asked_where_the_model_looked() -> None:
    (data,) = visit()
    assert data["source"] == ["I", "have", "a", "black", "cat", "and", "a", "white", "dog", "."]
    own, told = data["maps"]
    assert data["source"][highest(own)] == "black"
    assert told["start"]["step"] == 3  # J' ai un noir
    assert [text for name, text in data["own"] if name] == ["noir"]
    assert "".join(text for _, text in data["told"]) != "".join(text for _, text in data["own"])
    assert data["doors"]["learn"] == "lessons?lesson=one-vector"
    assert set(data["says"]) == {"black", "cat", "dog", "and"}


def test_a_link_with_parameters_shows_what_it_asks_for_at_once() -> None:
    assert visit(variants="luong-dot") == []


@pytest.mark.parametrize("language", sorted({*languages()} - {ENGLISH}))
def test_the_first_visit_is_in_the_language_of_the_link(language: str) -> None:
    (data,) = visit(lang=language)
    assert (data["lang"], data["doors"]["teach"]) == (language, f"lessons?plan=45&lang={language}")


def test_nothing_is_said_that_these_models_do_not_show() -> None:
    screens = [*found("tour")]
    assert of_tour(screens)
    at, steered = next((i, one) for i, one in enumerate(screens) if one.screen.lab == "chosen")
    assert steered.lab
    own = steered.lab.outcomes[0]
    unmoved = replace(steered, lab=replace(steered.lab, outcomes=(own, own)))
    assert of_tour([*screens[:at], unmoved, *screens[at + 1 :]]) is None
    bet = replace(screens[1], values={"noir.looks": "dog and cat"})
    assert of_tour([screens[0], bet, *screens[2:]]) is None


@pytest.mark.parametrize("at", [1, 3])
def test_without_its_model_the_page_begins_with_the_maps(at: int) -> None:
    screens = [*found("tour")]
    screens[at] = replace(screens[at], problem="This screen needs a model.")
    assert of_tour(screens) is None
