"""Where a map stands beside others: its timing is its group, its score its kind."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from alignoscope.decoding.greedy import translate
from alignoscope.decoding.heads import head_traces
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Candidate
from alignoscope.ui.player.map_placement import KINDS, NO_ATTENTION, NOWHERE, place_of, slot_of
from alignoscope.ui.player.map_view import NEXT, map_view
from tests.shared.samples import VARIANTS
from tests.shared.traces import written

TRACE = written(["la"], [[1, 0, 0], [0, 0, 1]])


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_a_place(variant: str) -> None:
    place = place_of(variant)
    without = variant == "fixed-context" or variant.endswith("-none")
    assert place.group == (NO_ATTENTION if without else variant.partition("-")[0].title())
    assert place.about
    assert place.kind < len(KINDS)


def test_scores_that_read_the_same_are_of_one_kind() -> None:
    kinds = [place_of(name).kind for name in ("luong-concat", "bahdanau-additive")]
    assert kinds[0] == kinds[1]
    local = [place_of(f"luong-local-p{score}").kind for score in ("", "-dot")]
    assert local[0] == local[1] > kinds[0]


def test_what_both_timings_have_comes_first() -> None:
    scores = ("dot", "general", "location-sensitive", "additive")
    assert [place_of(f"bahdanau-{score}").kind for score in scores] == [0, 1, 2, 3]
    others = ("scaled-dot", "local-m", "local-p")
    assert min(place_of(f"luong-{score}").kind for score in others) == 4


def test_heads_of_a_layer_share_a_line_and_those_of_a_number_a_column(
    tiny: Callable[..., Checkpoint],
) -> None:
    checkpoint = tiny("transformer")
    heads = head_traces(checkpoint, translate(checkpoint, ["The red car."])[0])
    assert [(slot_of(one).group, slot_of(one).kind) for one in heads] == [
        *(("Layer 1", 0), ("Layer 1", 1), ("Layer 2", 0), ("Layer 2", 1))
    ]
    assert [bool(slot_of(one).about) for one in heads] == [one.aligned for one in heads]


def test_a_map_of_another_tool_has_no_place() -> None:
    assert place_of("my aligner") == NOWHERE


def test_a_map_knows_the_most_probable_next_tokens_of_each_step() -> None:
    candidates = [Candidate(token=f"t{i}", log_prob=-float(i)) for i in range(NEXT + 2)]
    step = replace(TRACE.steps[0], candidates=tuple(candidates))
    view = map_view(replace(TRACE, steps=(step, step)), "weights", "words")
    assert view.next == ((("t0", 1.0), ("t1", 0.368), ("t2", 0.135)),) * 2
