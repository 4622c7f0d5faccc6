"""Word links of aligners: the formats of Pharaoh, Sockeye, and GIZA++ (A3)."""

import re

import numpy as np

from alignoscope.interchange.readers.given import Found, FoundMaps, Given, System, floats, tokens
from alignoscope.records.limits import MAX_IMPORT_WORDS

POSSIBLE = 0.5  # The value of a link that is possible, but not sure.
_LINK = re.compile(r"(\d+)([-p?])(\d+)(?::([^\s:]+))?")
_LOOK = 1_000  # The words of a line by which links are recognised.
_MOST = MAX_IMPORT_WORDS**2
_A3 = re.compile(r"(\S+) \(\{((?: \d+)*) \}\)\s*")


def is_links(text: str) -> bool:
    """Return whether a text consists of one or more links such as 0-0 1-2."""
    words = text.split(maxsplit=_LOOK)[:_LOOK]
    return bool(words) and all(map(_LINK.fullmatch, words))


def holds_links(text: str) -> bool:
    """Return whether a text is a line of links, which is empty or has at least one link."""
    words = text.split(maxsplit=_LOOK)[:_LOOK]
    return not words or any(map(_LINK.fullmatch, words))


def read_links(text: str, where: str) -> np.ndarray:
    """Read links as an array [links, 3] of source position, target position and value.

    Links are 0-0 (value 1), 1?2 or 1p2 (possible), or 2-1:0.83 (with a probability).

    Raises:
        ValueError: if one of them is none, or there are more than a sentence can have.
    """
    found: list[tuple[int, int, float]] = []
    for link in (word[0] for word in re.finditer(r"\S+", text)):  # Without a list of all words.
        if len(found) == _MOST:
            raise ValueError(f"{where}: more than {_MOST:,} links in a sentence.")
        match = _LINK.fullmatch(link)
        if not match:
            raise ValueError(f"{where}: expected links such as '3-4', got {link[:40]!r}.")
        value = POSSIBLE if match[2] != "-" else 1.0
        if match[4]:
            value = floats([match[4]], where)[0]
        if max(len(match[1]), len(match[3])) > 6:
            raise ValueError(f"{where}: there is no word {max(match[1], match[3], key=len)[:40]}.")
        found.append((int(match[1]), int(match[3]), value))
    return np.array(found, np.float32).reshape(-1, 3)


def fits_pharaoh(given: Given) -> bool:
    """Return whether the lines consist of links only."""
    return given.mostly(is_links)


def read_pharaoh(given: Given) -> list[System]:
    """Read one line of links `source-target` per sentence; an empty line has no links.

    Raises:
        ValueError: if a link is malformed.
    """
    found = (
        FoundMaps(where=f"Line {i + 1}", number=i, links=read_links(line, f"Line {i + 1}"))
        for i, line in enumerate(given.lines)
    )
    return [System(found=Found(found), kind="links")]


def fits_tabbed(given: Given) -> bool:
    """Return whether the lines are a translation, a tab and links."""
    return given.mostly(lambda line: "\t" in line and is_links(line.rpartition("\t")[2]))


def read_tabbed(given: Given) -> list[System]:
    """Read Sockeye's `translation_with_alignments`: a translation, a tab, and links.

    Raises:
        ValueError: if a line has no tab, or a link is malformed.
    """
    found = Found()
    for i, line in enumerate(given.lines):
        text, tab, links = line.rpartition("\t")
        where = f"Line {i + 1}"
        if not tab:
            raise ValueError(f"{where}: expected a translation, a tab, and links such as '0-0'.")
        found.append(
            FoundMaps(where=where, number=i, target=tokens(text), links=read_links(links, where))
        )
    return [System(found=found, kind="links")]


def fits_a3(given: Given) -> bool:
    """Return whether there are lines of words with the positions that they are linked to."""
    return any(line.startswith("NULL ({") for line in given.head)


def read_a3(given: Given) -> list[System]:
    """Read GIZA++'s A3: a target sentence, then each source word with its target positions.

    Positions count from 1; `NULL` has the target words that are not linked to any source word.

    Raises:
        ValueError: if a pair of lines is not of this form.
    """
    lines = [
        (i, line)
        for i, line in enumerate(given.lines, start=1)
        if not line.startswith("# Sentence pair")
    ]
    while lines and not lines[-1][1].strip():
        lines.pop()
    if len(lines) % 2:
        raise ValueError(f"Line {lines[-1][0]}: the last sentence pair is cut off.")
    found = Found()
    for pair, ((_, target), (i, linked)) in enumerate(zip(lines[::2], lines[1::2], strict=True)):
        words: list[str] = []
        links: list[tuple[int, int, float]] = []
        at = 0
        for match in _A3.finditer(linked):
            if match.start() != at:
                break
            at = match.end()
            links += [(len(words), int(position), 1.0) for position in match[2].split()]
            words.append(match[1])
        if not words or words[0] != "NULL" or at != len(linked):
            raise ValueError(
                f"Line {i}: expected 'NULL ({{ }}) word ({{ 1 2 }}) ...', got "
                f"{linked[at : at + 40]!r} at column {at + 1}."
            )
        size = len(tokens(target))
        for j, position, _ in links:
            if not 1 <= position <= size:
                raise ValueError(
                    f"Line {i}: {words[j]!r} is linked to word {position} of {size} above."
                )
        # NULL is not a word, so links to it are dropped.
        kept = np.array([link for link in links if link[0]], np.float32).reshape(-1, 3)
        kept[:, :2] -= 1
        found.append(
            FoundMaps(
                where=f"Line {i}",
                number=pair,
                source=tuple(words[1:]),
                target=tokens(target),
                links=kept,
            )
        )
    return [System(found=found, kind="links")]
