"""Variants held against one another: how far their rows of weights are apart, as heatmaps.

Distances need one source and one target, with the same pieces in all traces, and are over words,
as the maps show them (`analysis.distances`).
"""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from alignoscope.analysis.distances import distance_matrix, row_distances
from alignoscope.figures.text import literal, literals
from alignoscope.figures.views.maps import WEIGHT_COLORS
from alignoscope.records.trace import Trace

LIGHT = 0.45  # of the distances' colours: on those above, black is easier to read than white


def rows_figure(base: Trace, others: Sequence[Trace]) -> go.Figure:
    """Return the distance of each row from the base's, a line a variant, a column a target word."""
    words, names = literals(base.target.words), [literal(other.label) for other in others]
    cells = np.stack([row_distances(base, other) for other in others])
    figure = _heatmap(cells, [[f"{name}, {word}" for word in words] for name in names])
    _label(figure, words, names)
    return figure.update_layout(height=110 + 28 * len(others))


def matrix_figure(traces: Sequence[Trace]) -> go.Figure:
    """Return the mean distances of all pairs of traces, with the numbers in the cells."""
    names = [literal(trace.label) for trace in traces]
    cells = distance_matrix(traces)
    figure = _heatmap(cells, [[f"{a} and {b}" for b in names] for a in names])
    for (row, column), cell in np.ndenumerate(cells):
        color = "white" if cell < LIGHT else "black"
        figure.add_annotation(
            x=column, y=row, text=f"{cell:.2f}", showarrow=False, font={"color": color}
        )
    broken = [name.replace("-", "-<br>", 1) for name in names]
    _label(figure, broken, broken)
    return figure.update_layout(height=110 + 42 * len(traces))


def _heatmap(cells: np.ndarray, hover: list[list[str]]) -> go.Figure:
    """Return distances from 0 to 1 as a heatmap, the first row at the top."""
    heatmap = go.Heatmap(
        z=cells,
        zmin=0,
        zmax=1,
        colorscale=list(WEIGHT_COLORS),
        colorbar={"thickness": 10, "title": {"text": "distance"}},
        customdata=hover,
        hovertemplate="%{customdata}<br>distance %{z:.3f}<extra></extra>",
        xgap=1,
        ygap=1,
    )
    figure = go.Figure(heatmap)
    figure.update_yaxes(autorange="reversed")
    return figure.update_layout(margin={"l": 10, "r": 10, "t": 10, "b": 10})


def _label(figure: go.Figure, columns: Sequence[str], rows: Sequence[str]) -> None:
    """Label whole positions, since Plotly would merge two columns of one word."""
    for update, labels in ((figure.update_xaxes, columns), (figure.update_yaxes, rows)):
        positions = list(range(len(labels)))
        update(tickvals=positions, ticktext=list(labels), showgrid=False, automargin=True)
