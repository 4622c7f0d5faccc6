"""A made-up pair is named as made-up on every page that shows it, and no other is."""

import pytest

from tests.shared.app_pages import given, open_page, with_parameters
from tests.shared.samples import mostly_slow

SAYS = "Synthetic sentences with exact links."


@pytest.mark.parametrize("page", mostly_slow(with_parameters("pair"), always=["app.py"]))
def test_every_page_says_that_a_pair_is_made_up(page: str) -> None:
    assert any(SAYS in caption.value for caption in open_page(page, pair="reverse").caption)


def test_a_lesson_on_made_up_pairs_says_so() -> None:
    (data,) = given(open_page("pages/lessons.py", lesson="oracle"))
    said = [[SAYS in note for note in notes] for notes in data["notes"]]
    assert said[0] == [True]
    assert said[-1] == []
    assert len(said) == len(data["screens"])


def test_a_pair_of_people_is_not_made_up() -> None:
    captions = open_page("app.py", sentence="a", variants=["luong-dot"]).caption
    assert not any(SAYS in caption.value for caption in captions)
