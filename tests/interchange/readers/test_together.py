"""Files opened together: which sentences they share, and what the list of them says."""

import io
import json

import numpy as np
import pytest

from alignoscope.interchange.foreign import checks
from alignoscope.interchange.foreign.file_set import FileSet, SharedSentence, open_files
from alignoscope.interchange.trace_json import from_json, to_json
from alignoscope.records.foreign import Heads, foreign_trace
from alignoscope.ui.open_files.foreign_view import (
    HeadChoice,
    found_rows,
    sentence_list,
    shown_traces,
)
from alignoscope.ui.open_files.heads_chart import GAP, heads_figure
from tests.shared.tool_files import given
from tests.shared.trace_files import document, minimal

NEMATUS = (
    "0 ||| le chat ||| 0 ||| the cat ||| 2 2\n1 0\n0 1\n\n"
    "1 ||| un ||| 2.5 ||| a@@ n ||| 2 1\n0.5 0.5\n\n"
    "2 ||| chat ||| 0 ||| the cat ||| 2 1\n0.25 0.75\n\n"
)
OTHER = "0 ||| chats ||| 0 ||| thecat ||| 1 1\n1\n\n"


def opened() -> FileSet:
    files = {"one.txt": NEMATUS, "two.txt": OTHER}
    files["three.json"] = document(minimal(source=["the", "cat"], weights=[[1, 0], [0, 1]]))
    return open_files(given(files))


def with_heads(arrays: np.ndarray) -> SharedSentence:
    """Return a sentence of four source and two target tokens, [layers, heads, 2, 4]."""
    packed = io.BytesIO()
    words = {"source": np.array(list("abcd")), "target": np.array(list("xy"))}
    np.savez(packed, cross_attentions=arrays, **words)
    (row,) = open_files(given({"a.npz": packed.getvalue()})).shared
    return row


def test_the_same_source_is_one_sentence_whatever_its_spaces() -> None:
    rows = opened().shared
    assert [(row.source, len(row.foreign), len(row.traces)) for row in rows] == [
        ("the cat", 2, 1),
        ("an", 1, 0),
        ("the cat", 1, 0),
    ]
    assert rows[0].targets == ["le chat", "chats", "x y"]


def test_the_list_has_words_and_numbers() -> None:
    table = sentence_list(opened().shared)
    assert list(table["target"]) == ["le chat (+2)", "un", "chat"]
    assert list(table["tokens"]) == [2, 2, 2]
    assert list(table["sharpness"]) == [1.0, 0.5, 0.75]
    assert table["entropy"][1] == pytest.approx(np.log(2))
    assert table["log p"][1] == -2.5


def test_words_are_found_in_sources_and_translations_whatever_their_case() -> None:
    rows = opened().shared
    assert found_rows(rows, "") == [0, 1, 2]
    assert found_rows(rows, "CHAT the") == [0, 2]
    assert found_rows(rows, "dog") == []


def test_no_more_maps_are_shown_than_asked_for() -> None:
    row = with_heads(np.full((3, 5, 2, 4), 0.25, np.float32))
    every = HeadChoice(heads=Heads(layer=1), each=True)
    assert [trace.label[-6:] for trace in shown_traces(row, every, 16)] == [
        f"head {i}" for i in range(1, 6)
    ]
    assert len(shown_traces(row, every, 3)) == 3


@pytest.mark.parametrize(
    ("shape", "chosen", "kind", "said"),
    [
        ((1, 2), {"head": 0}, "weights", "head 1"),
        ((2, 1), {"layer": 1}, "weights", "layer 2"),
        ((2, 2), {"layer": 1, "head": 0}, "weights", "layer 2, head 1"),
        ((2, 2), {"head": 0}, "maximum", "all layers, head 1, maximum"),
        ((1, 2), {}, "maximum", "all heads, maximum"),
    ],
)
def test_one_head_alone_is_no_maximum(
    shape: tuple[int, int], chosen: dict[str, int], kind: str, said: str
) -> None:
    file, sentence = with_heads(np.full((*shape, 2, 4), 0.25, np.float32)).foreign[0]
    trace = foreign_trace(file, sentence, Heads(**chosen, together="max"))
    assert (trace.kind, trace.label.partition(" · ")[2]) == (kind, said)


