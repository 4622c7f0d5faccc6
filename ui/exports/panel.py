"""Exports: pictures in a dialog; a standalone page, data and the link in “Export and share”."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial

import streamlit as st

from alignoscope.analysis.posterior import cells
from alignoscope.interchange.file_names import slug
from alignoscope.interchange.pharaoh import pharaoh_zip
from alignoscope.interchange.spreadsheet import csv_table
from alignoscope.interchange.trace_json import fits, to_json
from alignoscope.records.limits import MAX_LINK
from alignoscope.records.trace import Trace
from alignoscope.records.version import VERSION
from alignoscope.ui.exports.drawings import Drawing, Drawn
from alignoscope.ui.exports.pgf import latex_figure
from alignoscope.ui.exports.picture_options import PictureOptions
from alignoscope.ui.exports.save_dialog import save_pictures
from alignoscope.ui.player.captions import caption, caption_parts, joint_caption
from alignoscope.ui.player.map_view import Layers, MapView
from alignoscope.ui.player.payload import drawn, payload
from alignoscope.ui.player.player import COMPONENT
from alignoscope.ui.player.position import Position, View
from alignoscope.ui.player.standalone import html_page
from alignoscope.ui.shell.session_keys import EXPORTS, SAVE_ASKED, of
from alignoscope.ui.shell.url_parameters import address, listens_here_only, local_host
from alignoscope.ui.svg.scale import Scale

LINKED_BY = {"posterior": "posterior", "posterior difference": "posterior", "alone": "alone"}
SAID = {
    "weights": "weight",
    "posterior": "posterior",
    "alone": "probability of the word with this source token alone as context",
}
MOST_IN_A_ROW = 6  # maps
TOO_LARGE = "These traces are too large for one file. Select fewer models."


@st.fragment
def show_exports(
    found: Sequence[Trace],
    layers: Layers,
    position: Position,
    source: str,
    target: str,
    *,
    drawings: Sequence[Drawing] = (),
    lead: str = "",
    linked: bool = True,
    key: str = EXPORTS,
) -> None:
    """Show the panel that exports the traces as files, each made on a click, and as a link.

    If the player's button was clicked, open the dialog that saves pictures.

    Args:
        found: the traces.
        layers: their maps, as the player shows them.
        position: the player's position.
        source: the source sentence.
        target: the forced target; empty for free translations.
        drawings: the other pictures of the page.
        lead: the id of the trace whose flow is shown if no map is pinned; by default the first.
        linked: whether to show a link; False if no link could lead to these traces.
        key: the key of the panel.
    """
    name, save = slug(source), partial(_save, key)
    if st.session_state.pop(SAVE_ASKED, False):
        own = [maps_drawing(found, layers, position)]
        if strip := strip_drawing(found, layers, position):
            own.append(strip)
        if has_flow(layers, position.view):
            flows = flow_drawings(found, layers, position, lead)
            # First what is on the screen.
            own = flows + own if position.view.picture == "flow" else own + flows
        save_pictures([*own, *drawings], name, key)
    offer = st.expander(
        "Export and share",
        icon=":material/download:",
        key=key,
        on_change="rerun",  # the box of the link alone loads 1.5 MB of scripts
    )
    if not offer.open:
        return
    with offer:
        page = partial(_page, found, layers, position, f"{source}\n{target}", lead)
        with st.container(horizontal=True):
            _show_data(found, position, page, name, save)
        if linked:
            _show_link(source, target)


def _show_data(
    found: Sequence[Trace],
    position: Position,
    page: Callable[[], str],
    name: str,
    save: Callable,
) -> None:
    measure = position.view.measure
    help_ = "A page with these maps that works without a network"
    save("HTML", page, f"{name}-{measure}.html", "text/html", help_)
    small, linked_by = fits(found), LINKED_BY.get(measure, "weights")
    save(
        "Trace JSON",
        partial(to_json, found),
        f"{name}.trace.json",
        "application/json",
        "All numbers. The page “Open a trace” can open this file." if small else TOO_LARGE,
        disabled=not small,
    )
    save(
        "CSV",
        partial(csv_table, found, position.view.unit),
        f"{name}-{position.view.unit}.csv",
        "text/csv",
        f"Weights and scores over {position.view.unit}, one line per cell, UTF-8",
    )
    save(
        "Pharaoh",
        partial(pharaoh_zip, found, linked_by),
        f"{name}-{linked_by}-pharaoh.zip",
        "application/zip",
        "For each model its words, and the link of each target word to the source word with "
        f"the highest {SAID[linked_by]}, as `source-target` from 0",
        disabled=all(cells(trace, linked_by) is None for trace in found),
    )


def _show_link(source: str, target: str) -> None:
    """Show the address that restores the page as it is."""
    link = address(sentence=[source], **({"target": [target]} if target.strip() else {}))
    if len(link) > MAX_LINK:
        st.info(
            f"This link would have {len(link):,} characters, and many programs cut off links "
            f"longer than {MAX_LINK:,}. Save the trace JSON instead.",
            icon=":material/link_off:",
        )
    else:
        st.caption("Link to exactly this view (sentence, models, step and edits):")
        st.code(link, language=None, wrap_lines=True)
        if host := local_host(link):
            st.caption(
                "This link works only on this computer."
                if listens_here_only()
                else f"To share it, replace {host} with this computer's address."
            )


def _save(
    key: str,
    label: str,
    make: Callable[[], str | bytes],
    name: str,
    mime: str,
    help_: str,
    disabled: bool = False,
) -> None:
    """Show the button of a file, which is made in its own thread when the button is clicked.

    Args:
        key: the key of the panel.
        label: the button's label.
        make: returns the file's content.
        name: the file's name.
        mime: the file's media type.
        help_: the button's tooltip.
        disabled: whether the button is disabled.
    """
    st.download_button(
        label,
        make,
        name,
        mime,
        key=of(key, label),
        help=help_,
        on_click="ignore",
        disabled=disabled,
    )


def maps_drawing(
    found: Sequence[Trace], layers: Layers, position: Position, *, strip: bool = False
) -> Drawing:
    """Return the picture of the maps as the player shows them.

    Each has its full size, or all are in one row (`strip`).
    """
    view, layer = position.view, (position.view.measure, position.view.unit)
    views, scale = layers[layer]

    def draw(look: PictureOptions) -> Drawn:
        picture = "ribbons" if view.picture == "ribbons" and not strip else "map"
        key = "picture"
        large = replace(view, density="fit" if strip else "large", picture=picture)
        told = caption(found, view, scale, position.step if look.marker else None, VERSION)
        printed = scale
        if look.colors and scale.low >= 0:  # The colours of both signs are white in the middle.
            printed = replace(scale, colors=look.colors, dark=())
        return Drawn(
            component=COMPONENT,
            data=payload(
                {layer: (views, printed)}, position.step, key, key, large, joint=position.joint
            ),
            caption=" ".join([told, *joint_caption(position.joint, layer, views)]),
            latex=partial(_latex, found, views, view, printed)
            if any(one.cells is not None for one in views)
            else None,
        )

    return Drawing(
        label="Strip" if strip else "Maps",
        name=f"{view.measure}-strip" if strip else view.measure,
        help=f"{scale.title}: {'one row, ' * strip}a vector picture",
        draw=draw,
        coloured=True,
    )


def _latex(found: Sequence[Trace], views: Sequence[MapView], view: View, scale: Scale) -> str:
    """Return the maps as LaTeX, which draws all cells and scales their colours linearly."""
    plain = replace(view, picture="map", scaling="linear", threshold=0.0)
    return latex_figure(views, scale, caption(found, plain, scale, None, VERSION))


def strip_drawing(found: Sequence[Trace], layers: Layers, position: Position) -> Drawing | None:
    """Return the picture of the pinned maps, or else of all, in one row with one legend.

    None if they are not two to `MOST_IN_A_ROW`.
    """
    pinned = [trace for trace in found if trace.id in position.pins]
    chosen = pinned if len(pinned) > 1 else found
    if not 1 < len(chosen) <= MOST_IN_A_ROW:
        return None
    names = {trace.id for trace in chosen}
    own = {
        layer: ([one for one in views if one.id in names], scale)
        for layer, (views, scale) in layers.items()
    }
    return maps_drawing(chosen, own, replace(position, joint=""), strip=True)


def has_flow(layers: Layers, view: View) -> bool:
    """Return whether the maps have a flow: differences of two maps have none."""
    views, _ = layers.get(("weights", view.unit), ((), None))
    return any(one.flow for one in views)


def flow_drawings(
    found: Sequence[Trace], layers: Layers, position: Position, lead: str
) -> list[Drawing]:
    """Return the picture of the flow of the current step, and the animation of all steps.

    The flow is that of the last pinned map, or else of `lead`, or else of the first.
    """
    wanted = [*position.pins[-1:], lead, found[0].id]
    trace = next(one for name in wanted for one in found if one.id == name)
    own = {
        layer: ([one for one in views if one.id == trace.id], scale)
        for layer, (views, scale) in layers.items()
    }
    view = replace(position.view, measure="weights", picture="flow")
    told = replace(view, picture="ribbons", scaling="linear", threshold=0.0)  # as a flow always is
    _, scale = layers["weights", view.unit]

    def draw(step: int | None, _: PictureOptions) -> Drawn:
        words = caption([trace], told, scale, step, VERSION)
        return Drawn(
            component=COMPONENT,
            data=payload(own, step or 0, "picture", "picture", view),
            caption=words,
            steps=len(trace.steps) if step is None else 0,
        )

    still, film = f"One step of {trace.label}: a vector picture", f"All steps of {trace.label}"
    return [
        Drawing(label="Flow", name="flow", help=still, draw=partial(draw, position.step)),
        Drawing(label="Animation", name="flow-steps", help=film, draw=partial(draw, None)),
    ]


def _page(
    found: Sequence[Trace], layers: Layers, position: Position, identity: str, lead: str
) -> str:
    start = {"key": "player", "identity": identity, "start": asdict(position), "lead": lead}
    data = start | drawn(layers)
    words = caption_parts(found, {layer: scale for layer, (_, scale) in layers.items()}, VERSION)
    return html_page(data, found[0].source.text, words)
