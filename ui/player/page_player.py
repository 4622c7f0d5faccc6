"""The main player of a page; the session and the link store its position and restore it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from alignoscope.records.trace import Trace
from alignoscope.ui.player.map_view import AFTER_THE_WORD, Layers
from alignoscope.ui.player.mount import Ahead, player
from alignoscope.ui.player.position import (
    Cell,
    Position,
    View,
    from_link,
    is_on_show,
    known_texts,
    to_link,
)
from alignoscope.ui.shell import session_keys as state
from alignoscope.ui.shell.doubt import offer_other_language, say_doubt
from alignoscope.ui.shell.sentence_input import say_unread, use_for_all
from alignoscope.ui.shell.url_parameters import (
    PARAMETERS,
    all_linked,
    linked,
    warn_of_link,
    warn_of_unknown,
    write,
)

_NOTHING: Mapping = {}
MOST_PLACES = 50  # sentences whose step and cell a session keeps

_NO_POSTERIOR = "This link asks for the posterior, which these maps do not have. Showing weights."
_ALLOWED = {  # descriptions of values that are too many to list
    "threshold": "0 to 1, with two decimals",
    "cell": "the cells of these maps, as `map~unit~row~column`, with rows and columns counted "
    "from 1",
    "joint": "words of these maps, as `map~unit~rows~1.3` or `map~unit~columns~2.3`, counted "
    "from 1",
}


def show_player(
    found: Sequence[Trace],
    layers: Layers,
    source: str,
    target: str,
    *,
    lead: str = "",
    late: Mapping[int, str] = _NOTHING,
    movable: str = "",
    move: Callable[[object], None] | None = None,
    picture: str = "map",
    step: int = 0,
) -> Position:
    """Show the layers of traces, over words and over pieces; see `show_layers`.

    If several models translated freely, the person can force all of them to the target of one.

    Args:
        found: the traces.
        layers: their maps.
        source: the source sentence.
        target: the forced target; empty for free translations.
        lead: the id of the map that the readout bar describes before a cell is chosen.
        late: the names of models that are still loading, by their index among all models.
        movable, move: the map whose flow's ribbons can be dragged, and what hears it; see `player`.
        picture: the picture to start with; see `View`.
        step: the step to start at, from 0.
    """
    texts = {trace.id: trace.target.text for trace in found}

    def force(name: str) -> None:
        if name in texts:
            use_for_all(texts[name])
            st.session_state[state.FORCED] = True

    say_unread(found[0].source, found[0].target if target.strip() else None)
    if not offer_other_language(found[0].source.text):
        say_doubt(found, lead)
    models = {
        trace.label.partition(" · ")[0] for trace in found
    }  # edits and branches count as their model
    several = len(models) > 1 and not target.strip()
    identity = f"{source}\n{target}"
    asked = force if several else None
    position = show_layers(
        layers,
        identity=identity,
        force=asked,
        lead=lead,
        late=late,
        movable=movable,
        move=move,
        picture=picture,
        step=step,
    )
    if st.session_state.pop(state.FORCED, False):
        st.rerun()  # the whole page, not only the player's fragment
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
    savable: bool = True,
    movable: str = "",
    move: Callable[[object], None] | None = None,
    picture: str = "map",
    step: int = 0,
) -> Position:
    """Show the page's main player, and keep its position in the session and in the link.

    Call it in one fragment with everything that depends on the position, so that a step reruns only
    that.

    Args:
        layers: the maps, by measure and unit.
        identity: names the sentence and the target that the maps are of.
        key: the key of the player.
        force: called with the id of the map to whose translation all models shall be forced.
        lead: the id of the map that the readout bar describes before a cell is chosen; by default
            the first.
        late: the names of models that are still loading, by their index among all models.
        ahead: for keys of page buttons, the identity and the layers that the button leads to; the
            browser shows them without waiting for Python.
        savable: whether the page ends with the exports of these maps.
        movable, move: the map whose flow's ribbons can be dragged, and what hears it; see `player`.
        picture: the picture to start with; see `View`.
        step: the step to start at, from 0.
    """
    opening = Position(step=step, view=View(picture=picture), cell=None)
    kept, restored = _resumed(layers, identity, key, opening, warn=not late)
    places = _places(key)

    def prefetched(button: str, identity: str, layers: Layers) -> Ahead:
        start, cell = places.get(identity, (0, None))
        name = _named(identity, key)
        return Ahead(button=button, identity=name, layers=layers, step=start, cell=cell)

    position = player(
        layers,
        kept,
        identity=_named(identity, key),
        key=key,
        force=force,
        save=_ask_to_save if savable else None,
        movable=movable,
        move=move,
        lead=lead,
        late=late,
        restored=restored,
        ahead=[prefetched(button, *goal) for button, goal in ahead.items()],
    )
    if late:  # the position in the link may be of a map that is still to come: leave it there
        return position
    # Keep a cell whose map is not shown: another page or another choice of models may show it.
    hidden = kept.cell if kept.cell and not is_on_show(kept.cell, layers) else None
    kept = replace(position, cell=position.cell or hidden)
    st.session_state[state.of(key, state.POSITION)] = (identity, kept, restored, opening)
    places.pop(identity, None)
    places[identity] = (kept.step, kept.cell)
    while len(places) > MOST_PLACES:
        places.pop(next(iter(places)))
    for name, texts in to_link(position, layers, opening).items():
        write(name, *texts)
    return position


def _ask_to_save() -> None:
    st.session_state[state.SAVE_ASKED] = True


def _resumed(
    layers: Layers, identity: str, key: str, opening: Position, *, warn: bool
) -> tuple[Position, View | None]:
    """Return the position to show, and the view to restore after the browser's back button.

    The position is that of the link when the page opens and after the back button; then that of the
    session, with the step and cell that this sentence had when it was shown before.

    Args:
        layers: the maps.
        identity: names the sentence and the target.
        key: the key of the player.
        opening: the step and the view without the link's choices.
        warn: whether to warn of values in the link that do not fit when the page opens.
    """
    if st.session_state.pop(state.GONE_BACK, False):  # the link has the position that was left
        _count_return(key)
        kept = _read_link(layers, opening)
        return kept, kept.view
    started = st.session_state.get(state.of(key, state.POSITION))
    if started is None:
        linked, before = _read_link(layers, opening, warn=warn), state.of(key, state.LINKED)
        if st.session_state.get(before, linked) != linked:
            _count_return(key)  # The link is of a map that came late: the browser starts again.
        st.session_state[before] = linked
        return linked, None
    known, kept, restored, former = started
    unmoved = known == identity and kept.step == former.step
    if known != identity:
        step, cell = _places(key).get(identity, (opening.step, None))
        kept, restored = replace(kept, step=step, cell=cell, joint=""), None
    if former.view != opening.view or (unmoved and kept.step != opening.step):
        _count_return(key)  # Another page opens differently: keep only what a person chose there.
        if unmoved:
            kept = replace(kept, step=opening.step)
        if kept.view.picture == former.view.picture:
            kept = replace(kept, view=replace(kept.view, picture=opening.view.picture))
        restored = kept.view
    return kept, restored


def _read_link(layers: Layers, opening: Position, *, warn: bool = True) -> Position:
    """Return the position in the link, and `warn` of its values that are not possible."""
    texts = {name: all_linked(name) for name in PARAMETERS["ui.player.position"]}
    known = known_texts(texts, layers) if warn else {}
    for name, allowed in known.items():
        if name == "measure" and linked(name) in AFTER_THE_WORD.keys() - allowed.keys():
            warn_of_link(_NO_POSTERIOR)
        else:
            steps = f"1 to {len(allowed)}" if name == "step" else ""
            warn_of_unknown(name, allowed, steps or _ALLOWED.get(name, ""))
    return from_link(texts, layers, opening)


def _count_return(key: str) -> None:
    """Give all identities a new name (`_named`), so that the browser starts at a new position."""
    returned = state.of(key, state.RETURNS)
    st.session_state[returned] = st.session_state.get(returned, 0) + 1


def _places(key: str) -> dict[str, tuple[int, Cell | None]]:
    """Return the step and cell at which sentences were left, by identity, oldest first."""
    return st.session_state.setdefault(state.of(key, state.PLAYER_POSITIONS), {})


def _named(identity: str, key: str) -> str:
    """Return the identity, with another name after each `_count_return`."""
    times = st.session_state.get(state.of(key, state.RETURNS), 0)
    return f"{identity}\n{times}" if times else identity
