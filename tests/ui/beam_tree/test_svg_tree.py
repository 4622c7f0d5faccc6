"""The picture of a beam search: all of its tokens and numbers, and where its boxes stand."""

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from alignoscope.decoding.tree import beam_tree
from alignoscope.records.tree import Node
from alignoscope.ui.beam_tree.export import tree_caption
from alignoscope.ui.beam_tree.svg_tree import svg_tree
from alignoscope.ui.beam_tree.tree_view import columns, labels, path, percent
from alignoscope.ui.svg.ink import DARK, LIGHT
from alignoscope.ui.svg.sheet import LONGEST, size

NS = "{http://www.w3.org/2000/svg}"


def node(parent: int | None, token: str, probability: float, total: float, fate: str) -> Node:
    return Node(
        parent=parent,
        step=0,
        rank=0,
        token=token,
        token_id=0,
        log_prob=math.log(probability),
        total=total,
        score=total,
        fate=fate,
    )


NODES = (
    node(None, "▁low", 0.2, -1.61, "live"),  # 0
    node(None, "▁high", 0.7, -0.36, "live"),  # 1
    node(0, "b", 0.9, -1.71, "live"),  # 2
    node(0, "<script>alert(1)</script>", 0.05, -4.6, "pruned"),  # 3
    node(1, "שלום", 0.0004, -8.18, "pruned"),  # 4
    node(1, "小女孩", 0.6, -0.87, "live"),  # 5
    node(2, "</s>", 0.95, -1.77, "ended"),  # 6, the best
    node(5, "</s>", 0.0625, -3.64, "ended"),  # 7
)


def draw(
    nodes: Sequence[Node] = NODES,
    best: int = 6,
    chosen: int = 7,
    dark: bool = False,
    unit: str = "pieces",
) -> str:
    return svg_tree(nodes, best, chosen, "A caption & more.", dark, unit)


def test_over_words_a_box_has_its_word_as_far_as_it_is_written() -> None:
    tokens = ("▁cons", "tru", "it", "▁l'", "eau", ".", "▁a", "</s>")
    chain = [node(i - 1 if i else None, token, 0.5, -1, "live") for i, token in enumerate(tokens)]
    words = ["cons", "constru", "construit", "l'", "eau", ".", "a", "end"]
    assert labels(chain, "words") == words
    assert labels(chain, "pieces") == list(tokens)
    drawing = draw(chain, best=7, unit="words")
    assert [title.partition(", ")[0] for title in titles(drawing)] == words


def titles(drawing: str) -> list[str]:
    nodes = ElementTree.fromstring(drawing).iter(f"{NS}title")
    return [node.text or "" for node in nodes][1:]


def boxes(drawing: str) -> list[dict[str, str]]:
    """Return the frames of the nodes, in the nodes' order; the title says which one it is."""
    return [
        next(child.attrib for child in group if child.tag == f"{NS}rect")
        for group in ElementTree.fromstring(drawing).iter(f"{NS}g")
        if group.find(f"{NS}title") is not None
    ]


def test_children_stand_in_their_parents_order_with_the_best_path_on_top() -> None:
    assert path(NODES, 6) == [0, 2, 6]
    assert columns(NODES, 6) == [[0, 1], [2, 3, 5, 4], [6, 7]]
    assert columns(NODES, 7) == [[1, 0], [5, 4, 2, 3], [7, 6]]


def test_each_box_has_its_token_and_its_own_numbers() -> None:
    drawing = draw()
    texts = [node.text for node in ElementTree.fromstring(drawing).iter(f"{NS}text")]
    shown = ["20%", "70%", "90%", "5.0%", "<0.1%", "60%", "95%", "6.2%"]
    for node, share in zip(NODES, shown, strict=True):
        place = texts.index(f"{share} · −{-node.total:.2f}")
        assert texts[place - 1] == (node.token if len(node.token) < 9 else "<script>alert(1…")
    titles = [node.text for node in ElementTree.fromstring(drawing).iter(f"{NS}title")]
    assert titles[0] == "Beam tree"
    assert titles[
        4
    ] == "<script>alert(1)</script>, probability 5.0%, total −4.60, pruned: others " + (
        "were better"
    )
    assert "<script" not in drawing
    assert "A caption & more." in texts


