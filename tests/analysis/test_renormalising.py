"""What maps would be under another alpha: rows by hand, the catalogue's, and what stays."""

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import torch

from alignoscope.analysis.arithmetic import cell_arithmetic
from alignoscope.analysis.normalising import alpha_of, named_alpha, weights_under
from alignoscope.analysis.renormalising import (
    alpha_row,
    alpha_weights,
    exact_zeros,
    under_alpha,
)
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.what_if import continue_from, rows_under_alpha
from alignoscope.interchange.trace_json import from_json, to_json
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.normalisers import NORMALISERS
from alignoscope.records.catalogue.normalisers import ALPHAS
from alignoscope.records.catalogue.normalisers import NORMALISERS as NAMES
from alignoscope.records.trace import Edited, Trace
from alignoscope.ui.player.decoding_mode import origin
from tests.shared.samples import VARIANTS
from tests.shared.traces import written

Z = np.array([2, 1, 0.1, -1])
TEXT = "She likes the red car."
Tiny = Callable[..., Checkpoint]


def scored(*rows: list[float]) -> Trace:
    """Return a trace of luong-dot with these scores, and their softmax as weights."""
    trace = written(["a"] * (len(rows) - 1), [[1, 0, 0]] * len(rows))
    scores = [np.array(row, dtype=np.float32) for row in rows]
    made = [np.exp(row) / np.exp(row).sum() for row in scores]
    steps = zip(trace.steps, scores, made, strict=True)
    return replace(trace, steps=tuple(replace(s, scores=e, weights=a) for s, e, a in steps))


def test_rows_by_hand() -> None:
    assert weights_under(Z, 1).tolist() == pytest.approx([0.6381, 0.2347, 0.0954, 0.0318], abs=5e-5)
    # Two have weight: (1 - tau)^2 + (1/2 - tau)^2 = 1, so tau = (3 - sqrt(7)) / 4.
    tau = (3 - math.sqrt(7)) / 4
    by_hand = [(1 - tau) ** 2, (0.5 - tau) ** 2, 0, 0]
    assert by_hand[:2] == pytest.approx([0.8307, 0.1693], abs=5e-5)
    assert weights_under(Z, 1.5).tolist() == pytest.approx(by_hand, rel=1e-9)
    assert weights_under(Z, 2).tolist() == pytest.approx([1, 0, 0, 0])
    assert (weights_under(Z, 1.5)[2:] == 0).all()
    assert (weights_under(Z, 2)[1:] == 0).all()


@pytest.mark.parametrize("name", NORMALISERS)
def test_the_catalogues_normalisers_are_of_the_family(name: str) -> None:
    rows = 3 * np.random.default_rng(5).standard_normal((11, 13))
    rows[:, 9:] = -np.inf
    expected = NORMALISERS[name](torch.from_numpy(rows)).numpy()
    np.testing.assert_allclose(weights_under(rows, NAMES[name].alpha), expected, atol=1e-12)


def test_a_larger_alpha_gives_weight_to_no_token_that_had_none() -> None:
    rows = 2 * np.random.default_rng(3).standard_normal((17, 19))
    found = [weights_under(rows, alpha) for alpha in ALPHAS]
    for before, after in pairwise(found):
        assert not (after[before == 0] > 0).any()
    counts = [(weights > 0).sum() for weights in found]
    assert counts[0] == rows.size > counts[10] > counts[20] >= len(rows)
    for weights in found:
        np.testing.assert_allclose(weights.sum(axis=1), 1, rtol=1e-12)


@pytest.mark.parametrize("variant", [name for name in VARIANTS if "local" in name or "max" in name])
def test_the_models_own_alpha_changes_no_number_and_windows_hide_what_they_hid(
    tiny: Tiny, variant: str
) -> None:
    trace = translate(tiny(variant), [TEXT])[0]
    own = alpha_of(variant)
    assert under_alpha(trace, own) is trace
    assert (alpha_weights(trace, own) == trace.weights).all()
    # The model's own steps, Gaussian and all, are the family's at its alpha.
    rows = np.array([alpha_row(replace(trace, variant=variant), i, own) for i in range(2)])
    np.testing.assert_array_equal(rows, trace.weights[:2])
    other = under_alpha(trace, 1.25)
    assert (other.weights[np.isneginf(trace.scores)] == 0).all()
    assert (other.weights.sum(axis=1) < 1 + 1e-6).all()


