"""Weights in 8 bits: integer matrices with one scale per row, half as large as float16 on disk."""

from collections.abc import Mapping

import torch
from safetensors import safe_open
from torch import Tensor

SCALE = ".scale"
LARGEST = 127  # The largest absolute value of an 8-bit integer here.


def round_matrices(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return matrices W [rows, columns] as integers Q and scales s, all other weights in float16.

    s_i = max_j |W_ij| / 127, rounded up to four binary digits, and Q_ij = round(W_ij / s_i), so
    that W_ij is s_i Q_ij to s_i / 2, and float16 represents s_i Q_ij exactly. The scales, float32
    [rows, 1], are stored under the matrix's name followed by `SCALE`.
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
    """Round non-negative numbers up to four significant binary digits.

    Multiplied by the seven digits of Q this gives eleven, the precision of float16.
    """
    mantissa, exponent = torch.frexp(numbers)
    return torch.ldexp((mantissa * 16).ceil() / 16, exponent)


def read_rounded(file: safe_open, name: str) -> Tensor:
    """Return a weight of a file as float32 in its shape, multiplied by its scales if it has any.

    It is a copy. Safetensors maps the file into memory, so if the file were truncated while one of
    its weights is in use, the process would crash.

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
