"""Take it with you: what is on show as pictures, as a page that still steps, as data, as a link."""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from urllib.parse import urlencode

import streamlit as st

from components.player import fitting, payload
from data.limits import MAX_LINK
from figures.caption import caption
from figures.lettering import slug
from figures.maps import Layers, layers_of
from figures.svg import svg
from figures.tables import csv_table, pharaoh_zip
from figures.view import Position
from models.interchange import fits, to_json
from models.trace import Trace
from session.cached import ROOT
from session.printing import find_browser, to_pdf, to_png
from session.standalone import html_page

NO_BROWSER = (
    "PDF and PNG need Chromium, Chrome or Edge on the machine that runs Alignoscope, and none is "
    "there. SVG works without."
)
TOO_LARGE = "These traces are more than one file may hold: choose fewer variants."


def show_exports(
    found: Sequence[Trace],
    position: Position,
    source: str,
    target: str,
    *,
    layers: Layers | None = None,
    linked: bool = True,
    key: str = "exports",
) -> None:
    """Offer what is on show as files, each made when it is asked for, and as a link.

    `layers` are those that the player shows, if they are others than the traces' own maps; without
    `linked` there is no link, because nothing in one would lead to these traces.
    """
    layers = layers_of(found) if layers is None else layers
    position = replace(position, view=fitting(position.view, layers))
    with st.expander("Take it with you", icon=":material/download:", key=key):
        dark = st.toggle("Dark pictures", value=st.context.theme.type == "dark", key=f"{key} dark")
        draw = partial(_draw, found, layers, position, dark)
        name = f"{slug(source, 36)}-{position.view.measure}"
        save = partial(_save, key)
        with st.container(horizontal=True):
            _, scale = layers[position.view.measure, position.view.unit]
            save("SVG", draw, f"{name}.svg", "image/svg+xml", f"{scale.title}: a vector picture")
            printing = find_browser() is not None
            for label, mime, printed in (
                ("PDF", "application/pdf", to_pdf),
                ("PNG", "image/png", to_png),
            ):
                help_ = f"The same picture as {label}" if printing else NO_BROWSER
                make = partial(_printed, draw, printed)
                save(label, make, f"{name}.{label.lower()}", mime, help_, disabled=not printing)
            page = partial(_page, found, layers, position, f"{source}\n{target}")
            save("HTML", page, f"{name}.html", "text/html", "A page that steps with no network")
        if not printing:
            st.caption(NO_BROWSER)
        _show_data(found, position, slug(source, 36), save)
        if linked:
            _show_link(source, target)


def _show_data(found: Sequence[Trace], position: Position, name: str, save: Callable) -> None:
    with st.container(horizontal=True):
        small, attends = fits(found), any(trace.weights is not None for trace in found)
        save(
            "Trace JSON",
            partial(to_json, found),
            f"{name}.trace.json",
            "application/json",
            "All numbers; the page “Open a trace” shows them again" if small else TOO_LARGE,
            disabled=not small,
        )
        save(
            "CSV",
            partial(csv_table, found, position.view.unit),
            f"{name}-{position.view.unit}.csv",
            "text/csv",
            f"Weights and scores over {position.view.unit}, a line a cell, UTF-8",
        )
        save(
            "Pharaoh",
            partial(pharaoh_zip, found),
            f"{name}-pharaoh.zip",
            "application/zip",
            "For each variant its words, and the link of each target word to the source word with "
            "the highest weight, as `source-target` from 0",
            disabled=not attends,
        )


def _show_link(source: str, target: str) -> None:
    """Show the address that restores the sentences, the variants, the step and the view."""
    given = {name: st.query_params.get_all(name) for name in st.query_params}
    given |= {"sentence": [source]} | ({"target": [target]} if target.strip() else {})
    link = f"{st.context.url}?{urlencode(given, doseq=True)}"
    if len(link) > MAX_LINK:
        st.info(
            f"A link to this would have {len(link):,} characters, and links longer than "
            f"{MAX_LINK:,} get lost on the way. Save the trace JSON instead.",
            icon=":material/link_off:",
        )
    else:
        st.caption("A link to this sentence, these variants, this step and view:")
        st.code(link, language=None, wrap_lines=True)


def _save(
    key: str,
    label: str,
    make: Callable[[], str | bytes],
    name: str,
    mime: str,
    help_: str,
    disabled: bool = False,
) -> None:
    """Offer a file that is made when its button is pressed, on a thread of its own."""
    st.download_button(
        label,
        make,
        name,
        mime,
        key=f"{key} {label}",
        help=help_,
        on_click="ignore",
        disabled=disabled,
    )


def _caption(found: Sequence[Trace], layers: Layers, position: Position) -> str:
    _, scale = layers[position.view.measure, position.view.unit]
    return caption(found, position.view, scale, position.step, version())


def _draw(found: Sequence[Trace], layers: Layers, position: Position, dark: bool) -> str:
    maps, scale = layers[position.view.measure, position.view.unit]
    words = _caption(found, layers, position)
    return svg(maps, scale, position.view, position.step, words, dark)


def _printed(draw: Callable[[], str], printed: Callable[[str], bytes]) -> bytes:
    return printed(draw())


def _page(found: Sequence[Trace], layers: Layers, position: Position, identity: str) -> str:
    data = payload(layers, position.step, identity, "player", position.view)
    return html_page(data, found[0].source.text, _caption(found, layers, position))


@cache
def version() -> str:
    """Return the app's version, which stands in pyproject.toml alone."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return project["project"]["version"]
