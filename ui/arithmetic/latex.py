"""The formulas of a cell's arithmetic in LaTeX, with the cell's numbers; one colour per role.

Dimensions count from 1.
"""

import math
import re
from collections.abc import Sequence

import numpy as np

from alignoscope.records.arithmetic import Part
from alignoscope.records.catalogue.scores import score_entry
from alignoscope.ui.theme import PALETTE

FIRST = 3  # entries of a vector that are written out
GAP = r" \\[6pt] "


def formula(score: str) -> tuple[str, str]:
    """Return the coloured formula of a score function, and its source."""
    entry = score_entry(score)
    return _painted(entry.formula), entry.source


def vectors(parts: Sequence[Part]) -> str:
    """Return the first entries of each part, one line per part."""
    lines = []
    for role, symbol, values in parts:
        shown = [number(value) for value in values[:FIRST]]
        inside = r",\; ".join(shown + [r"\ldots"] * (len(values) > FIRST))
        lines.append(rf"{_in(role, symbol)} &= {_in(role, f'({inside})')}")
    return _painted(_aligned(lines))


def term(parts: Sequence[Part], terms: np.ndarray, divisor: float, dimension: int) -> str:
    """Return the term of one dimension as a formula, then with its numbers.

    The term is the product of the parts, over `divisor`; if a part has the role "v", it is v times
    the tanh of the sum of the other parts.

    Args:
        parts: the parts of the score.
        terms: the terms of all dimensions [dimensions].
        divisor: the divisor of the score, sqrt(len(terms)) or 1.
        dimension: the dimension, from 0.
    """
    inside = [part for part in parts if part[0] != "v"]
    symbols = [_in(role, _entry(symbol, dimension)) for role, symbol, _ in inside]
    numbers = [_in(role, _bracketed(values[dimension])) for role, _, values in inside]
    if len(inside) == len(parts):
        over = rf" \,/ \sqrt{{{len(terms)}}}" if divisor != 1 else ""
        lines = [r" \cdot ".join(factors) + over for factors in (symbols, numbers)]
    else:
        v = next(values[dimension] for role, _, values in parts if role == "v")
        total = sum(values[dimension] for _, _, values in inside)
        shown = _in("v", number(v))
        lines = [
            rf"{_in('v', _entry('v', dimension))} \tanh({_sum(symbols)})",
            rf"{shown} \tanh({_sum(numbers)})",
            rf"{shown} \tanh({number(total)})",
            rf"{shown} \cdot {_bracketed(math.tanh(total))}",
        ]
    return _painted(_chain([*lines, number(terms[dimension])]))


def weight(
    score: float,
    highest: float,
    exponential: float,
    total: float,
    result: float,
    gaussian: tuple[float, int, float] | None = None,
) -> str:
    """Return the softmax of one score with its numbers.

    Args:
        score: the score e_j.
        highest: the highest score, max e.
        exponential: exp(e_j - max e).
        total: the sum of all exponentials.
        result: the weight a_j.
        gaussian: for local-p, the distance from the center, D and the Gaussian's value.
    """
    shown = number(score) if math.isfinite(score) else r"-\infty"
    lines = [
        r"\frac{\exp(e_j - \max e)}{\sum_i \exp(e_i - \max e)}",
        rf"\frac{{\exp({shown} - {_bracketed(highest)})}}{{{number(total)}}}",
        rf"\frac{{{number(exponential)}}}{{{number(total)}}}",
    ]
    return _chain([*_times_gaussian(lines, gaussian), number(result)], "a_j")


def sparse_weight(
    score: float,
    alpha: float,
    highest: float,
    threshold: float,
    result: float,
    gaussian: tuple[float, int, float] | None = None,
) -> str:
    """Return the weight of one score under a sparse normaliser (alpha-entmax) with its numbers.

    Args:
        score: the score e_j.
        alpha: the alpha of the normaliser, above 1.
        highest: the highest score, max e.
        threshold: the threshold tau.
        result: the weight a_j.
        gaussian: for local-p, the distance from the center, D and the Gaussian's value.
    """
    factor = "" if alpha == 2 else rf"{alpha - 1:g} \cdot "
    power = "" if alpha == 2 else f"^{{{1 / (alpha - 1):g}}}"
    shown = number(score) if math.isfinite(score) else r"-\infty"
    above = (alpha - 1) * (score - highest) - threshold
    lines = [
        rf"\max({factor}(e_j - \max e) - \tau, 0){power}",
        rf"\max({factor}({shown} - {_bracketed(highest)}) - {_bracketed(threshold)}, 0){power}",
        number(max(above, 0.0)) + power,
    ]
    return _chain([*_times_gaussian(lines, gaussian), number(result)], "a_j")


def chance(score: float, result: float) -> str:
    """Return the probability p_j = sigmoid(e_j) of monotonic attention with its numbers."""
    lines = [r"\sigma(e_j)", rf"\frac{{1}}{{1 + e^{{-{_bracketed(score)}}}}}", number(result)]
    return _chain(lines, "p_j")


