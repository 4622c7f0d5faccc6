"""Short programs with a mistake in one line, and the same without it."""

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


def wrong_line(program: tuple[str, ...], right: tuple[str, ...]) -> int:
    """Return the number, from 1, of the only line in which two programs differ."""
    (found,) = (i for i, pair in enumerate(zip(program, right, strict=True), 1) if len({*pair}) > 1)
    return found
