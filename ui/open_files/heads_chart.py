"""All heads of a sentence as small maps: one row per layer, one column per head."""

import numpy as np
import plotly.graph_objects as go

from alignoscope.records.foreign import ForeignSentence
from alignoscope.ui.player.map_view import WEIGHT_COLORS

GAP = 2  # The gap between two maps, in cells.
# The nominal width, and the minimum and maximum height, in pixels.
WIDTH, LEAST, MOST = 1_000, 240, 1_400


def heads_figure(sentence: ForeignSentence) -> go.Figure:
    """Return the maps of all layers and heads in one heatmap, with one clickable point per map.

    The scale is 0 to 1. A point's `customdata` are its layer and head, from 0.
    """
    layers, heads, rows, columns = sentence.maps.shape
    tiled = np.full((layers, rows + GAP, heads, columns + GAP), np.nan, np.float32)
    tiled[:, :rows, :, :columns] = sentence.maps.transpose(0, 2, 1, 3)
    cells = tiled.reshape(layers * (rows + GAP), heads * (columns + GAP))[:-GAP, :-GAP]
    heatmap = go.Heatmap(
        z=cells,
        zmin=0,
        zmax=1,
        colorscale=list(WEIGHT_COLORS),
        colorbar={"thickness": 12, "title": {"text": "weight"}},
        hoverinfo="skip",
    )
    down = [layer * (rows + GAP) + (rows - 1) / 2 for layer in range(layers)]
    across = [head * (columns + GAP) + (columns - 1) / 2 for head in range(heads)]
    sharp = sentence.maps.max(axis=3).mean(axis=2)
    places = [(layer, head) for layer in range(layers) for head in range(heads)]
    points = go.Scatter(
        x=[across[head] for _, head in places],
        y=[down[layer] for layer, _ in places],
        mode="markers",
        marker={"symbol": "square", "size": 18, "opacity": 0},
        customdata=places,
        text=[
            f"layer {layer + 1}, head {head + 1}<br>mean of the rows’ largest: "
            f"{sharp[layer, head]:.2f}"
            for layer, head in places
        ],
        hovertemplate="%{text}<extra></extra>",
        showlegend=False,
    )
    figure = go.Figure([heatmap, points])
    axis = {"showgrid": False, "zeroline": False, "ticks": ""}
    figure.update_xaxes(
        tickvals=across, ticktext=[f"{head + 1}" for head in range(heads)], side="top", **axis
    )
    figure.update_yaxes(
        tickvals=down,
        ticktext=[f"{layer + 1}" for layer in range(layers)],
        autorange="reversed",
        **axis,
    )
    figure.update_xaxes(title="head")
    figure.update_yaxes(title="layer")
    height = WIDTH * cells.shape[0] / cells.shape[1]
    return figure.update_layout(
        height=min(max(height, LEAST), MOST),
        margin={"l": 60, "r": 20, "t": 60, "b": 10},
        hoverdistance=-1,  # The nearest point at any distance belongs to the map under the pointer.
    )
