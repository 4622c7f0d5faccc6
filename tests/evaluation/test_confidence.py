"""The logistic fit and its measures, worked out by hand."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from alignoscope.analysis.confidence import WORD_FEATURES, with_confidence
from alignoscope.analysis.words import own_words
from alignoscope.cli.main import main
from alignoscope.decoding.greedy import translate
from alignoscope.evaluation.confidence import (
    LEAST,
    READ_FEATURES,
    SENTENCE,
    SENTENCE_READ,
    calibration_error,
    find_readers,
    fit_logistic,
    told,
)
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from alignoscope.records.confidence import FITS, read_confidence
from alignoscope.records.run import Point
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


@pytest.fixture
def known_by_heart(learned: Callable[[str], Checkpoint], tmp_path: Path) -> Path:
    """Return a file of pairs whose targets are what a small model writes: words that are right."""
    chosen = random.Random(1)
    words = [word for pair in PAIRS for word in pair.source.split()]
    texts = sorted({" ".join(chosen.choices(words, k=5)) for _ in range(40)})
    traces = translate(learned("luong-general"), texts)
    file = tmp_path / "extra.tsv"
    rows = "".join(f"{one.source.text}\t{one.target.text}\n" for one in traces)
    file.write_text(rows, encoding="utf-8")
    return file


@pytest.mark.parametrize("command", [["confidence"], ["evaluate", "--beside"]])
def test_a_command_fits_on_dev_and_writes_what_test_says_beside_the_model(
    command: list[str],
    known_by_heart: Path,
    learned: Callable[[str], Checkpoint],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    corpus, folder = write_corpus(tmp_path / "toy.tsv"), tmp_path / "eng-fra"
    path = folder / "luong-general.safetensors"
    save_checkpoint(learned("luong-general"), path)
    more = ["--dev-also", str(known_by_heart), "--test-also", str(known_by_heart)]
    main([*command, str(path), "--corpus", str(corpus), *more, "--beam", "2"])
    found = read_confidence(folder / FITS)["luong-general"]
    greedy, beam = found.ranked
    assert (greedy.decoding, beam.decoding) == ("greedy", "beam 2")
    assert 0 < greedy.wrong < greedy.count
    assert sum(one.count for one in found.bins) == greedy.count
    assert {one.decoding for one in found.bins} == {"greedy"}
    assert [*found.fit.word.weights] == [*WORD_FEATURES]
    assert found.fit.sentence == SENTENCE
    if command == ["confidence"]:
        assert capsys.readouterr().out == f"luong-general: {told(found)}\n"
    (trace,) = with_confidence(
        load_checkpoint(path), translate(load_checkpoint(path), [PAIRS[0][0]])
    )
    assert trace.confidence is not None
    assert len(trace.confidence.words) == len(own_words(trace.target))


def test_a_corpus_with_too_few_words_to_fit_on_is_measured_without(
    learned: Callable[[str], Checkpoint], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus, folder = write_corpus(tmp_path / "toy.tsv"), tmp_path / "eng-fra"
    path = folder / "luong-general.safetensors"
    save_checkpoint(learned("luong-general"), path)
    main(["evaluate", str(path), "--corpus", str(corpus), "--beside", "--beam", "1"])
    told = capsys.readouterr().err
    assert f"{path} gets no confidence: Dev has " in told
    assert f"wrong words: expected {LEAST} of each, to fit on." in told
    assert (folder / "results" / "table.md").exists()
    assert not (folder / FITS).exists()


def test_further_pairs_that_no_confidence_would_read_are_refused(
    tiny: Callable[..., Checkpoint], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "eng-fra" / "luong-dot.safetensors"
    save_checkpoint(tiny("luong-dot"), path)
    for options in (["--dev-also", "a.tsv"], ["--out", str(tmp_path), "--test-also", "a.tsv"]):
        with pytest.raises(SystemExit):
            main(["evaluate", str(path), "--corpus", "none.tsv", *options])
        assert "are for the confidence, which --beside fits" in capsys.readouterr().err


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
    assert "Dev has 0 right and " in error
    assert not (path.parent / FITS).exists()


def test_a_fit_names_better_models_that_read_again_and_counts_them(
    known_by_heart: Path, learned: Callable[[str], Checkpoint], tmp_path: Path
) -> None:
    corpus = write_corpus(tmp_path / "toy.tsv")
    path, other, back = (
        tmp_path / name / f"{variant}.safetensors"
        for name, variant in (
            ("eng-fra", "luong-general"),
            ("eng-fra", "bahdanau-additive"),
            ("fra-eng", "luong-general"),
        )
    )
    own = learned("luong-general")
    assert find_readers(path, own) == (None, None)

    def saved(where: Path, loss: float) -> Checkpoint:
        point = Point(step=1, dev_loss=loss)
        made = replace(own, record=replace(own.record, history=(point,)), path=where)
        save_checkpoint(made, where)
        return made

    first = saved(path, 2.0)
    assert find_readers(path, first) == (None, None)
    better = saved(other, 1.5)
    saved(back, 3.0)
    (back.parent / "damaged.safetensors").write_bytes(b"no")
    assert find_readers(path, first) == (other, back)
    assert find_readers(other, better) == (None, back)
    more = ["--dev-also", str(known_by_heart), "--test-also", str(known_by_heart)]
    main(["confidence", str(path), str(other), "--corpus", str(corpus), *more, "--beam", "2"])
    found = read_confidence(path.parent / FITS)
    read = found["luong-general"].read
    assert (read.second, read.back) == ("bahdanau-additive", "fra-eng/luong-general")
    assert [*read.fit.word.weights] == READ_FEATURES
    assert read.fit.sentence == SENTENCE_READ[True, True]
    assert read.ranked[0].count == found["luong-general"].ranked[0].count
    assert {one.decoding for one in read.bins} == {"beam 2"}
    assert sum(one.count for one in read.bins) == read.ranked[1].count
    read = found["bahdanau-additive"].read
    assert (read.second, read.back) == ("", "fra-eng/luong-general")
    assert read.fit.word == found["bahdanau-additive"].fit.word
    assert read.fit.sentence == SENTENCE_READ[False, True]


def test_kept_coefficients_are_only_measured_again(
    known_by_heart: Path,
    learned: Callable[[str], Checkpoint],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    corpus, path = (
        write_corpus(tmp_path / "toy.tsv"),
        tmp_path / "eng-fra/luong-general.safetensors",
    )
    save_checkpoint(learned("luong-general"), path)
    command = ["confidence", str(path), "--corpus", str(corpus), "--beam", "1"]
    with pytest.raises(SystemExit):
        main([*command, "--keep"])
    assert "no coefficients in confidence.json to measure again" in capsys.readouterr().err
    more = ["--dev-also", str(known_by_heart), "--test-also", str(known_by_heart)]
    main([*command, *more])
    first = read_confidence(path.parent / FITS)["luong-general"]
    main([*command, "--keep", *more[2:], "--test-also", str(corpus)])
    again = read_confidence(path.parent / FITS)["luong-general"]
    assert again.fit == first.fit
    assert again.ranked[0].count > 0
    assert again.ranked != first.ranked
