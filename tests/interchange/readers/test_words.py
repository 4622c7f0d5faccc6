"""Subword marks of other tools make words, and hostile tokens stay what they are."""

import json
import re
import sys
from dataclasses import replace
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.foreign.options import Reading
from alignoscope.interchange.foreign.words import marked_sentence, with_chinese_words
from alignoscope.interchange.trace_json import from_json, to_json
from alignoscope.records.foreign import Heads, foreign_trace
from alignoscope.ui.player.map_view import layers_of
from tests.shared.tool_files import given, real


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
        ("Der ĠKÃ¤se Ġschme ckt </s>", "Der Käse schmeckt </s>"),  # Bytes as GPT-2 writes them.
        ("KÃ ¤se Ġgut", "Käse gut"),  # A letter in two pieces.
        ("ĠSÃ£o Ġo", "São o"),
        ("ä½łå¥ ½ </s>", "你好 </s>"),  # Without spaces.
        ("ĠSão Ġb", "São b"),  # Letters, not bytes.
        ("São Ãlamo", "São Ãlamo"),
        ("ĠKÃ Ġx", "KÃ x"),  # Half a letter: nothing is decoded.
        ("▁K <0xC3> <0xA4> se </s>", "Käse </s>"),  # Bytes as SentencePiece writes them.
        ("▁a <0xC3> ▁b", "a<0xC3> b"),
    ],
)
def test_marks_make_words(pieces: str, words: str) -> None:
    sentence = marked_sentence(pieces.split())
    assert sentence.pieces == tuple(pieces.split())
    assert sentence.words == tuple(words.split())


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        ("▁我们 昨天 去 了 北 京 大 学 。 </s>", "我们 昨天 去 了 北京大学 。 </s>"),
        ("我 们 昨 天 BERT ##s x@@ y", "我们 昨天 BERTs xy"),
        ("我 们昨 天", "我们昨天"),  # A piece of two words.
        ("▁The ▁old 北京 x", "The old 北京 x"),
    ],
)
def test_chinese_characters_are_joined_into_words(
    monkeypatch: pytest.MonkeyPatch, pieces: str, words: str
) -> None:
    jieba = ModuleType("jieba", "cuts after a small dictionary")
    jieba.__spec__ = ModuleSpec("jieba", None)
    known = re.compile("我们|昨天|北京大学|北京|.")
    vars(jieba).update(lcut=known.findall, setLogLevel=lambda _: None)
    monkeypatch.setitem(sys.modules, "jieba", jieba)
    sentence = with_chinese_words(marked_sentence(pieces.split()))
    assert sentence.words == tuple(words.split())
    assert sentence.pieces == tuple(pieces.split())
    assert list(sentence.word_of) == sorted(sentence.word_of)
    assert {*sentence.word_of} == {*range(len(sentence.words))}


def test_without_jieba_a_message_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jieba", None)
    with pytest.raises(ValueError, match="run pip install jieba"):
        open_foreign(given({"a.txt": "北 京 ||| x ||| 0-0"}), Reading(chinese=True))


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
    scale = layers_of([replace(one, kind="self-attention")])["weights", "words"][1]
    assert scale.title == "Self-attention, row by row"
    (links,), scale = layers_of([other])["weights", "words"]
    assert scale.title == "Links: 1, or the aligner’s confidence"
    assert links.cells.max() == 1  # though two pieces of a word are linked
    assert layers_of([one, other])["weights", "words"][1].title.startswith("Values of several")
