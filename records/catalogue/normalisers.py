"""The catalogue of normalisers: formula, source and one sentence about each.

All but monotonic attention belong to one family, alpha-entmax: alpha = 1 is softmax, the limit of
the others, and alpha = 2 is sparsemax. `models.layers` has the functions; `analysis.normalising`
has the whole family, for what-ifs.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class NormaliserEntry:
    """The catalogue entry of one normaliser; `sentence` has no full stop.

    `alpha` is that of alpha-entmax, and None if it is not of that family.
    """

    formula: str
    paper: str
    sentence: str
    label: str
    alpha: float | None


SOFTMAX = "softmax"
MONOTONIC = "monotonic"
FAMILY = (
    "softmax, 1.5-entmax and sparsemax are alpha-entmax with alpha = 1, 1.5 and 2 (Peters et al. "
    "2019): the larger alpha, the more weights are exactly 0"
)
ALPHAS = tuple((20 + i) / 20 for i in range(21))  # offered in what-ifs: 1, 1.05, ..., 2
ALPHA_NAMES = {f"{alpha:g}": alpha for alpha in ALPHAS}  # as written in URLs
NORMALISERS: Mapping[str, NormaliserEntry] = {  # in the order shown on pages
    SOFTMAX: NormaliserEntry(
        formula=r"a_j = \frac{\exp e_j}{\sum_k \exp e_k}",
        paper="Bahdanau et al. 2015, section 3.1, equation 6",
        sentence="Every source token that is not hidden gets weight, however little",
        label="softmax",
        alpha=1.0,
    ),
    "entmax15": NormaliserEntry(
        formula=r"a_j = \max(e_j / 2 - \tau, 0)^2",
        paper="Peters et al. 2019, 1.5-entmax",
        sentence="Low scores get a weight of exactly 0, and what is left changes smoothly",
        label="1.5-entmax",
        alpha=1.5,
    ),
    "sparsemax": NormaliserEntry(
        formula=r"a_j = \max(e_j - \tau, 0)",
        paper="Martins and Astudillo 2016, equation 3",
        sentence="Low scores get a weight of exactly 0, and what is left is as far apart as the "
        "scores are",
        label="sparsemax",
        alpha=2.0,
    ),
    MONOTONIC: NormaliserEntry(
        formula=r"a_{ij} = 1 \text{ at the first } j \ge t_{i-1} \text{ with } \sigma(e_{ij}) \ge "
        r"\tfrac{1}{2}",
        paper="Raffel et al. 2017, section 2.2",
        sentence="Each step chooses one source token, never one before the last chosen, or none",
        label="monotonic",
        alpha=None,
    ),
}


def alpha_name(alpha: float) -> str:
    """Return the name of a what-if with this alpha, such as `alpha 1.6`."""
    return f"alpha {alpha:g}"
