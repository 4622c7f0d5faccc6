"""Files that could be taken for something else: another base, sentence or language."""

import io
import time

import numpy as np
import pytest

from alignoscope.data.languages import foreign_script
from alignoscope.data.named_files import NamedFile
from alignoscope.data.parallel_files import read_rows
from alignoscope.interchange.foreign.bitext import read_bitext
from alignoscope.interchange.foreign.examining import examine_files
from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.foreign.options import Reading
from alignoscope.interchange.foreign.words import marked_sentence
from alignoscope.records.foreign import ForeignFile
from tests.shared.tool_files import given

ABC, WXYZ = {"src.txt": b"a b c\n"}, {"tgt.txt": b"w x y z\n"}


def arrays(**named: np.ndarray) -> bytes:
    packed = io.BytesIO()
    np.savez(packed, **named)
    return packed.getvalue()


def rows(*shape: int) -> np.ndarray:
    drawn = np.random.default_rng(len(shape)).random(shape)
    return (drawn / drawn.sum(axis=-1, keepdims=True)).astype(np.float32)


def opened(files: dict[str, bytes], said: Reading = Reading()) -> ForeignFile:  # noqa: B008
    return open_foreign(given(files), said)[0]


def links(file: ForeignFile) -> set[tuple[str, str, float]]:
    (one,) = file.sentences
    target, source, cells = one.target.words, one.source.words, one.maps[0, 0]
    return {(target[i], source[j], float(cells[i, j])) for i, j in np.argwhere(cells)}


def test_layers_of_numbered_arrays_are_all_kept() -> None:
    first, second = rows(6, 1, 2, 3, 4), rows(6, 1, 2, 2, 3)
    texts = {"src.txt": b"a b c d\ne f g\n", "tgt.txt": b"x y z\np q\n"}
    file = opened({"a.npz": arrays(sent0=first, sent1=second)} | texts)
    np.testing.assert_array_equal(file.sentences[0].maps, first[:, 0])
    np.testing.assert_array_equal(file.sentences[1].maps, second[:, 0])
    with pytest.raises(ValueError, match="save one array for each sentence"):
        opened({"a.npz": arrays(sent0=rows(6, 2, 2, 3, 4), sent1=second)} | texts)


def test_layers_in_arrays_of_their_own_are_not_taken_for_sentences() -> None:
    words = {"source": np.array(["a", "b"]), "target": np.array(["x", "y", "z"])}
    with pytest.raises(ValueError, match="If they are its layers, save them as one array"):
        opened({"a.npz": arrays(arr_0=rows(1, 2, 3, 2), arr_1=rows(1, 2, 3, 2), **words)})


def test_self_attention_beside_cross_attention_is_left_out_and_named() -> None:
    cross = rows(2, 2, 3, 3)
    named = {"encoder_attentions": rows(2, 2, 3, 3), "cross_attentions": cross}
    words = {"source": np.array(["a", "b", "c"]), "target": np.array(["x", "y", "z"])}
    (file,) = open_foreign(given({"a.npz": arrays(**named, **words)}))
    np.testing.assert_array_equal(file.sentences[0].maps, cross)
    assert any(note.startswith("encoder_attentions is self-attention") for note in file.notes)


def test_words_may_be_bytes_or_a_batch_of_one() -> None:
    named = {"source": np.array([["a", "b"]]), "target": np.array([b"caf\xc3\xa9", b"</s>"])}
    (one,) = opened({"a.npz": arrays(weights=rows(2, 2), **named)}).sentences
    assert (one.source.pieces, one.target.pieces) == (("a", "b"), ("café", "</s>"))


def test_a_beam_search_needs_its_beam_indices() -> None:
    cross = np.moveaxis(rows(3, 1, 1, 6, 4), 3, 2)  # [steps, layers, batch x beams, heads, source]
    named = {"cross": cross, "sequences": np.array([[0, 11, 12, 2], [0, 21, 22, 2]])}
    with pytest.raises(ValueError, match="6 rows per step for 2 sequences, as a beam search has"):
        opened({"a.npz": arrays(**named)})


