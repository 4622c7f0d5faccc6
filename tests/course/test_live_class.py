"""Live classes: who may vote when, what is counted, and what is left when a class ends."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from alignoscope.course.live_class import classes as live_class
from alignoscope.course.live_class.classes import (
    ALPHABET,
    BURST,
    LENGTH,
    LONGEST,
    SILENT,
    LiveClass,
    LiveClasses,
    Poll,
    RefusedError,
    Signal,
    poll_of,
)


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def choice(size: int = 3) -> Poll:
    return Poll(ask='{"question": "?"}', drawn=False, size=size)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def classes(clock: Clock) -> LiveClasses:
    return LiveClasses(clock)


@pytest.fixture
def room(classes: LiveClasses) -> LiveClass:
    room = classes.open("presenter")
    room.ask("oracle 2", choice())
    return room


def refused(problem: str, act: Callable[..., object], *given: object) -> None:
    with pytest.raises(RefusedError) as caught:
        act(*given)
    assert caught.value.problem == problem
    assert str(caught.value).endswith(".")


def test_votes_are_counted_by_round_and_each_phone_has_one_in_each(room: LiveClass) -> None:
    for phone, option in (("a", 0), ("b", 2), ("c", 2)):
        room.vote(phone, 1, option)
    refused("class_twice", room.vote, "a", 1, 1)
    assert room.seen_by_presenter()["rounds"] == [[1, 0, 2]]
    assert room.seen_by_presenter()["phones"] == 3
    room.show()
    refused("class_closed", room.vote, "d", 1, 1)
    room.again()
    refused("class_closed", room.vote, "a", 1, 1)  # of the first round
    room.vote("a", 2, 2)
    assert room.seen_by_presenter()["rounds"] == [[1, 0, 2], [0, 0, 1]]
    assert room.seen_by("a")["mine"] == [0, 2]
    assert room.seen_by("b")["mine"] == [2, None]
    room.show()
    room.again()  # There is no third round.
    assert room.seen_by_presenter()["stage"] == "shown"


def test_no_phone_gets_the_votes_of_others_or_the_answer_before_it_is_shown(
    room: LiveClass,
) -> None:
    room.vote("a", 1, 1)
    assert room.seen_by("b") == {
        "seen": room.for_phones.count,
        "stage": "open",
        "ask": {"question": "?"},
        "told": None,
        "mine": [None],
    }
    room.tell({"right": 1})
    assert room.seen_by("b")["told"] == {"right": 1}
    refused("class_closed", room.vote, "b", 1, 1)
    room.again()
    assert room.seen_by("b")["stage"] == "told"


def test_a_question_that_is_asked_again_keeps_its_votes(room: LiveClass) -> None:
    room.vote("a", 1, 1)
    room.ask("oracle 3", None)
    refused("class_waits", room.vote, "a", 1, 1)
    assert room.seen_by("a")["stage"] == "none"
    room.ask("oracle 2", choice())
    assert room.seen_by_presenter()["rounds"] == [[0, 1, 0]]


@pytest.mark.parametrize("vote", [-1, 3, True, 1.0, "1", None, [1], {}, [0, 0, 0]])
def test_only_the_options_can_be_voted_for(room: LiveClass, vote: object) -> None:
    refused("class_vote", room.vote, "a", 1, vote)
    assert room.seen_by_presenter()["rounds"] == [[0, 0, 0]]


@pytest.mark.parametrize("vote", [1, [10, 20], [10, 20, 101], [10, 20, -1], [10, 20, "3"], [[]]])
def test_a_drawn_curve_has_a_share_for_each_point(room: LiveClass, vote: object) -> None:
    room.ask("learning 6", Poll(ask="{}", drawn=True, size=3))
    refused("class_vote", room.vote, "a", 1, vote)
    room.vote("a", 1, [0, 50, 100])
    assert room.seen_by_presenter()["rounds"] == [[(0, 50, 100)]]


def test_a_class_ends_with_its_votes_and_its_code_is_known_as_ended(
    classes: LiveClasses, room: LiveClass
) -> None:
    assert classes.find(room.code.lower()) is room
    classes.end(room)
    refused("class_ended", classes.find, room.code)
    refused("class_unknown", classes.find, "AAAAA")


@pytest.mark.parametrize("seconds", [SILENT, LONGEST])
def test_a_class_ends_that_its_presenter_has_left_or_that_lasts_too_long(
    classes: LiveClasses, room: LiveClass, clock: Clock, seconds: int
) -> None:
    for _ in range(seconds // SILENT):
        clock.now += SILENT
        assert classes.lead(room.code, room.key) is room
    clock.now += SILENT + 1
    refused("class_ended", classes.lead, room.code, room.key)


def test_only_the_key_leads_a_class(classes: LiveClasses, room: LiveClass) -> None:
    other = classes.open("presenter")
    for key in ("", "é", other.key):
        refused("class_key", classes.lead, room.code, key)
    assert len(room.code) == LENGTH
    assert set(room.code) <= set(ALPHABET)


def test_phones_classes_and_questions_are_bounded(
    classes: LiveClasses, room: LiveClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_class, "MOST_PHONES", 1)
    monkeypatch.setattr(live_class, "MOST_POLLS", 1)
    monkeypatch.setattr(live_class, "MOST_CLASSES", 1)
    room.vote("a", 1, 1)
    refused("class_full", room.vote, "b", 1, 1)
    refused("class_many", classes.open, "another")
    room.ask("oracle 6", choice())
    assert room.seen_by("a")["stage"] == "none"
    room.ask("oracle 2", choice())
    assert room.seen_by("a")["stage"] == "open"


def test_a_fourth_class_of_one_person_ends_the_first(classes: LiveClasses, room: LiveClass) -> None:
    other = classes.open("another")
    for _ in range(live_class.MOST_OWN):
        assert classes.find(room.code) is room
        last = classes.open("presenter")
    refused("class_ended", classes.find, room.code)
    assert [classes.find(one.code) for one in (other, last)] == [other, last]


def test_a_phone_asks_twenty_times_at_once_and_then_twice_a_second(
    classes: LiveClasses, clock: Clock
) -> None:
    assert [classes.admits("a") for _ in range(BURST + 1)] == [*[True] * BURST, False]
    assert classes.admits("b")
    clock.now += 1
    assert [classes.admits("a") for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"name": 1, "ask": None},
        {"name": "x", "ask": {}, "drawn": False, "size": 0},
        {"name": "x", "ask": {}, "drawn": 1, "size": 2},
        {"name": "x", "ask": {}, "drawn": False, "size": 101},
    ],
)
def test_a_question_of_another_form_is_refused(said: dict[str, object]) -> None:
    refused("class_vote", poll_of, said)


def test_who_waits_is_woken_by_a_change_and_who_is_late_does_not_wait() -> None:
    async def wait() -> list[int]:
        signal = Signal()
        waiting = asyncio.create_task(signal.wait(0, 60))
        await asyncio.sleep(0)
        signal.change()
        await waiting
        await signal.wait(0, 60)
        await signal.wait(1, 0.01)
        return [signal.count]

    with ThreadPoolExecutor(1) as pool:  # A process that also runs browser tests has a loop here.
        assert pool.submit(asyncio.run, wait()).result(timeout=30) == [1]
