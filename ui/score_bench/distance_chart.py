"""Heatmaps of the distances between the rows of weights of several variants.

Distances need one source and one target, with the same pieces in all traces. They are over words,
like the maps (`analysis.distances`).
"""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from alignoscope.analysis.distances import clustered, distance_matrix, row_distances
from alignoscope.records.escaping import literal, literals
from alignoscope.records.trace import Trace
from alignoscope.ui.player.map_view import WEIGHT_COLORS, plain_words

FEW = 3  # names that fit into one line each
LIGHT = 0.45  # Above this distance, black text is easier to read than white.


def rows_figure(base: Trace, others: Sequence[Trace]) -> go.Figure:
    """Return each row's distance from the base's: one line per variant.

    The columns are the target words.
    """
    words, names = literals(plain_words(base.target)), [literal(other.label) for other in others]
    cells = np.stack([row_distances(base, other) for other in others])
    figure = _heatmap(cells, [[f"{name}, {word}" for word in words] for name in names])
    _label(figure, words, names)
    return figure.update_layout(height=110 + 28 * len(others))


def matrix_figure(traces: Sequence[Trace]) -> go.Figure:
    """Return the mean distances of all pairs of traces, similar traces side by side.

    Each cell has its number. Each pair has an invisible point to click, whose `customdata` are the
    indices of the two in `traces`.
    """
    distances = distance_matrix(traces)
    order = clustered(distances)
    names, cells = [literal(traces[i].label) for i in order], distances[np.ix_(order, order)]
    figure = _heatmap(cells, [[f"{a} and {b}" for b in names] for a in names])
    figure.data[0].hoverinfo, figure.data[0].hovertemplate = "skip", None
    places = list(np.ndindex(cells.shape))
    for (row, column), cell in np.ndenumerate(cells):
        color = "white" if cell < LIGHT else "black"
        figure.add_annotation(
            x=column, y=row, text=f"{cell:.2f}", showarrow=False, font={"color": color}
        )
    figure.add_scatter(
        x=[column for _, column in places],
        y=[row for row, _ in places],
        mode="markers",
        marker={"symbol": "square", "size": 30, "opacity": 0},
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
        customdata=[[order[row], order[column]] for row, column in places],
        hovertext=[f"{names[i]} and {names[j]}<br>distance {cells[i, j]:.3f}" for i, j in places],
        hoverinfo="text",
        showlegend=False,
    )
    many = len(names) > FEW
    columns = [name.replace("-", "-<br>", 1) for name in names] if many else names
    _label(figure, columns, names)
    return figure.update_layout(height=110 + 34 * len(traces), dragmode=False)


def _heatmap(cells: np.ndarray, hover: list[list[str]]) -> go.Figure:
    """Return a heatmap of distances from 0 to 1, the first row at the top."""
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
    """Label columns and rows by position, since Plotly would merge columns with equal labels."""
    for update, labels in ((figure.update_xaxes, columns), (figure.update_yaxes, rows)):
        positions = list(range(len(labels)))
        update(tickvals=positions, ticktext=list(labels), showgrid=False, automargin=True)
