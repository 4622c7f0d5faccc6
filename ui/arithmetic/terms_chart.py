"""The terms of a cell's score as a chart and as tables; the formulas are in `latex`.

Dimensions count from 1.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from alignoscope.records.arithmetic import Part
from alignoscope.ui.arithmetic.latex import COLORS
from alignoscope.ui.theme import PALETTE

if TYPE_CHECKING:
    from pandas import DataFrame
    from pandas.io.formats.style import Styler

MOST = 12  # terms with a separate bar
NEUTRAL = PALETTE["roles"]["bias"]["formula"]


def terms_figure(parts: Sequence[Part], terms: np.ndarray) -> go.Figure:
    """Return a waterfall chart of the largest terms [dimensions], to their sum, above their parts.

    The terms beyond the `MOST` largest are one bar, so that the bars add up to the score.
    """
    dimensions = largest(terms, MOST)
    labels, steps = [str(dimension + 1) for dimension in dimensions], terms[dimensions].tolist()
    if len(terms) > MOST:
        labels.append(f"the other {len(terms) - MOST}")
        steps.append(float(terms.sum() - terms[dimensions].sum()))
    layer = any(role == "v" for role, _, _ in parts)
    made_of = "The sum inside their tanh" if layer else "Their factors"
    figure = make_subplots(
        rows=2,
        shared_xaxes=True,
        vertical_spacing=0.13,
        row_heights=[0.58, 0.42],
        subplot_titles=("The terms, one after the other", made_of),
    )
    figure.add_trace(_waterfall(labels, steps, float(terms.sum())), row=1, col=1)
    for role, symbol, values in parts:
        if role != "v":
            figure.add_trace(_bars(COLORS[role], _html(symbol), values[dimensions]), row=2, col=1)
    ticks = [*labels, "sum"]
    figure.update_xaxes(tickvals=list(range(len(ticks))), ticktext=ticks, showgrid=False)
    heights = np.cumsum([0, *steps])
    room = 0.15 * np.ptp(heights)  # for the numbers above and below the bars
    figure.update_yaxes(range=[heights.min() - room, heights.max() + room], row=1, col=1)
    legend = {"orientation": "h", "x": 0.5, "xanchor": "center", "y": -0.15, "yanchor": "top"}
    return figure.update_layout(
        height=420,
        margin={"l": 10, "r": 10, "t": 30, "b": 10},
        barmode="relative" if layer else "group",
        bargap=0.25,
        legend=legend,
    )


def terms_table(parts: Sequence[Part], terms: np.ndarray) -> "DataFrame":
    """Return all terms [dimensions] and their parts as a table, the largest magnitude first."""
    from pandas import DataFrame  # here, so that the first map does not wait for it

    dimensions = largest(terms, len(terms))
    table = {"dimension": dimensions + 1}
    table |= {symbol.replace("_", ""): values[dimensions] for _, symbol, values in parts}
    return DataFrame(table | {"term": terms[dimensions]})


def softmax_table(
    labels: Sequence[str], columns: dict[str, np.ndarray], totals: Sequence[str], chosen: int
) -> "Styler":
    """Return a table with one row per source token, and a last row of sums.

    Args:
        labels: the source tokens.
        columns: the numbers of all source tokens, by the name of the column.
        totals: the columns that have a sum.
        chosen: the index of the source token to emphasise.
    """
    from pandas import DataFrame  # here, so that the first map does not wait for it

    table = DataFrame({"source": [*labels, "sum"]})
    table.insert(0, " ", ["▶" if i == chosen else "" for i in range(len(table))])
    for name, values in columns.items():
        last = float(values.sum()) if name in totals else np.nan
        table[name] = [*values, last]
    emphasis = "background-color: #2a7fd033; font-weight: 700"
    return table.style.format(dict.fromkeys(columns, _decimal)).apply(
        lambda row: [emphasis if row.name == chosen else ""] * len(row), axis=1
    )


def largest(values: np.ndarray, most: int) -> np.ndarray:
    """Return the indices of the `most` values [n] of largest magnitude, the largest first."""
    return np.argsort(-np.abs(values), kind="stable")[:most]


def _decimal(value: object) -> str:
    assert isinstance(value, float)
    if np.isneginf(value):
        return "−∞"
    return f"{value:.4f}" if value == 0 or abs(value) >= 5e-5 else f"{value:.1e}"


def _html(symbol: str) -> str:
    return re.sub(r"_(\w)", r"<sub>\1</sub>", symbol)


def _waterfall(labels: Sequence[str], steps: Sequence[float], total: float) -> go.Waterfall:
    return go.Waterfall(
        x=list(range(len(steps) + 1)),
        y=[*steps, total],
        measure=[*["relative"] * len(steps), "total"],
        text=[f"{step:+.2f}" for step in steps] + [f"{total:.2f}"],
        textposition="outside",
        cliponaxis=False,
        customdata=[*(f"dimension {label}" for label in labels), "the score"],
        hovertemplate="%{customdata}<br>%{text}<extra></extra>",
        increasing={"marker": {"color": NEUTRAL}},
        decreasing={
            "marker": {"color": "rgba(0, 0, 0, 0)", "line": {"color": NEUTRAL, "width": 2}}
        },
        totals={"marker": {"color": NEUTRAL, "line": {"color": NEUTRAL, "width": 2}}},
        connector={"line": {"color": NEUTRAL, "width": 1, "dash": "dot"}},
        showlegend=False,
    )


def _bars(color: str, name: str, values: np.ndarray) -> go.Bar:
    return go.Bar(
        x=list(range(len(values))),
        y=values,
        name=name,
        marker={"color": color},
        hovertemplate=f"{name}<br>%{{y:.3f}}<extra></extra>",
    )
