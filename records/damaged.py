"""The exceptions that files with changed bytes raise in the modules that read them."""

import tokenize
import zipfile
import zlib

# Of gzip, zip and tar files. A zip's wrong offset is a ValueError, a member without a name an
# IndexError, and an encrypted one a RuntimeError.
PACKED = (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, IndexError, RuntimeError)
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
