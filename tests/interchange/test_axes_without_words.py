"""Files whose places are no words: speech over time, and pictures cell by cell."""

import io
import json

import numpy as np
import pytest

from alignoscope.analysis.doctor.speech_rules import SPEECH
from alignoscope.interchange.foreign.examining import examine_files
from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.foreign.options import CELLS, PLACES, TIME, Reading
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.places import times_of
from alignoscope.records.axis import GridAxis, TimeAxis
from alignoscope.records.foreign import ForeignFile, ForeignSentence

RANDOM = np.random.default_rng(2)
LETTERS = [*"rain on tin"]
SPOKEN = RANDOM.dirichlet(np.full(len(LETTERS), 0.2), 30).astype(np.float32)  # Tacotron's.
HEARD = RANDOM.dirichlet(np.full(30, 0.2), len(LETTERS)).astype(np.float32)  # A recogniser's.
SCALE = {"hop_length": 256, "sampling_rate": 16000, "reduction_factor": 2}  # 0.032 s
GOATS = ["two", "goats", "stand", "</s>"]
SEEN = RANDOM.dirichlet(np.full(12, 0.3), 4).astype(np.float32)
PNG = NamedBytes(name="goats.png", data=b"\x89PNG\r\n\x1a\n and the rest")


def packed(name: str = "a.npz", **arrays: object) -> NamedBytes:
    data = io.BytesIO()
    np.savez(data, **{name: np.array(one) for name, one in arrays.items()})
    return NamedBytes(name=name, data=data.getvalue())


def opened(*files: NamedBytes, **chosen: object) -> tuple[ForeignFile, ForeignSentence]:
    (file,) = open_foreign(files, Reading(**chosen))  # type: ignore[arg-type]
    return file, file.sentences[0]


def test_decoder_steps_are_time_if_the_file_gives_their_time() -> None:
    file, one = opened(packed(weights=SPOKEN, source=LETTERS, **SCALE))
    assert one.target.axis == TimeAxis(pytest.approx(0.032))  # 256 / 16000 x 2
    assert one.target.pieces[:3] == ("0.000 s", "0.032 s", "0.064 s")
    assert one.target.text == "30 steps, 0.96 s"
    assert one.source.axis is None
    assert one.source.pieces == tuple(LETTERS)
    np.testing.assert_array_equal(one.maps[0, 0], SPOKEN)
    assert "The target is time, of 0.032 s each (the file gives the time of a step)." in file.notes
    assert not file.numbered
    assert not file.changes


@pytest.mark.parametrize("labelled", [False, True])
def test_encoder_frames_are_time_as_well(labelled: bool) -> None:
    frames = {"source": [*map(str, range(30))]} if labelled else {}
    _, one = opened(packed(weights=HEARD, target=LETTERS, **frames, **SCALE))
    assert one.source.axis == TimeAxis(pytest.approx(0.032))
    assert one.target.axis is None


def test_without_words_the_longer_side_is_time_and_the_other_one_is_numbered() -> None:
    for weights, side in ((SPOKEN, "source"), (HEARD, "target")):
        file, one = opened(packed(weights=weights, **SCALE))
        assert (one.source.axis is None) == (side == "source")
        assert (one.target.axis is None) == (side == "target")
        assert file.numbered == (side,)


def test_no_side_is_time_unless_the_file_says_so_or_a_person() -> None:
    _, one = opened(packed(weights=SPOKEN, source=LETTERS))
    assert (one.source.axis, one.target.axis) == (None, None)
    words = {"source": LETTERS, "target": [f"w{i}" for i in range(30)]}
    _, one = opened(packed(weights=SPOKEN, **words, **SCALE))
    assert (one.source.axis, one.target.axis) == (None, None)
    _, one = opened(packed(weights=SPOKEN, source=LETTERS, **SCALE), target_places=PLACES[1])
    assert (one.source.axis, one.target.axis) == (None, None)


def test_a_hop_without_a_rate_counts_frames() -> None:
    file, one = opened(packed(weights=SPOKEN, source=LETTERS, hop_length="256"))
    assert one.target.axis == TimeAxis(None)
    assert one.target.pieces[:2] == ("1", "2")
    assert any("hop length but no sampling rate, so frames are counted" in n for n in file.notes)


def table(head: list[str], index: list[str], rows: np.ndarray, corner: str = "") -> NamedBytes:
    lines = [
        [corner, *head],
        *([label, *map(str, row)] for label, row in zip(index, rows, strict=True)),
    ]
    text = "".join(",".join(line) + "\n" for line in lines)
    return NamedBytes(name="a.csv", data=text.encode())


