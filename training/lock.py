"""A lock on a file of a run, so that two runs never write to the same one."""

import contextlib
import os
import shlex
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock a file, which need not exist.

    The lock is a file beside it, whose text says who holds it. The operating system releases it
    when the process ends, however it ends.

    Raises:
        ValueError: if another process holds it.
    """
    place = path.with_name(f".{path.name}.lock")
    place.parent.mkdir(parents=True, exist_ok=True)
    with _opened(path, place) as file:
        file.truncate(0)
        since = datetime.now().astimezone().isoformat(" ", "minutes")
        words = shlex.join(sys.argv[1:])[:200]
        file.write(f"process {os.getpid()} on {socket.gethostname()} since {since}: {words}")
        file.flush()
        try:
            yield
        finally:
            with contextlib.suppress(OSError):  # Windows removes no open file.
                place.unlink()


def _opened(path: Path, place: Path) -> IO[str]:
    """Return the lock's file, open and locked."""
    while True:
        file = place.open("a+")
        if not _take(file):
            with file:
                file.seek(0)
                raise ValueError(
                    f"{path}: another run is writing it ({file.read().strip()}). Wait until it has "
                    "ended, or give another --out and --runs, --pair or --seed."
                )
        # The run before may have removed the file between our opening and locking it.
        if place.exists() and os.path.samestat(place.stat(), os.fstat(file.fileno())):
            return file
        file.close()


def _take(file: IO[str]) -> bool:
    """Lock an open file; return False if another process holds the lock."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(1_000_000)  # Others may read the text, which is before the locked byte.
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
