"""The stamp of a file: what tells its content from that which it had before."""

from pathlib import Path
from typing import NamedTuple


class Stamp(NamedTuple):
    """What changes with a file's content; the times alone may be the same within a clock's tick."""

    inode: int
    size: int
    modified: int  # nanoseconds
    changed: int  # nanoseconds, and no program can set it back


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
    """Make sure that a file which was read had this stamp while it was.

    Raises:
        ValueError: if it has another now, or is no longer there.
    """
    if stamp(path) != at:
        raise ValueError(f"{path.name} was replaced while it was read. Reload this page.")
