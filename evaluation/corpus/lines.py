"""The lines of a parallel corpus, read as a stream, since it may be larger than memory."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count, islice, zip_longest
from pathlib import Path
from typing import NamedTuple

from alignoscope.data.corpus import corpus_lines, normalise
from alignoscope.data.parallel_files import BARS

FORMS = "source TAB target, source ||| target, or two files with one sentence per line"


class CorpusLine(NamedTuple):
    """A line of a corpus: its number, from 1, and its two sides, which may be empty."""

    number: int
    source: str
    target: str


def survey(paths: Sequence[Path], *, reverse: bool = False) -> tuple[int, str]:
    """Return the number of lines of a corpus, and the SHA-256 of their content.

    Raises:
        ValueError: if there are none, or one is none of `FORMS`; files of a side differ in length.
    """
    lines, digest = 0, hashlib.sha256()
    for sides in _sides(paths, reverse=reverse):
        lines += 1
        digest.update("\t".join([*sides, "\n"]).encode())
    if not lines:
        raise ValueError(f"{paths[0]}: there is no pair of sentences in it.")
    return lines, digest.hexdigest()


def parts(
    paths: Sequence[Path], size: int, *, reverse: bool = False
) -> Iterator[tuple[int, list[CorpusLine]]]:
    """Yield the parts of a corpus, each of `size` lines, with their numbers from 0."""
    sides = _sides(paths, reverse=reverse)
    lines = (
        CorpusLine(number, normalise(source), normalise(target))
        for number, (source, target) in enumerate(sides, start=1)
    )
    for number in count():
        rows = list(islice(lines, size))
        if not rows:
            return
        yield number, rows


def _sides(paths: Sequence[Path], *, reverse: bool) -> Iterator[tuple[str, str]]:
    found = _of_one(paths[0]) if len(paths) == 1 else _of_two(paths)
    return ((target, source) for source, target in found) if reverse else found


def _of_one(path: Path) -> Iterator[tuple[str, str]]:
    bar = ""
    for number, line in enumerate(corpus_lines(path), start=1):
        bar = bar or next((one for one in BARS if one in line), "")
        source, *rest = line.split(bar) if bar else [line]
        if line.strip() and not rest:
            raise ValueError(f"{path}, line {number}: expected {FORMS}, got {line[:60]!r}.")
        yield source, rest[0] if rest else ""


def _of_two(paths: Sequence[Path]) -> Iterator[tuple[str, str]]:
    if len(paths) != 2:
        raise ValueError(f"{len(paths)} files: expected {FORMS}.")
    both = zip_longest(*map(corpus_lines, paths))
    for number, (source, target) in enumerate(both, start=1):
        if source is None or target is None:
            ended = paths[0] if source is None else paths[1]
            raise ValueError(
                f"{ended} ends before line {number}: expected a translation for each line."
            )
        yield source, target
