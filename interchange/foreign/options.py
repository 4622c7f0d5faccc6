"""What a person sets before files of other tools are read."""

from typing import NamedTuple

# The options for what the rows of maps are.
ROWS = ("automatic", "target tokens", "source tokens")
# Those for what the places of a side are.
TIME, CELLS = "steps in time", "cells of a picture"
PLACES = ("automatic", "words", TIME, CELLS)


class Reading(NamedTuple):
    """What a person sets, since files do not show it.

    Args:
        rows: one of `ROWS`: what the rows of all maps are.
        swapped: whether texts are tried in reverse order, for texts that fit both sides.
        scores: whether the numbers are scores, which a softmax over the source makes weights.
        first: the first position of links, 0 or 1; None if the links shall show it.
        spaces: whether texts are split at all spaces of Unicode, as Python does, and not only at
            plain ones; None if what fits shall show it.
        chinese: whether Chinese characters are joined into words by jieba.
        source: typed words of the source, one sentence per line, for maps without words.
        target: those of the target.
        source_places: one of `PLACES`: what the places of the source are.
        target_places: what those of the target are; they are no picture.
        grid: the typed height and width of a picture in cells, such as "14 x 14".
        hop: the samples from one frame to the next, or 0 if it is unknown.
        rate: the samples of a second, or 0.
        reduction: the frames of a step of time.
    """

    rows: str = ROWS[0]
    swapped: bool = False
    scores: bool = False
    first: int | None = None
    spaces: bool | None = None
    chinese: bool = False
    source: str = ""
    target: str = ""
    source_places: str = PLACES[0]
    target_places: str = PLACES[0]
    grid: str = ""
    hop: float = 0
    rate: float = 0
    reduction: float = 1


AUTOMATIC = Reading()
