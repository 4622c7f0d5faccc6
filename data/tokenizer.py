"""The joint subword tokenizer of a language pair: from text to pieces and words, and back."""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, groupby
from typing import Self

from tokenizers import Regex, decoders, models, normalizers, pre_tokenizers, trainers
from tokenizers import Tokenizer as Subwords

from alignoscope.data.corpus import normalise
from alignoscope.data.registers import MARKS
from alignoscope.records.sentence import END, Sentence

PAD, UNKNOWN, START = "<pad>", "<unk>", "<s>"
SPECIAL = (PAD, UNKNOWN, START, END)
PAD_ID, UNKNOWN_ID, START_ID, END_ID = range(4)
SPACE = "▁"

# A word of an alignment map. Elided words ("j'", "qu'"), English clitics ("n't", "'s") and the
# parts of a hyphenated word are words of their own, as in the usual word-alignment corpora.
_WORD = rf"""{SPACE}?(?:
  (?i:aujourd'hui|quelqu'une?s?|o'clock)
| (?i:n't|'(?:s|m|re|ve|ll|d))(?![\p{{L}}\p{{M}}])
| -?(?i:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|presqu)'(?=\p{{L}})
| [\p{{L}}\p{{M}}]+?(?=(?i:n't)(?![\p{{L}}\p{{M}}]))
| -?[\p{{L}}\p{{M}}\u200c\u200d]+
| \p{{N}}+
| [^\s{SPACE}\p{{L}}\p{{M}}\p{{N}}](?:\p{{M}}|\u200d\S)*
) | {SPACE}"""
_PATTERN = (
    "".join(line.strip() for line in _WORD.splitlines()).replace("| ", "|").replace(" |", "|")
)
_SPLIT = pre_tokenizers.Split(Regex(_PATTERN), behavior="isolated")


