"""The main player of a page: it starts where the link or the session left it, and both follow."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from alignoscope.records.trace import Trace
from alignoscope.ui.player.map_view import Layers
from alignoscope.ui.player.mount import Ahead, player
from alignoscope.ui.player.url_position import read_position, write_position
from alignoscope.ui.player.view_settings import Position
from alignoscope.ui.shell import session_keys as state
from alignoscope.ui.shell.sentence_input import say_unread, use_for_all

_NOTHING: Mapping = {}
MOST_PLACES = 50  # of sentences, of which a session keeps where a person was


def show_player(
    found: Sequence[Trace],
    layers: Layers,
    source: str,
    target: str,
    *,
    lead: str = "",
    late: Mapping[int, str] = _NOTHING,
) -> Position:
    """Show the layers of traces, over words and over pieces; see `show_layers`.

    Where several models wrote words of their own, a person can give them all those of one.
    """
    texts = {trace.id: trace.target.text for trace in found}

    def force(name: str) -> None:
        if name in texts:
            use_for_all(texts[name])
            st.session_state[state.FORCED] = True

    say_unread(found[0].source)
    models = {trace.label.partition(" · ")[0] for trace in found}  # not their edits and branches
    several = len(models) > 1 and not target.strip()
    identity = f"{source}\n{target}"
    asked = force if several else None
    position = show_layers(layers, identity=identity, force=asked, lead=lead, late=late)
    if st.session_state.pop(state.FORCED, False):
        st.rerun()  # the page, not the player's fragment alone
    return position


def show_layers(
    layers: Layers,
    *,
    identity: str,
    key: str = state.PLAYER,
    force: Callable[[str], None] | None = None,
    lead: str = "",
    late: Mapping[int, str] = _NOTHING,
    ahead: Mapping[str, tuple[str, Layers]] = _NOTHING,
) -> Position:
    """Show the page's main player; keep where it is in the session and in the link.

    Call it inside a fragment with all that follows the position, so that a step reruns only that.
    Before a cell is chosen the strip below tells of the map with the id `lead`, or of the first.
    `late` are models that are still loading, by their place among all.
    `ahead` is where buttons of the page lead to, by their keys: an identity and its layers, which
    the browser shows at once.
    """
    slot = state.of(key, state.POSITION)
    returned = state.of(key, state.RETURNS)
    known, kept, restored = st.session_state.get(slot) or (identity, read_position(layers), None)
    places = st.session_state.setdefault(state.of(key, state.PLACES), {})
    if st.session_state.pop(state.GONE_BACK, False):  # the link has it as it was left
        st.session_state[returned] = st.session_state.get(returned, 0) + 1
        kept = read_position(layers)
        restored = kept.view
    elif known != identity:  # a sentence that was seen before is found where it was left
        step, cell = places.get(identity, (0, None))
        kept, restored = replace(kept, step=step, cell=cell), None
    times = st.session_state.get(returned, 0)

    def named(identity: str) -> str:
        return f"{identity}\n{times}" if times else identity

    def at(button: str, identity: str, layers: Layers) -> Ahead:
        step, cell = places.get(identity, (0, None))
        return Ahead(button=button, identity=named(identity), layers=layers, step=step, cell=cell)

    position = player(
        layers,
        identity=named(identity),
        key=key,
        force=force,
        lead=lead,
        late=late,
        restored=restored,
        ahead=[at(button, *goal) for button, goal in ahead.items()],
        **vars(kept),
    )
    # A cell whose map is not on show is kept: another page, or another choice, may show it.
    kept = replace(position, cell=position.cell or kept.cell)
    st.session_state[slot] = (identity, kept, restored)
    places.pop(identity, None)
    places[identity] = (kept.step, kept.cell)
    while len(places) > MOST_PLACES:
        places.pop(next(iter(places)))
    write_position(position, layers)
    return position
