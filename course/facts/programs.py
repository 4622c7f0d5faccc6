"""Short programs with a mistake in one line, and the number of that line."""

from typing import Any

import numpy as np

# One step of Luong's decoder: the query is the state before the update.
EARLY = (
    "word = embed(previous)",
    "new = rnn(word, old)",
    "context = attend(old)",
    "vector = tanh(W(cat([context, new])))",
    "scores = output(vector)",
)
LUONG = (*EARLY[:2], "context = attend(new)", *EARLY[3:])

# One row of attention in which padding gets weight: the mask comes after the softmax.
LEAKING = (
    "scores = keys @ query",
    "weights = scores.softmax(dim=-1)",
    "weights = weights * mask",
    "context = weights @ values",
)

# One row of attention in NumPy, whose weights do not sum to 1.
MIXED = (
    "scores = keys @ query",
    "shares = np.exp(scores)",
    "weights = shares / shares.max()",
    "parts = weights[:, None] * values",
    "context = parts.sum(axis=0)",
    "state = np.tanh(C @ context + S @ query)",
)
OTHERWISE = {  # Each line in another form: only one of these makes the weights sum to 1.
    1: "scores = keys @ query / 2",
    2: "shares = np.exp(scores - scores.max())",
    3: "weights = shares / shares.sum()",
    4: "parts = weights[:, None] * keys",
    5: "context = parts.mean(axis=0)",
}


def wrong_line(program: tuple[str, ...], right: tuple[str, ...]) -> int:
    """Return the number, from 1, of the only line in which two programs differ."""
    (found,) = (i for i, pair in enumerate(zip(program, right, strict=True), 1) if len({*pair}) > 1)
    return found


def line_that_mends() -> int:
    """Return the number of the line whose other form makes the weights sum to 1."""
    found = [number for number, line in OTHERWISE.items() if np.isclose(_sum_with(number, line), 1)]
    assert len(found) == 1, found
    return found[0]


def _sum_with(number: int, line: str) -> float:
    """Return the sum of the weights of random keys if one line is replaced."""
    draw = np.random.default_rng(0)
    names: dict[str, Any] = {"np": np, "query": draw.normal(size=3)}
    names |= {name: draw.normal(size=(5, 3)) for name in ("keys", "values")}
    names |= {name: draw.normal(size=(3, 3)) for name in ("C", "S")}
    exec("\n".join([*MIXED[: number - 1], line, *MIXED[number:]]), names)
    return float(names["weights"].sum())
