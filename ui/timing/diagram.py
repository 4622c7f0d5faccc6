"""The timing diagram of a step ("clock"): which decoder state is the query, and when it is used.

It also shows where the context vector enters. `clock.js` draws this layout.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import copysign, hypot
from typing import Any

from alignoscope.records.catalogue.timings import TIMINGS, ClockArrow, ClockBox

WIDTH, HEIGHT = 372, 168
ROWS = {"attention": 26, "state": 92, "input": 148}
BOX = 30  # height of a box
WING = (6, 4)  # length and half width of an arrow's head


@dataclass(frozen=True, kw_only=True)
class TimingBox:
    """A box centred at x, y; its role, if any, is "asks" (the query), "token" or "input".

    In labels, {now} and {before} are the numbers of the states, {token} is the token that the step
    writes and {prior} the one that it reads; any other name is one of `ui/phrases`.
    """

    x: float
    y: float
    width: float
    label: str
    role: str


@dataclass(frozen=True, kw_only=True)
class TimingArrow:
    """An arrow as an SVG path; its role, if any, is "asks" (the query) or "context".

    The label, if any, is "+" or starts with the arrow's number in the order of events. Its start,
    middle or end (`anchor`) is at `x`, `y`.
    """

    path: str
    role: str
    label: str
    x: float
    y: float
    anchor: str


@dataclass(frozen=True, kw_only=True)
class Clock:
    """The timing diagram: boxes and arrows in an area of WIDTH times HEIGHT."""

    boxes: tuple[TimingBox, ...]
    arrows: tuple[TimingArrow, ...]


def clock(timing: str, *, attends: bool, feeds: bool) -> Clock | None:
    """Return the timing diagram of a timing, or None if the timing is unknown.

    Without attention there is no query, and the context comes from the encoder.

    Args:
        timing: the timing.
        attends: whether the model has attention.
        feeds: whether the model has input feeding.
    """
    if timing not in TIMINGS:
        return None
    entry = TIMINGS[timing]
    boxes, arrows = dict(entry.boxes), entry.arrows
    if feeds and not entry.unfed:
        boxes["fed"] = ClockBox(216, "input", 100, "h̃[{before}], {fed_back}", "input")
        arrows = (*arrows, ClockArrow("fed", "rnn"))
    if not attends:
        boxes["attention"] = boxes["attention"]._replace(label="{encoder}")
        arrows = _unasked(arrows)
    placed = {
        name: TimingBox(
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


def sized(plan: Clock) -> dict[str, object]:
    """Return a diagram with its size and the height of its boxes, for the browser."""
    return {"box": BOX, "width": WIDTH, "height": HEIGHT, **asdict(plan)}


def _unasked(arrows: Sequence[ClockArrow]) -> tuple[ClockArrow, ...]:
    """Return the arrows without that of the query; the numbers after it decrease by one."""
    asked = next(one.label for one in arrows if one.end == "attention")
    return tuple(
        one._replace(label=f"{int(one.label[0]) - 1}{one.label[1:]}") if one.label > asked else one
        for one in arrows
        if one.end != "attention"
    )


def _arrow(start: TimingBox, end: TimingBox, label: str, role: str) -> TimingArrow:
    """Return the arrow from box to box, with its label above it, or beside it if it is slanted."""
    x, y, u, v = _ends(start, end)
    middle = (x + u) / 2
    if y == v:
        place: dict[str, Any] = {"x": middle, "y": y - 8, "anchor": "middle"}
    elif v < y:
        place = {"x": middle - 8, "y": (y + v) / 2 + 4, "anchor": "end"}
    else:
        place = {"x": middle + 8, "y": (y + v) / 2 + 4, "anchor": "start"}
    return TimingArrow(path=_path(x, y, u, v), role=role, label=label, **place)


def _ends(start: TimingBox, end: TimingBox) -> tuple[float, float, float, float]:
    """Return the arrow's ends x, y, u, v: at the boxes' sides, or at their tops and bottoms."""
    if start.y == end.y:
        return start.x + start.width / 2, start.y, end.x - end.width / 2, end.y
    up = copysign(BOX / 2, start.y - end.y)
    return _inside(start, end.x), start.y - up, _inside(end, start.x), end.y + up


def _inside(box: TimingBox, x: float) -> float:
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