@pytest.mark.parametrize("corner", ["", "letter"])
@pytest.mark.parametrize("label", ["{:.2f} s", "{:.2f}s", "{:.3f}", "{:.2f}"])
def test_labels_that_are_times_are_a_time_axis(label: str, corner: str) -> None:
    times = [label.format(i * 0.02) for i in range(30)]
    letters = [f"l{i}" for i in range(len(LETTERS))]
    file, one = opened(table(times, letters, HEARD, corner))
    assert one.source.axis == TimeAxis(pytest.approx(0.02))
    assert one.target.pieces == tuple(letters)
    np.testing.assert_allclose(one.maps[0, 0], HEARD, rtol=1e-6)
    assert any("(its labels are times)" in note for note in file.notes)
    _, one = opened(table(letters, times, SPOKEN, corner))
    assert one.target.axis == TimeAxis(pytest.approx(0.02))
    np.testing.assert_allclose(one.maps[0, 0], SPOKEN, rtol=1e-6)


@pytest.mark.parametrize(
    ("labels", "times"),
    [
        (["0 ms", "20 ms", "40 ms", "60 ms"], (0, 0.02)),
        (["1500 ms", "1520 ms", "1540 ms", "1560 ms"], (1.5, 0.02)),
        (["12.01s", "12.02s", "12.04s", "12.05s"], (12.01, 0.04 / 3)),
        (["0.00", "0.01", "0.03", "0.04"], (0, 0.04 / 3)),  # Multiples of 0.0125, rounded.
        (["0", "20", "40", "60"], None),  # No unit and no point: these may be any numbers.
        (["0.0", "0.5", "0.6", "3.0"], None),
        (["0.5", "1.0", "1.5", "2.0"], None),  # They do not begin at 0, and are few.
        ([f"{0.5 + i / 2}" for i in range(10)], (0.5, 0.5)),
        (["2.0 s", "1.5 s", "1.0 s", "0.5 s"], None),
        (["0.5 s", "0.5 s", "0.5 s", "0.5 s"], None),
        (["9000000 s", "9000001 s", "9000002 s", "9000003 s"], None),
        (["0.0", "0.5", "1.0"], None),
        (["0.0 s", "20 ms", "40 ms", "60 ms"], None),
    ],
)
def test_times_are_even_and_show_that_they_are_times(
    labels: list[str], times: tuple[float, float] | None
) -> None:
    assert times_of(labels) == (None if times is None else pytest.approx(times))


@pytest.mark.parametrize("label", ["{:.2f} s", "{:.2f}"])
def test_times_that_do_not_begin_at_0_are_a_time_axis(label: str) -> None:
    times = [label.format(1.5 + i * 0.02) for i in range(30)]
    letters = [f"l{i}" for i in range(len(LETTERS))]
    _, one = opened(table(times, letters, HEARD, ""))
    assert one.source.axis == TimeAxis(pytest.approx(0.02), 1.5)
    assert one.source.pieces[:2] == ("1.500 s", "1.520 s")
    assert one.target.pieces == tuple(letters)
    np.testing.assert_allclose(one.maps[0, 0], HEARD, rtol=1e-6)


@pytest.mark.parametrize(
    "fields",
    [
        {"height": 3, "width": 4},
        {"grid_h": 3, "grid_w": 4},
        {"grid": [3, 4]},
        {"feature_shape": [3, 4]},
        {"grid": "3x4"},
    ],
)
@pytest.mark.parametrize("marks", [0, 1])
def test_a_grid_beside_the_matrix_makes_its_columns_cells(fields: dict, marks: int) -> None:
    weights = np.full((4, 12 + marks), 1 / (12 + marks), np.float32)
    given = {"attention": weights.tolist(), "caption": GOATS, **fields}
    text = NamedBytes(name="a.json", data=json.dumps(given).encode())
    for file in (packed(weights=weights, target=GOATS, **fields), text):
        read, one = opened(file)
        assert one.source.axis == GridAxis(3, 4, marks)
        assert one.target.words == tuple(GOATS)
        assert any("the file gives its height and its width" in note for note in read.notes)


@pytest.mark.parametrize("fields", [{"height": 480, "width": 640}, {"grid": [3, 5]}, {"grid": "a"}])
def test_a_size_that_the_columns_do_not_have_is_no_grid(fields: dict) -> None:
    _, one = opened(packed(weights=SEEN, target=GOATS, **fields))
    assert one.source.axis is None


def test_a_person_chooses_time_and_types_its_scale() -> None:
    file = packed(weights=SPOKEN, source=LETTERS)
    _, one = opened(file, target_places=TIME)
    assert one.target.axis == TimeAxis(None)
    assert one.target.pieces[:2] == ("1", "2")
    _, one = opened(file, target_places=TIME, hop=160, rate=16000, reduction=2)
    assert one.target.axis == TimeAxis(pytest.approx(0.02))
    with pytest.raises(ValueError, match="The time of a step is 1e"):
        opened(file, target_places=TIME, hop=1e9, rate=1)


def test_a_thousand_steps_of_two_hundred_letters_open() -> None:
    _, one = opened(packed(weights=np.full((1000, 200), 0.005, np.float32), **SCALE))
    assert one.maps.shape == (1, 1, 1000, 200)
    assert one.target.axis == TimeAxis(pytest.approx(0.032))


