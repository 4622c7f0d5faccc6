"""Snapshots: when they are taken, and what they hold."""

from itertools import pairwise

from alignoscope.data.examples import Example
from alignoscope.decoding.forced import force
from alignoscope.training.snapshots import snapshot_steps, take_snapshot


def test_snapshots_are_spaced_by_powers() -> None:
    steps = sorted(snapshot_steps(10_000))
    assert steps[:2] == [0, 1]
    assert steps[-1] == 10_000
    assert 15 <= len(steps) <= 20
    ratios = [b / a for a, b in pairwise(steps[6:])]
    assert max(ratios) / min(ratios) < 1.2


def test_a_snapshot_holds_the_maps_of_the_examples(tiny) -> None:
    examples = (Example("One", "the red car", "la voiture"), Example("Two", "I am", "Je suis"))
    checkpoint = tiny("luong-dot")
    taken = take_snapshot(checkpoint.model, checkpoint.tokenizer, examples, 7)
    assert taken["step"] == 7
    traces = force(checkpoint, ["the red car", "I am"], ["la voiture", "Je suis"])
    for cells, trace in zip(taken["maps"], traces, strict=True):
        assert cells == trace.weights.round(3).tolist()
    assert (
        take_snapshot(tiny("fixed-context").model, checkpoint.tokenizer, examples, 7)["maps"] == []
    )
