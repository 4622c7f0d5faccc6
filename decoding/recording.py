"""Recording of decoding steps for traces. Only here do tensors become arrays."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import pad

from alignoscope.data.tokenizer import END_ID, Tokenizer
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.attention import LocalAttention
from alignoscope.models.layers.steps import StepOutput
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Candidates, Edited, Trace, TraceStep
from alignoscope.records.variant import parse_variant

CANDIDATES = 10


class Choice(NamedTuple):
    """The token chosen for one sentence at one step; `row` is the sentence's row in the batch."""

    row: int
    token: int
    log_prob: float


class Best(NamedTuple):
    """The most probable tokens of each row, best first: [batch, most]."""

    log_probs: Tensor
    tokens: Tensor


def most_probable(log_probs: Tensor, most: int = CANDIDATES) -> Best:
    """Return the most probable tokens of log-probabilities [batch, vocab_size].

    Their number is `most`, but at least `CANDIDATES`, and at most the vocabulary's size.
    """
    most = min(max(most, CANDIDATES), log_probs.shape[-1])
    return Best(*log_probs.topk(most, dim=-1))


class BatchStep(NamedTuple):
    """The parts of one step of a batch that traces keep."""

    # query, scores, weights, context, center, heads, self_heads, p_gen: [batch, ...]
    parts: tuple[Tensor | None, ...]
    best: Best
    given: bool  # True if an oracle replaced the weights


class Recorded(NamedTuple):
    """The parts of all steps of a batch that traces keep, as arrays [tgt_len, batch, ...]."""

    parts: tuple[np.ndarray | None, ...]  # as in `BatchStep`
    log_probs: np.ndarray  # log-probabilities of the most probable tokens, best first
    tokens: np.ndarray  # ids of these tokens
    given: list[bool]  # for each step, whether an oracle replaced the weights


def keep(output: StepOutput, best: Best, *, given: bool = False) -> BatchStep:
    """Select the parts of one step's output that traces keep."""
    p_gen = None if output.copying is None else torch.sigmoid(output.copying.gate)
    return BatchStep((output.query, *output.attention, p_gen), best, given)


def record(steps: Sequence[BatchStep]) -> Recorded:
    """Stack the steps of a batch into arrays, after the last step."""
    parts = zip(*(step.parts for step in steps), strict=True)
    best = zip(*(step.best for step in steps), strict=True)
    log_probs, tokens = (torch.stack(part)[..., :CANDIDATES].cpu().numpy() for part in best)
    given = [step.given for step in steps]
    return Recorded(tuple(map(_stack, parts)), log_probs, tokens, given)


def make_trace(
    checkpoint: Checkpoint,
    source: Sentence,
    values: Tensor,
    recorded: Recorded,
    path: Sequence[Choice],
    mode: str,
    target: Sentence | None = None,
) -> Trace:
    """Return the trace of one sentence of a decoded batch.

    Args:
        checkpoint: the model and its tokenizer.
        source: the tokenised source.
        values: the encoder states [at least src_len, value_size].
        recorded: the steps of the batch.
        path: the sentence's choices, one per step.
        mode: the trace's mode; `edited` instead if an oracle replaced weights.
        target: the forced target; by default the sentence that the choices spell.
    """
    tokenizer, attention = checkpoint.tokenizer, checkpoint.model.decoder.attention
    given = recorded.given[: len(path)]
    edited = tuple(Edited(step=i) for i, other in enumerate(given) if other)
    return Trace(
        variant=checkpoint.variant,
        timing=parse_variant(checkpoint.variant).timing,
        mode="edited" if edited else mode,
        source=source,
        target=tokenizer.decode([choice.token for choice in path]) if target is None else target,
        finished=path[-1].token == END_ID,
        window=attention.window if isinstance(attention, LocalAttention) else None,
        values=values[: len(source.ids)].cpu().numpy().copy(),
        steps=_make_steps(tokenizer, recorded, path, len(source.ids)),
        given=len(path) if edited and target is not None else 0,
        edited=edited,
        bidirectional=checkpoint.model.config.two_way,
    )


def _make_steps(
    tokenizer: Tokenizer, recorded: Recorded, path: Sequence[Choice], src_len: int
) -> tuple[TraceStep, ...]:
    """Return the steps of one sentence; their arrays do not share memory with the batch."""
    every, rows = range(len(path)), [choice.row for choice in path]
    taken = (None if part is None else part[every, rows] for part in recorded.parts)
    query, scores, weights, context, center, heads, self_heads, p_gen = taken
    assert query is not None
    assert context is not None
    likely = (part[every, rows].tolist() for part in (recorded.tokens, recorded.log_probs))
    return tuple(
        TraceStep(
            token=tokenizer.piece(choice.token),
            log_prob=choice.log_prob,
            query=query[i],
            scores=None if scores is None else scores[i, :src_len],
            weights=None if weights is None else weights[i, :src_len],
            context=context[i],
            center=None if center is None else float(center[i]),
            p_gen=None if p_gen is None else float(p_gen[i]),
            heads=None if heads is None else heads[i, :, :src_len],
            self_heads=None if self_heads is None else self_heads[i, :, : i + 1],
            candidates=Candidates(tuple(map(tokenizer.pieces.__getitem__, tokens)), tuple(own)),
        )
        for i, (choice, tokens, own) in enumerate(zip(path, *likely, strict=True))
    )


def _stack(parts: Sequence[Tensor | None]) -> np.ndarray | None:
    """Stack one part of all steps into an array; None if the steps have no such part."""
    known = [part for part in parts if part is not None]
    if not known:
        return None
    # Each step attends to one token more than the one before.
    longest = known[-1].shape[-1]
    known = [pad(part, (0, longest - part.shape[-1])) for part in known]
    return torch.stack(known).cpu().numpy()
