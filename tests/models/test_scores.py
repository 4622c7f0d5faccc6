"""Each score function against its formula, worked out in plain Python."""

import math

import pytest
import torch

from alignoscope.models.scores import SCORES
from alignoscope.models.scores.additive import Additive, Concat
from alignoscope.models.scores.location import Coverage, Location, LocationSensitive
from alignoscope.models.scores.multiplicative import Dot, General, ScaledDot

QUERY, KEYS = [2.0, -1.0, 3.0], [[1.0, 4.0, -2.0], [0.0, 1.0, 1.0]]


def scores_of(score: torch.nn.Module, query: list[float], keys: list[list[float]]) -> list[float]:
    return score(torch.tensor([[query]]), score.project(torch.tensor([keys])))[0, 0].tolist()


def matrix(rows: int, columns: int) -> list[list[float]]:
    return [[0.1 * (i + 1) - 0.2 * j for j in range(columns)] for i in range(rows)]


def times(rows: list[list[float]], vector: list[float]) -> list[float]:
    return [sum(w * x for w, x in zip(row, vector, strict=True)) for row in rows]


def test_dot_multiplies_query_and_key() -> None:
    assert scores_of(Dot(3, 3, 5), QUERY, KEYS) == [2 - 4 - 6, -1 + 3]


def test_scaled_dot_divides_by_the_root_of_the_size() -> None:
    expected = [-8 / math.sqrt(3), 2 / math.sqrt(3)]
    assert scores_of(ScaledDot(3, 3, 5), QUERY, KEYS) == pytest.approx(expected)


def test_general_multiplies_the_query_with_the_projected_key() -> None:
    score, weight = General(3, 2, 5), matrix(3, 2)
    score.load_state_dict({"key.weight": torch.tensor(weight)})
    keys = [[1.0, -2.0], [0.5, 3.0]]
    expected = [sum(q * k for q, k in zip(QUERY, times(weight, key), strict=True)) for key in keys]
    assert scores_of(score, QUERY, keys) == pytest.approx(expected)


def test_concat_feeds_query_and_key_through_one_layer() -> None:
    score, weight, v = Concat(3, 2, 5), matrix(5, 5), [0.3, -0.7, 1.1, 0.2, -0.4]
    score.load_state_dict({"both.weight": torch.tensor(weight), "v.weight": torch.tensor([v])})
    keys = [[1.0, -2.0], [0.5, 3.0]]
    hidden = [[math.tanh(x) for x in times(weight, QUERY + key)] for key in keys]
    expected = [sum(a * b for a, b in zip(v, row, strict=True)) for row in hidden]
    assert scores_of(score, QUERY, keys) == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_additive_adds_projected_query_projected_key_and_bias() -> None:
    score, w1, w2 = Additive(3, 2, 5), matrix(5, 3), matrix(5, 2)
    b, v = [0.5, -0.1, 0.0, 0.2, 0.9], [0.3, -0.7, 1.1, 0.2, -0.4]
    state = {"query.weight": w1, "key.weight": w2, "key.bias": b, "v.weight": [v]}
    score.load_state_dict({name: torch.tensor(value) for name, value in state.items()})
    keys = [[1.0, -2.0], [0.5, 3.0]]
    expected = [
        sum(v[i] * math.tanh(times(w1, QUERY)[i] + times(w2, key)[i] + b[i]) for i in range(5))
        for key in keys
    ]
    assert scores_of(score, QUERY, keys) == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_concat_and_additive_are_one_function_of_the_same_weights() -> None:
    concat, additive = Concat(3, 2, 7), Additive(3, 2, 7)
    both = concat.both.weight.detach()
    additive.load_state_dict(
        {
            "query.weight": both[:, :3],
            "key.weight": both[:, 3:],
            "key.bias": torch.zeros(7),
            "v.weight": concat.v.weight.detach(),
        }
    )
    query, keys = torch.randn(5, 7, 3), torch.randn(5, 11, 2)
    found = [score(query, score.project(keys)) for score in (concat, additive)]
    torch.testing.assert_close(*found)


