"""Links of aligners: which text is which, from 0 or from 1, possible ones, and their values."""

import numpy as np
import pytest

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.foreign.options import Reading
from alignoscope.records.foreign import ForeignFile, Heads, foreign_trace
from tests.shared.tool_files import given

SOURCE, TARGET = b"the red car\nI am tired\n", b"la voiture rouge est la\nje suis tres fatigue\n"
LINKS = b"0-0 1-2 2-1\n0-0 1-1 2-3\n"


def opened(links: bytes, **texts: bytes) -> ForeignFile:
    texts = texts or {"source": SOURCE, "target": TARGET}
    (file,) = open_foreign(given({"a.align": links} | texts))
    return file


def cells(file: ForeignFile, number: int = 0) -> dict[tuple[int, int], float]:
    found = file.sentences[number].maps[0, 0]
    return {(int(j), int(i)): float(found[i, j]) for i, j in np.argwhere(found)}


def test_links_are_source_and_target() -> None:
    file = opened(LINKS)
    assert file.kind == "links"
    assert cells(file) == {(0, 0): 1, (1, 2): 1, (2, 1): 1}
    assert file.sentences[0].target.text == "la voiture rouge est la"


def test_the_texts_are_told_apart_by_the_links() -> None:
    file = opened(b"0-0 1-4\n2-3\n", target=TARGET, source=SOURCE)
    assert file.sentences[0].source.text == "the red car"
    assert file.notes == ("Words are from source (source) and target (target).",)


def test_texts_that_fit_both_ways_are_taken_in_their_order_and_that_is_said() -> None:
    files = {"a.align": LINKS, "b": TARGET, "a": SOURCE}
    (file,) = open_foreign(given({"a.align": b"0-0\n1-1\n", "b": TARGET, "a": SOURCE}))
    assert file.sentences[0].source.text == "la voiture rouge est la"
    (change,) = file.changes
    assert "(source)" in change
    assert "(target), but the other way round fits as well: check one map" in change
    (file,) = open_foreign(given(files), Reading(swapped=True))
    assert file.sentences[0].source.text == "the red car"


def test_a_text_that_is_not_used_is_named() -> None:
    pairs = "the house ||| das Haus ||| 0-0 1-1\n"
    (file,) = open_foreign(given({"a.txt": pairs, "other.txt": "ein anderer Text\n"}))
    assert file.changes == ("other.txt was not used: the words are from other files.",)


@pytest.mark.parametrize("mark", [" ||| ", "\t"])
def test_one_file_may_hold_both_texts(mark: str) -> None:
    lines = zip(SOURCE.decode().splitlines(), TARGET.decode().splitlines(), strict=True)
    both = "".join(f"{source}{mark}{target}\n" for source, target in lines)
    assert cells(opened(LINKS, both=both.encode()), 1) == {(0, 0): 1, (1, 1): 1, (2, 3): 1}


def test_positions_from_1_are_known_by_a_link_to_the_length() -> None:
    file = opened(b"1-1 2-3 3-2\n1-1 3-4\n")
    assert cells(file) == {(0, 0): 1, (1, 2): 1, (2, 1): 1}
    assert "count from 1" in " ".join(file.notes)


def test_links_to_the_end_marks_add_them_where_the_tool_writes_them() -> None:
    lines = b"la voiture rouge est la ||| 0-0 3-5\nje suis tres fatigue ||| 0-0\n"
    (file,) = open_foreign(given({"out": lines, "source": SOURCE}))
    assert file.sentences[0].source.pieces[-1] == "</s>"
    assert file.sentences[1].source.pieces[-1] == "tired"
    assert "in 1 of 2 sentences" in file.notes[-1]
    with pytest.raises(ValueError, match="the link 3-5 points after the last word for 3 source"):
        opened(b"0-0 3-5\n0-0\n")


def test_links_without_a_first_word_may_count_from_1() -> None:
    links = b"1-1 2-3\n1-1 2-2\n"
    file = opened(links)
    assert cells(file) == {(1, 1): 1, (2, 3): 1}
    assert file.changes[0].startswith("No link points to a first word")
    texts = {"source": SOURCE, "target": TARGET}
    (file,) = open_foreign(given({"a.align": links, **texts}), Reading(first=1))
    assert cells(file) == {(0, 0): 1, (1, 2): 1}
    assert "Positions count from 1, as you chose." in file.notes
    assert not any("first word" in change for change in file.changes)


def test_possible_links_count_half_and_values_stand_as_they_are() -> None:
    file = opened(b"0-0 1?2 2p1\n0-0:0.75\n")
    assert cells(file) == {(0, 0): 1, (1, 2): 0.5, (2, 1): 0.5}
    assert cells(file, 1) == {(0, 0): 0.75}


