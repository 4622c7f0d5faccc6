"""Variants held against one another: differences of maps, distances of rows, words that differ.

Differences and distances need one source and one target, with the same pieces in both traces;
`comparable` tells. Distances are over words, as the maps show them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from html import escape

import numpy as np
import plotly.graph_objects as go

from alignoscope.figures.text import literal, literals
from alignoscope.figures.views.maps import (
    SCORE_COLORS,
    WEIGHT_COLORS,
    MapView,
    Scale,
    map_view,
    peak,
)
from alignoscope.records.trace import Trace

KEPT, ADDED, MISSING = "kept", "added", "missing"
LIGHT = 0.45  # of the distances' colours: on those above, black is easier to read than white


def jensen_shannon(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return the Jensen-Shannon distance of distributions over the last axis: 0 to 1.

    d = sqrt((KL(p, m) + KL(q, m)) / 2), m = (p + q) / 2, KL(p, m) = sum_j p_j log2(p_j / m_j)
    (the divergence: Lin 1991, section 4; that its root is a metric: Endres and Schindelin 2003).
    Rows that do not sum to 1 are divided by their sums first.

    Raises:
        ValueError: if a value is negative or not finite, or a row sums to 0.
    """
    p, q = _distributions(p), _distributions(q)
    middle = (p + q) / 2
    divergence = (_relative_entropy(p, middle) + _relative_entropy(q, middle)) / 2
    return np.sqrt(np.clip(divergence, 0, 1))


def row_distances(base: Trace, other: Trace) -> np.ndarray:
    """Return the Jensen-Shannon distance of each target word's weights over words: [rows]."""
    assert comparable(base, other)
    return jensen_shannon(_word_rows(base), _word_rows(other))


def distance_matrix(traces: Sequence[Trace]) -> np.ndarray:
    """Return the mean of the rows' distances for all pairs of traces: [traces, traces]."""
    rows = [_word_rows(trace) for trace in traces]
    assert all(comparable(traces[0], trace) for trace in traces)
    return np.array([[jensen_shannon(p, q).mean() for q in rows] for p in rows])


def mean_entropy(trace: Trace) -> float | None:
    """Return the mean entropy (nats) of the rows of weights over pieces, -sum_j a_j log a_j.

    Rows that do not sum to 1 are divided by their sums first; None without attention.
    """
    if trace.weights is None:
        return None
    rows = _distributions(trace.weights)
    return float(-(rows * np.log(np.where(rows > 0, rows, 1))).sum(axis=-1).mean())


def comparable(base: Trace, other: Trace) -> bool:
    """Return whether both have weights, over the same source and target pieces."""
    return (
        base.weights is not None
        and other.weights is not None
        and base.source.pieces == other.source.pieces
        and base.target.pieces == other.target.pieces
    )


def sums_below_one(trace: Trace) -> bool:
    """Return whether a row of weights does not sum to 1, as in predictive local attention."""
    return trace.weights is not None and not np.allclose(trace.weights.sum(axis=-1), 1, atol=1e-3)


def difference_view(base: Trace, other: Trace, unit: str) -> MapView:
    """Return the map of other's weights minus base's, over words or pieces."""
    assert comparable(base, other)
    view = map_view(other, "weights", unit)
    return replace(view, cells=view.cells - map_view(base, "weights", unit).cells)


def base_view(base: Trace, unit: str) -> MapView:
    """Return the map of base's own weights, as it stands beside the differences from them."""
    view = map_view(base, "weights", unit)
    return replace(view, mode=f"base, {view.mode}")


def difference_scale(base: str, views: Iterable[MapView]) -> Scale:
    """Return the one scale of the base's map and the differences: centred on 0, and symmetric."""
    high = max((peak(view.cells) for view in views if view.cells is not None), default=1.0)
    title = f"Weights minus {base}'s (base: its own)"
    return Scale(title=title, label="value", low=-high, high=high, colors=SCORE_COLORS)


