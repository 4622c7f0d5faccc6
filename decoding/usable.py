"""The gate that every model passes before it is shown: it must have translated a sentence."""

from pathlib import Path

import numpy as np

from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint

PROBE = "a"


def load_usable(path: Path | str) -> Checkpoint:
    """Read a checkpoint, and translate a sentence of one letter with it.

    Raises:
        ValueError: as `load_checkpoint` does, or if the model cannot translate.
    """
    checkpoint = load_checkpoint(path)
    try:
        steps = translate(checkpoint, [PROBE])[0].steps
    except Exception as error:  # a tokenizer or a model can be broken in many ways
        raise ValueError(
            f"{path}: it cannot translate {PROBE!r} ({type(error).__name__}: {error})."
        ) from error
    rows = [step.weights for step in steps if step.weights is not None]
    numbers = [np.array([step.log_prob for step in steps]), *rows]
    if not all(np.isfinite(part).all() for part in numbers):
        raise ValueError(f"{path}: its probabilities or weights are not finite. Train it again.")
    return checkpoint
