"""The palette against the places that cannot read it: Streamlit's settings and the style sheets."""

import re
import tomllib
from pathlib import Path

from alignoscope.ui.theme import PALETTE

ROOT = Path(__file__).parents[3]
OF_STREAMLIT = {
    "backgroundColor": "paper",
    "secondaryBackgroundColor": "soft",
    "textColor": "text",
    "primaryColor": "accent",
}


def test_the_app_has_the_colours_of_the_palette() -> None:
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    theme = settings["theme"]
    for mode in ("light", "dark"):
        chosen = {name: theme[name] for name in OF_STREAMLIT if name in theme} | theme[mode]
        expected = {name: PALETTE[mode][part] for name, part in OF_STREAMLIT.items()}
        assert chosen == expected, mode


def test_both_modes_have_the_same_parts() -> None:
    assert PALETTE["light"].keys() == PALETTE["dark"].keys()
    colours = [colour for mode in PALETTE.values() for colour in mode.values()]
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours)


def test_the_accents_in_style_sheets_are_the_palettes() -> None:
    sheets = [*ROOT.glob("ui/*/*.css"), *ROOT.glob("course/*/*.css")]
    written = {
        match[1]
        for sheet in sheets
        for match in re.finditer(
            r"var\(--st-primary-color, (#\w+)\)", sheet.read_text(encoding="utf-8")
        )
    }
    assert written == {PALETTE["light"]["accent"]}
