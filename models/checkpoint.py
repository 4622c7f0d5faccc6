"""Checkpoints: one self-contained safetensors file a variant, and nothing that can run code.

The weights are in half precision; the configuration, the tokenizer and the training record are
JSON in the file's metadata.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from alignoscope.data.tokenizer import Tokenizer
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.variant import ModelConfig
from alignoscope.records.whole_file import write_whole

FORMAT = "alignoscope-1"
SUFFIX = ".safetensors"


@dataclass(frozen=True, kw_only=True, eq=False)
class Checkpoint:
    """A trained model with everything needed to use it. `record` tells how it was trained."""

    model: Seq2Seq
    tokenizer: Tokenizer
    record: dict

    @property
    def variant(self) -> str:
        """The name of the variant."""
        return self.model.config.variant


def save_checkpoint(checkpoint: Checkpoint, path: Path | str) -> None:
    """Write a checkpoint; a file of that name is replaced only by a whole one.

    Raises:
        OSError: if it cannot be written.
    """
    metadata = {
        "format": FORMAT,
        "config": json.dumps(asdict(checkpoint.model.config)),
        "tokenizer": checkpoint.tokenizer.to_json(),
        "record": json.dumps(checkpoint.record),
    }
    tensors = {
        name: tensor.to("cpu", torch.float16).contiguous()
        for name, tensor in checkpoint.model.state_dict().items()
    }
    write_whole(Path(path), save(tensors, metadata))


def load_checkpoint(path: Path | str) -> Checkpoint:
    """Read a checkpoint into a float32 model in evaluation mode, on the CPU.

    Raises:
        ValueError: if the file is missing, is no safetensors file (a pickle, or truncated), is of
            another format version, or holds weights that do not fit its own configuration.
    """
    path = Path(path)
    if not path.is_file():
        raise ValueError(f"{path}: there is no such checkpoint.")
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata() or {}
            found = metadata.get("format")
            if found != FORMAT:
                raise ValueError(
                    f"{path}: the checkpoint's format is {found!r}, this version reads {FORMAT!r}. "
                    "Train it again, or use the version of Alignoscope that wrote it."
                )
            tensors = {name: file.get_tensor(name).float() for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        raise ValueError(
            f"{path}: not a whole safetensors file ({error}). A truncated file must be copied "
            "again; a pickle (.pt, .pth) is never read."
        ) from error
    try:
        config = ModelConfig(**json.loads(metadata["config"]))
        tokenizer = Tokenizer.from_json(metadata["tokenizer"])
        with torch.device("meta"):
            model = Seq2Seq(config)
        model.load_state_dict(tensors, assign=True)
        record = json.loads(metadata["record"])
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise ValueError(
            f"{path}: the checkpoint's contents do not fit together: {error}"
        ) from error
    if len(tokenizer) != config.vocab_size:
        raise ValueError(
            f"{path}: the tokenizer has {len(tokenizer)} pieces, the model {config.vocab_size}."
        )
    return Checkpoint(model=model.eval().requires_grad_(False), tokenizer=tokenizer, record=record)
