"""Where the words of a translation come from: the model, a person, or both."""

from collections.abc import Mapping

from alignoscope.analysis.normalising import is_given
from alignoscope.analysis.words import plain_token
from alignoscope.records.trace import SELF, Trace, decoding_name

MODES = {
    "free": "the model chose every word",
    "forced": "the target was given",
    "branch": "the first words were given",
    "edited": "the weights of some steps were given",
    "beam": "found by beam search",
    "sampled": "words drawn by their probabilities",
    "imported": "read from a file of another tool",
}
OWN, GIVEN = "own translation", "forced translation"  # the badge of a map, worded for newcomers


def whose_words(trace: Trace) -> str:
    """Return who chose the words of a trace, in two words, and how they were searched for."""
    if trace.kind == SELF and trace.mode != "imported":
        return SELF
    if trace.mode == "forced":
        return GIVEN
    if trace.mode in ("free", "beam", "sampled"):
        return OWN if trace.decoding == decoding_name(1) else f"{OWN}, {trace.decoding}"
    return trace.decoding


def origin(trace: Trace) -> str:
    """Return where a trace's words come from: its branch, its edited steps, or its mode."""
    if trace.mode == "branch" and trace.given:
        token = plain_token(trace.steps[trace.given - 1].token)
        return f"branched off at step {trace.given} with “{token}”"
    hows = {edit.step: edit.how for edit in trace.edited}
    if trace.mode == "edited" and not hows:  # an opened file does not record how
        hows = {i: "" for i in range(len(trace.steps)) if is_given(trace, i)}
    if not hows:
        return MODES[trace.mode]
    weights = f"the weights of {_edited_steps(hows, len(trace.steps))} were given"
    return f"{weights}, and so was the target" if trace.given == len(trace.steps) else weights


def _edited_steps(hows: Mapping[int, str], count: int) -> str:
    """Return the numbers of the edited steps, from 1, with how each row was made, if known."""
    if len(hows) == count > 1 and len(set(hows.values())) == 1:
        how = next(iter(hows.values()))
        return f"all steps ({how})" if how else "all steps"
    steps = []
    for first, last, how in _runs(hows):
        number = f"{first + 1}" if first == last else f"{first + 1} to {last + 1}"
        steps.append(f"{number} ({how})" if how else number)
    named = " and ".join(filter(None, (", ".join(steps[:-1]), steps[-1])))
    return f"step{'s' * (len(hows) > 1)} {named}"


def _runs(hows: Mapping[int, str]) -> list[tuple[int, int, str]]:
    """Return runs of adjacent steps whose rows were made in the same way: first, last, how."""
    runs: list[tuple[int, int, str]] = []
    for step, how in sorted(hows.items()):
        if how and runs and runs[-1][1:] == (step - 1, how):
            runs[-1] = (runs[-1][0], step, how)
        else:
            runs.append((step, step, how))
    return runs
