"""Additions to the head of every page: the app's style, and links that preload Streamlit's scripts.

Streamlit fetches the script for a kind of element when the first such element arrives, in three
rounds during which the page is empty. With these links, the browser fetches them together with the
first scripts.
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


def head(static: Path, style: str) -> str:
    """Return the HTML to add at the end of a page's head.

    `static` is the folder of Streamlit's page, `style` the app's style sheet.
    """
    page = (static / "index.html").read_text(encoding="utf-8")
    manifest = json.loads((static / "manifest.json").read_text(encoding="utf-8"))
    names = [name for name in manifest if Path(name).stem in KINDS]
    # The list grows in the loop by the imports of each script, except the page's own script.
    for name in names:
        more = manifest[name].get("imports", ())
        names += [one for one in more if one not in names and one != "index.html"]
    files = [file for name in names if (file := manifest[name]["file"]) not in page]
    links = "".join(f'<link rel="modulepreload" href="./{file}">' for file in files)
    return f"<style>{style}</style>{links}"
