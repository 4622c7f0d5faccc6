"""The palette against the places that cannot read it: Streamlit's settings and the style sheets."""

import re
import tomllib
from pathlib import Path

from alignoscope.ui.shell.frame import frame_style
from alignoscope.ui.theme import PALETTE

ROOT = Path(__file__).parents[3]
FALLBACK = f"var(--st-primary-color, {PALETTE['light']['accent']})"
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


def test_no_colour_is_written_anywhere_else() -> None:
    """Saved pages need the accent as a fallback, and SVG's initial fill is black."""
    found = {}
    for path in [*ROOT.glob("ui/**/*"), *ROOT.glob("course/**/*")]:
        if path.suffix in {".py", ".js", ".css"}:
            text = path.read_text(encoding="utf-8").replace(FALLBACK, "").replace("#000000", "")
            if colours := re.findall(r"#[0-9a-f]{6}\b|rgb\(\d+[, ]+\d+[, ]+\d+\)", text):
                found[path.relative_to(ROOT).as_posix()] = colours
    assert found == {}


def test_a_page_gives_the_roles_of_a_formula_more_contrast() -> None:
    for role, shades in PALETTE["roles"].items():
        rgb = ", ".join(str(int(shades["formula"][i : i + 2], 16)) for i in (1, 3, 5))
        more = f"light-dark({shades['light']}, {shades['dark']})"
        assert f'.katex [style*="{rgb}"] {{ color: {more} !important; }}' in frame_style(), role


def test_every_property_of_the_frame_has_a_colour() -> None:
    style = frame_style()
    used = set(re.findall(r"var\((--theme-\w+)\)", style))
    assert used
    assert used <= set(re.findall(r"(--theme-\w+): light-dark", style))


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