def test_probabilities_may_stand_in_a_file_of_their_own() -> None:
    values = b"0.9 0.25 0.5\n1 0.125 0\n"
    file = opened(LINKS, probabilities=values, source=SOURCE, target=TARGET)
    assert cells(file) == {(0, 0): np.float32(0.9), (1, 2): 0.25, (2, 1): 0.5}
    assert "The confidence of the links is from probabilities." in file.notes


def test_the_words_of_links_are_no_text_of_sentences() -> None:
    """awesome-align writes links, their probabilities and their words in three files."""
    files = {
        "a.align": "0-0 2-1\n",
        "a.prob": "0.75 0.5\n",
        "a.word": "the<sep>le sleeps<sep>dort\n",
        "data.txt": "the cat sleeps ||| le dort\n",
    }
    (file,) = open_foreign(given(files))
    assert file.sentences[0].source.text == "the cat sleeps"
    assert file.sentences[0].maps[0, 0].tolist() == [[0.75, 0, 0], [0, 0, 0.5]]
    assert any("Words are from data.txt." in note for note in file.notes)


def test_a_pair_without_links_is_a_map_without_cells() -> None:
    file = opened(b"\n0-0\n")
    assert cells(file) == {}
    assert foreign_trace(file, file.sentences[0], Heads()).weights.sum() == 0


def test_a3_links_each_source_word_and_its_words_may_look_like_marks() -> None:
    text = (
        "# Sentence pair (1) source length 4 target length 4 alignment score : 9.9e-15\n"
        "la ({ verte .\n"
        "NULL ({ 4 }) the ({ 1 }) gr\u00a0een ({ 3 }) ({ ({ 2 3 })\n"
    )
    (file,) = open_foreign(given({"a.A3.final": text}))
    assert file.sentences[0].source.pieces == ("the", "gr\u00a0een", "({")
    assert file.sentences[0].target.pieces == ("la", "({", "verte", ".")
    assert cells(file) == {(0, 0): 1, (1, 2): 1, (2, 1): 1, (2, 2): 1}


def test_sockeyes_links_stand_behind_a_tab() -> None:
    lines = b"la voiture rouge est la\t0-0 1-2\nje suis tres fatigue\t\n"
    (file,) = open_foreign(given({"out": lines.replace(b"\t\n", b"\t0-0\n"), "source": SOURCE}))
    assert (file.tool, cells(file)) == ("Sockeye links", {(0, 0): 1, (1, 2): 1})


def test_a_translation_put_together_again_is_replaced_by_its_tokens() -> None:
    lines = b"lavoiture rouge\t0-0 1-4\nje\t0-3\n"
    (file,) = open_foreign(given({"out": lines, "source": SOURCE, "tokens": TARGET}))
    assert file.sentences[0].target.pieces == ("la", "voiture", "rouge", "est", "la")


def test_fairseqs_lines_are_sorted_and_keep_their_hypotheses() -> None:
    text = (
        "S-1\tc d\nH-1\t-0.5\tz\nA-1\t0-0\nS-0\ta b\nH-0\t-0.5\tx y\nD-0\t-0.5\tx y\nA-0\t0-0 1-1\n"
        "H-0\t-0.7\ty x\nA-0\t0-1 1-0\n"
    )
    (file,) = open_foreign(given({"gen.out": text}))
    assert [(one.number, one.rank, one.target.text) for one in file.sentences] == [
        *((0, 0, "x y"), (0, 1, "y x"), (1, 0, "z")),
    ]


@pytest.mark.parametrize("coding", ["utf-16", "utf-8-sig"])
@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_texts_of_other_systems_are_read(coding: str, end: str) -> None:
    files = {
        "a.align": "0-0 1-1\n1-1\n",
        "s": "der kleine\ner lacht\n",
        "t": "the small\nhe laughs\n",
    }
    written = {name: text.replace("\n", end).encode(coding) for name, text in files.items()}
    (file,) = open_foreign(given(written))
    assert [one.source.text for one in file.sentences] == ["der kleine", "er lacht"]


def test_a_text_in_latin_1_is_read_with_a_warning() -> None:
    files = {"a.align": "0-0 1-1\n", "s": "he sleeps\n", "t": "er schläft\n".encode("latin-1")}
    (file,) = open_foreign(given(files))
    assert file.sentences[0].target.text == "er schläft"
    note = "t is not UTF-8 and was read as Windows-1252 (Latin-1): look at its accents."
    assert note in file.changes


def test_damaged_utf_8_is_not_taken_for_another_encoding() -> None:
    text = "".join(f"{i} schläft\n" for i in range(9)).encode()
    files = {"a.align": "0-0\n" * 9, "s": text, "t": text.replace(b"5", b"\xff")}
    with pytest.raises(ValueError, match="t, line 6: damaged, since only the rest is UTF-8"):
        open_foreign(given(files))


