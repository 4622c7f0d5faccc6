"""Capture and check the attention weights of any PyTorch module while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature
from itertools import pairwise
from typing import TYPE_CHECKING, cast
from warnings import warn

import numpy as np

from alignoscope.analysis.doctor.examining import examine
from alignoscope.analysis.doctor.findings import Examined, Finding
from alignoscope.analysis.doctor.speech_rules import RECOGNITION, SYNTHESIS

if TYPE_CHECKING:
    from torch import Tensor, nn

KINDS = (
    "weights",
    "self-attention",
    "causal",
    "synthesis",
    "recognition",
)  # what the doctor is given
CLOSE = 0.02  # The tolerance for the sum of a row of weights.


def catch(
    module: nn.Module,
    run: Callable[[], object],
    *,
    pick: Callable[[object], object] | None = None,
    heads: int | None = None,
) -> np.ndarray:
    """Record the weights of an attention module while `run` runs: [batch, heads, tgt_len, src_len].

    The weights are the tensor in the module's output whose rows sum to 1. If no tensor qualifies, a
    module's only float tensor is recorded with a warning that names where weights may be.
    PyTorch's own MultiheadAttention is called once more before each call, for the weights of each
    head; so the model computes what it does without `catch`. A single call must return all target
    steps; of several calls, each is one step. If each call repeats the steps before it, the last
    row of each is its step.

    Args:
        module: the module that computes the weights.
        run: runs the model on one batch.
        pick: selects the weights from the module's output, if they are not found automatically. A
            module that keeps them: `pick=lambda _: module.attention_weights`.
        heads: the number of heads, if the module returns [batch * heads, tgt_len, src_len].

    Raises:
        ValueError: if `module` is no module or a scripted one, `run` is no function, or the module
            was not called, returned no weights, or was run on several batches.
    """
    from torch.nn import MultiheadAttention
    from torch.random import fork_rng

    _check_given(module, run)

    calls: list[np.ndarray] = []
    inputs: list[list[Tensor]] = []

    def ask(_: nn.Module, args: tuple, kwargs: dict) -> None:
        asked = signature(module.forward).bind(*args, **kwargs)
        asked.arguments |= {"need_weights": True, "average_attn_weights": False}
        devices = {one.device for one in module.parameters() if one.is_cuda}
        with fork_rng(devices, device_type="cuda"):  # Dropout draws the same numbers again.
            hear(module, args, kwargs, module.forward(*asked.args, **asked.kwargs))

    def hear(_: nn.Module, args: tuple, kwargs: dict, output: object) -> None:
        inputs.append([one for one in (*args, *kwargs.values()) if hasattr(one, "detach")])
        if pick is not None:
            found = _picked(pick(output))
        elif torchs_own and isinstance(output, tuple):
            found = as_array(output[1])  # Unbatched, [heads, tgt_len, src_len].
            found = found if found.ndim == 4 else found[None]
        else:
            found = _rows_of_one(output)
        calls.append(found.copy())

    torchs_own = isinstance(module, MultiheadAttention) and (
        "need_weights" in signature(module.forward).parameters
    )
    if torchs_own:  # The model's own call would compute something else if it returned weights.
        handle = module.register_forward_pre_hook(ask, with_kwargs=True)
    else:
        handle = module.register_forward_hook(hear, with_kwargs=True)
    try:
        run()
    finally:
        handle.remove()
    if not calls:
        raise ValueError(
            "The module was not called: give the very module that computes the weights. "
            "(PyTorch's fast path for encoders calls none: use it in training mode.)"
        )
    if _are_of_several(inputs):
        raise ValueError(
            f"The {len(calls)} calls of the module are of several sentences or batches: let `run` "
            "translate one."
        )
    if first := _repeated(inputs):
        raise ValueError(
            f"Call {first + 1} of the {len(calls)} calls of the module has the input of the first "
            "again, so `run` translates a sentence twice: let it translate once."
        )
    if not all(map(_has_weights, calls)):
        warn(_no_weights(module, calls, "the module" if pick is None else "pick"), stacklevel=2)
    found = _by_head(_joined(calls), heads)
    if len(calls) > 1 and _begin_alike(found):
        warn(
            f"The {len(found)} rows of the batch attend alike in the first step, and differently "
            "later. If `run` searches with a beam, its hypotheses change places between steps, so "
            "the weights of one row are not of one translation: let `run` decode greedily, or "
            "force the best translation.",
            stacklevel=2,
        )
    return found


def doctor(
    weights: object,
    source: Iterable[Iterable[str]] | None = None,
    target: Iterable[Iterable[str]] | None = None,
    *,
    again: object = None,
    alone: Sequence[object] | None = None,
    kind: str = KINDS[0],
) -> list[Finding]:
    """Check the weights of a batch against the rules of attention; each finding has a usual cause.

    Args:
        weights: the weights [batch, heads, tgt_len, src_len], as returned by `catch`.
        source: the source tokens of each sentence, to check padding and end marks.
        target: the target tokens of each sentence.
        again: the weights of a second run, to check that dropout is off.
        alone: the weights of each sentence run in a batch of one, to check that the batch does not
            change them.
        kind: "weights" of a source for a target; "self-attention" of the source tokens; "causal":
            self-attention in which no token may attend to a later one; "synthesis" of speech,
            whose rows are decoder steps; or "recognition", whose columns are encoder frames.

    Raises:
        ValueError: if the sizes of the batch differ, a sentence is no list of tokens, or `kind` is
            none of these.
    """
    if kind not in KINDS:
        raise ValueError(f"kind is {kind!r}: expected one of {', '.join(KINDS)}.")
    itself = kind in ("self-attention", "causal")
    if itself and target is not None:
        raise ValueError("Self-attention has no target: give its tokens as the source only.")
    source = _sentences("source", source)
    target = source if itself else _sentences("target", target)
    whole, second = as_array(weights), None if again is None else as_array(again)
    if whole.ndim != 4 or not whole.size:
        raise ValueError(f"The weights are {whole.shape}: expected [batch, heads, target, source].")
    batches = (("source", source), ("target", target), ("alone", alone), ("again", second))
    for name, given in batches:
        if given is not None and len(given) != len(whole):
            each, left = divmod(len(whole), max(1, len(given)))
            flat = whole.shape[1] == 1 and not left and each > 1
            way = f" If they are {each} heads of each, give catch heads={each}." if flat else ""
            raise ValueError(f"{name} has {len(given)} sentences, the weights {len(whole)}.{way}")
    return examine(
        [
            Examined(
                where=f"sentence {i + 1}",
                numbers=numbers[None],
                source=None if source is None else source[i],
                target=None if target is None else target[i],
                again=None if second is None else second[i][None],
                alone=None if alone is None else _one(alone[i]),
                itself=itself,
                causal=kind == "causal",
                time={"synthesis": SYNTHESIS, "recognition": RECOGNITION}.get(kind, ""),
            )
            for i, numbers in enumerate(whole)
        ]
    )


def _check_given(module: object, run: object) -> None:
    """Refuse what cannot be listened to or run."""
    from torch import nn
    from torch.jit import ScriptModule

    if not isinstance(module, nn.Module):
        what = module.__name__ if isinstance(module, type) else type(module).__name__
        raise ValueError(
            f"module is {what}: expected the module of the model that computes the weights, such "
            "as model.attention."
        )
    if isinstance(module, ScriptModule):
        raise ValueError("The module is scripted, and has no hooks: use it as before torch.jit.")
    if not callable(run):
        raise ValueError(
            f"run is a {type(run).__name__}: expected a function that runs the model, such as "
            "lambda: model(batch)."
        )


def _begin_alike(weights: np.ndarray) -> bool:
    """Return whether all of a batch [batch, heads, tgt_len, src_len] are equal in step 1 only.

    The first token of causal self-attention can only attend to itself, which tells nothing.
    """
    first, others = weights[:, :, 0], weights[:, :, 1:]
    several = bool((np.count_nonzero(first, axis=-1) > 1).any())
    return several and np.allclose(first, first[:1]) and not np.allclose(others, others[:1])


def _sentences(name: str, given: Iterable[Iterable[str]] | None) -> list[list[str]] | None:
    if given is None:
        return None
    sentences = list(given)
    if any(isinstance(each, str) for each in sentences):
        raise ValueError(f"The {name} is a list of texts: give the tokens of each sentence.")
    found = []
    for each in sentences:
        if (tokens := as_tokens(each)) is None:
            raise ValueError(
                f"The {name} is no list of tokens of each sentence, each a text. Of ids, give the "
                "tokens."
            )
        found.append(tokens)
    return found


def as_tokens(given: object) -> list[str] | None:
    """Return the tokens of a sequence, an array or a generator, or None if they are no texts."""
    try:
        tokens = list(cast(Iterable, given))
    except TypeError:
        return None
    if not all(isinstance(token, str) for token in tokens):
        return None
    return [*map(str, tokens)]  # A text of numpy shows itself as `np.str_`.


def _one(weights: object) -> np.ndarray:
    """Return the weights of a batch of one as [1, heads, tgt_len, src_len]."""
    found = as_array(weights)
    return found.reshape(1, -1, *found.shape[-2:])


def _joined(calls: Sequence[np.ndarray]) -> np.ndarray:
    """Concatenate the calls of a module into weights [batch, heads, tgt_len, src_len]."""
    shapes = [call.shape for call in calls]
    if _are_growing(shapes):
        calls = [calls[0], *(call[..., -1:, :] for call in calls[1:])]
        width = shapes[-1][-1]
        calls = [
            np.pad(one, [(0, 0)] * (one.ndim - 1) + [(0, width - one.shape[-1])]) for one in calls
        ]
    elif len(set(shapes)) > 1:
        raise ValueError(
            f"The module was called {len(calls)} times, with weights of the shapes "
            f"{sorted(set(shapes))}: let `run` translate one sentence or one batch, without a beam "
            "that shrinks."
        )
    one = calls[0]
    if len(calls) == 1:
        whole = one
        while whole.ndim < 3:  # The output is of one sentence, or of one step.
            whole = whole[None]
        return whole if whole.ndim == 4 else whole[:, None]
    if one.ndim >= 3 and (one.shape[-2] == 1 or _are_growing(shapes)):
        steps = np.concatenate(calls, axis=-2)
    elif one.ndim <= 2:
        steps = np.stack(calls, axis=-2)
    else:
        ones = "All numbers are 1: is the softmax over an axis of length 1?"
        raise ValueError(
            f"The module was called {len(calls)} times, each with {one.shape[-2]} rows: let `run` "
            "translate one sentence or one batch, and call the module once, or once per step. "
            + ones
            * bool((one == 1).all())
        )
    if steps.ndim == 2:
        steps = steps[None]
    return steps if steps.ndim == 4 else steps[:, None]


def _are_growing(shapes: Sequence[tuple[int, ...]]) -> bool:
    """Return whether each call has one row more, and as many columns or one column more."""
    if len(shapes) == 1 or len(shapes[0]) < 3 or len({len(shape) for shape in shapes}) > 1:
        return False
    steps = {tuple(np.subtract(now, before)) for before, now in pairwise(shapes)}
    rest = (0,) * (len(shapes[0]) - 2)
    return steps in ({(*rest, 1, 0)}, {(*rest, 1, 1)})


def _are_of_several(inputs: Sequence[Sequence[Tensor]]) -> bool:
    """Return whether calls share an input, such as the keys, but not all of them do.

    The steps of one batch read the same keys.
    """
    shared = [
        any(
            one is other or (one.shape == other.shape and bool((one == other).all()))
            for one, other in zip(now, before, strict=False)
            if one.is_floating_point() and one.ndim > 1  # No token, and no length.
        )
        for before, now in pairwise(inputs)
    ]
    return any(shared) and not all(shared)


def _repeated(inputs: Sequence[Sequence[Tensor]]) -> int:
    """Return the index of the first call that has all inputs of the first again, or 0.

    If all calls have the same inputs, the module does not depend on the step, and nothing repeats.
    """
    first, *others = inputs
    same = [
        len(one) == len(first)
        and all(
            a.shape == b.shape and bool((a == b).all()) for a, b in zip(first, one, strict=True)
        )
        for one in others
    ]
    return same.index(True) + 1 if any(same) and not same[0] else 0


def _by_head(weights: np.ndarray, heads: int | None) -> np.ndarray:
    """Return weights [batch * heads, 1, ...] as [batch, heads, ...]."""
    if heads is None:
        return weights
    if heads < 1:
        raise ValueError(f"heads is {heads}: expected the number of heads, 1 or more.")
    if weights.shape[1] != 1 or len(weights) % heads:
        raise ValueError(f"heads is {heads}: it does not fit weights of the shape {weights.shape}.")
    return weights.reshape(-1, heads, *weights.shape[2:])


def _picked(picked: object) -> np.ndarray:
    """Return the values that `pick` selected, as rows.

    Raises:
        ValueError: if it is no tensor of numbers.
    """
    array = as_array(picked)
    if not array.ndim or array.dtype.kind not in "fiub":
        what = "None" if picked is None else f"a {type(picked).__name__}"
        raise ValueError(
            f"pick returned {what}, which is no tensor of weights. If the module does not keep "
            "them, let its forward keep them (self.attention_weights = weights), or pick them from "
            "its output: pick=lambda output: output[1]."
        )
    return _row(array)


def _rows_of_one(output: object) -> np.ndarray:
    """Return the tensor in a module's output whose rows sum to 1, or else its only float tensor."""
    parts = list(output) if isinstance(output, tuple | list) else [output]
    if isinstance(output, Mapping):
        parts = list(output.values())
    arrays = [as_array(part) for part in parts if hasattr(part, "shape")]
    numbers = [_row(array) for array in arrays if array.size and array.dtype.kind == "f"]
    found = [array for array in numbers if _has_weights(array)]
    if len(found) == 1 or (len(numbers) == 1 and not found):
        return (found or numbers)[0]
    shapes = ", ".join(str(array.shape) for array in found or arrays) or "none"
    raise ValueError(
        f"{len(found) or 'No'} tensor{'s' * (len(found) > 1)} that the module returned "
        f"{'have' if found else 'has'} rows that sum to 1 (shapes: {shapes}). Choose the weights: "
        "catch(module, run, pick=lambda output: output[1])."
    )


