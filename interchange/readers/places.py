"""What a file says of places that are no words: the time of a step, and the grid of a picture."""

from collections.abc import Mapping

import numpy as np

from alignoscope.interchange.readers.names import one_of
from alignoscope.records.axis import MAX_SECONDS

# The names of the settings of a vocoder or a recogniser, in what they count.
_SAMPLES = ("hoplength", "hopsize", "hop", "nshift", "frameshift", "shift")
_MILLISECONDS = ("frameshiftms", "hopsizems", "hoplengthms", "hopms")
_RATES = ("samplingrate", "samplerate", "sr", "fs", "rate", "audiosamplerate")
_FACTORS = (
    *("reductionfactor", "reduction", "r", "outputsperstep", "nframesperstep", "framesperstep"),
    *("subsamplingfactor", "subsampling", "stride", "downsampling"),
)
_SECONDS = ("secondsperstep", "secondsperframe", "secondsperplace")
PICTURES = (
    *("image", "img", "picture", "photo", "pixels", "imagebytes", "imgbytes", "png", "jpeg", "jpg"),
)
_NEAR = 0.02  # The tolerated difference of a sum from 1.


def seconds_of(fields: Mapping[str, float]) -> float | None:
    """Return the time of a place: hop / rate x reduction factor, or None if they are not there.

    Args:
        fields: the single numbers of a file, by their names.

    Raises:
        ValueError: if the time is not between 0 and `MAX_SECONDS`.
    """

    def of(names: tuple[str, ...]) -> float | None:
        name = one_of(fields, names)
        return None if name is None else float(fields[str(name)])

    seconds, hop, rate = of(_SECONDS), of(_SAMPLES), of(_RATES)
    if seconds is None:
        milliseconds = of(_MILLISECONDS)
        if milliseconds is not None:
            hop, rate = milliseconds, 1000.0
        if hop is None or rate is None:
            return None
        seconds = step_seconds(hop, rate, of(_FACTORS) or 1)
    return checked_seconds(seconds)


def step_seconds(hop: float, rate: float, factor: float) -> float:
    """Return the time of a step in seconds: hop / rate x factor.

    Args:
        hop: the samples from one frame to the next.
        rate: the samples of a second.
        factor: the frames of a step: the reduction factor of a decoder, or the subsampling of an
            encoder.
    """
    return checked_seconds(hop / rate * factor if rate else np.nan)


def checked_seconds(seconds: float) -> float:
    """Return the time of a step.

    Raises:
        ValueError: if it is not between 0 and `MAX_SECONDS`.
    """
    if not 0 < seconds <= MAX_SECONDS:
        raise ValueError(
            f"The time of a step is {seconds:g} s: expected hop / sampling rate x reduction factor "
            f"to be above 0 and at most {MAX_SECONDS} s, such as 256 / 22050 x 2."
        )
    return seconds


def is_grid(array: np.ndarray, source: int | None, target: int | None) -> bool:
    """Return whether the last two axes of weights are a picture: each sums to 1, its rows do not.

    Args:
        array: weights [..., target, height, width].
        source: the number of source words, or None if there are none.
        target: that of the target words.
    """
    if array.ndim < 3 or source is not None or min(array.shape[-2:]) < 2:
        return False
    if target is not None and abs(array.shape[-3] - target) > 2:
        return False
    array = _steps(array)
    with np.errstate(invalid="ignore", over="ignore"):  # Infinities are refused later.
        rows = array.sum(axis=-1)
        whole = rows.sum(axis=-1)
    return _near(whole) == 1 and _near(rows) < 0.5 and _near(array.sum(axis=-2)) < 0.5


def sums_to_one(array: np.ndarray) -> bool:
    """Return whether most rows, columns or pictures of an array [..., height, width] sum to 1."""
    with np.errstate(invalid="ignore", over="ignore"):
        sums = [array.sum(axis=-1), array.sum(axis=-2)]
        sums += [sums[0].sum(axis=-1)] * (array.ndim > 2)
    return any(_near(np.asarray(one)) > 0.5 for one in sums)


def flattened(array: np.ndarray) -> np.ndarray:
    """Return the pictures of steps [..., height, width] as rows [..., height * width]."""
    steps = _steps(array)
    return steps.reshape(*steps.shape[:-2], -1)


def written(target: tuple[str, ...] | None, array: np.ndarray) -> tuple[str, ...] | None:
    """Return the words of pictures [..., target, height, width], without that of a start mark.

    Captions are often begun with a picture of ones, which is of no step.
    """
    begun = target and len(target) == array.shape[-3] > _steps(array).shape[-3]
    return target[1:] if target and begun else target


def _steps(array: np.ndarray) -> np.ndarray:
    """Return pictures without a first one of ones."""
    begun = array.shape[-3] > 1 and (array[..., 0, :, :] == 1).all()
    return array[..., 1:, :, :] if begun else array


def _near(sums: np.ndarray) -> float:
    """Return the share of sums that are 1, of those that are not 0."""
    found = sums[sums != 0]
    return float((np.abs(found - 1) < _NEAR).mean()) if found.size else 0.0
