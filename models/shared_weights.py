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
from itertools import chain
from pathlib import Path

import torch
from torch import Tensor

from alignoscope.records.whole_file import write_whole

ALIGNED = 16  # numbers, 64 bytes: vectors are summed in another order elsewhere
FOLDER = "ALIGNOSCOPE_WEIGHTS"  # The variable that names the server's folder of mapped files.


@cache
def share_weights() -> None:
    """Make the folder of this server, for this process and those that it starts.

    It is removed when this process ends.
    """
    if FOLDER in os.environ:
        return
    with suppress(OSError):
        os.environ[FOLDER] = folder = tempfile.mkdtemp(prefix="alignoscope-weights-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)


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
    _keep(path, [weights[name] for name in shapes])
    return _mapped(path, shapes) or weights


def _mapped(path: Path, shapes: Mapping[str, Sequence[int]]) -> dict[str, Tensor] | None:
    sizes = [math.prod(shape) for shape in shapes.values()]
    places = [size + _padding(size) for size in sizes]
    try:
        flat = torch.from_file(str(path), shared=False, size=sum(places), dtype=torch.float32)
    except RuntimeError:  # There is no such file.
        return None
    parts = zip(shapes.items(), sizes, flat.split(places), strict=True)
    return {name: part[:size].view(list(shape)) for (name, shape), size, part in parts}


def _padding(size: int) -> int:
    """Return how many numbers follow one weight, so that the next is aligned like torch's own."""
    return -size % ALIGNED


def _keep(path: Path, weights: Sequence[Tensor]) -> None:
    parts = ((weight.numpy().data, bytes(4 * _padding(weight.numel()))) for weight in weights)
    with suppress(OSError):  # No room on the disk, for example.
        write_whole(path, b"".join(chain.from_iterable(parts)))
