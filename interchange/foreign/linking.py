"""Conversion of links to maps over words; positions count from 0 or 1, end marks are optional."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, repeat

import numpy as np

from alignoscope.interchange.foreign.remarks import Remark
from alignoscope.interchange.readers.fields import floats
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import RawSentence, System
from alignoscope.records.sentence import END


def first_position(
    system: System, form: Format, chosen: int | None = None
) -> tuple[int, list[Remark]]:
    """Return the first position, 0 or 1, and a remark on it.

    It is 1 if no position is 0 and one is equal to the length of its sentence, or if `chosen` is 1.
    """
    if form.ends or form.from_zero:  # These tools count from 0, and an end mark is at the length.
        return 0, []
    if chosen is not None:
        return chosen, [Remark(f"Positions count from {chosen}, as you chose.", expected=True)]
    all_links = [one.links for one in system.sentences if one.links is not None and len(one.links)]
    if not all_links or min(links[:, :2].min() for links in all_links) == 0:
        return 0, []
    for one in system.sentences:
        assert one.links is not None
        for axis, words in enumerate(one.words):
            if len(one.links) and one.links[:, axis].max() == len(words):
                told = f"Positions count from 1 (at {one.where} one is the length)."
                return 1, [Remark(told, expected=True)]
    doubt = (
        "No link points to a first word. Positions were assumed to count from 0; change this "
        "if they count from 1."
    )
    return 0, [Remark(doubt)]


def map_of_links(
    one: RawSentence, first: int, form: Format
) -> tuple[np.ndarray, tuple[str, ...], tuple[str, ...], list[Remark]]:
    """Return the map [1, 1, target, source] of links, the words of both sides, and a remark.

    End marks that are linked are added to the words if the tool writes links of them.

    Args:
        one: the links.
        first: the first position, 0 or 1.
        form: the format of the file.

    Raises:
        ValueError: if a link has no word.
    """
    assert one.links is not None
    source, target = one.words
    links = one.links - np.array([first, first, 0], np.float32)
    if len(links) and links[:, :2].min() < 0:
        raise ValueError(
            f"{one.where}: the position {int(links[:, :2].min()) + first} is before the first one, "
            f"{first}. If it is that of NULL, which is no word, leave these links out."
        )
    over = np.maximum(links[:, 0] - len(source), links[:, 1] - len(target))
    if over.max(initial=-1) >= form.ends:  # One after the last word may be an end mark.
        wrong = links[over.argmax()] + first
        after = " points after the last word" if over.max() == 0 else ""
        sizes = f"{len(source)} source and {len(target)} target words"
        raise ValueError(
            f"{one.where}: the link {int(wrong[0])}-{int(wrong[1])}{after} for {sizes}. Are the "
            "texts tokenised differently, swapped, or from other files? "
            f"{form.hint}".strip()
        )
    ends = bool((links[:, 0] == len(source)).any()), bool((links[:, 1] == len(target)).any())
    source, target = source + (END,) * ends[0], target + (END,) * ends[1]
    numbers = np.zeros((1, 1, len(target), len(source)), np.float32)
    at = links[:, 1].astype(int), links[:, 0].astype(int)
    np.maximum.at(numbers[0, 0], at, links[:, 2])  # A link may be both sure and possible.
    added = Remark("end marks added where links point to them", form.ends)
    return numbers, source, target, [added] * any(ends)


def has_confidence(system: System, lines: Sequence[str]) -> bool:
    """Return whether lines have one word for each link; blank lines at the end are ignored."""
    sizes = [len(line.split()) for line in lines]
    needed = [len(one.links) for one in system.sentences if one.links is not None]
    count = len(needed)
    return sizes[:count] + [0] * (count - len(sizes)) == needed and not any(sizes[count:])


def _with_confidence(system: System, lines: Sequence[str]) -> System | None:
    """Return the links with the values of a parallel file, or None if their numbers differ."""
    if not has_confidence(system, lines):
        return None
    found = []
    for one, line in zip(system.sentences, chain(lines, repeat("")), strict=False):
        assert one.links is not None
        values = np.array(floats(line.split(), one.where), np.float32).reshape(-1, 1)
        if values.min(initial=0) < 0:
            raise ValueError(f"{one.where}: the value {values.min():g} of a link is below 0.")
        links = np.concatenate([one.links[:, :2], values], axis=1)
        found.append(replace(one, links=links))
    return replace(system, sentences=found)


def add_confidence(system: System, values: Sequence[NamedBytes]) -> tuple[System, list[Remark]]:
    """Return links with the confidence from the first file that fits, or remarks on the files.

    Raises:
        ValueError: if a number of that file is none, or below 0.
    """
    if not system.is_linked:
        return system, []
    for file in values:
        if found := _with_confidence(system, file.lines):
            note = f"The confidence of the links is from {file.name}."
            return replace(found, notes=[*found.notes, note]), []
    no = "was not used: it has not one number for each link."
    return system, [Remark(f"{file.name} {no}") for file in values]
