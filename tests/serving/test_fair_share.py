"""A share is a person's, in all tabs, for a while; and long work leaves a core to the desk."""

import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from types import SimpleNamespace

import pytest

from alignoscope.serving import model_store as cache
from alignoscope.serving import wait_notice
from alignoscope.serving.bounded_cache import cached
from alignoscope.serving.cpu_slots import CpuSlots
from alignoscope.serving.fair_share import FORGIVEN, MOST_PEOPLE, SHARE, FairShare
from alignoscope.serving.machine import count_cores
from alignoscope.serving.notices import Notices
from alignoscope.serving.people import COOKIE, new_cookie
from alignoscope.ui.shell import notices as page_notices
from alignoscope.ui.shell.notices import PageNotices
from tests.shared.app_pages import open_page
from tests.shared.waiting import wait_until


def test_a_share_is_forgiven_evenly_with_time() -> None:
    now = [100.0]
    had = FairShare(lambda: now[0])
    had.add("one", 2 * SHARE)
    had.add("one", SHARE)
    had.add("other", SHARE - 1)
    assert (had.had("one"), had.had("other"), had.had("nobody")) == (3, 0, 0)
    now[0] += FORGIVEN * 1.5  # of 3 shares 1.5 are left
    assert had.had("one") == 1
    had.add("one", SHARE // 2)
    assert had.had("one") == 2
    now[0] += FORGIVEN * 100
    assert had.had("one") == 0


def test_people_are_kept_a_bounded_while() -> None:
    had = FairShare(lambda: 0.0)
    had.add("first", 9 * SHARE)
    had.add("second", 9 * SHARE)
    had.add("first", 1)
    for number in range(MOST_PEOPLE - 1):
        had.add(number, 1)
    assert (had.had("first"), had.had("second")) == (9, 0)
    assert len(had._spent) == MOST_PEOPLE


SIGNED = new_cookie()
NAME = SIGNED.partition(".")[0]


@pytest.mark.parametrize(
    ("cookie", "address", "known"),
    [
        (SIGNED, "1.2.3.4", NAME),
        (SIGNED, None, NAME),
        (SIGNED[:-1], "1.2.3.4", "1.2.3.4"),
        ("mine" + SIGNED[4:], "1.2.3.4", "1.2.3.4"),
        (NAME, "1.2.3.4", "1.2.3.4"),
        (f"{NAME}.é", "1.2.3.4", "1.2.3.4"),
        ("", "1.2.3.4", "1.2.3.4"),
        ("", None, "this machine"),
    ],
    ids=str.split("signed here cut other unsigned letter none local"),  # the names are random
)
def test_a_person_is_who_the_server_named_or_else_an_address(
    cookie: str, address: str | None, known: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = SimpleNamespace(cookies={COOKIE: cookie}, ip_address=address)
    monkeypatch.setattr(page_notices, "st", SimpleNamespace(context=context))
    monkeypatch.setattr(page_notices, "_on_page", lambda: True)
    assert PageNotices().person() == known


def test_what_nobody_asked_for_is_nobodys() -> None:
    assert PageNotices().person() != PageNotices().person()
    assert Notices().person() != Notices().person()


@pytest.mark.parametrize(("cores", "long"), [(1, 1), (2, 1), (4, 3)])
def test_long_work_leaves_one_of_several_cores_to_the_desk(cores: int, long: int) -> None:
    slots, leave, running = CpuSlots(cores), threading.Event(), threading.Semaphore(0)

    def work() -> None:
        with slots.other_work():
            running.release()
            leave.wait()

    threads = [threading.Thread(target=work) for _ in range(cores + 1)]
    for thread in threads:
        thread.start()
    assert all(running.acquire(timeout=20) for _ in range(long))
    assert not running.acquire(timeout=0.2)
    free = 0
    while slots.decoding.acquire(blocking=False):
        free += 1
    assert free == cores - long
    for _ in range(free):
        slots.decoding.release()
    leave.set()
    for thread in threads:
        thread.join()
    assert slots.decoding._value == cores


def test_long_work_is_done_in_turn_and_who_waits_is_told_how_many_come_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    place = SimpleNamespace(caption=told.append, empty=lambda: told.append(""))
    monkeypatch.setattr(wait_notice, "PATIENCE", 0)
    monkeypatch.setattr(page_notices.st, "empty", lambda: place)
    monkeypatch.setattr(page_notices, "_on_page", lambda: True)
    monkeypatch.setattr("alignoscope.serving.notices._installed", PageNotices())
    slots, done = CpuSlots(2), []

    def work(name: str) -> None:
        with slots.other_work():
            done.append(name)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abc"]
    with slots.other_work():
        for count, thread in enumerate(threads, start=1):
            thread.start()
            wait_until(lambda said=f" {count} p": any(said in text for text in told))
    for thread in threads:
        thread.join()
    assert set(told) == {"", "Waiting: 1 person ahead of you."} | {
        f"Waiting: {n} people ahead of you." for n in (2, 3)
    }
    assert told[-1] == ""
    assert done == [*"abc"]


def test_who_wants_what_another_makes_is_told_and_has_it_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    place = SimpleNamespace(caption=told.append, empty=lambda: None)
    monkeypatch.setattr(wait_notice, "PATIENCE", 0)
    monkeypatch.setattr(page_notices.st, "empty", lambda: place)
    monkeypatch.setattr(page_notices, "_on_page", lambda: True)
    monkeypatch.setattr("alignoscope.serving.notices._installed", PageNotices())
    begun, leave, made = threading.Event(), threading.Event(), []

    @cached()
    def doubled(number: int) -> int:
        begun.set()
        assert leave.wait(20)
        made.append(number)
        return 2 * number

    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(doubled(7))) for _ in range(2)]
    threads[0].start()
    assert begun.wait(20)
    threads[1].start()
    wait_until(lambda: told)
    leave.set()
    for thread in threads:
        thread.join()
    assert set(told) == {"Waiting: 1 person ahead of you."}
    assert (found, made) == ([14, 14], [7])


