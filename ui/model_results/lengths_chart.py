"""BLEU by source length, as a figure and as a table."""

from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go

from alignoscope.records.report import Report
from alignoscope.records.variant import FIXED_CONTEXT
from alignoscope.ui.model_results.results_chart import laid_out, line, name_report
from alignoscope.ui.theme import PALETTE

FIXED = {"color": PALETTE["charts"]["grey"], "dash": "dash", "width": 4}


def lengths_figure(reports: Sequence[Report]) -> go.Figure:
    """Return BLEU over source length, as in Bahdanau et al. 2015, figure 2.

    Hollow dots are joined sentences; the model without attention has a thick dashed line.
    """
    figure = go.Figure()
    for i, report in enumerate(reports):
        rows = report.lengths
        figure.add_scatter(
            x=[row.words for row in rows],
            y=[row.bleu for row in rows],
            customdata=[
                [
                    "joined sentences" if row.joined else "sentences",
                    "" if row.bleu_low is None else f", {row.bleu_low:.1f} to {row.bleu_high:.1f}",
                ]
                for row in rows
            ],
            name=name_report(report),
            mode="lines+markers",
            line=FIXED if report.variant == FIXED_CONTEXT else line(i),
            marker={"symbol": ["circle-open" if row.joined else "circle" for row in rows]},
            hovertemplate="%{x:.0f} words, %{y:.1f} BLEU%{customdata[1]} (%{customdata[0]})",
        )
    figure.update_xaxes(title="words of the source")
    figure.update_yaxes(title="BLEU, greedy", rangemode="tozero")
    return laid_out(figure)


def lengths_table(reports: Sequence[Report]) -> pd.DataFrame:
    """Return the BLEU of each report by length, and the ratio of long to short sentences."""
    rows: list[dict[str, object]] = [
        {"variant": name_report(report)}
        | {f"{row.shortest}–{row.longest} words": row.bleu for row in report.lengths}
        | {"41–50 over 6–10": report.length_ratio}
        for report in reports
        if report.lengths
    ]
    return pd.DataFrame(rows)


def has_lengths(reports: Sequence[Report]) -> bool:
    """Return whether any report has BLEU by length."""
    return any(report.lengths for report in reports)


def about_lengths(reports: Sequence[Report]) -> str:
    """Return the origin of the sources of each length, and how many models saw joined ones."""
    joined = sum(bool(report.record.training.get("joined_share")) for report in reports)
    learnt = {0: "No model", len(reports): "Every model"}.get(joined, f"{joined} of the models")
    return (
        "At most 100 held-out sources per length. Where there are too few long ones, hollow "
        "dots are joined from whole held-out sentences and their references: the words stay "
        f"equally easy, and only the length grows. {learnt} learnt from joined sentences."
    )
