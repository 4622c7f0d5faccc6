"""Files that the tools themselves wrote, or their arrays caught: what is in them is read."""

import io
import json

import numpy as np
import pytest

from alignoscope.analysis.links import trace_links
from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.records.foreign import Heads, chosen_map, foreign_trace
from alignoscope.records.sentence import END
from tests.shared.tool_files import FOLDER, given, real

MARIAN_SOURCE = "marian/source.en"


def test_marian_soft_and_scorer_agree_where_they_wrote_the_same() -> None:
    (free,) = real("marian/decode.soft", MARIAN_SOURCE)
    (forced,) = real("marian/score.soft", MARIAN_SOURCE, "marian/forced.fr")
    assert free.sentences[0].target.text == "le chat rouge dort ."
    assert forced.sentences[0].target == free.sentences[0].target
    np.testing.assert_allclose(forced.sentences[0].maps, free.sentences[0].maps, atol=1e-6)
    assert forced.sentences[1].target.text == "un petit bateaumaison ."
    assert forced.sentences[1].log_prob == pytest.approx(-25.05744)
    assert free.sentences[1].maps[0, 0, 0, 0] == pytest.approx(0.954704)


def test_marians_links_are_the_largest_weights_of_its_columns() -> None:
    """It links each source token, the end mark too, to the target tokens that look at it most."""
    (soft,) = real("marian/decode.soft", MARIAN_SOURCE)
    (hard,) = real("marian/decode.hard", MARIAN_SOURCE)
    assert hard.kind == "links"
    first = hard.sentences[0]
    assert first.source.pieces[-1] == first.target.pieces[-1] == END
    found = {(int(j), int(i)) for i, j in np.argwhere(first.maps[0, 0])}
    assert found == {(0, 0), (1, 2), (2, 1), (3, 3), (4, 5), (5, 4)}
    rows = soft.sentences[0].maps[0, 0].argmax(axis=1)
    assert {(int(j), i) for i, j in enumerate(rows)} == found


def test_marians_n_best_are_several_translations_of_a_sentence() -> None:
    (file,) = real("marian/nbest.soft", MARIAN_SOURCE)
    assert [(one.number, one.rank) for one in file.sentences] == [
        (number, rank) for number in range(3) for rank in range(3)
    ]
    assert file.sentences[0].log_prob == pytest.approx(-0.00274811)
    assert foreign_trace(file, file.sentences[1], Heads()).label == "nbest.soft, no. 2"


def test_subword_marks_make_words() -> None:
    (file,) = real("marian/decode.soft", MARIAN_SOURCE)
    source = file.sentences[1].source
    assert source.pieces == ("a", "small", "house@@", "boat", ".", END)
    assert source.words == ("a", "small", "houseboat", ".", END)
    assert source.word_of == (0, 1, 2, 2, 3, 4)


@pytest.mark.parametrize(
    "name", ["others/nematus.txt", "others/nematus.json", "others/sockeye.txt"]
)
def test_three_formats_of_one_map_are_one(name: str) -> None:
    (file,) = real(name)
    (other,) = real("others/nematus.txt")
    for one, same in zip(file.sentences, other.sentences, strict=True):
        assert (one.source, one.target) == (same.source, same.target)
        np.testing.assert_allclose(one.maps, same.maps, atol=1e-6)
    assert file.sentences[0].source.text == "The little girl is eating a red apple ."
    assert file.sentences[0].maps.shape == (1, 1, 9, 10)
    assert ("transposed" in " ".join(file.notes)) == (name == "others/sockeye.txt")


def test_opennmts_cut_words_are_those_of_the_texts() -> None:
    (cut,) = real("others/opennmt.log")
    (whole,) = real("others/opennmt.log", "others/opennmt.source", "others/opennmt.target")
    assert "cut" in " ".join(cut.notes)
    assert cut.sentences[0].source.pieces[0] == "<unk>"
    assert whole.sentences[0].source.pieces[0] == "internationalisation"
    assert whole.sentences[1].source.pieces[66] == "."
    assert whole.sentences[0].target.pieces[-1] == END
    np.testing.assert_array_equal(whole.sentences[1].maps, cut.sentences[1].maps)


