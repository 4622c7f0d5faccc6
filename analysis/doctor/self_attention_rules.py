"""The rules for self-attention, in which the tokens of one sequence attend to each other."""

from collections.abc import Callable

import numpy as np

from alignoscope.analysis.doctor.findings import Examined
from alignoscope.analysis.doctor.rules import NEAR, RULES, SAME, TINY, WEIGHTS, Said
from alignoscope.records.sentence import PADS

MOST = 0.9  # from this weight on one token, a row has nearly all of it there


def _square(one: Examined) -> Said:
    if one.source is None:
        return None
    rows, columns = one.numbers.shape[-2:]
    fits = rows == columns == len(one.source)
    return "" if fits else f"{rows} rows and {columns} columns for {len(one.source)} tokens"


def _sums(one: Examined) -> Said:
    rows = _tokens(one)
    sums = one.numbers[..., rows, :].sum(axis=-1)
    wrong = np.argwhere(~(np.abs(sums - 1) < NEAR))
    if not len(wrong):
        return "" if len(rows) else None
    place = tuple(wrong[0])
    return f"row {rows[place[-1]] + 1} sums to {sums[place]:.4g}, {len(wrong):,} rows do not"


def _no_later_token(one: Examined) -> Said:
    rows, sizes = _tokens(one), np.abs(one.numbers)
    later, earlier = np.triu(sizes, 1)[..., rows, :], np.tril(sizes, -1)[..., rows, :]
    if not np.isfinite(one.numbers).all() or not (later.any() or earlier.any()):
        return None
    if later.max() <= TINY:
        return ""
    if earlier.max() <= TINY and not one.causal:
        return "no token attends to an earlier one"
    # Unless all heads are said to be causal, most must show it: an encoder may look ahead.
    if not one.causal and (later.max(axis=(-2, -1)) <= TINY).mean() < 0.5:
        return None
    place = tuple(np.argwhere(later > TINY)[0])
    return f"row {rows[place[-2]] + 1} has {later[place]:.4g} on token {place[-1] + 1}"


def _itself_too(one: Examined) -> Said:
    rows = _tokens(one)[1:]  # If the mask hides all tokens of the first, its row is NaN or even.
    part = one._replace(numbers=one.numbers[..., rows, :])
    if not len(rows) or not _are_weights(part) or _square(one):
        return None
    own = np.diagonal(one.numbers, axis1=-2, axis2=-1)[..., rows]
    return "" if own.max() > TINY else f"the diagonal is 0 from row {rows[0] + 1} on"


def _padding(one: Examined) -> Said:
    pads = [i for i, token in enumerate(one.source or ()) if token in PADS]
    rows = _tokens(one)
    if not pads or not len(rows) or not _are_weights(one) or _square(one):
        return None
    weight = one.numbers[..., rows, :][..., pads].sum(axis=-1)
    wrong = np.argwhere(weight > TINY)
    if not len(wrong):
        return ""
    return f"{weight[tuple(wrong[0])]:.4g} of row {rows[wrong[0][-1]] + 1}"


def _mask_first(one: Examined) -> Said:
    if not _are_weights(one):
        return None
    hidden = _padding(one) == "" or _no_later_token(one) == ""
    sums = one.numbers[..., _tokens(one), :].sum(axis=-1)
    if not hidden or sums.max() > 1 + NEAR:
        return None
    place = tuple(np.argwhere(sums == sums.min())[0])
    if sums.min() > 1 - NEAR:
        return ""
    return f"row {_tokens(one)[place[-1]] + 1} sums to {sums.min():.4g}, and what is masked is 0"


def _rows_differ(one: Examined) -> Said:
    rows = _mean_rows(one)
    if rows is None:
        return None
    if np.ptp(rows, axis=0).max() <= SAME:
        return f"all {len(rows)} rows are alike"
    even = [np.ptp(row[row > 0]) <= SAME for row in rows if (row > 0).sum() > 1]
    if even and all(even):
        return "each row has the same weight on every token that it may attend to"
    return ""


