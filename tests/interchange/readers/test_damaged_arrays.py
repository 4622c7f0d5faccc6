"""Ten kinds of damage to each kind of arrays (npz), each with its message."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from alignoscope.cli.main import main
from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.records.sentence import END
from tests.shared.tool_files import given

Arrays = dict[str, Any]
Damage = Callable[[Arrays], object]
WORDS = {"source": [*"abc", END], "target": ["x", "y", END]}
ROWS = np.array([[0.7, 0.1, 0.05, 0.15], [0.2, 0.3, 0.4, 0.1], [0.25, 0.02, 0.03, 0.7]], "f4")


def joeynmt() -> Arrays:
    """Return a sentence's rows as its `score` hands them out: some behind the last token, too."""
    rows = np.concatenate([ROWS, ROWS[:2]])
    return {"sent0": rows.copy(), "sent1": rows}


def transformers() -> Arrays:
    """Return what `generate` handed out: two sentences, two beams of each, three steps."""
    return {
        "cross": np.stack([np.tile(row, (2, 4, 2, 1)) for row in ROWS]),
        "sequences": np.array([[0, 5, 6, 2]] * 2),
        "beam_indices": np.array([[0, 1, 0], [2, 2, 3]]),
        "source_ids": np.array([[7, 8, 9, 2]] * 2),
    }


def keras() -> Arrays:
    """Return the scores of a layer of two heads: one sentence."""
    return {"MultiHeadAttention": np.tile(ROWS, (1, 2, 1, 1))}


def files(tool: str, arrays: Arrays) -> dict[str, bytes]:
    """Return the arrays as a file, with one of words where they are not in it."""
    packed = io.BytesIO()
    np.savez(packed, **arrays)
    if tool == "transformers":
        return {"a.npz": packed.getvalue()}
    words = [WORDS, WORDS] if tool == "JoeyNMT" else [WORDS]
    return {"a.npz": packed.getvalue(), "words.json": json.dumps(words).encode()}


KINDS = {"JoeyNMT": joeynmt, "transformers": transformers, "Keras": keras}


def put(value: object) -> Damage:
    """Put a number into the last array's second row and third column."""

    def damage(arrays: Arrays) -> None:
        if "cross" in arrays:
            arrays["cross"][1, :, 2, :, 2] = value  # of the second sentence's second step
        else:
            arrays[list(arrays)[-1]][..., 1, 2] = value

    return damage


def change(**changes: Callable[[Arrays], object]) -> Damage:
    """Put other arrays in place of some."""
    return lambda arrays: arrays.update({name: make(arrays) for name, make in changes.items()})


PLACE = {"JoeyNMT": "sent1", "transformers": "sequence 2", "Keras": "MultiHeadAttention"}
NUMBERS: dict[str, tuple[Damage, str]] = {
    "NaN": (put(np.nan), "row 2, column 3 is no finite number"),
    "infinite": (put(np.inf), "row 2, column 3 is no finite number"),
    "negative": (put(-0.25), "row 2, column 3 is -0.25: no weight is below 0"),
    "no share": (put(3.4), "row 2 sums to 4: the weights of a target token sum to 1"),
    "too large": (put(3e9), "row 2, column 3 is no finite number, or too large"),
}
OTHERS: dict[tuple[str, str], tuple[Damage, str]] = {
    ("JoeyNMT", "objects"): (
        change(sent1=lambda _: np.array([{}], object)),
        "it holds Python objects, which are not read",
    ),
    ("JoeyNMT", "too few rows"): (
        change(sent1=lambda one: one["sent1"][:1]),
        "sent1: a map of 1 x 4 for",
    ),
    ("JoeyNMT", "other words"): (
        change(sent1=lambda _: np.full((2, 2), 0.5, "f4")),
        "sent1: a map of 2 x 2 for",
    ),
    ("JoeyNMT", "no rows"): (
        lambda one: [one.update({name: one[name][0] for name in list(one)})],
        "a.npz holds no array of weights",
    ),
    ("JoeyNMT", "one missing"): (lambda one: one.pop("sent1"), "words.json has 2"),
    ("transformers", "objects"): (
        change(sequences=lambda _: np.array([{}], object)),
        "it holds Python objects, which are not read",
    ),
    ("transformers", "an axis missing"): (
        change(cross=lambda one: one["cross"][:, 0]),
        "cross: expected weights [steps, layers, batch x beams, heads, source], got float32 (3, 4,",
    ),
    ("transformers", "no such beam"): (
        change(beam_indices=lambda _: np.array([[0, 1, 0], [2, 4, 3]])),
        "beam_indices, row 2: there is no row 4 in cross",
    ),
    ("transformers", "beams of one sequence"): (
        change(beam_indices=lambda _: np.array([0, 1, 0])),
        "beam_indices: expected whole numbers [batch, tokens or steps], got int64 (3,)",
    ),
    ("transformers", "words for ids"): (
        change(source_ids=lambda _: np.array([[*"abc", END]] * 2)),
        "source_ids: expected whole numbers [batch, tokens or steps], got <U4 (2, 4)",
    ),
    ("transformers", "another run's beams"): (
        change(beam_indices=lambda _: np.array([[0, 1, 0]])),
        "2 sequences, 1 rows of beam_indices and 2 sources: they are of different runs",
    ),
    ("transformers", "no source"): (
        change(source_ids=lambda _: np.zeros((0, 4), int)),
        "2 sequences, 2 rows of beam_indices and 0 sources",
    ),
    ("transformers", "a sequence cut"): (
        change(sequences=lambda _: np.array([[0, 5]] * 2)),
        "sequence 1: 3 steps of weights for 1 tokens after the first",
    ),
    ("transformers", "no step"): (
        change(beam_indices=lambda _: np.array([[0, 1, 0], [-1, -1, -1]])),
        "sequence 2: 0 steps of weights for 3 tokens after the first",
    ),
    ("Keras", "objects"): (
        change(MultiHeadAttention=lambda _: np.array([{}], object)),
        "it holds Python objects, which are not read",
    ),
    ("Keras", "whole numbers"): (
        change(MultiHeadAttention=lambda one: (one["MultiHeadAttention"] * 7).astype(int)),
        "Its numbers are whole, from 0 to",
    ),
    ("Keras", "too many axes"): (
        change(MultiHeadAttention=lambda one: one["MultiHeadAttention"][None, None]),
        "a.npz holds an array of more than 5 axes.",
    ),
    ("Keras", "other words"): (
        change(MultiHeadAttention=lambda _: np.full((1, 2, 2, 2), 0.5, "f4")),
        "MultiHeadAttention: a map of 2 x 2 for",
    ),
    ("Keras", "another sentence"): (
        change(MultiHeadAttention=lambda one: np.tile(one["MultiHeadAttention"], (2, 1, 1, 1))),
        "words.json has 1",
    ),
}


