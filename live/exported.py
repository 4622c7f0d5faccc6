"""Models as lists of torch calls, which JavaScript runs; `torch.export` finds the calls.

No formula of a model is repeated here: a new score needs no JavaScript if it uses known calls.
"""

import json
import math
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

import torch
from torch import Tensor, nn
from torch._ops import OpOverload
from torch.export import Dim, ExportedProgram, ShapesCollection, export
from torch.fx import Node
from torch.utils._pytree import tree_flatten_with_path, tree_map_only

from alignoscope.data.tokenizer import START_ID
from alignoscope.live.placed import placed_table
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.attention import Attention
from alignoscope.models.layers.encoder import Encoder
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.limits import MAX_TOKENS

KNOWN_CALLS = frozenset(
    json.loads((Path(__file__).parent / "engine/known_calls.json").read_text(encoding="utf-8"))
)
_EXAMPLE = 8  # tokens of the example that is exported; any number from 2 works afterwards
_BY_SOURCE = (
    "source",
    "memory.keys",
    "memory.values",
    "memory.mask",
    "state.past.weights",
    "state.past.last",
    "given",
)
_GROWING = {**dict.fromkeys(_BY_SOURCE, 1), "state.cache": 2}  # the axes of inputs that are tokens
_CHECKS = ("sym_constrain_range", "_assert")  # calls that compute nothing


class Program(NamedTuple):
    """A function of tensors as a list of torch calls.

    Every value has a number. An argument of a call is a constant, a list, or `{"value": number}`.

    Args:
        inputs: the number of each input, by name, such as `memory.keys`.
        weights: the number of each weight, by its name in the checkpoint.
        calls: the name of each torch call, the number of its result, and its arguments in the
            order of torch's schema.
        outputs: the number of each output, by name.
    """

    inputs: dict[str, int]
    weights: dict[str, int]
    calls: list[tuple[str, int, list]]
    outputs: dict[str, int]


class Exported(NamedTuple):
    """A model's programs; `given` is `step` with given weights, or None if it takes none.

    A Transformer takes none, nor does a model without attention.

    `longest` is the largest number of source tokens, with the end mark, and `placed` what the app's
    engine runs instead, or None if it cannot; see `live.placed`.
    """

    encode: Program
    step: Program
    given: Program | None
    longest: int
    placed: dict[str, Any] | None

    def to_json(self) -> str:
        """Return the programs as JSON."""
        parts = {
            name: part and part._asdict()
            for name, part in zip(self._fields, self[:3], strict=False)
        }
        more = {"longest": self.longest, "placed": self.placed}
        return json.dumps({**parts, **more}, separators=(",", ":"))


class _Encode(nn.Module):
    """From source ids [1, src_len] to the memory and the state before the first step."""

    def __init__(self, model: Seq2Seq) -> None:
        super().__init__()
        self.model = model

    def forward(self, parts: Mapping[str, Any]) -> dict[str, Any]:
        memory = self.model.encode(parts["source"])
        state = self.model.decoder.initial_state(memory)
        # A number of steps that is no tensor would become a constant.
        steps: Any = torch.zeros((), dtype=torch.long)
        return {"memory": memory, "state": state._replace(past=state.past._replace(steps=steps))}


class _Step(nn.Module):
    """From the token before [1], state, memory and perhaps given weights to one step's output."""

    def __init__(self, model: Seq2Seq) -> None:
        super().__init__()
        self.model = model

    def forward(self, parts: Mapping[str, Any]) -> dict[str, Any]:
        output = self.model.step(**parts)
        logits = self.model.logits(*output.written)
        own = {"query": output.query, "logits": logits, "state": output.state}
        if output.copying is not None:
            own["p_gen"] = torch.sigmoid(output.copying.gate)
        return {**own, **output.attention._asdict()}


@torch.library.custom_op("alignoscope::read_rnn", mutates_args=())
def read_rnn(
    inputs: Tensor, weight: Tensor, recurrent: Tensor, bias: Tensor, other: Tensor, cell: str
) -> Tensor:
    """Return the states [1, n, size] of a one-way RNN that reads `inputs` [1, n, input_size].

    It is one call for a whole sentence: torch's own would be exported once per token of the
    example. Only its shape is used here, and the engine computes the values.
    """
    return inputs.new_zeros(1, inputs.shape[1], recurrent.shape[1])


read_rnn.register_fake(read_rnn._init_fn)


class _WholeRnn(nn.Module):
    """A one-layer RNN of the encoder, as one call; its parameters have the same names."""

    def __init__(self, rnn: nn.RNNBase) -> None:
        super().__init__()
        for name, weight in rnn.named_parameters():
            self.register_parameter(name, weight)
        self.cell = rnn.mode

    def forward(self, inputs: Tensor) -> tuple[Tensor, None]:
        return read_rnn(inputs, *self.parameters(), self.cell), None


def export_model(checkpoint: Checkpoint) -> Exported:
    """Return a checkpoint's model as lists of torch calls.

    Raises:
        ValueError: if it uses a torch call that the engine does not have, or a constant tensor; the
            message begins with the variant.
    """
    model = _exportable(checkpoint.model)
    encode, step = _Encode(model), _Step(model)
    source = {"source": torch.full((1, _EXAMPLE), START_ID)}
    with torch.no_grad():
        parts = {"token": torch.tensor([START_ID]), **_stepped(encode(source))}
        given = {**parts, "given": torch.full((1, _EXAMPLE), 1 / _EXAMPLE)}
        takes = isinstance(model.decoder.attention, Attention)
        try:
            encoded, longest = _program(encode, source)
            stepped, _ = _program(step, parts)
            edited = _program(step, given)[0] if takes else None
            return Exported(encoded, stepped, edited, longest, placed_table(checkpoint.model))
        except ValueError as error:
            raise ValueError(f"{checkpoint.variant}: {error}") from error


