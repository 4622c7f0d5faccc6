"""The maps of all heads of a Transformer are those that its steps computed."""

from collections.abc import Callable

import numpy as np
import pytest

from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.heads import head_maps, with_weights
from alignoscope.models.checkpoint import Checkpoint

TEXT, TARGET = "The red car is fast.", "La voiture rouge est rapide."
LAYERS, HEADS = 2, 2


def test_the_mean_of_one_layers_heads_is_the_map_of_the_trace(
    tiny: Callable[..., Checkpoint],
) -> None:
    checkpoint = tiny("transformer")
    for trace in (force(checkpoint, [TEXT], [TARGET])[0], translate(checkpoint, [TEXT])[0]):
        found = head_maps(checkpoint, trace)
        src_len, tgt_len = len(trace.source.ids), len(trace.target.ids)
        assert found.cross.shape == (LAYERS, HEADS, tgt_len, src_len)
        assert found.encoder.shape == (LAYERS, HEADS, src_len, src_len)
        mean = found.cross[0].mean(axis=0)
        np.testing.assert_allclose(mean, trace.weights, rtol=1e-4, atol=1e-6)


def test_each_row_sums_to_1_and_no_token_looks_ahead(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    (trace,) = force(checkpoint, [TEXT], [TARGET])
    found = head_maps(checkpoint, trace)
    for maps in found:
        np.testing.assert_allclose(maps.sum(axis=-1), 1, rtol=1e-5)
    above = np.triu(np.ones(found.decoder.shape[-2:], dtype=bool), k=1)
    assert (found.decoder[..., above] == 0).all()
    assert (found.decoder[..., ~above] > 0).all()


def test_a_trace_can_have_the_weights_of_one_head(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    (trace,) = force(checkpoint, [TEXT], [TARGET])
    one = head_maps(checkpoint, trace).cross[1, 0]
    changed = with_weights(trace, one)
    np.testing.assert_array_equal(changed.weights, one)
    assert changed.target == trace.target


def test_a_model_with_one_attention_has_no_heads(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("luong-dot")
    (trace,) = force(checkpoint, [TEXT], [TARGET])
    with pytest.raises(ValueError, match="luong-dot is no Transformer"):
        head_maps(checkpoint, trace)
    with pytest.raises(ValueError, match="The trace is of luong-dot"):
        head_maps(tiny("transformer"), trace)
