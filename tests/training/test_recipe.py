"""The recipe on a small corpus: it learns, it resumes exactly, and it refuses what does not fit."""

from pathlib import Path

import pytest
import torch

from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.records.hardware import processor_name
from alignoscope.training import recipe
from alignoscope.training.config import TrainingConfig
from alignoscope.training.updates import schedule
from tests.shared.samples import mostly_slow
from tests.shared.toy import SHAPE, TRANSFORMER, cut_off, run, write_corpus


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "toy.tsv")


def test_training_lowers_the_loss_and_records_itself(corpus: Path, tmp_path: Path) -> None:
    checkpoint = load_checkpoint(run(corpus, tmp_path, epochs=4, learning_rate=1e-2))
    record = checkpoint.record
    losses = [point.dev_loss for point in record.history]
    assert losses[-1] < 0.8 * losses[0]
    assert record.step == record.history[-1].step
    assert record.corpus.name == "toy.tsv"
    assert len(record.corpus.revision) == 64
    assert record.seed == 3
    assert record.device == f"cpu ({processor_name()})"


RECIPES = {
    "plain": {},
    "everything": {
        "joined_share": 0.2,
        "piece_dropout": 0.1,
        "average": 0.9,
        "optimizer": "muon",
        "score_penalty": 1e-3,
        "shape": SHAPE | {"rnn_dropout": 0.2},
    },
    "transformer": {"variant": "transformer", "shape": TRANSFORMER},
}


@pytest.mark.parametrize("recipe_name", mostly_slow(RECIPES, always=["everything", "transformer"]))
def test_a_run_that_was_cut_off_ends_as_if_it_had_not_been(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recipe_name: str
) -> None:
    options = RECIPES[recipe_name]
    whole = load_checkpoint(run(corpus, tmp_path / "whole", **options))
    calls = cut_off(monkeypatch, 15)
    with pytest.raises(KeyboardInterrupt):
        run(corpus, tmp_path / "cut", **options)
    resumed = load_checkpoint(run(corpus, tmp_path / "cut", **options))
    assert len(calls) > 20
    for name, tensor in whole.model.state_dict().items():
        torch.testing.assert_close(resumed.model.state_dict()[name], tensor, rtol=0, atol=0)
    monkeypatch.setattr(recipe, "update", None)
    run(corpus, tmp_path / "cut", **options)  # a finished run is not trained again


def test_other_settings_do_not_resume(corpus: Path, tmp_path: Path) -> None:
    run(corpus, tmp_path, epochs=0.2)
    with pytest.raises(ValueError, match="other settings"):
        run(corpus, tmp_path, epochs=0.2, learning_rate=1e-4)


def test_the_schedule_rises_and_falls() -> None:
    factors = [schedule(step, 10, 110) for step in range(111)]
    assert factors[0] == pytest.approx(0.1)
    assert max(factors) == factors[9] == factors[10] == 1
    assert factors[60] == pytest.approx(0.5)
    assert factors[110] == 0
    assert [schedule(step, 0, 4) for step in range(4)] == pytest.approx([1, 1, 2 / 3, 1 / 3])


@pytest.mark.parametrize(
    "change",
    [
        {"epochs": 0},
        {"learning_rate": -1},
        {"batch_tokens": 3},
        {"joined_share": 1},
        {"average": -0.1},
        {"piece_dropout": 2},
        {"score_penalty": -1},
        {"optimizer": "sgd"},
        {"seed": -1},
        {"seed": 2**63 - 1},
    ],
)
def test_numbers_out_of_range_are_refused(change: dict) -> None:
    with pytest.raises(ValueError, match=next(iter(change))):
        TrainingConfig(**change)


def test_a_corpus_that_is_too_small_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.tsv"
    path.write_text("a\tb\n", encoding="utf-8")
    with pytest.raises(ValueError, match="too few to train on"):
        run(path, tmp_path)
