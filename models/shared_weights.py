"""Weights that the processes of one server share: files of float32 numbers, mapped into memory.

The app and its workers use the same models, and each would otherwise have its own copy of them.
"""

import atexit
import math
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import RLock

import torch
from torch import Tensor

from alignoscope.records.whole_file import is_running, partial_file

NUMBER = 4  # bytes of a float32
ALIGNED = 16  # numbers, 64 bytes: vectors are summed in another order elsewhere
_WRITING = RLock()  # A signal may come while the main thread has it.
NAMED = "alignoscope-weights-"  # A folder's name: this, its process, and something random.
FOLDER = "ALIGNOSCOPE_WEIGHTS"  # The variable that names the server's folder of mapped files.


@cache
def share_weights() -> None:
    """Make the folder of this server, for this process and those that it starts.

    It is removed when this process ends. A killed one leaves it, and the next server removes it.
    """
    with _WRITING, suppress(OSError):
        if FOLDER in os.environ:
            return
        for left in _folders("*"):
            number = left.name.removeprefix(NAMED).partition("-")[0]
            if number == str(os.getpid()) or not is_running(number):  # Containers repeat numbers.
                shutil.rmtree(left, ignore_errors=True)
        atexit.register(_remove)  # Before there is a folder: this process may be ended at any time.
        os.environ[FOLDER] = tempfile.mkdtemp(prefix=f"{NAMED}{os.getpid()}-")


def _remove() -> None:
    """Remove this process's folder for good: no thread and no other process makes it again.

    A folder into which somebody writes meanwhile could not be removed, so it gets another name
    first. Threads that load a model afterwards have its weights for themselves.
    """
    with _WRITING:
        os.environ[FOLDER] = ""
        for folder in _folders(f"{os.getpid()}-*"):
            gone = folder.with_name(f"{folder.name}-gone")
            with suppress(OSError):  # Windows renames no folder with an open file.
                folder.rename(gone)
            for one in (folder, gone):
                shutil.rmtree(one, ignore_errors=True)


def _folders(which: str) -> list[Path]:
    return [*Path(tempfile.gettempdir()).glob(f"{NAMED}{which}")]


def shared(
    key: str, shapes: Mapping[str, Sequence[int]], read: Callable[[], Mapping[str, Tensor]]
) -> Mapping[str, Tensor]:
    """Return the weights that `read` returns, mapped from a file of the server's folder.

    The first process that needs them writes the file. A change to a mapped tensor stays in its
    process. Without a folder, or with no room in it, they are in this process's memory alone.

    Args:
        key: a hash of the weights, the file's name.
        shapes: the shape of each weight.
        read: reads the weights, as float32.
    """
    folder = os.environ.get(FOLDER)
    if not folder:
        return read()
    path = Path(folder) / key
    if found := _mapped(path, shapes):
        return found
    weights = read()
    with _WRITING:  # Two files may have the same weights, and a thread of its own each.
        _keep(path, [weights[name] for name in shapes])
    return _mapped(path, shapes) or weights


def _mapped(path: Path, shapes: Mapping[str, Sequence[int]]) -> dict[str, Tensor] | None:
    try:
        parts = _parts(path, [math.prod(shape) for shape in shapes.values()], shared=False)
    except RuntimeError:  # There is no such file.
        return None
    pairs = zip(shapes.items(), parts, strict=True)
    return {name: part.view(list(shape)) for (name, shape), part in pairs}


def _keep(path: Path, weights: Sequence[Tensor]) -> None:
    """Write weights as a file; copying into a mapped file takes a third of the time of a write."""
    sizes = [weight.numel() for weight in weights]
    with suppress(OSError), partial_file(path) as partial:  # No room on the disk, for example.
        _reserve(partial, NUMBER * sum(map(_padded, sizes)))
        for part, weight in zip(_parts(partial, sizes, shared=True), weights, strict=True):
            part.copy_(weight.flatten())


def _reserve(path: Path, size: int) -> None:
    """Make a file of `size` bytes on the disk.

    If the disk were full when mapped memory is first written, the system would end the process.
    """
    with path.open("wb") as file:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, size)
        else:  # macOS
            file.write(bytes(size))


def _parts(path: Path, sizes: Sequence[int], *, shared: bool) -> list[Tensor]:
    """Map a file's weights of these sizes into memory; changes to shared ones reach the file."""
    places = [*map(_padded, sizes)]
    flat = torch.from_file(str(path), shared=shared, size=sum(places), dtype=torch.float32)
    return [part[:size] for part, size in zip(flat.split(places), sizes, strict=True)]


def _padded(size: int) -> int:
    """Return a weight's size with what follows it, so that the next is aligned like torch's own."""
    return size + -size % ALIGNED
