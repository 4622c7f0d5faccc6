"""Facts about the output of models whose weights are given from outside."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

import numpy as np

from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ORDERS = ("forwards", "backwards", "every second first", "everywhere alike")


def own_translation(text: str, checkpoint: Checkpoint) -> str:
    """Return the model's own translation of a text."""
    return translate(checkpoint, [text])[0].target.text


def forced_translation(text: str, order: str, checkpoint: Checkpoint) -> str:
    """Return a model's output when its weights follow an order of `ORDERS`."""
    rows = order_rows(order, len(checkpoint.tokenizer.encode(text).ids))
    return translate(checkpoint, [text], [rows])[0].target.text


def kept_alike(texts: Sequence[str], checkpoint: Checkpoint) -> int:
    """Return how many translations stay the same if all weights of all steps are equal."""
    return sum(
        own_translation(text, checkpoint) == forced_translation(text, ORDERS[-1], checkpoint)
        for text in texts
    )


def right_alike(right: Mapping[str, str], checkpoint: Checkpoint) -> str:
    """Return the texts that a model translates rightly if all weights of all steps are equal.

    `right` has a right translation of each.
    """
    found = [
        text for text in right if forced_translation(text, ORDERS[-1], checkpoint) == right[text]
    ]
    return " ".join(found) or "none of them"


def order_rows(order: str, src_len: int) -> np.ndarray:
    """Return weights [steps, src_len] in an order of `ORDERS`; each row is one-hot.

    "Everywhere alike" is one uniform row for all steps.
    """
    assert order in ORDERS
    last = src_len - 1
    if order == "everywhere alike":
        return np.full((1, src_len), 1 / src_len)
    columns = {
        "forwards": range(last),
        "backwards": range(last - 1, -1, -1),
        "every second first": [*range(0, last, 2), *range(1, last, 2)],
    }[order]
    return rows_at(columns, src_len)


def rows_at(columns: Iterable[int], src_len: int) -> np.ndarray:
    """Return one-hot weights [steps, src_len]: one row per column, then one for the end mark."""
    return np.eye(src_len)[[*columns, src_len - 1]]


def copies(lengths: Sequence[int], checkpoint: Checkpoint) -> int:
    """Return how many of a hundred rows of random letters a model copies with weights set forwards.

    The rows have these lengths in turn and are the same on every call.
    """
    draw = Random(0)
    texts = [" ".join(draw.choices(LETTERS, k=lengths[i % len(lengths)])) for i in range(100)]
    sizes = [len(checkpoint.tokenizer.encode(text).ids) for text in texts]
    found = translate(checkpoint, texts, [order_rows("forwards", size) for size in sizes])
    return sum(trace.target.text == text for trace, text in zip(found, texts, strict=True))
