"""Weights in 8 bits: matrices as whole numbers with a scale a row, half as large on disk."""

from collections.abc import Mapping

import torch
from safetensors import safe_open
from torch import Tensor

SCALE = ".scale"
LARGEST = 127  # of the whole numbers of a row


def round_matrices(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return matrices W [rows, columns] as whole numbers Q and scales s, all others in float16.

    s_i = max_j |W_ij| / 127, rounded up to four binary digits, and Q_ij = round(W_ij / s_i), so
    that W_ij is s_i Q_ij to s_i / 2, and float16 holds s_i Q_ij without a loss. The scales, float32
    [rows, 1], stand under the matrix's name and `SCALE`.
    """
    rounded: dict[str, Tensor] = {}
    for name, tensor in weights.items():
        weight = tensor.detach().to("cpu", torch.float32)
        if weight.ndim == 2:
            scale = _four_digits(weight.abs().amax(dim=1, keepdim=True) / LARGEST)
            rounded[name + SCALE] = scale
            rounded[name] = (weight / scale).nan_to_num(0).round().to(torch.int8)
        else:
            rounded[name] = weight.to(torch.float16).contiguous()
    return rounded


def _four_digits(numbers: Tensor) -> Tensor:
    """Round numbers of 0 or more up to four binary digits: with the seven of Q they are eleven."""
    mantissa, exponent = torch.frexp(numbers)
    return torch.ldexp((mantissa * 16).ceil() / 16, exponent)


def read_rounded(file: safe_open, name: str) -> Tensor:
    """Return a weight of a file as float32, times its scales where it has any.

    It is a copy: safetensors maps a file, and a file that is cut off in its place while a weight of
    it is in use would end the program.

    Raises:
        ValueError: if whole numbers have no scales, or these are not one a row.
    """
    tensor = file.get_tensor(name).to(torch.float32, copy=True)
    if file.get_slice(name).get_dtype() != "I8":
        return tensor
    if name + SCALE not in file.keys():  # noqa: SIM118
        raise ValueError(f"the weights {name} are whole numbers without a scale a row.")
    scale = file.get_tensor(name + SCALE).float()
    if scale.shape != (len(tensor), 1):
        raise ValueError(
            f"the scales of {name} are {list(scale.shape)}: expected {[len(tensor), 1]}."
        )
    return tensor.mul_(scale)
