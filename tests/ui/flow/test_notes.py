"""What the flow gets beside the weights: annotations, sizes of words, and formulas."""

import re
from base64 import b64decode
from dataclasses import replace

import numpy as np
import pytest

from alignoscope.records.catalogue.normalisers import NORMALISERS, SOFTMAX
from alignoscope.records.trace import Trace
from alignoscope.records.variant import is_transformer, parse_variant
from alignoscope.ui.flow.notes import STRIPES, flow_notes, picked
from tests.shared.samples import VARIANTS
from tests.shared.traces import written


def with_values(values: np.ndarray) -> Trace:
    return replace(written(["rouge"], [[0.5, 0.25, 0.25], [0, 0, 1]]), values=values)


def test_the_values_are_evenly_spaced_dimensions_of_one_scale() -> None:
    values = np.arange(3 * 256).reshape(3, 256) - 300.0
    found = np.frombuffer(b64decode(flow_notes(with_values(values)).values), dtype=np.int8)
    drawn = values[:, ::8]
    assert list(picked(256)) == list(range(0, 256, 8))
    assert found.size == 3 * STRIPES
    np.testing.assert_allclose(found.reshape(3, STRIPES) / 127 * np.abs(drawn).max(), drawn,
                               atol=np.abs(drawn).max() / 254 + 1e-9)  # fmt: skip


def test_short_values_are_drawn_whole_and_missing_ones_not() -> None:
    assert list(picked(6)) == [0, 1, 2, 3, 4, 5]
    assert flow_notes(with_values(np.zeros((3, 0)))).values == ""
    assert flow_notes(with_values(np.zeros((3, 4)))).values == ""


def test_the_weights_of_heads_are_65535ths_step_by_step() -> None:
    trace = written(["rouge"], [[0.5, 0.25, 0.25], [0, 0, 1]])
    heads = np.array([[[1, 0, 0], [0, 0.5, 0.5]], [[0, 0, 1], [0, 0, 1]]])
    steps = tuple(replace(step, heads=rows) for step, rows in zip(trace.steps, heads, strict=True))
    found = np.frombuffer(b64decode(flow_notes(replace(trace, steps=steps)).heads), dtype="<u2")
    half = 32_768
    assert found.tolist() == [65_535, 0, 0, 0, half, half, 0, 0, 65_535, 0, 0, 65_535]
    assert flow_notes(trace).heads == ""


def test_self_attention_has_one_token_more_at_each_step() -> None:
    trace = written(["rouge"], [[0.5, 0.25, 0.25], [0, 0, 1]])
    read = np.array([[1.0], [1]]), np.array([[1, 0], [0.5, 0.5]])
    steps = tuple(
        replace(one, self_heads=rows) for one, rows in zip(trace.steps, read, strict=True)
    )
    notes = flow_notes(replace(trace, steps=steps))
    found = np.frombuffer(b64decode(notes.self_heads), dtype="<u2")
    assert found.tolist() == [65_535, 65_535, 65_535, 0, 32_768, 32_768]
    assert flow_notes(trace).self_heads == ""


def test_a_transformer_has_the_formulas_of_a_head_and_no_clock() -> None:
    trace = written(["rouge"], [[0.5, 0.25, 0.25], [0, 0, 1]], variant="transformer")
    notes = flow_notes(replace(trace, timing="transformer"))
    _, scores, weights, context, _, output, earlier = notes.formulas
    assert scores == "e_{tj} = q_{t} · k_{j} / √d_{k}"
    assert weights == "α_{tj} = exp(e_{tj}) / Σ_{k} exp(e_{tk})"
    assert "MultiHead(Q, K, V) = Concat(head_{1}, …, head_{h}) W^{O}" in context
    assert output.startswith("p(y_{t}")
    assert earlier == "s_{t} ← s_{t} + MultiHead(s_{t}, s_{≤t}, s_{≤t})"
    assert notes.clock is None


@pytest.mark.parametrize("variant", [one for one in VARIANTS if not is_transformer(one)])
def test_each_variant_has_a_formula_per_beat_in_its_own_index(variant: str) -> None:
    parts = parse_variant(variant)
    trace = written(["rouge"], [[0.5, 0.25, 0.25], [0, 0, 1]], variant=variant)
    notes = flow_notes(replace(trace, timing=parts.timing))
    _, scores, weights, context, update, output = notes.formulas
    index = "i" if parts.timing == "bahdanau" else "t"
    asks = {"bahdanau": "s_{i−1}", "luong": "h_{t}", "tacotron": "h_{t}", "nematus": "q_{t}"}
    note = "h̄" if asks[parts.timing].startswith("h") else "h"
    if parts.score == "none":
        assert "{formula_none}" in scores
        assert "{formula_constant}" in context
    else:
        assert f"a({asks[parts.timing]}, {note}_{{j}})" in scores
        assert context == f"c_{{{index}}} = Σ_{{j}} α_{{{index}j}} {note}_{{j}}"
        named = {"softmax": "exp(", "entmax15": "1.5-entmax(", "sparsemax": "sparsemax("}
        named["monotonic"] = "min {k ≥ t_{"
        assert named[parts.normaliser] in weights
    assert ("h̃_{t−1}" in update) == parts.input_feeding
    assert f"p(y_{{{index}}}" in output
    assert (f"(1 − p_{{gen}}) Σ_{{j}} α_{{{index}j}} [x_{{j}} = w]" in output) == parts.copying
    assert notes.updates_first == (parts.timing != "bahdanau")
    assert notes.clock is not None


