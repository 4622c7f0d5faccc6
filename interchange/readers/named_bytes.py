"""A file to read: its name and its bytes, and its text, lines and JSON."""

import gzip
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from alignoscope.data.encodings import decoded
from alignoscope.interchange.readers.json_items import read_items
from alignoscope.records.damaged import PACKED
from alignoscope.records.json_values import Value
from alignoscope.records.limits import (
    MAX_IMPORT_BYTES,
    MAX_IMPORT_LINES,
    MAX_IMPORT_WORDS,
    MAX_LINE_PARTS,
)

GZIP = b"\x1f\x8b"
NUMPY = b"\x93NUMPY"
_HEAD = 40  # The number of lines by which a format is recognised.
_LONG = 1_000_000  # The characters of a line by which a format is recognised.


@dataclass(frozen=True, kw_only=True)
class NamedBytes:
    """A file: its name and its bytes. `text` raises ValueError if the bytes are not text."""

    name: str
    data: bytes

    @property
    def is_packed(self) -> bool:
        """Whether the file is gzip or zip."""
        return self.data[:2] in (GZIP, b"PK")

    @property
    def text(self) -> str:
        """The text, decompressed if the file is gzip, with "\\n" as line ends."""
        return self._decoded[0]

    @property
    def note(self) -> str:
        """A note on a text in another encoding than Unicode's, or ""."""
        if self.data[:2] == b"PK" or self.data[:6] == NUMPY:
            return ""
        return self._decoded[1]

    @cached_property
    def _decoded(self) -> tuple[str, str]:
        data = self.data
        if data[:2] == GZIP:
            try:
                with gzip.open(io.BytesIO(data)) as packed:
                    data = packed.read(MAX_IMPORT_BYTES + 1)
            except PACKED as error:
                raise ValueError(f"{self.name}: the gzip file is damaged or cut off.") from error
        if len(data) > MAX_IMPORT_BYTES:
            raise ValueError(f"{self.name} is larger than {MAX_IMPORT_BYTES:,} bytes.")
        return decoded(data, self.name)

    @cached_property
    def lines(self) -> list[str]:
        """The lines, without the empty one after the last.

        Lines and their parts are counted before they are split, since each part takes 50 bytes.

        Raises:
            ValueError: if there are too many lines, or words in a line.
        """
        if (count := self.text.count("\n")) > MAX_IMPORT_LINES:
            raise ValueError(f"{count:,} lines: at most {MAX_IMPORT_LINES:,} are read.")
        # `splitlines` would also split at characters that tokens may contain.
        lines = self.text.split("\n")
        for i, line in enumerate(lines, start=1):
            if len(line) > MAX_LINE_PARTS and sum(map(line.count, " \t,;|")) > 2 * MAX_LINE_PARTS:
                raise ValueError(
                    f"Line {i} has more than {MAX_LINE_PARTS:,} words or numbers: a sentence has "
                    f"at most {MAX_IMPORT_WORDS:,} words."
                )
        return lines[:-1] if lines[-1] == "" else lines

    def first(self, count: int) -> list[str]:
        """Return the first lines, each with at most its first million characters."""
        return [line[:_LONG] for line in self.text.split("\n", count)[:count]]

    @cached_property
    def items(self) -> Sequence[Value]:
        """The JSON objects of the file; raises ValueError as `read_items` does."""
        return read_items(self.text)

    @cached_property
    def head(self) -> list[str]:
        """The first lines that are not empty."""
        return [line for line in self.first(5 * _HEAD) if line.strip()][:_HEAD]

    def mostly(self, fits: Callable[[str], object]) -> bool:
        """Return whether more than half of the first lines fit.

        Damaged lines are tolerated here, so that the reader can report them.
        """
        return sum(bool(fits(line)) for line in self.head) * 2 > len(self.head)


def read_paths(paths: Iterable[str | Path]) -> list[NamedBytes]:
    """Read whole files into memory.

    Raises:
        ValueError: if one cannot be read.
    """
    try:
        return [NamedBytes(name=path.name, data=path.read_bytes()) for path in map(Path, paths)]
    except OSError as error:
        raise ValueError(f"{error.filename} cannot be read: {error.strerror}.") from error
