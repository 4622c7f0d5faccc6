"""The text of a file's bytes: UTF-8, UTF-16, or Windows-1252, of which Latin-1 is a part."""

import codecs

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LOOK = 100_000  # bytes by which UTF-16 without a byte order mark is recognised
_FEW = 0.3  # the largest part of letters beyond ASCII in a language of Western Europe


def decoded(data: bytes, name: str) -> tuple[str, str]:
    """Return the text of a file with "\\n" as line ends, and a note on its encoding, or "".

    Raises:
        ValueError: if it is not text in one of these encodings.
    """
    encoding, note = "utf-8-sig", ""
    zeros = data[:_LOOK].count(0)
    if data.startswith(_UTF16):
        encoding = "utf-16"
    elif zeros * 5 > 2 * len(data[:_LOOK]):
        encoding = "utf-16-be" if data[0] == 0 else "utf-16-le"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if _is_damaged(data):
            line = data.count(b"\n", 0, error.start) + 1
            raise ValueError(
                f"{name}, line {line}: damaged, since only the rest is UTF-8."
            ) from error
        text = _western(data)
        note = f"{name} is not UTF-8 and was read as Windows-1252 (Latin-1): look at its accents."
        if not text:
            raise ValueError(f"{name} is not UTF-8 text: save it as UTF-8.") from error
    if "\0" in text[:_LOOK]:
        raise ValueError(f"{name} is not text: it contains zero bytes.")
    text = text.replace("\r\n", "\n")
    return (text if "\n" in text else text.replace("\r", "\n")), note


def _is_damaged(data: bytes) -> bool:
    """Return whether most of what is not ASCII is UTF-8, which another encoding hardly ever is."""
    text = data.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    return len(text) - len(text.encode("ascii", "ignore")) > 2 * wrong


def _western(data: bytes) -> str:
    """Return the text in Windows-1252, or "" if this looks wrong.

    Every file of Cyrillic or Greek letters is Windows-1252, too, but its letters are all accented.
    """
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return ""
    letters = [c for c in text[:_LOOK] if c.isalpha()]
    return text if sum(c > "\x7f" for c in letters) < _FEW * len(letters) else ""
