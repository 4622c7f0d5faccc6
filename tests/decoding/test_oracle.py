"""The oracle: weights that are given, and traces that say so."""

import numpy as np
import pytest

from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.what_if import continue_from
from alignoscope.interchange.trace_json import from_json, to_json
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Edited, Trace
from alignoscope.ui.anatomy.step_view import steps_view
from alignoscope.ui.player.captions import chart_caption
from tests.shared.samples import SENTENCES, mostly_slow
from tests.shared.traces import ATTENDING, assert_same

TEXT = SENTENCES[2]


def uniform(trace: Trace) -> np.ndarray:
    return np.full((1, len(trace.source.ids)), 1 / len(trace.source.ids))


def all_modes(checkpoint: Checkpoint) -> dict[str, Trace]:
    """Return traces with given weights, one for each way of choosing the tokens."""
    free = translate(checkpoint, [TEXT])[0]
    row, ids = uniform(free), free.target.ids
    continued = {
        "steps": {"edits": {0: row[0]}},
        "branch": {"edits": {1: row[0]}, "prefix": ids[:1]},
        "target": {"edits": {0: row[0]}, "target": free.target},
    }
    return {
        "free": translate(checkpoint, [TEXT], [row])[0],
        "forced": force(checkpoint, [TEXT], [SENTENCES[3]], [row])[0],
        **{
            name: continue_from(checkpoint, free.source, **changes)
            for name, changes in continued.items()
        },
    }


@pytest.mark.parametrize("variant", mostly_slow(ATTENDING))
def test_a_trace_with_given_weights_says_so_and_its_file_opens_again(tiny, variant: str) -> None:
    found = all_modes(tiny(variant))
    for name, trace in found.items():
        steps = {"steps": [0], "branch": [1], "target": [0]}.get(name, range(len(trace.steps)))
        assert trace.mode == "edited", name
        assert trace.edited == tuple(Edited(step=step) for step in steps), name
        forced = name in ("forced", "target")
        assert trace.given == (len(trace.steps) if forced else int(name == "branch")), name
        assert steps_view(trace, "words").verb == ("is given" if forced else "is chosen"), name
    again = from_json(to_json(list(found.values())))
    for before, after in zip(found.values(), again, strict=True):
        assert (after.mode, after.given, after.edited) == (
            before.mode,
            before.given,
            before.edited,
        )
        assert_same(before, after, tolerance=0)


def test_a_caption_says_that_all_weights_were_given(tiny) -> None:
    found = all_modes(tiny("luong-general"))
    assert "the weights of all steps were given." in chart_caption(found["free"])
    forced = "the weights of all steps were given, and so was the target."
    assert forced in chart_caption(found["forced"])
    assert "the weights of step 2 were given." in chart_caption(found["branch"])


def test_an_edit_that_is_never_reached_gives_nothing(tiny) -> None:
    checkpoint = tiny("luong-general")
    free = translate(checkpoint, [TEXT])[0]
    trace = continue_from(checkpoint, free.source, edits={1_000: uniform(free)[0]})
    assert (trace.mode, trace.given, trace.edited) == ("free", 0, ())


@pytest.mark.parametrize("variant", mostly_slow(ATTENDING))
def test_a_model_given_its_own_weights_does_the_same(learned, variant: str) -> None:
    checkpoint = learned(variant)
    before = translate(checkpoint, [TEXT, SENTENCES[0]])
    after = translate(checkpoint, [TEXT, SENTENCES[0]], [trace.weights for trace in before])
    for one, other in zip(before, after, strict=True):
        assert_same(one, other)


def test_the_oracle_looks_where_it_is_told(learned) -> None:
    checkpoint = learned("bahdanau-additive")
    target, src_len = SENTENCES[1], len(translate(checkpoint, [SENTENCES[0]])[0].source.ids)
    uniform = np.full((1, src_len), 1 / src_len)
    trace = force(checkpoint, [SENTENCES[0]], [target], [uniform])[0]
    np.testing.assert_allclose(trace.weights, uniform.repeat(len(trace.steps), axis=0))
    for step in trace.steps:
        np.testing.assert_allclose(step.context, trace.values.mean(axis=0), atol=1e-6)
    assert trace.log_prob < force(checkpoint, [SENTENCES[0]], [target])[0].log_prob


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([np.ones((3, 2))], "a column for each"),
        ([np.ones((0, 4))], "at least one row"),
        ([np.full((1, 4), np.nan)], "not a number"),
        ([np.full((1, 4), -1.0)], "A weight is -1"),
        ([np.array([[0.5, 0.5, 0, 0], [0, 0, 0, 0]])], "All weights of the row are 0"),
        ([np.full((1, 4), 0.26)], "sum to 1.04: expected at most 1"),
        ([], "give one for each"),
    ],
)
def test_given_weights_that_do_not_fit_are_refused(tiny, given: list, message: str) -> None:
    checkpoint = tiny("luong-dot")
    assert len(checkpoint.tokenizer.encode("car.").ids) == 4
    with pytest.raises(ValueError, match=message):
        translate(checkpoint, ["car."], given)


def test_the_fixed_context_cannot_be_told_where_to_look(tiny) -> None:
    with pytest.raises(ValueError, match="has no attention"):
        translate(tiny("fixed-context"), ["car."], [np.ones((1, 3))])
