"""The player on a page of the app: it gets the maps and returns the person's position.

The session and the link keep the position of a page's main player, and restore it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

import streamlit as st

from alignoscope.records.trace import Trace
from alignoscope.records.variant import named_model
from alignoscope.ui.player.map_placement import place_of
from alignoscope.ui.player.map_view import AFTER_THE_WORD, Layers
from alignoscope.ui.player.payload import encoded
from alignoscope.ui.player.position import (
    Cell,
    Position,
    View,
    from_link,
    settle,
    settle_report,
)
from alignoscope.ui.player.script import SCRIPT, STYLE
from alignoscope.ui.shell import session_keys as state
from alignoscope.ui.shell.decoding_choice import decode
from alignoscope.ui.shell.link_parameters import POSITION
from alignoscope.ui.shell.sentence_input import use_for_all
from alignoscope.ui.shell.url_parameters import (
    all_linked,
    linked,
    warn_of_link,
    warn_of_unknown,
    write,
)
from alignoscope.ui.web.component import Component
from alignoscope.ui.web.component_reports import reported
from alignoscope.ui.web.session_memo import once

COMPONENT = Component("player", SCRIPT, STYLE)
MOST_PLACES = 50  # sentences whose step and cell a session keeps
MOST_AHEAD = 200_000  # characters of one button's prefetched maps; longer ones are not sent
_NO_POSTERIOR = "This link asks for the posterior, which these maps do not have. Showing weights."
_ALLOWED = {  # descriptions of values that are too many to list
    "threshold": "0 to 1, with two decimals",
    "cell": "the cells of these maps, as `map~unit~row~column`, with rows and columns counted "
    "from 1",
    "joint": "words of these maps, as `map~unit~rows~1.3` or `map~unit~columns~2.3`, counted "
    "from 1",
}


@dataclass(frozen=True, kw_only=True)
class PlayerRequest:
    """What a page asks of a player, besides the maps.

    Args:
        identity: names the sentence and the target that the maps are of. The browser decides on
            the position until this changes.
        key: the key of the player.
        main: whether it is the page's main player, whose position the session and the link keep.
        savable: whether the page ends with the exports of these maps.
        step: the step to start at, from 0.
        picture: the picture to start with; see `View`.
        transposed: whether the source is on the rows at first.
        lead: the id of the map that the readout bar describes before a cell is chosen; by default
            the first.
        late: the names of models that are still loading, by their index among all models.
        ahead: for keys of page buttons, the identity, the layers and the step to start at that the
            button leads to; the browser shows them until Python answers. If the button leads
            elsewhere by then, this content has changed too, so the browser sees that the answer is
            new.
        translations: the traces, if they are free translations. If they are of several models,
            the person can force all models to one of them.
        decode: the decoding that a link beside the name of the large map chooses; empty for none.
        movable: the id of the map whose flow's ribbons the person can drag to other source words.
        move: called with what the browser reports of such a drag: the step, and the source words
            `from` and `to`, before the script runs again.
        heads: what opens the heads of a map's model, by the id of the map.
    """

    identity: str
    key: str = state.PLAYER
    main: bool = True
    savable: bool = True
    step: int = 0
    picture: str = "map"
    transposed: bool = False
    lead: str = ""
    late: Mapping[int, str] = field(default_factory=dict)
    ahead: Mapping[str, tuple[str, Layers, int]] = field(default_factory=dict)
    translations: Sequence[Trace] = ()
    decode: str = ""
    movable: str = ""
    move: Callable[[object], None] | None = None
    heads: Mapping[str, Callable[[], None]] = field(default_factory=dict)

    @property
    def opening(self) -> Position:
        """The position without choices of the person or of the link."""
        view = View(picture=self.picture, transposed=self.transposed)
        return Position(step=self.step, view=view, cell=None)


@dataclass(kw_only=True)
class PlayerMemory:
    """What a session keeps of a main player.

    Args:
        identity: the identity of the maps that it showed last.
        position: its position then; None before it has shown all maps of a page.
        restored: the view that was restored after the browser's back button.
        opening: the position with which the page opened.
        linked: the position of the link, as far as the player could show it at first.
        returns: how often it went to a position that is not the browser's.
        places: the step and the cell at which sentences were left, by identity, oldest first.
    """

    identity: str = ""
    position: Position | None = None
    restored: View | None = None
    opening: Position | None = None
    linked: Position | None = None
    returns: int = 0
    places: dict[str, tuple[int, Cell | None]] = field(default_factory=dict)

    def named(self, identity: str) -> str:
        """Return the identity, with another name after each return: the browser starts again."""
        return f"{identity}\n{self.returns}" if self.returns else identity

    def keep(self, request: PlayerRequest, position: Position, restored: View | None) -> None:
        """Keep the position of a page's player."""
        self.identity, self.opening = request.identity, request.opening
        self.position, self.restored = position, restored
        self.places.pop(request.identity, None)
        self.places[request.identity] = (position.step, position.cell)
        while len(self.places) > MOST_PLACES:
            self.places.pop(next(iter(self.places)))

    def begin(self, linked: Position, *, moved: bool) -> Position:
        """Return the position of a link with which a page opens; `moved` says that a person has."""
        if self.linked not in (None, linked) and not moved:
            self.returns += 1  # The position is of a map that came late: the browser starts again.
        self.linked = linked
        return linked

    def resume(self, request: PlayerRequest) -> tuple[Position, View | None]:
        """Return the kept position and the view to restore, for this sentence and this page.

        The step and the cell are those that the sentence had when it was shown before.
        """
        kept, restored = self.position, self.restored
        opening, former = request.opening, self.opening
        assert kept
        assert former
        unmoved = self.identity == request.identity and kept.step == former.step
        if self.identity != request.identity:
            step, cell = self.places.get(request.identity, (opening.step, None))
            kept, restored = replace(kept, step=step, cell=cell, joint=""), None
        if former.view != opening.view or (unmoved and kept.step != opening.step):
            self.returns += (
                1  # Another page opens differently: keep only what a person chose there.
            )
            if unmoved:
                kept = replace(kept, step=opening.step)
            if kept.view.picture == former.view.picture:
                kept = replace(kept, view=replace(kept.view, picture=opening.view.picture))
            if kept.view.transposed == former.view.transposed:
                kept = replace(kept, view=replace(kept.view, transposed=opening.view.transposed))
            restored = kept.view
        return kept, restored


