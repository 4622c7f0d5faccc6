"""The weight in a cell's arithmetic: how it follows from all scores, and its posterior."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from alignoscope.analysis.normalising import alpha_of
from alignoscope.analysis.words import plain_token
from alignoscope.models.layers.monotonic import HALF
from alignoscope.records.arithmetic import CellArithmetic, Evidence, Normalised
from alignoscope.records.catalogue.normalisers import FAMILY
from alignoscope.records.escaping import plain
from alignoscope.records.trace import Trace
from alignoscope.ui.arithmetic import latex as formulas
from alignoscope.ui.arithmetic.alpha_picker import alpha_said
from alignoscope.ui.arithmetic.terms_chart import softmax_table

SOURCE = "Raffel et al. 2017, section 2.2"
ROW, HIGHEST = 35, 1085  # height of a table's row, and of a table of 30 rows, in pixels


def show_weight(
    arithmetic: CellArithmetic, trace: Trace, step: int, column: int, unit: str
) -> None:
    """Show how the weight of one source token follows from the scores of all.

    Args:
        arithmetic: the arithmetic of the cell.
        trace: the trace.
        step: the step, from 0.
        column: the source token, from 0.
        unit: "words" or "pieces".
    """
    found, record = arithmetic.normalised, trace.steps[step]
    assert record.scores is not None
    assert record.weights is not None
    st.markdown(f"**2. The weight**: ${formulas.number(arithmetic.weight)}$")
    other = found.alpha != alpha_of(trace.variant)
    if other and not arithmetic.given and found.alpha is not None:
        st.caption(
            f"What the weight would be under {alpha_said(found.alpha)}; nothing is decoded again."
        )
    if arithmetic.given and other and found.alpha is not None:
        st.info(
            "The weights of this step were edited: they are its scores under "
            f"{alpha_said(found.alpha)}, and the context vector below is computed with them.",
            icon=":material/edit:",
        )
    elif arithmetic.given:
        st.info(
            "The weights of this step were edited. Its scores give this token a weight of "
            f"{found.weights[column]:.3f}; the edited weight is {arithmetic.weight:.3f}, and "
            "the context vector below is computed with it.",
            icon=":material/edit:",
        )
    left, right = st.columns(2, gap="medium")
    with left:
        st.latex(_weight_latex(arithmetic, record.scores[column], column))
        if found.threshold is not None:
            st.caption(_threshold(found))
        if found.alpha is None:
            st.caption(_choice(found, column, trace, step))
        if found.factors is not None:
            st.caption(
                "The Gaussian is applied after the normaliser, so the weights of a step sum "
                "to less than 1 (Luong et al. 2015, equation 10)."
            )
    columns = {"score e": record.scores}
    if found.alpha is None:
        columns["p = σ(e)"] = found.parts
    elif found.threshold is None:
        columns["exp(e − max)"] = found.parts
    if found.factors is not None:
        columns |= {"share": found.parts / found.total, "Gaussian": found.factors}
    columns["weight"] = found.weights
    if arithmetic.given and not other:
        columns["edited weight"] = record.weights
    totals = ("exp(e − max)", "share", "weight", "edited weight")
    with right:
        _show_table(trace, columns, totals, column, unit)


def show_posterior(found: Evidence | None, trace: Trace, step: int, column: int, unit: str) -> None:
    """Show the posterior of one source token given the word written, if there are likelihoods.

    Args:
        found: the weights, likelihoods and posterior of the step, or None.
        trace: the trace.
        step: the step, from 0.
        column: the source token, from 0.
        unit: "words" or "pieces".
    """
    if found is None:
        return
    st.markdown(
        f"**4. After the word**: its posterior is ${formulas.number(found.posterior[column])}$"
    )
    left, right = st.columns(2, gap="medium")
    with left:
        share, likelihood = found.weights[column], found.likelihoods[column]
        st.latex(formulas.posterior(share, likelihood, found.total, found.posterior[column]))
        st.caption(
            f"$a_j$ is the weight, $p(y \\mid h_j)$ the probability of "
            f"“{plain(plain_token(trace.steps[step].token))}” with this source token alone as "
            "context. The model did not use the posterior."
        )
    columns = {
        "weight": found.weights,
        "p of the word": found.likelihoods,
        "product": found.weights * found.likelihoods,
        "posterior": found.posterior,
    }
    with right:
        _show_table(trace, columns, ("weight", "product", "posterior"), column, unit)


def _show_table(
    trace: Trace, columns: dict[str, np.ndarray], totals: Sequence[str], column: int, unit: str
) -> None:
    tokens = [plain_token(piece, unit) for piece in trace.source.pieces]
    st.dataframe(
        softmax_table(tokens, columns, totals, column),
        hide_index=True,
        height=min(ROW * (len(trace.values) + 2), HIGHEST) + 3,
        placeholder="",
        column_config={" ": st.column_config.TextColumn(width=30)},
    )


def _choice(found: Normalised, column: int, trace: Trace, step: int) -> str:
    """Return sentences on how a step of monotonic attention chose, or passed, a source token."""
    before = trace.steps[step - 1].weights if step else None
    start = 0 if before is None else int((before.cumsum() < HALF).sum())
    if start == len(found.parts):
        return (
            "No token is chosen: an earlier step chose none, and so had read to the end of the "
            f"source. ({SOURCE})"
        )
    begun = f"This step begins at source token {start + 1}, the last one chosen"
    if column < start:
        why = "this token is before it, and there is no way back"
    elif found.parts[column] < 0.5:
        why = "this token is passed, since its p is below 0.5"
    elif found.weights[column]:
        why = "this token is the first from there whose p is at least 0.5"
    else:
        why = "an earlier token is chosen, so this one is not read"
    return f"{begun if step else 'The first step begins at source token 1'}: {why}. ({SOURCE})"


def _threshold(found: Normalised) -> str:
    """Return sentences about a sparse normaliser's threshold: its purpose, and tokens below it."""
    assert found.alpha is not None
    assert found.threshold is not None
    lowest = found.highest + found.threshold / (found.alpha - 1)
    zeros, count = int((found.parts == 0).sum()), len(found.parts)
    return (
        f"τ = {found.threshold:.3f} is the threshold at which the weights of this step sum to "
        f"1. A score of {lowest:.3f} or less gets a weight of exactly 0: {zeros} of {count} tokens "
        f"here. {FAMILY[0].upper()}{FAMILY[1:]}."
    )


def _weight_latex(arithmetic: CellArithmetic, score: float, column: int) -> str:
    found, gaussian = arithmetic.normalised, None
    if found.factors is not None:
        window = arithmetic.window
        assert window is not None
        gaussian = (window.distance, window.reach, found.factors[column])
    if found.alpha is None:
        return formulas.chance(score, found.parts[column])
    if found.threshold is not None:
        sparse = (found.alpha, found.highest, found.threshold)
        return formulas.sparse_weight(score, *sparse, found.weights[column], gaussian)
    return formulas.weight(
        score,
        found.highest,
        found.parts[column],
        found.total,
        found.weights[column],
        gaussian,
    )
