"""Recorded calls as a table of numbers: which call, on which numbers of the engine's memory.

Recordings of sources of different lengths give tables with the same calls. All numbers of a table
are a + b n for a source of n tokens, so two tables tell those of every length.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from alignoscope.decoding.engine.calls import Recording, TorchCall

# The order of the codes in `engine.c`.
CODES = (
    *("place", "linear", "embed", "multiply", "rnn", "softmax", "sum", "most", "cumulate"),
    *("sort", "gather", "pick", "scatter_add", "convolve", "range"),
    *("tanh", "sigmoid", "exp", "log", "sqrt", "abs", "not", "add", "sub", "mul", "div"),
    *("min", "max", "ne", "eq", "gt", "ge", "lt", "le", "where"),
)
RNNS = ("rnn_tanh", "gru", "lstm")  # the order in `engine.c`
AXES = OPERANDS = 4
EXTRA = 1 + AXES + OPERANDS + OPERANDS * AXES  # the first of a row's last 7 numbers
ROW = EXTRA + 7
BYTES = 4  # of a number
_EACH = {
    "tanh.default": "tanh",
    "sigmoid.default": "sigmoid",
    "exp.default": "exp",
    "log.default": "log",
    "sqrt.default": "sqrt",
    "abs.default": "abs",
    "bitwise_not.default": "not",
    "logical_not.default": "not",
    "add.Tensor": "add",
    "sub.Tensor": "sub",
    "mul.Tensor": "mul",
    "div.Tensor": "div",
    "minimum.default": "min",
    "maximum.default": "max",
    "clamp_min.default": "max",
    "clamp_max.default": "min",
    "__and__.Tensor": "mul",
    "bitwise_and.Tensor": "mul",
    "logical_and.default": "mul",
    "__or__.Tensor": "max",
    "bitwise_or.Tensor": "max",
    "logical_or.default": "max",
    **{f"{name}.Scalar": name for name in ("ne", "eq", "gt", "ge", "lt", "le")},
    **{f"{name}.Tensor": name for name in ("ne", "eq", "gt", "ge", "lt", "le")},
}
_SAME = {
    *("detach.default", "detach_.default", "lift_fresh.default", "alias.default"),
    *("clone.default", "contiguous.default", "dropout.default"),
}
_TRUTHS = {name for name in _EACH if name.startswith(("bitwise", "__"))}
_FILLED = {"zeros": 0, "zeros_like": 0, "new_zeros": 0, "ones": 1, "ones_like": 1, "new_ones": 1}


class UnknownCallError(Exception):
    """A call, or a form of it, that the engine does not have."""


class TensorView(NamedTuple):
    """A tensor: numbers of a buffer from `first` on, and how many lie between neighbours."""

    buffer: int
    first: int
    shape: tuple[int, ...]
    steps: tuple[int, ...]


class Matrix(NamedTuple):
    """A weight [rows, columns] of products or embeddings, and the buffer of its bias or -1."""

    weight: Tensor
    bias: int


class CallRow(NamedTuple):
    """A call. Its addresses count from the start of a buffer, which `owners` name; -1 is none."""

    numbers: list[int]
    owners: list[int]


class CallTable:
    """The calls of one recording: those of a sentence, and those of each of its steps.

    Raises:
        UnknownCallError: if there is a call that the engine does not have.
    """

    def __init__(self, recording: Recording) -> None:
        self.once: list[CallRow] = []
        self.each_step: list[CallRow] = []
        self.sizes: list[int] = []  # numbers in each buffer
        self.constants: dict[int, Tensor] = {}  # the content of buffers that never change
        self.matrices: dict[int, Matrix] = {}  # by buffer
        self._views: dict[int, TensorView] = {}
        self._weights: dict[int, Tensor] = {}  # constants by id: of parameters, and made of them
        self._buffers: dict[object, int] = {}
        self.stepwise: set[int] = set()  # buffers that each step writes
        self.source = self._input(recording.source)
        self.token = self._input(recording.token, stepwise=True)
        self.states = [self._input(one, stepwise=True) for one in recording.copies]
        for call in recording.calls:
            self._add(call)
        for state, first in zip(self.states, recording.state, strict=True):
            self._place(self._read(first), state, self.once)
        after = [self._moved(self._read(one)) for one in recording.after]
        self.kept = [
            None if one is None else self._contiguous(self._moved(self._read(one)))
            for one in recording.kept
        ]
        if [one.shape for one in self.states] != [one.shape for one in after]:
            raise UnknownCallError("the state of a step, which grows")
        self.logits = self._contiguous(self._read(recording.logits))
        self.values = self._contiguous(self._read(recording.values))
        for state, new in zip(self.states, after, strict=True):
            self._place(new, state, self.each_step)

    def _moved(self, view: TensorView) -> TensorView:
        """Return a view that no step's new state overwrites before it is read."""
        return self._copied(view) if any(view.buffer == one.buffer for one in self.states) else view

    def product_with(self, weight: Tensor) -> int | None:
        """Return the one call of a step that multiplies one row by a weight, or None.

        `weight` is [vocab_size, embedding_size].
        """
        found = []
        for i, row in enumerate(self.each_step):
            matrix = self.matrices.get(row.owners[EXTRA])
            if row.numbers[:2] == [CODES.index("linear"), 1] and matrix and matrix.weight is weight:
                found.append(i)
        return found[0] if len(found) == 1 else None

    # Buffers

    def _new(self, shape: Sequence[int], *, stepwise: bool = False) -> TensorView:
        self.sizes.append(math.prod(shape))
        if stepwise:
            self.stepwise.add(len(self.sizes) - 1)
        return TensorView(len(self.sizes) - 1, 0, tuple(shape), _steps(shape))

    def _input(self, tensor: Tensor, *, stepwise: bool = False) -> TensorView:
        view = self._views[id(tensor)] = self._new(tensor.shape, stepwise=stepwise)
        return view

    def _constant(self, value: Tensor | float) -> TensorView:
        tensor = value if isinstance(value, Tensor) else torch.tensor(float(value))
        key = id(value) if isinstance(value, Tensor) else ("number", float(value))
        if key not in self._buffers:
            self._check_kind(tensor)
            self._buffers[key] = self._new(tensor.shape).buffer
            self.constants[self._buffers[key]] = tensor
        return TensorView(self._buffers[key], 0, tuple(tensor.shape), _steps(tensor.shape))

    def _matrix(self, weight: object, bias: object = None) -> tuple[int, int, int]:
        """Return the buffer of a matrix, and its numbers of rows and of columns."""
        if not isinstance(weight, Tensor) or id(weight) not in self._weights or weight.ndim != 2:
            raise UnknownCallError("a product with a matrix that is no weight")
        if weight.dtype != torch.float32 or (bias is not None and id(bias) not in self._weights):
            raise UnknownCallError(
                "a matrix that is not of 32-bit floats, or a bias that is no weight"
            )
        key = ("matrix", id(weight), id(bias))
        if key not in self._buffers:
            at = -1 if bias is None else self._constant(bias).buffer  # type: ignore[arg-type]
            self._buffers[key] = self._new(()).buffer
            self.matrices[self._buffers[key]] = Matrix(weight, at)
        return self._buffers[key], *weight.shape

    def _read(self, value: object) -> TensorView:
        """Return the view of an argument: a number, a constant, or what a call returned."""
        if isinstance(value, Tensor):
            if id(value) in self._views:
                return self._views[id(value)]
            return self._constant(value)
        assert isinstance(value, int | float)
        return self._constant(value)

    # Rows of the table

    def _row(
        self,
        code: str,
        counts: Sequence[int],
        *views: TensorView,
        steps: Sequence[Sequence[int]] = (),
        extra: Mapping[int, tuple[int, int]] | None = None,
        to: list[CallRow] | None = None,
    ) -> None:
        """Add a row: the first view is the result; `extra` has numbers with their buffers or -1."""
        numbers, owners = [0] * ROW, [-1] * ROW
        numbers[0] = CODES.index(code)
        numbers[1 : 1 + len(counts)] = counts
        for i, view in enumerate(views):
            numbers[1 + AXES + i], owners[1 + AXES + i] = BYTES * view.first, view.buffer
        for i, one in enumerate(steps):
            first = 1 + AXES + OPERANDS + AXES * i
            numbers[first : first + len(one)] = one
        for i, (number, owner) in (extra or {}).items():
            numbers[EXTRA + i], owners[EXTRA + i] = number, owner
        made = views[0].buffer
        if to is None:
            read = {one.buffer for one in views[1:]}
            stepwise = bool(read & self.stepwise) or made in self.stepwise
            if stepwise:
                self.stepwise.add(made)
            to = self.each_step if stepwise else self.once
        to.append(CallRow(numbers, owners))

    def _each(self, code: str, shape: Sequence[int], *operands: TensorView) -> TensorView:
        """Add a call on each number, and return its result of this shape."""
        result = self._new(shape)
        counts, steps = _merged(shape, [result.steps, *(_spread(one, shape) for one in operands)])
        self._row(code, counts, result, *operands, steps=steps)
        return result

    def _place(self, view: TensorView, to: TensorView, rows: list[CallRow] | None = None) -> None:
        counts, steps = _merged(view.shape, [to.steps, view.steps])
        self._row("place", counts, to, view, steps=steps, to=rows)

    def _copied(self, view: TensorView) -> TensorView:
        result = self._new(view.shape)
        self._place(view, result)
        return result

    def _contiguous(self, view: TensorView) -> TensorView:
        own = zip(view.shape, view.steps, _steps(view.shape), strict=True)
        same = all(size == 1 or one == other for size, one, other in own)
        return view if same else self._copied(view)

    # Calls

    def _add(self, call: TorchCall) -> None:
        try:
            self._add_known(call)
        except UnknownCallError as error:
            raise UnknownCallError(f"the torch call {call.name}: {error}") from error

    def _add_known(self, call: TorchCall) -> None:
        given = [one for one in _tensors(call.args) if id(one) not in self._views]
        if given and len(given) == len([*_tensors(call.args)]):
            # Only of weights and constants: its result is one, too.
            for one in _tensors((call.result,)):
                self._weights[id(one)] = one
            self._keep_whole(call)
            return
        for one in given:
            self._weights.setdefault(id(one), one)
        name, args = call.name, call.args
        for one in _tensors((call.result,)):
            self._check_kind(one)
        if name.partition(".")[0].endswith("_") and name != "detach_.default" and "__" not in name:
            raise UnknownCallError("it changes a tensor")
        if name in _EACH:
            result = self._elementwise(call)
        elif name in _SAME:
            if name == "dropout.default" and args[2]:
                raise UnknownCallError("it is random")
            result = self._read(args[0])
        elif (known := getattr(self, "_" + name.replace(".", "_").lower(), None)) is not None:
            result = known(call)
        elif (kind := name.partition(".")[0]) in _FILLED:
            result = self._filled(call.result, _FILLED[kind])
        else:
            raise UnknownCallError("the engine does not have it")
        results = result if isinstance(result, list) else [result]
        for tensor, view in zip(_tensors((call.result,)), results, strict=True):
            if tuple(tensor.shape) != view.shape:
                raise UnknownCallError(f"a result {view.shape} instead of {tuple(tensor.shape)}")
            self._views[id(tensor)] = view

    def _keep_whole(self, call: TorchCall) -> None:
        """Keep the tensors that a call read, whose ids must not be given to others."""
        for one in _tensors(call.args):
            self._weights[id(one)] = one

    @staticmethod
    def _check_kind(tensor: Tensor) -> None:
        if tensor.dtype not in (torch.float32, torch.int64, torch.bool):
            raise UnknownCallError(f"numbers of the kind {tensor.dtype}")

    def _elementwise(self, call: TorchCall) -> TensorView:
        if call.kwargs.get("alpha", 1) != 1 or call.kwargs.get("rounding_mode") is not None:
            raise UnknownCallError("it has options")
        if call.name in _TRUTHS and call.result.dtype != torch.bool:
            raise UnknownCallError("bits of whole numbers")
        operands = [self._read(one) for one in call.args[:2]]
        return self._each(_EACH[call.name], call.result.shape, *operands)

    def _filled(self, result: Tensor, value: float) -> TensorView:
        view = self._constant(value)
        return TensorView(view.buffer, 0, tuple(result.shape), (0,) * result.ndim)

    def _full_default(self, call: TorchCall) -> TensorView:
        return self._filled(call.result, call.args[1])

    def _arange_default(self, call: TorchCall) -> TensorView:
        return self._range(call.result, 0, 1)

    def _arange_start(self, call: TorchCall) -> TensorView:
        return self._range(call.result, call.args[0], 1)

    def _range(self, result: Tensor, start: object, step: int) -> TensorView:
        if not isinstance(start, int):
            raise UnknownCallError("a range that is not of whole numbers")
        view = self._new(result.shape)
        self._row("range", view.shape, view, extra={0: (start, -1), 1: (step, -1)})
        return view

    def _rsub_scalar(self, call: TorchCall) -> TensorView:
        one, other = (self._read(value) for value in call.args[:2])
        if call.kwargs or len(call.args) > 2:
            raise UnknownCallError("it has options")
        return self._each("sub", one.shape, other, one)

    def _neg_default(self, call: TorchCall) -> TensorView:
        one = self._read(call.args[0])
        return self._each("sub", one.shape, self._constant(0.0), one)

    def _relu_default(self, call: TorchCall) -> TensorView:
        one = self._read(call.args[0])
        return self._each("max", one.shape, one, self._constant(0.0))

    def _square_default(self, call: TorchCall) -> TensorView:
        one = self._read(call.args[0])
        return self._each("mul", one.shape, one, one)

    def _pow_tensor_scalar(self, call: TorchCall) -> TensorView:
        if call.args[1] != 2:
            raise UnknownCallError("a power that is no square")
        return self._square_default(call)

    def _masked_fill_scalar(self, call: TorchCall) -> TensorView:
        one, mask, value = map(self._read, call.args)
        return self._each("where", call.result.shape, mask, value, one)

    def _where_self(self, call: TorchCall) -> TensorView:
        return self._each("where", call.result.shape, *map(self._read, call.args))

    _where_scalarother = _where_scalarself = _where_scalar = _where_self

    def _to_dtype(self, call: TorchCall) -> TensorView:
        kinds = [torch.bool, torch.int64, torch.float32]
        if kinds.index(call.args[0].dtype) > kinds.index(call.result.dtype):
            raise UnknownCallError("it makes whole numbers of others")
        return self._read(call.args[0])

    _to_dtype_layout = _to_dtype

    # Views

    def _unsqueeze_default(self, call: TorchCall) -> TensorView:
        view, axis = self._read(call.args[0]), call.args[1]
        axis += (len(view.shape) + 1) * (axis < 0)
        return view._replace(
            shape=(*view.shape[:axis], 1, *view.shape[axis:]),
            steps=(*view.steps[:axis], 0, *view.steps[axis:]),
        )

    def _squeeze_dim(self, call: TorchCall) -> TensorView:
        view, axis = self._read(call.args[0]), call.args[1]
        axis += len(view.shape) * (axis < 0)
        if view.shape[axis] != 1:
            return view
        return view._replace(
            shape=view.shape[:axis] + view.shape[axis + 1 :],
            steps=view.steps[:axis] + view.steps[axis + 1 :],
        )

    def _transpose_int(self, call: TorchCall) -> TensorView:
        view, order = self._read(call.args[0]), [*range(call.args[0].ndim)]
        one, other = call.args[1:3]
        order[one], order[other] = order[other], order[one]
        shape, steps = (tuple(part[i] for i in order) for part in (view.shape, view.steps))
        return view._replace(shape=shape, steps=steps)

    def _slice_tensor(self, call: TorchCall) -> TensorView:
        args = (*call.args, *(0, None, None, 1)[len(call.args) - 1 :])
        view, axis, stride = self._read(args[0]), args[1], args[4]
        axis += len(view.shape) * (axis < 0)
        first = range(view.shape[axis])[args[2] : args[3] : stride].start
        shape, steps = [*view.shape], [*view.steps]
        shape[axis], steps[axis] = call.result.shape[axis], steps[axis] * stride
        return TensorView(
            view.buffer, view.first + first * view.steps[axis], tuple(shape), tuple(steps)
        )

    def _select_int(self, call: TorchCall) -> TensorView:
        view, axis, at = self._read(call.args[0]), *call.args[1:]
        axis += len(view.shape) * (axis < 0)
        at += view.shape[axis] * (at < 0)
        return TensorView(
            view.buffer,
            view.first + at * view.steps[axis],
            view.shape[:axis] + view.shape[axis + 1 :],
            view.steps[:axis] + view.steps[axis + 1 :],
        )

    def _expand_default(self, call: TorchCall) -> TensorView:
        view, shape = self._read(call.args[0]), tuple(call.result.shape)
        return view._replace(shape=shape, steps=_spread(view, shape))

    _expand_as_default = _expand_default

    def _reshaped(self, call: TorchCall) -> TensorView:
        view, shape = self._contiguous(self._read(call.args[0])), tuple(call.result.shape)
        return view._replace(shape=shape, steps=_steps(shape))

    _view_default = _reshape_default = _flatten_using_ints = _unflatten_int = _reshaped

    def _chunk_default(self, call: TorchCall) -> list[TensorView]:
        view, axis = self._read(call.args[0]), call.args[2] if len(call.args) > 2 else 0
        axis += len(view.shape) * (axis < 0)
        found, first = [], view.first
        for part in call.result:
            found.append(view._replace(first=first, shape=tuple(part.shape)))
            first += part.shape[axis] * view.steps[axis]
        return found

    _split_tensor = _chunk_default

    def _cat_default(self, call: TorchCall) -> TensorView:
        parts, axis = call.args[0], call.args[1] if len(call.args) > 1 else 0
        return self._joined([self._read(one) for one in parts], call.result.shape, axis)

    def _joined(self, parts: Sequence[TensorView], shape: Sequence[int], axis: int) -> TensorView:
        stepwise = any(one.buffer in self.stepwise for one in parts)
        result, first = self._new(shape, stepwise=stepwise), 0
        axis += len(shape) * (axis < 0)
        for one in parts:
            self._place(one, TensorView(result.buffer, first, one.shape, result.steps))
            first += one.shape[axis] * result.steps[axis]
        return result

    def _stack_default(self, call: TorchCall) -> TensorView:
        axis = call.args[1] if len(call.args) > 1 else 0
        axis += call.result.ndim * (axis < 0)
        parts = [
            one._replace(
                shape=(*one.shape[:axis], 1, *one.shape[axis:]),
                steps=(*one.steps[:axis], 0, *one.steps[axis:]),
            )
            for one in map(self._read, call.args[0])
        ]
        return self._joined(parts, call.result.shape, axis)

    # Along an axis

    def _along(self, code: str, view: TensorView, axis: int, shape: Sequence[int]) -> TensorView:
        view = self._contiguous(view)
        axis += len(view.shape) * (axis < 0)
        outer, inner = math.prod(view.shape[:axis]), math.prod(view.shape[axis + 1 :])
        result, count = self._new(shape), view.shape[axis]
        steps = [(), (count * inner, inner, 1)]
        self._row(code, (outer, count, inner), result, view, steps=steps)
        return result

    def _reduced(self, call: TorchCall, code: str) -> TensorView:
        axes = call.args[1]
        if not isinstance(axes, Sequence) or len(axes) != 1:
            raise UnknownCallError("it reads several axes")
        return self._along(code, self._read(call.args[0]), axes[0], call.result.shape)

    def _sum_dim_intlist(self, call: TorchCall) -> TensorView:
        return self._reduced(call, "sum")

    def _amax_default(self, call: TorchCall) -> TensorView:
        return self._reduced(call, "most")

    def _mean_dim(self, call: TorchCall) -> TensorView:
        total, axis = self._reduced(call, "sum"), call.args[1][0]
        count = self._filled_count(call.args[0], axis)
        return self._each("div", total.shape, total, count)

    def _filled_count(self, tensor: Tensor, axis: int) -> TensorView:
        """Return how many numbers lie along an axis, which may be the source's."""
        count = self._new((1,))
        self._row("range", (1,), count, extra={0: (tensor.shape[axis], -1), 1: (0, -1)})
        return count

    def _cumsum_default(self, call: TorchCall) -> TensorView:
        return self._along("cumulate", self._read(call.args[0]), call.args[1], call.result.shape)

    def _rows(self, view: TensorView, axis: int = -1) -> tuple[TensorView, int, int]:
        """Return a view as rows that lie one after the other, their number and their length."""
        if axis not in (-1, len(view.shape) - 1):
            raise UnknownCallError("it reads an axis that is not the last")
        view = self._contiguous(view)
        return view, math.prod(view.shape[:-1]), view.shape[-1]

    def _softmax_int(self, call: TorchCall) -> TensorView:
        view, rows, length = self._rows(self._read(call.args[0]), call.args[1])
        result = self._new(view.shape)
        self._row("softmax", (rows, length), result, view, steps=[(), (length,)])
        return result

    _softmax_default = _softmax_int

    def _sort_default(self, call: TorchCall) -> list[TensorView]:
        axis, descending = (*call.args[1:], -1, False)[:2] if len(call.args) > 1 else (-1, False)
        view, rows, length = self._rows(self._read(call.args[0]), axis)
        if not descending:
            raise UnknownCallError("the smallest first")
        stepwise = view.buffer in self.stepwise
        result, places = self._new(view.shape), self._new(view.shape, stepwise=stepwise)
        extra = {0: (0, places.buffer)}
        self._row("sort", (rows, length), result, view, steps=[(), (length,)], extra=extra)
        return [result, places]

    def _gather_default(self, call: TorchCall) -> TensorView:
        view, axis, index = self._read(call.args[0]), call.args[1], self._read(call.args[2])
        more, result = AXES - len(view.shape), self._new(index.shape)
        if more < 0:
            raise UnknownCallError("more than four axes")
        steps = [(), (0,) * more + view.steps, (0,) * more + index.steps]
        counts = (1,) * more + index.shape
        axis += len(view.shape) * (axis < 0) + more
        self._row("gather", counts, result, view, index, steps=steps, extra={0: (axis, -1)})
        return result

    def _index_tensor(self, call: TorchCall) -> TensorView:
        view, places = self._contiguous(self._read(call.args[0])), call.args[1]
        if len(places) != 2 or any(one is None or one.ndim != 1 for one in places):
            raise UnknownCallError("it is not read by two rows of places")
        if len(view.shape) != 3:
            raise UnknownCallError("it has not three axes")
        one, other = map(self._read, places)
        result = self._new(call.result.shape)
        steps = [(), view.steps, (_spread(one, result.shape[:1])), _spread(other, result.shape[:1])]
        self._row("pick", result.shape, result, view, one, other, steps=steps)
        return result

    def _scatter_add_default(self, call: TorchCall) -> TensorView:
        view, index, added = (self._contiguous(self._read(call.args[i])) for i in (0, 2, 3))
        if math.prod(view.shape[:-1]) != 1 or call.args[1] not in (-1, len(view.shape) - 1):
            raise UnknownCallError("it adds to several rows")
        result = self._new(view.shape)
        counts = (view.shape[-1], index.shape[-1])
        self._row("scatter_add", counts, result, view, index, added, steps=[(), (1,), (1,), (1,)])
        return result

    # Products

    def _linear_default(self, call: TorchCall) -> TensorView:
        x, weight, bias = (*call.args, None)[:3]
        return self._product(self._read(x), weight, bias)

    def _product(self, x: TensorView, weight: Tensor, bias: Tensor | None) -> TensorView:
        x, lines, _ = self._rows(x)
        matrix, rows, columns = self._matrix(weight, bias)
        shape = (*x.shape[:-1], rows)
        if rows == 1:  # A row of a matrix would fill a block.
            result, other = self._new(shape), self._constant(weight)
            steps = [(), (0, columns, 1), (0, 1, columns)]
            self._row("multiply", (1, lines, 1, columns), result, x, other, steps=steps)
            return (
                result if bias is None else self._each("add", shape, result, self._constant(bias))
            )
        result = self._new(shape)
        self._row("linear", (lines,), result, x, steps=[(), (columns,)], extra={0: (0, matrix)})
        return result

    def _embedding_default(self, call: TorchCall) -> TensorView:
        matrix, _, columns = self._matrix(call.args[0])
        ids = self._contiguous(self._read(call.args[1]))
        result = self._new((*ids.shape, columns))
        counts = (math.prod(ids.shape),)
        self._row("embed", counts, result, ids, steps=[(), (1,)], extra={0: (0, matrix)})
        return result

    def _bmm_default(self, call: TorchCall) -> TensorView:
        one, other = map(self._read, call.args)
        if len(one.shape) != 3 or len(other.shape) != 3:
            raise UnknownCallError("matrices without a batch")
        batch, n, inner = one.shape
        result = self._new((batch, n, other.shape[2]))
        counts = (batch, n, other.shape[2], inner)
        self._row("multiply", counts, result, one, other, steps=[(), one.steps, other.steps])
        return result

    _matmul_default = _bmm_default

    def _conv1d_padding(self, call: TorchCall) -> TensorView:
        x, filters = map(self._read, call.args[:2])
        count, channels, width = filters.shape
        if call.args[2] is not None or x.shape[:2] != (1, 1) or channels != 1 or width % 2 == 0:
            raise UnknownCallError("a bias, several channels or an even width")
        result = self._new(call.result.shape)
        counts = (count, x.shape[2], width)
        self._row("convolve", counts, result, x, filters, steps=[(), (x.steps[2],)])
        return result

    # RNNs

    def _gru_cell_default(self, call: TorchCall) -> TensorView:
        x, hidden, weight, recurrent, bias, other = call.args
        return self._states(
            "gru", self._read(x), self._read(hidden), weight, recurrent, bias, other
        )

    def _states(
        self,
        cell: str,
        x: TensorView,
        hidden: TensorView,
        weight: Tensor,
        recurrent: Tensor,
        bias: Tensor,
        other: Tensor,
        memory: TensorView | None = None,
        last: TensorView | None = None,
    ) -> TensorView:
        """Return the states [..., size] that an RNN of one layer passes through.

        Args:
            cell: one of `RNNS`.
            x: what it reads [..., input_size].
            hidden: the state before.
            weight: the matrix of the input, and so on, as in torch.
            recurrent: the matrix of the state.
            bias: the bias of the input.
            other: the bias of the state.
            memory: an LSTM's memory cell before.
            last: where its memory cell after the last input is written.
        """
        inputs = self._product(x, weight, bias)
        matrix, _, size = self._matrix(recurrent, other)
        result = self._new((*x.shape[:-1], size))
        views = [result, inputs, self._contiguous(hidden)]
        extra = {0: (0, matrix), 1: (RNNS.index(cell), -1)}
        if memory is not None and last is not None:
            views.append(self._contiguous(memory))
            extra[2] = (BYTES * last.first, last.buffer)
        self._row("rnn", (math.prod(x.shape[:-1]), size), *views, extra=extra)
        return result

    def _gru_input(self, call: TorchCall) -> list[TensorView]:
        return self._layers("gru", call)

    def _rnn_tanh_input(self, call: TorchCall) -> list[TensorView]:
        return self._layers("rnn_tanh", call)

    def _lstm_input(self, call: TorchCall) -> list[TensorView]:
        return self._layers("lstm", call)

    def _layers(self, cell: str, call: TorchCall) -> list[TensorView]:
        x, before, weights, biased, layers, _, training, two_way, batch_first = call.args
        if not biased or training or two_way or not batch_first or x.shape[0] != 1:
            raise UnknownCallError(
                "an RNN without biases, in both directions, or of several sentences"
            )
        befores = [self._read(one) for one in (before if cell == "lstm" else [before])]
        states = self._read(x)
        lasts, memories = [], []
        for i in range(layers):
            hidden, *memory = (_layer(one, i) for one in befores)
            last = [self._new(one.shape) for one in memory]
            states = self._states(cell, states, hidden, *weights[4 * i : 4 * i + 4], *memory, *last)
            for one in last:
                self.stepwise |= {one.buffer} if states.buffer in self.stepwise else set()
            memories += last
            size = states.shape[-1]
            lasts.append(
                TensorView(
                    states.buffer, (states.shape[1] - 1) * size, (1, 1, size), (size, size, 1)
                )
            )
        ends = [lasts, memories] if cell == "lstm" else [lasts]
        shape = (layers, *lasts[0].shape[1:])
        return [states, *(one[0] if layers == 1 else self._joined(one, shape, 0) for one in ends)]