def test_the_doctor_judges_speech_as_the_file_or_a_person_says() -> None:
    def rules(file: NamedBytes, **chosen: object) -> set[str]:
        ((_, findings),) = examine_files([file], Reading(**chosen))  # type: ignore[arg-type]
        return {one.rule for one in findings}

    timed, plain = (packed(weights=SPOKEN, source=LETTERS, **more) for more in (SCALE, {}))
    assert {*SPEECH} <= rules(timed)
    assert not {*SPEECH} & rules(plain)
    assert {*SPEECH} <= rules(plain, target_places=TIME)
    heard = packed(weights=HEARD, target=LETTERS)
    assert {*SPEECH} & rules(heard, source_places=TIME) == {"Attention moves forward"}


def test_a_picture_of_weights_for_each_word_is_a_grid() -> None:
    file, one = opened(packed(alphas=SEEN.reshape(4, 3, 4), target=GOATS))
    assert one.source.axis == GridAxis(3, 4)
    assert one.source.pieces[:5] == ("1·1", "1·2", "1·3", "1·4", "2·1")
    assert one.target.words == tuple(GOATS)
    np.testing.assert_array_equal(one.maps[0, 0], SEEN)
    assert any("a picture of 3 x 4 cells" in note for note in file.notes)
    assert not file.changes


def test_the_picture_of_ones_of_a_start_mark_is_no_step() -> None:
    weights = np.concatenate([np.ones((1, 3, 4)), SEEN.reshape(4, 3, 4)])
    _, one = opened(packed(alphas=weights, target=["<start>", *GOATS]))
    assert one.target.words == tuple(GOATS)
    np.testing.assert_allclose(one.maps[0, 0], SEEN)


def test_a_grid_that_a_person_types_fits_the_columns_or_is_refused() -> None:
    file = packed(weights=SEEN, target=GOATS)
    for typed in ("3 x 4", "3×4", " 3,4 "):
        assert opened(file, source_places=CELLS, grid=typed)[1].source.axis == GridAxis(3, 4)
    assert opened(file, source_places=CELLS, grid="2x5")[1].source.axis == GridAxis(2, 5, 2)
    with pytest.raises(ValueError, match="4 x 4 has 16 cells, but the map has 12 columns"):
        opened(file, source_places=CELLS, grid="4 x 4")
    with pytest.raises(ValueError, match="'four' is no height and width"):
        opened(file, source_places=CELLS, grid="four")
    with pytest.raises(ValueError, match="The 12 columns are no square picture"):
        opened(file, source_places=CELLS)


@pytest.mark.parametrize(
    ("columns", "grid"), [(49, (7, 7)), (197, (14, 14, 1)), (578, (24, 24, 2))]
)
def test_a_square_grid_is_found_with_the_marks_of_vision_transformers(
    columns: int, grid: tuple
) -> None:
    weights = np.full((4, columns), 1 / columns, np.float32)
    _, one = opened(packed(weights=weights, target=GOATS), source_places=CELLS)
    assert one.source.axis == GridAxis(*grid)


def test_a_picture_that_is_open_with_the_weights_says_that_they_are_of_a_picture() -> None:
    weights = np.full((4, 49), 1 / 49, np.float32)
    file, one = opened(packed(weights=weights, target=GOATS), PNG)
    assert one.source.axis == GridAxis(7, 7)
    assert one.picture == PNG.data
    words = [f"w{i}" for i in range(49)]
    file, one = opened(packed(weights=weights, target=GOATS, source=words), PNG)
    assert (one.source.axis, one.picture) == (None, None)
    assert "The picture was not used: the source has words." in file.changes


def test_pictures_are_given_to_sentences_in_the_order_of_their_names() -> None:
    weights = np.full((2, 4, 49), 1 / 49, np.float32)
    texts = NamedBytes(name="t.txt", data=b"two goats stand\na b c\n")
    other = NamedBytes(name="a.jpg", data=b"\xff\xd8\xff\xe0")
    file, _ = opened(packed(weights=weights), texts, PNG, other)
    assert [one.picture for one in file.sentences] == [other.data, PNG.data]
    third = NamedBytes(name="b.jpg", data=b"\xff\xd8\xff\xe1")
    file, one = opened(packed(weights=weights), texts, PNG, other, third)
    assert one.picture is None
    assert any("3 pictures for 2 sentences were not used" in note for note in file.changes)


def test_a_picture_alone_or_a_large_one_is_refused() -> None:
    with pytest.raises(ValueError, match=r"goats.png is a picture\. .* open it together with the"):
        open_foreign([PNG])
    large = NamedBytes(name="large.png", data=PNG.data + bytes(2_000_000))
    with pytest.raises(ValueError, match="a picture has at most 2,000,000"):
        open_foreign([packed(weights=SEEN, target=GOATS), large])
