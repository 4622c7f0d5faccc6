"""The beam tree: what a beam search kept, ended and dropped, to walk by mouse and keyboard."""

from collections.abc import Mapping, Sequence
from math import exp
from pathlib import Path
from typing import Protocol

import streamlit as st

_HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "alignoscope_beam_tree",
    css=(_HERE / "beam_tree.css").read_text(encoding="utf-8"),
    js=(_HERE / "beam_tree.js").read_text(encoding="utf-8"),
)


class Node(Protocol):
    """What is drawn of a node: it comes after its parent in the list, which is None at the root.

    `fate` is "live", "ended" or "pruned"; `total` is the log-probability (nats) up to here.
    """

    @property
    def parent(self) -> int | None: ...
    @property
    def token(self) -> str: ...
    @property
    def log_prob(self) -> float: ...
    @property
    def total(self) -> float: ...
    @property
    def fate(self) -> str: ...


def beam_tree(nodes: Sequence[Node], *, best: int, identity: str, key: str) -> int:
    """Show the tree; return the node whose hypothesis a person chose, at first the `best` one.

    `identity` says which search this is: a choice made in another one does not count.
    """
    _mount(
        key=key,
        data={
            "identity": identity,
            "best": best,
            "nodes": [
                {
                    "parent": node.parent,
                    "token": node.token,
                    "probability": round(exp(node.log_prob), 4),
                    "total": round(node.total, 3),
                    "fate": node.fate,
                }
                for node in nodes
            ],
        },
    )
    return _chosen(st.session_state.get(key), identity, len(nodes), best)


def _chosen(state: object, identity: str, nodes: int, best: int) -> int:
    """Return the node that the browser reported, or the best where the report does not apply."""
    chosen = state.get("chosen") if isinstance(state, Mapping) else None
    if not isinstance(chosen, Mapping) or chosen.get("identity") != identity:
        return best
    node = chosen.get("node")
    return node if type(node) is int and 0 <= node < nodes else best
