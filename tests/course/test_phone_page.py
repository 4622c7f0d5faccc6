"""The page of a phone has the words that it shows, in all languages, and is small."""

import re

from alignoscope.course.player.live_class.phone import phone_page
from alignoscope.course.words import languages, words_of
from tests.course.course import CHECKPOINTS

PLAYER = CHECKPOINTS.parent / "course" / "player"
SCRIPTS = (
    *("live_class/phone.js", "live_class/class_requests.js", "questions/sketch.js"),
    *("drawing/curve.js", "drawing/slider.js", "drawing/prose.js"),
)


def test_a_phone_has_the_words_that_it_shows_in_every_language() -> None:
    scripts = "".join((PLAYER / name).read_text("utf-8") for name in SCRIPTS)
    shown = {*re.findall(r"words\.(\w+)", scripts), *re.findall(r'"(class_\w+)"', scripts)}
    assert {"class_join", "class_told", "decimal", "drag"} <= shown
    page = phone_page()
    for language in languages():
        for name in shown & {*words_of()}:
            assert words_of(language)[name] in page, name
    assert len(page.encode()) < 80_000  # the step player alone would add more than 200,000
