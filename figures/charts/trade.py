"""How well models translate against how well their weights align: one point a model."""

from collections.abc import Sequence

import plotly.graph_objects as go

from alignoscope.figures.charts.results import COLORS, laid_out, name_report
from alignoscope.figures.text import literal
from alignoscope.figures.views.place import KINDS, kind_of
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.report import Report
from alignoscope.records.variant import parse_variant

SHAPES = ("circle", "square", "diamond", "cross", "triangle-up", "star", "x")
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
    for timing, color in zip(TIMINGS, COLORS, strict=False):
        points = [(i, one, score) for i, one, asks, score in found if asks == timing]
        figure.add_scatter(
            x=[one.alignment_error for _, one, _ in points],
            y=[one.greedy_bleu for _, one, _ in points],
            mode="markers+text",
            name=timing,
            text=[literal(name_report(one).removeprefix(f"{timing}-")) for _, one, _ in points],
            textposition="top center",
            textfont={"size": 11},
            marker={
                "size": 11,
                "color": color,
                "symbol": [SHAPES[kind_of(score) % len(SHAPES)] for _, _, score in points],
            },
            customdata=[[i] for i, _, _ in points],
            hovertext=[literal(name_report(one)) for _, one, _ in points],
            hovertemplate="%{hovertext}<br>BLEU %{y:.1f}, AER %{x:.3f}<extra></extra>",
            visible=None if points else False,
        )
    for kind in sorted({kind_of(score) for *_, score in found}):
        names = ", ".join(KINDS[kind]) if kind < len(KINDS) else "other scores"
        marker = {"size": 10, "color": "#888888", "symbol": SHAPES[kind % len(SHAPES)]}
        figure.add_scatter(x=[None], y=[None], mode="markers", name=names, marker=marker)
    figure.update_xaxes(title="AER of the weights (less is better)")
    figure.update_yaxes(title="BLEU, greedy")
    return laid_out(figure).update_layout(hovermode="closest", height=520)
