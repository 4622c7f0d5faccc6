"""The scripts that this machine has no font for: a PDF or PNG printed here shows boxes for them."""

import shutil
import subprocess
from functools import lru_cache
from unicodedata import name

SECONDS = 5


def scripts_without_font(text: str) -> list[str]:
    """Return the scripts of a text's letters without a font, as far as fontconfig knows."""
    letters = {name(letter, "").split(" ")[0]: letter for letter in text if letter.isalpha()}
    missing = (script for script, letter in letters.items() if script and not _has_font(letter))
    return sorted("Chinese" if script == "CJK" else script.title() for script in missing)


@lru_cache(1000)
def _has_font(letter: str) -> bool:
    if letter.isascii() or (command := shutil.which("fc-list")) is None:
        return True
    asked = [command, f":charset={ord(letter):x}", "family"]
    try:
        found = subprocess.run(asked, capture_output=True, timeout=SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return True
    return bool(found.stdout.strip())
