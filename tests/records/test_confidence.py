"""The file of the confidence of a pair's models: read as it was written, or refused by name."""

import numpy as np
import pytest

from alignoscope.records.confidence import (
    FITS,
    ConfidenceFit,
    Logistic,
    MeasuredConfidence,
    Ranked,
    ReadFit,
    ReliabilityBin,
    read_confidence,
    write_confidence,
)

ABOUT = {"what": "word", "part": "test", "decoding": "greedy", "labels": "edit distance"}
BIN = ReliabilityBin(**ABOUT, low=0.9, high=1.0, count=4, said=0.95, right=1.0)
FIT = ConfidenceFit(
    word=Logistic(bias=1.5, weights={"log_p": 2.0, "mean": -0.25}, means={"log_p": -1.0}),
    sentence=Logistic(bias=0.0, weights={"mean": 1.0}),
    unsure=0.4,
    wrong=0.5,
)
FOUND = {
    "luong-dot": MeasuredConfidence(
        fit=FIT,
        ranked=(
            Ranked(
                **ABOUT,
                count=10,
                wrong=3,
                auroc=0.9,
                alone=0.8,
                error=0.02,
                marked_right=0.05,
                marked_wrong=0.7,
            ),
        ),
        bins=(BIN,),
        read=ReadFit(second="luong-general", back="fra-eng/luong-dot", fit=FIT, bins=(BIN,)),
    ),
    "transformer": MeasuredConfidence(
        fit=FIT, read=ReadFit(second="", back="fra-eng/luong-dot", fit=FIT)
    ),
}


def test_confidence_is_read_as_it_was_written(tmp_path) -> None:
    write_confidence(FOUND, tmp_path / FITS)
    assert read_confidence(tmp_path / FITS) == FOUND


def test_a_file_of_before_readers_had_diagrams_opens(tmp_path) -> None:
    path = tmp_path / FITS
    write_confidence({"transformer": FOUND["transformer"]}, path)
    text = path.read_text()
    old = text.replace(',\n    "bins": []\n', "\n")
    assert old != text
    path.write_text(old)
    assert read_confidence(path) == {"transformer": FOUND["transformer"]}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"bias": 1.5', '"bias": "much"'),
        ("alignoscope-confidence-1", "alignoscope-confidence-9"),
        ('"unsure"', '"unsur"'),
        ("{", "["),
    ],
)
def test_a_damaged_file_is_refused_by_name(old: str, new: str, tmp_path) -> None:
    path = tmp_path / FITS
    write_confidence(FOUND, path)
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(ValueError, match=rf"{FITS} is not used: .* Write it again"):
        read_confidence(path)


def test_a_missing_file_is_refused_by_name(tmp_path) -> None:
    with pytest.raises(ValueError, match=rf"{FITS} cannot be read"):
        read_confidence(tmp_path / FITS)


def test_the_feature_that_lowers_a_probability_most_is_compared_with_its_mean() -> None:
    features = {"log_p": np.array([-1.5, -0.5]), "mean": np.array([0.0, 8.0])}
    assert FIT.word.lowered_by(features) == ["log_p", "mean"]  # -1 and 0; 1 and -2


@pytest.mark.parametrize(
    ("second", "back", "said"),
    [
        ("../other", "", "second: expected model"),
        ("..", "", "second: expected model"),
        ("", "luong-dot", "back: expected pair/model"),
        ("", "../luong-dot", "back: expected pair/model"),
        ("", "a/b/c", "back: expected pair/model"),
    ],
)
def test_a_reader_is_named_by_its_file_in_this_or_another_folder_of_a_pair(
    second: str, back: str, said: str, tmp_path
) -> None:
    read = ReadFit(second=second, back=back, fit=FIT)
    write_confidence({"luong-dot": MeasuredConfidence(fit=FIT, read=read)}, tmp_path / FITS)
    with pytest.raises(ValueError, match=said):
        read_confidence(tmp_path / FITS)
