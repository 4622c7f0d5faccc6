"""Subword marks of other tools make words, and hostile tokens stay what they are."""

import json
from dataclasses import replace

import pytest
from tool_files import given, real

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.foreign.words import marked_sentence
from alignoscope.interchange.trace_json import from_json, to_json
from alignoscope.records.foreign import Heads, foreign_trace
from alignoscope.ui.player.map_view import layers_of


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        ("the house@@ boat .", "the houseboat ."),
        ("▁The ▁lit tle ▁girl . </s>", "The little girl. </s>"),
        ("▁ app le ▁. </s>", "apple . </s>"),
        ("<s> I Ġa m Ġnot . </s>", "<s> I am not. </s>"),
        (">>fra<< ▁Hel lo", ">>fra<< Hello"),
        ("eng_Latn ▁Hel lo", "eng_Latn Hello"),
        ("__fra_Latn__ ▁Hel lo </s>", "__fra_Latn__ Hello </s>"),
        ("Hello ￭, wor￭ ld", "Hello, world"),
        ("un ##related [SEP]", "unrelated [SEP]"),
        ("@@ ## ￭ .", "@@ ## ￭ ."),
        ("a@@ </s>", "a </s>"),
        ("plain words stay", "plain words stay"),
    ],
)
def test_marks_make_words(pieces: str, words: str) -> None:
    sentence = marked_sentence(pieces.split())
    assert sentence.pieces == tuple(pieces.split())
    assert sentence.words == tuple(words.split())


def test_an_imported_trace_is_saved_and_opened_again_with_its_kind() -> None:
    (file,) = open_foreign(given({"a.align": "0-0 1-0\n", "s": "a b\n", "t": "x\n"}))
    trace = foreign_trace(file, file.sentences[0], Heads())
    assert trace.weights.sum(axis=1).max() > 1  # several links of one word
    (again,) = from_json(to_json([trace]))
    assert (again.kind, again.mode, again.decoding) == ("links", "imported", "imported links")
    assert again.source == trace.source
    assert "kind" not in json.loads(to_json([replace(trace, kind="weights")]))["traces"][0]


def test_imported_maps_wear_their_own_badge_and_legend() -> None:
    (soft,) = real("marian/decode.soft", "marian/source.en")
    (hard,) = real("marian/decode.hard", "marian/source.en")
    one, other = (foreign_trace(file, file.sentences[1], Heads()) for file in (soft, hard))
    (weights,), scale = layers_of([one])["weights", "words"]
    assert scale.title == "Weights from the file"
    assert (weights.mode, weights.origin) == (
        "imported weights",
        "imported weights: read from a file of another tool",
    )
    (links,), scale = layers_of([other])["weights", "words"]
    assert scale.title == "Links: 1, or the aligner’s confidence"
    assert links.cells.max() == 1  # though two pieces of a word are linked
    assert layers_of([one, other])["weights", "words"][1].title.startswith("Values of several")
