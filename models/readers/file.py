"""Files of readers: one safetensors file each, as checkpoints are, with the ending `.reader`."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from alignoscope.data.tokenizer import Tokenizer
from alignoscope.models.readers.reader import Reader, ReaderConfig
from alignoscope.models.rounding import read_rounded, round_matrices
from alignoscope.records.json_values import Value, parse_json
from alignoscope.records.limits import MAX_TRACE_BYTES, MAX_TRACE_LISTS, MAX_TRACE_VALUES
from alignoscope.records.whole_file import write_whole

FORMAT = "alignoscope-reader-1"
SUFFIX = ".reader"
TASKS = ("agreement", "topics")


@dataclass(frozen=True, kw_only=True, eq=False)
class Trained:
    """A trained reader with its tokenizer, and the task that it was trained for."""

    model: Reader
    tokenizer: Tokenizer
    task: str
    seed: int
    updates: int


def save_reader(trained: Trained, path: Path) -> None:
    """Write a reader; a file of that name is replaced only by a whole one.

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


def load_reader(path: Path) -> Trained:
    """Read a reader in evaluation mode, on the CPU.

    Raises:
        ValueError: if the file is missing, is no safetensors file, is of another format, or its
            weights do not fit its own configuration.
    """
    if not path.is_file():
        raise ValueError(f"{path}: there is no such reader.")
    try:
        with safe_open(path, framework="pt") as file:
            return _read(file)
    except (SafetensorError, OSError) as error:
        raise ValueError(f"{path}: not a whole safetensors file ({error}).") from error
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def _read(file: safe_open) -> Trained:
    metadata = file.metadata() or {}
    if metadata.get("format") != FORMAT:
        raise ValueError(f"the format is {metadata.get('format')!r}, expected {FORMAT!r}.")
    model = Reader(_config(_json(metadata, "config")))
    wanted = {name: list(tensor.shape) for name, tensor in model.state_dict().items()}
    found = {name: read_rounded(file, name) for name in wanted if name in file.keys()}  # noqa: SIM118
    if {name: list(tensor.shape) for name, tensor in found.items()} != wanted:
        raise ValueError("the weights do not fit its configuration.")
    if not all(tensor.isfinite().all() for tensor in found.values()):
        raise ValueError("the weights are not all finite numbers.")
    model.load_state_dict(found)
    model.eval().requires_grad_(False)
    tokenizer = Tokenizer.from_json(metadata.get("tokenizer", ""))
    if len(tokenizer) != model.config.vocab_size:
        raise ValueError(
            f"the tokenizer has {len(tokenizer):,} pieces, the model {model.config.vocab_size:,}."
        )
    record = _json(metadata, "record")
    task = record.field("task").text(least=1)
    seed, updates = (_whole(record, name) for name in ("seed", "updates"))
    return Trained(model=model, tokenizer=tokenizer, task=task, seed=seed, updates=updates)


def _config(value: Value) -> ReaderConfig:
    asks = value.field("asks").text(least=1)
    if asks not in ("each word", "a learnt query"):
        raise ValueError(f"it asks with {asks!r}: expected 'each word' or 'a learnt query'.")
    size, vocab_size = _whole(value, "size"), _whole(value, "vocab_size")
    for name, number in (("size", size), ("vocab_size", vocab_size)):
        if not 1 <= number <= MAX_SIZE:
            raise ValueError(f"its {name} is {number:,}: expected 1 to {MAX_SIZE:,}.")
    return ReaderConfig(
        asks="each word" if asks == "each word" else "a learnt query",
        score=value.field("score").text(least=1),
        labels=value.field("labels").each(None, lambda one: one.text(least=1)),
        vocab_size=vocab_size,
        size=size,
        context=bool(value.field("context").scalar(bool)),
    )


def _json(metadata: dict[str, str], name: str) -> Value:
    limits = {"max_values": MAX_TRACE_VALUES, "max_lists": MAX_TRACE_LISTS}
    value = parse_json(metadata.get(name, ""), max_bytes=MAX_TRACE_BYTES, **limits)
    return Value(where=f"its {name}", value=value)


def _whole(value: Value, name: str) -> int:
    number = value.field(name).scalar(int)
    assert isinstance(number, int)
    return number


MAX_SIZE = 100_000
