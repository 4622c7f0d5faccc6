"""Greedy decoding: each step writes the most probable token."""

from collections.abc import Sequence

import numpy as np
import torch

from alignoscope.data.tokenizer import START_ID
from alignoscope.decoding.loop import (
    choose_best,
    decode,
    length_limit,
    still_running,
    until_end,
)
from alignoscope.decoding.oracle import given_rows
from alignoscope.decoding.reading import read
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.seq2seq import pad_ids
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace


def translate(
    checkpoint: Checkpoint, texts: Sequence[str], given: Sequence[np.ndarray] | None = None
) -> list[Trace]:
    """Translate texts greedily: each step writes the most probable token.

    A translation ends with the end mark, or at the limit of `length_limit` tokens. `given` holds,
    for each text, weights [steps, src_len] that replace the computed ones, one row per step; the
    last row also applies to all later steps.

    Raises:
        ValueError: if a text is empty or longer than `MAX_TOKENS` tokens, or given weights do not
            fit.
    """
    sources = [read(checkpoint.tokenizer, text, "source") for text in texts]
    oracle = given_rows(checkpoint, sources, given)
    return decode(checkpoint, sources, "free", oracle)


@torch.inference_mode()
def write(checkpoint: Checkpoint, sources: Sequence[Sentence]) -> list[list[int]]:
    """Return only the token ids that `translate` writes; a large batch's traces would take long."""
    model = checkpoint.model
    memory = model.encode(pad_ids([source.ids for source in sources]))
    limits = [length_limit(source) for source in sources]
    state, token = model.decoder.initial_state(memory), torch.full((len(sources),), START_ID)
    running = [True] * len(sources)
    tokens: list[torch.Tensor] = []
    while any(running):
        output = model.step(token, state, memory)
        state, token = output.state, choose_best(model.logits(*output.written), len(tokens))
        tokens.append(token)
        running = still_running(running, token, len(tokens), limits)
    written = torch.stack(tokens)
    return [until_end(written[:limit, i]) for i, limit in enumerate(limits)]
