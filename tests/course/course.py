"""The lessons, computed of the shipped models once, and how long their screens are."""

import re
from functools import cache
from pathlib import Path

from alignoscope.course.claims import CLAIMS
from alignoscope.course.files import Model, load_model, model_path
from alignoscope.course.labs.record import Outcome
from alignoscope.course.page.claim_values import lab_of as lab
from alignoscope.course.page.claim_values import screens_of
from alignoscope.course.page.claim_values import value_of as value
from alignoscope.course.read import claims_of, lessons
from alignoscope.course.record import Screen
from alignoscope.course.shown import Shown, screen_text
from alignoscope.course.words import words_of

__all__ = ["lab", "value"]  # as the app caches them

MOST_WORDS = 45  # of prose, a screen
CHECKPOINTS = Path(__file__).parent.parent.parent / "checkpoints"


@cache
def load(name: str) -> Model:
    return load_model(model_path(CHECKPOINTS, name))


@cache
def found(lesson: str) -> list[Shown]:
    return screens_of(lessons()[lesson])


def count_words(screen: Screen, language: str) -> int:
    """Return how many words of prose a screen has, with the values of its claims."""
    values = {name: CLAIMS[name].expected for name in claims_of(screen)}
    told = screen_text(Shown(screen=screen, values=values), words_of(language))
    return sum(len(re.split("[ \n]", paragraph)) for paragraph in told)


def outcome(name: str, *settings: str) -> Outcome:
    """Return the outcome of these settings, looked up as the browser does."""
    at = 0
    for control, setting in zip(lab(name).controls, settings, strict=True):
        at = at * len(control.settings) + control.settings.index(setting)
    return lab(name).outcomes[at]
