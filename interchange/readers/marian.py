"""Marian's output with `--alignment`, and OpenNMT-tf's, whose rows have another separator.

A line is `translation ||| rows`, or with `--n-best` `id ||| translation ||| rows ||| features |||
score`, or from marian-scorer `log-probability ||| rows`. The translation may contain ` ||| `.
"""

import re
from collections import Counter
from collections.abc import Callable
from math import nan

import numpy as np

from alignoscope.interchange.readers.fields import BAR, is_number, matrix, tokens
from alignoscope.interchange.readers.links import is_links, read_links
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import RawSentence, RawSentences, System

_NUMBERS = "0123456789.+- einfaNI"  # The characters of numbers, including NaN and infinity.


def fits_soft(file: NamedBytes) -> bool:
    """Return whether the lines end with comma-separated rows of weights, except for features."""
    return file.mostly(lambda line: "," in (found := _fields(line, _is_soft)[1]) and found)


def fits_tf(file: NamedBytes) -> bool:
    """Return whether the lines end with rows of numbers separated by ` ; `."""
    return file.mostly(lambda line: " ; " in line and _is_tf(line.rpartition(BAR)[2]))


def fits_hard(file: NamedBytes) -> bool:
    """Return whether the lines have links such as 0-0 1-2 after ` ||| `."""
    return file.mostly(lambda line: BAR in line and is_links(_fields(line, is_links)[1]))


def read_soft(file: NamedBytes) -> list[System]:
    """Read `--alignment soft`: one row per target token, one column per source token.

    The end marks are included.

    Raises:
        ValueError: if a line has no rows of numbers.
    """
    return _read(file, soft=True)


def read_hard(file: NamedBytes) -> list[System]:
    """Read links of `--alignment hard` or of a threshold, including those of end marks.

    Raises:
        ValueError: if a line has no links.
    """
    return _read(file, soft=False)


def read_tf(file: NamedBytes) -> list[System]:
    """Read OpenNMT-tf's `with_alignments: soft`, with or without a score before each translation.

    Raises:
        ValueError: if a line has no rows of numbers.
    """
    scored = all(line.count(BAR) > 1 and is_number(line.partition(BAR)[0]) for line in file.lines)
    found = RawSentences()
    for i, line in enumerate(file.lines):
        where, part = f"Line {i + 1}", line.split(BAR)
        if len(part) < 2:
            raise ValueError(f"{where}: expected 'translation ||| 0.1 0.9 ; 0.8 0.2'.")
        rows = [row.split() for row in part[-1].split(";")]
        text = part[scored:-1]
        found.append(
            RawSentence(
                where=where,
                number=i,
                target=tokens(BAR.join(text)),
                numbers=matrix(rows, where),
                log_prob=float(part[0]) if scored else nan,
            )
        )
    return [System(sentences=found, unnumbered=scored)]


def _read(file: NamedBytes, *, soft: bool) -> list[System]:
    parted = [_fields(line, _is_soft if soft else is_links) for line in file.lines]
    numbered = all(
        re.match(r"\d+ \|\|\| ", line) and behind
        for line, (*_, behind) in zip(file.lines, parted, strict=True)
    )
    forced = not numbered and all(
        is_number(text.strip()) and not behind for text, _, behind in parted
    )
    found = RawSentences()
    ranks: Counter[int] = Counter()
    for i, (text, middle, behind) in enumerate(parted):
        where = f"Line {i + 1}"
        number = i
        if numbered:
            first, _, text = text.partition(BAR)
            number = int(first)
        score = behind.rpartition(BAR)[2] if numbered else text if forced else ""
        found.append(
            RawSentence(
                where=where,
                number=number,
                target=None if forced else tokens(text),
                numbers=_soft(middle, where) if soft else None,
                links=None if soft else read_links(middle, where),
                rank=ranks[number],
                log_prob=float(score) if is_number(score) else nan,
            )
        )
        ranks[number] += 1
    # OpenNMT-py's `-report_align` writes the lines of `-n_best` without a number.
    unnumbered = not soft and not numbered
    return [System(sentences=found, kind="weights" if soft else "links", unnumbered=unnumbered)]


def _soft(text: str, where: str) -> np.ndarray:
    if not text.strip():
        raise ValueError(f"{where}: expected 'translation ||| 0.9,0.1 0.2,0.8', got no rows.")
    return matrix([row.split(",") for row in text.split()], where)


def _is_soft(text: str) -> bool:
    return bool(text.strip()) and not text.strip(_NUMBERS + ",")


def _is_tf(text: str) -> bool:
    return bool(text.strip()) and not text.strip(_NUMBERS + ";")


def _fields(line: str, fits: Callable[[str], object]) -> tuple[str, str, str]:
    """Split a line into the text before the alignment, the alignment, and the text after it.

    The alignment is the last field that `fits`; only features and a score may follow it.
    """
    fields = line.split(BAR)
    if len(fields) == 5 and "=" in fields[2] and is_number(fields[3]) and fits(fields[4]):
        # Moses writes the alignment of an n-best list last.
        return BAR.join(fields[:2]), fields[4], BAR.join(fields[2:4])
    for i in range(len(fields) - 1, 0, -1):
        score = i == len(fields) - 1 and "=" in fields[i - 1]
        if not score and (fits(fields[i]) or not fields[i].strip()):
            return BAR.join(fields[:i]), fields[i], BAR.join(fields[i + 1 :])
        if not ("=" in fields[i] or is_number(fields[i])):
            break
    return (line, "", "") if len(fields) == 1 else (BAR.join(fields[:-1]), fields[-1], "")
