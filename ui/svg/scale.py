"""The colour scale of maps, the same on the screen and in files."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Scale:
    """One colour scale for all maps on a page; `colors` are evenly spaced from low to high.

    `dark` are the colours on a dark page, if they differ.
    """

    title: str
    label: str
    low: float
    high: float
    colors: tuple[str, ...]
    dark: tuple[str, ...] = ()
