"""Packed matrices: what lies in a file fits in half precision, and no number of a step changes."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from alignoscope.analysis.importance import importance
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from alignoscope.models.layers.packing import ROWS
from alignoscope.models.rounding import SCALE, round_matrices
from alignoscope.records.variant import CELLS
from tests.shared.samples import VARIANTS

HERE = "fbgemm" in torch.backends.quantized.supported_engines
TEXTS = ["The old car is fast.", "She likes it"]


def filed(made: Checkpoint, folder: Path) -> Checkpoint:
    save_checkpoint(made, folder / "model.safetensors")
    return load_checkpoint(folder / "model.safetensors")


def unpacked(checkpoint: Checkpoint) -> None:
    for module in checkpoint.model.modules():
        module.packed = None


def test_half_precision_holds_what_8_bits_and_their_scale_make() -> None:
    generator = torch.Generator().manual_seed(3)
    sizes = 10 ** torch.linspace(-2, 2, 97).unsqueeze(1)
    rounded = round_matrices({"w": sizes * torch.randn(97, 61, generator=generator)})
    weights = rounded["w"].float() * rounded["w" + SCALE]
    assert weights.half().float().tolist() == weights.tolist()
    assert rounded["w"].abs().amax(dim=1).min() > 112  # of 127: no row loses more than 1 in 8


@pytest.mark.parametrize("variant", VARIANTS)
def test_packed_models_write_and_look_as_before(tiny, tmp_path: Path, variant: str) -> None:
    checkpoint = filed(tiny(variant), tmp_path)
    assert (checkpoint.model.packed is not None) == HERE
    fast = translate(checkpoint, TEXTS)
    unpacked(checkpoint)
    for one, other in zip(fast, translate(checkpoint, TEXTS), strict=True):
        assert one.target == other.target
        assert one.log_prob == pytest.approx(other.log_prob, rel=1e-5)
        if one.weights is not None:
            np.testing.assert_allclose(one.weights, other.weights, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("cell", CELLS)
def test_any_cell_goes_into_a_file_and_decodes(tiny, tmp_path: Path, cell: str) -> None:
    checkpoint = filed(tiny("tacotron-additive", cell), tmp_path)
    fast = translate(checkpoint, TEXTS)
    unpacked(checkpoint)
    assert [one.target for one in fast] == [one.target for one in translate(checkpoint, TEXTS)]


def test_weights_that_half_precision_has_not_are_not_packed(tiny) -> None:
    model = tiny("luong-dot").model
    model.pack()
    assert model.packed is model.decoder.rnn.packed is None


def test_many_rows_other_numbers_and_gradients_go_by_the_weights_themselves(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    checkpoint = filed(tiny("bahdanau-additive"), tmp_path)
    model = checkpoint.model
    readouts = torch.randn(ROWS + 1, 7, generator=torch.Generator().manual_seed(7))
    with torch.inference_mode():
        few, many = model.logits(readouts[:-1]), model.logits(readouts)
        torch.testing.assert_close(few, many[:-1], rtol=1e-4, atol=1e-5)
        assert torch.equal(many, torch.nn.functional.linear(readouts, model.embedding.weight))
    trace = translate(checkpoint, TEXTS[:1])[0]
    assert importance(checkpoint, trace).gradient.shape == trace.weights.shape
    model.double()
    assert translate(checkpoint, TEXTS[:1])[0].target == trace.target


def test_a_layer_reads_half_precision_for_steps_and_its_own_weights_for_gradients(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    layer = filed(tiny("bahdanau-additive"), tmp_path).model.decoder.deep_output
    assert (layer.packed is not None) == HERE
    inputs = torch.randn(3, layer.in_features, generator=torch.Generator().manual_seed(5))
    own = torch.nn.functional.linear(inputs, layer.weight, layer.bias)
    assert torch.equal(layer(inputs), own)
    with torch.inference_mode():
        torch.testing.assert_close(layer(inputs), own, rtol=1e-4, atol=1e-5)
    if HERE:
        layer.packed = lambda inputs: inputs[:, :1]
        with torch.inference_mode():
            assert torch.equal(layer(inputs), inputs[:, :1])
