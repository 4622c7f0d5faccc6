"""What a moved control shows of words in a plane: turned, stretched, mirrored, of a low rank."""

import math

import pytest

from tests.course.course import lab, outcome


def test_turned_back_by_as_much_right_words_score_four() -> None:
    table = outcome("dial", "-100°").table
    assert table.rows == (("sun", "4.00", "0.00"), ("rain", "0.00", "4.00"))


def test_longer_keys_make_a_sharper_row_with_the_same_word_in_front() -> None:
    shares = [[bar.share for bar in one.bars] for one in lab("stretch").outcomes]
    # Right pairs score 4 times the stretch, wrong ones 0.
    assert [one[0] for one in shares] == [
        pytest.approx(1 / (1 + math.exp(-score)), abs=5e-5) for score in (1, 2, 4, 8)
    ]
    assert [sum(one) for one in shares] == pytest.approx([1] * 4)
    rows = outcome("stretch", "2").table.rows
    assert rows == (("sun", "8.00", "0.00"), ("rain", "0.00", "8.00"))


def test_two_turns_are_their_difference_and_a_mirrored_space_needs_no_turn() -> None:
    table = outcome("dials", "-100°", "0°").table
    assert table == outcome("dial", "-100°").table
    assert outcome("dials", "-60°", "40°").table.rows == table.rows
    for turn in ("-60°", "180°"):
        other = "40°" if turn == "-60°" else "-80°"
        rows = outcome("dials", turn, other).lines[0].values
        assert rows == ("-0.17 0.98", "-0.98 -0.17")  # -100 degrees, or 260
    turns = lab("mirror").controls[0].settings
    assert max(min(right_scores(turn, "as they are")) for turn in turns) <= 0.0
    assert right_scores("0°", "mirrored") == [4.0, 4.0]


def right_scores(*settings: str) -> list[float]:
    """Return the scores of right pairs: of sun with sol, and of rain with lluvia."""
    return [float(row[1 + i]) for i, row in enumerate(outcome("mirror", *settings).table.rows)]


def test_all_singular_values_are_the_model_itself_and_one_is_not() -> None:
    own, whole = outcome("ranks", "256").traces
    assert whole.weights == pytest.approx(own.weights, abs=1e-4)
    assert outcome("ranks", "256").lines[0].values == (100,)
    own, low = outcome("ranks", "1").traces
    assert abs(low.weights - own.weights).max() > 0.5
