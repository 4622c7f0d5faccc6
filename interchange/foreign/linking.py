"""Conversion of links to maps over words; positions count from 0 or 1, end marks are optional."""

from collections.abc import Sequence

import numpy as np

from alignoscope.interchange.readers.given import FoundMaps, System
from alignoscope.records.sentence import END

LinkedWords = Sequence[tuple[str, ...]]


def first_position(system: System, source: LinkedWords, target: LinkedWords) -> tuple[int, str]:
    """Return the first position, 0 or 1, and a note.

    It is 1 if no position is 0 and one is equal to the length of its sentence.
    """
    all_links = [one.links for one in system.found if one.links is not None and len(one.links)]
    if not all_links or min(links[:, :2].min() for links in all_links) == 0:
        return 0, ""
    for one, words, others in zip(system.found, source, target, strict=True):
        assert one.links is not None
        for axis, side in enumerate((words, others)):
            if len(one.links) and one.links[:, axis].max() == len(side):
                return 1, f"Positions count from 1 (at {one.where} one is the length)."
    return 0, ""


def linked_map(
    one: FoundMaps, source: tuple[str, ...], target: tuple[str, ...], first: int
) -> tuple[np.ndarray, tuple[str, ...], tuple[str, ...], str]:
    """Return the map [1, 1, target, source] of links, the words of both sides, and a note.

    `first` is the first position, 0 or 1. End marks that are linked are added to the words.

    Raises:
        ValueError: if a link has no word.
    """
    assert one.links is not None
    links = one.links - np.array([first, first, 0], np.float32)
    ends = _ends(links, source, target)
    if ends is None:
        wrong = links[(links[:, 0] > len(source)) | (links[:, 1] > len(target))][0] + first
        raise ValueError(
            f"{one.where}: the link {int(wrong[0])}-{int(wrong[1])} for {len(source)} source and "
            f"{len(target)} target words. Are the texts swapped, or are they of other lines?"
        )
    words, others = source + (END,) * ends[0], target + (END,) * ends[1]
    numbers = np.zeros((1, 1, len(others), len(words)), np.float32)
    numbers[0, 0, links[:, 1].astype(int), links[:, 0].astype(int)] = links[:, 2]
    done = "end marks added where links lead to them" if any(ends) else ""
    return numbers, words, others, done


def with_values(system: System, lines: Sequence[str]) -> System | None:
    """Return the links with the values of a parallel file, or None if their numbers differ."""
    if [len(line.split()) for line in lines] != [
        len(one.links) for one in system.found if one.links is not None
    ]:
        return None
    found = []
    for one, line in zip(system.found, lines, strict=True):
        assert one.links is not None
        values = np.array(line.split(), np.float32).reshape(-1, 1)
        links = np.concatenate([one.links[:, :2], values], axis=1)
        found.append(FoundMaps(**(vars(one) | {"links": links})))
    return System(found=found, name=system.name, kind=system.kind, notes=system.notes)


def _ends(
    links: np.ndarray, source: tuple[str, ...], target: tuple[str, ...]
) -> tuple[bool, bool] | None:
    """Return whether each side has a linked end mark, or None if a position is out of range."""
    if not len(links):
        return False, False
    over = [int(links[:, 0].max()) - len(source), int(links[:, 1].max()) - len(target)]
    return None if max(over) > 0 else (over[0] == 0, over[1] == 0)