def test_all_heads_are_one_picture_and_each_can_be_clicked() -> None:
    arrays = np.arange(3 * 5 * 2 * 4, dtype=np.float32).reshape(3, 5, 2, 4) / 1_000
    row = with_heads(arrays)
    heatmap, points = heads_figure(row.foreign[0][1]).data
    assert heatmap.z.shape == (3 * 2 + 2 * GAP, 5 * 4 + 4 * GAP)
    np.testing.assert_array_equal(heatmap.z[4:6, 12:16], arrays[1, 2])
    place = [tuple(one) for one in points.customdata].index((1, 2))
    assert (points.x[place], points.y[place]) == (13.5, 4.5)


def test_ours_alone_is_read_as_ever() -> None:
    found = open_files(given({"a.json": document(minimal(), minimal())}))
    assert [trace.id for trace in found.traces] == ["mine", "mine (2)"]
    assert found.files == ()
    with pytest.raises(ValueError, match="reads 'alignoscope-trace-1'"):
        open_files(given({"a.json": json.dumps({"format": "other"})}))


def test_a_token_may_be_called_format() -> None:
    one = {"source": ["format"], "hypotheses": [["forme"]], "attention": [[[1.0]]]}
    (row,) = open_files(given({"a.json": json.dumps(one)})).shared
    assert row.source == "format"


def test_what_is_opened_together_is_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MAX_IMPORT_NUMBERS", 4 + 2 + 2)  # all of NEMATUS
    open_files(given({"one.txt": NEMATUS}))
    with pytest.raises(ValueError, match="The maps hold 9 numbers: at most 8"):
        open_files(given({"one.txt": NEMATUS, "two.txt": OTHER}))


@pytest.mark.parametrize(
    ("shape", "sentences", "axes"),
    [
        ((3, 2, 4), 1, "head, target, source"),
        ((3, 5, 2, 4), 1, "layer, head, target, source"),
        ((7, 1, 5, 2, 4), 1, "layer, sentence, head, target, source"),
    ],
)
def test_how_the_axes_of_an_array_are_read_is_said(
    shape: tuple[int, ...], sentences: int, axes: str
) -> None:
    packed = io.BytesIO()
    words = {"source": np.array(list("abcd")), "target": np.array(list("xy"))}
    np.savez(packed, weights=np.full(shape, 0.25, np.float32), **words)
    (file,) = open_files(given({"a.npz": packed.getvalue()})).files
    assert len(file.sentences) == sentences
    assert f"weights: its axes are read as {axes}." in file.notes


def test_axes_of_several_sentences_need_the_words_of_each() -> None:
    packed, beside = io.BytesIO(), io.BytesIO()
    words = {"source": np.array(list("abcd")), "target": np.array(list("xy"))}
    weights = np.full((7, 3, 5, 2, 4), 0.25, np.float32)
    np.savez(packed, weights=weights, **words)
    with pytest.raises(ValueError, match=r"weights: 3 sentences .* but the words of one"):
        open_files(given({"a.npz": packed.getvalue()}))
    np.savez(beside, weights=weights[0, 0])
    with pytest.raises(
        ValueError, match=r"texts of 5 lines .*: its axes are read as sentence, tar"
    ):
        open_files(given({"a.npz": beside.getvalue(), "s": "a b c d\n", "t": "x y\n"}))


def test_arrays_beside_tokens_are_self_attention() -> None:
    weights = np.tril(np.full((2, 3, 4, 4), 0.2, np.float32))
    weights[..., 0] += 1 - weights.sum(axis=-1)
    packed, words = io.BytesIO(), np.array(["<s>", "a", "b", "</s>"])
    np.savez(packed, attentions=weights, tokens=words)
    (file,) = open_files(given({"a.npz": packed.getvalue()})).files
    assert (file.kind, file.heads, file.changes) == ("self-attention", (2, 3), ())
    assert file.notes[0] == "attentions: its axes are read as layer, head, token, token."
    assert "Self-attention of one sequence: each row is the token that attends" in file.notes[1]
    assert "Causal, the half above the diagonal is empty: no token attends to a la" in file.notes[2]
    trace = foreign_trace(file, file.sentences[0], Heads(layer=1, head=0))
    assert trace.source.pieces == trace.target.pieces == tuple(words)
    (again,) = from_json(to_json([trace]))
    assert again.decoding == "imported self-attention"
    np.testing.assert_array_equal(again.weights, weights[1, 0])
    assert foreign_trace(file, file.sentences[0], Heads(together="max")).kind == "maximum"


def test_a_model_is_no_file_of_maps() -> None:
    packed = io.BytesIO()
    np.savez(packed, decoder_W_comb_att=np.zeros((3, 5), np.float32))
    with pytest.raises(ValueError, match="`alignoscope convert` makes it a model of this app"):
        open_files(given({"model.npz": packed.getvalue()}))
