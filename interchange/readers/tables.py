"""The tables that OpenNMT-py and eole print into their log with `-attn_debug`.

Labels are truncated: source words to 7 characters, target words to 10. OpenNMT-py puts a star
before the largest number of a row. There are other log lines before and between the tables.
"""

import re

from alignoscope.interchange.readers.fields import matrix
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import RawSentence, RawSentences, System

SOURCE_CUT, TARGET_CUT = 7, 10
_ROW = re.compile(r"(.{0,10}?)((?:\s+\*?-?\d+\.\d{7})+)\s*")
_LOGGED = re.compile(r"^\[[^\]]*\]\s")


def fits_tables(file: NamedBytes) -> bool:
    """Return whether there are rows of a label and numbers with seven decimals."""
    return len(file.head) > 1 and any(map(_ROW.fullmatch, file.head))


def read_tables(file: NamedBytes) -> list[System]:
    """Read all tables of a log: a header of source words, then one row per target word.

    Raises:
        ValueError: if a table has no header, or a row has fewer numbers than the first.
    """
    found = RawSentences()
    header, labels, rows = 0, [], []
    for i, line in enumerate([*file.lines, ""], start=1):
        row = _ROW.fullmatch(line)
        if row:
            labels.append(row[1].strip())
            rows.append(row[2].replace("*", " ").split())
            continue
        if rows and line.strip() and not _LOGGED.match(line):
            raise ValueError(f"Line {i}: expected a word and its numbers, got {line[:40]!r}.")
        if rows:
            found.append(_table(file, header, labels, rows, len(found)))
        header, labels, rows = i, [], []
    return [System(sentences=found)]


def _table(
    file: NamedBytes, header: int, labels: list[str], rows: list[list[str]], number: int
) -> RawSentence:
    where = f"Line {header or 1}"
    words = _LOGGED.sub("", file.lines[header - 1]).split() if header else []
    numbers = matrix(rows, where)
    if len(words) != numbers.shape[-1]:
        raise ValueError(
            f"{where}: expected the {numbers.shape[-1]} source words of the table below, got "
            f"{len(words)}."
        )
    return RawSentence(
        where=where, number=number, source=tuple(words), target=tuple(labels), numbers=numbers
    )
