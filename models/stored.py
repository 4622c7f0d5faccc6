"""Reading of all model files: safetensors with JSON and a tokenizer in the metadata."""

import hashlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from alignoscope.data.tokenizer import Tokenizer
from alignoscope.models.rounding import SCALE, read_rounded
from alignoscope.models.shared_weights import shared
from alignoscope.records.json_values import Value, parse_json
from alignoscope.records.limits import MAX_TRACE_BYTES, MAX_TRACE_LISTS, MAX_TRACE_VALUES

T = TypeVar("T")
M = TypeVar("M", bound=nn.Module)


def read_stored(path: Path, kind: str, formats: Sequence[str], read: Callable[[safe_open], T]) -> T:
    """Open a model file of one of the `formats`, and return the result of `read`.

    Args:
        path: the file.
        kind: what the file is called in messages, such as "checkpoint".
        formats: the format names that this version reads.
        read: reads the open file.

    Raises:
        ValueError: if the file is missing, is no safetensors file (a pickle, or truncated), is of
            another format, or `read` raises one; the message begins with the path.
    """
    if not path.is_file():
        raise ValueError(f"{path}: there is no such {kind}.")
    try:
        with safe_open(path, framework="pt") as file:
            found = (file.metadata() or {}).get("format")
            if found not in formats:
                raise ValueError(
                    f"the {kind}'s format is {found!r}, this version reads "
                    f"{' and '.join(formats)}. Train it again, or use the version of Alignoscope "
                    "that wrote it."
                )
            return read(file)
    except (SafetensorError, OSError) as error:
        raise ValueError(
            f"{path}: not a whole safetensors file ({error}). A truncated file must be copied "
            "again; a pickle (.pt, .pth) is never read."
        ) from error
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def stored_json(file: safe_open, name: str) -> Value:
    """Return a field of the metadata, parsed as JSON within the bounds of a trace file.

    Raises:
        ValueError: if it is missing or no JSON within these bounds.
    """
    metadata = file.metadata()
    if name not in metadata:
        raise ValueError(f"its metadata has no {name}.")
    limits = {"max_values": MAX_TRACE_VALUES, "max_lists": MAX_TRACE_LISTS}
    try:
        value = parse_json(metadata[name], max_bytes=MAX_TRACE_BYTES, **limits)
    except ValueError as error:
        raise ValueError(f"its {name} cannot be read. {error}") from error
    return Value(where=f"its {name}", value=value)


def stored_tokenizer(file: safe_open, vocab_size: int) -> Tokenizer:
    """Return the tokenizer stored in a file.

    Raises:
        ValueError: if it cannot be read, or has not as many pieces as the model.
    """
    tokenizer = Tokenizer.from_json(file.metadata().get("tokenizer", ""))
    if len(tokenizer) != vocab_size:
        raise ValueError(f"the tokenizer has {len(tokenizer):,} pieces, the model {vocab_size:,}.")
    return tokenizer


def stored_model(file: safe_open, make: Callable[[], M], name: str) -> M:
    """Return a model with the weights of a file, as float32, in evaluation mode.

    The weights are allocated only after their shapes were checked, since a file may claim any size.

    Args:
        file: the open file.
        make: constructs the model.
        name: what the model is called in messages.

    Raises:
        ValueError: if they are of other names or shapes than the model's, or not all finite.
    """
    with torch.device("meta"), _Unfilled():
        model = make()
    model.load_state_dict(_weights(file, model, name), assign=True)
    return model.eval().requires_grad_(False)


def unpacked(model: M, make: Callable[[], M]) -> M:
    """Return a model that shares the weights of another and has no packed matrices.

    Args:
        model: the other model.
        make: constructs a model of its kind.
    """
    with torch.device("meta"), _Unfilled():
        copy = make()
    copy.load_state_dict(model.state_dict(), assign=True)
    return copy.eval().requires_grad_(False)


class _Unfilled(TorchFunctionMode):
    """Skips normal initialisation, which on the device "meta" would import torch's compiler."""

    def __torch_function__(
        self, func: Callable, types: object, args: Sequence = (), kwargs: Mapping | None = None
    ) -> object:
        return None if func is nn.init.normal_ else func(*args, **(kwargs or {}))


def _weights(file: safe_open, model: nn.Module, name: str) -> Mapping[str, Tensor]:
    wanted = {name: list(tensor.shape) for name, tensor in model.state_dict().items()}
    names = [one for one in file.keys() if not one.endswith(SCALE)]  # noqa: SIM118
    shapes = {one: file.get_slice(one).get_shape() for one in names}
    for one in sorted(wanted.keys() | shapes.keys()):
        if wanted.get(one) != shapes.get(one):
            raise ValueError(
                f"the weights do not fit its configuration: {one} is {shapes.get(one)}, and "
                f"{name} of this size has {wanted.get(one)}."
            )
    return shared(_hash(file), wanted, lambda: _read(file, wanted))


def _hash(file: safe_open) -> str:
    """Return the SHA-256 of the names and bytes of all weights in a file, as they are stored."""
    found = hashlib.sha256()
    for name in sorted(file.keys()):
        found.update(
            name.encode() + b"\0" + file.get_tensor(name).flatten().view(torch.uint8).numpy().data
        )
    return found.hexdigest()


def _read(file: safe_open, names: Iterable[str]) -> dict[str, Tensor]:
    tensors = {one: read_rounded(file, one) for one in names}
    for one, tensor in tensors.items():
        if not all(map(math.isfinite, tensor.aminmax())):
            raise ValueError(f"the weights {one} are not all finite numbers. Train it again.")
    return tensors
