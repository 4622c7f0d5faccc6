"""Ten kinds of damage, and each reader's message: the file, the place in it, and the rule."""

import io
import json
import re
from math import inf, nan

import numpy as np
import pytest

from alignoscope.interchange.foreign.opening import open_foreign
from tests.shared.tool_files import TABLES, WRITERS, Words, Written, given

SOURCE, TARGET = ["the", "red", "car"], ["la", "voiture"]
WEIGHTS = [[0.7, 0.1, 0.05, 0.15], [0.2, 0.3, 0.4, 0.1], [0.25, 0.02, 0.03, 0.7]]
PLACE = {  # of the second of three sentences
    **dict.fromkeys(("Marian soft", "Marian n-best", "Marian scorer", "OpenNMT-tf soft"), "Line 2"),
    **dict.fromkeys(("Nematus JSON", "CTranslate2"), "Line 2"),
    **dict.fromkeys(("Nematus", *TABLES), "Line 6"),
    "Sockeye matrix": "Line 7",
    "fairseq": "Line 8",
    "SoftAlignments": "Line 3",
    "inseq": "The file, sequence_attributions, item 2",
    "Arrays (npz)": "weights1",
}
JSON = {"Nematus JSON", "CTranslate2"}
PACKED = {"inseq", "Arrays (npz)"}
TEXTS = set(WRITERS) - JSON - PACKED - TABLES - {"SoftAlignments"}


def three(
    name: str, weights: object = WEIGHTS, source: Words = SOURCE, target: Words = TARGET
) -> Written:
    """Return files of three sentences, the second of which is the given one."""
    plain = WRITERS[name](SOURCE, TARGET, np.array(WEIGHTS, np.float32))
    odd = WRITERS[name](source, target, np.array(weights, np.float32))
    joined = {}
    for file, data in plain.items():
        parts = [data, odd[file], data]
        if name == "Arrays (npz)":
            arrays = [np.load(io.BytesIO(part)) for part in parts]
            maps = {f"weights{i}": one["weights"] for i, one in enumerate(arrays)}
            words = {side: arrays[1][side] for side in ("source", "target")}  # those of all
            packed = io.BytesIO()
            np.savez(packed, **maps, **words)
            joined[file] = packed.getvalue()
        elif name == "inseq":
            whole = json.loads(data)
            every = [json.loads(part)["sequence_attributions"][0] for part in parts]
            joined[file] = json.dumps(whole | {"sequence_attributions": every}).encode()
        elif name == "SoftAlignments":
            head, *_ = data.split(b"\n")
            joined[file] = b"\n".join([head, *(part.split(b"\n")[1] for part in parts), b"]"])
        else:
            numbered = (_numbered(name, file, part, i) for i, part in enumerate(parts))
            joined[file] = b"".join(part.rstrip(b"\n") + _end(name, file) for part in numbered)
    return joined


def _numbered(name: str, file: str, part: bytes, i: int) -> bytes:
    if name == "fairseq":
        return part.replace(b"-0\t", b"-%d\t" % i)
    return part.replace(b"0 ||| ", b"%d ||| " % i, 1) if file == "out.nbest" else part


def _end(name: str, file: str) -> bytes:
    blank = name in {"Nematus", "Sockeye matrix", *TABLES}
    return b"\n\n" if blank and file.startswith("out.") else b"\n"


def put(value: float) -> list[list[float]]:
    """Return the weights with another number in the second row and the third column."""
    return [WEIGHTS[0], [0.2, 0.3, value, 0.1], WEIGHTS[2]]


def refusal(files: Written) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 -- the reason is compared by each test
        open_foreign(given(files))
    message = str(caught.value)
    assert "out." in message  # the file
    return message


