"""Snapshots of training: read from a record, summed up, and drawn."""

import json
from dataclasses import replace
from math import log

import numpy as np
import pytest

from alignoscope.records.run import Point, RunRecord, Snapshot
from alignoscope.records.sentence import END, Sentence
from alignoscope.ui.model_results.results_chart import COLORS
from alignoscope.ui.player.map_view import shared_scale
from alignoscope.ui.training_history.component import payload
from alignoscope.ui.training_history.entropy_chart import entropy_figure, settling_table
from alignoscope.ui.training_history.evolution_view import (
    Evolution,
    common_steps,
    evolution,
    first_whole,
    kept_pairs,
    latest,
    note,
    settled,
)

WEIGHTS = shared_scale((), "weights")
RED, CAR = ("le rouge", "red"), ("la voiture", "car")


def sentence(*pieces: str, word_of: tuple[int, ...]) -> Sentence:
    words = [""] * (max(word_of) + 1)
    for piece, word in zip(pieces, word_of, strict=True):
        words[word] += piece
    ids = tuple(range(len(pieces)))
    text = " ".join(words)
    return Sentence(text=text, ids=ids, pieces=pieces, words=tuple(words), word_of=word_of)


SOURCE = sentence("re", "d", END, word_of=(0, 0, 1))
TARGET = sentence("rou", "ge", END, word_of=(0, 0, 1))
EVEN = [[1 / 3] * 3] * 3
SHARP = [[0.5, 0.5, 0], [0, 1, 0], [0, 0, 1]]


def one(label: str = "luong-dot", steps: tuple[int, ...] = (0, 2, 10)) -> Evolution:
    maps = (np.array(EVEN), *[np.array(SHARP)] * (len(steps) - 1))
    losses = {3: 2.5, 10: 1.25}
    return Evolution(
        label=label, source=SOURCE, target=TARGET, steps=steps, maps=maps, losses=losses
    )


def snapshot(step: int, *maps: list[list[float]]) -> Snapshot:
    return Snapshot(step=step, maps=tuple(np.array(weights) for weights in maps))


BLANK = [[0.5, 0.5]]
RECORD = RunRecord(
    examples=(CAR, RED),
    snapshots=(snapshot(2, BLANK, SHARP), snapshot(0, BLANK, EVEN)),
    history=(Point(step=3, dev_loss=2.5),),
)


def test_a_record_gives_the_snapshots_of_one_of_its_sentences_by_step() -> None:
    assert kept_pairs(RECORD) == (CAR, RED)
    found = evolution("luong-dot", RECORD, RED, SOURCE, TARGET)
    assert found.steps == (0, 2)
    assert [weights.tolist() for weights in found.maps] == [EVEN, SHARP]
    assert found.losses == {3: 2.5}


def test_maps_of_other_pieces_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\(1, 2\), but its tokenizer makes \(3, 3\)"):
        evolution("luong-dot", RECORD, CAR, SOURCE, TARGET)


@pytest.mark.parametrize(
    "without",
    [
        RunRecord(),
        replace(RECORD, snapshots=()),
        replace(RECORD, examples=()),
        replace(RECORD, snapshots=(snapshot(0),)),  # as a model without attention leaves it
    ],
)
def test_a_record_may_keep_nothing(without: RunRecord) -> None:
    assert kept_pairs(without) == ()


def test_a_variant_keeps_its_latest_snapshot_and_says_which() -> None:
    assert [latest((0, 2, 10), step) for step in (0, 1, 2, 9, 10, 99)] == [0, 0, 1, 1, 2, 2]
    assert latest((5, 7), 3) == -1
    assert note(one(), 1) == "Step 2, no dev loss measured yet"
    assert note(one(), 2) == "Step 10, dev loss 1.25"
    assert note(one(steps=(0, 2, 5)), 2) == "Step 5, dev loss 2.50 (at 3)"
    assert note(one(steps=(0, 12_663)), 1) == "Step 12,663, dev loss 1.25 (at 10)"


