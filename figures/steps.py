"""One decoding step as Plotly figures: scores and weights, the context, the next tokens."""

import math

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from figures.maps import SCORE_COLORS, WEIGHT_COLORS, merge_source, peak
from figures.text import literal, literals
from models.trace import Trace

ACCENT, MUTED = "#2a788e", "#9aa5b1"


def query_text(trace: Trace, step: int) -> str:
    """Say which decoder state asked at a step: s[i-1] or h[t]."""
    first = "; s[0] comes from the encoder's last state" if step == 0 else ""
    return {
        "bahdanau": f"s[i-1] = s[{step}], the decoder state **before** this step's update{first}",
        "luong": f"h[t] = h[{step + 1}], the decoder state **after** this step's update",
        "tacotron": f"h[t] = h[{step + 1}], the attention RNN's state **after** its update",
    }[trace.timing]


def scores_figure(trace: Trace, step: int, unit: str) -> go.Figure:
    """Return the scores and, below them, the weights of one step as bars over the source."""
    record = trace.steps[step]
    assert record.scores is not None
    assert record.weights is not None
    labels = trace.source.words if unit == "words" else trace.source.pieces
    scores, weights = record.scores, record.weights
    if unit == "words":
        scores = merge_source(scores, trace.source, "scores")
        weights = merge_source(weights, trace.source, "weights")
    high = peak(scores)
    figure = make_subplots(
        rows=2,
        shared_xaxes=True,
        vertical_spacing=0.12,
        subplot_titles=(
            f"Scores, before softmax ({trace.mode})",
            f"Weights, after softmax ({trace.mode})",
        ),
    )
    score_range = {"cmin": -high, "cmax": high, "colorscale": list(SCORE_COLORS)}
    weight_range = {"cmin": 0, "cmax": 1, "colorscale": list(WEIGHT_COLORS)}
    rows = (("score", scores, score_range), ("weight", weights, weight_range))
    for row, (name, values, colors) in enumerate(rows, start=1):
        bars = go.Bar(
            x=list(range(len(labels))),
            y=np.where(np.isfinite(values), values, np.nan),
            customdata=literals(labels),
            marker={"color": values, "line": {"width": 1, "color": MUTED}, **colors},
            hovertemplate=f"%{{customdata}}<br>{name} %{{y:.3f}}<extra></extra>",
        )
        figure.add_trace(bars, row=row, col=1)
    figure.update_xaxes(
        tickvals=list(range(len(labels))), ticktext=literals(labels), showgrid=False
    )
    figure.update_yaxes(range=[0, 1], row=2, col=1)
    return _compact(figure, 290, top=30)


def context_figure(trace: Trace, step: int) -> go.Figure:
    """Return the context vector of one step as a strip of colours, centred on 0."""
    record = trace.steps[step]
    high = peak(record.context)
    strip = go.Heatmap(
        z=record.context[None, :],
        zmin=-high,
        zmax=high,
        colorscale=list(SCORE_COLORS),
        colorbar={"thickness": 10, "len": 1.2, "nticks": 3},
        hovertemplate="dimension %{x}<br>value %{z:.3f}<extra></extra>",
    )
    figure = go.Figure(strip)
    figure.update_yaxes(visible=False)
    figure.update_xaxes(title=f"dimension ({trace.mode})", showgrid=False)
    return _compact(figure, 120)


def candidates_figure(trace: Trace, step: int) -> go.Figure:
    """Return the most probable next tokens of one step as bars, the written one marked.

    A forced token that is not among them has a bar of its own at the foot.
    """
    record = trace.steps[step]
    bars = [(c.token, math.exp(c.log_prob)) for c in record.candidates]
    if record.token not in (token for token, _ in bars):
        bars.append((record.token, math.exp(record.log_prob)))
    tokens, probabilities = zip(*bars, strict=True)
    written = [token == record.token for token in tokens]
    figure = go.Figure(
        go.Bar(
            x=probabilities,
            y=list(range(len(bars))),
            orientation="h",
            customdata=literals(tokens),
            marker={"color": [ACCENT if w else MUTED for w in written]},
            text=[f"{p:.1%}" for p in probabilities],
            textposition="outside",
            cliponaxis=False,
            hovertemplate="%{customdata}<br>probability %{x:.4f}<extra></extra>",
        )
    )
    labels = [
        f"<b>{literal(t)}</b>" if w else literal(t) for t, w in zip(tokens, written, strict=True)
    ]
    figure.update_yaxes(
        tickvals=list(range(len(bars))), ticktext=labels, autorange="reversed", showgrid=False
    )
    figure.update_xaxes(
        range=[0, 1.12], tickvals=[0, 0.25, 0.5, 0.75, 1], title=f"probability ({trace.mode})"
    )
    return _compact(figure, 50 + 23 * len(bars))


def _compact(figure: go.Figure, height: int, top: int = 5) -> go.Figure:
    margin = {"l": 10, "r": 10, "t": top, "b": 10}
    return figure.update_layout(height=height, margin=margin, showlegend=False, bargap=0.25)
