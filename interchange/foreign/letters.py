"""Texts whose letters or phonemes, and not their words, are the places of maps."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from pathlib import PurePath
from typing import NamedTuple

from alignoscope.analysis.words import BLANK
from alignoscope.interchange.foreign.fitting import map_sizes
from alignoscope.interchange.foreign.orientation import orientation_without_words
from alignoscope.interchange.foreign.remarks import Remark
from alignoscope.interchange.foreign.texts import Text
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.named_json import Words
from alignoscope.interchange.readers.systems import SIDES, RawSentence, System

_SYMBOL = re.compile(r"\{([^{}]*)\}|(.)")  # Tacotron's phonemes are in braces, among letters.


def in_letters(
    system: System, texts: Sequence[Text], form: Format, rows: str
) -> tuple[System, Sequence[Text], dict[str, Remark]]:
    """Return a system and texts in letters where these, and no words, fit a side of all sentences.

    Symbols in braces are phonemes. Spaces are letters, too, unless only the letters between them
    fit. Texts that a file has beside its maps are added if they fit a side. Remarks are by the name
    of the text, which is "" for that of a side in the file.

    Args:
        system: the maps.
        texts: the texts that are open with it.
        form: the format of the file.
        rows: one of `ROWS`, which a person chose.
    """
    texts = [*texts, *(Text(name, lines) for name, lines in system.beside.items())]
    numbers = [one.number for one in system.sentences]
    whole = {
        i: [text.lines[number] for number in numbers]
        for i, text in enumerate(texts)
        if len(text.lines) > max(numbers, default=0)
    }
    if system.is_linked or form.labelled or form.cut or not (system.spelled or whole):
        return system, texts[: len(texts) - len(system.beside)], {}
    places = _Places(system, orientation_without_words(system, form, rows)[0])
    remarks: dict[str, Remark] = {}
    for side in system.spelled:
        words = [getattr(one, side) for one in system.sentences]
        if not places.hold(side, words) and (way := places.way([side], words)):
            lines = [_letters(line, way.blanks) for line in words]
            system = replace(system, sentences=_with_words(system.sentences, side, lines))
            remarks[""] = way.remark(f"the text of the {side}")
    bare = [side for side in SIDES if any(getattr(one, side) is None for one in system.sentences)]
    may = {i: [side for side in bare if texts[i].side in ("", side)] for i in whole}
    held = {i: [side for side in may[i] if places.hold(side, whole[i])] for i in whole}
    taken = {side for sides in held.values() for side in sides}
    for i, words in whole.items():
        free = [side for side in may[i] if side not in taken]
        if not held[i] and (way := places.way(free, words)):
            lines = [_letters(line, way.blanks) for line in texts[i].lines]
            texts[i] = texts[i]._replace(lines=lines, side=way.side)
            remarks[texts[i].name] = way.remark(texts[i].name)
    fits = {text.name for i, text in enumerate(texts) if held.get(i)} | remarks.keys()
    kept = [text for text in texts if text.name in fits or text.name not in system.beside]
    return system, kept, remarks


class _Way(NamedTuple):
    """How texts are split into letters, with or without spaces, for a side, or "" for either."""

    side: str
    blanks: bool

    def remark(self, name: str) -> Remark:
        spaces = "spaces included" if self.blanks else "without spaces"
        side = f"{self.side} places" if self.side else "places of a side"
        return Remark(
            f"Split into letters, {spaces}: {PurePath(name).name}. Its letters, not its words, are "
            f"as many as the {side}."
        )


class _Places:
    """The numbers of places of each side of a system's maps."""

    def __init__(self, system: System, source_rows: bool) -> None:
        self._system, self._source_rows = system, source_rows

    def _sizes(self, *, filled: bool) -> dict[str, list[int]]:
        sizes = [map_sizes(one, self._source_rows, filled=filled) for one in self._system.sentences]
        return {side: [both[i] for both in sizes] for i, side in enumerate(SIDES)}

    @cached_property
    def _all(self) -> dict[str, list[int]]:
        return self._sizes(filled=False)

    @cached_property
    def _used(self) -> dict[str, list[int]]:
        """The places up to the last one that holds weight."""
        return self._sizes(filled=True)

    def hold(self, side: str, words: Sequence[Words]) -> bool:
        """Return whether a side has places for words, perhaps with padding or an end mark."""
        if any("{" in line[0] for line in words if line):  # Phonemes in braces are no words.
            return False
        counts = [*map(len, words)]
        return counts == self._all[side] or all(
            used - 1 <= count <= most
            for count, used, most in zip(counts, self._used[side], self._all[side], strict=True)
        )

    def way(self, sides: Sequence[str], words: Sequence[Words]) -> _Way | None:
        """Return how words are split into as many letters as a side has places, or None.

        An end mark may have one more.
        """
        for end, blanks in product((0, 1), (True, False)):
            counts = [len(_letters(line, blanks)) + end for line in words]
            fits = [side for side in sides if counts in (self._all[side], self._used[side])]
            if fits:
                return _Way(fits[0] if len(fits) == 1 else "", blanks)
        return None


def _with_words(
    sentences: Sequence[RawSentence], side: str, lines: Sequence[Words]
) -> list[RawSentence]:
    pairs = zip(sentences, lines, strict=True)
    if side == "source":
        return [replace(one, source=line) for one, line in pairs]
    return [replace(one, target=line) for one, line in pairs]


def _letters(words: Words, blanks: bool) -> Words:
    """Return the letters of words, and the phonemes in braces, with or without the spaces."""
    found: list[str] = []
    for phonemes, letter in _SYMBOL.findall(" ".join(words)):
        found += [BLANK] * blanks if letter == " " else [letter] if letter else phonemes.split()
    return tuple(found)
