"""Links made into maps over words: counted from 0 or 1, with end marks or without."""

from collections.abc import Sequence

import numpy as np

from alignoscope.interchange.readers.given import Found, System
from alignoscope.records.sentence import END

Words = Sequence[tuple[str, ...]]


def first_position(system: System, source: Words, target: Words) -> tuple[int, str]:
    """Say whether positions count from 0 or from 1: then none is 0, and one is a length."""
    all_links = [one.links for one in system.found if one.links is not None and len(one.links)]
    if not all_links or min(links[:, :2].min() for links in all_links) == 0:
        return 0, ""
    for one, words, others in zip(system.found, source, target, strict=True):
        assert one.links is not None
        for axis, side in enumerate((words, others)):
            if len(one.links) and one.links[:, axis].max() == len(side):
                return 1, f"Positions count from 1 (at {one.where} one is the length)."
    return 0, ""


def fits_links(system: System, source: Words, target: Words) -> bool:
    """Say whether every link has its words, or an end mark's place behind them."""
    return all(
        one.links is not None
        and (not len(one.links) or _ends(one.links, words, others) is not None)
        for one, words, others in zip(system.found, source, target, strict=True)
    )


def linked_map(
    one: Found, source: tuple[str, ...], target: tuple[str, ...], first: int
) -> tuple[np.ndarray, tuple[str, ...], tuple[str, ...], str]:
    """Return the map [1, 1, target, source] of links, the words of both sides, what was done.

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
    """Return the same links with the numbers of a parallel file, or None if they do not fit."""
    rows = [line.split() for line in lines]
    if [len(row) for row in rows] != [
        len(one.links) for one in system.found if one.links is not None
    ]:
        return None
    found = []
    for one, row in zip(system.found, rows, strict=True):
        assert one.links is not None
        values = np.array(row, np.float32).reshape(-1, 1)
        links = np.concatenate([one.links[:, :2], values], axis=1)
        found.append(Found(**(vars(one) | {"links": links})))
    return System(found=found, name=system.name, kind=system.kind, notes=system.notes)


def _ends(
    links: np.ndarray, source: tuple[str, ...], target: tuple[str, ...]
) -> tuple[bool, bool] | None:
    """Say which sides have an end mark that is linked, or None if a link lies further out."""
    if not len(links):
        return False, False
    over = [int(links[:, 0].max()) - len(source), int(links[:, 1].max()) - len(target)]
    return None if max(over) > 0 else (over[0] == 0, over[1] == 0)
