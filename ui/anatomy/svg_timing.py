"""The timing diagram of a step in a drawing: `timing_diagram.clock` with numbers and tokens."""

from collections.abc import Mapping

from alignoscope.ui.anatomy.step_view import StepsView
from alignoscope.ui.anatomy.timing_diagram import BOX, HEIGHT, WIDTH, TimingBox, clock
from alignoscope.ui.svg.ink import Ink, element, letters
from alignoscope.ui.svg.lettering import shortened, width
from alignoscope.ui.svg.sheet import DrawnPart, paragraph, stacked

# The same colours as in `anatomy.css`, so that a drawing looks like the page.
QUERY, CONTEXT = "#2a7fd0", "#d6604d"
SIZE, PAD = 12, 8


def draw_clock(view: StepsView, step: int, room: float, ink: Ink) -> DrawnPart:
    """Return the timing diagram of a step above its description.

    If the timing is unknown, there is no diagram.

    Args:
        view: the steps of a trace.
        step: the step, from 0.
        room: the available width.
        ink: the colours.
    """
    plan = clock(view.timing, attends=view.attends, feeds=view.feeds)
    words = paragraph(view.clock, room, 13, ink.muted)
    if plan is None:
        return words
    values = {
        "now": str(step + 1),
        "before": str(step),
        "token": view.steps[step].token,
        "prior": view.steps[step - 1].token if step else "start mark",
    }
    body = []
    for arrow in plan.arrows:
        color = {"asks": QUERY, "context": CONTEXT}.get(arrow.role, ink.muted)
        thick = 2.5 if arrow.role else 1.25
        body.append(element("path", d=arrow.path, fill="none", stroke=color, stroke_width=thick))
        side = {"start": "left", "end": "right"}.get(arrow.anchor, arrow.anchor)
        label = arrow.label.format(**values)
        body.append(letters(label, arrow.x, arrow.y, side, "ltr", font_weight="bold"))
    body += (_box(box, values, ink) for box in plan.boxes)
    scale = min(room / WIDTH, 1.12)
    group = element("g", *body, font_size=SIZE, transform=f"scale({scale:.4f})")
    return stacked([DrawnPart(body=group, width=room, height=HEIGHT * scale), words], 4)


def _box(box: TimingBox, values: Mapping[str, str], ink: Ink) -> str:
    looks: dict[str, str | float] = {"stroke": ink.line, "fill": ink.soft}
    if box.role == "asks":
        looks |= {"stroke": QUERY, "stroke_width": 2.5}
    elif box.role == "input":
        looks |= {"fill": "none", "stroke_dasharray": "3 3"}
    elif box.role == "token":
        looks |= {"stroke": ink.text}
    x, y = box.x - box.width / 2, box.y - BOX / 2
    frame = element("rect", x=x, y=y, width=box.width, height=BOX, rx=6, **looks)
    return frame + letters(_label(box, values), box.x, box.y + 4, "middle")


def _label(box: TimingBox, values: Mapping[str, str]) -> str:
    """Return a box's label with its values; a token is cut to the width that the rest leaves."""
    rest = box.label.format(**{**values, "token": "", "prior": ""})
    room = box.width - PAD - width(rest, SIZE)
    cut = {name: shortened(values[name], room, SIZE) for name in ("token", "prior")}
    return box.label.format(**{**values, **cut})
