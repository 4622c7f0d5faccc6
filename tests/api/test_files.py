"""Files read back in Python: saved traces, and maps of other tools with their texts."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import alignoscope
from alignoscope.models.checkpoint import Checkpoint


def test_saved_traces_are_read_back(tiny: Callable[..., Checkpoint], tmp_path: Path) -> None:
    model = tiny("luong-dot")
    traces = [alignoscope.translate(model, text) for text in ("The car is red.", "I am fast.")]
    path = tmp_path / "maps.trace.json"
    alignoscope.show(*traces).save(path)
    for trace, found in zip(traces, alignoscope.read(path), strict=True):
        assert found.text == trace.text
        assert found.frame().equals(trace.frame())
    posterior = alignoscope.with_posterior(model, alignoscope.read(str(path))[0])
    assert posterior.likelihoods is not None


def test_maps_of_other_tools_are_read_with_their_texts(tmp_path: Path) -> None:
    links, source, target = (tmp_path / name for name in ("a.links", "a.en", "a.fr"))
    links.write_text("0-0 1-1\n0-1 1-0\n")
    source.write_text("red car\nblack cat\n")
    target.write_text("voiture rouge\nchat noir\n")
    with pytest.warns(UserWarning, match="the other way round fits as well"):
        first, second = alignoscope.read(links, source, target)
    assert (first.kind, second.text) == ("links", "chat noir")
    assert second.frame().idxmax(axis="columns").to_dict() == {"chat": "cat", "noir": "black"}


def test_a_layer_that_is_not_there_is_said(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", weights=np.eye(2)[None], source=[["a", "b"]], target=[["x", "y"]])
    with pytest.raises(ValueError, match="layer is 1: there are 1, from 0"):
        alignoscope.read(tmp_path / "a.npz", layer=1)


def test_one_head_is_chosen(tmp_path: Path) -> None:
    weights = np.stack([np.eye(2), np.eye(2)[::-1]])[None, None]
    np.savez(
        tmp_path / "a.npz", weights=weights, source=np.array([["a", "b"]]), target=[["x", "y"]]
    )
    for head in (0, 1):
        (found,) = alignoscope.read(tmp_path / "a.npz", head=head)
        assert found.weights == pytest.approx(weights[0, 0, head])


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="give at least one file"):
        alignoscope.read()
    with pytest.raises(ValueError, match="cannot be read: No such file"):
        alignoscope.read(tmp_path / "nothing.json")
    with pytest.raises(ValueError, match="together is 'sum': expected one of mean, max"):
        alignoscope.read(tmp_path / "nothing.json", together="sum")
