"""A device that every machine has: tensors that are computed on the CPU but are not on it.

As on a GPU, an operation refuses tensors of both devices, except for copies, single numbers and
indices on the CPU, and NumPy gets an array only through a copy.
"""

from typing import Any

import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map, tree_map_only

DEVICE = torch.device("lazy", 0)  # A device type of PyTorch for which no library is needed.
ATEN = torch.ops.aten
MIXES = (ATEN.index.Tensor, ATEN._to_copy.default, ATEN.copy_.default)


class OtherTensor(Tensor):
    """A tensor of the other device, which holds one of the CPU."""

    held: Tensor

    @staticmethod
    def __new__(cls, held: Tensor) -> "OtherTensor":
        found = Tensor._make_wrapper_subclass(
            cls, held.shape, strides=held.stride(), dtype=held.dtype, device=DEVICE
        )
        found.held = held
        return found

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Compute on the CPU; the result is where the arguments say, or are."""
        kwargs = kwargs or {}
        given = [leaf for leaf in tree_leaves((args, kwargs)) if isinstance(leaf, Tensor)]
        others = [one for one in given if isinstance(one, OtherTensor)]
        if (
            others
            and func not in MIXES
            and any(one.dim() for one in given if not isinstance(one, OtherTensor))
        ):
            raise RuntimeError(f"{func}: expected all tensors to be on one device")
        there = bool(others)
        if kwargs.get("device") is not None:
            there = torch.device(kwargs["device"]).type == DEVICE.type
            kwargs = {**kwargs, "device": torch.device("cpu")}
        args, kwargs = tree_map(
            lambda a: a.held if isinstance(a, OtherTensor) else a, (args, kwargs)
        )
        found = func(*args, **kwargs)
        return tree_map_only(Tensor, OtherTensor, found) if there else found


class OtherDevice(TorchDispatchMode):
    """A context in which tensors can be made on the other device and moved to and from it."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return OtherTensor.__torch_dispatch__(func, types, args, kwargs)


def moved(model: nn.Module) -> None:
    """Move the parameters of a model to the other device."""
    for module in model.modules():
        for name, parameter in list(module._parameters.items()):
            if parameter is not None:
                there = OtherTensor(parameter.detach())
                module._parameters[name] = nn.Parameter(there, requires_grad=False)