def show_player(layers: Layers, request: PlayerRequest) -> Position:
    """Show maps side by side with one step control; return the person's position.

    Call it in one fragment with everything that depends on the position, so that a step reruns only
    that. The browser keeps a chosen cell whose map is not shown; the position contains it once the
    map is shown again.

    Args:
        layers: the maps of all traces and their one scale, by measure and unit.
        request: what the page asks of the player.
    """
    key, memory = request.key, PlayerMemory()
    kept, restored = request.opening, None
    if request.main:
        memory = st.session_state.setdefault(state.of(key, state.POSITION), memory)
        kept, restored = _resumed(memory, layers, request)
    identity, report = memory.named(request.identity), reported(key, "position")
    known = report.get("identity") == identity
    settled = settle_report(
        kept, report, layers, request.opening, known=known, restored=restored is not None
    )
    holds = report.get("holds")
    held = holds if isinstance(holds, list) else []
    texts = _forcible(request.translations)
    data: dict[str, object] = {
        "key": key,
        "identity": identity,
        "start": asdict(settled.start),
        "lead": request.lead,
        "opening": request.step,
        **once(f"{key} drawn", layers, partial(encoded, layers)).sent(held),
    }
    optional = {
        "late": _late(request.late),
        "restored": restored and asdict(restored),
        "ahead": _prefetched(request, memory, held),
        "forcible": bool(texts),
        "savable": request.main and request.savable,
        "movable": request.movable,
        "heads": [*request.heads],
        "decode": request.decode,
    }
    data |= {name: value for name, value in optional.items() if value}
    heard: dict[str, Any] = {}
    if texts:
        heard["on_force_change"] = partial(_force, key, texts)
    if request.decode:
        heard["on_decode_change"] = partial(decode, request.decode)
    if request.move:
        heard["on_move_change"] = partial(_move, key, request.move)
    if request.heads:
        heard["on_heads_change"] = partial(_open_heads, key, request.heads)
    if optional["savable"]:
        heard["on_save_change"] = _ask_to_save
    COMPONENT.mount(key=key, data=data, **heard)
    # While models are late, the link's position may be of a map that is still to come.
    if request.main and not request.late:
        memory.keep(request, settled.kept, restored)
        for name, values in settled.link.items():
            write(name, *values)
    if st.session_state.pop(state.WHOLE, False):
        st.rerun()  # the whole page, not only the player's fragment
    return settled.current


