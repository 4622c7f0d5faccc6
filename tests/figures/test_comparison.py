"""Differences and distances by hand, and what their figures and texts show."""

import math
from collections.abc import Callable, Sequence
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from alignoscope.decoding.loop import force, translate
from alignoscope.figures.charts.comparison import (
    ADDED,
    KEPT,
    MISSING,
    base_view,
    changed_words,
    comparable,
    difference_scale,
    difference_view,
    distance_matrix,
    jensen_shannon,
    marked_text,
    matrix_figure,
    mean_entropy,
    row_distances,
    rows_figure,
    sums_below_one,
    translations_table,
)
from alignoscope.figures.drawing.dataflow import dataflow, dataflow_text, switch_lines
from alignoscope.figures.views.sentence_set import csv_text, mean_table, measured, set_table
from alignoscope.models.attention import known_scores
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace, TraceStep
from alignoscope.records.variant import TIMINGS

SOURCE, TARGET = "She doesn't like the old house.", "Elle n'aime pas la vieille maison."
Tiny = Callable[..., Checkpoint]


def entropy_in_bits(p: Sequence[float]) -> float:
    return -sum(x * math.log2(x) for x in p if x > 0)


def distance(p: Sequence[float], q: Sequence[float]) -> float:
    """sqrt(H(m) - (H(p) + H(q)) / 2): Lin's own form of the divergence, not the code's."""
    middle = [(x + y) / 2 for x, y in zip(p, q, strict=True)]
    divergence = entropy_in_bits(middle) - (entropy_in_bits(p) + entropy_in_bits(q)) / 2
    return math.sqrt(max(divergence, 0))


def written(words: Sequence[str], rows: np.ndarray, variant: str = "luong-dot") -> Trace:
    """Return a free trace of these words, a piece each, over two source words and the end mark."""
    source = sentence("red car")
    steps = [
        TraceStep(
            token=word,
            log_prob=math.log(0.5),
            query=np.zeros(2),
            scores=None,
            weights=np.array(row, dtype=float),
            context=np.zeros(2),
            center=None,
            candidates=(),
        )
        for word, row in zip([*words, "</s>"], rows, strict=True)
    ]
    return Trace(
        variant=variant,
        timing="luong",
        mode="free",
        source=source,
        target=sentence(" ".join(words)),
        finished=True,
        window=None,
        values=np.zeros((3, 2)),
        steps=tuple(steps),
    )


def sentence(text: str) -> Sentence:
    words = (*text.split(), "</s>")
    return Sentence(
        text=text,
        ids=tuple(range(10, 10 + len(words))),
        pieces=words,
        words=words,
        word_of=tuple(range(len(words))),
    )


def test_the_distance_of_two_words_by_hand() -> None:
    # m = (5/8, 3/8): 1/2 (3/4 log2 6/5 + 1/4 log2 2/3) + 1/2 (1/2 log2 4/5 + 1/2 log2 4/3)
    expected = math.sqrt(
        (0.75 * math.log2(1.2) + 0.25 * math.log2(2 / 3)) / 2
        + (0.5 * math.log2(0.8) + 0.5 * math.log2(4 / 3)) / 2
    )
    assert jensen_shannon(np.array([0.75, 0.25]), np.array([0.5, 0.5])) == pytest.approx(expected)
    assert expected == pytest.approx(0.2209, abs=5e-5)


def test_equal_rows_are_0_apart_and_disjoint_rows_1() -> None:
    p = np.array([[0.2, 0.8, 0], [0, 1, 0]])
    q = np.array([[0.2, 0.8, 0], [0.7, 0, 0.3]])
    assert jensen_shannon(p, q).tolist() == pytest.approx([0, 1])


def test_the_distance_agrees_with_entropies_and_is_a_metric() -> None:
    rows = np.random.default_rng(0).dirichlet(np.full(7, 0.3), 11)
    rows[3, :4], rows[3] = 0, rows[3] / rows[3].sum()
    rows /= rows.sum(axis=1, keepdims=True)
    for p, q in combinations(rows, 2):
        assert jensen_shannon(p, q) == pytest.approx(distance(p.tolist(), q.tolist()), abs=1e-7)
        assert jensen_shannon(p, q) == jensen_shannon(q, p)
        for r in rows:
            assert jensen_shannon(p, q) <= jensen_shannon(p, r) + jensen_shannon(r, q) + 1e-12


def test_rows_are_divided_by_their_sums_first() -> None:
    p, q = np.array([0.3, 0.1]), np.array([0.5, 0.5])
    assert jensen_shannon(p, q) == pytest.approx(distance([0.75, 0.25], [0.5, 0.5]))


