"""The data files of a SoftAlignments page: `*.ali.js`, `*.src.js` and `*.trg.js`."""

import json
import re

import numpy as np

from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import RawSentence, RawSentences, System

_START = re.compile(r"\s*var (alignments|sources|targets) = \[\s*")


def side_in_name(file: NamedBytes) -> str:
    """Return the kind of the file: "alignments", "sources", "targets", or "" for another file."""
    match = _START.match(file.text[:200])
    return match[1] if match else ""


def fits_soft_alignments(file: NamedBytes) -> bool:
    """Return whether this is the file of the weights."""
    return side_in_name(file) == "alignments"


def read_soft_alignments(file: NamedBytes) -> list[System]:
    """Read one list of [source position, weight, target position] cells per line.

    Raises:
        ValueError: if a line is no such list.
    """
    found = RawSentences()
    for where, cells in _items(file):
        try:
            triples = np.array(cells, np.float64)
        except (TypeError, ValueError):
            triples = np.zeros(0)
        if triples.ndim != 2 or triples.shape[1] != 3 or len(triples) == 0:
            raise ValueError(f"{where}: expected cells such as [0, 0.25, 1], one or more.")
        rows, columns = triples[:, 0], triples[:, 2]
        most = len(triples)
        if rows.min() < 0 or columns.min() < 0 or max(rows.max(), columns.max()) >= most:
            raise ValueError(f"{where}: a cell lies outside of its map of {most} cells.")
        numbers = np.zeros((int(rows.max()) + 1, int(columns.max()) + 1), np.float32)
        if numbers.size != most:
            raise ValueError(f"{where}: {most} cells for a map of {numbers.size}.")
        numbers[rows.astype(int), columns.astype(int)] = triples[:, 1]
        if len(np.unique(triples[:, [0, 2]], axis=0)) != most:
            raise ValueError(f"{where}: a cell occurs twice.")
        found.append(RawSentence(where=where, number=len(found), numbers=numbers[None, None]))
    return [System(sentences=found)]


def read_words(file: NamedBytes) -> list[tuple[str, ...]]:
    """Read the words of a file of sources or targets, one list per line.

    Raises:
        ValueError: if a line is no list of words.
    """
    lines = []
    for where, words in _items(file):
        if not isinstance(words, list) or not all(isinstance(word, str) and word for word in words):
            raise ValueError(f'{where}: expected words such as ["the", "car"].')
        lines.append(tuple(words))
    return lines


def _items(file: NamedBytes) -> list[tuple[str, object]]:
    """Return each item with its place in the file; commas after the last one are accepted."""
    found: list[tuple[str, object]] = []
    for i, line in enumerate(file.lines, start=1):
        start = _START.match(line) if i == 1 else None
        text = (line[start.end() :] if start else line).strip()
        body = text.removesuffix(";").rstrip().removesuffix(",").rstrip()
        if body.endswith("]"):
            text = body.removesuffix("]").rstrip().removesuffix(",") + "]"
        if text.strip(" ];") == "":
            continue
        try:
            found.append((f"Line {i}", json.loads(text)))
        except (json.JSONDecodeError, RecursionError) as error:
            raise ValueError(f"Line {i}: expected a list as SoftAlignments writes it.") from error
    return found