def _stepped(parts: dict[str, Any]) -> dict[str, Any]:
    """Return an example's memory and state with tokens in a Transformer's cache.

    It is empty at first, and an axis of 0 or 1 would become a constant.
    """
    cache = parts["state"].cache
    if cache is not None:
        cache = cache.new_zeros(*cache.shape[:2], _EXAMPLE, cache.shape[3])
    return {**parts, "state": parts["state"]._replace(cache=cache)}


def _exportable(model: Seq2Seq) -> Seq2Seq:
    """Return the model with the same weights, without packed matrices, and with whole RNNs."""
    with torch.device("meta"):
        copy = Seq2Seq(model.config)
    copy.load_state_dict(model.state_dict(), assign=True)
    for layer in copy.encoder.layers if isinstance(copy.encoder, Encoder) else ():
        for i, rnn in enumerate(cast(nn.ModuleList, layer)):
            cast(nn.ModuleList, layer)[i] = _WholeRnn(cast(nn.RNNBase, rnn))
    return copy.eval().requires_grad_(False)


def _program(module: nn.Module, parts: Mapping[str, Any]) -> tuple[Program, int]:
    """Return a module's calls, and the largest number of source tokens."""
    # Example inputs that are one tensor would become one input.
    parts = tree_map_only(Tensor, torch.clone, parts)
    shapes, inputs = ShapesCollection(), _leaves(parts)
    for name, one in inputs.items():
        if name in _GROWING:
            shapes[one] = {_GROWING[name]: Dim.DYNAMIC}
    dynamic = shapes.dynamic_shapes(module, (parts,))
    with warnings.catch_warnings():
        # An RNN of torch lists its weights a second time, and the lists hold symbols for a while.
        warnings.filterwarnings("ignore", "The tensor attributes .*_flat_weights", UserWarning)
        exported = export(module, (parts,), dynamic_shapes=dynamic, strict=False)
    uppers = [limits.upper for limits in exported.range_constraints.values()]
    longest = int(min([MAX_TOKENS + 1, *uppers]))
    return _written(exported, list(inputs), list(_leaves(module(parts)))), longest


def _written(exported: ExportedProgram, inputs: list[str], outputs: list[str]) -> Program:
    """Return the calls of an exported module, whose inputs and outputs have these names."""
    program, number = Program({}, {}, [], {}), dict[str, int]()
    signature = exported.graph_signature
    input_of = dict(zip(filter(None, signature.user_inputs), inputs, strict=True))
    weight_of = signature.inputs_to_parameters
    unknown = set()
    for node in exported.graph.nodes:
        if node.op == "output":
            for name, one in zip(outputs, filter(None, node.args[0]), strict=True):
                program.outputs[name] = number[one.name]
        elif node.op == "call_function" and _call(node).startswith(_CHECKS):
            continue
        else:
            number[node.name] = len(number)
        if node.name in input_of:
            program.inputs[input_of[node.name]] = number[node.name]
        elif node.name in weight_of:
            program.weights[weight_of[node.name].removeprefix("model.")] = number[node.name]
        elif node.op == "placeholder" and node.users:  # A part that is None has no users.
            raise ValueError(f"{node.name} is a constant tensor. Compute it from a parameter.")
        elif node.op == "call_function":
            unknown |= {_call(node)} - KNOWN_CALLS
            program.calls.append((_call(node), number[node.name], _arguments(node, number)))
    if unknown:
        raise ValueError(
            f"the engine of live pages does not have the torch call {', '.join(sorted(unknown))}. "
            "Use another call, or add it to live/engine/calls.js."
        )
    return program


def _call(node: Node) -> str:
    """Return the name of a torch call with its overload, such as `add.Tensor`."""
    target = node.target
    if isinstance(target, OpOverload):
        return str(target).removeprefix("aten.")
    return cast(Any, target).__name__


def _arguments(node: Node, number: Mapping[str, int]) -> list:
    """Return a call's arguments in the order of its schema, up to the last that is not None."""
    arguments = list(node.args)
    if isinstance(node.target, OpOverload):
        names = [one.name for one in node.target._schema.arguments]
        arguments += [node.kwargs.get(name) for name in names[len(arguments) :]]
    while arguments and _argument(arguments[-1], number) is None:
        arguments.pop()
    return [_argument(one, number) for one in arguments]


def _argument(given: object, number: Mapping[str, int]) -> object:
    """Return an argument as JSON; what only says where a tensor is stored becomes None."""
    match given:
        case Node():
            return {"value": number[given.name]}
        case list() | tuple():
            return [_argument(one, number) for one in given]
        case torch.dtype():
            return str(given).removeprefix("torch.")
        case torch.device() | torch.layout() | torch.memory_format():
            return None
        case float() if math.isinf(given):
            return str(given)
    return given


def _leaves(parts: Mapping[str, Any]) -> dict[str, Tensor]:
    """Return the tensors of nested parts by their paths, such as `state.rnns.0.0`."""
    named = {}
    for path, one in tree_flatten_with_path(parts)[0]:
        if one is not None:
            keys = (
                getattr(key, "key", getattr(key, "name", getattr(key, "idx", ""))) for key in path
            )
            named[".".join(map(str, keys))] = one
    return named
