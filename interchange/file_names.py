"""The names of saved files."""

import re
import unicodedata


def slug(text: str, longest: int = 60) -> str:
    """Return text as a part of a file name: ASCII letters, digits and hyphens, or `trace`.

    A text longer than `longest` is cut after a whole word, if possible.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if len(name) > longest:
        name = name[: longest + 1].rpartition("-")[0] or name[:longest]
    return name or "trace"
