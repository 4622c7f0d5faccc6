"""Files to read: in memory, on disk or in an archive, each opened as often as it is read."""

import bz2
import gzip
import io
import lzma
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path, PurePath
from typing import IO, NamedTuple

from alignoscope.data.encodings import Encoding, encoding_of
from alignoscope.records.damaged import PACKED

_MOST_MEMBERS = 10_000  # files in an archive
_ABOUT = re.compile(
    r"(?i)_?(about|readme|licen[cs]e|copying)\b.*|.*\.(xml|ids|scores|md)|\..*"
    r"|(dataset_infos?|dataset_dict|state)\.json"
)
_PAIR = re.compile(r"(?:.*[._])?([a-z]{2,3})-([a-z]{2,3})(?=\.|$)")


class NamedFile(NamedTuple):
    """The name of a file, and its bytes, where they are, or what opens them."""

    name: str
    data: bytes | Path | Callable[[], IO[bytes]]

    def open(self) -> IO[bytes]:
        """Return the bytes as a stream, from the start."""
        if isinstance(self.data, bytes):
            return io.BytesIO(self.data)
        return self.data.open("rb") if isinstance(self.data, Path) else self.data()

    def head(self, count: int) -> bytes:
        """Return the first bytes, at most `count`."""
        with self.open() as stream:
            return stream.read(count)

    def encoding(self) -> Encoding:
        """Return the encoding of the text; raises ValueError as `encoding_of` does."""
        with self.open() as stream:
            return encoding_of(stream, self.name)

    def lines(self, encoding: Encoding) -> Iterator[str]:
        """Yield the lines of the text without their ends."""
        with self.open() as stream:
            yield from encoding.lines(stream)


def paths_of_texts(paths: Sequence[Path]) -> list[Path]:
    """Return paths, each folder replaced by those of the texts in it, in order of their names.

    Raises:
        ValueError: if a folder has no text.
    """
    found = []
    for path in paths:
        inside = sorted(one for one in path.rglob("*") if one.is_file() and _is_text(one.name))
        if path.is_dir() and not inside:
            raise ValueError(f"{path}: there is no text in this folder.")
        found += inside or [path]
    return found


def named_paths(paths: Sequence[Path]) -> list[NamedFile]:
    """Return the files at paths, and in folders, such as shards, named by their path in it.

    Raises:
        ValueError: if one is missing, or cannot be read.
    """
    found = []
    try:
        for path in paths:
            for one in paths_of_texts([path]):
                one.open("rb").close()
                name = path.name if one == path else one.relative_to(path).as_posix()
                found.append(NamedFile(name, one))
    except FileNotFoundError as error:
        raise ValueError(f"{error.filename}: there is no such file.") from None
    except OSError as error:
        raise ValueError(f"{error.filename} cannot be read: {error.strerror}.") from error
    return found


def pair_of_name(*names: str) -> str:
    """Return the language pair of the first name or folder that has one, as "en-de", or ""."""
    parts = (part for name in names for part in reversed(name.lower().split("/")))
    found = next((pair for part in parts if (pair := _PAIR.match(part))), None)
    return "-".join(found.groups()) if found else ""


def unpacked(file: NamedFile, most_bytes: int) -> list[NamedFile]:
    """Return the texts in a packed file, without those about it; another file as it is.

    Of an archive with more than two texts, those in the pair's languages are returned, by its name.
    What is read of a text raises ValueError if it is damaged, or larger than `most_bytes`.

    Raises:
        ValueError: if the file is damaged, or larger than `most_bytes` unpacked.
    """
    head = file.head(4)
    try:
        if unzips := next((one for start, one in _PACKERS.items() if head.startswith(start)), None):
            opened = partial(_bounded, file, most_bytes, unzips)
            name = re.sub(r"(?i)\.t(gz|bz2?|xz)$", ".tar", file.name)
            name = re.sub(r"(?i)\.(gz|bz2|xz|zst)$", "", name)
            whole = NamedFile(name, opened)
            found = [whole]
            if whole.head(262)[257:] == b"ustar":
                found = _of_tar(whole, file.name, most_bytes)
        elif head == b"PK\x03\x04":
            if isinstance(file.data, bytes) and file.data.count(b"PK\x01\x02") > _MOST_MEMBERS:
                raise zipfile.BadZipFile
            found = _of_zip(file, most_bytes)
        else:
            return [file]
    except (*PACKED, tarfile.TarError) as error:
        if isinstance(error, ValueError) and file.name in str(error):
            raise
        raise ValueError(_damaged(file.name)) from error
    if len(found) > 1 and (pair := pair_of_name(file.name)):
        chosen = [
            text
            for code in pair.split("-")
            for text in found
            if text.name.lower().endswith(f".{code}")
        ]
        found = chosen if len(chosen) == 2 else found
    if len(found) == 2 and (pair := pair_of_name(found[0].name)):
        first = f".{pair.split('-')[0]}"
        found.sort(key=lambda text: not text.name.lower().endswith(first))
    return found


