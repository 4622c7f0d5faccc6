"""Atomic writing of files, zip archives, and one-line errors for commands."""

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
    """Write a file atomically, with its folder and read permission for all; see `partial_file`.

    Raises:
        OSError: if it cannot be written, as on a full disk; then nothing is left of it.
    """
    _make_folder(path.parent)
    with partial_file(path) as partial:
        partial.write_bytes(content)


@contextmanager
def partial_file(path: Path) -> Iterator[Path]:
    """Yield the path of a file to write, which then replaces the file at `path`.

    An existing file is replaced only once the new one is complete. Partial files that killed
    processes left in the folder are removed.

    Raises:
        OSError: if it cannot be written, as on a full disk or without its folder; then nothing is
            left of it.
    """
    for left in path.parent.glob(f"{glob.escape(path.name)}.*.partial"):
        if not is_running(left.name.removesuffix(".partial").rpartition(".")[2]):
            left.unlink(missing_ok=True)
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        yield partial
        partial.chmod(READABLE)
        partial.replace(path)
    except OSError as error:
        raise _about(path, error) from error
    finally:
        partial.unlink(missing_ok=True)


def archive(files: Iterable[tuple[str, str | bytes]]) -> bytes:
    """Return named files as a zip archive; equal files give byte-identical archives."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, content in files:
            undated = zipfile.ZipInfo(name)  # the date is 1980-01-01, the earliest that zip allows
            whole.writestr(undated, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def check_writable(path: Path) -> None:
    """Create the folder of a file and check that it is writable, before long work begins.

    Raises:
        OSError: if it cannot be made, or no file in it.
    """
    _make_folder(path.parent)
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise _about(path, error) from error


def _make_folder(folder: Path) -> None:
    """Create a folder and those above it, unless they are there.

    Raises:
        OSError: if it cannot be made; a file in its place is named.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        file = next(path for path in (folder, *folder.parents) if os.path.lexists(path))
        said = "there is a file of that name, expected a folder"
        raise OSError(error.errno, said, str(file)) from error


@contextmanager
def told_in_a_line(parser: argparse.ArgumentParser) -> Iterator[None]:
    """Turn errors into one line and an exit status.

    It is 2 for invalid input, 1 for file errors, and 130 if the person stops the command.
    """
    try:
        yield
    except KeyboardInterrupt:
        parser.exit(130, "Stopped.\n")
    except ValueError as error:
        parser.exit(2, f"{error}\n")
    except OSError as error:
        about = f"{error.filename}: " if error.filename else ""
        parser.exit(1, f"{about}{error.strerror or error}.\n")


def _about(path: Path, error: OSError) -> OSError:
    """Return the error with the file's name, which an error from `write` lacks."""
    return OSError(error.errno, error.strerror or str(error), str(path))


def is_running(number: str) -> bool:
    """Return whether the process with this id may be running, whose files are to be kept."""
    if os.name != "posix" or not number.isdecimal():
        return True
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
