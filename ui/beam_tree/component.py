"""The beam tree: what a beam search kept, ended and dropped, to walk by mouse and keyboard."""

from collections.abc import Sequence
from math import exp

import streamlit as st

from alignoscope.records.tree import Node
from alignoscope.ui.beam_tree.tree_view import FATES, labels
from alignoscope.ui.web.component_reports import reported
from alignoscope.ui.web.js_bundle import script, style

_mount = st.components.v2.component(
    "alignoscope_beam_tree",
    css=style("ui/beam_tree/beam_tree.css"),
    js=script("ui/beam_tree/beam_tree.js"),
)


def beam_tree(
    nodes: Sequence[Node], *, best: int, start: int, unit: str, identity: str, key: str
) -> None:
    """Show the tree over words or pieces, the node `start` chosen; `identity` says which it is."""
    _mount(
        key=key,
        data={
            "identity": identity,
            "best": best,
            "start": start,
            "fates": FATES,
            "nodes": [
                {
                    "parent": node.parent,
                    "token": label,
                    "probability": round(exp(node.log_prob), 6),
                    "total": round(node.total, 6),
                    "fate": node.fate,
                }
                for node, label in zip(nodes, labels(nodes, unit), strict=True)
            ],
        },
    )


def chosen_node(nodes: Sequence[Node], *, start: int, identity: str, key: str) -> int:
    """Return the node whose hypothesis a person chose in the tree, at first `start`.

    `identity` says which search this is: a choice made in another one does not count.
    """
    chosen = reported(key, "chosen")
    if chosen.get("identity") != identity:
        return start
    node = chosen.get("node")
    return node if type(node) is int and 0 <= node < len(nodes) else start
