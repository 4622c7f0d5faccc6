"""Capture and check the attention weights of any PyTorch module while it runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from warnings import warn

import numpy as np

from alignoscope.analysis.doctor.examining import examine
from alignoscope.analysis.doctor.findings import Examined, Finding

if TYPE_CHECKING:
    from torch import nn

CLOSE = 0.02  # The tolerance for the sum of a row of weights.


def catch(
    module: nn.Module,
    run: Callable[[], object],
    *,
    pick: Callable[[object], object] | None = None,
) -> np.ndarray:
    """Record the weights of an attention module while `run` runs: [batch, heads, tgt_len, src_len].

    The weights are the tensor in the module's output whose rows sum to 1. If no tensor qualifies, a
    module's only float tensor is recorded with a warning, and `doctor` shows what is wrong with it.
    PyTorch's own MultiheadAttention is made to return the weights of each head. A single call must
    return all target steps; of several calls, each is one step.

    Args:
        module: the module that computes the weights.
        run: runs the model on one batch.
        pick: selects the weights from the module's output, if they are not found automatically.

    Raises:
        ValueError: if the module was not called, or returned no weights.
    """
    calls: list[np.ndarray] = []

    def ask(_: nn.Module, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
        return args, kwargs | {"need_weights": True, "average_attn_weights": False}

    def hear(_: nn.Module, __: tuple, output: object) -> None:
        chosen = _rows_of_one(output) if choose is None else choose(output)
        calls.append(as_array(chosen).copy())

    torchs_own = type(module).__name__ == "MultiheadAttention"
    choose = _second if torchs_own and pick is None else pick
    handles = [module.register_forward_hook(hear)]
    if torchs_own:
        handles.append(module.register_forward_pre_hook(ask, with_kwargs=True))
    try:
        run()
    finally:
        for handle in handles:
            handle.remove()
    if not calls:
        raise ValueError(
            "The module was not called: give the very module that computes the weights. "
            "(PyTorch's fast path for encoders calls none: use it in training mode.)"
        )
    if pick is None and not all(map(_has_weights, calls)):
        warn("The rows do not all sum to 1: `doctor` says what is wrong with them.", stacklevel=2)
    return _joined(calls)


def doctor(
    weights: object,
    source: Sequence[Sequence[str]] | None = None,
    target: Sequence[Sequence[str]] | None = None,
    *,
    again: object = None,
    alone: Sequence[object] | None = None,
) -> list[Finding]:
    """Check the weights of a batch against the rules of attention; each finding has a usual cause.

    Args:
        weights: the weights [batch, heads, tgt_len, src_len], as returned by `catch`.
        source: the source tokens of each sentence, to check padding and end marks.
        target: the target tokens of each sentence.
        again: the weights of a second run, to check that dropout is off.
        alone: the weights of each sentence run in a batch of one, to check that the batch does not
            change them.

    Raises:
        ValueError: if the sizes of the batch differ.
    """
    whole, second = as_array(weights), None if again is None else as_array(again)
    if whole.ndim != 4 or not whole.size:
        raise ValueError(f"The weights are {whole.shape}: expected [batch, heads, target, source].")
    for name, given in (("source", source), ("target", target), ("alone", alone)):
        if given is not None and len(given) != len(whole):
            raise ValueError(f"{name} has {len(given)} sentences, the weights {len(whole)}.")
    return examine(
        [
            Examined(
                where=f"sentence {i + 1}",
                numbers=numbers[None],
                source=None if source is None else source[i],
                target=None if target is None else target[i],
                again=None if second is None else second[i][None],
                alone=None if alone is None else _one(alone[i]),
            )
            for i, numbers in enumerate(whole)
        ]
    )


def _one(weights: object) -> np.ndarray:
    """Return the weights of a batch of one as [1, heads, tgt_len, src_len]."""
    found = as_array(weights)
    return found.reshape(1, -1, *found.shape[-2:])


def _joined(calls: Sequence[np.ndarray]) -> np.ndarray:
    """Concatenate the calls of a module into weights [batch, heads, tgt_len, src_len]."""
    shapes = sorted({call.shape for call in calls})
    if len(shapes) > 1:
        raise ValueError(
            f"The module was called {len(calls)} times, with weights of the shapes {shapes}: let "
            "`run` translate one batch, without a beam that shrinks."
        )
    if len(calls) == 1:
        whole = calls[0]
        while whole.ndim < 3:  # The output is of one sentence, or of one step.
            whole = whole[None]
        return whole if whole.ndim == 4 else whole[:, None]
    one = calls[0]
    if one.ndim >= 3 and one.shape[-2] == 1:
        steps = np.concatenate(calls, axis=-2)
    elif one.ndim <= 2:
        steps = np.stack(calls, axis=-2)
    else:
        raise ValueError(
            f"The module was called {len(calls)} times, each with {one.shape[-2]} rows: let `run` "
            "call it once, or once a step."
        )
    if steps.ndim == 2:
        steps = steps[None]
    return steps if steps.ndim == 4 else steps[:, None]


def _rows_of_one(output: object) -> object:
    """Return the tensor in a module's output whose rows sum to 1, or else its only float tensor."""
    parts = list(output) if isinstance(output, tuple | list) else [output]
    if isinstance(output, dict):
        parts = list(output.values())
    arrays = [as_array(part) for part in parts if hasattr(part, "shape")]
    numbers = [array for array in arrays if array.size and array.dtype.kind == "f"]
    found = [array for array in numbers if _has_weights(array)]
    if found or len(numbers) == 1:
        return (found or numbers)[0]
    shapes = ", ".join(str(array.shape) for array in arrays) or "none"
    raise ValueError(
        f"No tensor that the module returned has rows that sum to 1 (shapes: {shapes}). Choose it: "
        "catch(module, run, pick=lambda output: output[1])."
    )


def _second(output: object) -> object:
    """Return the second item of a module's output: the weights, by PyTorch's convention."""
    assert isinstance(output, tuple)
    return output[1]


def _has_weights(array: np.ndarray) -> bool:
    """Return whether an array has rows that are weights: not negative, with sum 1."""
    if not array.ndim or not array.size:
        return False
    return bool(array.min() >= 0 and (np.abs(array.sum(axis=-1) - 1) < CLOSE).all())


def as_array(values: object) -> np.ndarray:
    """Return a tensor on any device, a sequence of them, or what numpy accepts, as an array."""
    if isinstance(values, list | tuple) and any(hasattr(one, "shape") for one in values):
        return np.stack([as_array(one) for one in values])
    detached = values.detach().cpu().float() if hasattr(values, "detach") else values
    return np.asarray(detached)
