"""The arithmetic of a cell: its numbers add up to the score, the weight and the context."""

import math
import re
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
import torch

import alignoscope.analysis.terms
from alignoscope.analysis.arithmetic import cell_arithmetic
from alignoscope.analysis.normalising import is_given, normalised
from alignoscope.analysis.terms import TERMS
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.what_if import continue_from
from alignoscope.models.scores import SCORES
from alignoscope.records.catalogue import scores as catalogue_scores
from alignoscope.ui.arithmetic import latex as formulas
from tests.shared.traces import ATTENDING

TEXT = "She likes the red car."


def trace_of(checkpoint, text=TEXT):
    return force(checkpoint, [text], ["Elle aime la voiture rouge."])[0]


def test_every_score_has_terms() -> None:
    assert set(TERMS) == set(SCORES)


@pytest.fixture
def diagonal(tiny):
    """Yield a model with the score that docs/adding-a-score.md adds, and the terms it writes."""
    guide = Path(__file__).parent.parent.parent / "docs" / "adding-a-score.md"
    blocks = re.findall(r"```python\n(.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    rooms = (alignoscope.analysis.terms, catalogue_scores)
    names = {name: value for room in rooms for name, value in vars(room).items()}
    for block in (blocks[0], blocks[3]):
        exec(block, names)
    exec(blocks[2].replace("...", ""), names)
    known = (SCORES, TERMS, catalogue_scores.SCORES)
    with ExitStack() as kept:
        for entries in known:
            kept.enter_context(patch.dict(entries))
            entries.pop("diagonal", None)  # of whoever has followed the guide
        SCORES["diagonal"] = names["Diagonal"]
        checkpoint = tiny("luong-diagonal")
        torch.nn.init.uniform_(checkpoint.model.decoder.attention.score.d)
        yield checkpoint, names["_diagonal"], names["SCORES"]["diagonal"]


def test_a_score_without_terms_says_so_and_with_them_adds_up(diagonal) -> None:
    checkpoint, terms, entry = diagonal
    trace = trace_of(checkpoint)
    with pytest.raises(ValueError, match="score diagonal is not written yet"):
        cell_arithmetic(checkpoint, trace, 2, 1)
    TERMS["diagonal"] = terms
    cell = cell_arithmetic(checkpoint, trace, 2, 1)
    assert cell.content == pytest.approx(trace.scores[2, 1], rel=1e-5, abs=1e-5)
    assert [part.symbol for part in cell.terms.parts] == ["q", "k_j"]
    assert "not written yet" in formulas.formula("diagonal")[1]
    catalogue_scores.SCORES["diagonal"] = entry
    cell = cell_arithmetic(checkpoint, trace, 2, 1)
    assert [part.symbol for part in cell.terms.parts] == ["q", r"d \odot k_j"]
    assert formulas.formula("diagonal")[1] == "docs/adding-a-score.md"


@pytest.mark.parametrize("variant", ATTENDING)
def test_the_terms_of_every_cell_add_up_to_its_score_and_its_weight(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    trace = trace_of(checkpoint)
    inside = 0
    for step, record in enumerate(trace.steps):
        shares = 0.0
        for column, score in enumerate(record.scores):
            cell = cell_arithmetic(checkpoint, trace, step, column)
            assert cell.terms.values.sum() == pytest.approx(cell.content, abs=1e-9)
            assert cell.window is None or cell.window.holds == np.isfinite(score)
            if np.isfinite(score):
                inside += 1
                gain, offset = cell.energy or (1, 0)
                assert gain * cell.content + offset == pytest.approx(score, rel=1e-5, abs=1e-5)
            assert cell.normalised.weights[column] == pytest.approx(
                record.weights[column], abs=1e-5
            )
            assert cell.weight == record.weights[column]
            assert not cell.given
            shares += cell.share
        assert shares == pytest.approx(float(record.weights.any()), abs=1e-4)
    assert inside > len(trace.steps) > 7


@pytest.mark.parametrize("variant", ATTENDING)
def test_a_term_is_what_its_parts_make(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    cell = cell_arithmetic(checkpoint, trace_of(checkpoint), 3, 2)
    parts = {part.role: part.values for part in cell.terms.parts}
    for k, term in enumerate(cell.terms.values):
        if "v" in parts:
            inside = sum(numbers[k] for role, numbers in parts.items() if role != "v")
            assert term == pytest.approx(parts["v"][k] * math.tanh(inside))
        else:
            product = math.prod(numbers[k] for numbers in parts.values())
            assert term == pytest.approx(product / cell.terms.divisor)
    assert cell.terms.divisor == (math.sqrt(22) if cell.score == "scaled-dot" else 1)


def test_additive_keeps_query_key_and_bias_apart(tiny) -> None:
    checkpoint = tiny("bahdanau-additive")
    trace = trace_of(checkpoint)
    cell = cell_arithmetic(checkpoint, trace, 1, 0)
    score = checkpoint.model.decoder.attention.score
    query, key, k = trace.steps[1].query, trace.values[0], 5
    by_hand = {
        "query": sum(
            float(w) * float(x) for w, x in zip(score.query.weight[k], query, strict=True)
        ),
        "key": sum(float(w) * float(x) for w, x in zip(score.key.weight[k], key, strict=True)),
        "bias": float(score.key.bias[k]),
        "v": float(score.v.weight[0, k]),
    }
    found = {part.role: part.values[k] for part in cell.terms.parts}
    assert found == pytest.approx(by_hand, rel=1e-6, abs=1e-6)


def test_the_location_part_is_of_the_weights_before(tiny) -> None:
    checkpoint = tiny("luong-location-sensitive")
    trace = trace_of(checkpoint)
    first = cell_arithmetic(checkpoint, trace, 0, 1)
    assert not first.past.any()
    assert not first.terms.features.any()
    later = cell_arithmetic(checkpoint, trace, 3, 1)
    np.testing.assert_allclose(later.past, trace.weights[:3].sum(axis=0), rtol=1e-6)
    assert later.past.sum() == pytest.approx(3)
    filters = checkpoint.model.decoder.attention.score.filters.weight[:, 0]
    padded = [0] * 5 + later.past.tolist() + [0] * 5
    by_hand = [sum(float(w) * padded[1 + i] for i, w in enumerate(row)) for row in filters]
    assert later.terms.features.tolist() == pytest.approx(by_hand)


def test_the_coverage_part_is_of_the_tokens_own_weights_before(tiny) -> None:
    checkpoint = tiny("bahdanau-coverage")
    trace = trace_of(checkpoint)
    cell = cell_arithmetic(checkpoint, trace, 3, 1)
    had = sum(float(trace.weights[step, 1]) for step in range(3))
    assert cell.past[1] == pytest.approx(had)
    assert cell.terms.features is None
    weight = checkpoint.model.decoder.attention.score.coverage.weight[:, 0].tolist()
    location = next(part.values for part in cell.terms.parts if part.role == "location")
    assert location.tolist() == pytest.approx([w * had for w in weight])


@pytest.mark.parametrize("variant", ["luong-local-p", "bahdanau-local-p", "luong-local-m"])
def test_a_window_says_where_it_is_and_what_it_leaves_out(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    text = "She likes the old red car, the old house, the car."
    trace = trace_of(checkpoint, text)
    record, size = trace.steps[1], len(trace.values)
    cells = [cell_arithmetic(checkpoint, trace, 1, j) for j in range(size)]
    outside = [cell for cell in cells if not cell.window.holds]
    assert outside
    assert all(cell.weight == 0 and not cell.contribution.any() for cell in outside)
    assert all(np.isfinite(cell.content) for cell in outside)
    assert all(cell.window.reach == 3 for cell in cells)
    if variant == "luong-local-m":
        assert [cell.window.distance for cell in cells] == list(range(-1, size - 1))
        assert cells[0].normalised.factors is None
        assert cells[0].window.asked is None
        return
    center = min(size / (1 + math.exp(-cells[0].window.asked)), size - 1)
    assert center == pytest.approx(record.center, rel=1e-5)
    for j, cell in enumerate(cells):
        factor = math.exp(-((j - center) ** 2) / (2 * (3 / 2) ** 2))
        assert cell.normalised.factors[j] == pytest.approx(factor, abs=1e-5)
    assert 0 < record.weights.sum() < 1


def test_the_softmax_is_shown_as_it_is_computed(tiny) -> None:
    checkpoint = tiny("luong-general")
    trace = trace_of(checkpoint)
    found = normalised(trace, 2)
    scores = trace.steps[2].scores.tolist()
    assert found.highest == max(scores)
    by_hand = [math.exp(score - max(scores)) for score in scores]
    assert found.parts.tolist() == pytest.approx(by_hand)
    assert found.total == pytest.approx(sum(by_hand))
    assert found.weights.sum() == pytest.approx(1)


def test_the_contribution_is_the_weight_times_the_value(tiny) -> None:
    checkpoint = tiny("luong-dot")
    trace = trace_of(checkpoint)
    cell = cell_arithmetic(checkpoint, trace, 4, 1)
    weight, value, context = trace.weights[4, 1], trace.values[1], trace.steps[4].context
    np.testing.assert_allclose(cell.contribution, weight * value, rtol=1e-6)
    along = sum(float(weight * a * b) for a, b in zip(value, context, strict=True))
    assert cell.share == pytest.approx(along / sum(float(b) ** 2 for b in context), rel=1e-4)


def test_given_weights_are_told_from_computed_ones(tiny) -> None:
    checkpoint = tiny("luong-general")
    source = trace_of(checkpoint).source
    row = np.zeros(len(source.ids))
    row[2] = 1
    trace = continue_from(checkpoint, source, edits={1: row})
    assert [is_given(trace, step) for step in range(3)] == [False, True, False]
    cell = cell_arithmetic(checkpoint, trace, 1, 2)
    assert cell.given
    assert cell.weight == 1
    assert cell.normalised.weights[2] < 0.9
    assert cell.content == pytest.approx(trace.scores[1, 2], rel=1e-5, abs=1e-5)
    assert cell.share == pytest.approx(1, abs=1e-5)
    assert not is_given(translate(tiny("fixed-context"), [TEXT])[0], 0)


@pytest.mark.parametrize("variant", ["fixed-context", "luong-none"])
def test_without_attention_there_is_nothing_to_explain(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    with pytest.raises(ValueError, match="has no attention"):
        cell_arithmetic(checkpoint, translate(checkpoint, [TEXT])[0], 0, 0)


@pytest.mark.parametrize(("step", "column"), [(-1, 0), (0, -1), (10_000, 0), (0, 10_000)])
def test_a_cell_that_does_not_exist_is_refused(tiny, step: int, column: int) -> None:
    checkpoint = tiny("luong-dot")
    with pytest.raises(ValueError, match="There is no cell at step"):
        cell_arithmetic(checkpoint, trace_of(checkpoint), step, column)


def test_a_trace_of_another_model_is_refused(tiny) -> None:
    trace = trace_of(tiny("luong-general"))
    with pytest.raises(ValueError, match="was made by another model"):
        cell_arithmetic(tiny("luong-general", seed=1), trace, 0, 0)
    with pytest.raises(ValueError, match="was made by another model"):
        cell_arithmetic(tiny("luong-dot"), trace, 0, 0)
    bare = tuple(replace(step, query=np.zeros(0)) for step in trace.steps)
    with pytest.raises(ValueError, match="was made by another model"):
        cell_arithmetic(tiny("luong-general"), replace(trace, steps=bare), 0, 0)
