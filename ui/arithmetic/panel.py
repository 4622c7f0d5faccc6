"""The panel below the player with the arithmetic of one cell, typeset and drawn."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import streamlit as st

from alignoscope.analysis.arithmetic import cell_arithmetic
from alignoscope.analysis.copying import copied_shares
from alignoscope.analysis.renormalising import under_alpha
from alignoscope.analysis.words import plain_token, plain_words
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.stamps import stamp
from alignoscope.records.arithmetic import CellArithmetic, Terms
from alignoscope.records.escaping import plain
from alignoscope.records.head_trace import HeadTrace
from alignoscope.records.percentages import percentage
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace
from alignoscope.serving.model_store import load
from alignoscope.ui.arithmetic import latex as formulas
from alignoscope.ui.arithmetic.terms_chart import (
    MOST,
    largest,
    terms_figure,
    terms_table,
)
from alignoscope.ui.arithmetic.weight_panel import show_posterior, show_weight
from alignoscope.ui.exports.chart_panel import show_chart
from alignoscope.ui.player.captions import chart_caption
from alignoscope.ui.player.position import Cell
from alignoscope.ui.shell.messages import show_problem
from alignoscope.ui.shell.session_keys import (
    ARITHMETIC,
    EVERY_TERM,
    SOURCE_PIECE,
    TARGET_PIECE,
    TERMS,
    of,
)
from alignoscope.ui.svg.ink import decimal


def show_arithmetic(
    found: Sequence[Trace],
    paths: Sequence[Path],
    cell: Cell | None,
    step: int,
    alpha: float | None = None,
) -> None:
    """Show the arithmetic of the chosen cell, or a hint on how to choose one.

    Args:
        found: the traces.
        paths: their checkpoints.
        cell: the chosen cell.
        step: the player's step, which may differ from the cell's.
        alpha: if given, the weights are computed with this alpha of the normaliser.
    """
    with st.container(key=ARITHMETIC):
        # On a wide screen the player opens this container as a drawer, and listens to the button.
        st.html('<button type="button" class="close-calculation">Close the calculation</button>')
        _show(found, paths, cell, step, alpha)


def _show(
    found: Sequence[Trace],
    paths: Sequence[Path],
    cell: Cell | None,
    step: int,
    alpha: float | None,
) -> None:
    trace = next((trace for trace in found if cell and trace.id == cell.map), None)
    if cell is None or trace is None or not _exists(cell, trace):
        st.caption("Click a cell, or press Enter on it, to see how its weight is calculated.")
        return
    source, target = _words(trace.source, cell.unit), _words(trace.target, cell.unit)
    with st.container(border=True):
        st.subheader(
            f"How this weight is calculated: {plain(source[cell.column])} → "
            f"{plain(target[cell.row])}, {plain(trace.label)}"
        )
        asked, column = _pick_pieces(under_alpha(trace, alpha), cell)
        try:
            checkpoint = _checkpoint(paths, trace)
            arithmetic = cell_arithmetic(checkpoint, trace, asked, column, alpha)
        except (ValueError, OSError) as error:
            show_problem(error, icon="calculate")
            return
        st.caption(_where(trace, asked, column, step))
        if isinstance(trace, HeadTrace):
            st.caption(_which(trace))
        _show_score(arithmetic, trace, asked, column, cell.unit)
        show_weight(arithmetic, trace, asked, column, cell.unit)
        _show_contribution(arithmetic, trace, column)
        show_posterior(arithmetic.evidence, trace, asked, column, cell.unit)
        _show_copied(trace, asked, cell.unit)


def _exists(cell: Cell, trace: Trace) -> bool:
    source, target = _words(trace.source, cell.unit), _words(trace.target, cell.unit)
    return 0 <= cell.row < len(target) and 0 <= cell.column < len(source)


def _words(sentence: Sentence, unit: str) -> tuple[str, ...]:
    return plain_words(sentence) if unit == "words" else sentence.pieces


def _checkpoint(paths: Sequence[Path], trace: Trace) -> Checkpoint:
    """Return the checkpoint of a trace: the file that its label names, or one of its variant.

    Raises:
        ValueError: if it is not among the paths, as for a trace that was opened from a file.
    """
    name = trace.label.partition(" · ")[0]
    for path in sorted(paths, key=lambda path: path.stem != name):
        try:
            checkpoint = load(path, stamp(path))
        except ValueError:  # the page has shown this error when it left the file out
            continue
        if checkpoint.variant == trace.variant:
            return checkpoint
    raise ValueError(
        "The calculation needs the parameters of the model, and there is no checkpoint of "
        f"{plain(trace.variant)} here."
    )


def _where(trace: Trace, asked: int, column: int, step: int) -> str:
    moved = "" if step == asked else f" The player is at step {step + 1}."
    return (
        f"Step {asked + 1} of {len(trace.steps)}, source token {column + 1} of "
        f"{len(trace.values)} ({trace.decoding}).{moved}"
    )


def _which(trace: HeadTrace) -> str:
    """Return sentences on what query, key and value of a head are."""
    return (
        f"Head {trace.head + 1} of layer {trace.layer + 1} has a query, keys and values of its "
        f"own, of {trace.keys.shape[1]} numbers each. Its context vector is joined with those of "
        "the layer’s other heads."
    )


def _show_score(
    arithmetic: CellArithmetic, trace: Trace, step: int, column: int, unit: str
) -> None:
    """Show the score's formula, its vectors and largest term, and all terms as a chart."""
    terms, count = arithmetic.terms, len(arithmetic.terms.values)
    token = plain_token(trace.source.pieces[column], unit)
    inside = arithmetic.window is None or arithmetic.window.holds
    score = formulas.number(arithmetic.content) if inside else r"-\infty"
    st.markdown(f"**1. The score**: ${score}$")
    left, right = st.columns(2, gap="medium")
    with left:
        latex, paper = formulas.formula(arithmetic.score)
        st.latex(latex)
        st.caption(paper)
        st.latex(formulas.vectors(terms.parts))
        if arithmetic.past is not None:
            st.caption(_past(arithmetic.past[column], terms))
        dimension = int(largest(terms.values, 1)[0])
        st.markdown(f"The largest of the {count} terms is dimension {dimension + 1}:")
        st.latex(formulas.term(terms.parts, terms.values, terms.divisor, dimension))
    with right:
        show_chart(
            terms_figure(terms.parts, terms.values),
            key=TERMS,
            title=f"The score of “{token}” at step {step + 1}, term by term",
            caption=chart_caption(trace),
            subject=trace.source.text,
        )
        others = f"The {MOST} largest terms and the sum of the other {count - MOST}"
        st.caption(
            f"{others if count > MOST else 'All terms'} add up to {decimal(arithmetic.content, 3)}"
            f"{', the score' if inside else ''}. A hollow bar is a negative term."
        )
        every = st.expander(
            "All terms as a table",
            icon=":material/table:",
            key=EVERY_TERM,
            on_change="rerun",  # so that a new cell does not send the table while it is closed
        )
        if every.open:
            table = terms_table(terms.parts, terms.values)
            numbers = st.column_config.NumberColumn(format="%.4f")
            config = dict.fromkeys(table.columns[1:], numbers)
            every.dataframe(table, hide_index=True, column_config=config)
    if arithmetic.energy is not None:
        st.latex(formulas.energy(arithmetic.content, *arithmetic.energy))
        st.caption(
            "Monotonic attention makes an energy of the score: its gain g and its offset r are "
            "learnt (Raffel et al. 2017, section 2.4). The map of scores shows energies."
        )
    _show_window(arithmetic)


