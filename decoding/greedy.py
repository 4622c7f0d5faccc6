"""Greedy decoding: at each step the most probable token is written."""

from collections.abc import Sequence

import numpy as np

from alignoscope.decoding.loop import choose_best, decode
from alignoscope.decoding.oracle import given_rows
from alignoscope.decoding.reading import read
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace


def translate(
    checkpoint: Checkpoint, texts: Sequence[str], given: Sequence[np.ndarray] | None = None
) -> list[Trace]:
    """Translate texts greedily: at each step the most probable token is written.

    A translation ends at the end mark, or after twice its source's tokens and ten more. `given` is
    the oracle: for each text, weights [steps, src_len] that take the place of the computed ones, a
    row a step; the last row holds for all later steps.

    Raises:
        ValueError: if a text is empty or longer than `MAX_TOKENS` tokens, or given weights do not
            fit.
    """
    sources = [read(checkpoint.tokenizer, text, "source") for text in texts]
    oracle = given_rows(checkpoint, sources, given)
    return decode(checkpoint, sources, choose_best, "free", oracle)
