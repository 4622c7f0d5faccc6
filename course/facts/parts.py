"""Facts about the parts of attention: its parameters, its rows, and one formula in two shapes."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace

import numpy as np
import torch
from torch import nn

from alignoscope.analysis.normalising import weights_under
from alignoscope.course.facts.sentences import LETTERS
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.scores import SCORES
from alignoscope.models.scores.additive import Additive, Concat
from alignoscope.records.trace import Trace

ROUNDING, SOME = 1e-5, 0.1  # Relative differences: by the order of additions, and visible ones.


def contexts(text: str, checkpoint: Checkpoint) -> int:
    """Return the number of distinct context vectors while a text is translated."""
    steps = translate(checkpoint, [text])[0].steps
    return len(np.unique(np.stack([step.context for step in steps]).round(4), axis=0))


def grows(short: str, long: str, checkpoint: Checkpoint) -> str:
    """Return whether the context of a longer text has "more" numbers, or "as many"."""
    sizes = [one.steps[0].context.size for one in translate(checkpoint, [short, long])]
    return "more" if sizes[1] > sizes[0] else "as many"


def order(text: str, checkpoint: Checkpoint) -> str:
    """Return the order of operations that leads from the scores to the context of each step."""
    trace = translate(checkpoint, [text])[0]
    assert trace.scores is not None
    assert trace.weights is not None
    shares = np.array([weights_under(row, 1.0) for row in trace.scores])
    contexts = np.stack([step.context for step in trace.steps])
    mixed = np.allclose(shares @ trace.values, contexts, atol=1e-4)
    return (
        "softmax, then sum" if mixed and np.allclose(shares, trace.weights, atol=1e-4) else "other"
    )


def parameters(checkpoint: Checkpoint) -> int:
    """Return the number of parameters of the attention."""
    return sum(part.numel() for part in checkpoint.model.decoder.attention.parameters())


def more_parameters(checkpoint: Checkpoint, other: Checkpoint) -> int:
    """Return how many more parameters attention has in one model than in another."""
    return parameters(checkpoint) - parameters(other)


def columns(text: str, checkpoint: Checkpoint) -> int:
    """Return the number of weights in a row: one per source token, including the end mark."""
    return len(checkpoint.tokenizer.encode(text).ids)


@torch.inference_mode()
def refuses(src_len: int, checkpoint: Checkpoint) -> str:
    """Return "refuses" or "takes": whether the attention accepts this many source tokens."""
    attention = checkpoint.model.decoder.attention
    try:
        attention.project(torch.zeros(1, src_len, checkpoint.model.config.hidden_size))
    except ValueError:
        return "refuses"
    return "takes"


def refusing(scores: Sequence[str], query_size: int, key_size: int) -> str:
    """Return the names of the scores that refuse queries and keys of these sizes."""
    refused = []
    for name in scores:
        try:
            SCORES[name](query_size, key_size, query_size)
        except ValueError:
            refused.append(name)
    return ", ".join(refused)


def sums_to_one(checkpoint: Checkpoint) -> str:
    """Return over which words of a map weights sum to 1: those "read", "written", or "both"."""
    trace = translate(checkpoint, [LETTERS])[0]
    assert trace.weights is not None
    axes = {"read": 1, "written": 0}
    one = [name for name, axis in axes.items() if np.allclose(trace.weights.sum(axis), 1)]
    return one[0] if len(one) == 1 else "both" if one else "neither"


def softmax(scores: Sequence[float]) -> list[float]:
    """Return the weights of these scores, to three decimals."""
    return [round(weight, 3) for weight in weights_under(np.array(scores), 1.0).tolist()]


def first_weight(scores: Sequence[float]) -> float:
    """Return the first weight of these scores."""
    return softmax(scores)[0]


def as_additive(concat: Concat, bias: float = 0.0) -> Additive:
    """Return the additive score with a concat score's weights.

    W [q; k] = W1 q + W2 k, with W1 the columns of W that meet the query; `bias` is b in all
    dimensions.
    """
    size, both = concat.query_size, concat.both.weight
    made = Additive(size, both.shape[1] - size, both.shape[0])
    made.query.weight.data = both[:, :size].clone()
    made.key.weight.data = both[:, size:].clone()
    made.key.bias.data = torch.full((both.shape[0],), bias)
    made.v.weight.data = concat.v.weight.clone()
    return made


def without_matrices(checkpoint: Checkpoint) -> Checkpoint:
    """Return a model whose additive score is v . tanh(q + k), without W1, W2 and b.

    This is the score of `keras.layers.AdditiveAttention`.
    """
    model = deepcopy(checkpoint.model)
    score = model.decoder.attention.score
    assert isinstance(score, Additive)
    nn.init.eye_(score.query.weight)
    nn.init.eye_(score.key.weight)
    nn.init.zeros_(score.key.bias)
    return replace(checkpoint, model=model)


def bare_trace(checkpoint: Checkpoint) -> Trace:
    """Return the trace of the model without these matrices, forced to the whole model's output."""
    written = translate(checkpoint, [LETTERS])[0].target.text
    return force(without_matrices(checkpoint), [LETTERS], [written])[0]


