"""Matrices after a header with both sentences, as Nematus, SoftAlignments and Sockeye 1 write them.

Each has a header `id ||| target ||| score ||| source ||| n m` (or `n ||| m`), rows of numbers, and
an empty line. The counts are not read, since some tools write zeros.
"""

from math import nan

from alignoscope.interchange.readers.fields import BAR, is_number, matrix, tokens
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import RawSentence, RawSentences, System

_LOOK = 10_000  # The characters of a line that are tested for numbers.


def fits_headed(file: NamedBytes) -> bool:
    """Return whether the first line is a header, and the next one a row of numbers."""
    return (
        len(file.head) > 1
        and file.head[0].count(BAR) >= 4
        and all(is_number(word) for word in file.head[1][:_LOOK].split()[:-1])
    )


def is_sockeye(file: NamedBytes) -> bool:
    """Return whether the header's counts are two fields, as Sockeye writes them."""
    return fits_headed(file) and all(
        part.strip().isdigit() for part in file.head[0].rsplit(BAR, 2)[1:]
    )


def read_headed(file: NamedBytes) -> list[System]:
    """Read all matrices; an empty line ends each.

    Raises:
        ValueError: if a header, or a row, is none.
    """
    found = RawSentences()
    header, rows = 0, []
    for i, line in enumerate([*file.lines, ""], start=1):
        if line.strip():
            if header:
                rows.append(line.split())
            else:
                header = i
        elif header:
            found.append(_one(file.lines[header - 1], header, rows, len(found)))
            header, rows = 0, []
    return [System(sentences=found)]


def _one(line: str, header: int, rows: list[list[str]], number: int) -> RawSentence:
    where = f"Line {header}"
    fields = line.strip().split(BAR)
    counts = 2 if len(fields) > 5 and fields[-2].strip().isdigit() else 1
    fields = fields[:-counts]
    if len(fields) != 4:
        raise ValueError(
            f"{where}: expected a header 'id ||| target ||| score ||| source ||| 7 4', got "
            f"{len(fields) + counts} fields: a word '|||' must be escaped."
        )
    _, target, score, source = fields
    return RawSentence(
        where=where,
        number=number,
        source=tokens(source),
        target=tokens(target),
        numbers=matrix(rows, where),
        log_prob=-float(score) if is_number(score) and float(score) else nan,
    )
