"""A sentence with its labels."""

from dataclasses import dataclass
from itertools import chain
from typing import Literal

Asks = Literal["each word", "a learnt query"]


@dataclass(frozen=True, kw_only=True)
class Labelled:
    """A sentence, and what is asked of it: labels for some of its words, or one for all of it.

    `asked` are the places (from 0) of the words that have a label each, in `labels`; empty where
    the one label is the whole sentence's. `deciding` are for each label the places of the words
    that tell it.
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
        """The sentence as one text."""
        return " ".join(self.words)
