"""Words that are chosen for their joint attention, as text for the browser and the link.

`luong-dot~words~rows~1.3` are the first and the third target word of luong-dot's map over words;
with `columns` they are source words.
"""

import re
from collections.abc import Iterable, Sequence

from alignoscope.ui.player.map_view import Layers, MapView

APART = ("scores", "alone")  # measures whose cells are no shares of a row, as in joint.js
_FORM = re.compile(
    r"(.+)~([a-z]+)~(rows|columns)~((?:[1-9][0-9]{0,5}\.){0,999}[1-9][0-9]{0,5})", re.ASCII
)


def fitting_joint(text: object, layers: Layers) -> str:
    """Return the text if it names words of one of the maps, else ""."""
    units = {unit: views for (_, unit), (views, _) in layers.items()}
    known = isinstance(text, str) and any(_words(text, unit, units[unit]) for unit in units)
    return str(text) if known else ""


def joint_caption(text: str, layer: tuple[str, str], views: Iterable[MapView]) -> list[str]:
    """Return the sentence on the bars of the chosen words, if the layer (measure, unit) has any."""
    measure, unit = layer
    words = ", ".join(_words(text, unit, views))
    if not words or measure in APART:
        return []
    lines = "rows of the target" if "~rows~" in text else "columns of the source"
    return [f"Bars: {'mean' if '~rows~' in text else 'sum'} of the {lines} words {words}."]


def _words(text: str, unit: str, views: Iterable[MapView]) -> Sequence[str]:
    """Return the words that the text names in one of the maps over a unit."""
    match = _FORM.fullmatch(text)
    if not match or match[2] != unit:
        return ()
    words = next((getattr(one, match[3]) for one in views if one.id == match[1]), ())
    places = [int(number) - 1 for number in match[4].split(".")]
    return [words[i] for i in places] if max(places) < len(words) else ()