def _damaged(name: str) -> str:
    return f"{name} is damaged or cut off, and cannot be unpacked."


def _too_large(name: str, most: int) -> str:
    return f"{name} is larger than {most:,} bytes unpacked."


class _Unpacking(io.RawIOBase):
    """What is unpacked of a file: at most a number of bytes; damage is a ValueError."""

    def __init__(self, inner: IO[bytes], below: IO[bytes], name: str, most: int) -> None:
        self._inner, self._below, self._name = inner, below, name
        self._most = self._left = most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            got = self._inner.read(len(buffer))
        except (*PACKED, tarfile.TarError) as error:
            raise ValueError(_damaged(self._name)) from error
        self._left -= len(got)
        if self._left < 0:
            raise ValueError(_too_large(self._name, self._most))
        buffer[: len(got)] = got
        return len(got)

    def close(self) -> None:
        self._inner.close()
        self._below.close()
        super().close()


def _bounded(
    file: NamedFile, most: int, opens: Callable[[IO[bytes]], IO[bytes] | None]
) -> IO[bytes]:
    """Open what is packed in a file as a stream of at most `most` bytes."""
    below = file.open()
    try:
        inner = opens(below)
    except (*PACKED, tarfile.TarError) as error:
        below.close()
        raise ValueError(_damaged(file.name)) from error
    assert inner is not None
    return io.BufferedReader(_Unpacking(inner, below, file.name, most), 1 << 16)


def _of_zip(file: NamedFile, most: int) -> list[NamedFile]:
    with file.open() as stream, zipfile.ZipFile(stream) as archive:
        infos = archive.infolist()
    is_excel = any(one.filename == "xl/workbook.xml" for one in infos)
    if not is_excel:
        infos = [one for one in infos if not one.is_dir() and _is_text(one.filename)]
    if sum(one.file_size for one in infos) > most:
        raise ValueError(_too_large(file.name, most))
    if is_excel:  # no archive of texts
        return [file]
    return [
        NamedFile(
            PurePath(one.filename).name,
            partial(_bounded, file, most, partial(_member_of_zip, one.filename)),
        )
        for one in infos
    ]


def _member_of_zip(name: str, stream: IO[bytes]) -> IO[bytes]:
    return zipfile.ZipFile(stream).open(name)


def _of_tar(whole: NamedFile, name: str, most: int) -> list[NamedFile]:
    with whole.open() as stream, tarfile.open(fileobj=stream, mode="r|") as archive:
        infos = [
            (number, one)
            for number, one in zip(range(_MOST_MEMBERS), archive, strict=False)
            if one.isfile() and _is_text(one.name)
        ]
    if sum(one.size for _, one in infos) > most:
        raise ValueError(_too_large(name, most))
    return [
        NamedFile(
            PurePath(one.name).name,
            partial(_bounded, whole, most, partial(_member_of_tar, number)),
        )
        for number, one in infos
    ]


def _unzipped(stream: IO[bytes]) -> IO[bytes]:
    return io.BufferedReader(gzip.GzipFile(fileobj=stream))


def _of_zstandard(stream: IO[bytes]) -> IO[bytes]:
    import pyarrow as pa

    return pa.CompressedInputStream(pa.PythonFile(stream, mode="r"), "zstd")


_PACKERS: dict[bytes, Callable[[IO[bytes]], IO[bytes]]] = {
    b"\x1f\x8b": _unzipped,
    b"BZh": bz2.BZ2File,
    b"\xfd7zX": lzma.LZMAFile,
    b"\x28\xb5\x2f\xfd": _of_zstandard,
}


def _member_of_tar(number: int, stream: IO[bytes]) -> IO[bytes] | None:
    archive = tarfile.TarFile.open(fileobj=stream, mode="r|")
    for _ in range(number):
        archive.next()
    info = archive.next()
    return archive.extractfile(info) if info else None


def _is_text(path: str) -> bool:
    return not _ABOUT.fullmatch(PurePath(path).name)
