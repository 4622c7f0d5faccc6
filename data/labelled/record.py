"""The record of a labelled sentence."""

from dataclasses import dataclass
from itertools import chain
from typing import Literal

Asks = Literal["each word", "a learnt query"]


@dataclass(frozen=True, kw_only=True)
class Labelled:
    """A sentence with a label for some of its words, or one label for the whole sentence.

    `asked` holds the positions, from 0, of the words that `labels` belong to; it is empty if the
    one label is the sentence's. `deciding` holds, for each label, the positions of the words that
    determine it.
    """

    words: tuple[str, ...]
    labels: tuple[str, ...]
    deciding: tuple[tuple[int, ...], ...]
    asked: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        assert len(self.labels) == len(self.deciding) == (len(self.asked) or 1)
        places = {*self.asked, *chain.from_iterable(self.deciding)}
        assert places <= {*range(len(self.words))}

    @property
    def text(self) -> str:
        """The words joined by spaces."""
        return " ".join(self.words)
