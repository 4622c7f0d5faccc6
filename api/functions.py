"""The functions of `import alignoscope`: load a model, let it translate, show what it did."""

from pathlib import Path

from alignoscope.analysis import likelihoods
from alignoscope.api.display import Player, ShownTrace
from alignoscope.decoding import forced
from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.best import best_translations
from alignoscope.decoding.usable import load_usable
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.folder import find_checkpoint
from alignoscope.models.imported.converting import import_model
from alignoscope.records.trace import Trace


def load(name: str | Path, vocabularies: tuple[str | Path, str | Path] | None = None) -> Checkpoint:
    """Read a model: "eng-fra/luong-general", which ships, or the path of a checkpoint.

    With the `vocabularies` of source and target it is the `.npz` of an RNN model of Marian or
    Nematus, which reads and writes tokens with blanks between them.

    Raises:
        ValueError: if there is no such model, or it cannot be used.
    """
    if vocabularies is None:
        return load_usable(find_checkpoint(name))
    return import_model(name, *vocabularies)


def translate(model: Checkpoint, text: str, width: int = 1) -> ShownTrace:
    """Translate a sentence: at each step the model writes its most probable token.

    With a `width` above 1 it is the best hypothesis of `beam` instead.

    Raises:
        ValueError: if the text is empty or too long, or the width is out of range.
    """
    return ShownTrace.of(best_translations(model, [text], width)[0])


def force(model: Checkpoint, text: str, target: str) -> ShownTrace:
    """Score a sentence against a given target: at each step the target's own token is written.

    Raises:
        ValueError: if one of the two is empty or too long.
    """
    return ShownTrace.of(forced.force(model, [text], [target])[0])


def beam(
    model: Checkpoint, text: str, width: int = 5, length_penalty: float = 1.0
) -> list[ShownTrace]:
    """Return up to `width` hypotheses of beam search, best first, by log p(y) / |y|^length_penalty.

    Raises:
        ValueError: as `translate` does, or if the width or the penalty is out of range.
    """
    found = beam_search(model, [text], width, length_penalty)[0]
    return [ShownTrace.of(trace) for trace in found]


def with_posterior(model: Checkpoint, trace: Trace) -> ShownTrace:
    """Return a model's trace with one more layer: the weights, corrected by the words it wrote.

    They say where it must have looked; the model did not use them.

    Raises:
        ValueError: if the trace is of another model.
    """
    return ShownTrace.of(likelihoods.with_posterior(model, trace))


def show(*traces: Trace) -> Player:
    """Return the maps of traces side by side in the player, which a notebook shows.

    Raises:
        ValueError: if no trace is given.
    """
    return Player(traces)
