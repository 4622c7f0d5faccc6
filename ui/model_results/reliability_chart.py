"""How honest models are about their words: the reliability diagram, and AUROC as a table."""

from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go

from alignoscope.records.confidence import MeasuredConfidence, Ranked
from alignoscope.ui.model_results.lengths_chart import FIXED
from alignoscope.ui.model_results.results_chart import laid_out, line

READING = (
    "A point is a tenth of the scale: of the words to which a model gave such a probability, the "
    "share that a reference has. On the dashed line it keeps its word. Another right word counts "
    "as wrong here, so the probabilities are lower bounds."
)


SHOWN = {
    False: "Greedy translations of test, each model by itself, as pages show models small.",
    True: "Translations of test by {}, with the second reader, as pages show a model large.",
}


def large_decoding(found: Mapping[str, MeasuredConfidence]) -> str:
    """Return the decoding of the diagrams with readers, such as "beam 5"; "" without one."""
    reads = (one.read.bins for one in found.values() if one.read)
    return next((row.decoding for rows in reads for row in rows), "")


def reliability_figure(
    found: Mapping[str, MeasuredConfidence], *, large: bool = False
) -> go.Figure:
    """Return the share of right words over the mean probability of each bin, a line per model.

    `large` shows what is said of the model that a page shows large, which others read again.
    """
    figure = go.Figure()
    figure.add_scatter(
        x=[0, 1], y=[0, 1], mode="lines", line=FIXED, name="as said", hoverinfo="skip"
    )
    for i, (name, measured) in enumerate(found.items()):
        bins = measured.bins
        if large:
            bins = measured.read.bins if measured.read else ()
        rows = [row for row in bins if row.what == "word"]
        if not rows:
            continue
        figure.add_scatter(
            x=[row.said for row in rows],
            y=[row.right for row in rows],
            customdata=[[row.count] for row in rows],
            name=name,
            mode="lines+markers",
            line=line(i),
            hovertemplate="said %{x:.2f}, right %{y:.2f} (%{customdata[0]:,} words)",
        )
    figure.update_xaxes(title="probability that the word is right", range=[0, 1])
    figure.update_yaxes(title="share of right words", range=[0, 1])
    return laid_out(figure).update_layout(hovermode="closest")


def reliability_table(found: Mapping[str, MeasuredConfidence]) -> pd.DataFrame:
    """Return the measured reliability of each model's confidence in its words."""
    return pd.DataFrame(
        {
            "variant": name,
            "decoding": row.decoding,
            "second reader": reader,
            "AUROC": row.auroc,
            "of probability alone": row.alone,
            "calibration error": row.error,
            "words": row.count,
            "wrong": row.wrong,
            "marked of right, %": round(100 * row.marked_right, 1),
            "marked of wrong, %": round(100 * row.marked_wrong, 1),
        }
        for name, measured in found.items()
        for reader, rows in _rows_by_reader(measured)
        for row in rows
        if row.what == "word"
    )


def said_of_readers(found: Mapping[str, MeasuredConfidence]) -> str:
    """Return which models read the translations of others again on pages; "" if none does."""
    reads = [one.read for one in found.values() if one.read]
    seconds = {one.second for one in reads if one.second}
    backs = {one.back for one in reads if one.back}
    told = [
        *(f"by {name}, which is forced to write it" for name in sorted(seconds)),
        *(
            f"on the way back by {name}, which is forced to write the source"
            for name in sorted(backs)
        ),
    ]
    if not told:
        return ""
    return (
        f"The translation of the model shown large is read again {', and '.join(told)}. A word's "
        "probability counts the second reader, that of a whole translation both."
    )


def _rows_by_reader(measured: MeasuredConfidence) -> list[tuple[str, tuple[Ranked, ...]]]:
    """Return the measures of words without a second reader, and with one if there is one."""
    read = measured.read
    return [("", measured.ranked), *([(read.second, read.ranked)] if read and read.second else [])]
