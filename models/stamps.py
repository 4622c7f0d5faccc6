"""File stamps, which detect that a file was changed or replaced."""

from pathlib import Path
from typing import NamedTuple


class Stamp(NamedTuple):
    """Attributes that change with a file's content.

    The times alone are not enough: two writes within one clock tick have the same times.
    """

    inode: int
    size: int
    modified: int  # nanoseconds
    changed: int  # nanoseconds; unlike `modified`, no program can set it


def stamp(path: Path) -> Stamp:
    """Return a file's stamp.

    Raises:
        ValueError: if the file is no longer there, or cannot be reached.
    """
    try:
        found = path.stat()
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read: {error.strerror}.") from error
    return Stamp(found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def check_unchanged(path: Path, at: Stamp) -> None:
    """Check that a file still has the stamp that it had before it was read.

    Raises:
        ValueError: if it has another now, or is no longer there.
    """
    if stamp(path) != at:
        raise ValueError(f"{path.name} was replaced while it was read. Reload this page.")
