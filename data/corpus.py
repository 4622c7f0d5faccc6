"""Parallel corpora: reading TSV, gzipped TSV and manythings.org zips, and normalising the text."""

import gzip
import hashlib
import io
import re
import unicodedata
import zipfile
from pathlib import Path
from typing import NamedTuple

_SPACES = re.compile(r"\s+")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
_PLAIN = str.maketrans({"‘": "'", "’": "'", "ʼ": "'", "“": '"', "”": '"', "…": "...", "▁": "_"})


class Pair(NamedTuple):
    """One sentence and its translation."""

    source: str
    target: str


class Corpus(NamedTuple):
    """Pairs, with what identifies them: a name, and a hash or the numbers that made them."""

    name: str
    revision: str
    pairs: list[Pair]


def normalise(text: str) -> str:
    """Return the text composed (NFC), with plain spaces and quotes, and no invisible characters.

    Every kind of white space, U+00A0 and U+202F before French punctuation included, becomes one
    space; control characters go.
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
    """Read a corpus file, see `read_pairs`; its revision is the SHA-256 of the file.

    A reversed corpus says so in its revision, since it is split by its source side.

    Raises:
        ValueError: as `read_pairs` does.
    """
    pairs = read_pairs(path, reverse=reverse)
    sha256 = hashlib.sha256(Path(path).read_bytes()).hexdigest()
    return Corpus(Path(path).name, f"{sha256} reversed" if reverse else sha256, pairs)


def corpus_text(path: Path | str) -> str:
    """Return the text of a corpus file, unpacked.

    Raises:
        ValueError: if it is missing, of another kind, or no text.
    """
    path = Path(path)
    try:
        if path.suffix == ".zip":
            content = _read_zip(path)
        elif path.suffix == ".gz":
            content = gzip.decompress(path.read_bytes())
        elif path.suffix in (".tsv", ".txt"):
            content = path.read_bytes()
        else:
            raise ValueError(f"{path}: expected a .tsv, .tsv.gz, .txt or .zip file.")
        return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8").read()
    except FileNotFoundError:
        raise ValueError(f"{path}: there is no such file.") from None
    except (OSError, EOFError, UnicodeDecodeError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path}: the file cannot be read as text ({error}).") from error


def _read_zip(path: Path) -> bytes:
    """Return the one sentence file of a manythings.org zip, which also holds an `_about.txt`."""
    with zipfile.ZipFile(path) as archive:
        names = [
            n for n in archive.namelist() if n.endswith((".txt", ".tsv")) and "_about" not in n
        ]
        if len(names) != 1:
            raise ValueError(f"{path}: expected one .txt or .tsv file inside, found {names}.")
        return archive.read(names[0])
