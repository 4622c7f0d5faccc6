"""Axes whose places are no words: steps in time, and pictures, as a file says or a person sets."""

import re
from collections.abc import Sequence
from dataclasses import replace
from math import isqrt

from alignoscope.interchange.foreign.matching import Matched
from alignoscope.interchange.foreign.options import CELLS, PLACES, TIME, Reading
from alignoscope.interchange.foreign.remarks import Remark
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.places import step_seconds, times_of
from alignoscope.interchange.readers.systems import SIDES, System
from alignoscope.records.axis import MOST_MARKS, GridAxis, TimeAxis, grid_axis
from alignoscope.records.foreign import ForeignSentence
from alignoscope.records.sentence import Sentence

_HEIGHT_AND_WIDTH = re.compile(r"\s*(\d{1,4})\s*[x×*,]\s*(\d{1,4})\s*")
_LEAST_SQUARE = 4  # The least height of a picture that only the number of its cells shows.


def with_axes(
    match: Matched, system: System, options: Reading, pictures: Sequence[NamedBytes]
) -> Matched:
    """Return sentences whose places of time or of a picture are named so.

    Args:
        match: the sentences, with their words or with numbered places.
        system: the system that they are of.
        options: what a person sets.
        pictures: the pictures that are open with it.

    Raises:
        ValueError: if the cells of a grid are not as many as the places.
    """
    inside = (NamedBytes(name=f"{i}", data=data) for i, data in enumerate(system.pictures))
    pictures = pictures or [*inside]
    sentences, remarks = match.sentences, list[Remark]()
    seconds = seconds_of_step(system, options)
    words = [(one.source.pieces, one.target.pieces) for one in sentences]
    time = time_side(words, seconds, options, framed=system.framed)
    labelled = None if time else _labelled_time(words, options)
    starts = [0.0] * len(sentences)
    if labelled:
        time, seconds, starts = labelled
    if time:
        placed = zip(sentences, starts, strict=True)
        sentences = [_with_time(one, time, TimeAxis(seconds, start)) for one, start in placed]
        each = "" if seconds is None else f", of {seconds:.4g} s each"
        chosen = (options.source_places, options.target_places)[SIDES.index(time)] == TIME
        why = (
            "as you chose"
            if chosen
            else "its labels are times"
            if labelled
            else "the file gives a hop length but no sampling rate, so frames are counted"
            if seconds is None
            else "the file gives the time of a step"
        )
        remarks.append(Remark(f"The {time} is time{each} ({why}).", expected=True))
    if time != "source":
        sentences, more = _with_pictures(sentences, system, options, pictures)
        remarks += more
    elif pictures:
        remarks.append(Remark("The picture was not used: the source is time."))
    named = {
        side
        for side, one in zip(SIDES, (sentences[0].source, sentences[0].target), strict=True)
        if one.axis
    }
    numbered = tuple(side for side in match.words.numbered if side not in named)
    return match._replace(
        sentences=sentences,
        remarks=[*match.remarks, *remarks],
        words=match.words._replace(numbered=numbered),
    )


def seconds_of_step(system: System, options: Reading) -> float | None:
    """Return the time of a step that a person typed, or else that of the file, or None.

    Raises:
        ValueError: if what was typed gives no time.
    """
    if options.hop and options.rate:
        return step_seconds(options.hop, options.rate, options.reduction)
    return system.seconds


def time_side(
    words: Sequence[Sequence[Sequence[str]]],
    seconds: float | None,
    options: Reading,
    *,
    framed: bool = False,
) -> str:
    """Return the side that is time: the one that a person chose, or else one without words, or "".

    If both have no words, the longer one is time: an input has fewer letters than a voice steps.

    Args:
        words: the source and the target of each sentence; places without words have numbers.
        seconds: the time of a step; without one, no side is taken for time.
        options: what a person sets.
        framed: whether a side is time although that of a step is unknown.
    """
    chosen = {"source": options.source_places, "target": options.target_places}
    for side in reversed(SIDES):
        if chosen[side] == TIME:
            return side
    if seconds is None and not framed:
        return ""
    bare = [
        side
        for i, side in enumerate(SIDES)
        if chosen[side] == PLACES[0] and all(are_numbers(both[i]) for both in words)
    ]
    sizes = {side: sum(len(both[i]) for both in words) for i, side in enumerate(SIDES)}
    return max(bare, key=lambda side: sizes[side], default="")


