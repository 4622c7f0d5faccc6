"""The exceptions that files with changed bytes raise in the modules that read them."""

import lzma
import tokenize
import zipfile
import zlib

# Of packed files and archives. A zip's wrong offset is a ValueError, a member without a name an
# IndexError, and an encrypted one a RuntimeError.
PACKED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, IndexError),
    RuntimeError,
)
# Of NumPy's files, whose header is Python code. A shape may be larger than the memory.
ARRAYS = (
    *PACKED,
    tokenize.TokenError,
    SyntaxError,
    KeyError,
    TypeError,
    MemoryError,
    OverflowError,
)
