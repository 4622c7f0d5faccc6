"""Tables and figures of the reports written by `python -m evaluation`."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd
import plotly.graph_objects as go

from alignoscope.analysis.significance import say_ties
from alignoscope.records.catalogue.tasks import says_made_up
from alignoscope.records.escaping import plain
from alignoscope.records.measured_rows import Alignment, chosen_errors
from alignoscope.records.percentages import percentage
from alignoscope.records.report import AlignerReport, Report
from alignoscope.records.run import RunRecord
from alignoscope.records.variant import another_model
from alignoscope.ui.theme import PALETTE

COLORS = tuple(PALETTE["charts"].values())
DASHES = ("solid", "dot", "dash")
READING = (
    "**What the numbers show.** BLEU and chrF compare translations with one reference, so "
    "another correct translation counts as wrong. Loss is in nats per token. Entropy is low "
    "if the weights are on few words, right or wrong. The coverage error is 0 if each source "
    "token gets a total weight of 1. AER compares the links of the weights, extracted with "
    "options chosen on dev, with gold links. A large language model wrote the sentences and "
    "the links of the project's own gold set (`data/gold`). A statistical aligner reads both "
    "texts at once and has seen the gold sentences without links, so it is a reference point, "
    "not a competitor. “Backward model” is the one-way AER of the model of the other "
    "direction, with which the two-way AER combines the links.\n\n**What they do not show.** A "
    "score function that is better here may not be better elsewhere: the models are small and "
    "were trained for minutes. A map with a high AER may belong to a good translation: "
    "encoder states also carry information about neighbouring words, and a query before the "
    "RNN's update has not yet read the last word. One seed is not enough: Britz et al. (2017) "
    "saw differences of 0.1 to 0.3 BLEU between seeds. Minutes and milliseconds depend on the "
    "load of the machine; see “Details”.\n\n**Why similar scores differ.** `dot` and `general` "
    "sum products over all dimensions. Unless training limits them, their scores grow until "
    "the softmax is nearly one-hot, and a one-hot row hardly learns. `scaled-dot` differs "
    "from `dot` only by the factor 1 / √d (Vaswani et al. 2017, section 3.2.1); the sums of "
    "`additive` and `concat` are bounded by their tanh."
)


def ranking(reports: Sequence[Report]) -> str:
    """Return, as Markdown, which variants cannot be ranked, if the results have intervals."""
    said = say_ties(reports)
    if not said:
        return (
            "**Ranks.** These results have no confidence intervals, so differences may be "
            "due to chance."
        )
    return (
        f"**Ranks.** {plain(said)} The 95% intervals are by bootstrap over the sentences; two "
        "variants are told apart by the paired bootstrap of their difference. Neither holds what "
        "another seed would change."
    )


def results_table(
    reports: Sequence[Report], aligners: Sequence[AlignerReport] = ()
) -> pd.DataFrame:
    """Return one row per report: the model and its numbers, followed by the aligners' AER."""
    rows = [_row(report) for report in reports]
    rows += [{"variant": aligner.name} | _aer(aligner.alignment) for aligner in aligners]
    return pd.DataFrame(rows).dropna(axis=1, how="all")


def curves_figure(reports: Sequence[Report]) -> go.Figure:
    """Return the dev loss of every run over its training steps."""
    figure = go.Figure()
    for i, report in enumerate(reports):
        figure.add_scatter(
            x=[point.step for point in report.record.history],
            y=[point.dev_loss for point in report.record.history],
            name=name_report(report),
            mode="lines+markers",
            line=line(i),
            marker={"size": 4},
        )
    figure.update_xaxes(title="training step")
    figure.update_yaxes(title="dev loss (nats per token)")
    return laid_out(figure)


def card(report: Report) -> str:
    """Return, as Markdown, how a model was trained, and on which data."""
    record = report.record
    made_up = says_made_up(report.pair)
    facts = {
        "Trained": [
            _said("epochs: {:g}", record.epochs),
            _said("seed {}", report.seed),
            _step(record),
        ],
        "Guided": [
            "in training, attention was pulled towards the links of an aligner",
            _said("{}", record.training.get("guide_aligner")),
            _said("weight {}", record.training.get("guide_weight")),
        ]
        * record.guided,
        "Data": [
            _said("{}", record.corpus.name),
            *(f"{count:,} {plain(part)}" for part, count in record.corpus.pairs.items()),
            *(
                f"{percentage(one.share)} of the pairs from {plain(one.said)}"
                for one in record.also
            ),
            plain(report.corpus_revision) if made_up else "",
        ],
        "Measured": ["not yet; these values are from its checkpoint"] * (not report.date),
    }
    if made_up:
        facts["Synthetic data"] = [made_up]
    if said := another_model(report.checkpoint, record.named(report.variant)):
        facts["Variant"] = [plain(said)]
    return _listed(facts)


