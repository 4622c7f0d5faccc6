"""A short lesson about nothing, with a question of every kind, and its screens without a model."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from alignoscope.course.claims import CLAIMS
from alignoscope.course.labs.record import Control, Curve, Lab, LabLine, Outcome
from alignoscope.course.read import read_lesson
from alignoscope.course.record import Claim, Lesson
from alignoscope.course.shown import Shown, shown_of
from tests.shared.drawn_steps import make_trace

TEXT = """+++
id = "made"
number = 7
title = "A {made} lesson: = # ~"
minutes = 6
misconceptions = ["M1"]
aim = "The aim."
opener = "The opener?"
bridge = "The bridge."
+++

## recall: Of another lesson

~~~toml
question = "Do you remember?"
claim = "made.word"
[[options]]
value = "chat"
text = "Yes"
says = "Good."
[[options]]
value = "chien"
text = "No"
says = "Look again."
~~~

## hook: Where it begins

The hook & its <sentence>.

~~~toml
lab = "map"
~~~

## predict: A bet

The model is *small*.

~~~toml
question = "Which word: a or b?"
claim = "made.word"
[[options]]
value = "chien"
text = "*chien*"
says = "It is the dog."
[[options]]
value = "chat"
text = "*chat*: a {1}"
says = "Yes, `chat`."
~~~

## try: Move it

Move the slider.

~~~toml
lab = "map"
~~~

## predict: Another bet

It grows.

~~~toml
question = "Draw it."
claim = "made.number"
says = "It grows."
lab = "curve"
[drawn]
near = "Near."
turned = "Turned."
above = "Above."
below = "Below."
~~~

## reveal: What came out

The answer was chat.

## check: A number

Of the curve.

~~~toml
question = "How much?"
claim = "made.number"
right = "Right."
wrong = "Count again."
[[hints]]
value = "0.75"
says = "Half of the rest."
[[hints]]
value = "none"
says = "There is some."
~~~

## check: Letters

Move until it says yes.

~~~toml
question = "Which letters?"
claim = "made.letters"
right = "Right."
wrong = "Read them."
hints = []
lab = "moved"
~~~
"""
VALUES = {"made.word": "chat", "made.number": "0.25", "made.letters": "a b c"}
CURVE = Curve(
    label="Share",
    model="toy",
    over="Updates",
    at="{} updates",
    amounts=(0, 10),
    shares=(0.0, 1.0),
    points=(0, 1),
)
LABS = {
    "map": Lab(
        controls=(Control(label="Pads", settings=("0", "5"), slides=True),),
        outcomes=(Outcome(traces=(make_trace(),)), Outcome(traces=(make_trace(),))),
    ),
    "curve": Lab(controls=(), outcomes=(Outcome(curve=CURVE),)),
    "moved": Lab(
        controls=(Control(label="Pads", settings=("0", "5"), slides=True),),
        outcomes=tuple(Outcome(lines=(LabLine("It says **{}**.", (says,)),)) for says in "ny"),
    ),
}


@contextmanager
def made_lesson(**values: str) -> Iterator[tuple[Lesson, list[Shown]]]:
    """Yield the lesson and its screens; `values` replace what its claims are computed to be."""
    claims = {
        name: Claim(of=(), compute=lambda value=value: value, expected=value)
        for name, value in VALUES.items()
    }
    CLAIMS.update(claims)
    try:
        lesson = read_lesson(TEXT)
        yield lesson, shown_of(lesson, (VALUES | values).__getitem__, LABS.__getitem__)
    finally:
        for name in claims:
            del CLAIMS[name]


def untitled(lesson: Lesson) -> Lesson:
    """Return a lesson under another name, for a plan of several."""
    return replace(lesson, id="other", number=8)
