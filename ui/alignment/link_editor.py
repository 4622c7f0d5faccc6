"""The link editor component: gold links and extracted links on maps, edited by hand.

`analysis.links` extracts links and computes their error.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict

from alignoscope.analysis.links import NONE, POSSIBLE, SURE, Changes, Gold
from alignoscope.records.limits import MAX_CORRECTIONS
from alignoscope.records.links import Links
from alignoscope.ui.player.map_view import MapView
from alignoscope.ui.player.script import STYLE
from alignoscope.ui.svg.scale import Scale
from alignoscope.ui.web.component import Component
from alignoscope.ui.web.component_reports import heard, reported
from alignoscope.ui.web.js_bundle import script, style

_COMPONENT = Component(
    "links",
    script("ui/alignment/link_editor.js"),
    f"{STYLE}\n{style('ui/alignment/link_editor.css')}",
)


def links_editor(
    maps: Sequence[MapView],
    scale: Scale,
    *,
    found: Links,
    gold: Gold | None,
    changes: Changes,
    words: tuple[int, int],
    identity: str,
    key: str,
    on_change: Callable[[], None],
) -> None:
    """Show links on the maps of one pair; a click or a key changes a link.

    Args:
        maps: the maps of the pair.
        scale: the colour scale of the maps.
        found: the extracted links.
        gold: the gold links, or None.
        changes: the changes made by hand so far.
        words: the numbers of target and source words that can be linked; later rows and columns are
            end marks.
        identity: a text that identifies the pair.
        key: the component's key in the session.
        on_change: called after each change, before the page runs again; `set_links` then returns
            it.
    """
    sure = gold.sure if gold else frozenset()
    possible = gold.possible - sure if gold else frozenset()
    _COMPONENT.mount(
        key=key,
        data={
            "identity": identity,
            "heard": heard(key, "links"),
            "maps": [
                {
                    **{name: getattr(one, name) for name in ("label", "id", "mode", "origin")},
                    "translation": one.translation,
                    "place": asdict(one.place),
                    "next": [],
                    "columns": list(one.columns),
                    "rows": list(one.rows),
                    "rowOfStep": list(range(len(one.rows))),
                    "tokens": list(one.rows),
                    "cells": [] if one.cells is None else one.cells.round(4).tolist(),
                }
                for one in maps
            ],
            "scale": asdict(scale),
            "found": sorted(map(list, found)),
            "sure": sorted(map(list, sure)),
            "possible": sorted(map(list, possible)),
            "changes": [list(change) for change in changes],
            "words": list(words),
        },
        on_links_change=on_change,
    )


def set_links(key: str, *, identity: str, words: tuple[int, int]) -> Changes | None:
    """Return the changes that the browser reports, or None if they are not valid for this pair."""
    report = reported(key, "links")
    changes = report.get("changes")
    if report.get("identity") != identity or not isinstance(changes, list):
        return None
    targets, sources = words
    for change in changes:
        if not isinstance(change, list) or [type(number) for number in change] != [int] * 3:
            return None
        source, target, kind = change
        if source not in range(sources) or target not in range(targets):
            return None
        if kind not in (NONE, SURE, POSSIBLE):
            return None
    return tuple((source, target, kind) for source, target, kind in changes[-MAX_CORRECTIONS:])