def provenance(report: Report) -> str:
    """Return, as Markdown, the machine that trained a model, and how it was measured."""
    record, about = report.record, report.hardware
    return _listed(
        {
            "Trained": [
                _said("{}", record.device),
                _said("threads: {}", record.threads),
                _said("data of revision {:.12}", report.corpus_revision or None),
            ],
            "Measured": [
                plain(report.date[:10]),
                _said("{}", about.get("processor")),
                _said("load {}", about.get("load")),
                plain(report.command),
            ],
        }
    )


def _listed(facts: Mapping[str, Sequence[str]]) -> str:
    """Return a list in Markdown: a name, and what is known of it."""
    lines = {name: ", ".join(filter(None, found)) for name, found in facts.items()}
    return "\n".join(f"- **{name}:** {line}" for name, line in lines.items() if line)


def first_numbers(report: Report) -> str:
    """Return the numbers of a model that stand before its details, those that it has."""
    seconds = report.training_seconds
    numbers = (
        _said("BLEU {:.1f}", report.greedy_bleu),
        _said("AER {:.2f}", report.alignment_error),
        _said("{:,} parameters", report.parameters),
        _said("{:.0f} minutes of training", seconds and seconds / 60),
    )
    return " · ".join(filter(None, numbers))


def _step(record: RunRecord) -> str:
    """Return the update whose weights the checkpoint has."""
    of = _said(" of {:,}", record.total_steps)
    mean = "mean of the dev losses" if record.dev_mean else "dev loss"
    return _said(f"step {{:,}}{of}: the lowest {mean}", record.step)


def line(rank: int) -> dict:
    """Return the line style of the variant with this rank: eight colours, then other dashes."""
    cycle, shade = divmod(rank, len(COLORS))
    return {"color": COLORS[shade], "dash": DASHES[cycle % len(DASHES)]}


def _said(words: str, value: object) -> str:
    """Return words with a value of a file, as Markdown, or "" without one."""
    return "" if value is None else words.format(plain(value) if isinstance(value, str) else value)


def name_report(report: Report) -> str:
    """Return the name of the report's checkpoint, with its seed if that is not 0 or in the name."""
    name, seed = Path(report.checkpoint).stem, report.seed
    return f"{name} (seed {seed})" if seed and f"-seed{seed}" not in name else name


def _row(report: Report) -> dict:
    seconds = report.training_seconds
    row = {
        "variant": Path(report.checkpoint).stem,
        "seed": report.seed,
        "parameters": report.parameters,
        "training minutes": None if seconds is None else round(seconds / 60),
        "best dev loss": report.best_dev_loss,
    }
    for quality in report.quality:
        if quality.references == "one":
            where = f"{quality.part}, {quality.decoding}"
            row |= {
                f"BLEU ({where})": quality.bleu,
                f"BLEU ({where}), 95%": _interval(quality.bleu_low, quality.bleu_high),
                f"chrF ({where})": quality.chrf,
            }
    row["BLEU, greedy, 41 to 50 words over 6 to 10"] = report.length_ratio
    for forced in report.forced:
        row[f"loss ({forced.part})"] = forced.loss
        row[f"entropy of weights ({forced.part})"] = forced.entropy
        row[f"coverage error ({forced.part})"] = forced.coverage
    row |= _aer(report.alignment)
    for speed in report.speed:
        row[f"ms per sentence ({speed.decoding})"] = speed.milliseconds
    return row


def _interval(low: float | None, high: float | None) -> str | None:
    return None if low is None or high is None else f"{low:.1f} to {high:.1f}"


def _aer(alignment: Sequence[Alignment]) -> dict[str, float]:
    """Return the AER on every part but dev, where options and symmetrisation were chosen."""
    return {
        f"AER ({row.gold}, {row.part}{way})": row.aer
        for way, rows in chosen_errors(alignment).items()
        for row in rows
        if row.part != "dev"
    }


def laid_out(figure: go.Figure) -> go.Figure:
    """Set height, margins and legend of a figure.

    The height leaves one line per legend entry, for narrow pages.
    """
    return figure.update_layout(
        height=340 + 20 * len(figure.data),
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        legend={"orientation": "h", "yref": "container", "y": 0, "yanchor": "bottom"},
        legend_maxheight=1,  # of the figure; by default half of the lines would be scrolled to
        hovermode="x unified",
    )