SPACED = "Ça\u00a0va ?\n"  # Three words where Python splits it, two where C does.


@pytest.mark.parametrize("space", ["\u00a0", "\u2009", "\u3000", "\x85"])
def test_links_that_fit_only_words_split_at_all_spaces_split_them_there(space: str) -> None:
    files = {"a.align": "0-0 1-1 2-2\n", "s": SPACED.replace("\u00a0", space), "t": "How are you\n"}
    (file,) = open_foreign(given(files))
    assert file.sentences[0].source.pieces == ("Ça", "va", "?")
    assert file.changes[0].startswith(f"Words are split at spaces such as U+{ord(space):04X} (")
    with pytest.raises(ValueError, match="the link 2-2 points after the last word"):
        open_foreign(given(files), Reading(spaces=False))


@pytest.mark.parametrize("copied", [True, False])
def test_links_that_fit_both_ways_of_splitting_are_warned_of(copied: bool) -> None:
    files = {"a.align": "0-0 1-1\n", "s": SPACED, "t": "How are you\n"}
    if copied:
        files = {"a.txt": f"{SPACED.strip()} ||| How are you ||| 0-0 1-1\n"}
    (file,) = open_foreign(given(files))
    assert file.sentences[0].source.pieces == ("Ça\u00a0va", "?")
    assert file.changes[0].startswith(
        "A text has spaces such as U+00A0 (NO-BREAK SPACE). Words are"
    )
    for spaces, words in ((True, ("Ça", "va", "?")), (False, ("Ça\u00a0va", "?"))):
        (file,) = open_foreign(given(files), Reading(spaces=spaces))
        assert file.sentences[0].source.pieces == words
        assert not any("spaces" in change for change in file.changes)


def test_a_space_that_changes_no_word_needs_no_warning() -> None:
    files = {"a.align": "0-0 1-1 2-2\n", "s": "Ça va \u00a0?\n", "t": "How are you\n"}
    (file,) = open_foreign(given({**files, "x": "no\u00a0text\nof these\n"}))
    assert file.sentences[0].source.pieces == ("Ça", "va", "\u00a0?")
    assert not any("spaces" in change for change in file.changes)


@pytest.mark.parametrize("words", [1_600, 600])
def test_a_long_line_is_left_out_and_said(words: int) -> None:
    long = " ".join(["w"] * words)
    files = {"a.align": "0-0\n0-0\n", "s": f"{long}\na b\n", "t": f"{long}\nc d\n"}
    (file,) = open_foreign(given(files))
    assert [one.source.text for one in file.sentences] == ["a b"]
    assert file.changes[0].startswith("Left out: Line 1: ")
    with pytest.raises(ValueError, match=f"Line 1: .* {words:,} "):
        open_foreign(given({"a.align": "0-0\n", "s": f"{long}\n", "t": f"{long}\n"}))


def test_moses_writes_the_links_of_an_n_best_list_last() -> None:
    lines = "".join(
        f"{i} ||| x y{k} ||| LM0= -1 -2 ||| -3.{k} ||| 0-0 1-1\n" for i in (0, 1) for k in (0, 1)
    )
    (file,) = open_foreign(given({"out": lines, "s": "a b\nc d\n"}))
    assert [(one.number, one.rank, one.target.text) for one in file.sentences] == [
        *((0, 0, "x y0"), (0, 1, "x y1"), (1, 0, "x y0"), (1, 1, "x y1")),
    ]
    assert file.sentences[1].log_prob == pytest.approx(-3.1)


def test_opennmt_tf_may_write_several_lines_for_each_source() -> None:
    lines = "".join(f"-0.{k} ||| x y ||| 0.9 0.1 ; 0.{k} 0.{10 - k}\n" for k in (1, 2, 3, 4))
    (file,) = open_foreign(given({"out": lines, "s": "a b\nc d\n"}))
    assert [(one.number, one.rank) for one in file.sentences] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert file.sentences[2].source.text == "c d"
    assert "The file has 2 translations of each source." in file.notes
    unscored = "x y ||| 0.9 0.1 ; 0.2 0.8\n" * 4
    with pytest.raises(ValueError, match="a text of 4 lines"):
        open_foreign(given({"out": unscored, "s": "a b\nc d\n"}))


def test_results_of_ctranslate2_may_lack_their_sources() -> None:
    line = '{"hypotheses": [["x"]], "attention": [[[0.75, 0.25]]]}\n'
    (file,) = open_foreign(given({"out": line * 2, "s": "a b\nc d\n"}))
    assert [one.source.text for one in file.sentences] == ["a b", "c d"]