class _LeftError(BaseException):
    """What Streamlit raises to end a run of a page."""


def test_a_person_who_leaves_while_another_computes_keeps_nothing_locked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, leave, waiting = threading.Event(), threading.Event(), threading.Event()

    def show(before: int) -> None:
        if before:
            waiting.set()
        else:  # The wait is over, and the notice would go, but the page has been left.
            raise _LeftError

    class Pages(Notices):
        def waiting(self) -> Callable[[int], None]:
            return show

    monkeypatch.setattr(wait_notice, "PATIENCE", 0)
    monkeypatch.setattr("alignoscope.serving.notices._installed", Pages())

    @cached()
    def doubled(number: int) -> int:
        begun.set()
        assert leave.wait(20)
        return 2 * number

    def visit() -> None:
        with suppress(_LeftError):
            doubled(7)

    threads = [threading.Thread(target=visit) for _ in range(2)]
    threads[0].start()
    assert begun.wait(20)
    threads[1].start()
    assert waiting.wait(20)
    leave.set()
    for thread in threads:
        thread.join()
    doubled.clear()
    third = threading.Thread(target=visit, daemon=True)
    third.start()
    third.join(20)
    assert not third.is_alive()


@pytest.mark.usefixtures("tiny_folder")
@pytest.mark.parametrize("page", ["beam_tree", "triage"])
def test_a_page_whose_work_waits_says_so(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    with ExitStack() as busy:

        def tell(_: wait_notice.WaitNotice, before: int) -> None:
            if before:
                told.append(before)
                busy.close()

        monkeypatch.setattr(wait_notice.WaitNotice, "tell", tell)
        others = max(1, count_cores() - 1)
        for _ in range(others):
            busy.enter_context(cache.SLOTS.other_work())
        test = open_page(f"pages/{page}.py", posterior="on")
    assert not test.exception
    assert told == [others]
