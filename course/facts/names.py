"""Facts about the formulas of one score: who writes it how, and which of them is another one."""

from collections.abc import Callable, Mapping

import torch
from torch import Tensor

from alignoscope.models.scores.additive import Additive

SIZE, HIDDEN = 3, 4  # Of the synthetic query and key, and of the vector in between.
CUTS = (1, 2, 3)
MATRIX = ((2, 0, 1, 1), (-1, 1, 0, 2))
QUERY, KEY = (1, 2), (3, -1)

ScoreFunction = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]  # Of query, key, W and v.


def _halves(q: Tensor, k: Tensor, both: Tensor, v: Tensor) -> Tensor:
    return v @ torch.tanh(both[:, :SIZE] @ q + both[:, SIZE:] @ k)


def _stacked(q: Tensor, k: Tensor, both: Tensor, v: Tensor) -> Tensor:
    return v @ torch.tanh(both @ torch.cat([q, k]))


def _bare(q: Tensor, k: Tensor, both: Tensor, v: Tensor) -> Tensor:
    return v[:SIZE] @ torch.tanh(q + k)


NAMES: Mapping[str, tuple[str, ScoreFunction]] = {
    "Bahdanau et al. 2015": ("vᵀ tanh(W s + U h)", _halves),
    "Luong et al. 2015": ("vᵀ tanh(W [h; h̄])", _stacked),
    "the key first": ("Vᵀ tanh(U h + W s)", _halves),
    "PyTorch": ("v @ tanh(W @ cat([q, k]))", _stacked),
    "Keras": ("vᵀ tanh(q + k)", _bare),
}


def odd_one() -> str:
    """Return whose formula gives another score than most do, with the same numbers in it."""
    scores = {name: _of_random(score) for name, (_, score) in NAMES.items()}
    usual = sorted(scores.values())[len(scores) // 2]
    (odd,) = (name for name, score in scores.items() if abs(score - usual) > 1e-4)
    return odd


def repair() -> str:
    """Return which input of Keras's formula needs a linear layer: "query", "key" or "both"."""
    wanted = _of_random(_stacked)
    made: Mapping[str, ScoreFunction] = {
        "query": lambda q, k, both, v: v @ torch.tanh(both[:, :SIZE] @ q + _wide(k)),
        "key": lambda q, k, both, v: v @ torch.tanh(_wide(q) + both[:, SIZE:] @ k),
        "both": _halves,
    }
    (found,) = (name for name, one in made.items() if abs(_of_random(one) - wanted) < 1e-4)
    return found


def products(cut: int) -> list[tuple[int, int]]:
    """Return, for each row of `MATRIX`, its products with [q; k] on both sides of a cut."""
    both = (*QUERY, *KEY)
    each = [[a * b for a, b in zip(row, both, strict=True)] for row in MATRIX]
    return [(sum(row[:cut]), sum(row[cut:])) for row in each]


def additive_parameters(query_size: int, key_size: int, hidden: int) -> int:
    """Return the number of parameters of an additive score with a bias."""
    return sum(part.numel() for part in Additive(query_size, key_size, hidden).parameters())


def _of_random(score: ScoreFunction) -> float:
    made = torch.Generator().manual_seed(0)
    sizes = ((SIZE,), (SIZE,), (HIDDEN, 2 * SIZE), (HIDDEN,))
    return float(score(*(torch.randn(size, generator=made) for size in sizes)))


def _wide(vector: Tensor) -> Tensor:
    return torch.cat([vector, vector.new_zeros(HIDDEN - SIZE)])
