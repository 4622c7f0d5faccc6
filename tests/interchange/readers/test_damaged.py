"""Damaged files are refused with the file, the place and the rule; see `test_ten_damages`."""

import base64
import io
import json
import pickle
import zipfile

import numpy as np
import pytest

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.records.limits import MAX_IMPORT_SENTENCES
from tests.shared.tool_files import WRITERS, Words, given, some_weights

SOURCE, TARGET = ["the", "red", "car"], ["la", "petite", "voiture", "rouge", "."]


def refusal(files: dict[str, bytes]) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 -- the reason is compared by each test
        open_foreign(given(files))
    message = str(caught.value)
    assert len(message) < 500
    return message


def written(name: str, weights: np.ndarray, target: Words = TARGET) -> dict[str, bytes]:
    return WRITERS[name](SOURCE, target, weights)


def first(files: dict[str, bytes], data: bytes) -> dict[str, bytes]:
    """Return the files with other bytes in the first of them, which holds the numbers."""
    return files | {next(iter(files)): data}


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_was_cut_off_is_refused(name: str) -> None:
    files = written(name, some_weights(6, 4))
    data = next(iter(files.values()))
    for size in (len(data) * 2 // 3, len(data) // 2):
        cut = data[:size]
        if name not in ("Arrays (npz)", "SoftAlignments", "CTranslate2", "Nematus JSON", "inseq"):
            cut = cut.rstrip(b" \n0123456789.") + b"0."  # in the middle of a row
        assert "out." in refusal(first(files, cut))


@pytest.mark.parametrize("name", ["Marian soft", "Marian scorer", "OpenNMT-tf soft"])
def test_a_text_that_is_missing_or_of_another_length_is_named(name: str) -> None:
    files = written(name, some_weights(6, 4))
    (alone,) = open_foreign(given(dict([next(iter(files.items()))])))
    assert alone.sentences[0].source.pieces == ("1", "2", "3", "4")
    assert "It holds no source" in alone.changes[-1]
    assert alone.changes[-1].endswith(" of 1 line.")
    longer = files | {name: data * 2 for name, data in files.items() if name.endswith(".txt")}
    if "out.txt" in longer:
        longer["out.txt"] = files["out.txt"]
    assert "source.txt has 2" in refusal(longer)


def test_a_line_far_down_is_named() -> None:
    line = written("Marian soft", some_weights(6, 4))["out.soft"].decode()
    files = {"out.soft": (line * 40 + "oh ||| 0.5,0.5 0.5\n" + line).encode()}
    files["source.txt"] = (" ".join(SOURCE) + "\n").encode() * 42
    message = refusal(files)
    assert "Line 41" in message
    assert "row 2 has 1 numbers, the first 2" in message


def test_two_ways_round_in_one_file_are_a_contradiction() -> None:
    one, other = some_weights(6, 4), np.ascontiguousarray(some_weights(6, 4).T)
    lines = [written("Marian soft", weights)["out.soft"] for weights in (one, other)]
    source = " ".join(SOURCE).encode() + b"\n"
    message = refusal({"out.soft": b"".join(lines), "source.txt": source * 2})
    assert (
        "Line 2: by their lengths, the rows are source tokens here and target tokens at Line 1"
        in message
    )


class Evil:
    def __reduce__(self) -> tuple:
        return print, ("ran",)


def test_no_pickle_is_ever_read(capsys: pytest.CaptureFixture[str]) -> None:
    packed = io.BytesIO()
    np.savez(packed, weights=np.array([Evil()], dtype=object))
    plain = io.BytesIO()
    np.save(plain, np.array([Evil()], dtype=object))
    for name, data in (("a.npz", packed.getvalue()), ("a.npy", plain.getvalue())):
        assert "Python objects" in refusal({name: data})
    assert "unknown format" in refusal({"a.pkl": pickle.dumps([Evil()], protocol=0)})
    assert capsys.readouterr().out == ""


def test_what_unpacks_to_more_than_is_read_is_refused_before() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("weights.npy", bytes(210_000_000))
    assert len(packed.getvalue()) < 1_000_000
    assert "bytes unpacked" in refusal({"a.npz": packed.getvalue()})


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"a.npz": b"PK\x03\x04 and no more"}, "damaged or cut off"),
        ({"a.txt": b"just a text\n"}, "unknown format"),
        ({"a.txt": b""}, "a.txt is empty."),
        ({"a.json": b"{"}, "not JSON"),
        ({"a.json": b'{"weights": 3}'}, "this JSON has no known format"),
        ({"a.bin": b"\0\1\2\3"}, "not text"),
        ({"a.gz": b"\x1f\x8b and no more"}, "gzip"),
        (
            {"a.align": b"0-0 1-1\n0-0 x-1\n0-0\n"},
            "Line 2: expected links such as",
        ),
        ({"a.align": b"0-0 1-1\n"}, "no source and no target words"),
        ({"a.a3": b"# Sentence pair (1)\na b\nNULL ({ }) c ({ 1 }\n"}, "at column 12"),
        (
            {"a.a3": b"# Sentence pair (1)\na b\nNULL ({ }) c ({ 1 })\n# Sentence pair (2)\nx\n"},
            "cut off",
        ),
        ({"a.txt": b"A-0\t0-0\n"}, "expected the line 'H-0' before 'A-0'"),
        ({"a.txt": b"0 ||| a ||| b ||| 0 ||| c ||| 1 1\n1.0\n"}, "a word '|||'"),
    ],
)
def test_what_is_wrong_is_said(files: dict[str, bytes], reason: str) -> None:
    assert reason in refusal(files)


@pytest.mark.parametrize("packed", ["!", "AAAA", base64.b64encode(b"{}").decode()])
def test_an_array_of_inseq_that_is_damaged_is_named(packed: str) -> None:
    one = {"source": [], "target": [], "source_attributions": packed}
    message = refusal({"a.json": json.dumps({"info": {}, "sequence_attributions": [one]}).encode()})
    assert "expected safetensors in base64: it is damaged" in message


def test_a_link_without_a_word_is_named() -> None:
    files = {"a.align": b"0-0\n0-0 9-9\n", "s": b"a b\nc d\n", "t": b"x y\nz z z z z z z z\n"}
    message = refusal(files)
    assert "a.align (Pharaoh links): Line 2: the link 9-9 for 2 source" in message


def test_json_is_counted_before_it_is_parsed() -> None:
    numbers = b'{"matrix": [[' + b"0," * 8_000_001 + b'0]], "source_sent": "a"}'
    assert "at most 8,000,000 of JSON" in refusal({"a.json": numbers})


def test_too_many_sentences_are_refused() -> None:
    lines = b"0-0\n" * (MAX_IMPORT_SENTENCES + 1)
    assert "sentences: at most 50,000" in refusal({"a.align": lines})
