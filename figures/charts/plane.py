"""Words of two languages as arrows in one plane."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

QUERY, KEY = "#2a7fd0", "#c2620a"  # as in the formulas
REACH = 2.6


def plane_figure(
    queries: Mapping[str, Sequence[float]], keys: Mapping[str, Sequence[float]]
) -> go.Figure:
    """Return arrows from the origin to the points of queries and of keys, each with its word."""
    figure = go.Figure()
    for words, color in ((queries, QUERY), (keys, KEY)):
        for word, (x, y) in words.items():
            line = {"color": color, "width": 3}
            figure.add_scatter(x=[0, x], y=[0, y], mode="lines+markers", line=line, name=word)
            figure.add_annotation(x=1.15 * x, y=1.15 * y, text=word, showarrow=False)
    axis = {"range": [-REACH, REACH], "zeroline": True, "showticklabels": False}
    figure.update_layout(
        xaxis=axis,
        yaxis={**axis, "scaleanchor": "x"},
        showlegend=False,
        height=340,
        width=340,
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
    )
    return figure
