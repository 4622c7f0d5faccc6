"""Matrices packed in float16 for decoding on a CPU, which halves the memory traffic.

A decoding step reads every weight once, so memory bandwidth limits it. The matrices of a checkpoint
are exactly representable in float16 (`rounding`), so a step with packed matrices computes the same,
up to float32 rounding.
"""

import torch
from torch import Tensor, nn

ROWS = 64  # With more rows, arithmetic limits a product, and float16 slows it down.


class PackedLinear:
    """y = W x + b, with W [size, input_size] in float16 and sums in float32."""

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        self.packed = torch.ops.quantized.linear_prepack_fp16(weight, bias)

    def __call__(self, inputs: Tensor) -> Tensor:
        """Return y [batch, size] of inputs x [batch, input_size]."""
        return torch.ops.quantized.linear_dynamic_fp16(inputs, self.packed)


class Linear(nn.Linear):
    """Torch's linear layer; outside training, small batches are multiplied in float16."""

    packed: PackedLinear | None = None

    def pack(self) -> None:
        """Let decoding read a float16 matrix if this loses nothing."""
        if packable(self.weight):
            self.packed = PackedLinear(self.weight, self.bias)

    def forward(self, inputs: Tensor) -> Tensor:
        """Return y [..., size] of inputs x [..., input_size]."""
        if self.packed and inputs.ndim == 2 and is_small(inputs) and not is_training():
            return self.packed(inputs)
        return super().forward(inputs)


class PackedGru:
    """The cell of a GRU of one layer, with its matrices in float16."""

    def __init__(self, gru: nn.GRU) -> None:
        weight, recurrent, *self.biases = gru.all_weights[0]
        matrices = zip((weight, recurrent), self.biases, strict=True)
        self.packed = [PackedLinear(*one).packed for one in matrices]

    def __call__(self, inputs: Tensor, hidden: Tensor) -> Tensor:
        """Return the next state [batch, size] for inputs [batch, input_size] and the state."""
        parts = (*self.packed, *self.biases)
        return torch.ops.quantized.quantized_gru_cell_dynamic(inputs, hidden, *parts)


def packable(*weights: Tensor) -> bool:
    """Return whether this CPU supports float16 products and these matrices are exact in float16."""
    here = "fbgemm" in torch.backends.quantized.supported_engines
    return here and all(torch.equal(weight.half().float(), weight) for weight in weights)


def is_small(inputs: Tensor) -> bool:
    """Return whether packed products accept these inputs [batch, input_size] and are faster."""
    on_cpu = inputs.device.type == "cpu"
    return on_cpu and inputs.dtype == torch.float32 and inputs.shape[0] <= ROWS


def is_training() -> bool:
    """Return whether gradients or CPU autocast are enabled."""
    return torch.is_grad_enabled() or torch.is_autocast_enabled("cpu")