def refusal(given_files: dict[str, bytes]) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 -- the reason is compared by each test
        open_foreign(given(given_files))
    return str(caught.value)


@pytest.mark.parametrize("tool", KINDS)
def test_whole_arrays_are_read(tool: str) -> None:
    (file,) = open_foreign(given(files(tool, KINDS[tool]())))
    for sentence in file.sentences:
        np.testing.assert_array_equal(sentence.maps[0, 0], ROWS)


@pytest.mark.parametrize("tool", KINDS)
@pytest.mark.parametrize("kind", NUMBERS)
def test_a_number_that_is_no_weight_is_named_with_its_array(tool: str, kind: str) -> None:
    damage, rule = NUMBERS[kind]
    arrays = KINDS[tool]()
    damage(arrays)
    message = refusal(files(tool, arrays))
    assert PLACE[tool] in message
    assert rule in message


@pytest.mark.parametrize(("tool", "kind"), OTHERS)
def test_arrays_of_another_form_are_named_with_the_rule(tool: str, kind: str) -> None:
    damage, rule = OTHERS[tool, kind]
    arrays = KINDS[tool]()
    damage(arrays)
    message = refusal(files(tool, arrays))
    assert message.startswith("a.npz")
    assert rule in message


def npy(header: str) -> bytes:
    """Return a file of one array with this header, and no numbers."""
    text = header.encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


SHAPE = "{'descr': '<f4', 'fortran_order': False, 'shape': "


@pytest.mark.parametrize(
    "header",
    [
        f"{SHAPE}(1000000, 1000000)}}",  # more than the memory
        f"{SHAPE}(99999999999999999999,)}}",  # no integer of 64 bits
        f"{SHAPE}(3, 4}}",
        f"{SHAPE}('a',)}}",
        "{'descr': ('<f4', 3",
    ],
)
def test_a_damaged_header_is_said(header: str) -> None:
    for name in ("a.npy", "a.npz"):
        with pytest.raises(ValueError, match=rf"{name} is damaged or cut off"):
            open_foreign(given({name: npy(header)}))


@pytest.mark.parametrize(
    "words", [np.zeros((2_100_000, 1), "U0"), np.zeros(5_000_000, "S0"), np.array(["a"] * 1_502)]
)
def test_words_that_are_no_list_of_words_are_refused(words: np.ndarray) -> None:
    file = io.BytesIO()
    np.savez(file, weights=np.ones((1, 1), np.float32), source=words, target=np.array(["b"]))
    with pytest.raises(ValueError, match="source: expected a list of up to 1,501 words"):
        open_foreign(given({"a.npz": file.getvalue()}))


def test_the_command_says_it_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.npy"
    path.write_bytes(npy(f"{SHAPE}(1000000, 1000000)}}"))
    with pytest.raises(SystemExit) as ended:
        main(["doctor", str(path)])
    assert ended.value.code == 2
    assert "a.npy is damaged or cut off" in capsys.readouterr().err


def test_a_file_of_pytorch_is_told_from_a_damaged_one() -> None:
    new, old = io.BytesIO(), io.BytesIO()
    torch.save({"weight": torch.ones(50, 50)}, new)
    torch.save({"weight": torch.ones(50, 50)}, old, _use_new_zipfile_serialization=False)
    whole = new.getvalue()
    for data in (whole, old.getvalue()):
        with pytest.raises(ValueError, match=r"^a\.pt: it holds Python objects, which are not"):
            open_foreign(given({"a.pt": data}))
    for data in (whole[:-9], whole[:3000] + bytes(50) + whole[3050:]):
        with pytest.raises(ValueError, match=r"^a\.pt is damaged or cut off"):
            open_foreign(given({"a.pt": data}))
