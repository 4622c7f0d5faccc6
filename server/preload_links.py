"""What is in the head of every page before Streamlit's scripts: its style, and what they ask for.

Streamlit fetches what draws an element of a kind when it hears of the first, in three rounds, while
the page is empty. With these links browsers fetch it with the first scripts.
"""

import json
from pathlib import Path

KINDS = (
    "BidiComponent",
    "Button",
    "ButtonGroup",
    "Html",
    "MenuButton",
    "PageLink",
    "Selectbox",
    "TextInput",
)


def head(static: Path, style: Path) -> str:
    """Return what comes at the end of a page's head; `static` is the folder of Streamlit's page."""
    page = (static / "index.html").read_text(encoding="utf-8")
    manifest = json.loads((static / "manifest.json").read_text(encoding="utf-8"))
    names = [name for name in manifest if Path(name).stem in KINDS]
    for name in names:  # which grows by what they import, but for the page's own script
        more = manifest[name].get("imports", ())
        names += [one for one in more if one not in names and one != "index.html"]
    files = [file for name in names if (file := manifest[name]["file"]) not in page]
    links = "".join(f'<link rel="modulepreload" href="./{file}">' for file in files)
    return f"<style>{style.read_text(encoding='utf-8')}</style>{links}"
