"""Beam search: the best hypotheses of each sentence, each as a trace.

`decoding.tree` returns one search with all the extensions it considered.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor

from alignoscope.data.tokenizer import END_ID, START_ID
from alignoscope.decoding.loop import length_limit
from alignoscope.decoding.reading import read
from alignoscope.decoding.recording import (
    BatchStep,
    Best,
    Choice,
    Recorded,
    keep,
    make_trace,
    most_probable,
    record,
)
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.steps import select
from alignoscope.models.seq2seq import Seq2Seq, pad_ids
from alignoscope.records.limits import MAX_WIDTH
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace
from alignoscope.records.tree import Fate


class Extension(NamedTuple):
    """A hypothesis extended by one token: one of the 2 `width` best of its sentence at its step."""

    parent: int | None  # rank of the hypothesis at the step before
    choice: Choice  # the token, and the hypothesis's row in the batch
    total: float  # log-probability of the extended hypothesis (nats)
    fate: Fate


class FinishedHypothesis(NamedTuple):
    """A finished hypothesis, given by the step and rank of its last extension.

    It has ended with the end mark or at the length limit.
    """

    score: float  # log p(y) / |y|^length_penalty
    step: int
    rank: int


class Search(NamedTuple):
    """The extensions that a search over a batch of sentences considered, and its results."""

    width: int
    values: Tensor  # [batch, src_len, value_size]
    recorded: Recorded | None  # all steps, for making traces; None if not traced
    layers: list[list[list[Extension]]]  # by step, then by sentence; best first
    found: list[list[FinishedHypothesis]]  # by sentence; best first


class _Walk:
    """The decoder state of one model in a search, for all beams of a batch of sentences."""

    def __init__(self, model: Seq2Seq, ids: Tensor, width: int) -> None:
        memory = model.encode(ids)
        self.model = model
        self.memory = memory.change(lambda part: part.repeat_interleave(width, dim=0))
        self.state = model.decoder.initial_state(self.memory)

    def step(self, token: Tensor) -> Tensor:
        """Return the log-probabilities [batch * width, vocab_size] after the previous tokens."""
        self.output = self.model.step(token, self.state, self.memory)
        return torch.log_softmax(self.model.logits(*self.output.written), dim=-1)

    def keep(self, rows: Tensor) -> None:
        """Continue from rows [batch * width] of the last step, in this order; rows may repeat."""
        self.state = select(self.output.state, rows)


def beam_search(
    checkpoint: Checkpoint,
    texts: Sequence[str],
    width: int = 5,
    length_penalty: float = 1.0,
    *,
    most: int | None = None,
) -> list[list[Trace]]:
    """Return the best hypotheses of each text, best first.

    A hypothesis is ranked by log p(y) / |y|^length_penalty, |y| counting the end mark (Wu et al.
    2016, section 7, in its simplest form). Its weights are those of its own steps, found along the
    back-pointers. The search of a text stops when `width` hypotheses have ended, or at the length
    limit of `translate`.

    Args:
        checkpoint: the model and its tokenizer.
        texts: the sentences to translate.
        width: the beam width.
        length_penalty: the exponent of the length; 0 ranks by log-probability.
        most: the most hypotheses to return per text; by default `width`.

    Raises:
        ValueError: as `translate` does, or if the width or the penalty is out of range.
    """
    check_beam(width, length_penalty, MAX_WIDTH)
    if not texts:
        return []
    sources = [read(checkpoint.tokenizer, text, "source") for text in texts]
    done = search([checkpoint.model], sources, width, length_penalty)
    return [
        [
            hypothesis_trace(checkpoint, source, done, i, found.step, found.rank)
            for found in done.found[i][:most]
        ]
        for i, source in enumerate(sources)
    ]


def check_beam(width: int, length_penalty: float, most: int) -> None:
    """Raise a ValueError if the width, of at most `most`, or the length penalty is out of range."""
    if not 1 <= width <= most or width != int(width):
        raise ValueError(f"The beam width is {width}: expected a whole number, 1 to {most}.")
    if not 0 <= length_penalty <= 10:
        raise ValueError(f"The length penalty is {length_penalty}: expected 0 to 10.")


@torch.inference_mode()
def search(
    models: Sequence[Seq2Seq],
    sources: Sequence[Sentence],
    width: int,
    penalty: float,
    *,
    traced: bool = True,
) -> Search:
    """Search with all beams of all sentences in one batch.

    Row i * width + k is beam k of sentence i. Several models form an ensemble: a token's
    log-probability is the mean of theirs.

    Args:
        models: the models, which share a vocabulary.
        sources: the sentences to translate.
        width: the beam width.
        penalty: the length penalty.
        traced: whether to keep the first model's steps, which traces are made from.
    """
    batch, limits = len(sources), [length_limit(source) for source in sources]
    ids = pad_ids([source.ids for source in sources])
    walks = [_Walk(model, ids, width) for model in models]
    done = Search(width, walks[0].memory.values[::width], None, [], [[] for _ in sources])
    token = torch.full((batch * width,), START_ID)
    totals = torch.full((batch, width), -torch.inf)
    totals[:, 0] = 0  # all beams start as the same hypothesis, so only one may be extended
    step = 0
    steps: list[BatchStep] = []
    while any(len(f) < width and step < n for f, n in zip(done.found, limits, strict=True)):
        log_probs = [walk.step(token) for walk in walks]
        mean = torch.stack(log_probs).mean(dim=0) if len(walks) > 1 else log_probs[0]
        best = most_probable(mean, 2 * width)
        if traced:
            steps.append(keep(walks[0].output, best))
        done.layers.append(_extend(best, totals, done))
        for layer, ended, limit in zip(done.layers[step], done.found, limits, strict=True):
            ended += _ends(layer, step, limit, width - len(ended), penalty)
        live = [[e for e in layer if e.fate == "live"] for layer in done.layers[step]]
        totals = torch.tensor([[extension.total for extension in row] for row in live])
        rows = torch.tensor([e.choice.row for row in live for e in row])
        for walk in walks:
            walk.keep(rows)
        token = torch.tensor([e.choice.token for row in live for e in row])
        step += 1
    found = [sorted(some, key=lambda one: -one.score)[:width] for some in done.found]
    return done._replace(found=found, recorded=record(steps) if traced else None)


def hypothesis_trace(
    checkpoint: Checkpoint, source: Sentence, done: Search, i: int, step: int, rank: int
) -> Trace:
    """Return the trace of a hypothesis, given by its last extension.

    Args:
        checkpoint: the model and its tokenizer.
        source: the tokenised source.
        done: the search, which must have been traced.
        i: the index of the sentence in the batch.
        step: the step of the last extension, from 0.
        rank: the rank of the last extension at its step.
    """
    path = hypothesis_path(done, i, step, rank)
    assert done.recorded is not None
    trace = make_trace(checkpoint, source, done.values[i], done.recorded, path, "beam")
    return replace(trace, beam=done.width)


def hypothesis_path(done: Search, i: int, step: int, rank: int) -> list[Choice]:
    """Return the choices of a hypothesis along its back-pointers; see `hypothesis_trace`."""
    path: list[Choice] = []
    at: int | None = rank
    for layer in done.layers[step::-1]:
        assert at is not None
        extension = layer[i][at]
        path.append(extension.choice)
        at = extension.parent
    return path[::-1]


def _extend(tokens: Best, totals: Tensor, done: Search) -> list[list[Extension]]:
    """Return the best one-token extensions of each sentence's hypotheses, with their fates.

    At least `width` of a sentence's 2 `width` best extensions stay live, since each hypothesis has
    only one extension by the end mark. All of them are among the 2 `width` most probable tokens of
    their own hypothesis.
    """
    batch, width = totals.shape
    own, ids = (part.cpu().reshape(batch, -1) for part in tokens)
    most = own.shape[-1] // width
    extended = own + totals.repeat_interleave(most, dim=-1)
    best = extended.topk(min(2 * width, own.shape[-1]), dim=-1)
    parts = (best.indices // most, ids.gather(1, best.indices), own.gather(1, best.indices))
    layers = []
    for i, columns in enumerate(zip(*(p.tolist() for p in (*parts, best.values)), strict=True)):
        parents = _live(done.layers[-1][i]) if done.layers else [None] * width
        live = 0
        layer: list[Extension] = []
        for beam, token, log_prob, total in zip(*columns, strict=True):
            if token == END_ID:
                ends = len(layer) < width and total > -torch.inf
                fate: Fate = "ended" if ends else "pruned"
            else:
                fate = "live" if live < width else "pruned"
                live += fate == "live"
            choice = Choice(i * width + beam, token, log_prob)
            layer.append(Extension(parents[beam], choice, total, fate))
        layers.append(layer)
    return layers


def _live(layer: Sequence[Extension]) -> list[int]:
    return [i for i, extension in enumerate(layer) if extension.fate == "live"]


def _ends(
    layer: Sequence[Extension], step: int, limit: int, room: int, penalty: float
) -> list[FinishedHypothesis]:
    """Return the hypotheses that finish at a step: ended, or live at the length limit.

    Args:
        layer: the extensions of one sentence at the step.
        step: the step, from 0.
        limit: the most steps of the sentence.
        room: how many more hypotheses the beam needs.
        penalty: the length penalty.
    """
    if step >= limit:
        return []
    done = [i for i, extension in enumerate(layer) if extension.fate == "ended"][:room]
    if step == limit - 1 and len(done) < room:
        done += _live(layer)
    return [FinishedHypothesis(layer[i].total / (step + 1) ** penalty, step, i) for i in done]