def test_location_reads_the_query_alone() -> None:
    score = Location(3, 3, 5)
    weight = [[0.01 * i, -0.02 * i, 1.0] for i in range(Location.POSITIONS)]
    score.load_state_dict({"position.weight": torch.tensor(weight)})
    expected = times(weight[:2], QUERY)
    assert scores_of(score, QUERY, KEYS) == pytest.approx(expected)
    assert scores_of(score, QUERY, [[9.0] * 3, [7.0] * 3]) == pytest.approx(expected)


def test_location_sensitive_adds_where_the_weight_has_been() -> None:
    torch.manual_seed(0)
    score, past = LocationSensitive(3, 3, 5), [0.7, 1.3]
    found = score(
        torch.tensor([[QUERY]]), score.project(torch.tensor([KEYS])), torch.tensor([past])
    )[0, 0].tolist()
    weights = {name: weight.tolist() for name, weight in score.state_dict().items()}
    reach = LocationSensitive.WIDTH // 2
    expected = []
    for j, key in enumerate(KEYS):
        features = [
            sum(row[0][reach + i - j] * past[i] for i in range(2))
            for row in weights["filters.weight"]
        ]
        parts = (
            times(weights["query.weight"], QUERY),
            times(weights["key.weight"], key),
            weights["key.bias"],
            times(weights["location.weight"], features),
        )
        hidden = [math.tanh(sum(terms)) for terms in zip(*parts, strict=True)]
        expected += times(weights["v.weight"], hidden)
    assert found == pytest.approx(expected, rel=1e-5, abs=1e-5)


def test_coverage_adds_how_much_weight_each_token_has_had() -> None:
    score, w, u = Coverage(3, 2, 5), matrix(5, 3), matrix(5, 2)
    b, v = [0.5, -0.1, 0.0, 0.2, 0.9], [0.3, -0.7, 1.1, 0.2, -0.4]
    c = [0.6, -1.2, 0.1, 0.8, -0.5]
    state = {"query.weight": w, "key.weight": u, "key.bias": b, "v.weight": [v]}
    state["coverage.weight"] = [[row] for row in c]
    score.load_state_dict({name: torch.tensor(value) for name, value in state.items()})
    keys, past = [[1.0, -2.0], [0.5, 3.0], [-1.5, 0.25]], [0.7, 1.3, 0.0]
    expected = [
        sum(
            v[i] * math.tanh(times(w, QUERY)[i] + times(u, key)[i] + c[i] * had + b[i])
            for i in range(5)
        )
        for key, had in zip(keys, past, strict=True)
    ]
    found = score(
        torch.tensor([[QUERY]]), score.project(torch.tensor([keys])), torch.tensor([past])
    )
    assert found[0, 0].tolist() == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_coverage_is_additive_where_nothing_was_read_yet() -> None:
    coverage, additive = Coverage(3, 2, 7), Additive(3, 2, 7)
    coverage.load_state_dict(additive.state_dict() | {"coverage.weight": torch.ones(7, 1)})
    query, keys = torch.randn(5, 1, 3), torch.randn(5, 11, 2)
    at_first, later = (
        coverage(query, coverage.project(keys), past) for past in (None, torch.ones(5, 11))
    )
    expected = additive(query, additive.project(keys))
    torch.testing.assert_close(at_first, expected)
    assert (later - expected).abs().min() > 1e-6


@pytest.mark.parametrize("name", ["dot", "scaled-dot"])
def test_dot_products_refuse_unequal_sizes_and_say_both(name: str) -> None:
    with pytest.raises(ValueError, match=r"got 3 and 2.*'general'"):
        SCORES[name](3, 2, 5)


@pytest.mark.parametrize("name", SCORES)
def test_every_score_is_differentiable_in_query_and_keys(name: str) -> None:
    score = SCORES[name](3, 3, 5).double()
    n = 1 if getattr(score, "sequential", False) else 7
    query = torch.randn(2, n, 3, dtype=torch.float64, requires_grad=True)
    keys = torch.randn(2, 5, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda q, k: score(q, score.project(k)), (query, keys))


def test_scaled_dot_agrees_with_torchs_own_attention() -> None:
    torch.manual_seed(0)
    query, keys = torch.randn(5, 7, 3), torch.randn(5, 11, 3)
    scores = ScaledDot(3, 3, 5)(query, keys)
    expected = torch.nn.functional.scaled_dot_product_attention(query, keys, keys)
    torch.testing.assert_close(torch.softmax(scores, dim=-1) @ keys, expected)
