"""The alignment error of each head, and the layer whose weights a Transformer's traces have."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from alignoscope.data.gold import read_gold_tsv
from alignoscope.decoding.forced import force
from alignoscope.evaluation.alignment import gold_error
from alignoscope.evaluation.heads import head_errors, main
from alignoscope.models.checkpoint import Checkpoint, choose_layer, load_checkpoint, save_checkpoint

GOLD = (
    "id\tpart\tphenomenon\tenglish\tfrench\tsure\tpossible\n"
    "1\tdev\tplain\tThe red car is fast.\tLa voiture rouge est rapide.\t1-1 2-3 3-2 4-4 5-5 6-6\t\n"
    "2\tdev\tplain\tThe old house.\tLa vieille maison.\t1-1 2-2 3-3 4-4\t\n"
    "3\ttest\tplain\tThe old car.\tLa vieille voiture.\t1-1 2-2 3-3 4-4\t\n"
)


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.tsv"
    path.write_text(GOLD, encoding="utf-8")
    return path


def test_the_last_number_of_a_layer_is_the_error_of_the_traces_it_gives(
    tiny: Callable[..., Checkpoint], tmp_path: Path, gold: Path
) -> None:
    path = tmp_path / "transformer.safetensors"
    save_checkpoint(tiny("transformer"), path)
    pairs = [pair for pair in read_gold_tsv(gold) if pair.part == "dev"]
    errors = head_errors(load_checkpoint(path), pairs)
    assert errors.shape == (2, 3)
    for layer in (1, 2):
        choose_layer(path, layer)
        assert gold_error(load_checkpoint(path), pairs).aer == pytest.approx(errors[layer - 1, -1])


def test_the_best_layer_is_stored_and_nothing_else_changes(
    tiny: Callable[..., Checkpoint], tmp_path: Path, gold: Path, capsys: pytest.CaptureFixture
) -> None:
    path = tmp_path / "transformer.safetensors"
    save_checkpoint(tiny("transformer"), path)
    before, old = load_file(path), load_checkpoint(path)
    main([str(path), "--gold", str(gold), "--store"])
    errors = head_errors(old, [pair for pair in read_gold_tsv(gold) if pair.part == "dev"])
    best = int(errors[:, -1].argmin()) + 1
    found = load_checkpoint(path)
    assert found.model.config.aligned_layer == best
    assert f"Layer {best} aligns best and is stored." in capsys.readouterr().out
    for name, tensor in load_file(path).items():
        assert torch.equal(tensor, before[name])
    texts = ["The red car is fast."], ["La voiture rouge est rapide."]
    (first,), (second,) = force(old, *texts), force(found, *texts)
    assert [step.log_prob for step in first.steps] == [step.log_prob for step in second.steps]
    assert np.array_equal(first.weights, second.weights) == (best == 1)


def test_what_has_no_heads_is_refused(
    tiny: Callable[..., Checkpoint], tmp_path: Path, gold: Path, capsys: pytest.CaptureFixture
) -> None:
    path = tmp_path / "luong-dot.safetensors"
    save_checkpoint(tiny("luong-dot"), path)
    for words, said in (
        (["--gold", str(gold)], "luong-dot is no Transformer"),
        (["--gold", str(gold), "--part", "none"], "no pair is in the part 'none'"),
    ):
        with pytest.raises(SystemExit):
            main([str(path), *words])
        assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (" ", "Pair 4: The source sentence is empty"),
        ("car " * 111, "Pair 4: The source sentence is too long: 222 tokens (maximum 110)"),
    ],
)
def test_a_pair_that_cannot_be_read_is_named(
    tiny: Callable[..., Checkpoint],
    tmp_path: Path,
    capsys: pytest.CaptureFixture,
    source: str,
    said: str,
) -> None:
    path, gold = tmp_path / "transformer.safetensors", tmp_path / "gold.tsv"
    save_checkpoint(tiny("transformer"), path)
    gold.write_text(f"{GOLD}4\tdev\tplain\t{source}\tLa voiture.\t\t\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main([str(path), "--gold", str(gold), "--store"])
    assert said in capsys.readouterr().err
    assert load_checkpoint(path).model.config.aligned_layer == 0
