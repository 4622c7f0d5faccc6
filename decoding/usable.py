"""Loading of models with a smoke test: each must process a sentence before it is shown."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from alignoscope.data.labelled.record import Labelled
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.labelling import label
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint
from alignoscope.models.classifiers.file import TrainedClassifier, load_classifier
from alignoscope.records.trace import Trace

PROBE = "a"
LABELLED = Labelled(words=(PROBE,), labels=("",), deciding=((),), asked=(0,))


def load_usable(path: Path | str) -> Checkpoint:
    """Load a checkpoint, and check that it can translate a sentence of one letter.

    Raises:
        ValueError: as `load_checkpoint` does, or if the model cannot translate.
    """
    checkpoint = load_checkpoint(path)
    _check(path, "translate", lambda: translate(checkpoint, [PROBE]))
    return checkpoint


def load_usable_classifier(path: Path) -> TrainedClassifier:
    """Load an attention classifier, and check that it can label a word of one letter.

    Raises:
        ValueError: as `load_classifier` does, or if the model cannot label.
    """
    trained = load_classifier(path)
    _check(path, "label", lambda: label(trained, [LABELLED]))
    return trained


def _check(path: Path | str, what: str, use: Callable[[], list[Trace]]) -> None:
    try:
        steps = use()[0].steps
    except Exception as error:  # a broken tokenizer or model can raise anything
        raise ValueError(
            f"{path}: it cannot {what} {PROBE!r} ({type(error).__name__}: {error})."
        ) from error
    rows = [step.weights for step in steps if step.weights is not None]
    numbers = [np.array([step.log_prob for step in steps]), *rows]
    if not all(np.isfinite(part).all() for part in numbers):
        raise ValueError(f"{path}: its probabilities or weights are not finite. Train it again.")