def _labelled_time(
    words: Sequence[Sequence[Sequence[str]]], options: Reading
) -> tuple[str, float, list[float]] | None:
    """Return the side whose labels are times, the time of a step, and each first time, or None."""
    for i, chosen in enumerate((options.source_places, options.target_places)):
        found = [times_of(both[i]) for both in words] if chosen == PLACES[0] else []
        times = [one for one in found if one]
        if times and len(times) == len(found) and len({step for _, step in times}) == 1:
            return SIDES[i], times[0][1], [start for start, _ in times]
    return None


def are_numbers(words: Sequence[str]) -> bool:
    """Return whether places have no words but whole numbers in their order, from 0 or 1."""
    first = words[0] if words else ""
    return first in ("0", "1") and all(
        word == str(i) for i, word in enumerate(words, start=int(first))
    )


def _with_time(one: ForeignSentence, side: str, axis: TimeAxis) -> ForeignSentence:
    old = one.source if side == "source" else one.target
    count = len(old.pieces)
    text = f"{count:,} steps"
    text += "" if axis.seconds is None else f", {count * axis.seconds:.2f} s"
    new = _placed(old, axis, text)
    return replace(one, source=new) if side == "source" else replace(one, target=new)


def _with_pictures(
    sentences: list[ForeignSentence],
    system: System,
    options: Reading,
    pictures: Sequence[NamedBytes],
) -> tuple[list[ForeignSentence], list[Remark]]:
    """Return sentences whose sources are pictures, if they are, and remarks."""
    chosen = options.source_places == CELLS
    if options.source_places not in (PLACES[0], CELLS):
        return sentences, []
    if not chosen and not system.grid:
        bare = all(are_numbers(one.source.pieces) for one in sentences)
        if not (pictures and bare):
            unused = "The picture was not used: the source has words."
            return sentences, [Remark(unused)] * bool(pictures)
    shapes = {len(one.source.pieces): _shape(one, system, options) for one in sentences}
    found = []
    for one in sentences:
        axis = shapes[len(one.source.pieces)]
        text = f"a picture of {axis.height} x {axis.width} cells"
        found.append(replace(one, source=_placed(one.source, axis, text)))
    axis = next(iter(shapes.values()))
    size = f"{axis.height} x {axis.width} cells, row by row"
    marks = f", after {axis.marks} mark{'s' * (axis.marks > 1)}" if axis.marks else ""
    why = (
        "as you chose"
        if chosen
        else "the file gives its height and its width"
        if system.grid_given
        else "the weights of each word sum to 1 over two axes"
        if system.grid
        else "a picture is open with it"
    )
    remarks = [Remark(f"The source is a picture of {size}{marks} ({why}).", expected=True)]
    sources = sorted({one.number for one in found})
    if pictures and len(pictures) not in (1, len(sources)):
        told = f"{len(pictures)} pictures for {len(sources)} sentences were not used: open one each"
        return found, [*remarks, Remark(f"{told}, named in the order of the sentences.")]
    if pictures:
        ordered = sorted(pictures, key=lambda one: one.name)
        of = {number: ordered[min(i, len(ordered) - 1)] for i, number in enumerate(sources)}
        found = [replace(one, picture=of[one.number].data) for one in found]
    return found, remarks


def _shape(one: ForeignSentence, system: System, options: Reading) -> GridAxis:
    """Return the grid of a source: what was typed, what the file has, or else a square."""
    count = len(one.source.pieces)
    if options.grid.strip():
        typed = _HEIGHT_AND_WIDTH.fullmatch(options.grid)
        if typed is None:
            raise ValueError(
                f"{options.grid[:20]!r} is no height and width: type them as 14 x 14, in cells."
            )
        return grid_axis(int(typed[1]), int(typed[2]), count)
    if system.grid:
        return grid_axis(*system.grid, count)
    for marks in range(MOST_MARKS + 1):
        side = isqrt(max(count - marks, 0))
        if side >= _LEAST_SQUARE and side * side + marks == count:
            return GridAxis(side, side, marks)
    raise ValueError(
        f"The {count:,} columns are no square picture: type the height and the width of the "
        "picture in cells, such as 7 x 10."
    )


def _placed(old: Sentence, axis: TimeAxis | GridAxis, text: str) -> Sentence:
    """Return a sentence whose places are named by an axis."""
    labels = axis.labels(len(old.pieces))
    places = tuple(range(len(labels)))
    return Sentence(
        text=text,
        ids=(old.ids[0],) * len(labels),
        pieces=labels,
        words=labels,
        word_of=places,
        axis=axis,
    )