@pytest.mark.parametrize("row", [[0, 0], [-0.1, 1.1], [math.nan, 1], [math.inf, 1]])
def test_what_is_no_distribution_is_refused(row: list[float]) -> None:
    with pytest.raises(ValueError, match="must"):
        jensen_shannon(np.array(row), np.array([0.5, 0.5]))


def test_differences_of_global_attention_sum_to_0(tiny: Tiny) -> None:
    base, other = (
        force(tiny(name), [SOURCE], [TARGET])[0] for name in ("bahdanau-additive", "luong-general")
    )
    for unit, rows, columns in (
        ("pieces", len(base.target.pieces), len(base.source.pieces)),
        ("words", len(base.target.words), len(base.source.words)),
    ):
        view = difference_view(base, other, unit)
        assert view.variant == "luong-general"
        assert view.cells.shape == (rows, columns)
        assert view.cells.sum(axis=1) == pytest.approx(np.zeros(rows), abs=1e-6)
        assert np.abs(view.cells).max() > 1e-4
    back = difference_view(other, base, "words")
    assert back.cells == pytest.approx(-difference_view(base, other, "words").cells)


def test_the_difference_is_others_minus_bases_on_a_symmetric_scale() -> None:
    base = written(["rouge"], [[0.9, 0.1, 0], [0, 0, 1]])
    other = written(["rouge"], [[0.2, 0.7, 0.1], [0, 0, 1]])
    view = difference_view(base, other, "words")
    assert view.cells == pytest.approx(np.array([[-0.7, 0.6, 0.1], [0, 0, 0]]))
    scale = difference_scale("luong-dot", [view])
    assert (scale.low, scale.high) == pytest.approx((-0.7, 0.7))
    assert scale.title == "Weights minus luong-dot's (base: its own)"
    own = base_view(base, "words")
    assert own.mode == "base, free"
    assert own.cells == pytest.approx(np.array([[0.9, 0.1, 0], [0, 0, 1]]))
    assert difference_scale("luong-dot", [own, view]).high == 1


def test_distances_of_rows_and_of_traces_by_hand() -> None:
    first = written(["rouge"], [[1, 0, 0], [0, 0, 1]], "a")
    second = written(["rouge"], [[0, 1, 0], [0, 0, 1]], "b")
    third = written(["rouge"], [[1, 0, 0], [0, 0.5, 0.5]], "c")
    half = distance([0, 0, 1], [0, 0.5, 0.5])
    assert row_distances(first, second).tolist() == pytest.approx([1, 0])
    assert row_distances(second, third).tolist() == pytest.approx([1, half])
    matrix = distance_matrix([first, second, third])
    expected = [[0, 0.5, half / 2], [0.5, 0, (1 + half) / 2], [half / 2, (1 + half) / 2, 0]]
    assert matrix == pytest.approx(np.array(expected))


def test_local_rows_below_1_have_distances_and_are_told(tiny: Tiny) -> None:
    local, whole = (
        force(tiny(name), [SOURCE], [TARGET])[0] for name in ("luong-local-p", "luong-dot")
    )
    assert sums_below_one(local)
    assert not sums_below_one(whole)
    found = row_distances(whole, local)
    assert ((found > 0) & (found <= 1)).all()


def test_without_attention_or_with_another_target_nothing_is_comparable(tiny: Tiny) -> None:
    base = force(tiny("luong-dot"), [SOURCE], [TARGET])[0]
    assert comparable(base, force(tiny("luong-general"), [SOURCE], [TARGET])[0])
    assert not comparable(base, force(tiny("fixed-context"), [SOURCE], [TARGET])[0])
    assert not comparable(base, force(tiny("luong-dot"), [SOURCE], ["La voiture rouge."])[0])
    assert not comparable(base, force(tiny("luong-dot"), ["I am not tired."], [TARGET])[0])


def test_the_mean_entropy_by_hand() -> None:
    trace = written(["rouge"], [[0.5, 0.25, 0.25], [0, 0, 1]])
    assert mean_entropy(trace) == pytest.approx((0.5 * math.log(2) + 0.5 * math.log(4)) / 2)


def test_changed_words_keep_the_order_of_reading() -> None:
    base, other = ["je", "ne", "suis", "pas", "las"], ["je", "suis", "très", "las"]
    assert changed_words(base, other) == [
        ("je", KEPT),
        ("ne", MISSING),
        ("suis", KEPT),
        ("pas", MISSING),
        ("très", ADDED),
        ("las", KEPT),
    ]
    assert {change for _, change in changed_words(base, base)} == {KEPT}
    assert changed_words([], ["a"]) == [("a", ADDED)]