def _past(had: float, terms: Terms) -> str:
    """Return a sentence about one source token's past weights, which the score depends on."""
    said = f"Before this step, this source token had received a total weight of {had:.3f}."
    if terms.features is None:
        return said
    features = ", ".join(f"{x:.2f}" for x in terms.features)
    return (
        f"{said} From it and its neighbours, the convolution F computes the features f = "
        f"({features})."
    )


def _show_window(arithmetic: CellArithmetic) -> None:
    """Show the window of local attention, and whether the cell is outside of it."""
    window = arithmetic.window
    if window is None:
        return
    position = window.center + window.distance
    st.markdown(
        f"**The window** reaches {window.reach} to each side of its center. Counted from 0, the "
        f"center is p[t] = {window.center:.2f} and this token is at {position:.0f}, "
        f"{abs(window.distance):.2f} away. (Luong et al. 2015, section 3.2)"
    )
    if window.asked is not None:
        st.latex(formulas.center(window.asked, len(arithmetic.normalised.parts)))
    if not window.holds:
        st.info(
            "This token is outside the window. The terms above show what its score would have "
            "been; its score is −∞ instead, so its weight is 0.",
            icon=":material/block:",
        )


def _show_contribution(arithmetic: CellArithmetic, trace: Trace, column: int) -> None:
    """Show the source token's contribution to the context vector, a_j h_j; of a head a_j v_j."""
    value = trace.values[column]
    share = percentage(arithmetic.share, 1)
    st.markdown(f"**3. Its contribution to the context vector**: {share}")
    if arithmetic.weight == 0:
        st.markdown("A weight of 0 adds nothing.")
        return
    size, dimensions = np.linalg.norm(arithmetic.contribution), largest(arithmetic.contribution, 5)
    symbol = "v" if isinstance(trace, HeadTrace) else "h"
    lengths = float(np.linalg.norm(value)), float(size)
    st.latex(formulas.contribution(arithmetic.weight, *lengths, symbol))
    said = ", ".join(f"{i + 1}: {arithmetic.contribution[i]:+.3g}" for i in dimensions)
    said = said.replace("-", "−")
    st.markdown(
        f"The context vector has length {np.linalg.norm(arithmetic.context):.3f}. Projected onto "
        f"it, this token contributes {share} (all source tokens together: 100%). "
        f"Its largest dimensions: {said}."
    )


