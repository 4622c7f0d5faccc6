"""The spread of a variant's results over seeds of the same recipe."""

from collections.abc import Sequence
from itertools import combinations

import plotly.graph_objects as go

from alignoscope.records.escaping import plain
from alignoscope.records.report import Report
from alignoscope.ui.model_results.results_chart import COLORS, laid_out


def with_seeds(reports: Sequence[Report]) -> list[str]:
    """Return the variants that were trained with several seeds, in the order of the reports."""
    variants = [report.name for report in reports if _dev_bleu(report) is not None]
    return [name for name in dict.fromkeys(variants) if variants.count(name) > 1]


def spread_figure(reports: Sequence[Report]) -> go.Figure:
    """Return the dev BLEU of every seed as a point, one row per variant with several seeds."""
    figure = go.Figure()
    for variant in with_seeds(reports):
        runs = [report for report in reports if report.name == variant]
        points = [(report.seed, _dev_bleu(report)) for report in runs]
        figure.add_scatter(
            x=[bleu for _, bleu in points],
            y=[variant] * len(points),
            customdata=[[seed] for seed, _ in points],
            name=variant,
            mode="markers",
            marker={"size": 10, "color": COLORS[0], "opacity": 0.8},
            hovertemplate="seed %{customdata[0]}: %{x:.1f} BLEU",
        )
    figure.update_xaxes(title="dev BLEU, greedy, one reference")
    height = 140 + 40 * len(figure.data)
    return laid_out(figure).update_layout(showlegend=False, hovermode="closest", height=height)


def budget(reports: Sequence[Report]) -> str:
    """Return the number of epochs of the runs as text: "1 epoch", or "1 to 3 epochs"."""
    epochs = sorted({report.record.epochs for report in reports if report.record.epochs})
    ends = [f"{number:g}" for number in dict.fromkeys((*epochs[:1], *epochs[-1:]))]
    return "1 epoch" if ends == ["1"] else f"{' to '.join(ends) or 'unknown'} epochs"


def said_of_spread(reports: Sequence[Report]) -> str:
    """Return, as Markdown, the pairs of variants whose ranges overlap.

    Which of the two is better depends on the seed.
    """
    found = {
        name: [bleu for one in reports if one.name == name and (bleu := _dev_bleu(one)) is not None]
        for name in with_seeds(reports)
    }
    tied = [
        f"{plain(one)} and {plain(other)}"
        for one, other in combinations(found, 2)
        if min(found[one]) <= max(found[other]) and min(found[other]) <= max(found[one])
    ]
    if not tied:
        return "No two ranges overlap in these runs."
    return f"Overlapping ranges: {', '.join(tied)}. Which of the two is better depends on the seed."


def _dev_bleu(report: Report) -> float | None:
    rows = (row for row in report.quality if row.references == "one")
    found = (row.bleu for row in rows if (row.part, row.decoding) == ("dev", "greedy"))
    return next(found, None)
