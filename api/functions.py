"""The functions of `import alignoscope`: load a model, translate, and show its traces."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from alignoscope.analysis import confidence, second_reader
from alignoscope.analysis.likelihoods import likelihoods
from alignoscope.api.display import Player, ShownTrace
from alignoscope.data.known_words import WordKnown
from alignoscope.data.registers import in_register
from alignoscope.decoding import forced
from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.best import best_translations
from alignoscope.decoding.usable import load_usable
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.folder import find_checkpoint
from alignoscope.models.imported.converting import import_model
from alignoscope.records.trace import Trace


def load(name: str | Path, vocabularies: tuple[str | Path, str | Path] | None = None) -> Checkpoint:
    """Load a model: "eng-fra/luong-general", which ships with the app, or the path of a checkpoint.

    With the `vocabularies` of source and target, load the `.npz` of an RNN model of Marian or
    Nematus; its texts are tokens separated by spaces.

    Raises:
        ValueError: if there is no such model, it cannot be used, or vocabularies are missing.
    """
    if vocabularies is None:
        if Path(name).suffix == ".npz":
            raise ValueError(
                f"{name} is of Marian or Nematus: give its two vocabularies, too, as in "
                'load("model.npz", ("vocab.src.yml", "vocab.trg.yml")).'
            )
        return load_usable(find_checkpoint(name))
    if isinstance(vocabularies, str | Path) or len(vocabularies) != 2:
        raise ValueError(f"{vocabularies!r}: expected two vocabularies, of source and target.")
    return import_model(name, *vocabularies)


def translate(model: Checkpoint, text: str, width: int = 1, *, register: str = "") -> ShownTrace:
    """Translate a sentence greedily, or with beam search if `width` is above 1.

    The `register` "formal" asks a model that was trained with `--formal` for formal text.

    Raises:
        ValueError: if the text is empty or too long, the width is out of range, or the model does
            not know the register.
    """
    return _shown(model, best_translations(model, [_asked(model, text, register)], width)[0])


def force(model: Checkpoint, text: str, target: str, *, register: str = "") -> ShownTrace:
    """Return the trace of a given target (forced decoding): every step writes the target's token.

    Raises:
        ValueError: as `translate` does.
    """
    return _shown(model, forced.force(model, [_asked(model, text, register)], [target])[0])


def beam(
    model: Checkpoint,
    text: str,
    width: int = 5,
    length_penalty: float = 1.0,
    *,
    register: str = "",
) -> list[ShownTrace]:
    """Return up to `width` hypotheses of beam search, best first, by log p(y) / |y|^length_penalty.

    Raises:
        ValueError: as `translate` does, or if the width or the penalty is out of range.
    """
    found = beam_search(model, [_asked(model, text, register)], width, length_penalty)[0]
    return [_shown(model, trace) for trace in found]


def _asked(model: Checkpoint, text: str, register: str) -> str:
    """Return the text with the mark of a register that the model knows."""
    if not register or not isinstance(text, str):  # what is no text is refused where it is read
        return text
    known = model.tokenizer.registers
    if register not in known:
        knows = f"it knows {' and '.join(map(repr, sorted(known)))}" if known else "it knows none"
        raise ValueError(
            f"{model.named} does not know the register {register!r}: {knows}. Leave it out, or "
            "train a model with --formal."
        )
    return in_register(text, register)


def _shown(model: Checkpoint, trace: Trace) -> ShownTrace:
    """Return a trace with its confidence and the name of its model.

    The name also tells guidance and the RNN cell.
    """
    (sure,) = confidence.with_confidence(model, [trace])
    return ShownTrace.of(sure.with_label(str(model.named)))


def with_posterior(model: Checkpoint, trace: Trace) -> ShownTrace:
    """Return a model's trace with posterior attention: the weights, given the written word.

    The posterior shows where the word came from; the model did not compute its context with it.

    Raises:
        ValueError: if the trace is of another model, or no posterior is defined, since it has no
            weights or is a Transformer's.
    """
    found = replace(trace, likelihoods=likelihoods(model, trace))
    return ShownTrace.of(confidence.with_left_out(model, [found])[0])


def with_readers(model: Checkpoint, trace: Trace) -> ShownTrace:
    """Return a model's trace whose confidence also counts what other models read.

    A better model of the pair is forced to write the translation, and one of the other direction to
    write the source. Without their files, or a confidence, the trace stays as it is.

    Raises:
        ValueError: if the model's confidence names no other model.
    """
    if not second_reader.has_readers(model):
        raise ValueError(
            "No other model is known to read this one's translations: `alignoscope evaluate "
            "--beside` finds those in its folder and in that of the other direction."
        )
    return ShownTrace.of(second_reader.with_readings(model, [trace], _reader)[0])


_reader = lru_cache(maxsize=4)(load_usable)  # the models that read translations again


def words_known(model: Checkpoint, text: str) -> tuple[WordKnown, ...]:
    """Return each word of a text, with about how often the models of this pair have read it.

    Raises:
        ValueError: if there is no table of words beside the model's file, or it cannot be used.
    """
    return confidence.words_known(model, text)


def show(*traces: Trace) -> Player:
    """Return the player with the maps of traces side by side; a notebook displays it.

    Raises:
        ValueError: if no trace is given.
    """
    return Player(traces)