def test_ctranslate2s_wrong_first_row_is_warned_of() -> None:
    (file,) = real("others/ctranslate2.json")
    assert len(file.sentences) == 4
    assert any(
        note.startswith("Row 1 sums to 0.23, not to 1 (in 1 of 4") and "batched, item 2" in note
        for note in file.notes
    )
    assert any("one sentence a batch" in note for note in file.notes)


def test_what_rows_of_ctranslate2_lack_is_the_weight_on_an_end_mark_that_it_added() -> None:
    (file,) = real("others/ctranslate2_eos.json")
    written = json.loads((FOLDER / "others/ctranslate2_eos.json").read_text().splitlines()[0])
    sentence = file.sentences[0]
    assert sentence.source.words == ("the", "red", "car", "is", "new", END)
    for row, cells in zip(sentence.maps[0, 0], written["attention"][0], strict=True):
        assert [*row] == pytest.approx([*cells, 1 - sum(cells)], rel=1e-5)
    # The largest weight of the last three rows, 0.68 to 0.72, is on </s>: they link to no word.
    assert trace_links(foreign_trace(file, sentence, Heads())) == {(3, 0)}
    said = " ".join(file.notes)
    assert "add_source_eos" in said
    assert "one sentence a batch" not in said
    assert "last layer's first head" in said


def test_a_source_that_was_cut_is_warned_of() -> None:
    (file,) = real("others/ctranslate2_eos.json")
    assert file.sentences[2].source.words == ("the", "red", "car", "is", "new", END)
    assert file.changes == (
        "The last 2 source tokens have no weight: the tool cut the source (CTranslate2 at "
        "max_input_length), or these are other words (in 1 of 3 sentences; first: Line 3).",
    )


def causes(source: str, *maps: list[list[float]]) -> tuple[list[tuple[str, ...]], list[bool]]:
    """Return the source words, and whether an added end mark and batches are said to be a cause."""
    lines = [{"hypotheses": [["x"] * len(rows)], "attention": [rows]} for rows in maps]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (file,) = open_foreign(given({"out": text, "s": f"{source}\n" * len(maps)}))
    notes = " ".join(file.notes)
    words = [sentence.source.words for sentence in file.sentences]
    return words, [cause in notes for cause in ("add_source_eos", "one sentence a batch")]


def test_which_rows_of_ctranslate2_fall_short_tells_the_cause() -> None:
    words = ("a", "b")
    whole, short, other = [0.75, 0.25], [0.25, 0.5], [0.125, 0.25]
    assert causes("a b", [whole, whole]) == ([words], [False, False])
    assert causes("a b", [short, whole], [whole, whole]) == ([words] * 2, [False, True])
    assert causes("a b", [whole, short], [whole]) == ([(*words, END)] * 2, [True, False])
    assert causes("a b", [short], [other]) == ([(*words, END)] * 2, [True, False])
    assert causes("a b", [short], [whole]) == ([words] * 2, [False, True])
    # Beside an added mark a first row may lack more, as real ones do.
    assert causes("a b", [other, short], [short, short]) == ([(*words, END)] * 2, [True, False])
    # Whoever gives the end mark has its column.
    assert causes("a </s>", [whole, short]) == ([("a", END)], [False, False])


