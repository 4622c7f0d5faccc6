"""Word links of aligners: the formats of Pharaoh, Sockeye, and GIZA++ (A3)."""

import re
from collections.abc import Sequence
from math import nan

import numpy as np

from alignoscope.interchange.readers.documents import fits_json
from alignoscope.interchange.readers.fields import BAR, floats, is_number, tokens
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import RawSentence, RawSentences, System
from alignoscope.records.limits import MAX_LINE_PARTS

POSSIBLE = 0.5  # The value of a link that is possible, but not sure.
_LINK = re.compile(r"(\d+)([-p?])(\d+)(?::([^\s:]+))?")
_GOLD = re.compile(r"0*(\d{1,6})\s+(\d{1,6})\s+(\d{1,6})(?:\s+([SP]))?(?:\s+[\d.]+)?\s*")
_LOOK = 1_000  # The words of a line by which links are recognised.
_A3 = re.compile(r"([^ \t]+) \(\{((?: \d+)*) \}\)[ \t]*")


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
        if len(found) == MAX_LINE_PARTS:
            raise ValueError(f"{where}: more than {MAX_LINE_PARTS:,} links in a sentence.")
        match = _LINK.fullmatch(link)
        if not match:
            raise ValueError(f"{where}: expected links such as '3-4', got {link[:40]!r}.")
        value = POSSIBLE if match[2] != "-" else 1.0
        if match[4]:
            value = floats([match[4]], where)[0]
            value = value if match[2] == "-" else min(value, POSSIBLE)
        if max(len(match[1]), len(match[3])) > 6:
            most = max(match[1], match[3], key=len)[:40]
            raise ValueError(f"{where}: there is no word {most}: are these really links?")
        found.append((int(match[1]), int(match[3]), value))
    return np.array(found, np.float32).reshape(-1, 3)


def fits_pharaoh(file: NamedBytes) -> bool:
    """Return whether the lines consist of links only, perhaps after an id or before scores."""
    return file.mostly(lambda line: is_links(_plain(line)[0]))


def read_pharaoh(file: NamedBytes) -> list[System]:
    """Read one line of links `source-target` per sentence; an empty line has no links.

    simalign writes an id and a tab before them, fast_align tabs and scores after them.

    Raises:
        ValueError: if a link is malformed.
    """
    if not are_numbered([line for line in file.lines if line.strip()]):
        raise ValueError(
            "The ids before the links are not consecutive: lines are missing. Open all lines that "
            "the aligner wrote."
        )
    plain = [_plain(line) for line in file.lines]
    found = RawSentences(
        RawSentence(
            where=f"Line {i + 1}",
            number=i,
            links=read_links(links, f"Line {i + 1}"),
            log_prob=score if score <= 0 else nan,
        )
        for i, (links, score) in enumerate(plain)
    )
    read = "The first number after the links is taken for the sentence's log-probability."
    notes = [read] * any(score <= 0 for _, score in plain)
    return [System(sentences=found, kind="links", notes=notes)]


def are_numbered(lines: Sequence[str]) -> bool:
    """Return whether the ids before a first tab, if there are any, count the lines."""
    ids = [line.partition("\t")[0].strip() for line in lines if "\t" in line]
    if not ids or not all(one.isdigit() for one in ids):
        return True
    return [int(one) for one in ids] == [int(ids[0]) + i for i in range(len(ids))]


def _plain(line: str) -> tuple[str, float]:
    """Return the links of a line without an id before them, and the first score after them.

    Without a score it is NaN.
    """
    fields = line.split("\t")
    if len(fields) > 1 and fields[0].strip().isdigit():
        fields = fields[1:]
    if not all(map(is_number, fields[1:])):
        return line, nan
    return fields[0], float(fields[1]) if len(fields) > 1 else nan


def fits_pairs(file: NamedBytes) -> bool:
    """Return whether each line has a source, a target, links, and perhaps a score."""
    rows = [line.split(BAR) for line in file.head]
    whole = all(len(row) in (3, 4) and all(map(is_number, row[3:])) for row in rows)
    return whole and file.mostly(lambda line: is_links(line.split(BAR)[2]))


def read_pairs(file: NamedBytes) -> list[System]:
    """Read `source ||| target ||| links`, with a score as fast_align writes it with `-f`.

    Raises:
        ValueError: if a line has other fields, or a link is malformed.
    """
    found = RawSentences()
    for i, line in enumerate(file.lines):
        where, fields = f"Line {i + 1}", line.split(BAR)
        if len(fields) not in (3, 4):
            raise ValueError(f"{where}: expected 'source ||| target ||| 0-0', got {line[:40]!r}.")
        found.append(
            RawSentence(
                where=where,
                number=i,
                source=tokens(fields[0]),
                target=tokens(fields[1]),
                links=read_links(fields[2], where),
                log_prob=float(fields[3]) if is_number("".join(fields[3:])) else nan,
            )
        )
    return [System(sentences=found, kind="links", copied=True)]


def fits_listed(file: NamedBytes) -> bool:
    """Return whether this is JSON of lists of pairs by method, as simalign's library returns it.

    One sentence is such an object, several are a list of them, or one object per line.
    """
    if not fits_json(file):
        return False
    first = next(iter(file.items), None)
    return (
        first is not None
        and isinstance(first.value, dict)
        and any(first.value.values())
        and all(map(_are_pairs, first.value.values()))
    )


