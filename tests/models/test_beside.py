"""What lies beside the checkpoints of a pair: read once, and left aside where it cannot be used."""

from pathlib import Path

import pytest

from alignoscope.data.known_words import TABLE, KnownWords, write_known
from alignoscope.models.beside import beside
from alignoscope.records.confidence import (
    FITS,
    ConfidenceFit,
    Logistic,
    MeasuredConfidence,
    write_confidence,
)

LOGISTIC = Logistic(bias=1.0, weights={"p": 1.0})
FIT = ConfidenceFit(word=LOGISTIC, sentence=LOGISTIC, unsure=0.4, wrong=0.5)


def test_a_pair_may_have_neither_file() -> None:
    assert beside(Path("nowhere")) == (None, {}, ())


def test_files_are_read_again_only_when_they_were_changed(tmp_path: Path) -> None:
    write_known(KnownWords({"cat": 3}, {}), tmp_path)
    write_confidence({"luong-dot": MeasuredConfidence(fit=FIT)}, tmp_path / FITS)
    found = beside(tmp_path)
    assert found.words is not None
    assert found.words.times("cat") == 4
    assert found.confidence["luong-dot"].fit == FIT
    assert beside(tmp_path) is found
    write_known(KnownWords({"cat": 3, "dog": 1}, {}), tmp_path)
    again = beside(tmp_path).words
    assert again is not None
    assert again.times("dog") == 2


@pytest.mark.parametrize("name", [TABLE, FITS])
def test_a_damaged_file_is_named_and_the_other_one_is_used(name: str, tmp_path: Path) -> None:
    write_known(KnownWords({"cat": 3}, {}), tmp_path)
    write_confidence({"luong-dot": MeasuredConfidence(fit=FIT)}, tmp_path / FITS)
    (tmp_path / name).write_bytes(b"PK")
    found = beside(tmp_path)
    (problem,) = found.problems
    assert str(tmp_path / name) in problem
    assert problem.endswith("`.")  # with the command that writes it again
    assert (found.words is None, found.confidence == {}) == (name == TABLE, name == FITS)