def test_what_a_model_wrote_is_never_html() -> None:
    rows = [[1, 0, 0]] * 3
    base = written(["<b>x</b>", "&"], rows)
    other = written(["<script>", "&"], rows)
    assert marked_text(base, other) == (
        "<s>&lt;b&gt;x&lt;/b&gt;</s> <b><u>&lt;script&gt;</u></b> &amp;"
    )
    table = ElementTree.fromstring(translations_table(base, [base, other]))
    cells = [["".join(cell.itertext()) for cell in row] for row in table.find("tbody")]
    assert [row[2:4] for row in cells] == [["same", "3"], ["differs", "3"]]
    assert {row[4] for row in cells} == {f"{math.log(0.5):.3f}"}


def test_marked_text_has_the_spaces_of_the_text(tiny: Tiny) -> None:
    base, other = (
        force(tiny("luong-dot"), [SOURCE], [target])[0]
        for target in (TARGET, "Elle n'aime pas la maison.")
    )
    assert marked_text(base, base) == TARGET.replace("'", "&#x27;")
    assert marked_text(base, other) == "Elle n&#x27;aime pas la <s>vieille</s> maison."


def test_the_figures_show_all_rows_and_words_as_typed() -> None:
    words = ["<b>the</b>", "the"]
    traces = [
        written(words, np.roll(np.eye(3), shift, axis=1), variant)
        for shift, variant in enumerate(("luong-dot", "luong-general", "bahdanau-additive"))
    ]
    rows = rows_figure(traces[0], traces[1:])
    assert np.array(rows.data[0].z) == pytest.approx(np.ones((2, 3)))
    assert list(rows.layout.xaxis.ticktext) == ["&lt;b&gt;the&lt;/b&gt;", "the", "&lt;/s&gt;"]
    assert list(rows.layout.yaxis.ticktext) == ["luong-general", "bahdanau-additive"]
    matrix = matrix_figure(traces)
    assert np.array(matrix.data[0].z) == pytest.approx(1 - np.eye(3))
    shown = {(note.y, note.x): note.text for note in matrix.layout.annotations}
    assert shown[0, 0] == "0.00"
    assert shown[2, 1] == "1.00"
    assert len(shown) == 9


def test_a_set_is_measured_and_its_csv_holds_no_formula(tiny: Tiny) -> None:
    base, other, bare = (
        force(tiny(name), [SOURCE], [TARGET])[0]
        for name in ("luong-dot", "luong-general", "fixed-context")
    )
    table = set_table(measured("=1+1", trace, base) for trace in (base, other, bare))
    assert table["mean distance"].tolist()[:2] == pytest.approx(
        [0, row_distances(base, other).mean()]
    )
    assert math.isnan(table["mean distance"][2])
    assert table["log-prob. per token"].tolist() == pytest.approx(
        [trace.log_prob / len(base.target.ids) for trace in (base, other, bare)]
    )
    lines = csv_text(table).decode("utf-8-sig").splitlines()
    assert len(lines) == 4
    assert all(line.startswith("'=1+1,") for line in lines[1:])
    free = set_table(
        measured(SOURCE, trace, None) for trace in translate(tiny("luong-dot"), [SOURCE])
    )
    assert "mean distance" not in free
    assert "mean distance" not in mean_table(free)


def test_means_are_over_the_sentences_of_a_variant(tiny: Tiny) -> None:
    traces = translate(tiny("luong-dot"), [SOURCE, TARGET])
    table = set_table(measured("x", trace, trace) for trace in traces)
    means = mean_table(table)
    assert means["variant"].tolist() == ["luong-dot"]
    assert means["mean entropy"][0] == pytest.approx(sum(map(mean_entropy, traces)) / 2)


@pytest.mark.parametrize("score", [*known_scores(), "<new>"])
@pytest.mark.parametrize("timing", TIMINGS)
def test_every_variant_has_a_picture_that_parses(timing: str, score: str) -> None:
    picture = ElementTree.fromstring(dataflow(timing, score, timing == "luong"))
    texts = [element.text for element in picture.iter() if element.text]
    asked = any("query" in text for text in texts)
    assert asked == (score != "none")
    assert (any("h̃" in text for text in texts)) == (timing == "luong")
    assert "<new>" not in switch_lines(timing, score, False)
    assert ("before" in dataflow_text(timing, score, False)) == (timing == "bahdanau" and asked)


def test_the_timings_differ_in_the_picture() -> None:
    pictures = {timing: dataflow(timing, "general", False) for timing in TIMINGS}
    assert len(set(pictures.values())) == 3
    assert pictures["luong"] != dataflow("luong", "general", True)
