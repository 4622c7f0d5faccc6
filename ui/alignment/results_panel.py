"""The results of an alignment: the list of pairs, one pair's links, error rates, and a download."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import streamlit as st
from pandas import DataFrame

from alignoscope.analysis.links import (
    Gold,
    LinkOptions,
    alignment_error,
    corrected,
    read_map,
)
from alignoscope.analysis.words import SHIFTS
from alignoscope.interchange.pharaoh import corpus_zip, to_pharaoh
from alignoscope.records.escaping import plain
from alignoscope.records.links import Links
from alignoscope.ui.alignment.aligned_maps import Aligned, found_links, word_view
from alignoscope.ui.alignment.extraction_options import said_shift
from alignoscope.ui.alignment.link_editor import links_editor
from alignoscope.ui.alignment.manual_links import YourLinks, keep_in_link, set_by_hand, take
from alignoscope.ui.open_files.selectable_list import OPEN_ROW, list_rows, step_rows
from alignoscope.ui.player.map_view import IMPORTED, MapView, shared_scale
from alignoscope.ui.shell import session_keys as state

NUMBERS = ("AER", "precision", "recall")
FORMATS = {
    **{name: st.column_config.TextColumn(width=180) for name in ("source", "target")},
    **{name: st.column_config.NumberColumn(format="%.3f", width=80) for name in NUMBERS},
    "no.": st.column_config.TextColumn(width=50),
}
HIGH = 220  # The maximum height of the list, in pixels.


class Truth(NamedTuple):
    """Links that others are scored against: gold links, or links set by hand."""

    sure: Links
    possible: Links


@st.fragment(key=OPEN_ROW)
def show_aligned(
    found: Sequence[Aligned], name: str, extraction: LinkOptions, joining: str, *, linked: bool
) -> None:
    """Show all pairs as a list, and one of them with its links, which can be edited.

    Args:
        found: the pairs with their maps.
        name: the name of the system.
        extraction: the extraction options.
        joining: the name of the symmetrisation, or "".
        linked: whether gold links are known.
    """
    keep_in_link()
    links = [found_links(one, extraction, joining) for one in found]
    left, right = st.columns([2, 3], gap="medium")
    with left:
        place = _pick(found, links, linked) if len(found) > 1 else 0
        _show_errors(found, links, place, extraction, joining, linked)
        _offer(found, links, linked)
    with right:
        _show_pair(found[place], links[place], name, extraction, linked)


def _show_pair(
    one: Aligned, found: Links, name: str, extraction: LinkOptions, linked: bool
) -> None:
    words = len(one.pair.target_words), len(one.pair.source_words)
    shown, changes = _edited(one, found, linked)
    maps = _views(one, name, extraction)
    scale = shared_scale(maps, extraction.measure)
    links_editor(
        maps,
        replace(scale, title=IMPORTED[one.kind]) if one.kind else scale,
        found=shown,
        gold=one.pair if linked else None,
        changes=changes,
        words=words,
        identity=one.identity,
        key=state.LINKS,
        on_change=partial(take, one.identity, words, shown),
    )
    st.caption(
        "Click a cell to add or remove a link; Shift-click marks it “possible”. Keyboard: "
        "Tab, arrows, Enter, P (possible), Z (undo)."
    )
    if changes and not linked:
        st.caption(
            "These links are yours: they stay as they are when you choose other options. "
            "“Undo all” shows the extracted ones again."
        )


def _pick(found: Sequence[Aligned], links: Sequence[Links], linked: bool) -> int:
    """Return the index of the open pair in the list."""
    rows = []
    for one, its in zip(found, links, strict=True):
        rows.append(
            {
                "no.": one.pair.name,
                **({"AER": alignment_error([its], [one.pair]).aer} if linked else {}),
                "source": one.pair.source,
                "target": one.pair.target,
                "links": len(its),
            }
        )
    names, seen = [], Counter[str]()  # A pair may be there several times.
    for one in found:
        names.append((one.identity, seen[one.identity]))
        seen[one.identity] += 1
    list_rows(
        DataFrame(rows),
        names,
        key=state.ALIGN_LIST,
        identity=tuple(tuple(row.values()) for row in rows),
        formats=FORMATS,
        height=HIGH,
    )
    place = step_rows(names, range(1, len(names) + 1), key=state.ALIGN_LIST)
    st.markdown(f"**{plain(found[place].pair.source)}**")
    return place


def _views(one: Aligned, name: str, extraction: LinkOptions) -> list[MapView]:
    """Return the maps of a pair at the chosen shift, first the one that links come from."""
    shift = f", shift {said_shift(extraction.shift)}" if extraction.shift else ""
    plainly = [extraction._replace(measure=measure, balanced=False) for measure, _ in one.maps]
    views = []
    for each in dict.fromkeys([extraction, *plainly]):
        said = f"imported {one.kind}" if one.kind else each.measure
        which = "balanced" if each.balanced else "" if one.kind else each.measure
        label = f"{name} · {which}" if which else name
        views.append(word_view(one, label, f"{said}{shift}", read_map(one.maps, each)))
    if one.other is not None:
        cells = read_map(one.other, extraction)
        label = "other direction, transposed" if one.turned else "combined with"
        cells = cells.T if one.turned else cells
        views.append(word_view(one, label, f"{extraction.measure}{shift}", cells))
    return views


def _show_errors(
    found: Sequence[Aligned],
    links: Sequence[Links],
    place: int,
    extraction: LinkOptions,
    joining: str,
    linked: bool,
) -> None:
    """Show precision, recall and AER of the open pair, and of all pairs for each shift.

    Args:
        found: the pairs with their maps.
        links: the extracted links of each pair.
        place: the index of the open pair.
        extraction: the extraction options.
        joining: the name of the symmetrisation, or "".
        linked: whether gold links are known.
    """
    truths = [_truth(one, its, linked) for one, its in zip(found, links, strict=True)]
    if not any(truths):
        st.info(
            "There are no gold links. Edit the links, and the extracted ones are compared "
            "with yours.",
            icon=":material/straighten:",
        )
        return
    rows, by_hand = [], set_by_hand()
    if truths[place]:
        rows.append(_row("this pair", [links[place]], [truths[place]]))
        if found[place].identity in by_hand:
            yours = [_with_hand(found[place], links[place], linked)]
            rows.append(_row("this pair, edited", yours, [truths[place]]))
    kept = [i for i, truth in enumerate(truths) if truth]
    right = [truths[i] for i in kept]
    if len(found) > 1:
        many = f"{len(kept)} pairs"
        for shift in SHIFTS:
            other = extraction._replace(shift=shift)
            its = [found_links(found[i], other, joining) for i in kept]
            mark = " ←" if shift == extraction.shift else ""
            rows.append(_row(f"{many}, shift {said_shift(shift)}{mark}", its, right))
        if any(found[i].identity in by_hand for i in kept):
            yours = [_with_hand(found[i], links[i], linked) for i in kept]
            rows.append(_row(f"{many}, edited", yours, right))
    st.dataframe(DataFrame(rows), hide_index=True, column_config=FORMATS)


def _row(name: str, links: Sequence[Links], truths: Sequence[Gold | None]) -> dict[str, object]:
    score = alignment_error(links, [one for one in truths if one])
    return {"links of": name} | dict(zip(NUMBERS, score[2:], strict=True))


def _truth(one: Aligned, found: Links, linked: bool) -> Gold | None:
    if linked:
        return one.pair
    edited = _edited(one, found, linked)
    if not edited.changes:
        return None
    sure, possible = corrected(*edited)
    return Truth(sure, sure | possible)


def _with_hand(one: Aligned, found: Links, linked: bool) -> Links:
    sure, possible = corrected(*_edited(one, found, linked))
    return sure | possible


def _edited(one: Aligned, found: Links, linked: bool) -> YourLinks:
    """Return the links of a pair to which its changes apply, and the changes.

    Without gold links, edited links are the truth, so they do not follow the options.
    """
    edited = set_by_hand().get(one.identity, YourLinks(found, ()))
    return edited._replace(found=found) if linked else edited


def _offer(found: Sequence[Aligned], links: Sequence[Links], linked: bool) -> None:
    """Offer the links of all pairs as a download in Pharaoh format, which this page can open."""

    # Streamlit builds the file in another thread, without the session's state.
    edited = [_edited(one, its, linked) for one, its in zip(found, links, strict=True)]

    def packed() -> bytes:
        rows = []
        for one, its in zip(found, edited, strict=True):
            text = to_pharaoh(*corrected(*its))
            rows.append((one.pair.source_words, one.pair.target_words, text))
        return corpus_zip(rows)

    st.download_button(
        "Download links (Pharaoh)",
        packed,
        file_name="alignoscope-links.zip",
        mime="application/zip",
        icon=":material/download:",
        on_click="ignore",
        help=(
            "Source, target and links, one pair per line. Positions count from 0; `1p2` is a "
            "possible link."
        ),
    )
