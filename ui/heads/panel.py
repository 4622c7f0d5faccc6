"""The bar above the maps of a Transformer's heads, and the traces of these heads."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import streamlit as st

from alignoscope.analysis.telling import telling_step
from alignoscope.decoding.heads import head_traces
from alignoscope.models.stamps import stamp
from alignoscope.records.head_trace import ATTENTIONS, CROSS, DECODER, ENCODER, HeadTrace
from alignoscope.records.limits import MAX_SIDE_BY_SIDE
from alignoscope.records.trace import Trace
from alignoscope.records.variant import is_transformer
from alignoscope.serving.model_store import load
from alignoscope.ui.shell.session_keys import ATTENTION, HEAD_TRACES, HEADS, HEADS_BAR
from alignoscope.ui.shell.url_parameters import linked, warn_of_unknown, write
from alignoscope.ui.web.session_memo import once

NAMES = {CROSS: "Target to source", ENCODER: "Source to itself", DECODER: "Target to itself"}
SAYS = {
    CROSS: "Cross-attention: at each step, every head looks at the source.",
    ENCODER: "Self-attention of the encoder: each source token attends to all of them.",
    DECODER: "Self-attention of the decoder: later tokens are masked, as they come later.",
}


@dataclass(frozen=True, kw_only=True, eq=False)
class OpenHeads:
    """The heads that are open.

    Args:
        link: the value of the link.
        model: the trace of the model.
        path: its checkpoint.
        attention: whose heads, one of `ATTENTIONS`.
        traces: the traces of the heads.
        step: the step to start at, from 0.
    """

    link: str
    model: Trace
    path: Path
    attention: str
    traces: Sequence[HeadTrace]
    step: int

    @property
    def lead(self) -> str:
        """The id of the head to describe at first: in the layer whose mean is the model's map."""
        return next((one.id for one in self.traces if one.aligned), self.traces[0].id)


def heads_to_open(found: Sequence[Trace]) -> dict[str, Callable[[], None]]:
    """Return what opens the heads of each Transformer among the models, by the id of its map."""
    return {one.id: partial(write, HEADS, _link(one.id, CROSS)) for one in _transformers(found)}


def open_heads(found: Sequence[Trace], paths: Sequence[Path], *, late: bool) -> OpenHeads | None:
    """Show the bar of the model whose heads are open, and return them; None if there is none.

    Args:
        found: the traces of the models.
        paths: their checkpoints.
        late: whether models are still to come.
    """
    own = {_link(one.id, name): (one, name) for one in _transformers(found) for name in ATTENTIONS}
    link = linked(HEADS)
    if link not in own:
        if not late:
            named = ", ".join(f"`{one}`" for one in own)  # a tilde alone would strike it through
            warn_of_unknown(HEADS, own, named or "none, because no Transformer is shown")
        return None
    trace, attention = own[link]
    path = next(path for path in paths if path.stem == trace.id)
    _show_bar(trace, attention)

    def make() -> list[HeadTrace]:
        return head_traces(load(path, stamp(path)), trace, attention)

    traces = once(HEAD_TRACES, (trace, attention), make)
    if len(traces) > MAX_SIDE_BY_SIDE:
        st.caption(f"The first {MAX_SIDE_BY_SIDE} of {len(traces)} heads.")
    step = 0 if attention == ENCODER else telling_step([trace])
    return OpenHeads(
        link=link,
        model=trace,
        path=path,
        attention=attention,
        traces=traces[:MAX_SIDE_BY_SIDE],
        step=step,
    )


def _show_bar(trace: Trace, attention: str) -> None:
    """Show the way back, which attention is shown, and what it is."""

    def choose() -> None:
        write(HEADS, _link(trace.id, st.session_state[ATTENTION]))

    st.session_state[ATTENTION] = attention  # the link decides, also after the back button
    with st.container(key=HEADS_BAR, horizontal=True, vertical_alignment="center", gap="small"):
        st.button("All models", icon=":material/arrow_back:", on_click=partial(write, HEADS))
        st.segmented_control(
            "Attention",
            ATTENTIONS,
            required=True,
            format_func=NAMES.__getitem__,
            key=ATTENTION,
            label_visibility="collapsed",
            on_change=choose,
        )
        st.caption(f"All heads of `{trace.label}`. {SAYS[attention]}")


def _transformers(found: Sequence[Trace]) -> list[Trace]:
    return [one for one in found if is_transformer(one.variant)]


def _link(name: str, attention: str) -> str:
    return f"{name}~{attention}"
