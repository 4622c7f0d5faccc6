"""A picture within arrays: the bytes of its file, or its pixels, which become a PNG."""

import struct
import zlib

import numpy as np

from alignoscope.records.limits import MAX_PICTURE_BYTES

STARTS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8")  # The first bytes of PNG, JPEG and GIF.
_COLOURS = {1: 0, 3: 2, 4: 6}  # The colour type of PNG by the number of channels.
_MOST_PIXELS = 4_000_000


def picture_of(array: np.ndarray) -> bytes | None:
    """Return the picture in an array, as the bytes of its file, or None if there is none.

    Args:
        array: the bytes of a PNG, JPEG or GIF; or pixels [height, width] or [height, width,
            channels] of 1, 3 or 4 channels, as bytes or from 0 to 1.
    """
    if array.dtype.kind in "SV" or (array.dtype == np.uint8 and array.ndim == 1):
        data = array.tobytes()
        return data if data.startswith(STARTS) and len(data) <= MAX_PICTURE_BYTES else None
    if array.ndim == 4 and len(array) == 1:
        array = array[0]
    pixels = array[..., None] if array.ndim == 2 else array
    if pixels.ndim != 3 or pixels.shape[-1] not in _COLOURS or not 0 < pixels.size <= _MOST_PIXELS:
        return None
    if pixels.dtype.kind == "f":
        if not (pixels.min() >= 0 and pixels.max() <= 1):
            return None
        pixels = np.round(pixels * 255).astype(np.uint8)
    if pixels.dtype != np.uint8:
        return None
    data = _png(pixels)
    return data if len(data) <= MAX_PICTURE_BYTES else None


def _png(pixels: np.ndarray) -> bytes:
    """Return the PNG of bytes [height, width, channels]."""
    height, width, channels = pixels.shape
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOURS[channels], 0, 0, 0)
    lines = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes())), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
