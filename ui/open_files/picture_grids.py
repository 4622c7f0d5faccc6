"""A small grid of weights for each word, over the picture that the source is."""

from base64 import b64encode

import streamlit as st

from alignoscope.records.axis import GridAxis
from alignoscope.records.escaping import plain
from alignoscope.records.percentages import rounded
from alignoscope.ui.player.map_view import Layers, MapView
from alignoscope.ui.shell.session_keys import of
from alignoscope.ui.svg.scale import Scale
from alignoscope.ui.web.component import Component
from alignoscope.ui.web.js_bundle import script, style

COMPONENT = Component(
    "picture_grids",
    script("ui/open_files/picture_grids.js"),
    style("ui/open_files/picture_grids.css"),
)
_TYPES = {b"\x89P": "png", b"\xff\xd8": "jpeg", b"GI": "gif"}  # By the first bytes.


def show_grids(layers: Layers, picture: bytes | None, player: str) -> None:
    """Show a grid for each word of the first map, that of the player's step large, if it has grids.

    Args:
        layers: the maps of the player.
        picture: the picture, PNG, JPEG or GIF, if there is one.
        player: the key of the player, whose steps the grids follow.
    """
    (view, *others), scale = layers["weights", "words"]
    if isinstance(view.column_axis, GridAxis) and view.cells is not None:
        if others:
            st.caption(f"The grids are of {plain(view.label)}.")
        COMPONENT.mount(key=of(player, "grids"), data=grids(view, scale, picture, player))


def grids(view: MapView, scale: Scale, picture: bytes | None, player: str) -> dict[str, object]:
    """Return the component's data; see `show_grids`."""
    axis = view.column_axis
    assert isinstance(axis, GridAxis)
    assert view.cells is not None
    return {
        "player": player,
        "name": view.label,
        "words": list(view.rows),
        "rowOfStep": [int(row) for row in view.row_of_step],
        "cells": view.cells[:, axis.marks :].round(4).tolist(),
        "marks": rounded(view.cells[:, : axis.marks].sum(axis=1), 4).tolist(),
        "height": axis.height,
        "width": axis.width,
        "colors": list(scale.colors),
        "picture": picture and _address(picture),
    }


def _address(picture: bytes) -> str:
    return f"data:image/{_TYPES[picture[:2]]};base64,{b64encode(picture).decode()}"
