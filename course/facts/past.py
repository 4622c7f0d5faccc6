"""Facts about scores that read past weights, and about Tacotron's residual layers."""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from torch import Tensor, nn, zeros_like

from alignoscope.analysis.normalising import weights_under
from alignoscope.course.facts.looking import gold_pairs
from alignoscope.course.facts.oracle import own_translation
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.decoders.tacotron import TacotronDecoder
from alignoscope.models.scores.additive import AdditiveOfPast
from alignoscope.models.scores.location import LocationSensitive

PETS = "Tom has a dog, Mary has a cat, and John has a bird."
SONG = ("l", "a", "l", "a", "l", "a")  # Its letters are read in order: row i reads letter i.
DIGITS = ("7", "7", "7", "0", "7", "7")
TERMS: Mapping[str, tuple[bool, bool, bool]] = {  # Has the score content, location, coverage?
    "query and keys": (True, False, False),
    "these, and where it was": (True, True, False),
    "these, and how much each key has had": (True, False, True),
    "where it was, and nothing else": (False, True, False),
}
LOOP = (  # One step of a decoder, with a mistake.
    "scores = score(query, keys, coverage)",
    "weights = softmax(scores)",
    "context = weights @ values",
    "coverage = weights",
)
STRENGTH = 4.0  # What each term adds to a score, or takes from it.
REPEATED = 4  # The same four words in a row, twice, are a repetition.
LAYERS = ("as trained", "silent: they output 0", "without the shortcut")
SAME, MOST = 0.95, 0.5  # Shares of translations that stay, and of words that are kept.


def song(terms: str, letters: Sequence[str] = SONG) -> np.ndarray:
    """Return the weights [step, letter] of a reader of letters, whose score has terms of `TERMS`.

    e_ij = 4 [letter j is letter i] + 4 α_{i-1,j-1} - 4 Σ_{k<i} α_kj; before the first step all
    weight is one place before the first letter.
    """
    content, location, coverage = TERMS[terms]
    past, moved, rows = np.zeros(len(letters)), np.eye(len(letters))[0], []
    for letter in letters:
        same = np.array([one == letter for one in letters])
        row = weights_under(STRENGTH * (content * same + location * moved - coverage * past), 1.0)
        past, moved = past + row, np.r_[0.0, row[:-1]]
        rows.append(row)
    return np.stack(rows)


def tie() -> str:
    """Return which *l* has the most weight at the third step with query and keys: all are equal."""
    row = song("query and keys")[2]
    same = [weight for weight, letter in zip(row, SONG, strict=True) if letter == SONG[2]]
    if np.allclose(same, same[0]):
        return "equal"
    return ("the first", "the second", "the third")[int(np.argmax(same))]


def keeps_place(letters: Sequence[str]) -> str:
    """Return which terms with content read letters in order: each row is largest at its letter."""
    found = {name: song(name, letters) for name, (content, *_) in TERMS.items() if content}
    order = np.eye(len(letters), dtype=bool)
    return ", ".join(name for name, rows in found.items() if rows[order].min() > rows[~order].max())


def line_that_forgets() -> str:
    """Return the line of `LOOP` that computes a wrong coverage, which is the sum of all weights."""
    values = np.eye(2)
    given: dict[str, Any] = {
        "query": 0.0,
        "keys": np.array([1.0, 0.0]),
        "values": values,
        "coverage": np.zeros(2),
    }
    given |= {"score": lambda query, keys, past: query + keys - past}
    given |= {"softmax": lambda scores: weights_under(scores, 1.0)}
    total = np.zeros(2)
    for _ in range(2):
        for line in LOOP:
            exec(line, given)
        total += given["weights"]
    wrong = not np.allclose(given["coverage"], total)
    return next(line for line in LOOP if line.startswith("coverage =") and wrong)


def coverage(weights: Sequence[float]) -> float:
    """Return the coverage of a source word by its weights over the steps, to one decimal."""
    return round(sum(weights), 1)