def _show_copied(trace: Trace, step: int, unit: str) -> None:
    """Show how the probability of a step's token is mixed, if the model copies."""
    shares, gate = copied_shares(trace), trace.steps[step].p_gen
    if shares is None or gate is None:
        return
    token = plain_token(trace.target.pieces[step], unit)
    st.markdown(f"**How much of “{plain(token)}” was copied**: {percentage(shares[step], 1)}")
    st.latex(formulas.mixture(gate, float(np.exp(trace.steps[step].log_prob)), shares[step]))
    st.caption(
        "The gate p_gen decides how much is generated from the vocabulary. The rest copies the "
        "source pieces by their weights: those that equal this token add up "
        "(See et al. 2017, section 2.2)."
    )


def _pick_pieces(trace: Trace, cell: Cell) -> tuple[int, int]:
    """Return the step and the source piece of a cell; in a cell over words, the person may choose.

    By default they are those with the largest weight in the cell.
    """
    if cell.unit != "words" or trace.weights is None:
        return cell.row, cell.column
    steps, columns = trace.target.spans[cell.row], trace.source.spans[cell.column]
    block = trace.weights[np.ix_(steps, columns)]
    if block.size == 1:
        return steps[0], columns[0]
    st.caption(
        f"This cell of words combines {len(steps)} × {len(columns)} cells of pieces: the "
        "weights are summed over the source pieces and averaged over the target pieces, which "
        f"gives {block.sum(axis=1).mean():.3f}."
    )
    best = np.unravel_index(block.argmax(), block.shape)
    key = f"{cell.map} {cell.row} {cell.column} {trace.source.text}"
    with st.container(horizontal=True):
        column = _pick("Source piece", columns, int(best[1]), trace.source, of(SOURCE_PIECE, key))
        step = _pick("Target piece", steps, int(best[0]), trace.target, of(TARGET_PIECE, key))
    return step, column


def _pick(label: str, indices: range, best: int, sentence: Sentence, key: str) -> int:
    if len(indices) == 1:
        return indices[0]
    choices = {index: f"{index + 1} {sentence.pieces[index]}" for index in indices}
    return st.selectbox(label, choices, best, choices.__getitem__, key=key, width=240)