def _row(array: np.ndarray) -> np.ndarray:
    """Return weights [..., src_len, 1] as rows [..., src_len]."""
    several = array.ndim > 1 and array.shape[-1] == 1 < array.shape[-2]
    return array[..., 0] if several and _has_weights(array[..., 0]) else array


def _no_weights(module: nn.Module, calls: Sequence[np.ndarray], by: str) -> str:
    """Return a warning that rows are no weights, and where the weights of a module may be.

    `by` is what returned them.
    """
    from torch import nn

    known = (nn.Softmax, nn.MultiheadAttention)
    kept = [
        f"pick=lambda _: module.{'.'.join(filter(None, [path, name]))}"
        for path, inner in module.named_modules()
        for name, value in vars(inner).items()
        if hasattr(value, "detach") and _has_weights(as_array(value))
    ]
    inner = [
        f"module.{name}" for name, one in module.named_modules() if name and isinstance(one, known)
    ]
    ways = [
        *([f"use {kept[0]}"] if kept else []),
        *([f"catch {' or '.join(inner)} instead"] if inner else []),
    ]
    below = any((call < 0).any() for call in calls)
    if not below and not ways:
        return "The rows do not all sum to 1: `doctor` reports what is wrong with them."
    how = ", or ".join(ways) or (
        "catch its softmax (an nn.Softmax), or where the module keeps them: "
        "pick=lambda _: module.attention_weights"
    )
    return (
        f"No weights were found: {by} returned "
        f"{'numbers below 0' if below else 'rows that do not all sum to 1'}, such as scores before "
        f"the softmax, a context, or a layer's output. For the weights, {how}."
    )


def _has_weights(array: np.ndarray) -> bool:
    """Return whether an array has rows that are weights: not negative, with sum 1."""
    if not array.ndim or not array.size:
        return False
    return bool(array.min() >= 0 and (np.abs(array.sum(axis=-1) - 1) < CLOSE).all())


def as_array(values: object) -> np.ndarray:
    """Return a tensor on any device, a sequence of them, or what numpy accepts, as an array.

    Raises:
        ValueError: if the parts of a sequence differ in shape.
    """
    if isinstance(values, list | tuple) and any(
        hasattr(one, "shape") or isinstance(one, list | tuple) for one in values
    ):
        parts = [as_array(one) for one in values]
        shapes = sorted({one.shape for one in parts})
        if len(shapes) > 1:
            raise ValueError(f"The parts of a list have the shapes {shapes}: expected one shape.")
        return np.stack(parts)
    detached = values.detach().cpu().float() if hasattr(values, "detach") else values
    return np.asarray(detached)
