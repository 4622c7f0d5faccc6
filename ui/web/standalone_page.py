"""A component in one HTML file that needs no server and no network."""

import base64
import hashlib
import json
from collections.abc import Mapping
from html import escape

from alignoscope.ui.theme import properties

_ENTRY = "export default function"
_STYLE = """
:root {
  color-scheme: light dark;
  --st-font: "Source Sans", "Source Sans 3", "Segoe UI", system-ui, "Noto Sans", sans-serif;
  --st-code-font: ui-monospace, Consolas, monospace;
  --st-base-font-size: 16px;
  --st-base-radius: 8px;
  --st-button-radius: 8px;
}
body {
  max-width: 1600px;
  margin: 0 auto;
  padding: 16px;
  background: var(--st-background-color);
  color: var(--st-text-color);
  font: 400 14px/1.5 var(--st-font);
}
.caption { max-width: 90ch; overflow-wrap: anywhere; opacity: 0.8; }
@page { size: landscape; margin: 10mm; }
@media print { body { max-width: none; padding: 0; print-color-adjust: exact; } }
"""


def page_style() -> str:
    """Return the style sheet of a page without Streamlit: the theme, fonts and printing."""
    light, dark = (
        " ".join(f"{name}: {color};" for name, color in properties(theme).items())
        for theme in ("light", "dark")
    )
    dark_theme = f"@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}"
    return f":root {{ {light} }} {dark_theme}{_STYLE}"


# In the app the player's bar stays below the app's header, which this page does not have.
NO_HEADER = ".player .bar { --header: 0rem; }"
_START = """
const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("component");
// Chromium's --dump-dom leaves shadow trees out.
const host = data.picture ? main : main.attachShadow({ mode: "open" });
const style = document.createElement("style");
style.textContent = JSON.parse(document.getElementById("style").textContent);
host.append(style);
let keep = () => {};
"""
# The maps start with the view in the page's address, and the address follows the view, so that a
# link restores it. In a notebook the page has no address of its own.
_RESTORE = """
const choices = {
  measure: data.layers.map(({ measure }) => measure), unit: ["words", "pieces"],
  scaling: ["linear", "log", "row"], picture: ["flow", "map", "ribbons"], density: ["fit", "large"],
  transposed: ["true", "false"], margins: ["true", "false"],
};
const { view } = data.start;
const usual = { ...view };
const asked = new URLSearchParams(location.hash.slice(1));
for (const [name, known] of Object.entries(choices)) {
  const given = asked.get(name);
  if (known.includes(given)) view[name] = known.includes("true") ? given === "true" : given;
}
const last = Math.max(...data.maps.map(({ tokens }) => data.lists[tokens].length)) - 1;
const step = Number(asked.get("step")) - 1;
if (Number.isInteger(step) && step > 0) data.start.step = Math.min(step, last);
data.start.joint = asked.get("joint") ?? data.start.joint;
// The caption says what `caption` in ui/player/captions.py says of a view. A flow is always linear
// and hides nothing; only the maps below it follow the scale and the threshold.
const say = ({ measure, unit, scaling, picture, threshold }, step) => {
  const { lead, layers, foot } = data.caption;
  const words = layers[`${measure} ${unit}`];
  const flow = picture === "flow" && data.maps.some((map) => map.flow);
  const wide = flow ? `Thickness: the weight, ${layers[`weights ${unit}`].linear} ` : "";
  const drawn = picture === "ribbons" ? "Thickness" : "Colours";
  const hidden = `Cells below ${Math.round(100 * threshold)}% of ${words.high} are hidden. `;
  document.querySelector(".caption").textContent = `${lead} ${words.about} ${wide}${drawn}: ` +
    `${words[scaling]} ${threshold ? hidden : ""}Marked: step ${step + 1}. ${foot}`;
};
say(view, data.start.step);
keep = (name, { step, view, joint }) => {
  if (name !== "position") return;
  say(view, step);
  const changed = Object.keys(choices).filter((key) => view[key] !== usual[key]);
  const now = new URLSearchParams(changed.map((key) => [key, view[key]]));
  if (step) now.set("step", step + 1);
  if (joint) now.set("joint", joint);
  if (location.protocol !== "about:") history.replaceState(null, "", `#${now}`);
};
"""
_SHOW = """
// On paper the page is as wide as on the screen, only smaller.
addEventListener("beforeprint", () => {
  document.body.style.zoom = Math.min(1, 1040 / document.body.clientWidth);
});
addEventListener("afterprint", () => { document.body.style.zoom = ""; });
showComponent({ data, parentElement: host, setStateValue: (name, value) => keep(name, value) });
"""


def html_page(
    script: str,
    style: str,
    data: Mapping[str, object],
    title: str,
    caption: str,
    language: str = "en",
    *,
    connects: bool = False,
) -> str:
    """Return a page that shows a component with its data and a caption.

    Its content security policy allows only that script, and forbids every request unless it
    `connects` to its own server. All text is escaped, so that a token such as `</script>` remains a
    token.

    Args:
        script: the component's script, with one default export.
        style: the component's style sheet.
        data: the component's data. With a key "caption", the player's parts of a caption, the
            page restores the view from its address and keeps the caption up to date.
        title: the page's title.
        caption: the text below the component.
        language: the language of the page, as in HTML's `lang`.
        connects: whether the script may send requests to the server of the page.
    """
    assert script.count(_ENTRY) == 1
    restore = _RESTORE if "caption" in data else ""
    script = script.replace(_ENTRY, "const showComponent = function")
    script += f"{{{_START}{restore}{_SHOW}}}\n"  # a block: the component may have the same names
    assert "</script" not in script.lower()
    policy = f"default-src 'none'; script-src '{digest(script)}'; style-src 'unsafe-inline'"
    policy += "; connect-src 'self'" * connects
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{page_style()}</style>
</head>
<body>
<main id="component"></main>
<p class="caption" dir="auto">{escape(caption)}</p>
<script type="application/json" id="style">{embedded(style + NO_HEADER)}</script>
<script type="application/json" id="data">{embedded(data)}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def embedded(value: object) -> str:
    """Return JSON for a script element, with `<` and the Unicode line separators escaped."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for letter in "<\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


def digest(script: str) -> str:
    """Return the hash by which a content security policy allows an inline script."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
