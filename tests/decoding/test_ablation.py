"""A head is left out by an output of 0; the model itself does not change."""

from collections.abc import Callable

import numpy as np
import pytest
import torch

from alignoscope.decoding.ablation import ablations, without
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.heads import head_traces
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.head_trace import ATTENTIONS, CROSS

TEXT, TARGET = "The red car is fast.", "La voiture rouge est rapide."


def test_the_context_lacks_what_the_head_added(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    (trace,) = force(checkpoint, [TEXT], [TARGET])
    (left,) = force(without(checkpoint, CROSS, 0, 1), [TEXT], [TARGET])
    one = head_traces(checkpoint, trace)[1]
    size = one.values.shape[1]
    part = checkpoint.model.decoder.layers[0].cross.output.weight[:, size:].numpy()
    # Layer 1 is the one that a trace is of; the step reads the same in it, whatever it lacks.
    for whole, lacks, step in zip(trace.steps, left.steps, one.steps, strict=True):
        np.testing.assert_allclose(
            whole.context - lacks.context, part @ step.context, rtol=1e-3, atol=1e-5
        )
        np.testing.assert_allclose(whole.weights, lacks.weights, rtol=1e-4)


@pytest.mark.parametrize("attention", ATTENTIONS)
def test_each_head_and_each_layer_is_left_out_once(
    tiny: Callable[..., Checkpoint], attention: str
) -> None:
    checkpoint = tiny("transformer")
    (trace,) = translate(checkpoint, [TEXT])
    before = {name: one.clone() for name, one in checkpoint.model.state_dict().items()}
    found = ablations(checkpoint, trace, attention)
    assert [(one.layer, one.head) for one in found] == [
        *((0, 0), (0, 1), (0, None)),
        *((1, 0), (1, 1), (1, None)),
    ]
    (same,) = force(without(checkpoint, attention, 1, 0), [TEXT], [trace.target.text])
    if trace.finished and same.target == trace.target:
        assert found[3].fall == pytest.approx(trace.log_prob - same.log_prob, abs=1e-4)
    assert all(one.fall != 0 for one in found)
    for name, tensor in checkpoint.model.state_dict().items():
        torch.testing.assert_close(tensor, before[name])


def test_all_other_weights_are_shared(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    left = dict(without(checkpoint, CROSS, 1, None).model.named_parameters())
    own = dict(checkpoint.model.named_parameters())
    assert left.keys() == own.keys()
    other = [name for name in own if own[name] is not left[name]]
    assert other == ["decoder.layers.1.cross.output.weight"]


def test_a_model_without_heads_says_so(tiny: Callable[..., Checkpoint]) -> None:
    with pytest.raises(ValueError, match="luong-dot is no Transformer"):
        without(tiny("luong-dot"), CROSS, 0, 0)
