"""The palette: every colour of the app, its drawings and its saved pages.

- `light`, `dark`: the theme. `.streamlit/config.toml`, which only Streamlit reads, repeats what it
  needs; a test compares.
- `roles`: the parts of a score, in a formula and as small text on a light and a dark page. Colours
  of formulas have a contrast above 4:1 on both, and colour-blind people can tell them apart.
- `signs`: numbers from the most negative to the most positive.
- `charts`: Okabe and Ito 2008, which colour-blind people can tell apart, on light and dark pages.
- `scores`: the scale of scores on a dark page. The hues are those of the light page around the dark
  background, so that on either page cells near 0 do not stand out.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PALETTE: Mapping[str, Mapping[str, Any]] = json.loads(
    Path(__file__).with_name("palette.json").read_text(encoding="utf-8")
)
# The custom properties that Streamlit sets for components, by the theme's colours.
_PROPERTIES = {
    "accent": "--st-primary-color",
    "paper": "--st-background-color",
    "soft": "--st-secondary-background-color",
    "text": "--st-text-color",
    "border": "--st-border-color",
}


def properties(theme: str) -> dict[str, str]:
    """Return the custom properties of the theme "light" or "dark", with their colours."""
    return {name: PALETTE[theme][part] for part, name in _PROPERTIES.items()}


def style_of_colours() -> str:
    """Return a style sheet with the colours of roles and signs as custom properties."""
    roles = {role: shades["formula"] for role, shades in PALETTE["roles"].items()}
    named = "".join(f"--{name}: {color}; " for name, color in (roles | PALETTE["signs"]).items())
    return f":root, :host {{ {named}}}\n"
