"""The beam tree component: the hypotheses that a beam search kept, ended and pruned.

A person moves through them with the mouse or the keyboard.
"""

from collections.abc import Sequence
from math import exp

from alignoscope.records.percentages import rounded
from alignoscope.records.tree import Node
from alignoscope.ui.beam_tree.tree_view import FATES, labels
from alignoscope.ui.web.component import Component
from alignoscope.ui.web.component_reports import reported
from alignoscope.ui.web.js_bundle import script, style

COMPONENT = Component(
    "beam_tree",
    script("ui/beam_tree/beam_tree.js"),
    style("ui/beam_tree/beam_tree.css", "ui/web/picture.css"),
)


def beam_tree(
    nodes: Sequence[Node], *, best: int, start: int, unit: str, identity: str, key: str
) -> None:
    """Show the tree of a beam search, with one node chosen.

    Args:
        nodes: the nodes of the search.
        best: the index of the last node of the best hypothesis.
        start: the index of the node chosen at first.
        unit: the unit of the labels, "words" or "pieces".
        identity: a text that names the search, so that choices made in another search are ignored.
        key: the component's key in the session.
    """
    COMPONENT.mount(key=key, data=payload(nodes, best, start, unit) | {"identity": identity})


def payload(nodes: Sequence[Node], best: int, start: int, unit: str) -> dict[str, object]:
    """Return the component's data except the identity of the search; see `beam_tree`."""
    return {
        "best": best,
        "start": start,
        "fates": FATES,
        "nodes": [
            {
                "parent": node.parent,
                "token": label,
                "probability": float(rounded(exp(node.log_prob), 6)),
                "total": round(node.total, 6),
                "fate": node.fate,
            }
            for node, label in zip(nodes, labels(nodes, unit), strict=True)
        ],
    }


def chosen_node(nodes: Sequence[Node], *, start: int, identity: str, key: str) -> int:
    """Return the index of the node that a person chose in the tree, `start` until then.

    `identity` names the search: a choice made in another search is ignored.
    """
    chosen = reported(key, "chosen")
    if chosen.get("identity") != identity:
        return start
    node = chosen.get("node")
    return node if type(node) is int and 0 <= node < len(nodes) else start
