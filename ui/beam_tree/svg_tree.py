"""The tree of a beam search as an SVG drawing, laid out like the component on the page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp

from alignoscope.records.tree import Node
from alignoscope.ui.beam_tree.tree_view import FATES, columns, labels, path, percent
from alignoscope.ui.svg.ink import DARK, LIGHT, Ink, decimal, element, letters, paint
from alignoscope.ui.svg.layout_constants import MEASURES
from alignoscope.ui.svg.lettering import BOLD, legal, shortened, width
from alignoscope.ui.svg.sheet import DrawnPart, sheet

TREE = MEASURES["tree"]
HIGH, GUTTER, PAD, BETWEEN = (TREE[name] for name in ("height", "gap", "pad", "between"))
# HEAD is the height of the row of step numbers, LEAST the minimum width of the drawing.
HEAD, LEAST = TREE["head"], 820
TOKEN, NUMBER = 13, 11
ROUND = 7
DASHES = "4 3"
# The entries of the legend: name, fate, whether the box is on the best path, whether it is on the
# chosen path, and whether it ends that path.
KINDS = (
    ("kept in the beam", "live", False, False, False),
    ("pruned", "pruned", False, False, False),
    ("ended", "ended", False, False, False),
    ("best hypothesis", "live", True, False, False),
    ("chosen hypothesis", "live", False, True, False),
    ("its last token", "live", False, True, True),
)


@dataclass(frozen=True, kw_only=True)
class NodeBox:
    """The position of a node's box, and whether it is on the best or the chosen path.

    `leaf` marks the last node of the chosen path.
    """

    x: float
    y: float
    wide: float
    best: bool
    chosen: bool
    leaf: bool


def svg_tree(
    nodes: Sequence[Node],
    best: int,
    chosen: int,
    caption: str,
    dark: bool = False,
    unit: str = "pieces",
    heading: str = "",
) -> str:
    """Return a beam search as a tree, with one column per step and the best hypothesis at the top.

    Each box has its token, the token's probability, and the total log-probability (nats) of the
    hypothesis up to it. Over words, it has the word so far instead of the token.

    Args:
        nodes: the nodes of the search.
        best: the index of the last node of the best hypothesis.
        chosen: the index of the last node of the hypothesis whose boxes are filled.
        caption: the text below the drawing.
        dark: whether to draw for a dark background.
        unit: the unit of the labels, "words" or "pieces".
        heading: the title above the drawing.
    """
    ink = DARK if dark else LIGHT
    words = " ".join(nodes[i].token for i in path(nodes, chosen))
    named = zip(nodes, labels(nodes, unit), strict=True)
    nodes = [replace(node, token=label) for node, label in named]
    steps = columns(nodes, best)
    boxes = _boxes(nodes, steps, best, chosen)
    heads = (
        letters(str(step), boxes[column[0]].x + PAD, 14, font_weight="bold", fill=ink.muted)
        for step, column in enumerate(steps, start=1)
    )
    links = (_link(nodes, boxes, i, ink) for i in range(len(nodes)))
    drawn = (_node(node, boxes[i], ink) for i, node in enumerate(nodes))
    tree = DrawnPart(
        body=element("g", *heads, *links, *drawn, font_size=NUMBER),
        # Leave room for the mark of a finished hypothesis.
        width=max(box.x + box.wide for box in boxes) + 9,
        height=HEAD + max(map(len, steps)) * (HIGH + GUTTER) - GUTTER,
    )
    said = f"{len(steps)} steps, {len(nodes)} tokens. The chosen hypothesis: {words}"
    return sheet("Beam tree", [_legend(ink), tree], caption, ink, LEAST, said, heading)


def _boxes(
    nodes: Sequence[Node], steps: Sequence[Sequence[int]], best: int, chosen: int
) -> list[NodeBox]:
    """Return the box of each node; all boxes of a step are as wide as its widest text."""
    on_best, on_chosen = set(path(nodes, best)), set(path(nodes, chosen))
    found, x = {}, 1.0
    for column in steps:
        texts = [(nodes[i].token, TOKEN, True) for i in column]
        texts += [(_numbers(nodes[i]), NUMBER, False) for i in column]
        wide = min(
            TREE["widest"], max(TREE["narrowest"], *(width(*text) for text in texts)) + 2 * PAD
        )
        for row, i in enumerate(column):
            found[i] = NodeBox(
                x=x,
                y=HEAD + row * (HIGH + GUTTER),
                wide=wide,
                best=i in on_best,
                chosen=i in on_chosen,
                leaf=i == chosen,
            )
        x += wide + BETWEEN
    return [found[i] for i in range(len(nodes))]


def _node(node: Node, box: NodeBox, ink: Ink) -> str:
    numbers = f"probability {percent(node.log_prob)}, total {decimal(node.total)}"
    pruned, share = node.fate == "pruned", exp(node.log_prob)
    bar = max(1, (box.wide - 4) * share)
    color = ink.muted if pruned else ink.text
    cut = shortened(node.token, (box.wide - 2 * PAD) / (1 if pruned else BOLD), TOKEN)
    return element(
        "g",
        element("title", legal(f"{node.token}, {numbers}, {FATES[node.fate]}")),
        _frame(box, pruned, ink),
        letters(
            cut,
            box.x + PAD,
            box.y + 17,
            font_size=TOKEN,
            font_weight=None if pruned else "bold",
            fill=color,
        ),
        letters(_numbers(node), box.x + PAD, box.y + 32, "left", "ltr", fill=ink.muted),
        element(
            "rect",
            x=box.x + 2,
            y=box.y + HIGH - 5,
            width=bar,
            height=3,
            rx=min(1.5, bar / 2),
            fill=ink.accent if box.best else ink.muted,
        ),
        _end(box, ink) if node.fate == "ended" else "",
    )


def _frame(box: NodeBox, pruned: bool, ink: Ink, high: float = HIGH) -> str:
    """Draw the outline of a box; it is filled on the chosen path, darkest at the last node."""
    fill = paint(0.36 if box.leaf else 0.18, (ink.paper, ink.accent))
    return element(
        "rect",
        x=box.x,
        y=box.y,
        width=box.wide,
        height=high,
        rx=min(ROUND, high / 4),
        fill=fill if box.chosen else "none" if pruned else ink.soft,
        stroke=ink.accent if box.best else ink.line,
        stroke_width=2 if box.best else 1,
        stroke_dasharray=DASHES if pruned else None,
    )


def _end(box: NodeBox, ink: Ink, high: float = HIGH) -> str:
    """Draw the bar to the right of a finished hypothesis."""
    inset = high / 7
    place = f"M{box.x + box.wide + 5:g} {box.y + inset:g}v{high - 2 * inset:g}"
    return element("path", d=place, stroke=ink.text, stroke_width=3)


def _link(nodes: Sequence[Node], boxes: Sequence[NodeBox], i: int, ink: Ink) -> str:
    """Draw the line from a node's parent; its thickness shows the node's probability."""
    node, to = nodes[i], boxes[i]
    if node.parent is None:
        return ""
    start = boxes[node.parent]
    x, y, v, bend = start.x + start.wide, start.y + HIGH / 2, to.y + HIGH / 2, BETWEEN / 2
    curve = f"M{x:g} {y:g}C{x + bend:g} {y:g} {to.x - bend:g} {v:g} {to.x:g} {v:g}"
    pruned = node.fate == "pruned"
    return element(
        "path",
        d=curve,
        fill="none",
        stroke=ink.accent if to.best else ink.line,
        stroke_width=1 + 4 * exp(node.log_prob),
        stroke_dasharray=DASHES if pruned else None,
        opacity=0.6 if pruned else None,
    )


def _legend(ink: Ink) -> DrawnPart:
    """Draw the legend: one sample box per kind of node, each with its name."""
    body, x, high = [], 1.0, 16
    for name, fate, best, chosen, leaf in KINDS:
        box = NodeBox(x=x, y=1, wide=30, best=best, chosen=chosen, leaf=leaf)
        body.append(_frame(box, fate == "pruned", ink, high))
        if fate == "ended":
            body.append(_end(box, ink, high))
        body.append(letters(name, x + 42, 13, fill=ink.muted))
        x += 62 + 0.85 * width(name, NUMBER)
    return DrawnPart(body=element("g", *body, font_size=NUMBER), width=x - 20, height=22)


def _numbers(node: Node) -> str:
    return f"{percent(node.log_prob)} · {decimal(node.total)}"