def test_the_gaussian_comes_behind_another_normaliser_too(tiny: Tiny) -> None:
    soft, sparse = (tiny(name) for name in ("luong-local-p", "luong-local-p-entmax15"))
    sparse.model.load_state_dict(soft.model.state_dict())
    of_soft, of_sparse = (force(one, [TEXT], ["Elle"])[0] for one in (soft, sparse))
    np.testing.assert_allclose(of_soft.scores[0], of_sparse.scores[0], rtol=1e-6)
    np.testing.assert_allclose(alpha_weights(of_soft, 1.5)[0], of_sparse.weights[0], atol=1e-6)


def test_rows_that_were_given_stay_and_the_trace_says_what_it_is() -> None:
    trace = scored([2, 1, 0.1], [2, 1, 0.1], [0, 0, 0])
    given = replace(trace.steps[1], weights=np.array([0, 0.5, 0.5]))
    trace = replace(
        trace,
        steps=(trace.steps[0], given, trace.steps[2]),
        mode="edited",
        edited=(Edited(step=1, how="by hand"),),
    )
    found = under_alpha(trace, 2)
    assert found.weights.tolist() == pytest.approx(
        np.array([[1, 0, 0], [0, 0.5, 0.5], [1 / 3, 1 / 3, 1 / 3]])
    )
    assert [edit.step for edit in found.edited] == [0, 1, 2]
    assert found.label == "luong-dot · alpha 2"
    assert found.id == trace.id
    assert exact_zeros(found, "words") == (3, 9)
    again = from_json(to_json([found]))[0]
    assert (again.mode, again.edited) == ("edited", found.edited)


def test_a_caption_names_alpha_and_says_that_nothing_is_decoded_again() -> None:
    trace = scored([2, 1, 0.1], [2, 1, 0.1])
    said = origin(under_alpha(trace, 1.5))
    assert said == (
        "the weights of all steps (alpha 1.5, over its own scores, nothing decoded again) were "
        "given"
    )
    forced = origin(under_alpha(replace(trace, mode="forced"), 1.5))
    assert forced == f"{said}, and so was the target"


def test_no_scores_no_other_weights() -> None:
    trace = written(["a"], [[1, 0, 0], [0, 1, 0]])
    assert under_alpha(trace, 1.5) is trace
    with pytest.raises(ValueError, match="no scores"):
        alpha_weights(trace, 1.5)
    with pytest.raises(ValueError, match="expected 1"):
        alpha_weights(scored([2, 1, 0.1], [0, 0, 0]), 2.5)


def test_an_edit_is_known_by_its_name() -> None:
    assert named_alpha("uniform, then alpha 1.6") == 1.6
    assert named_alpha("alpha 1.5, over its own scores, nothing decoded again") == 1.5
    for how in ("", "by hand", "alpha 1.6, then uniform", "alpha 9", "alpha ...", "beta 1.5"):
        assert named_alpha(how) is None


@pytest.mark.parametrize("variant", ["bahdanau-location-sensitive", "luong-local-p", "luong-dot"])
def test_all_rows_from_a_step_on_are_those_of_the_scores_decoded_with_them(
    tiny: Tiny, variant: str
) -> None:
    checkpoint = tiny(variant)
    own = translate(checkpoint, [TEXT])[0]
    target = own.target
    rows = rows_under_alpha(checkpoint, own.source, 1.6, 2, target=target)
    assert sorted(rows) == list(range(2, len(own.steps)))
    trace = continue_from(checkpoint, own.source, edits=rows, target=target)
    for step in rows:
        expected = alpha_row(trace, step, 1.6)
        np.testing.assert_allclose(trace.steps[step].weights, expected, atol=1e-6)
    np.testing.assert_array_equal(trace.weights[:2], own.weights[:2])


def test_the_arithmetic_of_a_cell_has_the_threshold_of_its_row(tiny: Tiny) -> None:
    checkpoint = tiny("luong-dot")
    trace = force(checkpoint, [TEXT], ["Elle aime la voiture rouge."])[0]
    found = cell_arithmetic(checkpoint, trace, 1, 3, 1.6)
    normalised, score = found.normalised, float(trace.steps[1].scores[3])
    above = 0.6 * (score - normalised.highest) - normalised.threshold
    assert found.weight == pytest.approx(max(above, 0) ** (1 / 0.6), rel=1e-6)
    assert not found.given
    shares = [cell_arithmetic(checkpoint, trace, 1, j, 1.6).share for j in range(len(trace.values))]
    assert sum(shares) == pytest.approx(1)
    row = alpha_row(trace, 1, 1.6)
    edited = continue_from(checkpoint, trace.source, edits={1: row}, target=trace.target)
    named = replace(edited, edited=(Edited(step=1, how="uniform, then alpha 1.6"),))
    again = cell_arithmetic(checkpoint, named, 1, 3)
    assert again.given
    assert again.normalised.alpha == 1.6
    assert again.weight == pytest.approx(found.weight, rel=1e-5)
