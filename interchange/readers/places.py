"""What a file says of places that are no words: the time of a step, and the grid of a picture."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from alignoscope.interchange.readers.names import one_of
from alignoscope.records.axis import MAX_SECONDS, MAX_START, MOST_MARKS

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
_GRIDS = ("grid", "gridsize", "gridshape", "featuregrid", "featureshape", "spatialshape", "shape")
_SIDES = [
    [name + side for name in ("grid", "feature", "") for side in sides]
    for sides in (("height", "h"), ("width", "w"))
]
_GRID = re.compile(r"\s*[\[(]?\s*(\d{1,4})\s*[x×*,]\s*(\d{1,4})\s*[\])]?\s*", re.IGNORECASE)
_QUANTITY = re.compile(
    r"\s*(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*(hz|khz|samples?|frames?|ms|s|sec|seconds)?\s*",
    re.IGNORECASE,
)
_RATE_OF = {"ms": 1000.0, "s": 1.0, "sec": 1.0, "seconds": 1.0}  # A hop in these needs no rate.
_TIME = re.compile(r"\s*(\d{1,7})(\.\d{1,9})?\s*(s|sec|seconds|ms)?\s*")
_LEAST_TIMES = 4  # Fewer labels may be times by chance.
_MANY_TIMES = 10  # Fewer without a unit, and not from 0, may be other numbers.
_NEAR = 0.02  # The tolerated difference of a sum from 1.
Field = float | str | Sequence[int]


def seconds_of(fields: Mapping[str, Field]) -> float | None:
    """Return the time of a place: hop / rate x reduction factor, or None if they are not there.

    Args:
        fields: the single numbers and texts of a file, by their names; a text is a number, perhaps
            with a unit, such as "22050 Hz".

    Raises:
        ValueError: if the time is not between 0 and `MAX_SECONDS`.
    """

    if not fields:
        return None

    def of(names: tuple[str, ...]) -> float | None:
        return _quantity(fields, names)[0]

    seconds, (hop, unit), rate = of(_SECONDS), _quantity(fields, _SAMPLES), of(_RATES)
    if seconds is None:
        milliseconds = of(_MILLISECONDS)
        rate = _RATE_OF.get(unit, rate)
        if milliseconds is not None:
            hop, rate = milliseconds, 1000.0
        if hop is None or rate is None:
            return None
        seconds = step_seconds(hop, rate, of(_FACTORS) or 1)
    return checked_seconds(seconds)


def counts_frames(fields: Mapping[str, Field]) -> bool:
    """Return whether a file gives a hop length, so that its steps are frames of a voice."""
    hop = _quantity(fields, tuple(name for name in _SAMPLES if name != "shift"))[0]
    return hop is not None and hop >= 1


def _quantity(fields: Mapping[str, Field], names: tuple[str, ...]) -> tuple[float | None, str]:
    """Return the number of a field, in Hz if it is a frequency, and its unit if it has one."""
    name = one_of(fields, names)
    value = None if name is None else fields[str(name)]
    if isinstance(value, str) and (found := _QUANTITY.fullmatch(value)):
        unit = (found[2] or "").casefold()
        return float(found[1].replace(",", "")) * (1000 if unit == "khz" else 1), unit
    return (float(value) if isinstance(value, int | float) else None), ""


def times_of(labels: Sequence[str]) -> tuple[float, float] | None:
    """Return the seconds of the first label and those to each next one if they are times, or None.

    Times are evenly spaced, and each has a unit or a decimal point ("0.02 s", "0.02", "20 ms").
    Those without a unit begin at 0, or are many, since else they may be any numbers.
    """
    found = [_TIME.fullmatch(label) for label in labels]
    if len(found) < _LEAST_TIMES or not all(found):
        return None
    units = {one[3] for one in found if one}
    if len(units) != 1 or (units == {None} and not all(one and one[2] for one in found)):
        return None
    times = np.array([float(one[1] + (one[2] or "")) for one in found if one])
    step = (times[-1] - times[0]) / (len(times) - 1)
    rounded = 0.75 * 10.0 ** -min(len(one[2] or ".") - 1 for one in found if one)
    even = times[0] + step * np.arange(len(times))
    if step <= 0 or (np.abs(times - even) > rounded).any() or (np.diff(times) < 0).any():
        return None
    if times[0] and units == {None} and len(times) < _MANY_TIMES:
        return None
    start, seconds = (float(one) / (1000 if units == {"ms"} else 1) for one in (times[0], step))
    if seconds > MAX_SECONDS or start > MAX_START:
        return None
    return round(start, 9), round(seconds, 9)


def grid_of(fields: Mapping[str, Field], columns: int) -> tuple[int, int] | None:
    """Return the height and the width of a picture that a file gives, or None.

    They may be of the picture in pixels, or of the matrix itself: they count if the columns are the
    cells of such a grid, perhaps after marks.
    """
    height, width = (_quantity(fields, tuple(names))[0] for names in _SIDES)
    found = [(height, width)] if height and width else []
    for name in (one_of(fields, (wanted,)) for wanted in _GRIDS):
        value = None if name is None else fields[str(name)]
        typed = _GRID.fullmatch(value) if isinstance(value, str) else None
        given = typed.groups() if typed else value
        if isinstance(given, Sequence) and not isinstance(given, str) and len(given) == 2:
            found.append((float(given[0]), float(given[1])))
    sizes = [(int(h), int(w)) for h, w in found if 1 < h <= columns and 1 < w <= columns]
    return next((one for one in sizes if 0 <= columns - one[0] * one[1] <= MOST_MARKS), None)


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
