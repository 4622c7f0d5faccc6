"""What seeds come to: the scores are those of the reports, and who is ahead follows by hand."""

import pytest

from alignoscope.course.facts import seeds
from alignoscope.course.facts.seeds import NEITHER, ahead, bleu_by_seed, wins
from tests.course.course import lab

SCORES = {"a": {0: 24.5, 1: 25.3, 2: 23.6}, "b": {0: 24.1, 1: 23.9, 2: 24.3}, "c": {0: 21, 1: 21.5}}


def test_who_is_ahead_whatever_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeds, "bleu_by_seed", SCORES.__getitem__)
    assert (ahead("a", "b"), ahead("b", "a")) == (NEITHER, NEITHER)
    assert ahead("b", "c") == ahead("c", "b") == "b"
    assert (wins("a", "b"), wins("b", "a")) == (2, 1)


def test_a_seed_has_the_scores_of_its_reports_and_says_who_is_ahead() -> None:
    scores = bleu_by_seed("luong-dot")
    assert {seed: round(bleu, 1) for seed, bleu in scores.items()} == {0: 21.0, 1: 21.5, 2: 21.7}
    found = lab("seeds")
    assert found.controls[0].settings == ("0", "1", "2")
    assert [one.table.rows[2] for one in found.outcomes] == [
        ("luong-dot", "21.0"),
        ("luong-dot", "21.5"),
        ("luong-dot", "21.7"),
    ]
    ahead_by_seed = [one.lines[0].values for one in found.outcomes]
    assert ahead_by_seed == [("tacotron-additive",), ("tacotron-additive",), ("luong-general",)]
