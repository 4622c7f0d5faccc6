"""The torch calls of a model: those that encode a sentence, and those of one greedy step.

Calls are recorded while torch makes them, so a new score needs nothing here if it uses calls that
`tables` knows. The exporter of live pages finds the same calls, but takes seconds.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_unflatten

from alignoscope.models.seq2seq import Seq2Seq


class TorchCall(NamedTuple):
    """One call: its name with its overload, such as `add.Tensor`, its arguments and its result."""

    name: str
    args: tuple
    kwargs: Mapping[str, Any]
    result: Any


class Recording(NamedTuple):
    """What torch computed for one sentence and its first step.

    `state` are the first step's tensors before it, `copies` their copies that the step read, and
    `after` what the step made of them, in one order. `kept` are the parts that a trace keeps.
    """

    calls: list[TorchCall]
    source: Tensor  # [1, src_len]
    token: Tensor  # [1]
    state: list[Tensor]
    copies: list[Tensor]
    after: list[Tensor]
    kept: list[Tensor | None]  # query, scores, weights, context, center, heads, self_heads, p_gen
    values: Tensor  # [1, src_len, value_size]
    logits: Tensor  # [1, vocab_size]


class _Recorder(TorchDispatchMode):
    def __init__(self) -> None:
        super().__init__()
        self.calls: list[TorchCall] = []

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """Without this, torch imports its compiler, which takes seconds."""
        return False

    def __torch_dispatch__(
        self,
        func: Callable,
        types: Sequence[type],
        args: tuple = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> object:
        result = func(*args, **(kwargs or {}))
        self.calls.append(TorchCall(str(func).removeprefix("aten."), args, kwargs or {}, result))
        return result


# In inference mode torch reports whole calls, such as `linear`; else it reports their parts.
@torch.inference_mode()
def recorded(model: Seq2Seq, ids: Sequence[int], token: int) -> Recording:
    """Record what a model computes for the source `ids` and the first step, which reads `token`.

    The model must not be packed: packed matrices are no tensors.
    """
    source, read = torch.tensor([[*ids]]), torch.tensor([token])
    recorder = _Recorder()
    with recorder:
        memory = model.encode(source)
        first = model.decoder.initial_state(memory)
    # A number of steps that is no tensor would become a constant.
    steps: Any = torch.zeros((), dtype=torch.long)
    state, shape = tree_flatten(first._replace(past=first.past._replace(steps=steps)))
    copies = [one if one is None else one.clone() for one in state]
    with recorder:
        output = model.step(read, tree_unflatten(copies, shape), memory)
        logits = model.logits(*output.written)
        p_gen = None if output.copying is None else torch.sigmoid(output.copying.gate)
    after = tree_flatten(output.state)[0]
    return Recording(
        calls=recorder.calls,
        source=source,
        token=read,
        state=[one for one in state if one is not None],
        copies=[one for one in copies if one is not None],
        after=[one for one in after if one is not None],
        kept=[output.query, *output.attention, p_gen],
        values=memory.values,
        logits=logits,
    )
