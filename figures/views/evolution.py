"""How maps evolved while models trained: one sentence's snapshots, and how sharp their rows were.

A snapshot is the map of a fixed sentence, forced to its fixed target, at one training step:
`training/snapshots.py` takes them, and a checkpoint's record keeps them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
import plotly.graph_objects as go

from alignoscope.figures.charts.results import laid_out, line
from alignoscope.records.sentence import Sentence

Pair = tuple[str, str]  # a fixed sentence and its fixed target
EVEN = "#888888"  # the line of rows that are even over all pieces, on light and dark pages
BEFORE = 0.5  # where step 0 stands on a logarithmic axis


@dataclass(frozen=True, kw_only=True, eq=False)
class Evolution:
    """The snapshots of one sentence that one variant left behind while it trained.

    `maps[i]` holds the weights [tgt_len, src_len] over pieces after `steps[i]` updates, and
    `losses` the dev loss (nats per token) by the step of its evaluation; both rise by step.
    """

    variant: str
    source: Sentence
    target: Sentence
    steps: tuple[int, ...]
    maps: tuple[np.ndarray, ...]
    losses: Mapping[int, float]


def kept_pairs(record: Mapping) -> list[Pair]:
    """Return the fixed sentences, with their targets, whose maps a record keeps."""
    snapshots = record.get("snapshots")
    mapped = len(snapshots[0]["maps"]) if snapshots else 0  # 0 without attention, too
    return [(source, target) for source, target in record.get("examples", [])[:mapped]]


def evolution(
    variant: str, record: Mapping, pair: Pair, source: Sentence, target: Sentence
) -> Evolution:
    """Return what a record keeps of one of its `kept_pairs`, which is `source` and `target`.

    Raises:
        ValueError: if the maps are of other pieces than those of the two sentences.
    """
    place = kept_pairs(record).index(pair)
    snapshots = sorted(record["snapshots"], key=lambda snapshot: snapshot["step"])
    maps = tuple(np.array(snapshot["maps"][place], dtype=float) for snapshot in snapshots)
    size = (len(target.pieces), len(source.pieces))
    for weights in maps:
        if weights.shape != size:
            raise ValueError(
                f"its snapshots are {weights.shape}, but its tokenizer makes {size} target and "
                "source pieces of this sentence. Train it again."
            )
    history = sorted((point["step"], point["dev_loss"]) for point in record.get("history", []))
    return Evolution(
        variant=variant,
        source=source,
        target=target,
        steps=tuple(snapshot["step"] for snapshot in snapshots),
        maps=maps,
        losses=dict(history),
    )


def common_steps(found: Sequence[Evolution]) -> list[int]:
    """Return every training step at which one of the variants has a snapshot."""
    return sorted({step for one in found for step in one.steps})


def latest(steps: Sequence[int], step: int) -> int:
    """Return the place of the last of these steps that is not after `step`; the first, if none."""
    return max((place for place, one in enumerate(steps) if one <= step), default=0)


def note(one: Evolution, place: int) -> str:
    """Say which step a snapshot is of, and the dev loss that was last measured by then."""
    step = one.steps[place]
    measured = [at for at in one.losses if at <= step]
    if not measured:
        return f"Step {step:,}, no dev loss measured yet"
    at = measured[-1]
    return f"Step {step:,}, dev loss {one.losses[at]:.2f}" + (f" (at {at:,})" if at < step else "")


def mean_entropy(weights: np.ndarray) -> float:
    """Return the mean of H = -sum_j a_j log a_j (nats) over the rows a of [tgt_len, src_len].

    Rows of local attention that sum below 1 are divided by their sum; rows of zeros are left out.
    """
    sums = weights.sum(axis=1, keepdims=True)
    rows = (weights / np.where(sums > 0, sums, 1))[sums[:, 0] > 0]
    logs = np.log(np.where(rows > 0, rows, 1))
    return float(np.abs((rows * logs).sum(axis=1)).mean()) if len(rows) else 0.0


def entropy_figure(found: Sequence[Evolution], places: Sequence[int]) -> go.Figure:
    """Return the mean entropy of the rows over the training steps, from 0 on a logarithmic axis.

    `places` are the variants' places among all of the pair, which have their colours. The dotted
    line is the most there can be: the entropy of a row that is even over all source pieces.
    """
    figure = go.Figure()
    for one, place in zip(found, places, strict=True):
        figure.add_scatter(
            x=[max(step, BEFORE) for step in one.steps],
            y=[round(mean_entropy(weights), 3) for weights in one.maps],
            customdata=[[f"{step:,}"] for step in one.steps],
            name=one.variant,
            mode="lines+markers",
            line=line(place),
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
        annotation={"text": "even over all", "font_color": EVEN},
        annotation_position="top right",
    )
    return laid_out(figure).update_layout(hovermode="closest")
