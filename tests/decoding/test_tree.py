"""The tree of a beam search: the same search, with all that it considered."""

import math
from itertools import pairwise

import pytest

from alignoscope.data.tokenizer import END_ID
from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.forced import force_sentences
from alignoscope.decoding.loop import length_limit
from alignoscope.decoding.tree import BeamTree, beam_tree
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.sentence import Sentence
from tests.shared.traces import assert_same

TEXT = "The old car is fast."
SEARCHED = ("bahdanau-additive", "luong-location-sensitive", "luong-general-feed", "fixed-context")


@pytest.fixture
def ready(tiny):
    """Return a maker of small random models that end their sentences early."""

    def make(variant: str) -> Checkpoint:
        checkpoint = tiny(variant)
        checkpoint.model.bias[END_ID] += 0.7
        return checkpoint

    return make


def ids(tree: BeamTree, index: int | None) -> tuple[int, ...]:
    """Return the token ids up to a node."""
    if index is None:
        return ()
    return (*ids(tree, tree.nodes[index].parent), tree.nodes[index].token_id)


def plain_search(
    checkpoint: Checkpoint, source: Sentence, width: int
) -> list[list[tuple[tuple[int, ...], float, str]]]:
    """Return (token ids, log-probability, fate) step by step: every extension is forced anew."""
    layers, live, found = [], [()], 0
    while found < width and len(layers) < length_limit(source):
        all_ids = [
            (*prefix, token) for prefix in live for token in range(len(checkpoint.tokenizer))
        ]
        targets = [checkpoint.tokenizer.decode(i) for i in all_ids]
        traces = force_sentences(checkpoint, [source] * len(targets), targets)
        totals = [trace.log_prob for trace in traces]
        ranked = sorted(zip(totals, all_ids, strict=True), reverse=True)[: 2 * width]
        live, layer = [], []
        for rank, (total, path) in enumerate(ranked):
            ends = path[-1] == END_ID
            kept = rank < width if ends else len(live) < width
            layer.append((path, total, ("ended" if ends else "live") if kept else "pruned"))
            found += ends and kept
            live += [path] * (kept and not ends)
        layers.append(layer)
    return layers


@pytest.mark.parametrize("width", [2, 3, 5])
def test_the_tree_is_what_a_plain_search_considers(ready, width: int) -> None:
    checkpoint = ready("luong-general-feed")
    tree = beam_tree(checkpoint, TEXT, width)
    expected = [entry for layer in plain_search(checkpoint, tree.source, width) for entry in layer]
    assert len(expected) > 2 * width
    assert [ids(tree, i) for i in range(len(tree.nodes))] == [path for path, _, _ in expected]
    assert [node.fate for node in tree.nodes] == [fate for _, _, fate in expected]
    for node, (_, total, _) in zip(tree.nodes, expected, strict=True):
        assert node.total == pytest.approx(total, rel=1e-5)


@pytest.mark.parametrize("variant", SEARCHED)
@pytest.mark.parametrize(("width", "penalty"), [(1, 1.0), (3, 0.0), (7, 1.0)])
def test_its_hypotheses_are_those_of_beam_search(
    ready, variant: str, width: int, penalty: float
) -> None:
    checkpoint = ready(variant)
    tree = beam_tree(checkpoint, TEXT, width, penalty)
    found = beam_search(checkpoint, [TEXT], width, penalty)[0]
    assert tree.best == tree.hypotheses[0]
    assert len(tree.hypotheses) == len(found) == width
    for index, trace in zip(tree.hypotheses, found, strict=True):
        assert tree.trace(index).mode == trace.mode == "beam"
        assert_same(tree.trace(index), trace)


