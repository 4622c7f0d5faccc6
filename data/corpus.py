"""Parallel corpora: reading them from files, and normalising their text."""

import gzip
import hashlib
import io
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, NamedTuple

from alignoscope.data.named_files import NamedFile, named_paths
from alignoscope.data.parallel_files import Rows, read_rows
from alignoscope.records.damaged import PACKED

_MOST_ROWS = 100_000_000  # of a corpus that is held in memory
MOST_BYTES = 10_000_000_000  # of a corpus: a person's own file
_SPACES = re.compile(r"\s+")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")  # the categories Cc and Cs
# `normalise` removes the first and replaces the second.
INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
PLAIN = str.maketrans({"‘": "'", "’": "'", "ʼ": "'", "“": '"', "”": '"', "…": "...", "▁": "_"})


class Pair(NamedTuple):
    """One sentence and its translation."""

    source: str
    target: str


Paths = Path | str | Sequence[Path]


class Corpus(NamedTuple):
    """Sentence pairs with a name and a revision: a file's hash, or the settings of a task.

    `languages` are the codes of source and target if the files name them.
    """

    name: str
    revision: str
    pairs: list[Pair]
    languages: tuple[str, str] | None = None


class CorpusRows(NamedTuple):
    """The rows of a corpus as its files have them, with the files' names and SHA-256.

    The SHA-256 of two files is that of both their hashes in hex, one after the other.
    """

    name: str
    sha256: str
    text: Rows


def normalise(text: str) -> str:
    """Return the text in NFC, with plain spaces and quotes and without invisible characters.

    Any run of white space, including the U+00A0 and U+202F of French punctuation, becomes one
    space. Control characters are removed.
    """
    text = unicodedata.normalize("NFC", text).translate(INVISIBLE).translate(PLAIN)
    return _CONTROLS.sub("", _SPACES.sub(" ", text)).strip()


def read_pairs(path: Paths, *, reverse: bool = False, pair: str = "") -> list[Pair]:
    """Read the distinct normalised pairs of a corpus; see `read_corpus`.

    Raises:
        ValueError: if a file is missing or damaged, is of another kind, or holds no pair.
    """
    return read_corpus(path, reverse=reverse, pair=pair).pairs


def read_corpus(path: Paths, *, reverse: bool = False, pair: str = "") -> Corpus:
    """Read a corpus in files or a folder of shards; see `corpus_rows`.

    `reverse` swaps the two sides. `pair` is the language pair asked for, after that.

    Raises:
        ValueError: if a file is missing or damaged, is of another kind, or holds no pair.
    """
    return corpus_of(corpus_rows(path, turned_pair(pair) if reverse else pair), reverse=reverse)


def turned_pair(pair: str) -> str:
    """Return the pair of the other direction: "de-en" for "en-de"."""
    return "-".join(pair.split("-")[::-1])


def corpus_of(read: CorpusRows, *, reverse: bool = False) -> Corpus:
    """Return the corpus that rows make: their distinct normalised pairs with two sides.

    The revision of a reversed corpus ends in "reversed", since the split depends on the source
    side.

    Raises:
        ValueError: if there is no such pair.
    """
    pairs: dict[Pair, None] = {}
    for row in read.text.rows:
        pair = Pair(normalise(row.source), normalise(row.target))
        if all(pair):
            pairs[Pair(*pair[::-1]) if reverse else pair] = None
    if not pairs:
        raise ValueError(f"{read.name}: the file has no pair of sentences.")
    languages = read.text.languages
    if reverse and languages:
        languages = languages[::-1]
    return Corpus(read.name, read.sha256 + " reversed" * reverse, list(pairs), languages)


def corpus_rows(path: Paths, pair: str = "") -> CorpusRows:
    """Read the rows of a corpus in files or a folder of shards, in any form of `parallel_files`.

    `pair` is the language pair of the columns, which chooses them if the files name languages.

    Raises:
        ValueError: if a file is missing or damaged, or of another kind.
    """
    paths = [Path(path)] if isinstance(path, str | Path) else [Path(one) for one in path]
    files = named_paths(paths)
    text = read_rows(files, _MOST_ROWS, MOST_BYTES, pair)
    hashes = [_sha256(file) for file in files]
    sha256 = hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode()).hexdigest()
    return CorpusRows(" + ".join(one.name for one in paths), sha256, text)


def _sha256(file: NamedFile) -> str:
    digest = hashlib.sha256()
    with file.open() as stream:
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def corpus_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a text file, which may be a .gz or .zip, without line endings.

    Raises:
        ValueError: if it is missing, or no text.
    """
    try:
        with ExitStack() as opened:
            file: IO[bytes] | gzip.GzipFile
            if path.suffix.lower() == ".zip":
                archive = opened.enter_context(zipfile.ZipFile(path))
                file = opened.enter_context(archive.open(_only_text(path, archive)))
            elif path.suffix.lower() == ".gz":
                file = opened.enter_context(gzip.open(path))
            else:
                file = opened.enter_context(path.open("rb"))
            for line in opened.enter_context(io.TextIOWrapper(file, encoding="utf-8")):
                yield line.removesuffix("\n")
    except FileNotFoundError:
        raise ValueError(f"{path}: there is no such file.") from None
    except PACKED as error:
        raise ValueError(f"{path}: the file cannot be read as text ({error}).") from error


def _only_text(path: Path, archive: zipfile.ZipFile) -> str:
    """Return the name of the one sentence file in a manythings.org zip, besides `_about.txt`."""
    names = [
        name
        for name in archive.namelist()
        if name.lower().endswith((".txt", ".tsv")) and "_about" not in name
    ]
    if len(names) != 1:
        raise ValueError(f"{path}: expected one .txt or .tsv file inside, found {names}.")
    return names[0]
