"""Checkpoints: written whole, read back the same, and refused in plain words when they are not."""

import json
import pickle
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import load_checkpoint, save_checkpoint
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
    with pytest.raises(ValueError, match=r"'alignoscope-99', this version reads 'alignoscope-1'"):
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
    assert parse_variant("luong-scaled-dot-feed") == (*("luong", "scaled-dot", True, "softmax"),)
    assert parse_variant("luong-general-sparsemax-feed") == (
        *("luong", "general", True, "sparsemax"),
    )
    assert parse_variant("nematus-local-p-dot-entmax15") == (
        *("nematus", "local-p-dot", False, "entmax15"),
    )
    assert parse_variant("bahdanau-additive") == ("bahdanau", "additive", False, "softmax")
    assert parse_variant("fixed-context") == ("bahdanau", "none", False, "softmax")


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