@pytest.mark.parametrize("variant", SEARCHED)
def test_every_node_has_a_trace_of_its_own(ready, variant: str) -> None:
    checkpoint = ready(variant)
    tree = beam_tree(checkpoint, TEXT, 5)
    traces = [tree.trace(i) for i in range(len(tree.nodes))]
    targets = [checkpoint.tokenizer.decode(ids(tree, i)) for i in range(len(tree.nodes))]
    forced = force_sentences(checkpoint, [tree.source] * len(targets), targets)
    for node, trace, other in zip(tree.nodes, traces, forced, strict=True):
        assert_same(trace, other)
        assert trace.finished == (node.token_id == END_ID)
        assert trace.log_prob == pytest.approx(node.total, rel=1e-5)


@pytest.mark.parametrize("by", ["torch", "engine"])
def test_of_equal_extensions_that_of_the_better_hypothesis_comes_first(tiny, by: str) -> None:
    checkpoint = tiny("luong-dot")
    checkpoint.model.embedding.weight.zero_()  # All steps have the probabilities of the bias.
    checkpoint.model.bias[[5, 6]] = 4.0
    if by == "engine":
        checkpoint.model.pack()
    nodes = beam_tree(checkpoint, "Car", 4).nodes
    equal = [(a, b) for a, b in pairwise(nodes) if a.step == b.step and a.total == b.total]
    assert len({a.parent for a, _ in equal}) > 4
    assert all(a.parent is None or a.parent <= b.parent for a, b in equal)


def test_nodes_hang_together(ready) -> None:
    width, penalty = 5, 0.7
    tree = beam_tree(ready("bahdanau-additive"), TEXT, width, penalty)
    assert {node.fate for node in tree.nodes} == {"live", "ended", "pruned"}
    for node in tree.nodes:
        parent = None if node.parent is None else tree.nodes[node.parent]
        assert node.step == (0 if parent is None else parent.step + 1)
        assert parent is None or parent.fate == "live"
        before = 0 if parent is None else parent.total
        assert node.total == pytest.approx(before + node.log_prob, rel=1e-6)
        assert node.score == pytest.approx(node.total / (node.step + 1) ** penalty)
        assert node.fate != "ended" or node.token == "</s>"
    for step in range(max(node.step for node in tree.nodes) + 1):
        layer = [node for node in tree.nodes if node.step == step]
        assert len(layer) == 2 * width
        assert [node.rank for node in layer] == list(range(2 * width))
        assert sum(node.fate == "live" for node in layer) == width
        assert [n.total for n in layer] == sorted((n.total for n in layer), reverse=True)
    scores = [tree.nodes[i].score for i in tree.hypotheses]
    assert scores == sorted(scores, reverse=True)


def test_hypotheses_cut_at_the_length_limit_are_unfinished(tiny) -> None:
    checkpoint = tiny("luong-dot")
    checkpoint.model.bias[END_ID] = -1e4
    tree = beam_tree(checkpoint, "Car", 3)
    limit = length_limit(tree.source)
    assert len(tree.hypotheses) == 3
    for index, trace in zip(tree.hypotheses, beam_search(checkpoint, ["Car"], 3)[0], strict=True):
        assert (tree.nodes[index].step, tree.nodes[index].fate) == (limit - 1, "live")
        assert not tree.trace(index).finished
        assert_same(tree.trace(index), trace)


def test_what_cannot_be_is_no_node(tiny) -> None:
    checkpoint = tiny("luong-dot")
    checkpoint.model.bias[10:] = -math.inf
    tree = beam_tree(checkpoint, "Car", 10)
    assert all(math.isfinite(node.total) for node in tree.nodes)
    assert sum(node.step == 0 for node in tree.nodes) == 10


@pytest.mark.parametrize("width", [0, -1, 11, 1000])
def test_a_width_that_cannot_be_drawn_is_refused(tiny, width: int) -> None:
    with pytest.raises(ValueError, match=f"width is {width}: expected a whole number, 1 to 10"):
        beam_tree(tiny("luong-dot"), TEXT, width)


def test_a_tree_of_nothing_is_refused(tiny) -> None:
    with pytest.raises(ValueError, match="source sentence is empty"):
        beam_tree(tiny("luong-dot"), " ", 3)
    with pytest.raises(ValueError, match="length penalty"):
        beam_tree(tiny("luong-dot"), TEXT, 3, -1)
