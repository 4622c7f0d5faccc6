"""Checkpoints: written whole, read back the same, and refused in plain words when they are not."""

import json
import pickle
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file

from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import load_checkpoint, save_checkpoint
from alignoscope.models.rounding import SCALE, round_matrices
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.variant import ModelConfig, parse_variant


@pytest.mark.parametrize("variant", ["bahdanau-additive", "luong-general-feed", "fixed-context"])
def test_a_checkpoint_translates_as_the_model_did(learned, tmp_path: Path, variant: str) -> None:
    before, path = learned(variant), tmp_path / "new" / "m.safetensors"
    save_checkpoint(before, path)
    after = load_checkpoint(path)
    assert after.variant == variant
    assert not after.model.training
    text = "The red car is fast."
    assert translate(after, [text])[0].target == translate(before, [text])[0].target
    assert [p.name for p in path.parent.iterdir()] == ["m.safetensors"]


def test_a_file_in_half_precision_still_opens(learned, tmp_path: Path) -> None:
    before, path = learned("luong-general"), tmp_path / "m.safetensors"
    save_checkpoint(before, path)
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata() | {"format": "alignoscope-1"}
    save_file({n: t.half() for n, t in before.model.state_dict().items()}, path, metadata)
    text = "The red car is fast."
    assert translate(load_checkpoint(path), [text])[0].target == translate(before, [text])[0].target


def test_a_model_stays_as_it_was_read_when_its_file_is_written_over(tiny, tmp_path: Path) -> None:
    path = tmp_path / "m.safetensors"
    save_checkpoint(tiny("luong-dot"), path, exact=True)
    model = load_checkpoint(path).model
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    with path.open("r+b") as file:  # in its place, as `cp` does
        file.write(bytes(path.stat().st_size))
    for name, tensor in model.state_dict().items():
        assert torch.equal(tensor, before[name]), name


def test_matrices_lie_in_8_bits_with_a_scale_a_row() -> None:
    rounded = round_matrices(
        {"w": torch.tensor([[1.0, -0.5, 0.0], [0.0, 0.0, 0.0]]), "v": torch.tensor([0.1, 3.0])}
    )
    # 1 / 127 lies between 8 / 1024 and 9 / 1024, and 1024 / 9 is 113.8; a row of zeros stays one.
    assert rounded["w"].tolist() == [[114, -57, 0], [0, 0, 0]]
    assert rounded["w" + SCALE].flatten().tolist() == [9 / 1024, 0]
    assert {name: t.dtype for name, t in rounded.items() if name != "w" + SCALE} == {
        "w": torch.int8,
        "v": torch.float16,
    }


@pytest.mark.parametrize(
    ("scales", "message"),
    [
        ({}, "without a scale a row"),
        ({"decoder.output.weight" + SCALE: torch.ones(3, 1)}, r"are \[3, 1\]"),
    ],
)
def test_whole_numbers_need_a_scale_a_row(tiny, tmp_path: Path, scales: dict, message: str) -> None:
    path = tmp_path / "m.safetensors"
    save_checkpoint(tiny("luong-dot"), path)
    with safe_open(path, framework="pt") as file:
        names = set(file.keys()) - {"decoder.output.weight" + SCALE}
        save_file({n: file.get_tensor(n) for n in names} | scales, path, file.metadata())
    with pytest.raises(ValueError, match=message):
        load_checkpoint(path)


def test_bad_checkpoints_are_refused_in_plain_words(tiny, tmp_path: Path) -> None:
    good = tmp_path / "good.safetensors"
    save_checkpoint(tiny("luong-dot"), good)
    metadata = {"format": "alignoscope-1", "config": "{}", "tokenizer": "{}", "record": "{}"}
    path = tmp_path / "bad.safetensors"

    with pytest.raises(ValueError, match="there is no such checkpoint"):
        load_checkpoint(path)
    path.write_bytes(good.read_bytes()[:-5])
    with pytest.raises(ValueError, match="not a whole safetensors file"):
        load_checkpoint(path)
    path.write_bytes(b"")
    with pytest.raises(ValueError, match="not a whole safetensors file"):
        load_checkpoint(path)
    path.write_bytes(pickle.dumps({"weights": [1, 2, 3]}))
    with pytest.raises(ValueError, match=r"a pickle .* is never read"):
        load_checkpoint(path)
    save_file({"x": torch.zeros(3)}, path, metadata | {"format": "alignoscope-99"})
    with pytest.raises(ValueError, match=r"'alignoscope-99', this version reads alignoscope-1 and"):
        load_checkpoint(path)
    save_file({"x": torch.zeros(3)}, path)
    with pytest.raises(ValueError, match="format is None"):
        load_checkpoint(path)
    save_file({"x": torch.zeros(3)}, path, metadata)
    with pytest.raises(ValueError, match="its config, variant is None: expected text"):
        load_checkpoint(path)


def test_weights_of_another_shape_are_refused(tiny, tmp_path: Path) -> None:
    checkpoint, path = tiny("luong-dot"), tmp_path / "m.safetensors"
    config = json.loads(json.dumps(vars(checkpoint.model.config))) | {"hidden_size": 26}
    object.__setattr__(checkpoint.model, "config", ModelConfig(**config))
    save_checkpoint(checkpoint, path)
    with pytest.raises(ValueError, match="the weights do not fit its configuration"):
        load_checkpoint(path)


def test_a_variants_name_holds_its_choices() -> None:
    names = {
        "luong-scaled-dot-feed": ("luong", "scaled-dot", True, "softmax", False),
        "luong-general-sparsemax-feed": ("luong", "general", True, "sparsemax", False),
        "luong-general-sparsemax-feed-copy": ("luong", "general", True, "sparsemax", True),
        "nematus-local-p-dot-entmax15": ("nematus", "local-p-dot", False, "entmax15", False),
        "bahdanau-additive": ("bahdanau", "additive", False, "softmax", False),
        "bahdanau-additive-copy": ("bahdanau", "additive", False, "softmax", True),
        "fixed-context": ("bahdanau", "none", False, "softmax", False),
    }
    assert {name: (*parse_variant(name),) for name in names} == names


def test_what_has_no_weights_cannot_copy_by_them() -> None:
    for name in ("luong-none-copy", "bahdanau-none-copy"):
        with pytest.raises(ValueError, match="there are no weights to copy by"):
            parse_variant(name)
    for name in ("fixed-context-copy", "transformer-copy", "luong-copy", "luong-dot-copy-feed"):
        with pytest.raises(ValueError, match=r"expected '<timing>|Unknown score"):
            Seq2Seq(ModelConfig(variant=name, vocab_size=9))


@pytest.mark.parametrize("name", ["", "luong", "luong-", "vaswani-dot", "dot"])
def test_an_unknown_variant_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="expected '<timing>-<score>'"):
        parse_variant(name)


def test_input_feeding_belongs_to_luongs_timing() -> None:
    with pytest.raises(ValueError, match="use 'luong-dot-feed' or 'bahdanau-dot'"):
        parse_variant("bahdanau-dot-feed")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cell": "lsmt"}, "expected one of rnn, gru, lstm"),
        ({"layers": 4}, "layers is 4: expected a whole number from 1 to 3"),
        ({"hidden_size": 7}, "even number"),
        ({"embedding_size": 0}, "embedding_size is 0"),
        ({"vocab_size": 10**9}, "from 1 to 100,000"),
        ({"dropout": 1}, "below 1"),
    ],
)
def test_a_configuration_out_of_range_is_refused(change: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ModelConfig(**{"variant": "luong-dot", "vocab_size": 7} | change)
