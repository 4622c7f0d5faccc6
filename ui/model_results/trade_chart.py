"""Translation quality against alignment error: one point per model."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.escaping import literal
from alignoscope.records.report import Report
from alignoscope.records.variant import TRANSFORMER, parse_variant
from alignoscope.ui.model_results.results_chart import COLORS, laid_out, name_report
from alignoscope.ui.player.map_placement import kind_of

# The width of the plot on a phone and on a wide screen, its height, and the room beside it: pixels.
WIDTHS, HEIGHT, MARGIN = (250, 1000), 320, 16
# The width and height of a letter and the radius of a point, in pixels.
LETTER, LINE, DOT = 5.8, 13, 7
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
    names = [name_report(one).removeprefix(f"{asks}-") for _, one, asks, _ in found]
    _name(figure, [(one.alignment_error or 0, one.greedy_bleu or 0) for one in reports], names)
    for timing, color in zip((*TIMINGS, TRANSFORMER), COLORS, strict=False):
        points = [(i, one, score) for i, one, asks, score in found if asks == timing]
        figure.add_scatter(
            x=[one.alignment_error for _, one, _ in points],
            y=[one.greedy_bleu for _, one, _ in points],
            mode="markers",
            name=timing,
            cliponaxis=False,
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


@dataclass(frozen=True)
class _Seat:
    """A place for a name: pixels right of and above its point, and its side of that place."""

    right: float
    above: float
    anchor: str

    @property
    def far(self) -> bool:
        return abs(self.above) > LINE + DOT

    def box(self, name: str) -> list[float]:
        """Return the box of a name here: left, bottom, right and top, from its point."""
        wide = LETTER * len(name)
        left = self.right - wide * {"left": 0, "center": 0.5, "right": 1}[self.anchor]
        low = self.above - LINE / 2
        return [left, low, left + wide, low + LINE]


def _seats() -> list[_Seat]:
    """Return the places beside a point, the nearest first, and those that a line leads to."""
    beside = DOT + LINE / 2
    near = [_Seat(0, beside, "center"), _Seat(0, -beside, "center")]
    for side, anchor in ((1, "left"), (-1, "right")):
        near += [_Seat(side * DOT, above, anchor) for above in (0, beside, -beside)]
    far = [
        _Seat(side * right, above, anchor)
        for step in range(2, 9)
        for above in (step * (LINE + 1), -step * (LINE + 1))
        for right in (16, 48)
        for side, anchor in ((1, "left"), (-1, "right"))
    ]
    return near + far


SEATS = _seats()


def _name(figure: go.Figure, points: Sequence[tuple[float, float]], names: Sequence[str]) -> None:
    """Write each name where it overlaps the least, on a phone and on a wide screen."""
    for point, name, seat in zip(points, names, seated(points, names), strict=True):
        shift = (
            {"ax": seat.right, "ay": -seat.above, "standoff": DOT, "arrowhead": 0, "arrowwidth": 1}
            if seat.far
            else {"xshift": seat.right, "yshift": seat.above}
        )
        figure.add_annotation(
            x=point[0],
            y=point[1],
            text=literal(name),
            font={"size": 11},
            showarrow=seat.far,
            opacity=0.8,
            xanchor=seat.anchor,
            yanchor="middle",
            **shift,
        )


def seated(points: Sequence[tuple[float, float]], names: Sequence[str]) -> list[_Seat]:
    """Return the place of each name that overlaps the fewest names and points, near ones first."""
    if not points:
        return []
    found = np.array(points, dtype=float) - np.min(points, axis=0)
    scaled = found / np.maximum(found.max(axis=0), 1e-9)
    offsets = np.array([[seat.box(name) for seat in SEATS] for name in names])
    chosen = np.zeros(len(points), dtype=int)
    screens = []  # of each width the boxes of names, [points, seats, 4], and of points, [points, 4]
    for width in WIDTHS:
        places = np.tile(scaled * (width, HEIGHT), 2)
        screens.append(
            (width, places[:, None] + offsets, places + np.array([-DOT, -DOT, DOT, DOT]))
        )
    for _ in range(ROUNDS):
        for i in range(len(points)):
            others = np.arange(len(points)) != i
            costs = sum(
                _costs(
                    boxes[i], np.concatenate((boxes[others, chosen[others]], dots[others])), width
                )
                for width, boxes, dots in screens
            )
            chosen[i] = np.argmin(costs)
    return [SEATS[i] for i in chosen]


def _costs(boxes: np.ndarray, others: np.ndarray, width: float) -> np.ndarray:
    """Return how much each box overlaps the others and extends beyond the chart."""
    low = np.maximum(boxes[:, None, :2], others[:, :2])
    high = np.minimum(boxes[:, None, 2:], others[:, 2:])
    covered = np.prod(np.maximum(high - low, 0), axis=-1).sum(axis=1)
    before = np.maximum(-MARGIN - boxes[:, :2], 0)
    after = np.maximum(boxes[:, 2:] - (width + MARGIN, HEIGHT + MARGIN), 0)
    return covered + LINE * (before + after).sum(axis=1)
