"""Writing a file so that it is never seen half-written, whatever stops the program."""

import glob
import os
from pathlib import Path

READABLE = 0o644


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that everyone may read; an older one stays as it is until the new one is whole.

    What an earlier process left half-written beside it, when it was killed, is removed.

    Raises:
        OSError: if it cannot be written, as on a full disk; then nothing is left of it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    for left in path.parent.glob(f"{glob.escape(path.name)}.*.partial"):
        if not _is_running(left.name.removesuffix(".partial").rpartition(".")[2]):
            left.unlink(missing_ok=True)
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        partial.write_bytes(content)
        partial.chmod(READABLE)
        partial.replace(path)
    except OSError as error:  # which of a write does not name the file
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        partial.unlink(missing_ok=True)


def _is_running(number: str) -> bool:
    """Return whether a process may be running; two runs may write one tokenizer at a time."""
    if os.name != "posix" or not number.isdigit():
        return True
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
