"""What each source token alone says of the words that were written."""

import numpy as np
import torch

from alignoscope.data.tokenizer import START_ID
from alignoscope.models.attention import Memory
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.models.steps import DecoderState, join, select
from alignoscope.records.trace import Trace

ROWS = 512  # at once: each needs the vocabulary's logits, and a row of the source's keys


@torch.inference_mode()
def likelihoods(checkpoint: Checkpoint, trace: Trace) -> np.ndarray:
    """Return log p(y_t | c_t = h_j) [tgt_len, src_len], in nats: what each value alone says of y_t.

    Row t is computed with all earlier steps as in the trace, and the context of step t being the
    value of one source token. Exp of a row: which source token alone would have written the word?

    Raises:
        ValueError: if the trace has no weights, or is of another variant or vocabulary than the
            checkpoint.
    """
    check_model(checkpoint, trace)
    if trace.weights is None:
        raise ValueError(f"{trace.label} has no weights: without them there is no posterior.")
    model, written = checkpoint.model, torch.tensor(trace.target.ids)
    previous = torch.tensor([START_ID, *trace.target.ids[:-1]])
    memory = model.encode(torch.tensor([trace.source.ids]))
    states = _walk(model, previous, memory, torch.from_numpy(trace.weights))
    steps, alone = len(written), torch.eye(len(trace.source.ids))
    size, found = max(ROWS // len(alone), 1) * len(alone), []
    for rows in torch.arange(steps).repeat_interleave(len(alone)).split(size):
        many = Memory(*(part.expand(len(rows), *part.shape[1:]) for part in memory))
        given = alone.repeat(len(rows) // len(alone), 1)
        readout = model.step(previous[rows], select(states, rows), many, given).readout
        log_probs = torch.log_softmax(model.logits(readout), dim=-1)
        found.append(log_probs.gather(1, written[rows].unsqueeze(1)))
    return torch.cat(found).view(steps, -1).numpy()


def _walk(
    model: Seq2Seq, previous: torch.Tensor, memory: Memory, weights: torch.Tensor
) -> DecoderState:
    """Return the states before all steps of a trace, each a row of the batch."""
    state, states = model.decoder.initial_state(memory), []
    for token, row in zip(previous.split(1), weights.split(1), strict=True):
        states.append(state)
        state = model.step(token, state, memory, row).state
    return join(states)


def check_model(checkpoint: Checkpoint, trace: Trace) -> None:
    """Make sure that a trace may be walked again with a model.

    Raises:
        ValueError: if the trace is of another variant or vocabulary than the checkpoint.
    """
    if trace.variant != checkpoint.variant:
        raise ValueError(f"The trace is of {trace.variant}, the model is {checkpoint.variant}.")
    size, tokenizer = len(checkpoint.tokenizer), checkpoint.tokenizer
    for sentence in (trace.source, trace.target):
        for token, piece in zip(sentence.ids, sentence.pieces, strict=True):
            if not 0 <= token < size or tokenizer.piece(token) != piece:
                raise ValueError(
                    f"The trace has a token {piece!r} that this model's vocabulary has not, or has "
                    "under another number: the trace was made with another model."
                )