def _layer(view: TensorView, i: int) -> TensorView:
    """Return a layer's part [1, 1, size] of a state [layers, 1, size]."""
    first = view.first + i * view.steps[0]
    return view._replace(first=first, shape=(1, *view.shape[1:]))


def _tensors(parts: Iterable[object]) -> Iterable[Tensor]:
    for one in parts:
        if isinstance(one, Tensor):
            yield one
        elif isinstance(one, list | tuple):
            yield from _tensors(one)


def _steps(shape: Sequence[int]) -> tuple[int, ...]:
    """Return how many numbers lie between neighbours of a tensor whose rows follow each other."""
    return tuple(math.prod(shape[i + 1 :]) for i in range(len(shape)))


def _spread(view: TensorView, shape: Sequence[int]) -> tuple[int, ...]:
    """Return a view's steps along the axes of a larger shape, 0 where it repeats."""
    more = len(shape) - len(view.shape)
    own = zip(view.shape, view.steps, shape[more:], strict=True)
    return (0,) * more + tuple(0 if one == 1 and size != 1 else step for one, step, size in own)


def _merged(
    shape: Sequence[int], steps: Sequence[Sequence[int]]
) -> tuple[list[int], list[list[int]]]:
    """Return a shape as four axes, and the steps along them; axes are joined where they can be."""
    axes: list[tuple[int, list[int]]] = []
    for size, *own in zip(shape, *steps, strict=True):
        if size == 1:
            continue
        if axes and all(one == size * other for one, other in zip(axes[-1][1], own, strict=True)):
            axes[-1] = (axes[-1][0] * size, own)
        else:
            axes.append((size, own))
    if len(axes) > AXES:
        raise UnknownCallError("more than four axes")
    axes = [(1, [0] * len(steps))] * (AXES - len(axes)) + axes
    return [size for size, _ in axes], [[own[i] for _, own in axes] for i in range(len(steps))]