class Tokenizer:
    """A byte-pair encoding shared by both languages of a pair; no piece crosses a word boundary."""

    def __init__(self, subwords: Subwords) -> None:
        self._subwords = subwords
        # Typed text such as "</s>" is text, never a special token.
        self._subwords.encode_special_tokens = True

    @classmethod
    def train(cls, texts: Iterable[str], vocab_size: int = 8000) -> Self:
        """Learn `vocab_size` pieces from normalised texts (Sennrich et al. 2016, section 3.2)."""
        subwords = Subwords(models.BPE(unk_token=UNKNOWN, fuse_unk=True))
        subwords.normalizer = normalizers.Sequence(
            [normalizers.Prepend(SPACE), normalizers.Replace(" ", SPACE)]
        )
        subwords.pre_tokenizer = _SPLIT
        subwords.decoder = decoders.Replace(SPACE, " ")
        trainer = trainers.BpeTrainer(
            vocab_size=vocab_size, special_tokens=list(SPECIAL), show_progress=False
        )
        subwords.train_from_iterator(texts, trainer)
        return cls(subwords)

    @classmethod
    @lru_cache(maxsize=8)  # the models of a pair share one tokenizer
    def from_json(cls, text: str) -> Self:
        """Rebuild a tokenizer from `to_json`; equal texts return the same cached object.

        Raises:
            ValueError: if the text is not a tokenizer of this module.
        """
        try:
            subwords = Subwords.from_str(text)
        except BaseException as error:  # the library raises plain Exception, or panics
            if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
                raise
            raise ValueError(f"This is not a tokenizer: {error}.") from error
        if tuple(map(subwords.id_to_token, range(len(SPECIAL)))) != SPECIAL:
            raise ValueError(f"A tokenizer's first pieces must be {SPECIAL}.")
        if set(subwords.get_vocab().values()) != set(range(subwords.get_vocab_size())):
            raise ValueError("A tokenizer's pieces must be numbered from 0, without a gap.")
        return cls(subwords)

    def to_json(self) -> str:
        """Return the tokenizer as JSON."""
        return self._subwords.to_str()

    def __len__(self) -> int:
        return self._subwords.get_vocab_size()

    def encode(self, text: str) -> Sentence:
        """Normalise a text and split it into pieces and words, the end mark last.

        A run of characters that no training text had becomes one `<unk>` piece, shown as it was
        typed.
        """
        text = normalise(text)
        encoding = self._subwords.encode(text, add_special_tokens=False)
        shown = [
            text[slice(*span)].strip() if piece == UNKNOWN else piece.removeprefix(SPACE)
            for piece, span in zip(encoding.tokens, encoding.offsets, strict=True)
        ]
        return _sentence(text, encoding.ids, encoding.tokens, shown, encoding.word_ids)

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the piece ids of normalised texts, each with the end mark, for training."""
        encodings = self._subwords.encode_batch(texts, add_special_tokens=False)
        return [[*encoding.ids, END_ID] for encoding in encodings]

    def spell(self, piece: str) -> list[int]:
        """Return the ids of the pieces that spell a piece of another tokenizer, or its own id."""
        own = self._subwords.token_to_id(piece)
        if own is not None:
            return [own]
        return [token.id for token in self._subwords.model.tokenize(piece)]

    def word_sizes(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the number of pieces of each word of normalised texts, the end mark last."""
        encodings = self._subwords.encode_batch(texts, add_special_tokens=False)
        return [
            [*(len(list(pieces)) for _, pieces in groupby(encoding.word_ids)), 1]
            for encoding in encodings
        ]

    def decode(self, ids: Sequence[int]) -> Sentence:
        """Return the sentence that piece ids spell, with special tokens shown as text.

        It has an end mark only if the ids end with one.
        """
        ended = bool(ids) and ids[-1] == END_ID
        ids = ids[:-1] if ended else ids
        pieces = [self.piece(i) for i in ids]
        written = "".join(pieces)
        spans = [end for _, (_, end) in self._subwords.pre_tokenizer.pre_tokenize_str(written)]
        starts = [0, *accumulate(map(len, pieces))][:-1]
        spanned = [sum(end <= start for end in spans) for start in starts]
        words = [-1 - i if ids[i] < len(SPECIAL) else word for i, word in enumerate(spanned)]
        shown = [piece.removeprefix(SPACE) for piece in pieces]
        return _sentence(written.replace(SPACE, " ").strip(), ids, pieces, shown, words, ended)

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The text of all pieces, by id; a leading `▁` means that a space precedes the piece."""
        found = [self._subwords.id_to_token(i) for i in range(len(self))]
        assert None not in found
        return tuple(piece or "" for piece in found)

    @cached_property
    def registers(self) -> frozenset[str]:
        """The registers whose marks are pieces: those that training text had (`registers`)."""
        return frozenset(
            register for register, mark in MARKS.items() if SPACE + mark in self.pieces
        )

    def piece(self, piece_id: int) -> str:
        """Return the text of one piece; see `pieces`."""
        assert piece_id >= 0
        return self.pieces[piece_id]


def split_words(text: str) -> list[str]:
    """Split a normalised text into words as alignment maps show them; see `_WORD`."""
    return [word.removeprefix(SPACE) for word in written_words(text)]


def written_words(text: str) -> list[str]:
    """Split a normalised text into words as pieces spell them; a leading `▁` is a space."""
    written = SPACE + text.replace(" ", SPACE)
    return [word for word, _ in _SPLIT.pre_tokenize_str(written)]


def _sentence(
    text: str,
    ids: Sequence[int],
    pieces: Sequence[str],
    shown: Sequence[str],
    keys: Sequence[int | None],
    ended: bool = True,
) -> Sentence:
    """Return the sentence whose words are the runs of pieces with equal keys.

    Args:
        text: the text of the sentence.
        ids: the ids of its pieces.
        pieces: their text with `▁`.
        shown: their text as it goes into words.
        keys: one key per piece; a change of key starts a new word.
        ended: whether to add an end mark.
    """
    words: list[str] = []
    word_of: list[int] = []
    last = None
    for part, key in zip(shown, keys, strict=True):
        if key != last:
            words.append("")
        words[-1] += part
        word_of.append(len(words) - 1)
        last = key
    end = (END,) * ended
    return Sentence(
        text=text,
        ids=(*ids, *(END_ID,) * ended),
        pieces=(*pieces, *end),
        words=(*(word or SPACE for word in words), *end),
        word_of=(*word_of, *(len(words),) * ended),
    )
