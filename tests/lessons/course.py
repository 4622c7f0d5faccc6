"""The lessons, computed of the shipped models once."""

from functools import cache
from pathlib import Path

from alignoscope.lessons.files import Model, load_model, model_path
from alignoscope.lessons.read import lessons
from alignoscope.lessons.shown import Shown, computed

CHECKPOINTS = Path(__file__).parent.parent.parent / "checkpoints"


@cache
def load(name: str) -> Model:
    return load_model(model_path(CHECKPOINTS, name))


@cache
def found(lesson: str) -> list[Shown]:
    return computed(lessons()[lesson], load)
