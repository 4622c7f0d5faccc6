"""Settings, tree and table of the page “Beam search”. All sessions share the cached searches."""

from pathlib import Path

import streamlit as st
from pandas import DataFrame

from alignoscope.decoding.tree import BeamTree, beam_tree
from alignoscope.models.stamps import Stamp, stamp
from alignoscope.records.limits import MAX_TREE_WIDTH
from alignoscope.records.trace import Trace
from alignoscope.serving.bounded_cache import cached, pickled_bytes
from alignoscope.serving.model_store import SLOTS, load, name_model
from alignoscope.serving.trace_store import cached_trace, doubted, with_likelihoods
from alignoscope.ui.beam_tree import component
from alignoscope.ui.shell.messages import show_problem
from alignoscope.ui.shell.session_keys import GONE_BACK, NODE, PENALTY, TREE, WIDTH
from alignoscope.ui.shell.url_parameters import (
    linked,
    warn_of_beyond,
    warn_of_unknown,
    write,
)

MAX_PENALTY = 2.0
SLIDER = 176  # The width in pixels: two sliders fit side by side on a phone.


def pick_search() -> tuple[int, float]:
    """Return the beam width and the length penalty chosen on the page; the URL keeps them."""
    warn_of_beyond(WIDTH, 1, MAX_TREE_WIDTH)
    warn_of_beyond(PENALTY, 0, MAX_PENALTY)
    sliders = st.container(horizontal=True)
    width = sliders.slider(
        "Width",
        1,
        MAX_TREE_WIDTH,
        5,
        key=WIDTH,
        help="The number of hypotheses kept at each step. Width 1 is greedy decoding.",
        bind="query-params",
        width=SLIDER,
    )
    penalty = sliders.slider(
        "Length penalty",
        0.0,
        MAX_PENALTY,
        1.0,
        0.1,
        key=PENALTY,
        help="Ranks hypotheses by log-probability / length^penalty. 0 favours short ones; 1 "
        "is the mean per token.",
        bind="query-params",
        width=SLIDER,
    )
    return width, penalty


def grow(path: Path, source: str, width: int, penalty: float) -> BeamTree:
    """Return the tree of a beam search. On failure, show a message and stop the page."""
    try:
        at = stamp(path)
        name_model(path, load(path, at))
        return _grow(path, at, source, width, penalty)
    except (ValueError, OSError) as error:
        show_problem(error, icon="edit")
        st.stop()


def chosen_node(tree: BeamTree, name: str) -> int:
    """Return the node that ends the chosen hypothesis; the URL keeps it.

    `name` is the name of the checkpoint.
    """
    identity = _identity(tree, name)
    if NODE in st.session_state and not st.session_state.get(GONE_BACK):
        known, kept = st.session_state[NODE]
        start = kept if known == identity else tree.best
    else:
        start = _linked(tree)
    node = component.chosen_node(tree.nodes, start=start, identity=identity, key=TREE)
    st.session_state[NODE] = (identity, node)
    _link(node, tree.best)
    return node


def show_tree(tree: BeamTree, name: str, node: int, unit: str) -> None:
    """Show the tree with a chosen node, over words or pieces.

    Args:
        tree: the beam search.
        name: the name of the checkpoint.
        node: the index of the chosen node.
        unit: the unit of the labels, "words" or "pieces".
    """
    identity = _identity(tree, name)
    component.beam_tree(
        tree.nodes, best=tree.best, start=node, unit=unit, identity=identity, key=TREE
    )


def _identity(tree: BeamTree, name: str) -> str:
    # A model of the same name may have another tree: of another pair, or its file was replaced.
    nodes = hash(tuple((node.parent, node.token_id) for node in tree.nodes))
    return "\n".join(map(str, (name, tree.source.text, tree.width, tree.length_penalty, nodes)))


def chosen(
    path: Path, source: str, width: int, penalty: float, node: int, *, posterior: bool
) -> Trace:
    """Return the trace of one hypothesis of a search, labelled with the checkpoint's name.

    Args:
        path: the checkpoint.
        source: the source sentence.
        width: the beam width.
        penalty: the length penalty.
        node: the index of the last node of the hypothesis.
        posterior: whether to add posterior attention.
    """
    at = stamp(path)
    trace = _chosen(path, at, source, width, penalty, node)
    return (with_likelihoods if posterior else doubted)(path, at, trace)


@cached_trace
def _chosen(path: Path, at: Stamp, source: str, width: int, penalty: float, node: int) -> Trace:
    return _grow(path, at, source, width, penalty).trace(node).with_label(path.stem)


def hypotheses(tree: BeamTree) -> DataFrame:
    """Return the table of hypotheses, best first.

    The columns include the translation, the total log-probability (nats) and the score.
    """
    rows = []
    for rank, index in enumerate(tree.hypotheses, start=1):
        trace, node = tree.trace(index), tree.nodes[index]
        rows.append(
            {
                "rank": rank,
                "translation": text(trace),
                "tokens": len(trace.steps),
                "total log-probability": round(node.total, 3),
                "score": round(node.score, 3),
            }
        )
    return DataFrame(rows)


def text(trace: Trace) -> str:
    """Return the text of a hypothesis; it ends with dots if the hypothesis is unfinished."""
    return trace.target.text if trace.finished else f"{trace.target.text} …"


def _linked(tree: BeamTree) -> int:
    """Return the node in the URL, where nodes are counted from 1; the best node by default."""
    nodes = {str(i): i - 1 for i in range(1, len(tree.nodes) + 1)}
    warn_of_unknown("node", nodes, f"1 to {len(nodes)}")
    return nodes.get(linked("node") or "", tree.best)


def _link(node: int, best: int) -> None:
    write("node", *([] if node == best else [str(node + 1)]))


@cached(size=lambda tree: pickled_bytes((tree.nodes, tree.search)))
def _grow(path: Path, at: Stamp, source: str, width: int, penalty: float) -> BeamTree:
    checkpoint = load(path, at)
    with SLOTS.other_work():
        return beam_tree(checkpoint, source, width, penalty)
