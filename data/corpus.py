"""Parallel corpora: reading TSV, gzipped TSV and manythings.org zips; normalising their text."""

import gzip
import hashlib
import io
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, NamedTuple

_SPACES = re.compile(r"\s+")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
_PLAIN = str.maketrans({"‘": "'", "’": "'", "ʼ": "'", "“": '"', "”": '"', "…": "...", "▁": "_"})


class Pair(NamedTuple):
    """One sentence and its translation."""

    source: str
    target: str


class Corpus(NamedTuple):
    """Sentence pairs with a name and a revision: a file's hash, or the settings of a task."""

    name: str
    revision: str
    pairs: list[Pair]


def normalise(text: str) -> str:
    """Return the text in NFC, with plain spaces and quotes and without invisible characters.

    Any run of white space, including the U+00A0 and U+202F of French punctuation, becomes one
    space. Control characters are removed.
    """
    text = unicodedata.normalize("NFC", text).translate(_INVISIBLE).translate(_PLAIN)
    text = "".join(c for c in _SPACES.sub(" ", text) if unicodedata.category(c) not in ("Cc", "Cs"))
    return text.strip()


def read_pairs(path: Path | str, *, reverse: bool = False) -> list[Pair]:
    """Read the distinct normalised pairs of a .tsv, .tsv.gz, .txt or manythings.org .zip file.

    A line holds the source, a tab and the target; further columns (manythings.org adds an
    attribution) are ignored. `reverse` swaps the two sides.

    Raises:
        ValueError: if the file is missing, is of another kind, or has a line without a tab.
    """
    path = Path(path)
    pairs: dict[Pair, None] = {}
    for number, line in enumerate(corpus_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        columns = line.split("\t")
        if len(columns) < 2:
            raise ValueError(
                f"{path}, line {number}: expected 'source TAB target', got {line[:60]!r}."
            )
        pair = Pair(normalise(columns[0]), normalise(columns[1]))
        if all(pair):
            pairs[Pair(*pair[::-1]) if reverse else pair] = None
    if not pairs:
        raise ValueError(f"{path}: the file has no pair of sentences.")
    return list(pairs)


def read_corpus(path: Path | str, *, reverse: bool = False) -> Corpus:
    """Read a corpus file (see `read_pairs`); its revision is the file's SHA-256.

    The revision of a reversed corpus ends in "reversed", since the split depends on the source
    side.

    Raises:
        ValueError: as `read_pairs` does.
    """
    pairs = read_pairs(path, reverse=reverse)
    sha256 = hashlib.sha256(Path(path).read_bytes()).hexdigest()
    return Corpus(Path(path).name, f"{sha256} reversed" if reverse else sha256, pairs)


def corpus_text(path: Path | str) -> str:
    """Return the unpacked text of a corpus file.

    Raises:
        ValueError: if it is missing, of another kind, or no text.
    """
    path = Path(path)
    if path.suffix not in (".tsv", ".txt", ".gz", ".zip"):
        raise ValueError(f"{path}: expected a .tsv, .tsv.gz, .txt or .zip file.")
    return "\n".join(corpus_lines(path))


def corpus_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a text file, which may be a .gz or .zip, without line endings.

    Raises:
        ValueError: if it is missing, or no text.
    """
    try:
        with ExitStack() as opened:
            file: IO[bytes] | gzip.GzipFile
            if path.suffix == ".zip":
                archive = opened.enter_context(zipfile.ZipFile(path))
                file = opened.enter_context(archive.open(_only_text(path, archive)))
            elif path.suffix == ".gz":
                file = opened.enter_context(gzip.open(path))
            else:
                file = opened.enter_context(path.open("rb"))
            for line in opened.enter_context(io.TextIOWrapper(file, encoding="utf-8")):
                yield line.removesuffix("\n")
    except FileNotFoundError:
        raise ValueError(f"{path}: there is no such file.") from None
    except (OSError, EOFError, UnicodeDecodeError, zipfile.BadZipFile, zlib.error) as error:
        raise ValueError(f"{path}: the file cannot be read as text ({error}).") from error


def _only_text(path: Path, archive: zipfile.ZipFile) -> str:
    """Return the name of the one sentence file in a manythings.org zip, besides `_about.txt`."""
    names = [n for n in archive.namelist() if n.endswith((".txt", ".tsv")) and "_about" not in n]
    if len(names) != 1:
        raise ValueError(f"{path}: expected one .txt or .tsv file inside, found {names}.")
    return names[0]
