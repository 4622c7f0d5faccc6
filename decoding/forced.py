"""Forced decoding (teacher forcing): each step writes the next token of a given target."""

from collections.abc import Sequence

import numpy as np

from alignoscope.decoding.loop import decode
from alignoscope.decoding.oracle import given_rows
from alignoscope.decoding.reading import read
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace


def force(
    checkpoint: Checkpoint,
    texts: Sequence[str],
    targets: Sequence[str],
    given: Sequence[np.ndarray] | None = None,
) -> list[Trace]:
    """Force a model to write the given targets, and return the traces.

    Args:
        checkpoint: the model and its tokenizer.
        texts: the source sentences.
        targets: one target per source.
        given: per source, weights [tgt_len, src_len] that replace the computed ones, as in
            `translate`.

    Raises:
        ValueError: as `translate` does, for the targets too, or if the numbers of texts and
            targets differ.
    """
    if len(texts) != len(targets):
        raise ValueError(f"{len(texts)} sources and {len(targets)} targets: give one for each.")
    sources = [read(checkpoint.tokenizer, text, "source") for text in texts]
    return force_sentences(
        checkpoint, sources, [read(checkpoint.tokenizer, t, "target") for t in targets], given
    )


def force_sentences(
    checkpoint: Checkpoint,
    sources: Sequence[Sentence],
    targets: Sequence[Sentence],
    given: Sequence[np.ndarray] | None = None,
) -> list[Trace]:
    """Force a model to write tokenised targets; see `force`, also for the shapes of `given`."""
    if not sources:
        return []
    oracle = given_rows(checkpoint, sources, given)
    return decode(checkpoint, sources, "forced", oracle, targets)
