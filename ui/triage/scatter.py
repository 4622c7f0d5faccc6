"""The scatter plot of two measures: one point per pair, to hover, click and select."""

import pandas as pd
import plotly.graph_objects as go

from alignoscope.records.escaping import literals
from alignoscope.ui.model_results.results_chart import COLORS
from alignoscope.ui.triage.table_view import WHOLE

SYMBOLS = ("circle", "diamond", "x", "triangle-up")
LONGEST = 60  # The maximum length of a text in a tooltip, in characters.


def cloud_figure(table: pd.DataFrame, across: str, upward: str) -> go.Figure:
    """Return a scatter plot of two measures; kinds of damage differ in colour and shape.

    A point's `customdata` begins with its label in the table's index.

    Args:
        table: the pairs with their measures.
        across: the measure on the horizontal axis.
        upward: the measure on the vertical axis.
    """
    kinds = table["damage"] if "damage" in table else pd.Series(WHOLE, index=table.index)
    figure = go.Figure()
    for rank, kind in enumerate(dict.fromkeys(kinds)):
        kept = table[kinds == kind]
        texts = [literals(kept[side].str.slice(0, LONGEST)) for side in ("source", "target")]
        figure.add_scatter(
            x=kept[across],
            y=kept[upward],
            mode="markers",
            name=kind,
            marker={
                "color": COLORS[rank % len(COLORS)],
                "symbol": SYMBOLS[rank % len(SYMBOLS)],
                "size": 7,
                "opacity": 0.9,
            },
            customdata=list(zip(kept.index.tolist(), *texts, strict=True)),
            hovertemplate="%{customdata[1]}<br>%{customdata[2]}<br>"
            f"{across} %{{x:.3f}}, {upward} %{{y:.3f}}<extra></extra>",
        )
    return figure.update_layout(
        xaxis_title=across,
        yaxis_title=upward,
        dragmode="pan",  # If dragging selects, Streamlit reports no click on a point.
        height=390,
        showlegend="damage" in table,
        legend={"orientation": "h", "yref": "container", "y": 0, "yanchor": "bottom"},
        # The margin holds the toolbar, which touch screens show all the time.
        margin={
            "l": 10,
            "r": 10,
            "t": 40,
            "b": 10,
        },
    )