def energy(content: float, gain: float, offset: float) -> str:
    """Return the energy of monotonic attention with its numbers."""
    sum_ = rf"{number(gain)} \cdot {_bracketed(content)} + {_bracketed(offset)}"
    return _chain([r"g \, \text{score} + r", sum_, number(gain * content + offset)], "e_j")


def _times_gaussian(lines: list[str], gaussian: tuple[float, int, float] | None) -> list[str]:
    """Return the lines of a weight, each multiplied by local-p's Gaussian, if there is one."""
    if not gaussian:
        return lines
    distance, reach, factor = gaussian
    return [
        lines[0] + r"\, e^{-2 (d_j / D)^2}",
        lines[1] + rf"\, e^{{-2 ({number(distance)} / {reach})^2}}",
        lines[2] + rf" \cdot {number(factor)}",
    ]


def center(asked: float, size: int) -> str:
    """Return local-p's center p_t with its numbers; `asked` is the argument of its sigmoid.

    The model keeps it at the last position, S - 1; the paper's formula reaches S.
    """
    share, last = 1 / (1 + math.exp(-asked)), size - 1
    written = _painted(score_entry("local-p").formula).removeprefix("p_t = ")
    lines = [
        rf"\min({written}, S - 1)",
        rf"\min({size} \cdot \sigma({number(asked)}), {last})",
        number(min(size * share, last)),
    ]
    return _chain(lines, "p_t")


def contribution(share: float, length: float, result: float, symbol: str = "h") -> str:
    """Return the length of a weighted value, |a_j h_j|, with its numbers."""
    value = f"{symbol}_j"
    numbers = rf"{number(share)} \cdot {number(length)}"
    lines = [rf"a_j \lVert {value} \rVert", numbers, number(result)]
    return _chain(lines, rf"\lVert a_j {value} \rVert")


def posterior(share: float, likelihood: float, total: float, result: float) -> str:
    """Return the posterior p(j | y) with its numbers.

    Args:
        share: the weight a_j.
        likelihood: p(y | h_j).
        total: the sum of weight times likelihood over the source.
        result: the posterior.
    """
    lines = [
        r"\frac{a_j\, p(y \mid h_j)}{\sum_k a_k\, p(y \mid h_k)}",
        rf"\frac{{{number(share)} \cdot {number(likelihood)}}}{{{number(total)}}}",
        number(result),
    ]
    return _chain(lines, r"p(j \mid y)")


def mixture(gate: float, probability: float, share: float) -> str:
    """Return the probability P(w) of a model that copies, with its numbers.

    Args:
        gate: p_gen, how much of the step is generated.
        probability: P(w).
        share: the share of P(w) that was copied.
    """
    copied = share * probability
    generated = (probability - copied) / max(gate, 1e-9)
    weights = copied / max(1 - gate, 1e-9)
    lines = [
        r"p_{gen}\, P_{vocab}(w) + (1 - p_{gen}) \sum_{j:\, x_j = w} a_j",
        rf"{number(gate)} \cdot {number(generated)} + {number(1 - gate)} \cdot {number(weights)}",
        number(probability),
    ]
    return _chain(lines, "P(w)")


def number(value: float) -> str:
    """Return a number with three decimals, or in scientific notation if that would be 0.000."""
    if value == 0 or abs(value) >= 5e-4:
        return f"{value:.3f}"
    digits, _, power = f"{value:.1e}".partition("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}"


def _bracketed(value: float) -> str:
    return f"({number(value)})" if value < 0 else number(value)


def _entry(symbol: str, dimension: int) -> str:
    """Return the symbol of one entry of a vector: q_7, (W k_j)_7."""
    return rf"{symbol if len(symbol) == 1 else f'({symbol})'}_{{{dimension + 1}}}"


def _sum(terms: Sequence[str]) -> str:
    """Return a sum of terms, one per line after the second: more do not fit a phone's width."""
    first, rest = terms[:2], terms[2:]
    return " + ".join(first) + "".join(rf" \\ &\qquad + {term}" for term in rest)


def _in(role: str, latex: str) -> str:
    return f"\\{role}{{{latex}}}"


def _painted(latex: str) -> str:
    r"""Turn `\query{...}` and the other roles into coloured KaTeX."""
    roles = "|".join(COLORS)
    return re.sub(rf"\\({roles})\{{", lambda found: f"\\textcolor{{{COLORS[found[1]]}}}{{", latex)


def _chain(lines: Sequence[str], left: str = "") -> str:
    """Return an aligned chain of equalities: `left` = first line, then = second line, and so on.

    Without `left`, the first line has no equals sign.
    """
    first = f"{left} &= {lines[0]}" if left else f"& {lines[0]}"
    return _aligned([first, *(f"&= {line}" for line in lines[1:])])


def _aligned(lines: Sequence[str]) -> str:
    return rf"\begin{{aligned}} {GAP.join(lines)} \end{{aligned}}"


COLORS = {role: shades["formula"] for role, shades in PALETTE["roles"].items()}
