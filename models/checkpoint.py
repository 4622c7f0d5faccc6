"""Checkpoints: one self-contained safetensors file a variant, and nothing that can run code.

Matrices are in 8 bits with a scale a row, all other weights in half precision; the configuration,
the tokenizer and the training record are JSON in the file's metadata.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from alignoscope.data.tokenizer import Tokenizer
from alignoscope.models.rounding import SCALE, read_rounded, round_matrices
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.json_values import Value, parse_json
from alignoscope.records.limits import MAX_TRACE_BYTES, MAX_TRACE_LISTS, MAX_TRACE_VALUES
from alignoscope.records.run import RunRecord, read_run
from alignoscope.records.variant import ModelConfig
from alignoscope.records.whole_file import write_whole

FORMAT = "alignoscope-2"
FORMATS = ("alignoscope-1", FORMAT)  # the first has all weights in half precision
SUFFIX = ".safetensors"


@dataclass(frozen=True, kw_only=True, eq=False)
class Checkpoint:
    """A trained model with everything needed to use it. `record` tells how it was trained."""

    model: Seq2Seq
    tokenizer: Tokenizer
    record: RunRecord

    @property
    def variant(self) -> str:
        """The name of the variant."""
        return self.model.config.variant


def save_checkpoint(checkpoint: Checkpoint, path: Path | str, *, exact: bool = False) -> None:
    """Write a checkpoint; a file of that name is replaced only by a whole one.

    Matrices are rounded to 8 bits, unless it is to be `exact`.

    Raises:
        OSError: if it cannot be written.
    """
    metadata = {
        "format": FORMAT,
        "config": json.dumps(_written(checkpoint.model.config)),
        "tokenizer": checkpoint.tokenizer.to_json(),
        "record": json.dumps(checkpoint.record.written()),
    }
    weights = checkpoint.model.state_dict()
    tensors = dict(weights) if exact else round_matrices(weights)
    write_whole(Path(path), save(tensors, metadata))


def load_checkpoint(path: Path | str) -> Checkpoint:
    """Read a checkpoint into a float32 model in evaluation mode, on the CPU.

    Raises:
        ValueError: if the file is missing, is no safetensors file (a pickle, or truncated), is of
            another format version, has a configuration, tokenizer or record of other types, or
            weights that are not finite or do not fit its own configuration.
    """
    path = Path(path)
    if not path.is_file():
        raise ValueError(f"{path}: there is no such checkpoint.")
    try:
        with safe_open(path, framework="pt") as file:
            return _read(file)
    except (SafetensorError, OSError) as error:
        raise ValueError(
            f"{path}: not a whole safetensors file ({error}). A truncated file must be copied "
            "again; a pickle (.pt, .pth) is never read."
        ) from error
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def _written(config: ModelConfig) -> dict[str, object]:
    """Return a configuration; the start that earlier versions knew alone goes unsaid."""
    left_out = {"start"} if config.start == "last" else set()
    return {name: value for name, value in asdict(config).items() if name not in left_out}


def _read(file: safe_open) -> Checkpoint:
    metadata = file.metadata() or {}
    found = metadata.get("format")
    if found not in FORMATS:
        raise ValueError(
            f"the checkpoint's format is {found!r}, this version reads {' and '.join(FORMATS)}. "
            "Train it again, or use the version of Alignoscope that wrote it."
        )
    config = _json(metadata, "config").flat(ModelConfig)
    record = read_run(_json(metadata, "record"))
    tokenizer = Tokenizer.from_json(metadata.get("tokenizer", ""))
    if len(tokenizer) != config.vocab_size:
        raise ValueError(
            f"the tokenizer has {len(tokenizer):,} pieces, the model {config.vocab_size:,}."
        )
    with torch.device("meta"), _Unfilled():  # nothing is allocated before the weights fit
        model = Seq2Seq(config)
    model.load_state_dict(_tensors(file, model), assign=True)
    model.eval().requires_grad_(False).pack()
    return Checkpoint(model=model, tokenizer=tokenizer, record=record)


class _Unfilled(TorchFunctionMode):
    """Leaves new weights as they are: on "meta", normal numbers would load torch's compiler."""

    def __torch_function__(
        self, func: Callable, types: object, args: Sequence = (), kwargs: Mapping | None = None
    ) -> object:
        return None if func is nn.init.normal_ else func(*args, **(kwargs or {}))


def _json(metadata: dict[str, str], name: str) -> Value:
    """Return a part of the metadata, parsed within the bounds of a trace file."""
    if name not in metadata:
        raise ValueError(f"its metadata has no {name}.")
    limits = {"max_values": MAX_TRACE_VALUES, "max_lists": MAX_TRACE_LISTS}
    try:
        value = parse_json(metadata[name], max_bytes=MAX_TRACE_BYTES, **limits)
    except ValueError as error:
        raise ValueError(f"its {name} cannot be read. {error}") from error
    return Value(where=f"its {name}", value=value)


def _tensors(file: safe_open, model: Seq2Seq) -> dict[str, Tensor]:
    """Return the weights of a model; they are read only after they were found to fit it."""
    wanted = {name: list(tensor.shape) for name, tensor in model.state_dict().items()}
    names = [name for name in file.keys() if not name.endswith(SCALE)]  # noqa: SIM118
    shapes = {name: file.get_slice(name).get_shape() for name in names}
    for name in sorted(wanted.keys() | shapes.keys()):
        if wanted.get(name) != shapes.get(name):
            raise ValueError(
                f"the weights do not fit its configuration: {name} is {shapes.get(name)}, and "
                f"{model.config.variant} of this size has {wanted.get(name)}."
            )
    tensors = {name: read_rounded(file, name) for name in wanted}
    for name, tensor in tensors.items():
        if not tensor.isfinite().all():
            raise ValueError(f"the weights {name} are not all finite numbers. Train it again.")
    return tensors
