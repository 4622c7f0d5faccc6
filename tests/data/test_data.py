"""Corpora, their split, and the tokenizer with the words its pieces make."""

import gzip
import json
import zipfile
from pathlib import Path

import pytest

from alignoscope.data.corpus import Pair, normalise, read_pairs
from alignoscope.data.split import fold, split_pairs
from alignoscope.data.tokenizer import END_ID, UNKNOWN_ID, Tokenizer, split_words
from tests.shared.samples import SENTENCES

LINES = "Go.\tVa\u202f!\nGo.\tVa !\n\nI’m ok.\tÇa va.\tCC-BY 2.0\n"
PAIRS = [Pair("Go.", "Va !"), Pair("I'm ok.", "Ça va.")]


def write(path: Path, content: bytes) -> Path:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("_about.txt", "about")
            archive.writestr("fra.txt", content)
    else:
        path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


@pytest.mark.parametrize("name", ["a.tsv", "a.txt", "a.tsv.gz", "fra-eng.zip"])
def test_every_kind_of_file_gives_the_same_distinct_pairs(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / name, LINES.encode())
    assert read_pairs(path) == PAIRS
    assert read_pairs(path, reverse=True) == [Pair(b, a) for a, b in PAIRS]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "a.tsv",
            b"a\tb\nno tab\n",
            r"a\.tsv, line 2: expected source TAB .* got 'no tab'",
        ),
        ("a.tsv", b"\n\n", "no pair of sentences"),
        ("a.tsv", b"\xff\xfe\t", "is not UTF-8 text: save it as UTF-8"),
        ("a.pdf", b"%PDF\0\0\t\x81", "is not UTF-8 text"),
        ("a.zip", None, "there is no such file"),
    ],
)
def test_a_bad_file_is_refused(
    tmp_path: Path, name: str, content: bytes | None, message: str
) -> None:
    if content is not None:
        write(tmp_path / name, content)
    with pytest.raises(ValueError, match=message):
        read_pairs(tmp_path / name)


def test_a_truncated_archive_is_refused(tmp_path: Path) -> None:
    for name in ("a.tsv.gz", "a.zip"):
        path = write(tmp_path / name, LINES.encode() * 50)
        path.write_bytes(path.read_bytes()[:40])
        with pytest.raises(ValueError, match="damaged or cut off"):
            read_pairs(path)


def test_normalising() -> None:
    assert normalise(" Viens\u202f!\u00a0 C’est\u200b “bon”\t") == 'Viens ! C\'est "bon"'
    assert normalise("e\u0301") == "é"
    assert normalise("\x00a\x07") == "a"


def test_folding_keeps_the_marks_of_letters() -> None:
    assert fold("C'est « bon » !") == "c est bon"
    assert fold("हिन्दी") == "हिन्दी"
    assert fold("?!") == "?!"


def test_pairs_that_share_a_side_stay_together() -> None:
    chain = [Pair(f"e{i // 2}", f"f{(i + 1) // 2}") for i in range(6)]
    others = [Pair(f"one {i}", f"un {i}") for i in range(1999)]
    split = split_pairs([*chain, *others], held_out=200)
    assert sum(map(len, split)) == 2005
    for part in split:
        assert len(set(chain) & set(part)) in (0, len(chain))
        for other in split:
            if other is not part:
                assert not {fold(p.source) for p in part} & {fold(p.source) for p in other}
    assert 150 < len(split.dev) < 250
    assert 150 < len(split.test) < 250


def test_the_split_does_not_depend_on_the_order_of_the_pairs() -> None:
    pairs = [Pair(f"one {i}", f"un {i % 700}") for i in range(997)]
    first, second = split_pairs(pairs), split_pairs(pairs[::-1])
    assert [set(part) for part in first] == [set(part) for part in second]


def test_words_are_those_of_an_alignment(tokenizer: Tokenizer) -> None:
    found = {
        text: tuple(split_words(text))
        for text in (
            "I don't know, it isn't 5 o'clock.",
            "J'aime l'école aujourd'hui ; va-t-il ?",
            "<b>%{x}</s>",
            "日本 नमस्ते",
        )
    }
    assert all(tokenizer.encode(text).words[:-1] == words for text, words in found.items())
    assert list(found.values()) == [
        ("I", "do", "n't", "know", ",", "it", "is", "n't", "5", "o'clock", "."),
        ("J'", "aime", "l'", "école", "aujourd'hui", ";", "va", "-t", "-il", "?"),
        ("<", "b", ">", "%", "{", "x", "}", "<", "/", "s", ">"),
        ("日本", "नमस्ते"),
    ]


@pytest.mark.parametrize("text", SENTENCES)
def test_decoding_pieces_gives_back_the_sentence(tokenizer: Tokenizer, text: str) -> None:
    sentence = tokenizer.encode(text)
    assert sentence.text == text
    assert tokenizer.decode(sentence.ids) == sentence
    assert list(sentence.ids) == tokenizer.ids([text])[0]


def test_the_pieces_of_a_word_know_it(tokenizer: Tokenizer) -> None:
    sentence = tokenizer.encode("She reads faster.")
    assert len(sentence.pieces) > len(sentence.words)
    for i, word in enumerate(sentence.words):
        pieces = [p for p, w in zip(sentence.pieces, sentence.word_of, strict=True) if w == i]
        assert "".join(pieces).replace("▁", "") == word


def test_unknown_characters_are_one_piece_shown_as_typed(tokenizer: Tokenizer) -> None:
    sentence = tokenizer.encode("日本語 car")
    assert sentence.words == ("日本語", "car", "</s>")
    assert sentence.ids.count(UNKNOWN_ID) == 1


def test_typed_special_tokens_are_only_text(tokenizer: Tokenizer) -> None:
    assert END_ID not in tokenizer.encode("a </s> <pad> b").ids[:-1]


def test_a_tokenizer_survives_as_json(tokenizer: Tokenizer) -> None:
    copy = Tokenizer.from_json(tokenizer.to_json())
    assert copy.encode("The old </s> 日本.") == tokenizer.encode("The old </s> 日本.")
    for broken in ("", "{}", "[1]"):
        with pytest.raises(ValueError, match="not a tokenizer"):
            Tokenizer.from_json(broken)


def test_a_tokenizer_over_which_the_library_panics_is_refused(tokenizer: Tokenizer) -> None:
    said = json.loads(tokenizer.to_json())
    said["model"]["continuing_subword_prefix"] = "x" * 999  # longer than any merged piece
    with pytest.raises(ValueError, match="not a tokenizer: range end index"):
        Tokenizer.from_json(json.dumps(said))
