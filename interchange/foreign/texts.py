"""Texts of words that belong to maps in other files."""

from collections.abc import Sequence, Sized
from dataclasses import replace
from typing import NamedTuple

from alignoscope.interchange.readers.documents import fits_json, read_tokens
from alignoscope.interchange.readers.fields import BAR, is_number, tokens
from alignoscope.interchange.readers.links import are_numbered
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.soft_alignments import read_words, side_in_name
from alignoscope.interchange.readers.systems import System
from alignoscope.records.limits import MAX_IMPORT_SENTENCES, MAX_IMPORT_TOKENS

TYPED = "what you typed"  # The name of a text that is in no file.
NO_ROWS = (
    'a map needs rows of numbers under "attention" or "weights", and words under "source" and '
    '"target".'
)
LINKED = "<sep>"  # awesome-align's separator of two linked words.


class Text(NamedTuple):
    """The sentences of one side; `side` is "" if the file does not show which side it is."""

    name: str
    lines: list[tuple[str, ...]]
    side: str = ""


def texts_of(file: NamedBytes) -> list[Text]:
    """Return the texts of a file of unknown format: one text, two (a bitext), or none.

    awesome-align's file of linked words has none.

    Raises:
        ValueError: if it holds no text.
    """
    if side := side_in_name(file):
        return [Text(file.name, read_words(file), side.removesuffix("s"))]
    if fits_json(file):
        sides = read_tokens(file)
        if sides is None:
            raise ValueError(f"{file.name}: this JSON has no known format: {NO_ROWS}")
        return [Text(file.name, lines, side) for side, lines in sides.items()]
    if file.head and all(LINKED in word for line in file.head for word in line.split()):
        return []
    _check_size(file)
    filled = file.lines[: filled_length(file.lines)]
    for mark in (BAR, "\t"):
        if filled and all(line.count(mark) == 1 for line in filled):
            parts = [line.split(mark) for line in filled]
            numbered = all(part[0].strip().isdigit() for part in parts)
            if mark == "\t" and numbered and are_numbered(filled):
                return [Text(file.name, [tokens(part[1]) for part in parts])]  # Ids and sentences.
            sides = {
                side: [tokens(part[i]) for part in parts]
                for i, side in enumerate(("source", "target"))
            }
            return [Text(file.name, lines, side) for side, lines in sides.items()]
    return [Text(file.name, [tokens(line) for line in file.lines])]


def _check_size(file: NamedBytes) -> None:
    """Refuse a text of too many lines or words, before it is split."""
    for marks, most, what in (
        ("\n", MAX_IMPORT_SENTENCES, "lines"),
        (" \t\n", MAX_IMPORT_TOKENS, "words"),
    ):
        if (count := sum(map(file.text.count, marks))) > most:
            raise ValueError(f"{file.name}: about {count:,} {what}: at most {most:,} are read.")


def is_values(file: NamedBytes) -> bool:
    """Return whether a file holds only numbers, such as the probabilities of links."""
    return bool(file.head) and all(is_number(word) for line in file.head for word in line.split())


def is_whole(file: NamedBytes) -> bool:
    """Return whether all numbers of a file are whole."""
    return all(word.lstrip("-").isdigit() for line in file.lines for word in line.split())


def filled_length(lines: Sequence[Sized]) -> int:
    """Return the number of lines up to the last that is not empty."""
    return max((i for i, line in enumerate(lines, start=1) if line), default=0)


def typed_texts(source: str, target: str) -> list[Text]:
    """Return the texts that a person typed, one sentence per line; an empty one is none."""
    return [
        Text(TYPED, [tokens(line) for line in text.strip().split("\n")], side)
        for side, text in (("source", source), ("target", target))
        if text.strip()
    ]


def unusual_space(system: System, texts: Sequence[Text]) -> str:
    """Return the first space in words of texts that is no plain one, or ""."""
    sides = [text.lines for text in texts]
    if system.copied:
        sides += [[one.source or (), one.target or ()] for one in system.sentences]
    words = (word for lines in sides for line in lines for word in line)
    odd = next((word for word in words if len(word.split()) != 1), "")
    return next((letter for letter in odd if letter.isspace()), "")


def split_at_all_spaces(system: System, texts: Sequence[Text]) -> tuple[System, list[Text]]:
    """Return texts whose words are split at all spaces of Unicode, as Python does."""
    if system.copied:
        found = [
            replace(one, source=_split(one.source or ()), target=_split(one.target or ()))
            for one in system.sentences
        ]
        system = replace(system, sentences=found)
    return system, [text._replace(lines=list(map(_split, text.lines))) for text in texts]


def _split(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(" ".join(words).split())
