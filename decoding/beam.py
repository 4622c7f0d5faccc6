"""Beam search: the best hypotheses of each sentence, each as a trace.

`decoding.tree` returns one search with all the extensions it considered.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

import numpy as np
import torch
from torch import Tensor

from alignoscope.data.tokenizer import END_ID, START_ID
from alignoscope.decoding.engine.beams import Beam
from alignoscope.decoding.engine.running import beam_by_engine
from alignoscope.decoding.loop import length_limit
from alignoscope.decoding.reading import read
from alignoscope.decoding.recording import (
    CANDIDATES,
    BatchStep,
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


class _Beams(Protocol):
    """The decoder states of all beams of a batch of sentences."""

    def step(self, rows: Sequence[int], tokens: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """Continue rows of the last step, in this order, with the tokens that they wrote.

        Return the log-probabilities and the ids of the most probable next tokens, best first
        [batch * width, most]. The rows may repeat.
        """

    def done(self) -> tuple[Tensor, Recorded | None]:
        """Return the encoder's states [batch, src_len, value_size], and all steps for traces."""


class _ByTorch:
    """Beams of several models and sentences."""

    def __init__(self, models: Sequence[Seq2Seq], ids: Tensor, width: int, traced: bool) -> None:
        self._walks = [_Walk(model, ids, width) for model in models]
        self._width, self._traced = width, traced
        self._steps: list[BatchStep] = []

    def step(self, rows: Sequence[int], tokens: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        log_probs = [walk.step(rows, tokens) for walk in self._walks]
        mean = torch.stack(log_probs).mean(dim=0) if len(log_probs) > 1 else log_probs[0]
        best = most_probable(mean, 2 * self._width)
        if self._traced:
            self._steps.append(keep(self._walks[0].output, best))
        return best.log_probs.float().cpu().numpy(), best.tokens.cpu().numpy()

    def done(self) -> tuple[Tensor, Recorded | None]:
        values = self._walks[0].memory.values[:: self._width]
        return values, record(self._steps) if self._traced else None


class _Walk:
    """The decoder state of one model in a search, for all beams of a batch of sentences."""

    def __init__(self, model: Seq2Seq, ids: Tensor, width: int) -> None:
        memory = model.encode(ids)
        self.model = model
        self.memory = memory.change(lambda part: part.repeat_interleave(width, dim=0))
        self.state = model.decoder.initial_state(self.memory)

    def step(self, rows: Sequence[int], tokens: Sequence[int]) -> Tensor:
        """Return the log-probabilities [batch * width, vocab_size] after the tokens of rows."""
        state = select(self.state, torch.tensor(rows))
        self.output = self.model.step(torch.tensor(tokens), state, self.memory)
        self.state = self.output.state
        return torch.log_softmax(self.model.logits(*self.output.written), dim=-1)


class _ByEngine:
    """Beams of one model and sentence in `decoding.engine`; torch multiplies by the vocabulary."""

    def __init__(self, model: Seq2Seq, beam: Beam) -> None:
        self._model, self._beam = model, beam
        self._likely: list[tuple[np.ndarray, np.ndarray]] = []

    def step(self, rows: Sequence[int], tokens: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        self._likely.append(self._beam.step(rows, tokens, self._product))
        return self._likely[-1]

    def _product(self, readouts: np.ndarray) -> np.ndarray:
        logits: np.ndarray = self._model.logits(torch.from_numpy(readouts)).numpy()
        return logits

    def done(self) -> tuple[Tensor, Recorded | None]:
        log_probs, tokens = (
            np.stack(part)[..., :CANDIDATES] for part in zip(*self._likely, strict=True)
        )
        recorded = Recorded(self._beam.kept(), log_probs, tokens, [False] * len(self._likely))
        return torch.from_numpy(self._beam.values()).unsqueeze(0), recorded


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
    """Search with all beams of all sentences in one batch of torch, or by `decoding.engine`.

    Several models form an ensemble: a token's log-probability is the mean of theirs.

    Args:
        models: the models, which share a vocabulary.
        sources: the sentences to translate.
        width: the beam width.
        penalty: the length penalty.
        traced: whether to keep the first model's steps, which traces are made from.
    """
    ids, limits = [source.ids for source in sources], [length_limit(source) for source in sources]
    with beam_by_engine(models, ids, width, limits) as beam:
        beams: _Beams
        if beam is None:
            beams = _ByTorch(models, pad_ids(ids), width, traced)
        else:
            beams = _ByEngine(models[0], beam)
        layers, found = _searched(beams, limits, width, penalty)
        values, recorded = beams.done()
    return Search(width, values, recorded, layers, found)


def _searched(
    beams: _Beams, limits: Sequence[int], width: int, penalty: float
) -> tuple[list[list[list[Extension]]], list[list[FinishedHypothesis]]]:
    """Return the layers of a search, and what it found; see `Search`.

    Args:
        beams: the beams, of which row i * width + k is beam k of sentence i.
        limits: the most steps of each sentence.
        width: the beam width.
        penalty: the length penalty.
    """
    batch = len(limits)
    layers: list[list[list[Extension]]] = []
    found: list[list[FinishedHypothesis]] = [[] for _ in limits]
    rows, tokens = [*range(batch * width)], [START_ID] * batch * width
    totals = np.full((batch, width), -np.inf, np.float32)
    totals[:, 0] = 0  # all beams start as the same hypothesis, so only one may be extended
    while any(len(f) < width and len(layers) < n for f, n in zip(found, limits, strict=True)):
        step = len(layers)
        layers.append(_extend(*beams.step(rows, tokens), totals, layers[-1] if layers else None))
        for layer, ended, limit in zip(layers[-1], found, limits, strict=True):
            ended += _ends(layer, step, limit, width - len(ended), penalty)
        live = [[one for one in layer if one.fate == "live"] for layer in layers[-1]]
        totals = np.array([[one.total for one in layer] for layer in live], np.float32)
        rows = [one.choice.row for layer in live for one in layer]
        tokens = [one.choice.token for layer in live for one in layer]
    return layers, [sorted(some, key=lambda one: -one.score)[:width] for some in found]


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


def _extend(
    log_probs: np.ndarray,
    tokens: np.ndarray,
    totals: np.ndarray,
    before: Sequence[Sequence[Extension]] | None,
) -> list[list[Extension]]:
    """Return the best one-token extensions of each sentence's hypotheses, with their fates.

    At least `width` of a sentence's 2 `width` best extensions stay live, since each hypothesis has
    only one extension by the end mark. All of them are among the 2 `width` most probable tokens of
    their own hypothesis. Of equal ones, that of the better hypothesis comes first.

    Args:
        log_probs: log-probabilities of the most probable tokens [batch * width, most].
        tokens: the ids of these tokens.
        totals: the log-probabilities of the hypotheses [batch, width].
        before: the extensions of the step before; None at the first step.
    """
    batch, width = totals.shape
    most = log_probs.shape[-1]
    own, ids = log_probs.reshape(batch, -1), tokens.reshape(batch, -1)
    extended = own + totals.repeat(most, axis=-1)
    best = np.argsort(-extended, axis=-1, kind="stable")[:, : 2 * width]
    taken = (np.take_along_axis(part, best, axis=-1) for part in (ids, own, extended))
    layers = []
    for i, columns in enumerate(
        zip(*(part.tolist() for part in (best // most, *taken)), strict=True)
    ):
        parents = [None] * width if before is None else _live(before[i])
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
