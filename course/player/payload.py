"""The data of a lesson for the browser: its screens with the values of claims, and its labs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from alignoscope.course.answers import hints_of
from alignoscope.course.facts import FactValue
from alignoscope.course.formulas.formulas import FORMULAS, in_notations
from alignoscope.course.formulas.mathml import mathml
from alignoscope.course.formulas.notations import CODE
from alignoscope.course.lab_text import spoken
from alignoscope.course.labs.record import Lab, Outcome
from alignoscope.course.markup import marked, unbroken
from alignoscope.course.read import ENGLISH
from alignoscope.course.record import (
    ChoiceQuestion,
    DrawnAnswer,
    ExplainedAnswer,
    Lesson,
    Question,
    TypedAnswer,
)
from alignoscope.course.shown import Shown, heading, otherwise, replied, right_option, screen_text
from alignoscope.course.words import Messages, in_words, words_of
from alignoscope.ui.arithmetic.latex import COLORS
from alignoscope.ui.phrases.phrases import phrases_of
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.payload import payload as maps_payload
from alignoscope.ui.player.position import View

ON_SHOW = ("weights", "words")  # The only layer of a lab's maps.
_OF_FLOW = (ON_SHOW, ("scores", "words"), ("weights", "pieces"))  # The layers of a flow.


@dataclass(frozen=True, kw_only=True)
class LessonPosition:
    """The progress in a lesson: the screen, from 1, and the answers so far by screen."""

    screen: int = 1
    answers: Mapping[int, str]


def payload(
    lesson: Lesson,
    found: Sequence[Shown],
    start: LessonPosition,
    notes: Sequence[Sequence[str]] = (),
    *,
    teaching: bool = False,
    linked: bool = True,
    alone: str = "",
) -> dict[str, Any]:
    """Return the data of a lesson for the browser.

    Args:
        lesson: the lesson.
        found: its computed screens.
        start: the progress to start with.
        notes: the notes of each screen; none if empty.
        teaching: whether to show the lesson for teaching.
        linked: whether the lesson is in the app, to which its screens may link.
        alone: why phones cannot open the page's address, if they cannot.
    """
    words = words_of(lesson.language)
    return {
        "identity": lesson.id,
        "heading": heading(lesson, words),
        "notes": [*map(list, notes)] or [[]] * len(found),
        "teaching": teaching,
        "kept": linked and not teaching,  # A file or a class is nobody's own progress.
        "alone": alone,
        "words": dict(words),
        "phrases": player_phrases(lesson.language),
        "start": {
            "screen": start.screen,
            "answers": {str(number): answer for number, answer in start.answers.items()},
        },
        "screens": [
            _screen(one, words, _values(found[bet - 1]) if bet else (), linked=linked)
            | {"bet": bet}
            for one, bet in zip(found, _bets(lesson), strict=True)
        ],
    }


def player_phrases(language: str) -> dict[str, str] | None:
    """Return the player's texts in a language, without line breaks before punctuation.

    None for English, in which the scripts have them.
    """
    if language == ENGLISH:
        return None
    return {name: unbroken(text) for name, text in phrases_of(language).items()}


def _bets(lesson: Lesson) -> list[int | None]:
    """Return, for each screen, the number of the screen whose prediction it answers, or None.

    A prediction lasts until the next screen that is not of kind "try".
    """
    bets: list[int | None] = []
    bet = None
    for number, screen in enumerate(lesson.screens, start=1):
        bets.append(bet if screen.kind in ("evidence", "try", "reveal") else None)
        if screen.kind != "try":
            bet = number if screen.kind == "predict" else None
    return bets


def _values(shown: Shown) -> tuple[FactValue, ...]:
    """Return the values of the options of a bet."""
    ask = shown.screen.ask
    return tuple(one.value for one in ask.options) if isinstance(ask, ChoiceQuestion) else ()


def _screen(
    shown: Shown, words: Messages, bets: Sequence[FactValue], *, linked: bool
) -> dict[str, Any]:
    """Return a screen; `bets` are the values of the options of the bet that it answers."""
    screen = shown.screen
    lab = None if isinstance(screen.ask, DrawnAnswer) else shown.lab
    return {
        "kind": screen.kind if screen.ask and not shown.problem else "said",
        "title": screen.title,
        "prose": [marked(text) for text in screen_text(shown, words)],
        "ask": None if shown.problem or not screen.ask else _ask(screen.ask, shown, words),
        "lab": lab and _lab(lab, screen.title, words, bets),
        "link": screen.link if linked else None,
        "formulas": [_formula(name, words) for name in screen.formulas],
    }


def _formula(name: str, words: Messages) -> dict[str, Any]:
    formula = FORMULAS[name]
    return {
        "says": in_words(formula.says, words),
        "code": {"name": CODE, "text": formula.code},
        "notations": [
            {"name": in_words(notation, words), "math": mathml(latex)}
            for notation, latex in in_notations(formula)
        ],
    }


def _ask(ask: Question, shown: Shown, words: Messages) -> dict[str, Any]:
    own: dict[str, Any] = {
        "question": marked(ask.question),
        "answer": in_words(shown.values[ask.claim], words),
        "otherwise": marked(otherwise(ask, shown, words)),
        "options": None,
        "right": None,
        "praise": [],
        "hint": [],
        "hints": [],
        "drawn": {},
        "curve": None,
        "explained": False,
    }

    def reply(says: str) -> list[tuple[str, str]]:
        return marked(replied(says, ask, shown, words))

    if isinstance(ask, DrawnAnswer):
        assert shown.lab is not None
        drawn = {lie: reply(text) for lie, text in ask.drawn.items()}
        drawn = {} if own["otherwise"] else drawn
        return own | {"praise": reply(ask.says), "drawn": drawn, "curve": _curve(shown.lab, words)}
    if isinstance(ask, ExplainedAnswer):
        return own | {"answer": "", "praise": reply(ask.model), "explained": True}
    if isinstance(ask, TypedAnswer):
        hints = [
            {"answer": in_words(value, words), "says": marked(says)}
            for value, says in hints_of(ask, shown, words)
        ]
        return own | {"praise": reply(ask.right), "hint": reply(ask.wrong), "hints": hints}
    options = [{"text": marked(one.text), "says": reply(one.says)} for one in ask.options]
    return own | {"options": options, "right": right_option(ask, shown)}


def _curve(lab: Lab, words: Messages) -> dict[str, Any]:
    curve = spoken(lab, words).curve
    amounts = [in_words(one, words) for one in curve.amounts]
    return {**vars(curve), "amounts": amounts, "places": curve.places}


def _lab(lab: Lab, title: str, words: Messages, bets: Sequence[FactValue]) -> dict[str, Any]:
    own = spoken(lab, words)
    return {
        "controls": [{**vars(control)} for control in own.controls],
        "outcomes": [_outcome(one, f"{title} {i}", bets) for i, one in enumerate(own.outcomes)],
    }


def _outcome(outcome: Outcome, identity: str, bets: Sequence[FactValue]) -> dict[str, Any]:
    """Return the data of an outcome without its empty parts."""
    found: dict[str, Any] = {
        "lines": [marked(line.text) for line in outcome.lines],
        "bars": [{**vars(bar)} for bar in outcome.bars],
        "table": outcome.table and {**vars(outcome.table)},
        "arrows": [
            {"word": one.word, "x": one.x, "y": one.y, "color": COLORS[one.role]}
            | {"dashed": one.dashed}
            for one in outcome.arrows
        ],
        "chart": outcome.chart and {**vars(outcome.chart)},
        "maps": lab_maps(outcome, identity) if outcome.traces else None,
        "places": _places(outcome, bets),
    }
    return {name: value for name, value in found.items() if value}


def _places(outcome: Outcome, bets: Sequence[FactValue]) -> list[int | None]:
    """Return the column of each option of a bet in the first map; none if it is not about words."""
    if outcome.step is None:
        return []
    words = outcome.traces[0].source.words
    found = [words.index(one) if one in words else None for one in map(str, bets)]
    return found if any(one is not None for one in found) else []


def lab_maps(outcome: Outcome, identity: str) -> dict[str, object]:
    """Return the data of the player for the maps of an outcome, or for its flows."""
    every = layers_of(outcome.traces)
    names = _OF_FLOW if outcome.flows else (ON_SHOW,)
    layers = {name: every[name] for name in names if name in every}
    view = View(picture="flow" if outcome.flows else "map")
    return maps_payload(layers, outcome.step or 0, identity, "lab", view, beat=outcome.beat)