@pytest.mark.parametrize("first", [[0.04, 0.0], [0.99, 0.0]])
def test_first_rows_beside_an_added_mark_are_in_doubt_and_no_sum_decides(
    first: list[float],
) -> None:
    # CTranslate2 4.8.5 wrote 0.04 under greedy search, rightly, and 0.99 in a batch of a beam.
    maps = [[first, [0.3, 0.37]], [[0.5, 0.25], [0.5, 0.25], [0.5, 0.25]]]
    lines = [{"hypotheses": [["x"] * len(rows)], "attention": [rows]} for rows in maps]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (file,) = open_foreign(given({"out": text, "s": "a b\n" * 2}))
    assert any("beside a mark that the model adds nothing shows it" in note for note in file.notes)
    assert not any("one sentence a batch" in note for note in file.notes)
    assert file.sentences[0].maps[0, 0, :, -1] == pytest.approx([1 - first[0], 0.33], abs=1e-6)


def test_transformers_layers_and_heads_are_chosen_or_put_together() -> None:
    (file,) = real("others/t5.npz", "others/t5.json")
    (sentence,) = file.sentences
    arrays = np.load(FOLDER / "others/t5.npz")["cross_attentions"]
    assert file.heads == (3, 4)
    np.testing.assert_array_equal(chosen_map(sentence, Heads(layer=1, head=2)), arrays[1, 2])
    np.testing.assert_allclose(
        chosen_map(sentence, Heads(layer=2)), arrays[2].mean(axis=0), atol=1e-7
    )
    np.testing.assert_array_equal(
        chosen_map(sentence, Heads(together="max")), arrays.max(axis=(0, 1))
    )
    assert sentence.source.words[:3] == ("I", "am", "not")
    assert foreign_trace(file, sentence, Heads(layer=1, head=2)).label.endswith("layer 2, head 3")
    assert foreign_trace(file, sentence, Heads(together="max")).kind == "maximum"


def test_what_generate_returned_is_gathered_by_beam() -> None:
    (file,) = real("others/transformers_beam.npz")
    arrays = np.load(FOLDER / "others/transformers_beam.npz")
    assert [(one.number, one.rank) for one in file.sentences] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    beams = arrays["beam_indices"]
    for i, one in enumerate(file.sentences):
        steps = int((beams[i] >= 0).sum())
        for t in range(steps):
            row = arrays["cross"][t, 1, beams[i, t], 0]
            np.testing.assert_array_equal(one.maps[1, 0, t], row[: one.maps.shape[3]])


def test_each_array_of_keras_is_a_system() -> None:
    files = real("others/keras.npz", "others/keras.json")
    assert [file.name.partition(" · ")[2] for file in files] == [
        *("AdditiveAttention", "Attention_dot", "Attention_concat", "MultiHeadAttention"),
    ]
    assert files[3].heads == (1, 4)
    assert files[0].sentences[0].target.text == "la voiture rouge est rapide"


def test_joeynmts_padding_is_cut_off_by_the_words() -> None:
    rows = np.random.default_rng(3).dirichlet(np.ones(5), size=9).astype(np.float32)
    padded = np.concatenate([rows, np.zeros((9, 3), np.float32)], axis=1)
    packed = io.BytesIO()
    np.savez(packed, sent0=padded, sent1=padded)
    words = [{"source": list("abcd"), "target": [*"uvwxyz", END]}] * 2
    files = {"attention.npz": packed.getvalue(), "tokens.json": json.dumps(words)}
    (file,) = open_foreign(given(files))
    assert file.sentences[0].source.pieces == (*"abcd", END)
    np.testing.assert_array_equal(file.sentences[1].maps[0, 0], rows[:7])


@pytest.mark.parametrize("name", ["others/inseq.json", "others/inseq_prim.json"])
def test_inseqs_attention_has_layers_and_heads(name: str) -> None:
    (file,) = real(name)
    (sentence,) = file.sentences
    assert (file.kind, sentence.maps.shape) == ("weights", (2, 2, 4, 11))
    np.testing.assert_allclose(sentence.maps.sum(axis=-1), 1, atol=1e-5)
    assert sentence.source.text == "the cat sees ."
    assert sentence.target.pieces[-1] == END
