"""A share is a person's, in all tabs, for a while; and long work leaves a core to the desk."""

import threading
from collections.abc import Mapping
from types import SimpleNamespace

import pytest

from alignoscope.session.crowd import shares
from alignoscope.session.crowd.shares import COOKIE, FORGIVEN, MOST_PEOPLE, SHARE, Shares
from alignoscope.session.crowd.slots import Slots


def test_a_share_is_forgiven_evenly_with_time() -> None:
    now = [100.0]
    had = Shares(lambda: now[0])
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
    had = Shares(lambda: 0.0)
    had.add("first", 9 * SHARE)
    had.add("second", 9 * SHARE)
    had.add("first", 1)
    for number in range(MOST_PEOPLE - 1):
        had.add(number, 1)
    assert (had.had("first"), had.had("second")) == (9, 0)
    assert len(had._spent) == MOST_PEOPLE


@pytest.mark.parametrize(
    ("cookies", "known"),
    [
        ({COOKIE: "2|00000000|616263646566|17"}, b"abcdef"),
        ({COOKIE: "2|01020304|606060606464|18"}, b"abcdef"),  # masked otherwise for another page
        ({COOKIE: "2|zz|61|17"}, "this tab"),
        ({COOKIE: "2||61|17"}, "this tab"),
        ({COOKIE: "|"}, "this tab"),
        ({}, "this tab"),
    ],
)
def test_a_browser_is_known_in_all_its_tabs(
    cookies: Mapping[str, str], known: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "st", SimpleNamespace(context=SimpleNamespace(cookies=cookies)))
    context = SimpleNamespace(session_id="this tab")
    monkeypatch.setattr(shares, "get_script_run_ctx", lambda: context)
    assert shares.this_person() == known


def test_what_nobody_asked_for_is_nobodys() -> None:
    assert shares.this_person() != shares.this_person()


@pytest.mark.parametrize(("cores", "long"), [(1, 1), (2, 1), (4, 3)])
def test_long_work_leaves_one_of_several_cores_to_the_desk(cores: int, long: int) -> None:
    slots, leave, running = Slots(cores), threading.Event(), threading.Semaphore(0)

    def work() -> None:
        with slots.aside():
            running.release()
            leave.wait()

    threads = [threading.Thread(target=work) for _ in range(cores + 1)]
    for thread in threads:
        thread.start()
    assert all(running.acquire(timeout=20) for _ in range(long))
    assert not running.acquire(timeout=0.2)
    free = 0
    while slots.desk.acquire(blocking=False):
        free += 1
    assert free == cores - long
    for _ in range(free):
        slots.desk.release()
    leave.set()
    for thread in threads:
        thread.join()
    assert slots.desk._value == cores