def test_the_figure_has_a_line_a_variant_over_a_logarithmic_axis_with_step_0() -> None:
    figure = entropy_figure([one(), one("luong-concat", (0, 700))], [1, 4])
    first, second = figure.data
    assert list(first.x) == [0.5, 2, 10]
    assert list(first.y) == [1.099, 0.231, 0.231]
    assert [list(row) for row in second.customdata] == [["0"], ["700"]]
    assert (first.line.color, second.line.color) == (COLORS[1], COLORS[4])
    axis = figure.layout.xaxis
    assert (axis.type, list(axis.tickvals)) == ("log", [0.5, 1, 10, 100])
    assert list(axis.ticktext) == ["0", "1", "10", "100"]
    assert figure.layout.shapes[0].y0 == pytest.approx(log(3))


def test_the_browser_gets_words_and_the_snapshot_of_every_step() -> None:
    longer = replace(one("luong-concat"), steps=(0, 2, 99))
    found = [one(steps=(0, 10)), longer]
    assert common_steps(found) == [0, 2, 10, 99]
    data = json.loads(json.dumps(payload(found, WEIGHTS, identity="red", key="here")))
    first, second = data["maps"]
    assert data["steps"] == [0, 2, 10, 99]
    assert first["snapshotOf"] == [0, 0, 1, 1]
    assert second["snapshotOf"] == [0, 1, 1, 2]
    assert (first["columns"], first["rows"]) == (["red", "end"], ["rouge", "end"])
    assert first["snapshots"][0] == [[0.667, 0.333], [0.667, 0.333]]
    assert first["snapshots"][1] == [[1, 0], [0, 1]]
    assert first["mode"] == "forced translation"
    assert (data["scale"]["low"], data["scale"]["high"]) == (0, 1)


def test_before_its_first_snapshot_a_variant_has_no_map_but_says_when_it_comes() -> None:
    late = one("bahdanau-dot", steps=(10_666, 10_667))
    first, second = payload([one(), late], WEIGHTS, identity="red", key="here")["maps"]
    assert first["snapshotOf"] == [0, 1, 2, 2, 2]
    assert second["snapshotOf"] == [0, 0, 0, 1, 2]
    nothing, trained, _ = second["snapshots"]
    assert nothing == [[None, None], [None, None]]
    assert trained == [[0.667, 0.333], [0.667, 0.333]]
    assert second["notes"][:2] == [
        "First snapshot at step 10,666",
        "Step 10,666, dev loss 1.25 (at 10)",
    ]
    assert second["losses"] == ["from 10,666", "1.25", "1.25"]
    alone = payload([late], WEIGHTS, identity="red", key="here")["maps"][0]
    assert (len(alone["snapshots"]), alone["snapshotOf"]) == (2, [0, 1])


def test_a_row_has_found_its_place_from_where_its_peak_stays() -> None:
    there, elsewhere = SHARP, [SHARP[0], [1, 0, 0], [0, 0, 1]]
    found = replace(one(), maps=tuple(map(np.array, (there, elsewhere, there))))
    assert settled(found) == [2, 2, 3]  # the second row left its place once
    row = settling_table([found, one(steps=(0, 5))]).to_dict("records")
    assert row[0] == {
        "model": "luong-dot",
        "rows": 3,
        "settled at the start": 2,
        "half settled by step": 0,
        "all settled by step": 10,
    }
    assert (row[1]["settled at the start"], row[1]["all settled by step"]) == (1, 5)


def test_the_first_whole_step_is_that_at_which_the_last_variant_has_its_first_map() -> None:
    assert first_whole([one(), one(steps=(4, 10)), one(steps=(0, 4, 5))]) == 2  # of 0, 2, 4, 5, 10
    assert first_whole([one(), one(steps=(0, 7))]) == 0
