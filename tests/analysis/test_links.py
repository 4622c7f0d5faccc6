"""Links from weights and their error against gold links, worked out by hand."""

import numpy as np
import pytest

from alignoscope.analysis.links import (
    NONE,
    POSSIBLE,
    SURE,
    LinkOptions,
    alignment_error,
    balance,
    corrected,
    extract_links,
    read_links,
)
from alignoscope.interchange.pharaoh import from_pharaoh, to_pharaoh
from tests.shared.gold_pairs import gold_pair

# Three target words over two source words; the end marks are the last row and column.
WEIGHTS = np.array(
    [
        [0.7, 0.2, 0.1],
        [0.3, 0.3, 0.4],  # mostly on the end mark: no link under arg-max
        [0.1, 0.5, 0.4],
        [0.0, 0.1, 0.9],
    ]
)


def test_arg_max_links_each_target_word_to_one_source_word_or_none() -> None:
    assert extract_links(WEIGHTS) == {(0, 0), (1, 2)}


def test_a_threshold_links_every_cell_at_or_above_it() -> None:
    found = {t: extract_links(WEIGHTS, method="threshold", threshold=t) for t in (0.3, 0.2, 1)}
    assert found[0.3] == {(0, 0), (0, 1), (1, 1), (1, 2)}
    assert found[0.2] == found[0.3] | {(1, 0)}
    assert found[1] == frozenset()


def test_a_shift_takes_the_row_after_or_before() -> None:
    assert extract_links(WEIGHTS, shift=1) == {(1, 1)}  # word 2 takes the end mark's row
    assert extract_links(WEIGHTS, shift=-1) == {(0, 1)}  # word 0 has no row
    found = extract_links(WEIGHTS, method="threshold", threshold=0.5, shift=-1)
    assert found == {(0, 1)}


def test_balanced_rows_compete_for_columns() -> None:
    weights = np.array([[0.6, 0.4, 0.0], [0.6, 0.2, 0.2], [0.0, 0.0, 0.0], [0.0, 0.2, 0.8]])
    # columns sum to 1.2, 0.8, 1: the first row becomes 1/2, 1/2, 0, the second 1/2, 1/4, 1/5
    expected = [[1 / 2, 1 / 2, 0], [10 / 19, 5 / 19, 4 / 19], [0, 0, 0], [0, 5 / 21, 16 / 21]]
    np.testing.assert_allclose(balance(weights), expected, rtol=1e-12)
    sink = np.array([[0.3, 0.1, 0.6], [0.1, 0.4, 0.5], [0.0, 0.0, 1.0]])
    assert extract_links(sink) == frozenset()
    assert extract_links(balance(sink)) == {(0, 0), (1, 1)}
    assert read_links({("weights", 0): sink}, LinkOptions(balanced=True)) == {(0, 0), (1, 1)}


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="Unknown method 'max': expected one of argmax, threshold"):
        extract_links(WEIGHTS, method="max")
    with pytest.raises(ValueError, match="The shift is 2: expected one of -1, 0, 1"):
        extract_links(WEIGHTS, shift=2)
    with pytest.raises(ValueError, match="The threshold is 0: expected more than 0 and at most 1"):
        extract_links(WEIGHTS, method="threshold", threshold=0)


def test_error_counts_over_the_corpus_before_it_divides() -> None:
    gold = [gold_pair("a b c", "d e f", "0-0 1-1", "1-2"), gold_pair("a", "b", "0-0")]
    score = alignment_error([from_pharaoh("0-0 1-2 2-2"), from_pharaoh("0-0")], gold)
    # |A| = 3 + 1, |S| = 2 + 1, |A & S| = 1 + 1, |A & P| = 2 + 1
    assert score.aer == pytest.approx(1 - (2 + 3) / (4 + 3))
    assert score.precision == pytest.approx(3 / 4)
    assert score.recall == pytest.approx(2 / 3)
    assert (score.pairs, score.skipped) == (2, 0)


def test_error_at_its_ends() -> None:
    gold = [gold_pair("a b", "c d", "0-0", "0-1 1-1")]
    assert alignment_error([gold[0].sure], gold)[2:] == (0, 1, 1)
    assert alignment_error([gold[0].possible], gold)[2:] == (0, 1, 1)
    assert alignment_error([from_pharaoh("1-0")], gold)[2:] == (1, 0, 0)
    assert alignment_error([frozenset()], gold)[2:] == (1, 1, 0)
    assert alignment_error([frozenset()], [gold_pair("a", "b")])[2:] == (0, 1, 1)
    assert alignment_error([None], gold) == (0, 1, 0, 1, 1)
    with pytest.raises(ValueError, match="Links of 0 pairs for 1 gold pairs"):
        alignment_error([], gold)


def test_links_set_by_hand_go_over_those_found_the_last_change_counts() -> None:
    found = frozenset({(0, 0), (1, 2), (3, 1)})
    changes = ((1, 2, NONE), (2, 2, SURE), (3, 1, POSSIBLE), (4, 4, SURE), (4, 4, NONE))
    assert corrected(found, changes) == ({(0, 0), (2, 2)}, {(3, 1)})
    assert corrected(found, ()) == (found, frozenset())


def test_links_are_read_off_the_map_that_a_reading_names() -> None:
    maps = {("weights", 0): WEIGHTS, ("posterior", 1): WEIGHTS[::-1]}
    assert read_links(maps, LinkOptions()) == {(0, 0), (1, 2)}
    assert read_links(maps, LinkOptions("posterior", 1)) == {(1, 1)}
    assert read_links(maps, LinkOptions(method="threshold", threshold=0.5)) == {(0, 0), (1, 2)}


def test_possible_links_are_written_with_a_p() -> None:
    assert to_pharaoh(frozenset({(2, 1), (0, 0)}), frozenset({(10, 3)})) == "0-0 2-1 10p3"
