"""Files made whole: never seen half-written, said in a line where one cannot be, and packed."""

import argparse
import glob
import io
import os
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
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
    except OSError as error:
        raise _about(path, error) from error
    finally:
        partial.unlink(missing_ok=True)


def archive(files: Iterable[tuple[str, str | bytes]]) -> bytes:
    """Return named files as a zip file; the same files make the same archive, whenever."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, content in files:
            undated = zipfile.ZipInfo(name)  # of 1980, as zip files begin
            whole.writestr(undated, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def check_writable(path: Path) -> None:
    """Make the folder of a file before the long work for it begins.

    Raises:
        OSError: if it cannot be made, or no file in it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise _about(path, error) from error


@contextmanager
def told_in_a_line(parser: argparse.ArgumentParser) -> Iterator[None]:
    """End a command with a line where it cannot go on: with 2 for what was given, 1 for files."""
    try:
        yield
    except ValueError as error:
        parser.exit(2, f"{error}\n")
    except OSError as error:
        about = f"{error.filename}: " if error.filename else ""
        parser.exit(1, f"{about}{error.strerror or error}.\n")


def _about(path: Path, error: OSError) -> OSError:
    """Return an error that names the file, which that of a write does not."""
    return OSError(error.errno, error.strerror or str(error), str(path))


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