def _not_one_token(one: Examined) -> Said:
    rows = _mean_rows(one)
    if rows is None or len(rows) < 3:
        return None
    own = np.eye(one.numbers.shape[-1])[_tokens(one)]  # A token's own row does not count.
    least = (rows + own).min(axis=0)
    column = int(least.argmax())
    if least[column] <= MOST:
        return ""
    name = f" ({one.source[column]!r})" if one.source else ""
    return f"each other row has at least {least[column]:.2g} on token {column + 1}{name}"


def _not_only_itself(one: Examined) -> Said:
    rows = _mean_rows(one)
    if rows is None or len(rows) < 3:
        return None
    least = rows[np.arange(len(rows)), _tokens(one)].min()
    return f"each row has at least {least:.2g} on its own token" if least > MOST else ""


def _alone(one: Examined) -> Said:
    if one.alone is None:
        return None
    tokens = _tokens(one)[: one.alone.shape[-2]] if one.source is None else _tokens(one)
    return RULES[ALONE][0](one._replace(numbers=one.numbers[..., tokens, :][..., tokens]))


def _tokens(one: Examined) -> np.ndarray:
    """Return the indices of the tokens that are no padding, or of all rows if they are unknown."""
    size = one.numbers.shape[-2]
    if one.source is None or len(one.source) != size:
        return np.arange(size)
    return np.array([i for i, token in enumerate(one.source) if token not in PADS], dtype=int)


def _are_weights(one: Examined) -> bool:
    return not RULES[FINITE][0](one) and not RULES[WEIGHTS][0](one)


def _mean_rows(one: Examined) -> np.ndarray | None:
    """Return the rows of tokens in the mean of all heads, if they are two or more, of weights."""
    tokens = _tokens(one)
    square = one.numbers.shape[-1] == one.numbers.shape[-2]
    if not square or len(tokens) < 2 or not _are_weights(one):
        return None
    return one.numbers.mean(axis=(0, 1))[tokens]


FINITE = "Every number is finite"
ALONE = "A sentence in a batch is as it is alone"
DROPOUT = "Dropout is off"
PADDING = "No weight lies on padding"
MASK = "The mask comes before the softmax"
SOFTMAX = "The softmax is over the source"
ITSELF: dict[str, tuple[Callable[[Examined], Said], str]] = {
    FINITE: RULES[FINITE],
    WEIGHTS: RULES[WEIGHTS],
    "One row and one column per token": (
        _square,
        "Usual cause: the tokens are of another text, a mark or a prompt is missing among them, or "
        "with a cache only the row of the newest token is computed at each step.",
    ),
    "The softmax is over the tokens attended to": (
        RULES[SOFTMAX][0],
        "Usual cause: softmax(dim=-2) instead of dim=-1, or the map is transposed.",
    ),
    "Rows sum to 1": (_sums, "See the other rules; local attention may sum to less."),
    "No token attends to a later one": (
        _no_later_token,
        "Usual cause: no causal mask, its transpose (triu instead of tril), or a transposed map; "
        "in an encoder, tokens may attend to later ones.",
    ),
    "A token may attend to itself": (
        _itself_too,
        "Usual cause: the mask also hides the token that attends: tril(-1) instead of tril.",
    ),
    PADDING: (_padding, RULES[PADDING][1]),
    MASK: (_mask_first, RULES[MASK][1]),
    "Rows differ": (
        _rows_differ,
        "Usual cause: the scores are all 0 or do not depend on the token that attends.",
    ),
    "Weight is on more than one token": (
        _not_one_token,
        "Usual cause: an attention sink, which is no bug: trained models put weight that no token "
        "needs on the first token or on a separator. Look at other heads, or at the map without "
        "that column.",
    ),
    "Weight is on more than the token itself": (
        _not_only_itself,
        "Usual cause: a mask that hides all other tokens, or scores that are not divided by the "
        "root of the head's size.",
    ),
    DROPOUT: RULES[DROPOUT],
    ALONE: (_alone, RULES[ALONE][1]),
}