def test_boxes_stand_in_a_column_a_step_and_do_not_overlap() -> None:
    found = boxes(draw())
    assert len(found) == len(NODES)
    for column in columns(NODES, 6):
        frames = [found[i] for i in column]
        assert len({(frame["x"], frame["width"]) for frame in frames}) == 1
        tops = [float(frame["y"]) for frame in frames]
        assert tops == sorted(tops)
        assert all(b - a > 42 for a, b in pairwise(tops))
    first, second, third = (found[column[0]] for column in columns(NODES, 6))
    for left, right in ((first, second), (second, third)):
        assert float(left["x"]) + float(left["width"]) < float(right["x"])


def test_fates_the_best_and_the_chosen_hypothesis_can_be_told_apart() -> None:
    found = boxes(draw())
    dashed = [i for i, frame in enumerate(found) if "stroke-dasharray" in frame]
    assert dashed == [3, 4]
    assert [i for i, frame in enumerate(found) if frame["stroke"] == LIGHT.accent] == [0, 2, 6]
    fills = [frame["fill"] for frame in found]
    assert fills[1] == fills[5] != fills[7]
    assert fills.count(fills[1]) == 2
    assert fills.count(fills[7]) == 1
    (said,) = ElementTree.fromstring(draw()).iter(f"{NS}desc")
    assert said.text == "3 steps, 8 tokens. The chosen hypothesis: ▁high 小女孩 </s>"


def test_a_token_that_runs_leftwards_stays_in_its_box() -> None:
    drawing = ElementTree.fromstring(draw())
    hebrew = next(node for node in drawing.iter(f"{NS}text") if node.text == "שלום")
    assert hebrew.get("direction") == "rtl"
    assert hebrew.get("text-anchor") == "end"  # its left end, at the box's left edge
    assert float(hebrew.get("x")) == pytest.approx(float(boxes(draw())[4]["x"]) + 8, abs=0.02)


def test_a_drawing_is_as_large_as_its_tree() -> None:
    chain = [node(None if i == 0 else i - 1, f"t{i}", 0.5, -i, "live") for i in range(37)]
    wide, high = size(draw(chain, best=36, chosen=36))
    assert wide > 37 * 100
    assert high < 300
    fan = [node(None, f"t{i}", 1 / (i + 2), -i, "pruned") for i in range(19)]
    least, tall = size(draw(fan, best=0, chosen=18))
    assert least == size(draw())[0]
    assert tall > 19 * 48
    for nodes in (chain, fan):
        drawing = draw(nodes, best=0, chosen=1)
        wide, high = size(drawing)
        for frame in boxes(drawing):
            assert float(frame["x"]) + float(frame["width"]) + 24 < wide
            assert float(frame["y"]) + float(frame["height"]) + 24 < high


def test_a_tree_longer_than_a_page_is_drawn_smaller() -> None:
    chain = [node(None if i == 0 else i - 1, "a long token", 0.5, -i, "live") for i in range(211)]
    drawing = draw(chain, best=210, chosen=210)
    assert size(drawing)[0] == LONGEST
    whole = int(re.search(r'viewBox="0 0 (\d+) ', drawing)[1])
    assert whole > 211 * 100 > LONGEST
    last = boxes(drawing)[-1]
    assert float(last["x"]) + float(last["width"]) < whole - 48


def test_dark_trees_have_a_dark_ground() -> None:
    assert DARK.paper in draw(dark=True)
    assert LIGHT.paper not in draw(dark=True)


@pytest.mark.parametrize("variant", ["fixed-context", "luong-local-p", "bahdanau-additive"])
def test_a_search_is_drawn_with_the_probabilities_of_its_traces(tiny, variant: str) -> None:
    tree = beam_tree(tiny(variant), "I am not tired.", 3, 0.7)
    trace = tree.trace(tree.hypotheses[1])
    words = tree_caption(trace, tree.width, tree.length_penalty, "9.8.7")
    drawing = svg_tree(tree.nodes, tree.best, tree.hypotheses[1], words)
    titles = [node.text for node in ElementTree.fromstring(drawing).iter(f"{NS}title")][1:]
    assert len(titles) == len(tree.nodes)
    ends = path(tree.nodes, tree.hypotheses[1])
    assert len(ends) == len(trace.steps)
    total = 0
    for i, step in zip(ends, trace.steps, strict=True):
        total += step.log_prob
        assert titles[i].startswith(f"{step.token}, probability {percent(step.log_prob)}, total ")
        said = float(re.search(r"total −?([\d.]+)", titles[i])[1])
        assert said == pytest.approx(-total, abs=0.0051)
    for part in ("Width 3, length penalty 0.7", variant, "I am not tired.", trace.target.text):
        assert part in words
