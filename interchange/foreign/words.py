"""Conversion of other tools' tokens to sentences: words are found by subword marks."""

import re
from collections.abc import Sequence
from itertools import accumulate, groupby
from logging import WARNING

from alignoscope.interchange.sentence_json import NO_ID
from alignoscope.records.extras import require
from alignoscope.records.sentence import ENDS, Sentence

JOINER = "￭"  # OpenNMT's joiner attaches a token on the side where it is.
_MARKED = re.compile(f"@@|##|[▁Ġ{JOINER}]")
_CHINESE = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_BYTES = re.compile("[Â-ô][¡-¿Ā-Ń]")  # A letter beyond ASCII, as tokenizers of bytes write it.
_BYTE = re.compile("<0x([0-9A-F]{2})>")  # A byte of a letter that SentencePiece does not have.
_SPECIAL = re.compile(r"</?(?!0x[0-9A-F]{2}>)[^<>\s]+>|>>[^<>\s]+<<|__\w+__|\[[A-Z]+\]", re.ASCII)


# GPT-2's alphabet: a printable byte is its letter of Latin-1, the others are those from U+0100 on.
_PRINTABLE = [*range(33, 127), *range(161, 173), *range(174, 256)]
_OTHERS = [byte for byte in range(256) if byte not in _PRINTABLE]
_OF_BYTE = {chr(byte): byte for byte in _PRINTABLE} | {
    chr(256 + i): byte for i, byte in enumerate(_OTHERS)
}


def marked_sentence(pieces: Sequence[str]) -> Sentence:
    """Return the sentence of subword pieces, which are grouped to words by their marks.

    `@@` joins a piece to the next one, `##` to the one before, and `￭` on the side where it is. `▁`
    and `Ġ` start a word, which pieces without them continue. Special tokens, such as end marks and
    language codes, are separate words. The pieces themselves are not changed. Words of byte-level
    pieces (GPT-2's alphabet, or `<0xE4>`) are decoded, if they are UTF-8.
    """
    text = " ".join(pieces)
    if text.isascii() and "@@" not in text and "##" not in text:
        return _sentence(pieces, pieces, range(len(pieces)))
    if not _MARKED.search(text):
        return _bytes_sentence(pieces) or _sentence(pieces, pieces, range(len(pieces)))
    starter = next((mark for mark in "▁Ġ" if _starts_words(mark, pieces)), "")
    words: list[str] = []
    word_of: list[int] = []
    joins = False  # Whether the mark of the previous piece joins it to this one.
    before = True  # Whether the previous piece is a special token; also true at the start.
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
    words = _decoded(words) if starter == "Ġ" else [_without_bytes(word) for word in words]
    shown = [word or piece for word, piece in zip(words, _firsts(pieces, word_of), strict=True)]
    return _sentence(pieces, shown, word_of)


def _without_bytes(word: str) -> str:
    """Return a word whose bytes, such as `<0xC3><0xA4>`, are letters, or the word if they are none.

    Source: Kudo's SentencePiece, `--byte_fallback`.
    """
    parts = _BYTE.split(word)
    if len(parts) == 1:
        return word
    data = b"".join(
        bytes([int(part, 16)]) if i % 2 else part.encode() for i, part in enumerate(parts)
    )
    text = _text(data) or ""
    return text if text.strip() else word


def _decoded(words: Sequence[str]) -> list[str]:
    """Return words in GPT-2's alphabet of bytes as text, or unchanged if one is not in it.

    Special tokens are left as they are.
    """
    texts = [word if _SPECIAL.fullmatch(word) else _from_alphabet(word) for word in words]
    if any(text is None for text in texts):
        return [*words]
    return [
        text if text and text.strip() else word for text, word in zip(texts, words, strict=True)
    ]


def _bytes_sentence(pieces: Sequence[str]) -> Sentence | None:
    """Return the sentence of byte-level pieces without spaces, or None if they are no such pieces.

    A letter whose bytes are in several pieces makes them one word.
    """
    if not _BYTES.search("".join(pieces)):
        return None
    words: list[str] = []
    word_of: list[int] = []
    open_ = ""  # Pieces whose last letter is not complete.
    for piece in pieces:
        word_of.append(len(words))
        text = piece if _SPECIAL.fullmatch(piece) and not open_ else _from_alphabet(open_ + piece)
        open_ = open_ + piece if text is None else ""
        if text is not None:
            words.append(text if text.strip() else piece)
    return None if open_ else _sentence(pieces, words, word_of)


def _from_alphabet(word: str) -> str | None:
    """Return the text of a word in GPT-2's alphabet of bytes, or None if it is not UTF-8 in it."""
    if any(letter not in _OF_BYTE for letter in word):
        return None
    return _text(bytes(_OF_BYTE[letter] for letter in word))


def _text(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _starts_words(mark: str, pieces: Sequence[str]) -> bool:
    """Return whether a mark starts words; Ġ is also a letter of Maltese, and then starts few."""
    count = sum(piece.startswith(mark) for piece in pieces)
    if mark != "Ġ" or 4 * count > len(pieces):
        return count > 0
    return count > 0 and bool(_BYTES.search("".join(pieces)))


def with_chinese_words(sentence: Sentence) -> Sentence:
    """Return a sentence whose Chinese characters are joined into words by jieba.

    A word ends where both a word of jieba and a piece end.

    Raises:
        ValueError: if jieba is not installed.
    """
    require("chinese")
    import jieba

    jieba.setLogLevel(WARNING)  # It reports how long it loads its dictionary.
    units, unit_of = _units(sentence)
    runs = groupby(units, lambda unit: bool(_CHINESE.search(unit)))
    texts = (text for chinese, run in runs for text in (["".join(run)] if chinese else run))
    ends = set(accumulate(len(word) for text in texts for word in jieba.lcut(text)))
    words, word_of, at = [""], [], 0
    for unit in units:
        words[-1] += unit
        word_of.append(len(words) - 1)
        at += len(unit)
        if at in ends:
            words.append("")
    return _sentence(sentence.pieces, words[:-1], [word_of[unit] for unit in unit_of])


def _units(sentence: Sentence) -> tuple[list[str], list[int]]:
    """Return the pieces of words with Chinese characters, the other words, and those of pieces."""
    units: list[str] = []
    unit_of: list[int] = []
    last = -1
    for piece, word in zip(sentence.pieces, sentence.word_of, strict=True):
        text = sentence.words[word]
        if _CHINESE.search(text):
            units.append(_MARKED.sub("", piece) or piece)
        elif word != last:
            units.append(text)
        unit_of.append(len(units) - 1)
        last = word
    return units, unit_of


def _sentence(pieces: Sequence[str], words: Sequence[str], word_of: Sequence[int]) -> Sentence:
    return Sentence(
        text=" ".join(word for word in words if word not in ENDS),
        ids=(NO_ID,) * len(pieces),
        pieces=tuple(pieces),
        words=tuple(words),
        word_of=tuple(word_of),
    )


def _bare(piece: str, starter: str) -> str:
    """Return a piece without its subword marks."""
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
