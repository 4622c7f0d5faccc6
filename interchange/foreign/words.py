"""Tokens of other tools as sentences: subword marks understood, pieces kept as they are."""

import re
from collections.abc import Sequence

from alignoscope.interchange.sentence_json import NO_ID
from alignoscope.records.sentence import END, Sentence

ENDS = (END, "<eos>", "<EOS>", "</S>", "<|endoftext|>")
JOINER = "￭"  # OpenNMT's: it joins on the side on which it stands
_MARKED = re.compile(f"@@|##|[▁Ġ{JOINER}]")
_SPECIAL = re.compile(r"</?[^<>\s]+>|>>[^<>\s]+<<|__\w+__|\[[A-Z]+\]", re.ASCII)


def marked_sentence(pieces: Sequence[str]) -> Sentence:
    """Return the sentence of pieces, whose words are found by the marks of their subwords.

    `@@` joins to the next piece; `▁` and `Ġ` start a word, all others then go on with it; `##` goes
    on; `￭` joins on its side. Marks of sentences and languages stand alone.
    """
    if not _MARKED.search(" ".join(pieces)):
        return _sentence(pieces, pieces, range(len(pieces)))
    starter = next((mark for mark in "▁Ġ" if any(one.startswith(mark) for one in pieces)), "")
    words: list[str] = []
    word_of: list[int] = []
    joins = False  # whether the piece before asked for this one
    before = True  # whether the piece before stands alone
    for piece in pieces:
        alone = bool(_SPECIAL.fullmatch(piece))
        goes_on = joins or (piece.startswith(("##", JOINER)) and piece not in ("##", JOINER))
        if starter and not before:
            goes_on = goes_on or not piece.startswith(starter)
        bare = _bare(piece, starter)
        joins = piece.endswith(("@@", JOINER)) and len(piece) > 1 and piece != "@@"
        if words and goes_on and not (alone or before):
            words[-1] += bare
        else:
            words.append(bare)
        word_of.append(len(words) - 1)
        before = alone
    shown = [word or piece for word, piece in zip(words, _firsts(pieces, word_of), strict=True)]
    return _sentence(pieces, shown, word_of)


def _sentence(pieces: Sequence[str], words: Sequence[str], word_of: Sequence[int]) -> Sentence:
    return Sentence(
        text=" ".join(word for word in words if word not in ENDS),
        ids=(NO_ID,) * len(pieces),
        pieces=tuple(pieces),
        words=tuple(words),
        word_of=tuple(word_of),
    )


def _bare(piece: str, starter: str) -> str:
    """Return a piece without the marks that only say where words begin and end."""
    if starter:
        piece = piece.removeprefix(starter)
    if len(piece) > 2:
        piece = piece.removesuffix("@@").removeprefix("##")
    return piece.strip(JOINER) or piece


def _firsts(pieces: Sequence[str], word_of: Sequence[int]) -> list[str]:
    """Return the first piece of each word."""
    firsts: dict[int, str] = {}
    for piece, word in zip(pieces, word_of, strict=True):
        firsts.setdefault(word, piece)
    return list(firsts.values())
