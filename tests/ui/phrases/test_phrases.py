"""What the player says exists in every language of the lessons, with the same values."""

import json
import re
from pathlib import Path

import pytest

from alignoscope.analysis.confidence import WORD_FEATURES
from alignoscope.course.words import languages, words_of
from alignoscope.records.catalogue.scores import SCORES
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.ui.flow.notes import formulas
from alignoscope.ui.phrases.phrases import phrases_of
from alignoscope.ui.player.map_view import MEASURES, UNITS
from alignoscope.ui.player.position import DENSITIES, PICTURES, SCALINGS
from alignoscope.ui.timing.diagram import clock

ROOT = Path(__file__).parents[3]
ENGLISH = phrases_of("en")
OTHERS = [language for language in languages() if language != "en"]
PLACES = re.compile(r"{(\w+)}")
BY_VALUE = {  # phrases whose names come with the data, or are put together
    *(f"choice_{name}" for name in ("measure", "unit", "density", "picture")),
    *(name + end for name in (*MEASURES, *UNITS, *DENSITIES, *PICTURES) for end in ("", "_help")),
    *(f"scaling_{name}" for name in SCALINGS),
    *(noun + end for noun in ("step", "target_word", "source_word") for end in ("_one", "_many")),
    *(f"given_{name}" for name in ("looks", "spreads", "one_vector")),
    *(f"{name}_of{end}" for name in ("mean", "sum") for end in ("", "_chosen")),
    *(f"{name}_at" for name in ("writes", "attends", "quoted")),
    *("weight", "score", "value", "values"),
}  # fmt: skip


def named_in_scripts() -> set[str]:
    texts = [path.read_text("utf-8") for path in (ROOT / "ui").glob("**/*.js")]
    return set(re.findall(r'"([a-z_]+)"', "\n".join(texts)))


@pytest.mark.parametrize("language", OTHERS)
def test_every_phrase_is_in_every_language_with_the_same_values(language: str) -> None:
    phrases = phrases_of(language)
    assert set(ENGLISH) - set(phrases) == set()
    for name, text in ENGLISH.items():
        assert phrases[name].strip(), name
        assert sorted(PLACES.findall(phrases[name])) == sorted(PLACES.findall(text)), name
    # The others stand by their English text, which is no name.
    assert [
        name for name in set(phrases) - set(ENGLISH) if re.fullmatch(r"[a-z]+_[a-z_]+", name)
    ] == []


@pytest.mark.parametrize("language", languages())
def test_numbers_are_written_as_in_the_lessons(language: str) -> None:
    assert phrases_of(language)["decimal"] == words_of(language)["decimal"]


@pytest.mark.parametrize(
    ("language", "marks"), [("de", "„“"), ("en", "“”"), ("es", "«»"), ("fr", "«»")]
)
def test_quotation_marks_are_those_of_the_language(language: str, marks: str) -> None:
    found = re.findall('[«»„“”"]', "".join(phrases_of(language).values()))
    assert "".join(found) == marks * (len(found) // 2)
    assert found


def test_no_phrase_is_there_that_nothing_says() -> None:
    formed = {name for variant in variants() for name in names_in(variant)}
    said = named_in_scripts() | BY_VALUE | formed
    said |= {name for name in ENGLISH if name.endswith("_says") and name[:-5] in said}
    said |= {name for name in ENGLISH if name.startswith(("beat_", "key_"))}
    said |= {f"{name}_help" for name in ("transpose", "sums", "hide_future", "show_doubt")}
    said |= {f"unsure_{name}" for name in WORD_FEATURES}  # the reasons of an unsure word
    assert set(ENGLISH) - said == set()


def variants() -> list[str]:
    return [f"{timing}-{score}" for timing in TIMINGS for score in SCORES] + ["fixed-context"]


def names_in(variant: str) -> set[str]:
    """Return the names of phrases in the formulas and the diagram of a variant."""
    timing = variant.partition("-")[0]
    plans = [clock(timing, attends=attends, feeds=True) for attends in (True, False)]
    labels = [one.label for plan in plans if plan for one in (*plan.boxes, *plan.arrows)]
    texts = [*labels, *formulas(variant)]
    return set(re.findall(r"(?<!_){(\w+)}", " ".join(texts))) - {"now", "before", "token", "prior"}


@pytest.mark.parametrize("variant", variants())
def test_a_formula_and_a_diagram_have_no_english_but_names_of_phrases(variant: str) -> None:
    assert names_in(variant) <= set(ENGLISH)
    words = re.sub(r"{\w+}", "", " ".join(formulas(variant)))
    assert set(re.findall(r"[a-z]{3,}", words)) <= {"tanh", "softmax", "exp"}


def test_the_tables_have_each_name_once() -> None:
    for language in languages():
        pairs = json.loads(
            (ROOT / "ui" / "phrases" / f"{language}.json").read_text("utf-8"),
            object_pairs_hook=lambda found: [name for name, _ in found],
        )
        assert len(pairs) == len(set(pairs)), language
