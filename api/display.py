"""Traces with a table, a Plotly figure and the step player, which notebooks display."""

from __future__ import annotations

from dataclasses import dataclass, fields
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from alignoscope.records.trace import Trace
from alignoscope.records.whole_file import write_whole

if TYPE_CHECKING:
    from pandas import DataFrame
    from plotly.graph_objects import Figure

    from alignoscope.ui.player.map_view import MapView

# The frame is as high as the page in it; if the notebook forbids the script, the frame scrolls.
_FIT = (
    "const page = this.contentDocument?.documentElement; if (page) new ResizeObserver(() => "
    "{ this.style.height = page.offsetHeight + 'px'; }).observe(page)"
)


class ShownTrace(Trace):
    """A trace that displays itself in notebooks; usable wherever a trace is expected."""

    @classmethod
    def of(cls, trace: Trace) -> ShownTrace:
        """Return the same trace as a ShownTrace."""
        return cls(**{one.name: getattr(trace, one.name) for one in fields(trace)})

    @property
    def text(self) -> str:
        """The translation as text."""
        return self.target.text

    def frame(self, measure: str = "weights", unit: str = "words") -> DataFrame:
        """Return the map as a table, one row per target word and one column per source word.

        `measure` is "weights", "scores" (before softmax; -inf outside a local window), or, after
        `with_posterior`, "posterior" or "alone". `unit` is "words" or "pieces".

        Raises:
            ValueError: if there is no such measure or unit, or the trace has no such numbers.
        """
        from pandas import DataFrame, Index

        view = self._view(measure, unit)
        target, source = getattr(self.target, unit), getattr(self.source, unit)
        rows, columns = Index(target, name="target"), Index(source, name="source")
        return DataFrame(view.cells, index=rows, columns=columns)

    def figure(self, measure: str = "weights", unit: str = "words") -> Figure:
        """Return the map as a Plotly heatmap: weights from 0 to 1, scores centred on 0.

        Raises:
            ValueError: as `frame` does.
        """
        from alignoscope.api.heatmap import map_figure
        from alignoscope.ui.player.map_view import shared_scale

        view = self._view(measure, unit)
        return map_figure(view, shared_scale([view], measure))

    def _view(self, measure: str, unit: str) -> MapView:
        from alignoscope.ui.player.map_view import AFTER_THE_WORD, MEASURES, UNITS, map_view

        for given, allowed in ((measure, MEASURES), (unit, UNITS)):
            if given not in allowed:
                raise ValueError(f"{given!r} is not shown: expected one of {', '.join(allowed)}.")
        view = map_view(self, measure, unit)
        if view.cells is None:
            if self.weights is None:
                raise ValueError(f"{self.label} has no attention, and so no {measure}.")
            how = ": with_posterior adds it" if measure in AFTER_THE_WORD else ""
            raise ValueError(f"This trace of {self.label} has no {measure}{how}.")
        return view

    def _repr_html_(self) -> str:
        return Player((self,))._repr_html_()

    def __repr__(self) -> str:
        return f"<{self.label}, {self.decoding}: {self.source.text!r} → {self.target.text!r}>"


@dataclass(frozen=True, eq=False)
class Player:
    """The maps of traces side by side, stepped together, as a notebook display or a saved page."""

    traces: tuple[Trace, ...]

    def __post_init__(self) -> None:
        if not self.traces:
            raise ValueError("There is nothing to show: give at least one trace.")
        if odd := next((one for one in self.traces if not isinstance(one, Trace)), None):
            raise ValueError(
                f"Cannot show a {type(odd).__name__}: give traces one by one, as in show(*traces)."
            )

    def page(self) -> str:
        """Return a standalone HTML page that needs no network and no Python."""
        from alignoscope.records.version import VERSION
        from alignoscope.ui.player.captions import caption_parts
        from alignoscope.ui.player.map_view import layers_of
        from alignoscope.ui.player.payload import payload
        from alignoscope.ui.player.position import View
        from alignoscope.ui.player.standalone import html_page

        layers, view = layers_of(self.traces), View()
        data = payload(layers, 0, "shown", "player", view)
        scales = {layer: scale for layer, (_, scale) in layers.items()}
        words = caption_parts(self.traces, scales, VERSION)
        return html_page(data, self.traces[0].source.text, words)

    def save(self, path: str | Path) -> None:
        """Write a file: an `.html` page for any browser, or a `.json` file for `alignoscope open`.

        Raises:
            ValueError: if the name has another ending, or a trace file of these could not be read.
            OSError: if it cannot be written; a file of that name then stays as it was.
        """
        from alignoscope.interchange.trace_json import fits, to_json

        kind = Path(path).suffix
        if kind not in (".html", ".json"):
            raise ValueError(f"{path}: expected a name that ends in .html or .json.")
        if kind == ".json" and not fits(self.traces):
            raise ValueError("These traces are more than one file may hold: save fewer of them.")
        text = self.page() if kind == ".html" else to_json(self.traces)
        write_whole(Path(path), text.encode())

    def _repr_html_(self) -> str:
        style = "width: 100%; height: 640px; border: 0; resize: vertical"
        return (
            f'<iframe srcdoc="{escape(self.page())}" title="Alignment maps" style="{style}" '
            f'onload="{escape(_FIT)}"></iframe>'
        )

    def __repr__(self) -> str:
        names = ", ".join(trace.label for trace in self.traces)
        return f"<the player of {names}: a notebook shows it, save('maps.html') writes a page>"