def bare_written(checkpoint: Checkpoint) -> str:
    """Return the own translation of the model without these matrices."""
    return translate(without_matrices(checkpoint), [LETTERS])[0].target.text


def places(checkpoint: Checkpoint) -> int:
    """Return the number of distinct source tokens that have the largest weight of a row."""
    return _places(translate(checkpoint, [LETTERS])[0])


def bare_places(checkpoint: Checkpoint) -> int:
    """Return the same number for the model without W1 and W2."""
    return _places(bare_trace(checkpoint))


def _places(trace: Trace) -> int:
    assert trace.weights is not None
    return len(set(trace.weights.argmax(axis=1).tolist()))


def loaded(text: str, checkpoint: Checkpoint) -> str:
    """Return how the scores differ when concat's weights are loaded into additive.

    "rounding" is a difference that float32 explains, relative to the largest score; else "some" or
    "much".
    """
    scores, others = _scores(text, 0.0, checkpoint)
    apart = float((scores - others).abs().max() / scores.abs().max())
    return "rounding" if apart <= ROUNDING else "some" if apart <= SOME else "much"


def bias_moves(text: str, bias: float, checkpoint: Checkpoint) -> float:
    """Return the largest change of a weight by a bias in all dimensions, to two decimals."""
    scores, others = _scores(text, bias, checkpoint)
    moved = torch.softmax(scores, dim=-1) - torch.softmax(others, dim=-1)
    return round(float(moved.abs().max()), 2)


def biased_trace(text: str, bias: float, checkpoint: Checkpoint) -> Trace:
    """Return the trace of a translation with the weights of concat with a bias."""
    trace, scores = translate(checkpoint, [text])[0], _scores(text, bias, checkpoint)[1]
    rows = zip(trace.steps, scores.numpy(), torch.softmax(scores, dim=-1).numpy(), strict=True)
    steps = tuple(
        replace(step, scores=score, weights=row, candidates=()) for step, score, row in rows
    )
    return replace(trace, steps=steps)


@torch.inference_mode()
def _scores(text: str, bias: float, checkpoint: Checkpoint) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the scores [tgt_len, src_len] of a translation, by concat and by its additive form.

    Concat is computed as in the paper, v . tanh(W [q; k]), not in the two parts of `Concat`.
    """
    concat = checkpoint.model.decoder.attention.score
    assert isinstance(concat, Concat)
    trace: Trace = translate(checkpoint, [text])[0]
    queries = torch.from_numpy(np.stack([step.query for step in trace.steps])).unsqueeze(0)
    keys = torch.from_numpy(trace.values.copy()).unsqueeze(0)
    tgt_len, src_len = queries.shape[1], keys.shape[1]
    stacked = (queries[0, :, None].expand(-1, src_len, -1), keys.expand(tgt_len, -1, -1))
    scores = concat.v(torch.tanh(concat.both(torch.cat(stacked, dim=-1)))).squeeze(-1)
    additive = as_additive(concat, bias)
    return scores, additive(queries, additive.project(keys))[0]
