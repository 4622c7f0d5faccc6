"""The beam tree: what a beam search kept, ended and dropped, to walk by mouse and keyboard."""

from collections.abc import Mapping, Sequence
from math import exp

import streamlit as st

from alignoscope.components.reports import reported
from alignoscope.components.scripts import script, style
from alignoscope.figures.views.tree import FATES
from alignoscope.records.tree import Node

_mount = st.components.v2.component(
    "alignoscope_beam_tree",
    css=style("beam_tree/beam_tree.css"),
    js=script("beam_tree"),
)


def beam_tree(nodes: Sequence[Node], *, best: int, start: int, identity: str, key: str) -> int:
    """Show the tree; return the node whose hypothesis a person chose, at first `start`.

    `identity` says which search this is: a choice made in another one does not count.
    """
    chosen = _chosen(reported(key, "chosen"), identity, len(nodes), start)
    _mount(
        key=key,
        data={
            "identity": identity,
            "best": best,
            "start": chosen,
            "fates": FATES,
            "nodes": [
                {
                    "parent": node.parent,
                    "token": node.token,
                    "probability": round(exp(node.log_prob), 6),
                    "total": round(node.total, 6),
                    "fate": node.fate,
                }
                for node in nodes
            ],
        },
    )
    return chosen


def _chosen(chosen: Mapping[str, object], identity: str, nodes: int, start: int) -> int:
    """Return the node that the browser reported, or the start where the report does not apply."""
    if chosen.get("identity") != identity:
        return start
    node = chosen.get("node")
    return node if type(node) is int and 0 <= node < nodes else start
