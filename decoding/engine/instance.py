"""The compiled engine, and its instances: each has a memory of its own.

Arrays are of any shape [...]: only their numbers are written, one row after the other.
"""

import atexit
import ctypes
import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

WASM = Path(__file__).parent / "engine.wasm"
_PAGE = 65536
_ALIGNED = 64
_BEYOND = 64  # bytes behind a room, over which its last numbers may be written


@cache
def compiled() -> tuple[Any, Any] | None:
    """Return the compiled engine, or None where it cannot run: no `wasmtime`, or no SIMD."""
    try:
        import wasmtime

        engine = wasmtime.Engine()
        found = engine, wasmtime.Module(engine, WASM.read_bytes())
    except Exception:  # An import or a compilation fails, and both in many ways.
        return None
    atexit.register(compiled.cache_clear)  # Later, `wasmtime` would complain that it is gone.
    return found


class Instance:
    """An instance of the engine; an address is a number of bytes in its memory.

    Raises:
        MemoryError: if the system has no room for another memory.
    """

    def __init__(self) -> None:
        import wasmtime

        found = compiled()
        assert found is not None
        self._store = wasmtime.Store(found[0])
        try:
            exports: Any = wasmtime.Instance(self._store, found[1], []).exports(self._store)
        except wasmtime.WasmtimeError as error:
            raise MemoryError(str(error)) from error
        self._memory = exports["memory"]
        self._decode, self._begin, self._end = (
            exports[name] for name in ("decode", "begin", "end")
        )
        self._top = exports["first_free"](self._store)
        self._bytes = np.zeros(0, np.uint8)

    def room(self, size: int) -> int:
        """Return the address of `size` bytes that nobody else has; all are 0."""
        at = -(-self._top // _ALIGNED) * _ALIGNED
        self._top = at + size + _BEYOND
        have = self._memory.data_len(self._store)
        if self._top > have:
            self._memory.grow(self._store, -(-(self._top - have) // _PAGE))
            first = ctypes.addressof(self._memory.data_ptr(self._store).contents)
            length = self._memory.data_len(self._store)
            self._bytes = np.ctypeslib.as_array((ctypes.c_uint8 * length).from_address(first))
        return at

    def write(self, at: int, array: np.ndarray) -> None:
        """Write an array of any shape at an address, row by row."""
        self._bytes[at : at + array.nbytes].view(array.dtype)[:] = array.reshape(-1)

    def put(self, array: np.ndarray) -> int:
        """Write an array of any shape into a new room, and return its address."""
        at = self.room(array.nbytes)
        self.write(at, array)
        return at

    def floats(self, at: int, *shape: int) -> np.ndarray:
        """Return a copy, in a shape, of the 32-bit floats at an address."""
        size = 4 * math.prod(shape)
        return self._bytes[at : at + size].view(np.float32).reshape(shape).copy()

    def rows(self, at: int, count: int, apart: int, size: int) -> np.ndarray:
        """Return 32-bit floats [count, size], rows that are `apart` bytes apart; no copy."""
        shape, steps = (count, size), (apart, 4)
        return np.ndarray(shape, np.float32, buffer=self._bytes, offset=at, strides=steps)

    def decode(self, job: int) -> int:
        """Run the job at an address, and return its steps; other threads run meanwhile."""
        return int(self._decode(self._store, job))

    def begin(self, beam: int, step: int) -> None:
        """Begin a step of the beam at an address, up to the product with the vocabulary."""
        self._begin(self._store, beam, step)

    def end(self, beam: int, step: int) -> None:
        """End a step of the beam at an address, after this product."""
        self._end(self._store, beam, step)
