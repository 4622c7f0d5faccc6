"""How well models translate against how well their weights align: one point a model."""

from collections.abc import Sequence
from math import hypot

import plotly.graph_objects as go

from alignoscope.figures.charts.results import COLORS, laid_out, name_report
from alignoscope.figures.text import literal
from alignoscope.figures.views.place import kind_of
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.report import Report
from alignoscope.records.variant import parse_variant

NEAR = 0.2  # of the chart's width and height: names of nearer points would meet
EDGE = 0.1  # of the width
SHAPES = ("circle", "diamond", "cross", "triangle-up", "square", "star", "x")
ABOUT = (
    "BLEU of greedy translations with one reference, on the test part where it was measured. AER "
    "of the weights' links, one way, mean over the gold sets off the dev part."
)


def plotted(reports: Sequence[Report]) -> list[Report]:
    """Return the reports that have both numbers."""
    return [one for one in reports if None not in (one.greedy_bleu, one.alignment_error)]


def trade_figure(reports: Sequence[Report]) -> go.Figure:
    """Return a point a report: its colour is the timing, its shape the kind of score.

    A press on a point says its place in `reports`.
    """
    figure = go.Figure()
    found = [(i, one, *parse_variant(one.variant)[:2]) for i, one in enumerate(reports)]
    sides = _sides([(one.alignment_error or 0, one.greedy_bleu or 0) for one in reports])
    for timing, color in zip(TIMINGS, COLORS, strict=False):
        points = [(i, one, score) for i, one, asks, score in found if asks == timing]
        figure.add_scatter(
            x=[one.alignment_error for _, one, _ in points],
            y=[one.greedy_bleu for _, one, _ in points],
            mode="markers+text",
            name=timing,
            text=[literal(name_report(one).removeprefix(f"{timing}-")) for _, one, _ in points],
            textposition=[sides[i] for i, *_ in points],
            textfont={"size": 11},
            cliponaxis=False,  # a name may stand beyond the axes
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
        if points:  # the list of colours has one shape, or it would speak of scores
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


def _sides(points: Sequence[tuple[float, float]]) -> list[str]:
    """Return on which side of each point its name stands: away from the nearest other point."""
    lengths = [max(one) - min(one) or 1 for one in zip(*points, strict=True)]
    found = []
    for x, y in points:
        others = [point for point in points if point != (x, y)]
        apart = [((u - x) / lengths[0], (v - y) / lengths[1]) for u, v in others]
        across, up = min(apart, key=lambda way: hypot(*way), default=(1, -1))
        near = hypot(across, up) < NEAR
        side = "center" if not near or abs(up) >= abs(across) else "left" if across > 0 else "right"
        if side != "center" and (edge := _edge(x, [u for u, _ in points], lengths[0])):
            side = edge
        found.append(f"{'bottom' if near and up > 0 else 'top'} {side}")
    return found


def _edge(x: float, all_: Sequence[float], length: float) -> str | None:
    """Return the inner side of a point at the left or right edge, beyond which a name is cut."""
    share = (x - min(all_)) / length
    return "right" if share < EDGE else "left" if share > 1 - EDGE else None
