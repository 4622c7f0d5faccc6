"""The rules for maps of speech, in which one side is time: decoder steps or encoder frames.

They look at the head with the highest focus rate F = 1/S sum_s max_t a[s, t] over S steps, as
FastSpeech does to choose an alignment (Ren et al. 2019, section 3.3). The input that a step is at
has the largest weight of its row; the duration of an input is the number of steps at it.
"""

from collections.abc import Callable

import numpy as np

from alignoscope.analysis.doctor.findings import Examined
from alignoscope.analysis.doctor.rules import NEAR, Said
from alignoscope.records.sentence import ENDS, PADS, STARTS

BACK_BY = 5  # frames of the source by which a token may be before the last one
CLEAR = 0.1  # how much more weight a step has on an input that it goes back to
LEAST = 0.5  # the total weight, in steps, that an input without a duration must have
REPEATED = 2  # inputs that a step must go back from the furthest one to read it again
FOCUSED = 0.5  # the least mean of the steps' largest weights
_MARKS = (*ENDS, *STARTS, *PADS)
SYNTHESIS, RECOGNITION = "target", "source"  # the side that is time


def focus(weights: np.ndarray) -> np.ndarray:
    """Return the largest weight of each row [..., tgt_len, src_len]; their mean is the focus rate.

    Source: Ren et al. 2019, FastSpeech, section 3.3.
    """
    return weights.max(axis=-1)


def best_head(weights: np.ndarray) -> np.ndarray:
    """Return the map [tgt_len, src_len] of the head with the highest focus rate.

    Args:
        weights: the maps [layers, heads, tgt_len, src_len].
    """
    rates = focus(weights).mean(axis=-1)
    return weights[np.unravel_index(int(rates.argmax()), rates.shape)]


def _moves_forward(one: Examined) -> Said:
    """Tell the first step that goes back, of decoder steps or of tokens over frames."""
    rows = _steps(one)
    if rows is None:
        return None
    at = rows.argmax(axis=-1)
    slack = 0 if one.time == SYNTHESIS else BACK_BY
    clear = rows.max(axis=-1)[1:] - rows[np.arange(1, len(at)), at[:-1]] > CLEAR
    back = np.flatnonzero((at[1:] < at[:-1] - slack) & clear)
    if not len(back):
        return ""
    s = int(back[0])
    where = f"step {s + 2}{_step_time(one, s + 1)} goes back from {_place(one, at[s])} to"
    return f"{where} {_place(one, at[s + 1])}, {len(back):,} of {len(at):,} steps do"


def _skips_none(one: Examined) -> Said:
    rows = _synthesised(one)
    if rows is None:
        return None
    durations = np.bincount(rows.argmax(axis=-1), minlength=rows.shape[-1])
    skipped = np.flatnonzero((durations == 0) & (rows.sum(axis=0) < LEAST) & _are_words(one))
    if not len(skipped):
        return ""
    said = ", ".join(_place(one, i) for i in skipped[:3])
    return f"no step is at {said}{' ...' * (len(skipped) > 3)} ({len(skipped):,} of {_inputs(one)})"


def _repeats_none(one: Examined) -> Said:
    rows = _synthesised(one)
    if rows is None:
        return None
    at = rows.argmax(axis=-1)
    again = np.flatnonzero(at <= np.maximum.accumulate(at) - REPEATED)
    if not len(again):
        return ""
    s = int(again[0])
    read = f"step {s + 1}{_step_time(one, s)} is at {_place(one, at[s])} again"
    return f"{read} after {_place(one, at[:s].max())}, {len(again):,} of {len(at):,} steps are"


def _is_focused(one: Examined) -> Said:
    rows = _synthesised(one)
    if rows is None:
        return None
    largest = focus(rows)
    if largest.mean() >= FOCUSED:
        return ""
    s = int(largest.argmin())
    return (
        f"the focus rate is {largest.mean():.2g}: the mean of the steps' largest weights; the "
        f"least is {largest[s]:.2g}, of step {s + 1}{_step_time(one, s)}"
    )


def _steps(one: Examined) -> np.ndarray | None:
    """Return the weights [steps, source] of the steps of words or time, if they can be judged."""
    weights = one.numbers
    if not one.time or weights.shape[-2] < 2 or weights.shape[-1] < 2:
        return None
    if not np.isfinite(weights).all() or weights.min() < 0 or weights.sum(axis=-1).max() > 1 + NEAR:
        return None
    rows = best_head(weights)
    kept = rows.any(axis=-1)  # Padding has no weight.
    if one.target is not None and len(one.target) == len(rows):
        kept = kept & np.array([token not in _MARKS for token in one.target])
    # Steps are counted as in the file, so only those before and after the words are left out.
    used = np.flatnonzero(kept)
    return rows[: used[-1] + 1] if len(used) > 1 else None


def _synthesised(one: Examined) -> np.ndarray | None:
    return _steps(one) if one.time == SYNTHESIS else None


def _are_words(one: Examined) -> np.ndarray:
    """Return which inputs are no marks."""
    size = one.numbers.shape[-1]
    if one.source is None or len(one.source) != size:
        return np.ones(size, bool)
    return np.array([token not in _MARKS for token in one.source])


def _inputs(one: Examined) -> str:
    return f"{int(_are_words(one).sum()):,} inputs"


def _place(one: Examined, place: int) -> str:
    """Name a place of the source: its number from 1, and its token or its time."""
    if one.time == RECOGNITION:
        return f"frame {place + 1}{_time(one, place)}"
    named = one.source is not None and len(one.source) == one.numbers.shape[-1]
    return f"input {place + 1}" + (f" ({one.source[place]!r})" if one.source and named else "")


def _step_time(one: Examined, step: int) -> str:
    return _time(one, step) if one.time == SYNTHESIS else ""


def _time(one: Examined, place: int) -> str:
    if one.seconds is None:
        return ""
    return f" ({one.start + place * one.seconds:.3f} s)"


FORWARD = "Attention moves forward"
SPEECH: dict[str, tuple[Callable[[Examined], Said], str]] = {
    FORWARD: (
        _moves_forward,
        "Usual cause: the alignment was not learnt, or was lost on a long text. Speech is read in "
        "the order of its text: guided attention (Tachibana et al. 2018) or an attention that "
        "only moves forward helps.",
    ),
    "No input is skipped": (
        _skips_none,
        "Usual cause: attention jumped, and the words are not spoken. Marks and silent letters "
        "may have no step of their own.",
    ),
    "No input is repeated": (
        _repeats_none,
        "Usual cause: attention fell back, and the words are spoken twice, as when the stop token "
        "is missed at the end.",
    ),
    "Steps are focused": (
        _is_focused,
        "Usual cause: too little training, or several heads of which none is the alignment. The "
        "focus rate of a learnt alignment is near 1 (FastSpeech, Ren et al. 2019).",
    ),
}


def speech_rules(time: str) -> dict[str, tuple[Callable[[Examined], Said], str]]:
    """Return the rules for maps of which one side is time: `SYNTHESIS` or `RECOGNITION`.

    A recogniser may skip silence, and its weights lie on all frames of a word.
    """
    return SPEECH if time == SYNTHESIS else {FORWARD: SPEECH[FORWARD]}
