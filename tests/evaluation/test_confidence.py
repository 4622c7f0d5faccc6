"""The logistic fit and its measures, worked out by hand."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from alignoscope.analysis.confidence import WORD_FEATURES, with_confidence
from alignoscope.analysis.words import own_words
from alignoscope.cli.main import main
from alignoscope.decoding.greedy import translate
from alignoscope.evaluation.confidence import (
    SENTENCE,
    calibration_error,
    fit_logistic,
    told,
)
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from alignoscope.records.confidence import FITS, read_confidence
from tests.shared.measured import PAIRS, write_corpus


def test_the_calibration_error_weighs_bins_by_their_cases() -> None:
    said, right = np.array([0.95, 0.95, 0.15, 0.15]), np.array([True, True, True, False])
    assert calibration_error(said, right) == pytest.approx(0.5 * 0.05 + 0.5 * 0.35)


def test_a_fit_of_one_feature_meets_the_shares_of_its_two_values() -> None:
    x = np.array([0.0] * 1000 + [1.0] * 1000)
    right = np.array([True] * 250 + [False] * 750 + [True] * 800 + [False] * 200)
    fit = fit_logistic({"x": x}, right, ["x"])
    low, high = fit.probabilities({"x": np.array([0.0, 1.0])})
    assert low == pytest.approx(0.25, abs=0.01)
    assert high == pytest.approx(0.8, abs=0.01)


def test_a_feature_that_never_changes_weighs_nothing() -> None:
    right = np.array([True, True, False, False])
    same, x = np.full(4, 7.0), np.array([1.0, 0.9, 0.2, 0.1])
    fit = fit_logistic({"x": x, "same": same}, right, ["x", "same"])
    assert fit.weights["same"] == 0
    assert fit.weights["x"] > 0


def test_the_command_fits_on_dev_and_writes_what_test_says_beside_the_model(
    learned: Callable[[str], Checkpoint], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus, folder = write_corpus(tmp_path / "toy.tsv"), tmp_path / "eng-fra"
    path = folder / "luong-general.safetensors"
    save_checkpoint(learned("luong-general"), path)
    extra = tmp_path / "extra.tsv"  # what the model knows by heart: words that are right
    extra.write_text("".join(f"{a}\t{b}\n" for a, b in PAIRS), encoding="utf-8")
    more = ["--dev-also", str(extra), "--test-also", str(extra)]
    main(["confidence", str(path), "--corpus", str(corpus), *more])
    found = read_confidence(folder / FITS)["luong-general"]
    (ranked,) = found.ranked
    assert 0 < ranked.wrong < ranked.count
    assert sum(one.count for one in found.bins) == ranked.count
    assert [*found.fit.word.weights] == [*WORD_FEATURES]
    assert found.fit.sentence == SENTENCE
    assert capsys.readouterr().out == f"luong-general: {told(found)}\n"
    (trace,) = with_confidence(
        load_checkpoint(path), translate(load_checkpoint(path), [PAIRS[0][0]])
    )
    assert trace.confidence is not None
    assert len(trace.confidence.words) == len(own_words(trace.target))


def test_models_of_two_pairs_are_refused(
    tiny: Callable[..., Checkpoint], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / pair / "luong-dot.safetensors" for pair in ("eng-fra", "eng-spa")]
    for path in paths:
        save_checkpoint(tiny("luong-dot"), path)
    with pytest.raises(SystemExit):
        main(["confidence", *map(str, paths), "--corpus", "none.tsv"])
    assert "measure each pair by itself" in capsys.readouterr().err
    assert not [*tmp_path.rglob(FITS)]


def test_a_model_that_is_always_wrong_is_told_and_nothing_written(
    tiny: Callable[..., Checkpoint], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = tmp_path / "toy.tsv"
    corpus.write_text("".join(f"car {i}\t{i} 🙂\n" for i in range(60)), encoding="utf-8")
    path = tmp_path / "eng-fra" / "luong-dot.safetensors"
    save_checkpoint(tiny("luong-dot"), path)
    with pytest.raises(SystemExit):
        main(["confidence", str(path), "--corpus", str(corpus)])
    error = capsys.readouterr().err
    assert "Dev has no word that is right, or none that is wrong: nothing to fit." in error
    assert not (path.parent / FITS).exists()
