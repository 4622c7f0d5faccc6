"""The theme's colours, light and dark: drawings, standalone pages and the app share them.

`.streamlit/config.toml`, which only Streamlit reads, repeats those that it needs; a test compares.
"""

import json
from collections.abc import Mapping
from pathlib import Path

PALETTE: Mapping[str, Mapping[str, str]] = json.loads(
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
