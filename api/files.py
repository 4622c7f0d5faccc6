"""Traces read from files: those that were saved, and maps of other tools with their texts."""

import warnings
from pathlib import Path

from alignoscope.api.display import ShownTrace
from alignoscope.interchange.foreign.together import open_files
from alignoscope.interchange.readers.given import read_given
from alignoscope.records.foreign import TOGETHER, Heads, foreign_trace


def read(
    *paths: str | Path, layer: int | None = None, head: int | None = None, together: str = "mean"
) -> list[ShownTrace]:
    """Return the traces of saved trace files, and of files of other tools with their texts.

    All files of a call belong together, as in `alignoscope open`. Whatever is turned, left out,
    added or cut is warned of.

    Args:
        paths: the files.
        layer: the layer to use of maps of several layers, from 0; all by default.
        head: the head to use of maps of several heads, from 0; all by default.
        together: how several maps are merged: "mean" or "max".

    Raises:
        ValueError: if there is no file, one cannot be read, or there is no such layer or head.
    """
    if not paths:
        raise ValueError("There is nothing to read: give at least one file.")
    if together not in TOGETHER:
        raise ValueError(f"together is {together!r}: expected one of {', '.join(TOGETHER)}.")
    opened = open_files(read_given(paths))
    for note in dict.fromkeys(note for file in opened.files for note in file.changes):
        warnings.warn(note, stacklevel=2)
    for what, given, counts in (
        ("layer", layer, [file.heads[0] for file in opened.files]),
        ("head", head, [file.heads[1] for file in opened.files]),
    ):
        if given is not None and not 0 <= given < min(counts, default=0):
            raise ValueError(f"{what} is {given}: there are {min(counts, default=0)}, from 0.")
    heads = Heads(layer=layer, head=head, together=together)
    foreign = [foreign_trace(file, one, heads) for file in opened.files for one in file.sentences]
    return [ShownTrace.of(trace) for trace in (*opened.traces, *foreign)]
