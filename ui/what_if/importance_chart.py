"""Charts and texts for the importance of attention: falls of log-probability, gradients, ranks."""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from alignoscope.analysis.words import merge_source
from alignoscope.records.escaping import literals
from alignoscope.records.trace import Trace
from alignoscope.ui.player.map_view import SCORE_COLORS, WEIGHT_COLORS, peak
from alignoscope.ui.player.table_panel import numbered
from alignoscope.ui.svg.lettering import shortened, width
from alignoscope.ui.theme import PALETTE

SMALL, LARGE = 0.1, 1.0  # Thresholds in nats: factors of about 1.1 and 2.7 in probability.
ALIKE, UNLIKE = 0.6, 0.2  # Thresholds for rank correlations.
ROW, HEAD, FOOT = 24, 96, 12  # Heights in pixels, equal for all figures, so that their rows align.
LETTERS, LABEL = 12, 84  # The font size and the maximum width of a label, in pixels.
TURN = -60  # The angle of the column labels in degrees, so that they fit into HEAD.


def falls_figure(trace: Trace, falls: Mapping[str, np.ndarray], step: int) -> go.Figure:
    """Return a heatmap of falls of log-probability (nats), one row per target token.

    `falls` maps the name of each change to its falls [tgt_len]: one column per change. The row of
    `step` is framed.
    """
    cells = np.stack(list(falls.values()), axis=1)
    high = peak(cells)
    strip = go.Heatmap(
        z=cells,
        zmin=-high,
        zmax=high,
        colorscale=list(SCORE_COLORS),
        showscale=False,
        texttemplate="%{z:.2f}",
        hovertemplate="falls by %{z:.3f} nats<extra></extra>",
        xgap=1,
        ygap=1,
    )
    return _in_line(strip, trace, list(falls), step)


def share_figure(trace: Trace, cells: np.ndarray, name: str, step: int) -> go.Figure:
    """Return a heatmap of cells [tgt_len, src_len] as shares of their row, from 0 to 1.

    Magnitudes are summed over the pieces of a word, so gradients lose their sign and weights are
    unchanged. The row of `step` is framed.
    """
    words = merge_source(np.abs(cells), trace.source, "weights")
    sums = words.sum(axis=1, keepdims=True)
    heatmap = go.Heatmap(
        z=np.divide(words, sums, out=np.zeros_like(words), where=sums > 0),
        zmin=0,
        zmax=1,
        colorscale=list(WEIGHT_COLORS),
        showscale=False,
        customdata=[literals(trace.source.words)] * len(words),
        hovertemplate=f"%{{customdata}}<br>{name} %{{z:.3f}}<extra></extra>",
        xgap=1,
        ygap=1,
    )
    return _in_line(heatmap, trace, trace.source.words, step)


def importance_table(
    trace: Trace, falls: Mapping[str, np.ndarray], correlation: np.ndarray
) -> pd.DataFrame:
    """Return the table of falls and rank correlations [tgt_len], one row per target token."""
    # Adding 0.0 turns -0 into 0.
    columns = {f"fall, {name}": values.round(3) + 0.0 for name, values in falls.items()}
    tokens = numbered([step.token for step in trace.steps])
    return pd.DataFrame({"token": tokens, **columns, "rank correlation": correlation})


