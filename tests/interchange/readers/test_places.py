"""Axes that are not words: pictures as weights [word, height, width], and the time of a step."""

import io
import json

import numpy as np
import pytest
from PIL import Image

from alignoscope.interchange.readers.arrays import read_arrays
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.named_json import read_named
from alignoscope.interchange.readers.picture import picture_of
from alignoscope.interchange.readers.places import seconds_of
from alignoscope.interchange.readers.systems import System

WORDS = ["two", "goats", "stand", "</s>"]
PICTURES = np.random.default_rng(5).dirichlet(np.full(15, 0.5), 4).reshape(4, 3, 5)
SPEECH = np.random.default_rng(6).dirichlet(np.full(4, 0.5), 9)


def arrays(**named: object) -> list[System]:
    data = io.BytesIO()
    np.savez(data, **{name: np.array(one) for name, one in named.items()})
    return read_arrays(NamedBytes(name="a.npz", data=data.getvalue()))


def own_json(*objects: dict) -> list[System]:
    return read_named(NamedBytes(name="a.json", data=json.dumps(list(objects)).encode()))


@pytest.mark.parametrize("heads", [None, 2])
def test_a_word_with_a_picture_of_weights_is_a_row(heads: int | None) -> None:
    weights = PICTURES if heads is None else np.stack([PICTURES, PICTURES[:, ::-1]])
    rows = weights.reshape(1, heads or 1, 4, 15).astype(np.float32)
    for (system,) in (
        arrays(alphas=weights, target=WORDS),
        own_json({"alphas": weights.tolist(), "target": WORDS}),
    ):
        assert system.grid == (3, 5)
        (one,) = system.sentences
        np.testing.assert_allclose(one.numbers, rows, rtol=1e-6)


def test_pictures_without_words_are_of_one_sentence_and_with_more_axes_of_several() -> None:
    assert [one.numbers.shape for one in arrays(alphas=PICTURES)[0].sentences] == [(1, 1, 4, 15)]
    (system,) = arrays(alphas=np.stack([PICTURES, PICTURES]))
    assert [one.numbers.shape for one in system.sentences] == [(1, 1, 4, 15)] * 2


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        (np.stack([SPEECH, SPEECH]), {"target": [*"abcdefghi"]}),  # Each row sums to 1: heads.
        (PICTURES, {"target": ["a", "b", "c"][:1]}),  # Of another number of words.
        (PICTURES, {"source": [*"abcde"]}),  # The columns are words.
        (PICTURES * 2, {"target": WORDS}),
    ],
)
def test_other_arrays_are_no_pictures(weights: np.ndarray, words: dict) -> None:
    assert arrays(weights=weights, **words)[0].grid is None


def test_a_picture_beside_the_weights_is_no_map() -> None:
    (system,) = arrays(alphas=PICTURES, target=WORDS, image=np.full((8, 8, 3), 7.0))
    assert "open it with this file, as PNG or JPEG" in system.notes[0]


@pytest.mark.parametrize(
    ("fields", "seconds"),
    [
        ({"hop_length": 256, "sampling_rate": 22050, "reduction_factor": 2}, 512 / 22050),
        ({"n_shift": 256, "fs": 24000}, 256 / 24000),  # ESPnet
        ({"frame_shift_ms": 12.5, "outputs_per_step": 5, "sample_rate": 20000}, 0.0625),  # Tacotron
        ({"hop_length": 160, "sampling_rate": 16000, "stride": 2}, 0.02),  # Whisper
        ({"seconds_per_step": 0.02}, 0.02),
        ({"hop_length": "256", "sampling_rate": "22050 Hz"}, 256 / 22050),
        ({"hop_length": "256 samples", "sample_rate": "22,050"}, 256 / 22050),
        ({"hop": "160", "sr": "16 kHz"}, 0.01),
        ({"frame_shift": "12.5 ms"}, 0.0125),
        ({"hop_length": "many", "sampling_rate": 22050}, None),
        ({"hop_length": 256}, None),
        ({"sampling_rate": 22050, "seconds": 3.5}, None),
    ],
)
def test_the_time_of_a_step_is_hop_by_rate_times_factor(
    fields: dict, seconds: float | None
) -> None:
    wanted = None if seconds is None else pytest.approx(seconds)
    assert seconds_of(fields) == wanted
    assert arrays(weights=SPEECH, **fields)[0].seconds == wanted
    nested = {"attention": SPEECH.tolist(), "settings": fields}
    assert own_json(nested)[0].seconds == wanted


@pytest.mark.parametrize("rate", [0, -1, 1e-9, float("nan")])
def test_a_time_that_is_none_is_refused(rate: float) -> None:
    with pytest.raises(ValueError, match="expected hop / sampling rate x reduction factor"):
        seconds_of({"hop": 256, "sr": rate})


@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize("scale", [1, 255])
def test_pixels_beside_the_weights_become_the_picture(channels: int, scale: int) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (5, 7, channels)).astype(np.uint8)
    image = pixels if scale == 255 else pixels.astype(np.float32) / 255
    image = image[..., 0] if channels == 1 else image
    (system,) = arrays(alphas=PICTURES, target=WORDS, image=image)
    (picture,) = system.pictures
    with Image.open(io.BytesIO(picture)) as read:
        assert np.array_equal(np.asarray(read).reshape(pixels.shape), pixels)


def test_the_bytes_of_a_picture_beside_the_weights_are_the_picture() -> None:
    data = picture_of(np.zeros((2, 2, 3), np.uint8))
    assert data is not None
    for kept in (np.frombuffer(data, np.uint8), np.void(data)):
        (system,) = arrays(alphas=PICTURES, target=WORDS, image_bytes=kept)
        assert system.pictures == (data,)


@pytest.mark.parametrize(
    "other",
    [
        np.full((2, 2, 3), -1.0),
        np.full((2, 2, 3), 7),
        np.zeros((2, 2, 5)),
        np.array([110], np.uint8),
    ],
)
def test_other_numbers_are_no_picture(other: np.ndarray) -> None:
    assert picture_of(other) is None
