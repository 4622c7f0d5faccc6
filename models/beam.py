"""Beam search: the best hypotheses of a sentence, each a trace of its own."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from data.limits import MAX_WIDTH
from data.tokenizer import END_ID, START_ID
from models.attention import Memory
from models.checkpoint import Checkpoint
from models.decoders import select
from models.decoding import BatchStep, Choice, length_limit, make_trace, read, record
from models.seq2seq import pad_ids
from models.trace import Trace


class _Layer(NamedTuple):
    """The live hypotheses after one step: their tokens, and the rows that they came from."""

    parents: list[int]
    tokens: list[int]
    log_probs: list[float]  # of each token


class _Hypothesis(NamedTuple):
    """A hypothesis that has ended, or met the length limit."""

    score: float  # its log-probability over its length to the power of the length penalty
    path: list[Choice]


@torch.inference_mode()
def beam_search(
    checkpoint: Checkpoint, texts: Sequence[str], width: int = 5, length_penalty: float = 1.0
) -> list[list[Trace]]:
    """Return up to `width` hypotheses of each text, best first.

    A hypothesis is ranked by log p(y) / |y|^length_penalty, |y| counting the end mark (Wu et al.
    2016, section 7, in its simplest form). Its weights are those of its own steps, carried along
    the back-pointers. A text is done when `width` hypotheses have ended, or at the length limit of
    `translate`.

    Raises:
        ValueError: as `translate` does, or if the width or the penalty is out of range.
    """
    if not 1 <= width <= MAX_WIDTH:
        raise ValueError(f"The beam width is {width}: expected a whole number, 1 to {MAX_WIDTH}.")
    if not 0 <= length_penalty <= 10:
        raise ValueError(f"The length penalty is {length_penalty}: expected 0 to 10.")
    if not texts:
        return []
    sources = [read(checkpoint.tokenizer, text, "source") for text in texts]
    memory = checkpoint.model.encode(pad_ids([source.ids for source in sources]))
    limits = [length_limit(source) for source in sources]
    steps, found = _search(checkpoint, memory, limits, width, length_penalty)
    return [
        [
            make_trace(checkpoint, source, memory.values[i], steps, hypothesis.path)
            for hypothesis in sorted(found[i], key=lambda h: -h.score)[:width]
        ]
        for i, source in enumerate(sources)
    ]


def _search(
    checkpoint: Checkpoint, memory: Memory, limits: list[int], width: int, penalty: float
) -> tuple[list[BatchStep], list[list[_Hypothesis]]]:
    """Walk the beams of all sentences together; row i * width + k is beam k of sentence i."""
    model, batch = checkpoint.model, len(limits)
    rows = torch.arange(batch).repeat_interleave(width)
    memory = Memory(*(part[rows] for part in memory))
    state, token = model.decoder.initial_state(memory), torch.full((len(rows),), START_ID)
    totals = torch.full((batch, width), -torch.inf)
    totals[:, 0] = 0  # all beams are the same hypothesis at first
    steps: list[BatchStep] = []
    layers: list[_Layer] = []
    found: list[list[_Hypothesis]] = [[] for _ in range(batch)]
    while any(len(f) < width and len(steps) < n for f, n in zip(found, limits, strict=True)):
        output = model.step(token, state, memory)
        log_probs = torch.log_softmax(model.logits(output.readout), dim=-1)
        steps.append(record(output, log_probs))
        layer, totals, ended = _extend(log_probs, totals, width)
        for i, total, choice in ended:
            if len(found[i]) < width and len(steps) <= limits[i]:
                path = [*_path(layers, choice.row), choice]
                found[i].append(_Hypothesis(total / len(path) ** penalty, path))
        layers.append(layer)
        state, token = select(output.state, torch.tensor(layer.parents)), torch.tensor(layer.tokens)
        for i, limit in enumerate(limits):
            if len(steps) == limit and len(found[i]) < width:
                paths = [_path(layers, i * width + k) for k in range(width)]
                scores = (totals[i] / limit**penalty).tolist()
                found[i] += map(_Hypothesis, scores, paths)
    return steps, found


def _extend(
    log_probs: Tensor, totals: Tensor, width: int
) -> tuple[_Layer, Tensor, list[tuple[int, float, Choice]]]:
    """Extend every hypothesis by one token; return the live ones and those that end.

    Of each sentence's 2 `width` best, at least `width` go on, since a hypothesis ends in one way.
    """
    batch, vocab_size = len(totals), log_probs.shape[-1]
    extended = totals.unsqueeze(-1) + log_probs.view(batch, width, vocab_size)
    best = extended.flatten(1).topk(min(2 * width, width * vocab_size), dim=-1)
    layer, live, ended = _Layer([], [], []), [], []
    for i in range(batch):
        totals_of_live: list[float] = []
        pairs = zip(best.values[i].tolist(), best.indices[i].tolist(), strict=True)
        for rank, (total, place) in enumerate(pairs):
            row, token = i * width + place // vocab_size, place % vocab_size
            log_prob = log_probs[row, token].item()
            if token == END_ID:
                if rank < width and total > -torch.inf:
                    ended.append((i, total, Choice(row, token, log_prob)))
            elif len(totals_of_live) < width:
                totals_of_live.append(total)
                layer.parents.append(row)
                layer.tokens.append(token)
                layer.log_probs.append(log_prob)
        live.append(totals_of_live)
    return layer, torch.tensor(live), ended


def _path(layers: Sequence[_Layer], row: int) -> list[Choice]:
    """Follow the back-pointers from a row of the last layer to the first step."""
    path = []
    for layer in reversed(layers):
        path.append(Choice(layer.parents[row], layer.tokens[row], layer.log_probs[row]))
        row = layer.parents[row]
    return path[::-1]
