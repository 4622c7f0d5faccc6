"""Word links between a sentence and its translation, and their notation as text."""

import re
from collections.abc import Iterator

Links = frozenset[tuple[int, int]]  # (source position, target position), from 0


def swap(links: Links) -> Links:
    """Exchange the two positions of every link."""
    return frozenset((second, first) for first, second in links)


def parse_links(text: str, allowed: str, where: str) -> Iterator[tuple[str, int, int]]:
    """Yield (mark, first, second) for each link such as `3-4` or `3p4`.

    `allowed` holds the marks that may occur: "-", "p" or both.

    Raises:
        ValueError: if a link is malformed; `where` says in which text.
    """
    for link in text.split():
        match = re.fullmatch("([0-9]+)([-p])([0-9]+)", link)
        if not match or match[2] not in allowed:
            forms = " or ".join(f"'3{mark}4'" for mark in allowed)
            raise ValueError(f"{where}: expected links such as {forms}, got {link!r}.")
        yield match[2], int(match[1]), int(match[3])