def _resumed(
    memory: PlayerMemory, layers: Layers, request: PlayerRequest
) -> tuple[Position, View | None]:
    """Return the position to show, and the view to restore after the browser's back button.

    The position is that of the link when the page opens and after the back button; then that of the
    session.
    """
    if st.session_state.pop(state.GONE_BACK, False):  # the link has the position that was left
        memory.returns += 1
        kept = _read_link(layers, request.opening)
        return kept, kept.view
    if memory.position is None:
        linked = _read_link(layers, request.opening, warn=not request.late)
        report = reported(request.key, "position")
        known = report.get("identity") == memory.named(request.identity)
        moved = known and report.get("step") != settle(report.get("start"), layers, linked).step
        return memory.begin(linked, moved=moved), None
    return memory.resume(request)


def _read_link(layers: Layers, opening: Position, *, warn: bool = True) -> Position:
    """Return the position in the link, and `warn` of its values that are not possible."""
    texts = {name: all_linked(name) for name in POSITION}
    position, known = from_link(texts, layers, opening)
    for name, allowed in known.items() if warn else ():
        if name == "measure" and linked(name) in AFTER_THE_WORD.keys() - allowed.keys():
            warn_of_link(_NO_POSTERIOR)
        else:
            steps = f"1 to {len(allowed)}" if name == "step" else ""
            warn_of_unknown(name, allowed, steps or _ALLOWED.get(name, ""))
    return position


def _late(names: Mapping[int, str]) -> list[dict[str, object]]:
    """Return the places of maps that are still to come."""
    return [
        {"at": at, "label": name, "place": asdict(place_of(named_model(name).variant))}
        for at, name in sorted(names.items())
    ]


def _prefetched(
    request: PlayerRequest, memory: PlayerMemory, held: Sequence[object]
) -> list[dict[str, object]]:
    """Return the content of page buttons as it is sent, without what is too long."""
    if not request.ahead:
        return []
    near = [layers for _, layers, _ in request.ahead.values()]
    texts = once(f"{request.key} ahead", near, lambda: [encoded(layers) for layers in near])
    return [
        {
            "button": button,
            "identity": memory.named(identity),
            **_opened(memory.places.get(identity, (step, None)), layers, request.opening),
            **text.sent(held),
        }
        for (button, (identity, layers, step)), text in zip(
            request.ahead.items(), texts, strict=True
        )
        if len(text.drawn) <= MOST_AHEAD
    ]


def _opened(place: tuple[int, Cell | None], layers: Layers, opening: Position) -> dict[str, object]:
    """Return the step and the cell at which a sentence was left, as they are sent."""
    step, cell = place
    settled = settle({"step": step}, layers, replace(opening, cell=cell))
    return {"step": settled.step, "cell": cell and asdict(cell)}


def _forcible(translations: Sequence[Trace]) -> dict[str, str]:
    """Return the translations that all models can be forced to, by the id of their map."""
    models = {  # edits and branches count as their model
        trace.label.partition(" · ")[0] for trace in translations
    }
    return {trace.id: trace.target.text for trace in translations} if len(models) > 1 else {}


def _force(key: str, texts: Mapping[str, str]) -> None:
    chosen = st.session_state[key].get("force")
    if isinstance(chosen, str) and chosen in texts:
        use_for_all(texts[chosen])
        st.session_state[state.WHOLE] = True


def _open_heads(key: str, heads: Mapping[str, Callable[[], None]]) -> None:
    chosen = st.session_state[key].get("heads")
    if isinstance(chosen, str) and chosen in heads:
        heads[chosen]()
        st.session_state[state.WHOLE] = True


def _move(key: str, move: Callable[[object], None]) -> None:
    move(st.session_state[key].get("move"))


def _ask_to_save() -> None:
    st.session_state[state.SAVE_ASKED] = True
