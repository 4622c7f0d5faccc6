"""Snapshots: when they are taken, and what they hold."""

from itertools import pairwise
from pathlib import Path

from alignoscope.data.corpus import Pair
from alignoscope.decoding.forced import force
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.training.snapshots import snapshot_steps, take_snapshot
from alignoscope.training.training_data import pick_shown
from tests.shared.toy import run, start, write_corpus

TAB = "\t"


def test_snapshots_are_spaced_by_powers() -> None:
    steps = sorted(snapshot_steps(10_000))
    assert steps[:2] == [0, 1]
    assert steps[-1] == 10_000
    assert 15 <= len(steps) <= 20
    ratios = [b / a for a, b in pairwise(steps[6:])]
    assert max(ratios) / min(ratios) < 1.2


def test_a_snapshot_holds_the_maps_of_the_examples(tiny) -> None:
    examples = [["the red car", "la voiture"], ["I am", "Je suis"]]
    checkpoint = tiny("luong-dot")
    taken = take_snapshot(checkpoint.model, checkpoint.tokenizer, examples, 7)
    assert taken["step"] == 7
    traces = force(checkpoint, ["the red car", "I am"], ["la voiture", "Je suis"])
    for cells, trace in zip(taken["maps"], traces, strict=True):
        assert cells == trace.weights.round(3).tolist()
    assert (
        take_snapshot(tiny("fixed-context").model, checkpoint.tokenizer, examples, 7)["maps"] == []
    )


def test_a_pair_with_a_long_translation_is_not_shown(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "toy.tsv")
    lines = corpus.read_text(encoding="utf-8").splitlines()
    long = [f"{line.partition(TAB)[0]}{TAB}{'A ' * 130}" for line in lines]
    corpus.write_text("".join(f"{one}\n" for one in lines[::2] + long[1::2]), encoding="utf-8")
    shown = start(corpus, tmp_path).settings["examples"]
    assert shown
    assert all(len(target.split()) < 130 for _, target in shown)


def test_pairs_of_all_lengths_are_shown_where_a_pair_has_no_examples_of_its_own() -> None:
    pairs = [Pair(" ".join("w" * size), f"t{size}") for size in (3, 12, 5, 9, 13, 7, 11, 4, 8, 6)]
    assert [pair.target for pair in pick_shown(pairs)] == ["t4", "t5", "t7", "t8", "t11"]
    assert pick_shown(pairs[:1]) == ()


def test_a_run_of_another_pair_keeps_snapshots_of_its_own_dev_sentences(tmp_path: Path) -> None:
    found = load_checkpoint(run(write_corpus(tmp_path / "aa-bb.tsv"), tmp_path, epochs=1)).record
    assert len(found.examples) == 5
    assert found.snapshots
    assert all(len(one.maps) == 5 for one in found.snapshots)
