"""Start, end and padding marks of all tools are known by one table."""

import io
import json

import numpy as np
import pytest

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.records.foreign import ForeignFile
from alignoscope.records.sentence import ENDS, PADS, STARTS
from tests.shared.tool_files import given

SOURCE = ["the", "red", "boat", "sinks"]
ROWS = np.array([[0.7, 0.1, 0.1, 0.1], [0.1, 0.1, 0.7, 0.1], [0.1, 0.7, 0.1, 0.1]], np.float32)


def opened(weights: np.ndarray, source: list[str], target: list[str]) -> ForeignFile:
    data = io.BytesIO()
    np.savez(data, weights=weights, source=source, target=target)
    (file,) = open_foreign([NamedBytes(name="a.npz", data=data.getvalue())])
    return file


@pytest.mark.parametrize(
    ("start", "end"),
    [("_GO", "_EOS"), ("<begin>", "<stop>"), ("[START]", "[STOP]"), ("<|bos|>", "<|eos|>")],
)
def test_a_start_mark_has_no_step_and_an_end_mark_has_one(start: str, end: str) -> None:
    file = opened(ROWS, SOURCE, [start, "le", "bateau", end])
    assert file.sentences[0].target.words == ("le", "bateau", end)
    assert file.changes == (
        f"Start mark of the target left out: no step wrote {start!r} (weights).",
    )


@pytest.mark.parametrize("start", ["SOS", "_BOS", "[GO]"])
def test_what_a_decoder_read_is_moved_to_what_it_wrote(start: str) -> None:
    file = opened(ROWS, SOURCE, [start, "le", "bateau"])
    assert file.sentences[0].target.words == ("le", "bateau", "</s>")
    assert "each row belongs to the token that its step wrote" in file.changes[0]


@pytest.mark.parametrize("pad", ["<pad>", "_PAD", "[PAD]", "<blank>", "<|pad|>"])
def test_weight_on_any_padding_is_said(pad: str) -> None:
    file = opened(ROWS, [*SOURCE[:3], pad], ["le", "bateau", "rouge"])
    assert "0.1 of row 1 is on padding of the source (weights)." in file.changes


def test_no_mark_is_of_two_kinds_and_words_are_none() -> None:
    kinds = ENDS, STARTS, PADS
    assert sum(map(len, kinds)) == len({*ENDS, *STARTS, *PADS})
    words = {"go", "start", "begin", "end", "stop", "pad", "blank", "sos", "Go", "End", "_go"}
    assert not words & {*ENDS, *STARTS, *PADS}


@pytest.mark.parametrize(
    ("first", "count", "asked"),
    [("startseq", 8, True), ("startseq", 7, False), ("w0", 8, False), ("", 8, False)],
)
def test_a_first_token_that_all_targets_share_is_asked_about(
    first: str, count: int, asked: bool
) -> None:
    lines = []
    for i in range(count):
        target = [*first.split(), f"w{i}", f"v{i % 3}", "w0"]
        weights = np.full((len(target), 2), 0.5).tolist()
        lines.append(json.dumps({"src": "a b", "tgt": target, "attention": weights}))
    (file,) = open_foreign(given({"a.jsonl": "\n".join(lines)}))
    said = f"All targets start with {first!r}. If that is a mark that the decoder read"
    assert any(one.startswith(said) for one in file.changes) == asked