def changed_words(base: Sequence[str], other: Sequence[str]) -> list[tuple[str, str]]:
    """Return other's words, kept from base or added, with base's missing ones at their places."""
    changes: list[tuple[str, str]] = []
    matcher = SequenceMatcher(a=base, b=other, autojunk=False)
    for operation, i, j, k, m in matcher.get_opcodes():
        if operation == "equal":
            changes += [(word, KEPT) for word in other[k:m]]
        else:
            changes += [(word, MISSING) for word in base[i:j]]
            changes += [(word, ADDED) for word in other[k:m]]
    return changes


def rows_figure(base: Trace, others: Sequence[Trace]) -> go.Figure:
    """Return the distance of each row from the base's, a line a variant, a column a target word."""
    words, names = literals(base.target.words), [literal(other.variant) for other in others]
    cells = np.stack([row_distances(base, other) for other in others])
    figure = _heatmap(cells, [[f"{name}, {word}" for word in words] for name in names])
    _label(figure, words, names)
    return figure.update_layout(height=110 + 28 * len(others))


def matrix_figure(traces: Sequence[Trace]) -> go.Figure:
    """Return the mean distances of all pairs of traces, with the numbers in the cells."""
    names = [literal(trace.variant) for trace in traces]
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


def translations_table(base: Trace, traces: Sequence[Trace]) -> str:
    """Return what each trace wrote as an HTML table, the words that differ from base's marked.

    Every word is escaped: what a model writes is text, never HTML.
    """
    heads = ("variant", "wrote", f"against {base.variant}", "tokens", "log-prob. per token")
    rows = []
    for trace in traces:
        same = "same" if _words(trace) == _words(base) else "differs"
        cells = (
            escape(trace.variant),
            f'<span dir="auto">{marked_text(base, trace)}</span>',
            same,
            str(len(trace.steps)),
            f"{per_token(trace):.3f}",
        )
        rows.append("".join(f"<td>{cell}</td>" for cell in cells))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def marked_text(base: Trace, other: Trace) -> str:
    """Return other's text as HTML: words that base lacks underlined, those it had struck."""
    spaced, marked = iter(_spaced(other)), ""
    for word, change in changed_words(_words(base), _words(other)):
        if change == MISSING:
            marked += f" <s>{escape(word)}</s>"
            continue
        space, text = next(spaced)
        text = escape(text)
        marked += space + (text if change == KEPT else f"<b><u>{text}</u></b>")
    return marked.strip() + ("" if other.finished else " …")


def per_token(trace: Trace) -> float:
    """Return the log-probability of a trace's target per token (nats)."""
    return trace.log_prob / len(trace.steps)


def _distributions(rows: np.ndarray) -> np.ndarray:
    rows = np.asarray(rows, dtype=np.float64)
    sums = rows.sum(axis=-1, keepdims=True)
    if not np.isfinite(rows).all() or (rows < 0).any() or (sums <= 0).any():
        raise ValueError("Weights must be finite and not negative, and a row must not sum to 0.")
    return rows / sums


def _relative_entropy(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return KL(p, q) in bits over the last axis; q is above 0 wherever p is."""
    ratio = np.divide(p, q, out=np.ones_like(p), where=p > 0)
    return (p * np.log2(ratio)).sum(axis=-1)


def _word_rows(trace: Trace) -> np.ndarray:
    return map_view(trace, "weights", "words").cells


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
        places = list(range(len(labels)))
        update(tickvals=places, ticktext=list(labels), showgrid=False, automargin=True)


def _words(trace: Trace) -> list[str]:
    """Return the words that a trace wrote, without the end mark."""
    return list(trace.target.words[:-1] if trace.finished else trace.target.words)


def _spaced(trace: Trace) -> list[tuple[str, str]]:
    """Return each word with the space that stands before it in the text, or with nothing."""
    text, place, spaced = trace.target.text, 0, []
    for word in _words(trace):
        found = max(text.find(word, place), place)
        spaced.append((" " if not spaced or text[place:found].isspace() else "", word))
        place = found + len(word)
    return spaced
