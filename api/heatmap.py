"""An alignment map as a Plotly heatmap. The app's own maps are drawn by the player."""

import numpy as np
import plotly.graph_objects as go

from alignoscope.records.escaping import literal, literals
from alignoscope.ui.player.map_view import MapView
from alignoscope.ui.svg.scale import Scale

CELL, SIDE, TOP, BAR = 34, 110, 120, 100  # In pixels: a cell, and the left, top and right margins.


def map_figure(view: MapView, scale: Scale) -> go.Figure:
    """Return a map as a heatmap: the target from top to bottom, the source from left to right.

    The score of a cell outside a local window is not finite, so the cell is empty.
    """
    assert view.cells is not None
    rows, columns = literals(view.rows), literals(view.columns)
    cells = np.where(np.isfinite(view.cells), view.cells, np.nan)
    heatmap = go.Heatmap(
        z=cells,
        zmin=scale.low,
        zmax=scale.high,
        colorscale=list(scale.colors),
        colorbar={"thickness": 12, "title": {"text": scale.label}},
        customdata=[[f"{row} ← {column}" for column in columns] for row in rows],
        hovertemplate=f"%{{customdata}}<br>{scale.label} %{{z:.4f}}<extra></extra>",
        hoverongaps=False,
        xgap=1,
        ygap=1,
    )
    figure = go.Figure(heatmap)
    for update, words in ((figure.update_xaxes, columns), (figure.update_yaxes, rows)):
        # Plotly merges columns with equal labels, so the words label positions instead.
        update(tickvals=list(range(len(words))), ticktext=words, showgrid=False, zeroline=False)
    figure.update_xaxes(side="top", tickangle=-45)
    figure.update_yaxes(autorange="reversed")
    name = literal(f"{view.label}, {view.mode}")
    return figure.update_layout(
        title={"text": name, "x": 0.02, "y": 1, "yanchor": "top", "pad": {"t": 16}},
        template="plotly_white",
        width=SIDE + BAR + CELL * len(columns),
        height=TOP + 20 + CELL * len(rows),
        margin={"l": SIDE, "r": BAR, "t": TOP, "b": 20},
    )
