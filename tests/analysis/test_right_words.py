"""Labels of right words by edit distance, worked out by hand."""

import pytest

from alignoscope.analysis.right_words import right_words


@pytest.mark.parametrize(
    ("words", "references", "right"),
    [
        ("le chat dort", ["Le chat dort"], [True, True, True]),
        ("le chien dort", ["Le chat dort", "Un homme mange"], [True, False, True]),
        ("un gros chat dort", ["Le chat dort"], [False, False, True, True]),
        ("chat", ["Le chat dort bien"], [True]),
        ("dort chat", ["chat dort"], [False, False]),  # two words replaced: there are no shifts
    ],
)
def test_a_word_is_right_if_the_least_edits_to_the_nearest_reference_keep_it(
    words: str, references: list[str], right: list[bool]
) -> None:
    assert right_words(words.split(), references) == right
