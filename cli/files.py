"""Read the files given to a command."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from alignoscope.interchange.readers.given import Given


def read_files(paths: Sequence[Path]) -> list[Given]:
    """Read whole files into memory.

    Raises:
        ValueError: if one cannot be read.
    """
    from alignoscope.interchange.readers.given import Given

    try:
        return [Given(name=path.name, data=path.read_bytes()) for path in paths]
    except OSError as error:
        raise ValueError(f"{error.filename} cannot be read: {error.strerror}.") from error
