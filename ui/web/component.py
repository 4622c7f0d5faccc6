"""A browser component of a page: its script, its style sheet, and the function that mounts it.

Streamlit sends both with every message about the component, 200 kB for the player. Behind the
app's own server it sends a line, which imports them from an address of their own; `streamlit run`
has no such addresses.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import streamlit as st

from alignoscope.ui.web.js_bundle import expression

FOLDER = "component"  # of the addresses, below the app's own
_IMPORT = """const address = new URL("%s", document.baseURI).href;
const { default: show } = await import(address);
export default show;
"""
# A style sheet that is adopted is there at the first drawing, and all parts of a page share it.
_FILE = """const show = %s;
const sheet = new CSSStyleSheet();
sheet.replaceSync(%s);
export default (call) => {
  const { adoptedStyleSheets } = call.parentElement.getRootNode();
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
  return show({ ...call, data: call.data[0] });
};
"""
_SCRIPT = """const show = %s;
export default (call) => show({ ...call, data: call.data[0] });
"""


@dataclass
class ScriptFiles:
    """The scripts of components as files, by name, if a server has addresses for them."""

    served: bool = False
    texts: dict[str, str] = field(default_factory=dict)


FILES = ScriptFiles()


class Component:
    """A component registered with Streamlit; `mount` shows it and takes `key` and `data`.

    Args:
        name: its name, unique in the app.
        script: its script, with one default export.
        style: its style sheet.
    """

    def __init__(self, name: str, script: str, style: str) -> None:
        self.script, self.style = script, style
        sent, css = _SCRIPT % expression(script), style
        if FILES.served:
            sent, css = _line(script, style), ""
        self._mount = st.components.v2.component(f"alignoscope_{name}", css=css, js=sent)

    def mount(self, *, key: str, data: Mapping[str, object], **heard: Any) -> object:
        """Show the component.

        Streamlit looks for tables in a mapping, for which it imports pandas: 0.3 s that the first
        map would wait for. It sends a list as it is.

        Args:
            key: the key.
            data: what its script gets as `data`.
            heard: a function as `on_NAME_change` for each name that the script reports.
        """
        return self._mount(key=key, data=[data], **heard)


def _line(script: str, style: str) -> str:
    """Return a script that imports a component from its file, which is kept in `FILES`."""
    text = _FILE % (expression(script), json.dumps(style))
    name = f"{blake2b(text.encode(), digest_size=8).hexdigest()}.js"
    FILES.texts[name] = text
    return _IMPORT % f"{FOLDER}/{name}"