@pytest.mark.parametrize("line", [b"w x y ||| 1-1 2-2 3-3\n", b"w x y\t1-1 2-2 3-3\n"])
def test_a_tool_that_links_the_end_mark_counts_from_0(line: bytes) -> None:
    file = opened({"out.txt": line} | ABC)
    assert links(file) == {("x", "b", 1), ("y", "c", 1), ("</s>", "</s>", 1)}


def test_a_position_before_the_first_one_is_no_position_from_the_end() -> None:
    with pytest.raises(ValueError, match="the position 0 is before the first one, 1"):
        opened({"a.align": b"0-2 1-1 2-3 3-4\n"} | ABC | WXYZ, Reading(first=1))


def test_a_tool_that_has_its_own_base_keeps_it_beside_another() -> None:
    a3 = b"# Sentence pair (1)\nw x y z\nNULL ({ }) a ({ 1 }) b ({ 2 }) c ({ 3 4 })\n"
    files = {"x.A3.final": a3, "gold.align": b"1-1 2-2 3-4\n"} | ABC | WXYZ
    systems = open_foreign(given(files), Reading(first=1))
    right = {("w", "a", 1), ("x", "b", 1), ("y", "c", 1), ("z", "c", 1)}
    assert right in [links(file) for file in systems]


def test_a_link_that_is_sure_and_possible_is_sure() -> None:
    file = opened({"a.align": b"0-0 1-1 1p1\n"} | ABC | WXYZ)
    assert links(file) == {("w", "a", 1), ("x", "b", 1)}


PAIRS = {"l.align": b"0-0 1-1\n0-0\n", "s": b"a b\nc\n", "t": b"x y\nz\n"}


def test_values_that_do_not_fit_the_links_are_named() -> None:
    file = opened(PAIRS | {"probs.txt": b"0.1 0.9\n"})
    assert "probs.txt was not used: it has not one number for each link." in file.notes
    file = opened(PAIRS | {"probs.txt": b"0.1 0.9\n0.5\n\n"})
    assert "The confidence of the links is from probs.txt." in file.notes


TOYS = {"a.align": b"0-2 1-1 2-0\n0-1 1-0\n", "s": b"3 1 4\n2 7\n", "t": b"4 1 3\n7 2\n"}


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("target", [b"4 1 3\n7 2\n", b"x y z\nv w\n", b"4.5 1 .3 1\n7 2\n"])
def test_texts_of_numbers_are_texts_where_words_are_missing(target: bytes, swapped: bool) -> None:
    file = opened(TOYS | {"t": target}, Reading(swapped=swapped))
    names = ("t", "s") if swapped else ("s", "t")
    assert f"Words are from {names[0]} (source) and {names[1]} (target)" in file.notes[0]
    sides = (file.sentences[0].source.text, file.sentences[0].target.text)
    assert sides[swapped] == "3 1 4"
    file = opened(TOYS | {"probs": b"0.1 0.2 0.3\n0.4 0.5\n"})
    assert file.notes[0] == "The confidence of the links is from probs."
    assert file.sentences[1].source.text == "2 7"


