"""A colour scale, as screen and files share it."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, kw_only=True)
class Scale:
    """One colour scale for all maps on a page; `colors` are evenly spaced from low to high.

    `dark` are those on a dark page, where they are others.
    """

    title: str
    label: str
    low: float
    high: float
    colors: tuple[str, ...]
    dark: tuple[str, ...] = ()

    def on_dark(self) -> "Scale":
        """Return the scale as it is on a dark page."""
        return replace(self, colors=self.dark or self.colors)
