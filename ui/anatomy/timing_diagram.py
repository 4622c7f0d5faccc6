"""The clock of a step: which decoder state asks, when, and where the context enters, by timing.

The page and the exports draw what is laid out here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign, hypot
from typing import Any

from alignoscope.records.catalogue.timings import TIMINGS, ClockArrow, ClockBox

WIDTH, HEIGHT = 372, 168
ROWS = {"attention": 26, "state": 92, "input": 148}
BOX = 30  # high
WING = (6, 4)  # of an arrow's head: how far back, and how far aside


@dataclass(frozen=True, kw_only=True)
class Box:
    """A box around its middle; its role, if any, is "asks", "token" or "input".

    In labels, {now} and {before} stand for the numbers of the states, {token} for what the step
    writes and {prior} for what it reads.
    """

    x: float
    y: float
    width: float
    label: str
    role: str


@dataclass(frozen=True, kw_only=True)
class Arrow:
    """An arrow as an SVG path; its role, if any, is "asks" or "context".

    Its label, if any, starts with its number in the order of events; it stands at `x`, `y`, which
    are its start, middle or end (`anchor`).
    """

    path: str
    role: str
    label: str
    x: float
    y: float
    anchor: str


@dataclass(frozen=True, kw_only=True)
class Clock:
    """The boxes and arrows of a timing, in a picture of WIDTH times HEIGHT."""

    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]


def clock(timing: str, *, attends: bool, feeds: bool) -> Clock | None:
    """Return the clock of a timing, or None where it is unknown.

    Without attention nothing asks, and the context comes from the encoder.
    """
    if timing not in TIMINGS:
        return None
    entry = TIMINGS[timing]
    boxes, arrows = dict(entry.boxes), entry.arrows
    if feeds and not entry.unfed:
        boxes["fed"] = ClockBox(216, "input", 100, "h̃[{before}], fed back", "input")
        arrows = (*arrows, ClockArrow("fed", "rnn"))
    if not attends:
        boxes["attention"] = boxes["attention"]._replace(label="encoder")
        arrows = _unasked(arrows)
    placed = {
        name: Box(
            x=box.x,
            y=ROWS[box.row],
            width=box.width,
            label=box.label,
            role="" if box.role == "asks" and not attends else box.role,
        )
        for name, box in boxes.items()
    }
    return Clock(
        boxes=tuple(placed.values()),
        arrows=tuple(
            _arrow(placed[one.start], placed[one.end], one.label, one.role) for one in arrows
        ),
    )


def _unasked(arrows: Sequence[ClockArrow]) -> tuple[ClockArrow, ...]:
    """Leave the arrow out that asks; what comes after it counts one less."""
    asked = next(one.label for one in arrows if one.end == "attention")
    return tuple(
        one._replace(label=f"{int(one.label[0]) - 1}{one.label[1:]}") if one.label > asked else one
        for one in arrows
        if one.end != "attention"
    )


def _arrow(start: Box, end: Box, label: str, role: str) -> Arrow:
    """Lead from box to box; a label is above a level arrow, or outside of a slanted one."""
    x, y, u, v = _ends(start, end)
    middle = (x + u) / 2
    if y == v:
        place: dict[str, Any] = {"x": middle, "y": y - 8, "anchor": "middle"}
    elif v < y:
        place = {"x": middle - 8, "y": (y + v) / 2 + 4, "anchor": "end"}
    else:
        place = {"x": middle + 8, "y": (y + v) / 2 + 4, "anchor": "start"}
    return Arrow(path=_path(x, y, u, v), role=role, label=label, **place)


def _ends(start: Box, end: Box) -> tuple[float, float, float, float]:
    """Return where an arrow begins and ends: at the boxes' sides, or above and below them."""
    if start.y == end.y:
        return start.x + start.width / 2, start.y, end.x - end.width / 2, end.y
    up = copysign(BOX / 2, start.y - end.y)
    return _inside(start, end.x), start.y - up, _inside(end, start.x), end.y + up


def _inside(box: Box, x: float) -> float:
    return max(box.x - box.width / 2 + 10, min(x, box.x + box.width / 2 - 10))


def _path(x: float, y: float, u: float, v: float) -> str:
    long = hypot(u - x, v - y)
    dx, dy = (u - x) / long, (v - y) / long
    back, aside = WING
    left, right = (
        f"{u - back * dx - side * dy:.1f} {v - back * dy + side * dx:.1f}"
        for side in (aside, -aside)
    )
    return f"M{x:g} {y:g}L{u:g} {v:g}M{left}L{u:g} {v:g}L{right}"
