"""The names of files that people save."""

import re
import unicodedata


def slug(text: str, longest: int = 40) -> str:
    """Return text as a part of a file name: ASCII letters, digits and hyphens, or `trace`."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:longest].rstrip("-") or "trace"
