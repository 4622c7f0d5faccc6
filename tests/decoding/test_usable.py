"""The loader's gate: whatever is wrong with a file gets a message that names the file and why."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file

from alignoscope.decoding.usable import load_usable
from alignoscope.models.checkpoint import Checkpoint, save_checkpoint

NAN, INFINITE = float("nan"), float("inf")


class Parts:
    """The parts of a file, to be damaged one at a time."""

    def __init__(self, path: Path) -> None:
        with safe_open(path, framework="pt") as file:
            self.metadata = dict(file.metadata())
            self.tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118

    def write(self, path: Path) -> None:
        save_file(self.tensors, path, self.metadata)

    def set(self, part: str, **fields: object) -> None:
        self.metadata[part] = json.dumps(json.loads(self.metadata[part]) | fields)


@pytest.fixture
def parts(tiny: Callable[..., Checkpoint], tmp_path: Path) -> Parts:
    save_checkpoint(tiny("luong-general"), tmp_path / "whole.safetensors")
    return Parts(tmp_path / "whole.safetensors")


def weights(value: float) -> Callable[[Parts], None]:
    def damage(parts: Parts) -> None:
        parts.tensors["bias"][7] = value

    return damage


def every_weight(value: float) -> Callable[[Parts], None]:
    def damage(parts: Parts) -> None:
        parts.tensors = {k: v.float().fill_(value) for k, v in parts.tensors.items()}

    return damage


def shape(parts: Parts) -> None:
    parts.tensors["bias"] = torch.zeros(5)


def further(parts: Parts) -> None:
    parts.tensors["extra"] = torch.zeros(5)


def missing(name: str) -> Callable[[Parts], None]:
    return lambda parts: parts.metadata.pop(name) and None


def metadata(name: str, text: str) -> Callable[[Parts], None]:
    return lambda parts: parts.metadata.update({name: text})


def fields(part: str, **changed: object) -> Callable[[Parts], None]:
    return lambda parts: parts.set(part, **changed)


def gaps(parts: Parts) -> None:
    model = json.loads(parts.metadata["tokenizer"])["model"]
    model["vocab"] = {piece: i + 5 * (i > 40) for piece, i in model["vocab"].items()}
    parts.set("tokenizer", model=model)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (weights(NAN), "the weights bias are not all finite"),
        (weights(INFINITE), "the weights bias are not all finite"),
        (weights(-INFINITE), "the weights bias are not all finite"),
        (every_weight(3e38), "not finite"),
        (shape, r"bias is \[5\], and luong-general of this size has \[83\]"),
        (further, r"extra is \[5\], and luong-general of this size has None"),
        (lambda parts: parts.tensors.pop("bias"), "bias is None"),
        (missing("config"), "its metadata has no config"),
        (missing("record"), "its metadata has no record"),
        (missing("tokenizer"), "not a tokenizer"),
        (metadata("config", "null"), "its config is None: expected an object"),
        (metadata("config", "["), "its config cannot be read. The file is not JSON"),
        (metadata("config", "[" * 9_999), "its config cannot be read. .* nested too deep"),
        (fields("config", variant=7), "its config, variant is 7: expected text"),
        (fields("config", variant="luong-quantum"), "quantum.* If a newer version of Alignoscope"),
        (fields("config", variant="luong-dot"), "the weights do not fit its configuration"),
        (fields("config", layers="1"), "its config, layers is '1': expected a whole number"),
        (fields("config", layers=True), "its config, layers is True: expected a whole number"),
        (fields("config", dropout=NAN), "its config cannot be read. The file holds NaN"),
        (fields("config", mood="calm"), "its config has the field 'mood', .* If a newer version"),
        (fields("config", vocab_size=79), "the tokenizer has 83 pieces, the model 79"),
        (metadata("tokenizer", "{}"), "not a tokenizer"),
        (gaps, "pieces must be numbered from 0, without a gap"),
        (fields("tokenizer", pre_tokenizer=None), "it cannot translate 'a'"),
        (metadata("record", "null"), "its record is None: expected an object"),
        (metadata("record", '{"history": 7}'), "its record, history is 7: expected a list"),
        (metadata("record", '{"snapshots": {}}'), "its record, snapshots is {}: expected a list"),
        (metadata("record", '{"examples": [7]}'), "its record, examples, item 1 is 7: expected"),
    ],
)
def test_a_damaged_file_is_refused_by_its_name(
    parts: Parts, tmp_path: Path, damage: Callable[[Parts], None], message: str
) -> None:
    path = tmp_path / "damaged.safetensors"
    damage(parts)
    parts.write(path)
    with pytest.raises(ValueError, match=message) as error:
        load_usable(path)
    assert str(error.value).startswith(f"{path}: ")


@pytest.mark.parametrize("kept", [0, 7, 8, 100, 5_000, -1])
def test_a_truncated_file_is_refused(parts: Parts, tmp_path: Path, kept: int) -> None:
    path = tmp_path / "damaged.safetensors"
    path.write_bytes((tmp_path / "whole.safetensors").read_bytes()[:kept])
    with pytest.raises(ValueError, match="not a whole safetensors file"):
        load_usable(path)


def test_a_whole_file_passes(parts: Parts, tmp_path: Path) -> None:
    parts.write(tmp_path / "again.safetensors")
    assert load_usable(tmp_path / "again.safetensors").variant == "luong-general"
