"""The clock of a step: which state asks, and when."""

import pytest

from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.ui.timing.diagram import clock


@pytest.mark.parametrize("timing", TIMINGS)
def test_the_clock_says_which_state_asks_and_when(timing: str) -> None:
    asks = {"bahdanau": "1", "luong": "2", "tacotron": "2", "nematus": "2"}[timing]
    state = {"bahdanau": "s[1]", "luong": "h[2]", "tacotron": "h[2]", "nematus": "q[2]"}[timing]
    plan = clock(timing, attends=True, feeds=False)
    (asking,) = (box for box in plan.boxes if box.role == "asks")
    assert asking.label.format(now=2, before=1) == state
    assert f"{asks} {{query}}" in {arrow.label for arrow in plan.arrows}
    assert any("c[{now}]" in arrow.label for arrow in plan.arrows)
    blind = clock(timing, attends=False, feeds=False)
    assert len(blind.arrows) == len(plan.arrows) - 1
    assert all(box.role != "asks" for box in blind.boxes)
    assert any(box.label == "{encoder}" for box in blind.boxes)
    for one in (plan, blind):  # events count from 1, and none is left out
        counted = sorted(int(arrow.label[0]) for arrow in one.arrows if arrow.label.strip("+"))
        assert counted == list(range(1, len(counted) + 1))
    assert clock("unknown", attends=True, feeds=False) is None


def test_feeding_back_is_an_arrow_more() -> None:
    fed, plain = (clock("luong", attends=True, feeds=feeds) for feeds in (True, False))
    assert len(fed.arrows) == len(plain.arrows) + 1
    assert "{fed_back}" in fed.boxes[-1].label
