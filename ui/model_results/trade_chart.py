"""Translation quality against alignment error: one point per model."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import plotly.graph_objects as go

from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.escaping import literal
from alignoscope.records.report import Report
from alignoscope.records.variant import TRANSFORMER, parse_variant
from alignoscope.ui.model_results.results_chart import COLORS, laid_out, name_report
from alignoscope.ui.player.map_placement import kind_of

ChartBox = tuple[float, float, float, float]
# The width of the plot on a phone, and the room for names beside it, in pixels.
ROOM, MARGIN = 260, 16
# The width and height of a letter and the radius of a point, in pixels.
LETTER, LINE, DOT = 5.8, 13, 7
SIDES = tuple(
    f"{level} {across}"
    for level, across in (
        *product(("top", "bottom"), ("center", "right", "left")),
        ("middle", "right"),
        ("middle", "left"),
    )
)
ROUNDS = 4  # The number of rounds in which each name moves away from the others.
SHAPES = ("circle", "diamond", "cross", "triangle-up", "square", "star", "x")
ABOUT = (
    "BLEU of greedy translations with one reference, on the test part if it was measured. AER "
    "of one-way alignments from attention weights, averaged over the gold sets outside dev."
)


def plotted(reports: Sequence[Report]) -> list[Report]:
    """Return the reports that have both BLEU and AER."""
    return [one for one in reports if None not in (one.greedy_bleu, one.alignment_error)]


def trade_figure(reports: Sequence[Report]) -> go.Figure:
    """Return a scatter plot of BLEU and AER; the colour is the timing, the shape the kind of score.

    A point's `customdata` is its index in `reports`.
    """
    figure = go.Figure()
    found = [(i, one, *parse_variant(one.variant)[:2]) for i, one in enumerate(reports)]
    sides = _sides(
        [(one.alignment_error or 0, one.greedy_bleu or 0) for one in reports],
        [name_report(one).removeprefix(f"{asks}-") for _, one, asks, _ in found],
    )
    for timing, color in zip((*TIMINGS, TRANSFORMER), COLORS, strict=False):
        points = [(i, one, score) for i, one, asks, score in found if asks == timing]
        figure.add_scatter(
            x=[one.alignment_error for _, one, _ in points],
            y=[one.greedy_bleu for _, one, _ in points],
            mode="markers+text",
            name=timing,
            text=[literal(name_report(one).removeprefix(f"{timing}-")) for _, one, _ in points],
            textposition=[sides[i] for i, *_ in points],
            textfont={"size": 11},
            cliponaxis=False,  # Names may extend beyond the axes.
            marker={
                "size": 11,
                "color": color,
                "symbol": [SHAPES[kind_of(score) % len(SHAPES)] for _, _, score in points],
            },
            customdata=[[i] for i, _, _ in points],
            hovertext=[literal(name_report(one)) for _, one, _ in points],
            hovertemplate="%{hovertext}<br>BLEU %{y:.1f}, AER %{x:.3f}<extra></extra>",
            visible=None if points else False,
            legendgroup=timing,
            showlegend=False,
        )
        if points:  # The legend shows colours only, so all its entries have one shape.
            figure.add_scatter(
                x=[None],
                y=[None],
                mode="markers",
                name=timing.title(),
                marker={"size": 11, "color": color},
                legendgroup=timing,
            )
    figure.update_xaxes(title="AER of the weights (less is better)")
    figure.update_yaxes(title="BLEU, greedy")
    return laid_out(figure).update_layout(hovermode="closest", height=440)


def _sides(points: Sequence[tuple[float, float]], names: Sequence[str]) -> list[str]:
    """Return the side of each point on which its name overlaps the least on a phone."""
    if not points:
        return []
    found = np.array(points, dtype=float) - np.min(points, axis=0)
    places = ROOM * found / np.maximum(found.max(axis=0), 1e-9)
    dots = [(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in places]
    boxes = [
        {side: _box(place, name, side) for side in SIDES}
        for place, name in zip(places, names, strict=True)
    ]
    sides = [SIDES[0]] * len(points)
    for _ in range(ROUNDS):
        for i, own in enumerate(boxes):
            others = [one[sides[j]] for j, one in enumerate(boxes) if j != i]
            covered = [*others, *dots[:i], *dots[i + 1 :]]
            sides[i] = min(SIDES, key=lambda side: _cost(own[side], covered))
    return sides


def _box(place: np.ndarray, name: str, side: str) -> ChartBox:
    """Return the box of a name beside a point: left, bottom, right and top."""
    level, across = side.split()
    wide, gap = LETTER * len(name), DOT if level == "middle" else 0
    left = place[0] + {"left": -wide - gap, "center": -wide / 2, "right": gap}[across]
    low = place[1] + {"top": DOT, "middle": -LINE / 2, "bottom": -DOT - LINE}[level]
    return left, low, left + wide, low + LINE


def _cost(box: ChartBox, others: Sequence[ChartBox]) -> float:
    """Return how much a name overlaps other boxes and extends beyond the chart."""
    beyond = max(0, -MARGIN - box[0]) + max(0, box[2] - ROOM - MARGIN)
    return LINE * beyond + sum(
        max(0, min(box[2], one[2]) - max(box[0], one[0]))
        * max(0, min(box[3], one[3]) - max(box[1], one[1]))
        for one in others
    )
