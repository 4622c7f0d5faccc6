"""Importance: how much a target token's probability depends on the attention weights.

Two measures to compare with the weights: the change of log p(y_t) when only row t is changed, and
the gradient of log p(y_t) times its input.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from alignoscope.analysis.edits import uniform
from alignoscope.analysis.likelihoods import check_model, check_values
from alignoscope.analysis.normalising import is_given
from alignoscope.data.tokenizer import START_ID
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.attention import Memory
from alignoscope.models.layers.copying import Copying
from alignoscope.models.layers.steps import StepOutput, select
from alignoscope.models.seq2seq import Seq2Seq, pad_ids
from alignoscope.models.transformer.heads import MultiHead
from alignoscope.records.trace import Trace


@dataclass(frozen=True, kw_only=True, eq=False)
class Importance:
    """The importance of each row for its target token; without attention, only the gradient.

    A Transformer has only the gradient, too: its map is a mean that no step reads.

    A fall is log p(y_t) with the model's row minus log p(y_t) with the changed row (nats). It is
    above 0 if the row helped.
    """

    uniform: np.ndarray | None  # [tgt_len], the fall with uniform weights
    permuted: np.ndarray | None  # [tgt_len], the mean fall with permuted weights
    without_top: np.ndarray | None  # [tgt_len], NaN if one source token has all the weight
    gradient: np.ndarray  # [tgt_len, src_len], gradient times input, signed
    correlation: np.ndarray | None  # [tgt_len], Spearman, weights and |gradient|


def importance(
    checkpoint: Checkpoint, trace: Trace, *, permutations: int = 20, seed: int = 0
) -> Importance:
    """Measure the importance of each row of a trace, with all earlier steps as in the trace.

    Falls: row t is made uniform, permuted at random (Jain and Wallace 2019, section 4.2.1), or
    loses its largest weight; its total is kept. No other row changes.

    Gradient times input: x_j . d log p(y_t) / d x_j, with x_j the embedding of source token j
    (Denil et al. 2014; the gradient as saliency in Li et al. 2016). Replaced weights are constants;
    all others depend on the source as in the model.

    The correlation is Spearman's, and NaN for a row of equal numbers.

    Args:
        checkpoint: the model that decoded the trace.
        trace: the trace.
        permutations: the number of random permutations per row.
        seed: the seed of the permutations.

    Raises:
        ValueError: if the trace is of another model, or there is no permutation.
    """
    check_model(checkpoint, trace)
    check_values(trace, checkpoint.model.encode(pad_ids([trace.source.ids])).values[0])
    if permutations < 1:
        raise ValueError(f"{permutations} permutations: expected at least 1.")
    gradient = _gradient_times_input(checkpoint.model, trace)
    weights = trace.weights
    if weights is None or isinstance(checkpoint.model.decoder.attention, MultiHead):
        return Importance(
            uniform=None, permuted=None, without_top=None, gradient=gradient, correlation=None
        )
    falls = _falls(checkpoint.model, trace, weights, permutations, seed)
    correlations = map(rank_correlation, weights, np.abs(gradient))
    return Importance(
        uniform=falls[:, 0],
        permuted=falls[:, 2:].mean(axis=1),
        without_top=falls[:, 1],
        gradient=gradient,
        correlation=np.array(list(correlations)),
    )


def rank_correlation(first: np.ndarray, second: np.ndarray) -> float:
    """Return Spearman's rank correlation of two rows [n]; equal numbers share their mean rank.

    It is NaN if all numbers of a row are equal.
    """
    ranks = [_ranks(row) - (len(row) + 1) / 2 for row in (first, second)]
    norm = np.sqrt(np.prod([(row**2).sum() for row in ranks]))
    return float((ranks[0] @ ranks[1]) / norm) if norm else float("nan")


def _ranks(row: np.ndarray) -> np.ndarray:
    _, group, counts = np.unique(row, return_inverse=True, return_counts=True)
    return (counts.cumsum() - (counts - 1) / 2)[group]


@torch.inference_mode()
def _falls(
    model: Seq2Seq, trace: Trace, weights: np.ndarray, permutations: int, seed: int
) -> np.ndarray:
    """Return the falls [tgt_len, 2 + permutations]: uniform, without the top, and permuted.

    Each step is one batch of the trace's row and the changed rows. Only the state of the trace's
    row is carried to the next step.

    Args:
        model: the model.
        trace: the trace to decode again.
        weights: its weights [tgt_len, src_len].
        permutations: the number of permutations per row.
        seed: the seed of the permutations.
    """
    generator = np.random.default_rng(seed)
    memory = model.encode(torch.tensor([trace.source.ids]))
    state = model.decoder.initial_state(memory)
    size = 3 + permutations
    memory = memory.change(lambda part: part.expand(size, *part.shape[1:]))
    falls, previous = [], START_ID
    for row, token in zip(weights, trace.target.ids, strict=True):
        permuted = generator.permuted(np.tile(row, (permutations, 1)), axis=1)
        rows = torch.from_numpy(np.stack([row, uniform(row), _without_top(row), *permuted])).float()
        state = select(state, torch.zeros(size, dtype=torch.long))
        output = model.step(torch.full((size,), previous), state, memory, rows)
        log_probs = torch.log_softmax(model.logits(*output.written), dim=-1)[:, token]
        falls.append((log_probs[0] - log_probs[1:]).numpy())
        state, previous = select(output.state, torch.tensor([0])), token
    return np.stack(falls)


def _without_top(row: np.ndarray) -> np.ndarray:
    """Return a row [src_len] without its largest weight, the others scaled up; NaN if all are 0."""
    left = np.where(np.arange(len(row)) == row.argmax(), 0.0, row)
    return left * (row.sum() / left.sum()) if left.any() else np.full(len(row), np.nan)


def _gradient_times_input(model: Seq2Seq, trace: Trace) -> np.ndarray:
    """Return the gradient times input [tgt_len, src_len] of all target tokens.

    Each log-probability depends on the source only through its step's readout, and what it copies.
    The gradients with respect to these are therefore computed first, and one batched backward pass
    turns them into gradients with respect to the source embeddings.
    """
    ids = trace.target.ids
    with torch.enable_grad():
        embedded = model.embed(torch.tensor([trace.source.ids])).requires_grad_()
        mask = torch.ones(embedded.shape[:2], dtype=torch.bool)
        memory = model.memory(embedded, mask, torch.tensor([trace.source.ids]))
        state, written = model.decoder.initial_state(memory), []
        for i, previous in enumerate((START_ID, *ids[:-1])):
            given = None
            if is_given(trace, i):
                given = torch.tensor(trace.steps[i].weights).unsqueeze(0)
            output = model.step(torch.tensor([previous]), state, memory, given)
            state = output.state
            written.append(_joined(output))
        stacked = torch.cat(written)
        log_probs = torch.log_softmax(model.logits(*_parted(model, stacked, memory)), dim=-1)
        chosen = log_probs.gather(1, torch.tensor(ids).unsqueeze(1)).sum()
        (by_part,) = torch.autograd.grad(chosen, stacked, retain_graph=True)
        each = torch.diag_embed(by_part.T).permute(1, 2, 0)  # [tgt_len, tgt_len, size]
        (gradient,) = torch.autograd.grad(stacked, embedded, each, is_grads_batched=True)
    return (gradient.squeeze(1) * embedded).sum(dim=-1).detach().numpy()


def _joined(output: StepOutput) -> Tensor:
    """Return what determines a step's probabilities as one vector [1, size]."""
    readout, copying = output.written
    parts = [] if copying is None else [copying.gate.unsqueeze(-1), copying.shares]
    return torch.cat([readout, *parts], dim=-1)


def _parted(model: Seq2Seq, joined: Tensor, memory: Memory) -> tuple[Tensor, Copying | None]:
    """Return readouts and what may be copied, of the vectors [n, size] of `_joined`."""
    if memory.source is None:
        return joined, None
    sizes = (model.config.embedding_size, 1, memory.source.shape[1])
    readout, gate, shares = joined.split(sizes, dim=-1)
    return readout, Copying(gate.squeeze(-1), shares, memory.source.expand_as(shares))
