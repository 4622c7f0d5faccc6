"""The entropy of rows of weights over training, as a chart, and when rows settled, as a table."""

from collections.abc import Sequence
from math import log

import pandas as pd
import plotly.graph_objects as go

from alignoscope.analysis.entropy import row_entropies
from alignoscope.ui.model_results.results_chart import laid_out, line
from alignoscope.ui.theme import PALETTE
from alignoscope.ui.training_history.evolution_view import Evolution, common_steps, settled

EVEN = PALETTE["charts"]["grey"]  # The colour of the line of uniform rows.
BEFORE = 0.5  # The position of step 0 on the logarithmic axis.


def entropy_figure(found: Sequence[Evolution], ranks: Sequence[int]) -> go.Figure:
    """Return the mean entropy of the rows over the training steps, on a logarithmic axis.

    `ranks` are the variants' ranks among all of the language pair, which decide their colours. The
    dotted line is the maximum: the entropy of a uniform row over all source pieces.
    """
    figure = go.Figure()
    for one, rank in zip(found, ranks, strict=True):
        figure.add_scatter(
            x=[max(step, BEFORE) for step in one.steps],
            y=[round(float(row_entropies(weights).mean()), 3) for weights in one.maps],
            customdata=[[f"{step:,}"] for step in one.steps],
            name=one.label,
            mode="lines+markers",
            line=line(rank),
            marker={"size": 5},
            hovertemplate="step %{customdata[0]}: %{y:.2f} nats",
        )
    last = max(common_steps(found))
    ticks = [0, *(10**power for power in range(len(str(last))))]
    figure.update_xaxes(
        title="training step",
        type="log",
        tickvals=[max(tick, BEFORE) for tick in ticks],
        ticktext=[f"{tick:,}" for tick in ticks],
    )
    most = log(max(len(one.source.pieces) for one in found))
    figure.update_yaxes(title="mean entropy of a row (nats)", range=[-0.02 * most, 1.15 * most])
    figure.add_hline(
        most,
        line={"color": EVEN, "dash": "dot", "width": 1},
        annotation={"text": "uniform", "font_color": EVEN},
        annotation_position="top right",
    )
    return laid_out(figure).update_layout(hovermode="closest")


def settling_table(found: Sequence[Evolution]) -> pd.DataFrame:
    """Return one row per model: how many rows of its map settled, and by which step."""
    return pd.DataFrame(map(_settling, found))


def _settling(one: Evolution) -> dict[str, str | int]:
    counts, rows = settled(one), len(one.target.pieces)
    half = next(i for i, count in enumerate(counts) if 2 * count >= rows)
    return {
        "model": one.label,
        "rows": rows,
        "settled at the start": counts[0],
        "half settled by step": one.steps[half],
        "all settled by step": one.steps[counts.index(rows)],
    }