def forgetful(checkpoint: Checkpoint) -> Checkpoint:
    """Return a model whose score no longer reads past weights; nothing else is changed."""
    model = deepcopy(checkpoint.model)
    score = model.decoder.attention.score
    assert isinstance(score, AdditiveOfPast)
    name = "location" if isinstance(score, LocationSensitive) else "coverage"
    nn.init.zeros_(getattr(score, name).weight)
    return replace(checkpoint, model=model)


def repeats(text: str) -> bool:
    """Return whether a text has the same `REPEATED` words in a row twice."""
    words = text.rstrip(".").split()
    runs = [tuple(words[i : i + REPEATED]) for i in range(len(words) - REPEATED + 1)]
    return len({*runs}) < len(runs)


def repeating(checkpoint: Checkpoint) -> int:
    """Return how many translations of texts of two dev sentences repeat themselves.

    Each sentence begins one text, and the next sentence ends it.
    """
    texts = [pair.source for pair in gold_pairs()]
    both = zip(texts, [*texts[1:], texts[0]], strict=True)
    return sum(repeats(one.target.text) for one in translate(checkpoint, [*map(" ".join, both)]))


def repeating_without(checkpoint: Checkpoint) -> int:
    """Return the same number when the score does not read the past."""
    return repeating(forgetful(checkpoint))


def without_past(checkpoint: Checkpoint) -> str:
    """Return the effect on the translation of `PETS` if the scores do not read the past.

    It "repeats", "stays", "changes", "shorter" if it has fewer words, or "empty".
    """
    text, before = own_translation(PETS, forgetful(checkpoint)), own_translation(PETS, checkpoint)
    if not text:
        return "empty"
    if repeats(text):
        return "repeats"
    if text == before:
        return "stays"
    return "shorter" if len(text.split()) < len(before.split()) else "changes"


class _Layer(nn.Module):
    """A residual RNN that is changed in a way of `LAYERS`; the decoder adds its input x to it."""

    def __init__(self, rnn: nn.Module, way: str) -> None:
        super().__init__()
        self.rnn, self.way = rnn, way

    def forward(self, inputs: Tensor, before: Tensor) -> tuple[Tensor, Tensor]:
        """Return 0, or what makes the sum x + layer(x) the RNN's own output."""
        states, after = self.rnn(inputs, before)
        return (zeros_like(states) if self.way == LAYERS[1] else states - inputs), after


def with_layers(way: str, checkpoint: Checkpoint) -> Checkpoint:
    """Return a model of Tacotron's decoder with its residual layers in a way of `LAYERS`."""
    if way == LAYERS[0]:
        return checkpoint
    model = deepcopy(checkpoint.model)
    decoder = model.decoder
    assert isinstance(decoder, TacotronDecoder)
    decoder.residual = nn.ModuleList(_Layer(rnn, way) for rnn in decoder.residual)
    return replace(checkpoint, model=model)


def words_kept(way: str, checkpoint: Checkpoint) -> int:
    """Return the percentage of the words of the model's own translations that it still writes."""
    shares = [
        np.mean([word in _words(other) for word in _words(text)])
        for text, other in _both(way, checkpoint)
    ]
    return round(100 * float(np.mean(shares)))


def _words(text: str) -> set[str]:
    """Return the words of a text without punctuation."""
    return set(re.findall(r"[\w'-]+", text))


def what_stays(way: str, checkpoint: Checkpoint) -> str:
    """Return the part of the translations that stays: "all", "most words", or "few words"."""
    same = np.mean([text == other for text, other in _both(way, checkpoint)])
    if same >= SAME:
        return "all"
    return "most words" if words_kept(way, checkpoint) >= 100 * MOST else "few words"


def _both(way: str, checkpoint: Checkpoint) -> list[tuple[str, str]]:
    """Return the translations of the dev sentences by a model, and with its layers changed."""
    found = (_translations(one, checkpoint) for one in (LAYERS[0], way))
    return [*zip(*found, strict=True)]


@lru_cache(len(LAYERS))
def _translations(way: str, checkpoint: Checkpoint) -> list[str]:
    """Return the translations of the dev sentences with the model's layers in a way of `LAYERS`."""
    texts = [pair.source for pair in gold_pairs()]
    return [one.target.text for one in translate(with_layers(way, checkpoint), texts)]
