"""The record of one tokenised sentence: its pieces, and the words they make."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

END = "</s>"


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """One sentence as a model reads or writes it; the end mark, where present, is its last piece.

    `pieces` are subword pieces as shown to people, `words` the words they make, and `word_of[i]`
    is the index in `words` of piece `i`: it starts at 0 and never decreases or skips a word.
    """

    text: str
    ids: tuple[int, ...]
    pieces: tuple[str, ...]
    words: tuple[str, ...]
    word_of: tuple[int, ...]

    def __post_init__(self) -> None:
        assert len(self.ids) == len(self.pieces) == len(self.word_of)
        assert sorted(set(self.word_of)) == list(range(len(self.words)))

    @cached_property
    def spans(self) -> tuple[range, ...]:
        """The pieces of each word, as the range of their indices."""
        words = range(len(self.words))
        starts = [bisect_left(self.word_of, word) for word in words]
        return tuple(map(range, starts, [*starts[1:], len(self.word_of)]))
