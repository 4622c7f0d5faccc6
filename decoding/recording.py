"""What a step of a batch leaves for traces. Here, and only here, tensors become arrays."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from torch import Tensor

from alignoscope.data.tokenizer import END_ID, Tokenizer
from alignoscope.models.attention import LocalAttention
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.steps import StepOutput
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Candidates, Edited, Trace, TraceStep
from alignoscope.records.variant import parse_variant

CANDIDATES = 10


class Choice(NamedTuple):
    """The token that one sentence of a batch wrote at one step; `row` is its row in the batch."""

    row: int
    token: int
    log_prob: float


class BatchStep(NamedTuple):
    """One step of a whole batch, as arrays with the batch axis first."""

    arrays: dict[str, np.ndarray | None]  # query, scores, weights, context and center
    best: np.ndarray  # [batch, CANDIDATES], the most probable tokens
    best_log_probs: np.ndarray  # [batch, CANDIDATES]
    given: bool  # whether other weights than the computed ones were used


class Best(NamedTuple):
    """The most probable tokens of each row, best first: [batch, most]."""

    log_probs: Tensor
    tokens: Tensor


def most_probable(log_probs: Tensor, most: int = CANDIDATES) -> Best:
    """Return the best of log-probabilities [batch, vocab_size]: as many as a trace keeps, at least.

    All, where the vocabulary has fewer.
    """
    most = min(max(most, CANDIDATES), log_probs.shape[-1])
    return Best(*log_probs.topk(most, dim=-1))


def record(output: StepOutput, best: Best, *, given: bool = False) -> BatchStep:
    """Return what traces keep of one step of a batch, as arrays."""
    parts = {"query": output.query, **output.attention._asdict()}
    log_probs, tokens = (part[:, :CANDIDATES].numpy() for part in best)
    arrays = {name: None if part is None else part.numpy() for name, part in parts.items()}
    return BatchStep(arrays, tokens, log_probs, given)


def make_trace(
    checkpoint: Checkpoint,
    source: Sentence,
    values: Tensor,
    steps: Sequence[BatchStep],
    path: Sequence[Choice],
    mode: str,
    target: Sentence | None = None,
) -> Trace:
    """Return the trace of one sentence: its choices, and its rows of the batch's steps.

    The target is what the choices spell, unless it is given as people wrote it. Where weights were
    given, the trace is `edited`.
    """
    tokenizer, attention = checkpoint.tokenizer, checkpoint.model.decoder.attention
    src_len = len(source.ids)
    edited = tuple(Edited(step=i) for i, step in enumerate(steps[: len(path)]) if step.given)
    return Trace(
        variant=checkpoint.variant,
        timing=parse_variant(checkpoint.variant).timing,
        mode="edited" if edited else mode,
        source=source,
        target=tokenizer.decode([choice.token for choice in path]) if target is None else target,
        finished=path[-1].token == END_ID,
        window=attention.window if isinstance(attention, LocalAttention) else None,
        values=values[:src_len].numpy().copy(),
        steps=tuple(
            _make_step(tokenizer, step, choice, src_len)
            for step, choice in zip(steps, path, strict=False)
        ),
        given=len(path) if edited and target is not None else 0,
        edited=edited,
    )


def _make_step(tokenizer: Tokenizer, step: BatchStep, choice: Choice, src_len: int) -> TraceStep:
    row = {name: None if a is None else a[choice.row] for name, a in step.arrays.items()}
    query, context = row["query"], row["context"]
    assert query is not None
    assert context is not None
    return TraceStep(
        token=tokenizer.piece(choice.token),
        log_prob=choice.log_prob,
        query=query.copy(),
        scores=None if row["scores"] is None else row["scores"][:src_len].copy(),
        weights=None if row["weights"] is None else row["weights"][:src_len].copy(),
        context=context.copy(),
        center=None if row["center"] is None else float(row["center"]),
        candidates=Candidates(
            tuple(map(tokenizer.pieces.__getitem__, step.best[choice.row].tolist())),
            tuple(step.best_log_probs[choice.row].tolist()),
        ),
    )
