"""Decoding on a device other than the CPU."""

from pathlib import Path

import numpy as np
import pytest
import torch

from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.best import best_texts, joint_translations
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import load_checkpoint, save_checkpoint
from tests.shared.other_device import DEVICE, OtherDevice, moved
from tests.shared.samples import SENTENCES, TIMED, mostly_slow
from tests.shared.traces import assert_same

TEXTS, TARGETS = SENTENCES[::2], SENTENCES[1::2]
OTHERS = ("luong-local-p", "luong-local-m", "luong-location", "bahdanau-location-sensitive")
ALWAYS = ("tacotron-additive", "luong-local-p", "bahdanau-location-sensitive", "fixed-context")


def test_the_other_device_refuses_what_a_gpu_refuses() -> None:
    with OtherDevice():
        other = torch.ones(2, 3).to(DEVICE)
        assert other.device == DEVICE
        assert (other @ torch.ones(3, device=DEVICE)).cpu().tolist() == [3, 3]
        assert other[torch.tensor([0])].shape == (1, 3)
        with pytest.raises(RuntimeError, match="one device"):
            other + torch.ones(3)
        with pytest.raises(RuntimeError, match="numpy"):
            other.numpy()


@pytest.mark.parametrize("variant", mostly_slow([*TIMED, *OTHERS, "fixed-context"], ALWAYS))
def test_a_model_decodes_where_it_is(learned, variant: str, tmp_path: Path) -> None:
    save_checkpoint(learned(variant), tmp_path / "model.safetensors")
    here = load_checkpoint(tmp_path / "model.safetensors")  # with packed matrices
    traces = [*translate(here, TEXTS), *force(here, TEXTS, TARGETS)]
    traces += [one for found in beam_search(here, TEXTS, 3) for one in found]
    given = [np.eye(len(trace.source.ids), dtype=np.float32) for trace in traces[: len(TEXTS)]]
    edited = translate(here, TEXTS, given) if traces[0].weights is not None else []
    there = load_checkpoint(tmp_path / "model.safetensors")
    moved(there.model)
    with OtherDevice():
        others = [*translate(there, TEXTS), *force(there, TEXTS, TARGETS)]
        others += [one for found in beam_search(there, TEXTS, 3) for one in found]
        others += translate(there, TEXTS, given) if edited else []
        texts = best_texts(there, TEXTS, 1)
        joint = joint_translations([there, there], TEXTS, 3)
    for one, other in zip(traces + edited, others, strict=True):
        assert_same(one, other)
    assert texts == best_texts(here, TEXTS, 1)
    assert joint == joint_translations([here, here], TEXTS, 3)