def test_maps_take_texts_of_numbers_too() -> None:
    maps = arrays(a=rows(1, 1, 2, 5)[0, 0])
    (one,) = opened({"a.npz": maps, "s": b"3 1 4 1 5\n", "t": b"5 9\n"}).sentences
    assert (one.source.text, one.target.text) == ("3 1 4 1 5", "5 9")


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        (b"3 1 4\n2 7\n5 5\n", r"\(s has 3, t has 2\)"),
        (b"3 1\n2 7\n", "the link 2-0 points after the last word for 2 source"),
        (b".3 .1 .4\n.2 .7\n", r"\(t has 2\)\. The confidence of the links is from s\."),
    ],
)
def test_why_a_file_of_numbers_is_no_text_is_said(numbers: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        opened(TOYS | {"s": numbers, "t": b"x y z\nv w\n"})
    other = {"s": b"x y z\n", "t": b"x\n", "n": b"4\n"}
    with pytest.raises(ValueError, match=r"n was not used: it has not one number for each link"):
        opened(TOYS | other)


@pytest.mark.parametrize(
    ("value", "said"), [(b"-0.5", "-0.5 of a link is below 0"), (b"nan", "nan")]
)
def test_values_that_are_no_confidence_are_refused(value: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        opened(PAIRS | {"probs.txt": value + b" 0.9\n0.5\n"})


def test_of_two_files_of_links_none_is_taken_for_the_gold_one() -> None:
    with pytest.raises(ValueError, match=r"gold\.align and hyp\.align are files of links"):
        read_bitext(
            given({"s": b"a b\n", "t": b"x y\n", "gold.align": b"0-0\n", "hyp.align": b"1-1\n"})
        )


def test_a_first_word_without_weight_is_not_padding_where_the_last_column_is_the_end_mark() -> None:
    cells = b"0.0,0.9,0.1,0.0 0.0,0.1,0.8,0.1 0.0,0.0,0.1,0.9"
    file = opened({"f.txt": b"S-0\t- oui monsieur\nH-0\t-0.3\tyes sir\nA-0\t" + cells + b"\n"})
    (one,) = file.sentences
    best = [one.source.pieces[j] for j in one.maps[0, 0].argmax(axis=-1)]
    assert (one.target.pieces, best) == (("yes", "sir", "</s>"), ["oui", "monsieur", "</s>"])


def test_a_letter_of_maltese_does_not_join_words() -> None:
    maltese = ["Ġanni", "mar", "id-dar", "."]
    assert marked_sentence(maltese).words == tuple(maltese)
    assert marked_sentence(["Hello", "Ġworld", "!"]).words == ("Hello", "world!")
    russian = ["ÐŁ", "ÑĢ", "Ð¸", "Ð²", "Ðµ", "ÑĤ", "Ġ", "Ð", "¼"]  # GPT-2's pieces of “Привет м”
    assert len(marked_sentence(russian).words) == 2


def test_the_doctor_takes_the_texts_in_any_order() -> None:
    soft = b"x y ||| 0.7,0.1,0.1,0.1 0.1,0.7,0.1,0.1 0.1,0.1,0.1,0.7\n"
    texts = [("src.txt", b"a b c\n"), ("tgt.txt", b"x y\n")]
    for order in (texts, texts[::-1]):
        ((_, findings),) = examine_files(given({"m.txt": soft} | dict(order)))
        assert [one for one in findings if one.kept is False] == []


@pytest.mark.parametrize(
    "files",
    [
        {"x.A3.final": b"# a\nx\nNULL ({ }) a ({ 1 })\n# b\ny\n" + b"w" * 30_000 + b"\n"},
        {
            "a.ali.js": b"var alignments = [\n[[0,1,0]" + b" " * 30_000 + b"x],\n]",
            "s.src.js": b'var sources = [\n["a"],\n]',
            "t.trg.js": b'var targets = [\n["a"],\n]',
        },
    ],
    ids=["A3", "SoftAlignments"],
)
def test_a_long_line_is_read_once(files: dict[str, bytes]) -> None:
    begun = time.process_time()
    with pytest.raises(ValueError, match=r"."):
        open_foreign(given(files))
    assert time.process_time() - begun < 20  # it was minutes


def table(text: str) -> list[tuple[str, str]]:
    read = read_rows([NamedFile("de-en.csv", text.encode())], 1000, 10**7)
    return [(row.source, row.target) for row in read.rows]


@pytest.mark.parametrize("mark", ";\t")
def test_a_comma_in_every_sentence_does_not_part_the_columns(mark: str) -> None:
    pairs = [("Guten Tag, Herr Müller.", "Good day, Mr Müller."), ("Ja, gerne.", "Yes, please.")]
    assert table("".join(f"{one}{mark}{other}\n" for one, other in pairs)) == pairs


def test_a_quotation_mark_does_not_swallow_lines() -> None:
    with pytest.raises(ValueError, match=r"line [345]: this is no CSV .* save tab-separated text"):
        table('I see.;Je vois.\n"Go;Va\nStop.;Arrête.\nRun.;Cours.\n"Come;Viens\nWait.;Attends.\n')


@pytest.mark.parametrize(
    ("text", "pair"), [("আমি ভাত খাই।", "ben-eng"), ("ମୁଁ ଭାତ ଖାଏ", "ori-eng"), ("ᱤᱧ", "sat-eng")]
)
def test_a_script_whose_letters_have_another_name_is_not_foreign(text: str, pair: str) -> None:
    assert not foreign_script(text, pair)


def test_a_text_of_few_words_beside_many_rows_is_doubted() -> None:
    weights = np.full((40, 6), 1 / 6, np.float32)
    (found,) = open_foreign(given({"a.npz": arrays(w=weights)} | {"t.txt": b"two goats\n"}))
    assert any("of 40 rows with weight kept: are these the words" in one for one in found.changes)


SIX = ["the", "old", "boat", "sank", "slowly", "."]
SEVEN = ["le", "vieux", "bateau", "a", "coulé", "lentement", "."]


@pytest.mark.parametrize(
    "words",
    [
        {"input": SIX, "output": SEVEN},
        {"encoder_tokens": SIX, "decoder_tokens": SEVEN},
        {"source": SIX, "hypothesis": SEVEN},
        {"en": SIX, "fr": SEVEN},
        {"arr_0": SIX, "arr_1": SEVEN},
        {"source": " ".join(SIX), "target": [" ".join(SEVEN)]},
    ],
)
@pytest.mark.parametrize("beside", [{}, {"mask": np.ones((7, 6), np.float32)}])
def test_words_of_arrays_are_known_by_any_name_or_their_number(words: dict, beside: dict) -> None:
    weights = rows(7, 6)
    (found,) = open_foreign(given({"a.npz": arrays(attn=weights, **words, **beside)}))
    (one,) = found.sentences
    assert (list(one.source.pieces), list(one.target.pieces)) == (SIX, SEVEN)
    assert one.maps[0, 0] == pytest.approx(weights)
    assert found.changes == ()
    assert any(note.startswith("mask is left out") for note in found.notes) == bool(beside)


def test_words_of_arrays_that_fit_both_sides_are_not_guessed() -> None:
    data = arrays(attn=rows(6, 6), en=SIX, fr=SEVEN[:6])
    with pytest.raises(ValueError, match="the arrays en and fr hold words: name them"):
        open_foreign(given({"a.npz": data}))


@pytest.mark.parametrize("joined", [False, True])
def test_a_batch_of_arrays_may_have_its_words(joined: bool) -> None:
    sides = [SIX, ["a", "b"]], [SEVEN, ["c", "d", "e"]]
    padded = [[side[0], side[1] + [""] * (len(side[0]) - len(side[1]))] for side in sides]
    texts = [[" ".join(one) for one in side] for side in sides]
    source, target = texts if joined else padded
    weights = np.zeros((2, 7, 6), np.float32)
    weights[0], weights[1, :3, :2] = rows(7, 6), rows(3, 2)
    (found,) = open_foreign(given({"a.npz": arrays(w=weights, source=source, target=target)}))
    assert [list(one.source.pieces) for one in found.sentences] == sides[0]
    assert [list(one.target.pieces) for one in found.sentences] == sides[1]


def test_tokens_beside_a_map_that_is_not_square_are_of_one_side() -> None:
    data = arrays(weights=rows(7, 20), tokens=SEVEN)
    (found,) = open_foreign(given({"a.npz": data}))
    assert list(found.sentences[0].target.pieces) == SEVEN
    assert (found.kind, found.numbered) == ("weights", ("source",))
