"""The doctor's rules for speech: skipped, repeated and blurred input, and the focus rate."""

import numpy as np
import pytest

import alignoscope
from alignoscope.analysis.doctor.examining import examine
from alignoscope.analysis.doctor.findings import Examined
from alignoscope.analysis.doctor.speech_rules import SPEECH, best_head, focus

FORWARD, SKIPPED, REPEATED, FOCUSED = SPEECH
WORDS = ["r", "a", "i", "n"]


def on(*places: int, most: float = 0.7, size: int = len(WORDS)) -> np.ndarray:
    """Return steps [1, 1, steps, size] with most of their weight on these places."""
    rows = np.full((len(places), size), (1 - most) / (size - 1))
    rows[range(len(places)), places] = most
    return rows[None, None]


def told(weights: np.ndarray, time: str = "target", **more: object) -> dict:
    source = WORDS if time == "target" else None
    one = Examined("File", weights, source=source, time=time, **more)  # type: ignore[arg-type]
    return {finding.rule: finding for finding in examine([one]) if finding.rule in SPEECH}


def test_a_synthesis_that_reads_its_text_once_keeps_all_rules_of_speech() -> None:
    found = told(on(0, 0, 1, 2, 2, 3))
    assert [*found] == [*SPEECH]
    assert all(one.kept for one in found.values())


@pytest.mark.parametrize(
    ("places", "broken", "numbers"),
    [
        (
            (0, 1, 2, 1, 3),
            [FORWARD],
            "step 4 goes back from input 3 ('i') to input 2 ('a'), 1 of 5",
        ),
        ((0, 0, 1, 3, 3), [SKIPPED], "no step is at input 3 ('i') (1 of 4 inputs)"),
        (
            (0, 1, 2, 3, 0, 1),
            [FORWARD, REPEATED],
            "step 5 is at input 1 ('r') again after input 4 ('n'), 2 of 6 steps are",
        ),
    ],
)
def test_each_fault_of_a_synthesis_is_told_with_its_step(
    places: tuple, broken: list[str], numbers: str
) -> None:
    found = told(on(*places, most=0.9))
    assert [rule for rule, one in found.items() if one.kept is False] == broken
    assert numbers in found[broken[-1]].numbers


def test_the_time_of_a_step_is_told_if_it_is_known() -> None:
    found = told(on(0, 1, 2, 1, 3), seconds=0.02)
    assert "step 4 (0.060 s) goes back" in found[FORWARD].numbers
    found = told(on(0, 1, 2, 1, 3), seconds=0.02, start=1.5)
    assert "step 4 (1.560 s) goes back" in found[FORWARD].numbers


def test_the_focus_rate_is_the_mean_of_the_steps_largest_weights() -> None:
    # By hand: (0.7 + 0.4 + 0.1) / 3 = 0.4.
    rows = np.concatenate([on(0), on(1, most=0.4), np.full((1, 1, 1, 4), 0.25)], axis=2)
    rows[0, 0, 2] = [0.1, 0.1, 0.1, 0.1]
    assert focus(rows).mean() == pytest.approx(0.4)
    found = told(rows)[FOCUSED]
    assert found.kept is False
    assert "the focus rate is 0.4" in found.numbers
    assert "the least is 0.1, of step 3" in found.numbers


def test_the_head_with_the_highest_focus_rate_is_judged() -> None:
    even = np.full((1, 1, 4, 4), 0.25)
    heads = np.concatenate([even, on(0, 1, 2, 3), on(3, 2, 1, 0, most=0.6)], axis=1)
    assert (best_head(heads) == on(0, 1, 2, 3)[0, 0]).all()
    assert all(one.kept for one in told(heads).values())


def test_weights_that_are_nearly_equal_go_back_to_no_input() -> None:
    rows = on(0, 1, 2, 3, most=0.7)
    rows[0, 0, 3] = [0, 0.05, 0.48, 0.47]
    rows[0, 0, 2] = [0, 0.05, 0.47, 0.48]
    assert told(rows)[FORWARD].kept


def test_marks_need_no_step_of_their_own() -> None:
    one = Examined("File", on(0, 1, 2, size=4), source=["r", "a", "i", "</s>"], time="target")
    found = {finding.rule: finding for finding in examine([one])}
    assert found[SKIPPED].kept


def test_tokens_of_a_recogniser_may_skip_frames_but_not_go_far_back() -> None:
    right, wrong = on(0, 8, 6, 15, size=20), on(0, 8, 2, 15, size=20)
    assert [*told(right, "source")] == [FORWARD]
    assert told(right, "source")[FORWARD].kept
    found = told(wrong, "source", seconds=0.02)[FORWARD]
    assert "step 3 goes back from frame 9 (0.160 s) to frame 3 (0.040 s)" in found.numbers


def test_scores_and_a_single_step_are_not_judged() -> None:
    for weights in (on(0, 1) * 5, on(0), on(0, 1) * np.nan):
        assert {one.kept for one in told(weights).values()} == {None}


@pytest.mark.parametrize(("kind", "rules"), [("synthesis", [*SPEECH]), ("recognition", [FORWARD])])
def test_weights_of_a_module_are_checked_by_the_rules_of_speech(
    kind: str, rules: list[str]
) -> None:
    found = alignoscope.doctor(on(0, 1, 2, 3), kind=kind)
    assert [one.rule for one in found if one.rule in SPEECH] == rules