def _are_pairs(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(one, int) for one in pair)
        for pair in value
    )


def read_listed(file: NamedBytes) -> list[System]:
    """Read objects such as `{"inter": [[0, 0], [1, 2]]}`: each method is a system.

    Raises:
        ValueError: if a sentence lacks a method, or has something else.
    """
    systems: dict[str, RawSentences] = {}
    for i, one in enumerate(file.items):
        values = one.value if isinstance(one.value, dict) else {}
        if not all(map(_are_pairs, values.values())) or (systems and {*values} != {*systems}):
            raise ValueError(f"{one.where}: expected pairs such as [[0, 0]] by method.")
        for name, pairs in values.items():
            links = np.array([(*pair, 1) for pair in pairs], np.float32).reshape(-1, 3)
            systems.setdefault(name, RawSentences()).append(
                RawSentence(where=one.where, number=i, links=links)
            )
    several = len(systems) > 1
    return [
        System(sentences=found, name=name if several else "", kind="links")
        for name, found in systems.items()
    ]


def fits_gold(file: NamedBytes) -> bool:
    """Return whether the lines are gold links of the NAACL workshop of 2003: `1 2 3 S`.

    Sentences count from 1, so rows of 0 and 1 that start with a 0 are a map.
    """
    rows = [line.split() for line in file.head]
    zero = any(row[0] == "0" for row in rows)
    hard = zero and {cell for row in rows for cell in row} <= {"0", "1"}
    return file.mostly(_GOLD.fullmatch) and not hard


def read_gold(file: NamedBytes) -> list[System]:
    """Read lines of a sentence, a source and a target position from 1, and S or P (possible).

    Position 0 is that of NULL, which is no word.

    Raises:
        ValueError: if a line is of another form.
    """
    links: dict[int, list[tuple[int, int, float]]] = {}
    for i, line in enumerate(file.lines, start=1):
        match = _GOLD.fullmatch(line)
        if not match and line.strip():
            raise ValueError(f"Line {i}: expected '1 2 3 S', got {line[:40]!r}.")
        if match:
            sentence, source, target = (int(match[group]) for group in (1, 2, 3))
            row = links.setdefault(sentence, [])
            if source and target:
                row.append((source - 1, target - 1, POSSIBLE if match[4] == "P" else 1.0))
    if not all(links):
        raise ValueError("Sentences count from 1, but one is 0.")
    found = RawSentences(
        RawSentence(
            where=f"Sentence {number}",
            number=number - 1,
            links=np.array(links.get(number, []), np.float32).reshape(-1, 3),
        )
        for number in range(1, max(links) + 1)
    )
    return [System(sentences=found, kind="links")]


def fits_tabbed(file: NamedBytes) -> bool:
    """Return whether the lines are a translation, a tab and links."""
    return file.mostly(lambda line: "\t" in line and is_links(line.rpartition("\t")[2]))


def read_tabbed(file: NamedBytes) -> list[System]:
    """Read Sockeye's `translation_with_alignments`: a translation, a tab, and links.

    Raises:
        ValueError: if a line has no tab, or a link is malformed.
    """
    found = RawSentences()
    for i, line in enumerate(file.lines):
        text, tab, links = line.rpartition("\t")
        where = f"Line {i + 1}"
        if not tab:
            raise ValueError(f"{where}: expected a translation, a tab, and links such as '0-0'.")
        found.append(
            RawSentence(where=where, number=i, target=tokens(text), links=read_links(links, where))
        )
    return [System(sentences=found, kind="links")]


def fits_a3(file: NamedBytes) -> bool:
    """Return whether there are lines of words with the positions that they are linked to."""
    return any(line.startswith("NULL ({") for line in file.head)


def read_a3(file: NamedBytes) -> list[System]:
    """Read GIZA++'s A3: a target sentence, then each source word with its target positions.

    Positions count from 1; `NULL` has the target words that are not linked to any source word.

    Raises:
        ValueError: if a pair of lines is not of this form.
    """
    lines = [
        (i, line)
        for i, line in enumerate(file.lines, start=1)
        if not line.startswith("# Sentence pair")
    ]
    while lines and not lines[-1][1].strip():
        lines.pop()
    if len(lines) % 2:
        raise ValueError(f"Line {lines[-1][0]}: the last sentence pair is cut off.")
    found = RawSentences()
    for pair, ((_, target), (i, linked)) in enumerate(zip(lines[::2], lines[1::2], strict=True)):
        words: list[str] = []
        links: list[tuple[int, int, float]] = []
        at = 0
        while match := _A3.match(linked, at):
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
                    f"Line {i}: {words[j]!r} is linked to word {position}, but the line above has "
                    f"{size}."
                )
        # NULL is not a word, so links to it are dropped.
        kept = np.array([link for link in links if link[0]], np.float32).reshape(-1, 3)
        kept[:, :2] -= 1
        found.append(
            RawSentence(
                where=f"Line {i}",
                number=pair,
                source=tuple(words[1:]),
                target=tokens(target),
                links=kept,
            )
        )
    return [System(sentences=found, kind="links")]
