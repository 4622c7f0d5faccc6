"""Texts beside maps whose places are letters or phonemes, not words."""

import io
import json

import numpy as np
import pytest

from alignoscope.interchange.foreign.examining import examine_files
from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.foreign.options import Reading
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.records.axis import TimeAxis
from alignoscope.records.foreign import ForeignFile

TEXT = "rain on tin"
SPACED = tuple("rain␣on␣tin")
PLAIN = tuple("rainontin")
INCLUDED = "Split into letters, spaces included"


def steps(rows: int, columns: int) -> np.ndarray:
    """Return weights of `rows` steps that move over `columns` letters."""
    found = np.full((rows, columns), 0.2 / columns, np.float32)
    found[np.arange(rows), np.arange(rows) * columns // rows] += np.float32(0.8)
    return found


def file_of(**arrays: object) -> NamedBytes:
    data = io.BytesIO()
    np.savez(data, **{name: np.array(one) for name, one in arrays.items()})
    return NamedBytes(name="a.npz", data=data.getvalue())


def text(words: str, name: str = "said.txt") -> NamedBytes:
    return NamedBytes(name=name, data=words.encode())


def opened(*files: NamedBytes, **chosen: str) -> ForeignFile:
    (file,) = open_foreign(files, Reading(**chosen))  # type: ignore[arg-type]
    return file


@pytest.mark.parametrize(
    ("columns", "letters", "note"),
    [
        (11, SPACED, INCLUDED),
        (9, PLAIN, "Split into letters, without spaces"),
        (12, (*SPACED, "</s>"), INCLUDED),
        (10, (*PLAIN, "</s>"), "Split into letters, without spaces"),
    ],
)
def test_a_text_beside_weights_is_split_into_letters_that_fit(
    columns: int, letters: tuple[str, ...], note: str
) -> None:
    weights = steps(30, columns)
    file = opened(file_of(weights=weights), text(TEXT))
    (one,) = file.sentences
    assert one.source.pieces == letters
    assert len(one.target.pieces) == 30
    np.testing.assert_array_equal(one.maps[0, 0], weights)
    assert any(note in said and "said.txt" in said for said in file.changes)


def test_typed_text_and_text_in_a_file_are_split_as_well() -> None:
    weights = steps(30, 11)
    for file in (
        opened(file_of(weights=weights), source=TEXT),
        opened(file_of(weights=weights, source=TEXT)),
        opened(file_of(weights=weights, transcript=TEXT)),
        opened(text(json.dumps({"source": TEXT, "attention": weights.tolist()}), "a.json")),
        opened(text(json.dumps({"text": TEXT, "attention": weights.tolist()}), "a.json")),
    ):
        assert file.sentences[0].source.pieces == SPACED
        assert any(INCLUDED in said for said in file.changes)


def test_a_recogniser_writes_the_letters() -> None:
    weights = steps(11, 30)
    file = opened(file_of(weights=weights, hop_length=160, sampling_rate=16000), text(TEXT))
    (one,) = file.sentences
    assert one.target.pieces == SPACED
    assert one.source.axis == TimeAxis(pytest.approx(0.01))


def test_both_sides_may_be_letters() -> None:
    file = opened(file_of(weights=steps(6, 11)), text(TEXT, "en.txt"), text("pluie.", "fr.txt"))
    (one,) = file.sentences
    assert one.source.pieces == SPACED
    assert one.target.pieces == tuple("pluie.")


def test_every_sentence_must_fit() -> None:
    batch = np.zeros((2, 30, 11), np.float32)
    batch[0] = steps(30, 11)
    batch[1, :, :7] = steps(30, 7)
    right = text("rain on tin\nbig cat\n")
    assert [one.source.pieces for one in opened(file_of(weights=batch), right).sentences] == [
        SPACED,
        tuple("big␣cat"),
    ]
    wrong = text("rain on tin\nbig lion\n")
    assert not any("letters" in said for said in opened(file_of(weights=batch), wrong).notes)


def test_words_that_fit_stay_words() -> None:
    file = opened(file_of(weights=steps(11, 3)), text(TEXT))
    assert file.sentences[0].source.pieces == ("rain", "on", "tin")
    assert not any("fit as well" in said for said in file.notes)  # 3 of 11 rows would be cut.
    listed = file_of(weights=steps(30, 11), source=["rain", "on", "tin"])
    with pytest.raises(ValueError, match="30 target and 3 source tokens"):
        opened(listed)


@pytest.mark.parametrize(
    ("words", "columns", "pieces"),
    [
        ("{R EY1 N}", 3, ("R", "EY1", "N")),
        ("{R EY1 N} {AA1 N}", 5, ("R", "EY1", "N", "AA1", "N")),
        ("{R EY1 N} {AA1 N}", 6, ("R", "EY1", "N", "␣", "AA1", "N")),
        ("on {T IH1 N}.", 7, ("o", "n", "␣", "T", "IH1", "N", ".")),
        ("R EY1 N", 3, ("R", "EY1", "N")),
    ],
)
def test_phonemes_are_places(words: str, columns: int, pieces: tuple[str, ...]) -> None:
    file = opened(file_of(weights=steps(30, columns)), text(words))
    assert file.sentences[0].source.pieces == pieces
    assert not any("fit as well" in said for said in file.notes)


def test_the_doctor_sees_letters_too() -> None:
    texts = text(TEXT, "en.txt"), text("pluie.", "fr.txt")
    ((_, findings),) = examine_files([file_of(weights=steps(6, 11)), *texts])
    kept = {finding.rule: finding.kept for finding in findings}
    assert kept["Columns are the source tokens"] is True
    assert kept["Rows are steps"] is True
