"""The picture of a beam search: all of its tokens and numbers, and where its boxes are."""

import math
import re
from collections.abc import Sequence
from itertools import pairwise

import pytest

from alignoscope.decoding.tree import beam_tree
from alignoscope.records.tree import Node
from alignoscope.ui.beam_tree.component import COMPONENT, payload
from alignoscope.ui.beam_tree.export import tree_caption, tree_drawing
from alignoscope.ui.beam_tree.tree_view import labels, path
from alignoscope.ui.exports.drawings import Drawing, Drawn
from alignoscope.ui.svg.sheet import LONGEST, size
from alignoscope.ui.theme import PALETTE
from tests.shared.pictures import Draw, nodes, rects, svg_of, texts

__all__ = ["svg_of"]  # a fixture
LIGHT, DARK = PALETTE["light"], PALETTE["dark"]


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


def drawing(nodes: Sequence[Node] = NODES, best: int = 6, chosen: int = 7) -> Drawing:
    drawn = Drawn(
        component=COMPONENT,
        data=payload(nodes, best, chosen, "pieces"),
        caption="A caption & more.",
        said="Said.",
    )
    return Drawing(label="Beam tree", name="tree", help="Help", draw=lambda _: drawn)


def titles(svg: str) -> list[str]:
    """Return what is said of each node, in the order in which they are drawn."""
    return [title.text or "" for title in nodes(svg, "title") if ", total " in (title.text or "")]


def boxes(svg: str) -> list[dict[str, str]]:
    """Return the frames of the nodes, in the order in which they are drawn."""
    return [rect for rect in rects(svg) if rect.get("rx") == "7"]


def test_over_words_a_box_has_its_word_as_far_as_it_is_written() -> None:
    tokens = ("▁cons", "tru", "it", "▁l'", "eau", ".", "▁a", "</s>")
    chain = [node(i - 1 if i else None, token, 0.5, -1, "live") for i, token in enumerate(tokens)]
    words = ["cons", "constru", "construit", "l'", "eau", ".", "a", "end"]
    assert labels(chain, "words") == words
    assert labels(chain, "pieces") == list(tokens)
    assert [one["token"] for one in payload(chain, 7, 7, "words")["nodes"]] == words


def test_each_box_has_its_token_and_its_own_numbers(svg_of: Draw) -> None:
    svg = svg_of(drawing(), title="Where <it> looked")
    said = {title.partition(", ")[0]: title for title in titles(svg)}
    assert said["<script>alert(1)</script>"] == (
        "<script>alert(1)</script>, probability 5.0%, total −4.60, pruned for better ones"
    )
    shown = texts(svg)
    for one, share in zip(
        NODES, ["20%", "70%", "90%", "5.0%", "<0.1%", "60%", "95%", "6.3%"], strict=True
    ):
        at = shown.index(f"{share} · −{-one.total:.2f}")
        assert shown[at - 1] == one.token or shown[at - 1].startswith("<script>al")
    assert "<script" not in svg
    assert [shown[0], shown[-1]] == ["Where <it> looked", "A caption & more."]
    assert [nodes(svg, "title")[0].text, nodes(svg, "desc")[0].text] == [shown[0], "Said."]


def test_boxes_are_in_one_column_per_step_and_do_not_overlap(svg_of: Draw) -> None:
    columns: dict[float, list[float]] = {}
    for frame in boxes(svg_of(drawing())):
        columns.setdefault(float(frame["x"]), []).append(float(frame["y"]))
    assert [len(column) for column in columns.values()] == [2, 4, 2]
    assert list(columns) == sorted(columns)
    for tops in columns.values():
        assert all(below - above > 42 for above, below in pairwise(sorted(tops)))


def test_fates_the_best_and_the_chosen_hypothesis_can_be_told_apart(svg_of: Draw) -> None:
    svg = svg_of(drawing())
    found = dict(zip((title.partition(", ")[0] for title in titles(svg)), boxes(svg), strict=True))
    assert {token for token, frame in found.items() if "stroke-dasharray" in frame} == {
        "<script>alert(1)</script>",
        "שלום",
    }
    best = [frame for frame in boxes(svg) if frame["stroke"] == LIGHT["accent"]]
    assert len(best) == 3
    fills = [frame["fill"] for frame in boxes(svg)]
    assert found["▁high"]["fill"] == found["小女孩"]["fill"] != LIGHT["soft"]
    assert sorted(map(fills.count, set(fills))) == [1, 2, 2, 3]  # leaf, chosen, pruned, others
    assert {"pruned", "best hypothesis", "its last token"} <= set(texts(svg))


def test_a_picture_is_as_large_as_its_tree(svg_of: Draw) -> None:
    chain = [node(None if i == 0 else i - 1, f"t{i}", 0.5, -i, "live") for i in range(37)]
    wide, high = size(svg_of(drawing(chain, 36, 36)))
    assert wide > 37 * 100
    assert high < 300
    fan = [node(None, f"t{i}", 1 / (i + 2), -i, "pruned") for i in range(19)]
    svg = svg_of(drawing(fan, 0, 18))
    assert size(svg)[1] > 19 * 48
    assert len(boxes(svg)) == 19


def test_a_tree_longer_than_a_page_is_drawn_smaller(svg_of: Draw) -> None:
    chain = [node(None if i == 0 else i - 1, "a long token", 0.5, -i, "live") for i in range(211)]
    svg = svg_of(drawing(chain, 210, 210))
    assert size(svg)[0] == LONGEST
    assert int(re.search(r'viewBox="0 0 (\d+) ', svg)[1]) > 211 * 100 > LONGEST


def test_dark_trees_have_a_dark_ground_and_captions_can_be_left_out(svg_of: Draw) -> None:
    svg = svg_of(drawing(), dark=True, caption=False)
    assert rects(svg)[0]["fill"] == DARK["paper"]
    assert LIGHT["paper"] not in svg
    assert "A caption & more." not in texts(svg)


@pytest.mark.parametrize("variant", ["fixed-context", "luong-local-p", "bahdanau-additive"])
def test_a_search_is_drawn_with_the_probabilities_of_its_traces(tiny, variant: str) -> None:
    tree = beam_tree(tiny(variant), "I am not tired.", 3, 0.7)
    trace = tree.trace(tree.hypotheses[1])
    drawn = tree_drawing(tree, tree.hypotheses[1], "pieces", variant).draw(None)
    sent = drawn.data["nodes"]
    assert len(sent) == len(tree.nodes)
    ends = path(tree.nodes, tree.hypotheses[1])
    assert len(ends) == len(trace.steps)
    total = 0
    for i, step in zip(ends, trace.steps, strict=True):
        total += step.log_prob
        assert sent[i]["token"] == step.token
        assert sent[i]["probability"] == pytest.approx(math.exp(step.log_prob), abs=1e-6)
        assert sent[i]["total"] == pytest.approx(total, abs=1e-4)
    words = tree_caption(trace, tree.width, tree.length_penalty, "9.8.7")
    for part in ("Width 3, length penalty 0.7", variant, "I am not tired.", trace.target.text):
        assert part in words
