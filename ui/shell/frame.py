"""The style sheet of every page: `frame.css`, with the colours of the palette."""

from collections.abc import Mapping
from pathlib import Path

from alignoscope.ui.theme import PALETTE


def frame_style() -> str:
    """Return the style sheet, with rules for the roles of a formula.

    KaTeX writes their colours into its elements; on a page they get more contrast.
    """
    light, dark = PALETTE["light"], PALETTE["dark"]
    themed = "".join(f"--theme-{part}: light-dark({light[part]}, {dark[part]}); " for part in light)
    frame = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
    return f":root {{ {themed}}}\n{''.join(map(_rule, PALETTE['roles'].values()))}{frame}"


def _rule(role: Mapping[str, str]) -> str:
    rgb = ", ".join(map(str, bytes.fromhex(role["formula"].removeprefix("#"))))
    color = f"light-dark({role['light']}, {role['dark']})"
    return f'.katex [style*="{rgb}"] {{ color: {color} !important; }}\n'