def importance_text(
    token: str, uniform: float, permuted: float, without_top: float, correlation: float
) -> str:
    """Explain the numbers of one row in a sentence: falls in nats and a rank correlation.

    A missing number is NaN. If all falls are below `SMALL`, the text says that attention hardly
    matters here.

    Args:
        token: the target token.
        uniform: the fall of its log-probability under uniform weights.
        permuted: the mean fall under permuted weights.
        without_top: the fall without the largest weight.
        correlation: the rank correlation of weights and gradients.
    """
    shown, size = f"log p({token})", f"{abs(uniform):.2f}"
    moves = f"{'lowers' if uniform > 0 else 'raises'} {shown} by {size}"
    first = f"Making this row uniform {moves if size != '0.00' else f'leaves {shown} as it is'}"
    falls = [fall for fall in (uniform, permuted, without_top) if np.isfinite(fall)]
    if max(map(abs, falls)) < SMALL:
        meaning = (
            f", and no other change moves it by {SMALL} or more: for this token it hardly matters "
            "where the model looked"
        )
    elif max(falls) < SMALL:
        meaning = ", and no change lowers it much: this token does not need the words of its row"
    elif uniform >= LARGE:
        meaning = ": for this token the model depends on where it looked"
    elif uniform >= SMALL:
        meaning = ": for this token it matters somewhat where the model looked"
    elif permuted >= max(falls):
        meaning = (
            f", but permuting it lowers it by {permuted:.2f} on average: to look at the wrong "
            "words is worse than to look at all"
        )
    else:
        meaning = (
            f", but taking its top word away lowers it by {without_top:.2f}: the model needs that "
            "word here, and no more weight on it than on the others"
        )
    return f"{first}{meaning}. {_ranks(correlation)}"


def changed_tokens(original: Trace, other: Trace) -> pd.DataFrame:
    """Return both translations token by token, with the change of log-probability (nats).

    Tokens that both contain share a row and have a change; the others have none.
    """
    a, b = original.steps, other.steps
    rows = []
    matcher = SequenceMatcher(
        a=[step.token for step in a], b=[step.token for step in b], autojunk=False
    )
    for operation, i, j, k, m in matcher.get_opcodes():
        for n in range(max(j - i, m - k)):
            old = a[i + n] if i + n < j else None
            new = b[k + n] if k + n < m else None
            rows.append(
                {
                    "step": (k if new else i) + n + 1,
                    "original": old.token if old else "",
                    "log p": old.log_prob if old else np.nan,
                    "now": new.token if new else "",
                    "log p after": new.log_prob if new else np.nan,
                    "change": new.log_prob - old.log_prob
                    if operation == "equal" and old and new
                    else np.nan,
                }
            )
    return pd.DataFrame(rows)


def _ranks(correlation: float) -> str:
    """Say whether weights and gradients rank the source words in the same order."""
    if not np.isfinite(correlation):
        return "Weights and gradients cannot be ranked against each other here."
    if correlation >= ALIKE:
        words = "put the source in much the same order"
    elif correlation >= UNLIKE:
        words = "agree a little about the order of the source"
    elif correlation > -UNLIKE:
        words = "do not agree about the order of the source"
    else:
        words = "put the source in opposite orders"
    return f"Weights and gradients {words} (rank correlation {correlation:.2f})."


def _in_line(heatmap: go.Heatmap, trace: Trace, columns: Sequence[str], step: int) -> go.Figure:
    """Lay out a heatmap with one row per token, the first at the top.

    All rows have the same height, so figures side by side align.
    """
    # With automatic margins, Plotly measures all labels many times: seconds for long sentences.
    tokens = [shortened(record.token, LABEL, LETTERS) for record in trace.steps]
    columns = [shortened(column, LABEL, LETTERS) for column in columns]
    left = 12 + max(width(token, LETTERS) for token in tokens)
    figure = go.Figure(heatmap)
    figure.update_yaxes(
        tickvals=list(range(len(tokens))),
        ticktext=literals(tokens),
        autorange="reversed",
        automargin=False,
        showgrid=False,
        zeroline=False,
    )
    figure.update_xaxes(
        tickvals=list(range(len(columns))),
        ticktext=literals(columns),
        side="top",
        tickangle=TURN,
        tickfont={"size": LETTERS},
        automargin=False,
        showgrid=False,
        zeroline=False,
    )
    line = {"color": PALETTE["charts"]["vermilion"], "width": 2}
    frame = {"line": line, "xref": "paper", "x0": 0, "x1": 1}
    figure.add_shape(type="rect", y0=step - 0.5, y1=step + 0.5, **frame)
    return figure.update_layout(
        height=HEAD + FOOT + ROW * len(tokens),
        margin={"l": left, "r": 48, "t": HEAD, "b": FOOT},
    )
