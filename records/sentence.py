"""The record of one tokenised sentence: its pieces, and the words they form."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from alignoscope.records.axis import GridAxis, WordlessAxis

END = "</s>"
PAD = "<pad>"


def _marks(*names: str) -> tuple[str, ...]:
    """Return marks in the shapes that tools give them: `<eos>`, `[EOS]`, `<|eos|>`, `_EOS`."""
    shapes = ("<{}>", "[{}]", "<|{}|>")
    both = [case for name in names for case in (name, name.upper())]
    written = (shape.format(name) for name in both for shape in shapes)
    return (*written, *(f"_{name.upper()}" for name in names))


# The marks of other tools. A model reads a start mark first, and never writes it.
ENDS = frozenset(
    (
        *(END, "</S>", *_marks("eos", "end", "stop"), "EOS", "[SEP]"),
        *("<|endoftext|>", "<|eot_id|>", "<|im_end|>"),
    )
)
STARTS = frozenset(
    (
        *("<s>", "<S>", *_marks("sos", "bos", "go", "start", "begin"), "SOS", "BOS", "[CLS]"),
        *("<|startoftext|>", "<|startoftranscript|>"),
    )
)
PADS = frozenset((*_marks("pad"), PAD, "PAD", "<blank>", "<BLANK>", "[blank]"))


def real_tokens(tokens: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens without trailing padding; some models pad with end marks."""
    kept = list(tokens)
    while len(kept) > 1 and (kept[-1] in PADS or {kept[-1], kept[-2]} <= ENDS):
        kept.pop()
    return tuple(kept)


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """One tokenised sentence; the end mark, if present, is its last piece and its last word.

    `pieces` are the subword pieces as shown to people, and `words` are the words they form.
    `word_of[i]` is the index in `words` of piece `i`; it starts at 0 and never decreases or skips a
    word. `axis` says what the places are if they are no words; the pieces are then its labels.
    """

    text: str
    ids: tuple[int, ...]
    pieces: tuple[str, ...]
    words: tuple[str, ...]
    word_of: tuple[int, ...]
    axis: WordlessAxis | None = None

    def __post_init__(self) -> None:
        assert len(self.ids) == len(self.pieces) == len(self.word_of)
        assert sorted(set(self.word_of)) == list(range(len(self.words)))
        if isinstance(self.axis, GridAxis):
            assert len(self.axis.labels(len(self.pieces))) == len(self.pieces)

    @cached_property
    def spans(self) -> tuple[range, ...]:
        """For each word, the range of its pieces' indices."""
        words = range(len(self.words))
        starts = [bisect_left(self.word_of, word) for word in words]
        return tuple(map(range, starts, [*starts[1:], len(self.word_of)]))
