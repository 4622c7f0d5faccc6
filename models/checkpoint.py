"""Checkpoints: one self-contained safetensors file per model; nothing in it can run code.

Matrices are 8-bit integers with one scale per row, all other weights float16. The configuration,
the tokenizer and the training record are JSON in the file's metadata.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from safetensors import safe_open
from safetensors.torch import save

from alignoscope.data.tokenizer import Tokenizer
from alignoscope.models.rounding import round_matrices
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.models.stored import read_stored, stored_json, stored_model, stored_tokenizer
from alignoscope.records.run import RunRecord, read_run
from alignoscope.records.variant import ModelConfig, Named
from alignoscope.records.whole_file import write_whole

FORMAT = "alignoscope-2"
FORMATS = ("alignoscope-1", FORMAT)  # The first format has all weights in float16.
SUFFIX = ".safetensors"


@dataclass(frozen=True, kw_only=True, eq=False)
class Checkpoint:
    """A trained model, its tokenizer, the `record` of its training, and its file, if it has one."""

    model: Seq2Seq
    tokenizer: Tokenizer
    record: RunRecord
    path: Path | None = None

    @property
    def variant(self) -> str:
        """The name of the variant."""
        return self.model.config.variant

    @property
    def named(self) -> Named:
        """The parts of the checkpoint's file name: variant, guidance and RNN cell."""
        return self.model.config.named(guided=self.record.guided)


def save_checkpoint(checkpoint: Checkpoint, path: Path | str, *, exact: bool = False) -> None:
    """Write a checkpoint; an existing file is replaced only by a complete one.

    Matrices are rounded to 8 bits, unless `exact` is set.

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
    found = read_stored(Path(path), "checkpoint", FORMATS, _read)
    return replace(found, path=Path(path))


def choose_layer(path: Path | str, layer: int) -> None:
    """Store in a Transformer's file which decoder layer, from 1, gives its traces their weights.

    The weights of the file stay as they are.

    Raises:
        ValueError: as `load_checkpoint` does, or if there is no such layer.
        OSError: if it cannot be written.
    """
    config = replace(load_checkpoint(path).model.config, aligned_layer=layer)
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata() | {"config": json.dumps(_written(config))}
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    write_whole(Path(path), save(tensors, metadata))


def _written(config: ModelConfig) -> dict[str, object]:
    """Return a configuration as JSON fields.

    The default `start` is left out, so that earlier versions, which lack the field, can read it.
    """
    left_out = {"start"} if config.start == "last" else set()
    return {name: value for name, value in config.fields().items() if name not in left_out}


@contextmanager
def _perhaps_newer() -> Iterator[None]:
    """Add to the message of a configuration that has no model here what may have written it."""
    try:
        yield
    except ValueError as error:
        raise ValueError(
            f"{error} If a newer version of Alignoscope wrote the file, update this one."
        ) from error


def _made(config: ModelConfig) -> Seq2Seq:
    with _perhaps_newer():
        return Seq2Seq(config)


def _read(file: safe_open) -> Checkpoint:
    with _perhaps_newer():
        config = stored_json(file, "config").flat(ModelConfig)
    record = read_run(stored_json(file, "record"))
    tokenizer = stored_tokenizer(file, config.vocab_size)
    model = stored_model(file, partial(_made, config), config.variant)
    model.pack()
    return Checkpoint(model=model, tokenizer=tokenizer, record=record)
