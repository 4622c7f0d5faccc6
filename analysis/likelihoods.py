"""Single-source likelihoods: p(y_t) if the context were the value of one source token."""

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

import numpy as np
import torch

from alignoscope.data.tokenizer import START_ID
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.decoders.readouts import StepSourcePairs
from alignoscope.models.layers.attention import Memory
from alignoscope.models.seq2seq import pad_ids
from alignoscope.models.single_source_readout import has_posterior, single_source_readouts
from alignoscope.records.trace import Trace

ROWS = 512  # pairs of a step and a source token per call
SAME_VALUES = 0.02  # Encoder states are of -1 to 1; processors and rounded files differ by less.
FEW = 32  # readouts per vocabulary layer, so few that their logits stay in the processor's cache


def with_posterior(checkpoint: Checkpoint, trace: Trace) -> Trace:
    """Return a trace with its single-source likelihoods, if there are any (`with_posteriors`)."""
    return with_posteriors(checkpoint, [trace])[0]


def with_posteriors(
    checkpoint: Checkpoint, traces: Sequence[Trace], least: float = 0.0
) -> list[Trace]:
    """Return traces with single-source likelihoods; for `least` see `batch_likelihoods`.

    Those without weights stay unchanged, and so do all of a model without posterior.
    """
    if not has_posterior(checkpoint.model):
        return [*traces]
    attending = [trace for trace in traces if trace.weights is not None]
    found = iter(batch_likelihoods(checkpoint, attending, least) if attending else [])
    return [
        trace if trace.weights is None else replace(trace, likelihoods=next(found))
        for trace in traces
    ]


def likelihoods(checkpoint: Checkpoint, trace: Trace) -> np.ndarray:
    """Return log p(y_t | c_t = h_j) [tgt_len, src_len] of one trace; see `batch_likelihoods`."""
    return batch_likelihoods(checkpoint, [trace])[0]


@torch.inference_mode()
def batch_likelihoods(
    checkpoint: Checkpoint, traces: Sequence[Trace], least: float = 0.0
) -> list[np.ndarray]:
    """Return log p(y_t | c_t = h_j) [tgt_len, src_len], in nats, of each trace.

    The context of step t is replaced by the value of one source token; all earlier steps are as in
    the trace. The result shows which single source token would have led to the word. It is -inf
    where the weight is below `least`: that a posterior needs no such cell saves most of the time.

    Raises:
        ValueError: if a trace has no weights, or is of another model, or of one without posterior.
    """
    for trace in traces:
        check_model(checkpoint, trace)
        if trace.weights is None:
            raise ValueError(f"{trace.label} has no weights: without them there is no posterior.")
    model, written = checkpoint.model, pad_ids([trace.target.ids for trace in traces])
    previous = torch.cat([torch.full_like(written[:, :1], START_ID), written[:, :-1]], dim=1)
    memory = model.encode(pad_ids([trace.source.ids for trace in traces]))
    for trace, values in zip(traces, memory.values, strict=True):
        check_values(trace, values)
    readouts = single_source_readouts(model, memory, previous, _weights(traces, previous, memory))
    kept = [torch.tensor(trace.weights) >= least for trace in traces]
    asked = [  # rows of (sentence, step, source token)
        torch.nn.functional.pad(cells.nonzero(), (1, 0), value=i) for i, cells in enumerate(kept)
    ]
    found = []
    for rows in torch.cat(asked).split(ROWS):
        one = StepSourcePairs(*rows.unbind(dim=1))
        words = written[one.sentence, one.step].unsqueeze(1)
        readout, copying = readouts(one)
        for few in torch.arange(len(words)).split(FEW):
            copied = copying and copying.change(itemgetter(few))
            log_probs = torch.log_softmax(model.logits(readout[few], copied), dim=-1)
            found.append(log_probs.gather(1, words[few]))
    parts = torch.cat(found).flatten().split([len(rows) for rows in asked])
    return [
        torch.full(cells.shape, -torch.inf, dtype=part.dtype).masked_scatter(cells, part).numpy()
        for cells, part in zip(kept, parts, strict=True)
    ]


def _weights(traces: Sequence[Trace], previous: torch.Tensor, memory: Memory) -> torch.Tensor:
    """Return the weights of all traces [batch, tgt_len, src_len], padded with 0."""
    weights = torch.zeros(*previous.shape, memory.mask.shape[1])
    for i, trace in enumerate(traces):
        assert trace.weights is not None
        weights[i, : len(trace.steps), : len(trace.source.ids)] = torch.tensor(trace.weights)
    return weights


def check_values(trace: Trace, values: torch.Tensor) -> None:
    """Check that a trace has the values that its model computes for its source.

    Args:
        trace: the trace.
        values: the encoder states [at least src_len, value_size].

    Raises:
        ValueError: if the trace was made with another model.
    """
    if not trace.values.size:
        return  # A file need not have them.
    own = values[: len(trace.values)].detach().numpy()
    if own.shape != trace.values.shape or np.abs(own - trace.values).max() > SAME_VALUES:
        raise ValueError(
            f"The trace of {trace.label} has other encoder states than this model: it is of "
            "another model of the same variant. Give the model that made it."
        )


def check_model(checkpoint: Checkpoint, trace: Trace) -> None:
    """Check that a trace can be decoded again with a model.

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