def test_three_whole_sentences_are_read() -> None:
    for name in WRITERS:
        (file,) = open_foreign(given(three(name)))
        assert [one.maps.shape for one in file.sentences] == [(1, 1, 3, 4)] * 3


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("value", [nan, inf])
def test_1_and_2_no_number_and_infinity(name: str, value: float) -> None:
    row = 3 if name == "Sockeye matrix" else 2  # whose rows are source tokens
    rule = f"row {row}: '{value}' is no finite number"
    if name in JSON:
        rule = (
            "holds null or NaN" if value != value else "The file holds Infinity: every number must"
        )
    elif name in PACKED | {"SoftAlignments"}:
        rule = "row 2, column 3 is no finite number, or too large"
    elif name in TABLES:
        rule = "expected a word and its numbers, got"
    message = refusal(three(name, put(value)))
    assert rule in message
    assert ("Line 8" if name in TABLES else PLACE[name]) in message


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(
    ("weights", "rule"),
    [
        (put(-0.25), "row 2, column 3 is -0.25: no weight is below 0. Are these scores"),
        (
            put(3.4),
            "row 2 sums to 4: the weights of a target token sum to 1. Is the map transposed",
        ),
        (put(3e9), "too large"),
    ],
)
def test_3_to_5_numbers_that_are_no_weights(name: str, weights: object, rule: str) -> None:
    message = refusal(three(name, weights))
    assert rule in message
    assert PLACE[name] in message


@pytest.mark.parametrize("name", WRITERS)
def test_6_a_map_of_other_words(name: str) -> None:
    message = refusal(three(name, np.full((9, 8), 0.125)))
    shape = "expected the 8 source words" if name in TABLES else "a map of 9 x 8 for"
    turned = "a map of 8 x 9 for"  # as Sockeye's and SoftAlignments' files have it
    assert shape in message or turned in message
    assert name in TABLES or "end mark" in message
    assert PLACE[name] in message


@pytest.mark.parametrize("name", sorted(set(WRITERS) - TABLES - {"Arrays (npz)"}))
def test_7_a_word_too_long(name: str) -> None:
    message = refusal(three(name, source=["the", "r" * 5_001, "car"]))
    assert f"{PLACE[name]}: the source has a word of 5,001 letters: at most 5,000" in message


@pytest.mark.parametrize("name", sorted(TEXTS | JSON | TABLES))
def test_8_a_row_of_another_length(name: str) -> None:
    files = three(name)
    first, data = next(iter(files.items()))
    text = data.decode()
    number = list(re.finditer(r"\*?0\.40*\d*(, ?| |(?=\n)| *; )", text))[
        1
    ]  # of the second sentence
    message = refusal(files | {first: (text[: number.start()] + text[number.end() :]).encode()})
    assert "numbers" in message
    assert PLACE[name] in message


@pytest.mark.parametrize("name", sorted(set(WRITERS) - PACKED))
def test_9_a_word_among_the_numbers(name: str) -> None:
    files = three(name)
    first, data = next(iter(files.items()))
    at = data.index(b"0.4", data.index(b"0.4") + 1)
    message = refusal(files | {first: data[:at] + b"0x4" + data[at + 3 :]})
    assert ("Line 8" if name in TABLES else PLACE[name]) in message


@pytest.mark.parametrize("name", WRITERS)
def test_10_an_empty_file_and_one_that_is_no_text(name: str) -> None:
    files = three(name)
    first, data = next(iter(files.items()))
    assert refusal(files | {first: b"\n"}) == f"{first} is empty."
    wrong = data[:-4] if first.endswith(".npz") else data.replace(b"r", b"\x81", 1) + b"\x81"
    said = "damaged or cut off" if first.endswith(".npz") else "is not UTF-8 text: save it as UTF-8"
    assert said in refusal(files | {first: wrong})


@pytest.mark.parametrize("name", sorted(TEXTS - {"Nematus", "Sockeye matrix", "fairseq"}))
def test_a_text_of_another_length_is_named_with_its_lines(name: str) -> None:
    files = three(name)
    longer = files | {"source.txt": files["source.txt"] + b"more\n"}
    assert "of 3 lines (source.txt has 4" in refusal(longer)