@pytest.mark.parametrize(
    ("variant", "update", "word"),
    [
        ("bahdanau-additive", "s_{i} = f(s_{i−1}, [E y_{i−1}; c_{i}])", "p(y_{i}"),
        (
            "luong-dot",
            "h_{t} = f(h_{t−1}, E y_{t−1})",
            "h̃_{t} = tanh(W_{c} [c_{t}; h_{t}]), {formula_then} p(y_{t}",
        ),
        (
            "luong-dot-feed",
            "h_{t} = f(h_{t−1}, [E y_{t−1}; h̃_{t−1}])",
            "h̃_{t} = tanh(W_{c} [c_{t}; h_{t}]), {formula_then} p(y_{t}",
        ),
        (
            "tacotron-additive",
            "h_{t} = f(h_{t−1}, [E y_{t−1}; c_{t−1}])",
            "x_{0} = W [h_{t}; c_{t}], {formula_then} x_{k} = x_{k−1} + f_{k}(x_{k−1}), "
            "{formula_then} p(y_{t}",
        ),
        (
            "nematus-additive",
            "q_{t} = f_{1}(s_{t−1}, E y_{t−1})",
            "s_{t} = f_{2}(q_{t}, c_{t}), {formula_then} p(y_{t}",
        ),
    ],
)
def test_the_update_is_that_of_the_catalogue(variant: str, update: str, word: str) -> None:
    notes = flow_notes(written(["rouge"], [[0.5, 0.25, 0.25], [0, 0, 1]], variant=variant))
    assert notes.formulas[4] == update
    assert notes.formulas[5].startswith(word)


def test_the_softmax_is_that_of_the_catalogue() -> None:
    notes = flow_notes(written(["rouge"], [[0.5, 0.25, 0.25], [0, 0, 1]], variant="luong-dot"))
    latex = NORMALISERS[SOFTMAX].formula
    plain = re.sub(r"\\frac\{(.*)\}\{(.*)\}", r"\1 / \2", latex).replace(r"\sum_k", "Σ_{k}")
    plain = re.sub(r"\\exp e_(\w)", r"exp(e_{t\1})", plain).replace("a_j", "α_{tj}")
    assert notes.formulas[2] == plain


@pytest.mark.parametrize("variant", VARIANTS)
def test_weights_under_a_gaussian_are_not_said_to_sum_to_1(variant: str) -> None:
    notes = flow_notes(written(["rouge"], [[0.5, 0.25, 0.25], [0, 0, 1]], variant=variant))
    gaussian = "local-p" in variant
    assert notes.formulas[2].endswith(" · exp(−2((j − p) / D)²)") == gaussian
    assert notes.sums_to_one == (not gaussian and "monotonic" not in variant)


def test_an_encoder_that_reads_one_way_has_one_state_per_word() -> None:
    one = written(["rouge"], [[0.5, 0.25, 0.25], [0, 0, 1]], variant="fixed-context")
    found = [flow_notes(replace(one, bidirectional=both)).formulas for both in (False, True)]
    assert [formulas[0] for formulas in found] == ["h_{j} = →h_{j}", "h_{j} = [→h_{j}; ←h_{j}]"]
    assert ["←" in formulas[3] for formulas in found] == [False, True]


def test_a_last_word_is_the_end_mark_only_if_the_sentence_has_one() -> None:
    trace = written(["rouge"], [[0.5, 0.25, 0.25], [0, 0, 1]])
    assert (flow_notes(trace).source_ends, flow_notes(trace).target_ends) == (True, True)
    unmarked = replace(trace.source, words=("at", "the", "end"))
    notes = flow_notes(replace(trace, source=unmarked))
    assert (notes.source_ends, notes.target_ends) == (False, True)


def test_a_model_of_another_tool_has_no_formulas() -> None:
    notes = flow_notes(written(["rouge"], [[1, 0, 0], [0, 0, 1]], variant="their-model"))
    assert notes.formulas == ()
    assert notes.sums_to_one
