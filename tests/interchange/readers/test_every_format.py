"""What each tool writes is read as it was meant: numbers, words, end marks, the right way round."""

import numpy as np
import pytest

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.foreign.options import ROWS, Reading
from alignoscope.records.foreign import ForeignFile, ForeignSentence
from alignoscope.records.sentence import END
from tests.shared.tool_files import TABLES, WRITERS, Words, given, some_weights

SHORT = ["the", "red", "car"]
LONG = ["la", "petite", "voiture", "rouge", "."]
HOSTILE = ["<b>&", "0-0", "=1+1", "@@", "1,2", "a\u2028b", "👩‍👩‍👧", "ne\u00a0t", "({", "0.5"]
CELLS = 2e-6  # by which a number of six digits may differ


def opened(name: str, source: Words, target: Words, weights: np.ndarray, **said) -> ForeignFile:
    (file,) = open_foreign(given(WRITERS[name](source, target, weights)), Reading(**said))
    return file


def only(file: ForeignFile) -> ForeignSentence:
    (sentence,) = file.sentences
    return sentence


def holds(file: ForeignFile, source: Words, target: Words, weights: np.ndarray) -> None:
    sentence = only(file)
    assert sentence.source.pieces == tuple(source)
    assert sentence.target.pieces == tuple(target)
    np.testing.assert_allclose(sentence.maps, weights[None, None], rtol=0, atol=CELLS)


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(("source", "target"), [(SHORT, LONG), (LONG, SHORT), (LONG, LONG)])
def test_both_end_marks_have_numbers(name: str, source: Words, target: Words) -> None:
    weights = some_weights(len(target) + 1, len(source) + 1)
    holds(opened(name, source, target, weights), [*source, END], [*target, END], weights)


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(("source", "target"), [(SHORT, LONG), (LONG, SHORT), (LONG, LONG)])
def test_no_end_mark_has_numbers(name: str, source: Words, target: Words) -> None:
    weights = some_weights(len(target), len(source))
    holds(opened(name, source, target, weights), source, target, weights)


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(("source", "target"), [(SHORT, LONG), (LONG, LONG)])
@pytest.mark.parametrize("ends", [(1, 0), (0, 1)])
def test_one_end_mark_has_numbers(
    name: str, source: Words, target: Words, ends: tuple[int, int]
) -> None:
    weights = some_weights(len(target) + ends[1], len(source) + ends[0])
    ended = ([*source, *[END] * ends[0]], [*target, *[END] * ends[1]])
    holds(opened(name, source, target, weights), *ended, weights)


@pytest.mark.parametrize("name", WRITERS)
def test_hostile_words_come_through(name: str) -> None:
    cut = name in TABLES  # its labels have neither blanks nor more than 7 letters
    source = [word for word in HOSTILE if not (cut and set("\u2028\u00a0") & set(word))]
    weights = some_weights(len(SHORT) + 1, len(source) + 1)
    sentence = only(opened(name, source, SHORT, weights))
    assert sentence.source.pieces == (*source, END)
    again = only(opened(name, SHORT, source, some_weights(len(source) + 1, len(SHORT) + 1)))
    assert again.target.pieces == (*source, END)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_tables_are_found_between_the_other_lines_of_a_log(name: str) -> None:
    weights = some_weights(len(LONG) + 1, len(SHORT))
    (log,) = WRITERS[name](SHORT, LONG, weights).values()
    start = "".join(f"[2026-11-21 20:47:05,{i:03} INFO] Loading part {i}\n" for i in range(17))
    said = "[2026-11-21 20:47:05,335 INFO] \nSENT 1: ['the']\nPRED 1: la\nPRED SCORE: -0.1\n\n"
    end = "[2026-11-21 20:47:05,336 INFO] PRED SCORE: -0.1234, PRED PPL: 1.13 NB SENTENCES: 2\n"
    parts = (start, said, log.decode(), said, log.decode(), end)
    (file,) = open_foreign(given({"out.log": "".join(parts).encode()}))
    assert [one.target.pieces for one in file.sentences] == [(*LONG, END)] * 2
    np.testing.assert_allclose(file.sentences[1].maps, weights[None, None], rtol=0, atol=CELLS)


@pytest.mark.parametrize("name", ["Marian soft", "Marian n-best", "OpenNMT-tf soft"])
def test_a_translation_may_hold_the_bars_that_part_fields(name: str) -> None:
    target = ["un", "|||", "deux", "|||", "0-0"]
    weights = some_weights(6, 4)
    assert only(opened(name, SHORT, target, weights)).target.pieces == (*target, END)


# Of the others the words are written by the lengths of the map.
@pytest.mark.parametrize(
    "name", sorted(WRITERS.keys() - {*TABLES, "Arrays (npz)", "CTranslate2", "inseq"})
)
def test_maps_that_were_turned_are_turned_back_by_their_sums(name: str) -> None:
    weights = some_weights(len(LONG) + 1, len(SHORT) + 1)
    file = opened(name, SHORT, LONG, np.ascontiguousarray(weights.T))
    holds(file, [*SHORT, END], [*LONG, END], weights)
    assert any("sum to 1" in note for note in file.notes)


@pytest.mark.parametrize("name", WRITERS)
def test_square_maps_are_turned_by_what_sums_to_1(name: str) -> None:
    weights = some_weights(len(LONG) + 1, len(LONG) + 1)
    file = opened(name, LONG, LONG, np.ascontiguousarray(weights.T))
    np.testing.assert_allclose(only(file).maps[0, 0], weights, rtol=0, atol=CELLS)
    assert any("sum to 1" in note for note in file.notes)


def test_what_a_person_says_of_the_rows_counts() -> None:
    weights = some_weights(6, 6) * np.float32(0.5)  # neither axis sums to 1
    file = opened("Marian soft", LONG, LONG, weights)
    assert any("neither the lengths nor the sums show it" in note for note in file.notes)
    np.testing.assert_allclose(only(file).maps[0, 0], weights, atol=CELLS)
    turned = opened("Marian soft", LONG, LONG, weights * np.float32(0.1), rows=ROWS[2])
    np.testing.assert_allclose(only(turned).maps[0, 0], weights.T * 0.1, atol=CELLS)
