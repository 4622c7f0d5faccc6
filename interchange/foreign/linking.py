"""Conversion of links to maps over words; positions count from 0 or 1, end marks are optional."""

from collections.abc import Sequence
from itertools import chain, repeat

import numpy as np

from alignoscope.interchange.foreign.axes import Remark
from alignoscope.interchange.readers.fields import floats
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.systems import RawSentence, System
from alignoscope.records.sentence import END

LinkedWords = Sequence[tuple[str, ...]]


def first_position(
    system: System,
    source: LinkedWords,
    target: LinkedWords,
    form: Format,
    said: int | None = None,
) -> tuple[int, Remark | None]:
    """Return the first position, 0 or 1, and a remark.

    It is 1 if no position is 0 and one is equal to the length of its sentence, or if `said` is 1.
    """
    if form.ends or form.from_zero:  # These tools count from 0, and an end mark is at the length.
        return 0, None
    if said is not None:
        return said, Remark(f"Positions count from {said}, as you chose.", expected=True)
    all_links = [one.links for one in system.sentences if one.links is not None and len(one.links)]
    if not all_links or min(links[:, :2].min() for links in all_links) == 0:
        return 0, None
    for one, words, others in zip(system.sentences, source, target, strict=True):
        assert one.links is not None
        for axis, side in enumerate((words, others)):
            if len(one.links) and one.links[:, axis].max() == len(side):
                told = f"Positions count from 1 (at {one.where} one is the length)."
                return 1, Remark(told, expected=True)
    return 0, Remark(
        "No link points to a first word. Positions were assumed to count from 0; change this "
        "if they count from 1."
    )


def map_of_links(
    one: RawSentence, source: tuple[str, ...], target: tuple[str, ...], first: int, form: Format
) -> tuple[np.ndarray, tuple[str, ...], tuple[str, ...], str]:
    """Return the map [1, 1, target, source] of links, the words of both sides, and a note.

    End marks that are linked are added to the words if the tool writes links of them.

    Args:
        one: the links.
        source: the source words.
        target: the target words.
        first: the first position, 0 or 1.
        form: the format of the file.

    Raises:
        ValueError: if a link has no word.
    """
    assert one.links is not None
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
    words, others = source + (END,) * ends[0], target + (END,) * ends[1]
    numbers = np.zeros((1, 1, len(others), len(words)), np.float32)
    at = links[:, 1].astype(int), links[:, 0].astype(int)
    np.maximum.at(numbers[0, 0], at, links[:, 2])  # A link may be both sure and possible.
    done = "end marks added where links point to them" if any(ends) else ""
    return numbers, words, others, done


def has_confidence(system: System, lines: Sequence[str]) -> bool:
    """Return whether lines have one word for each link; blank lines at the end are ignored."""
    sizes = [len(line.split()) for line in lines]
    needed = [len(one.links) for one in system.sentences if one.links is not None]
    count = len(needed)
    return sizes[:count] + [0] * (count - len(sizes)) == needed and not any(sizes[count:])


def with_confidence(system: System, lines: Sequence[str]) -> System | None:
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
        found.append(RawSentence(**(vars(one) | {"links": links})))
    return System(sentences=found, name=system.name, kind=system.kind, notes=system.notes)
