"""Files of attention classifiers: one safetensors file per model, with the suffix `.reader`."""

import json
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import cast, get_args

from safetensors import safe_open
from safetensors.torch import save

from alignoscope.data.labelled.record import Asks
from alignoscope.data.tokenizer import Tokenizer
from alignoscope.models.classifiers.classifier import Classifier, ClassifierConfig
from alignoscope.models.rounding import round_matrices
from alignoscope.models.stored import read_stored, stored_json, stored_model, stored_tokenizer
from alignoscope.records.json_values import Value
from alignoscope.records.whole_file import write_whole

FORMAT = "alignoscope-reader-1"
SUFFIX = ".reader"  # as such a file was first called
MAX_SIZE = 100_000


@dataclass(frozen=True, kw_only=True, eq=False)
class TrainedClassifier:
    """A trained attention classifier with its tokenizer and the task that it was trained on."""

    model: Classifier
    tokenizer: Tokenizer
    task: str
    seed: int
    updates: int


def save_classifier(trained: TrainedClassifier, path: Path) -> None:
    """Write an attention classifier; an existing file is replaced only by a complete one.

    Raises:
        OSError: if it cannot be written.
    """
    metadata = {
        "format": FORMAT,
        "config": json.dumps(asdict(trained.model.config)),
        "tokenizer": trained.tokenizer.to_json(),
        "record": json.dumps(
            {"task": trained.task, "seed": trained.seed, "updates": trained.updates}
        ),
    }
    write_whole(path, save(round_matrices(trained.model.state_dict()), metadata))


def load_classifier(path: Path) -> TrainedClassifier:
    """Read an attention classifier in evaluation mode, on the CPU.

    Raises:
        ValueError: if the file is missing, is no safetensors file, is of another format, or its
            weights do not fit its own configuration.
    """
    return read_stored(path, "classifier", [FORMAT], _read)


def _read(file: safe_open) -> TrainedClassifier:
    config = _config(stored_json(file, "config"))
    model = stored_model(file, partial(Classifier, config), "a classifier")
    record = stored_json(file, "record")
    seed, updates = (_whole(record, name) for name in ("seed", "updates"))
    return TrainedClassifier(
        model=model,
        tokenizer=stored_tokenizer(file, config.vocab_size),
        task=record.field("task").text(least=1),
        seed=seed,
        updates=updates,
    )


def _config(value: Value) -> ClassifierConfig:
    asks = value.field("asks").text(least=1)
    if asks not in get_args(Asks):
        raise ValueError(
            f"it asks with {asks!r}: expected {' or '.join(map(repr, get_args(Asks)))}."
        )
    size, vocab_size = _whole(value, "size"), _whole(value, "vocab_size")
    for name, number in (("size", size), ("vocab_size", vocab_size)):
        if not 1 <= number <= MAX_SIZE:
            raise ValueError(f"its {name} is {number:,}: expected 1 to {MAX_SIZE:,}.")
    labels = value.field("labels").each(None, lambda one: one.text(least=1))
    if not labels:
        raise ValueError("it has no labels.")
    return ClassifierConfig(
        asks=cast(Asks, asks),
        score=value.field("score").text(least=1),
        labels=labels,
        vocab_size=vocab_size,
        size=size,
        context=bool(value.field("context").scalar(bool)),
    )


def _whole(value: Value, name: str) -> int:
    number = value.field(name).scalar(int)
    assert isinstance(number, int)
    return number
