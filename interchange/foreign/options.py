"""What a person sets before files of other tools are read."""

from typing import NamedTuple

# The options for what the rows of maps are.
ROWS = ("automatic", "target tokens", "source tokens")


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
    """

    rows: str = ROWS[0]
    swapped: bool = False
    scores: bool = False
    first: int | None = None
    spaces: bool | None = None
    chinese: bool = False
    source: str = ""
    target: str = ""


AUTOMATIC = Reading()
