"""The lines of a parallel corpus, read as a stream, since it may be larger than memory."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from alignoscope.data.corpus import MOST_BYTES, normalise, turned_pair
from alignoscope.data.named_files import named_paths
from alignoscope.data.parallel_files import OpenedRows, open_rows


class CorpusLine(NamedTuple):
    """A line of a corpus: its number, from 1, and its two sides, which may be empty."""

    number: int
    source: str
    target: str


def opened(paths: Sequence[Path], pair: str = "", *, reverse: bool = False) -> OpenedRows:
    """Open a corpus in any form of `parallel_files`; its rows are read as they are asked for.

    `pair` is the language pair asked for, after the sides are turned with `reverse`.

    Raises:
        ValueError: if it is of no such form, or a file is missing or damaged.
    """
    found = open_rows(named_paths(paths), MOST_BYTES, turned_pair(pair) if reverse else pair)
    if not reverse:
        return found
    rows = (row._replace(source=row.target, target=row.source) for row in found.rows)
    languages = found.languages and found.languages[::-1]
    return found._replace(rows=rows, languages=languages)


def survey(paths: Sequence[Path], pair: str = "", *, reverse: bool = False) -> tuple[int, str]:
    """Return the number of lines of a corpus, and the SHA-256 of their content.

    Raises:
        ValueError: if there are none, or the corpus cannot be read.
    """
    lines, digest = 0, hashlib.sha256()
    for row in opened(paths, pair, reverse=reverse).rows:
        lines += 1
        digest.update(f"{row.source}\t{row.target}\t\n".encode())
    if not lines:
        raise ValueError(f"{paths[0]}: there is no pair of sentences in it.")
    return lines, digest.hexdigest()


def parts(
    paths: Sequence[Path], size: int, pair: str = "", *, reverse: bool = False
) -> Iterator[tuple[int, list[CorpusLine]]]:
    """Yield the parts of a corpus, each of `size` lines, with their numbers from 0."""
    lines = (
        CorpusLine(row.number, normalise(row.source), normalise(row.target))
        for row in opened(paths, pair, reverse=reverse).rows
    )
    for number in count():
        rows = list(islice(lines, size))
        if not rows:
            return
        yield number, rows
