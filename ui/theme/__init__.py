"""The theme's colours, light and dark: drawings, standalone pages and the app share them.

`.streamlit/config.toml`, which only Streamlit reads, repeats those that it needs; a test compares.
"""

import json
from collections.abc import Mapping
from pathlib import Path

PALETTE: Mapping[str, Mapping[str, str]] = json.loads(
    Path(__file__).with_name("palette.json").read_text(encoding="utf-8")
)
