"""Captions of maps: all that is needed to read the picture."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from alignoscope.decoding.greedy import translate
from alignoscope.decoding.heads import head_traces
from alignoscope.interchange.trace_json import UNKNOWN
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import MODES
from alignoscope.records.variant import TIMINGS
from alignoscope.ui.player.captions import asking, caption
from alignoscope.ui.player.decoding_mode import MODES as SAID_MODES
from alignoscope.ui.player.map_view import layers_of, map_view, shared_scale
from alignoscope.ui.player.position import View
from tests.shared.opened_traces import TRACES


def test_a_caption_says_all_that_is_needed_to_read_the_picture() -> None:
    trace = replace(TRACES["scores"], timing="luong")
    forced = replace(trace, timing="bahdanau", mode="forced").with_label("bahdanau-dot")
    view = View(measure="scores", scaling="log", threshold=0.25)
    scale = shared_scale([map_view(trace, "scores", "words")], "scores")
    said = caption([trace, forced], view, scale, 1, "9.8.7")
    for part in (
        "“a b c”",
        "luong-dot",
        "h[t]",
        "greedy",
        "bahdanau-dot",
        "s[i-1]",
        "forced",
        "log sum exp",
        "logarithmic",
        "25% of 3",
        "step 2",
        "Alignoscope 9.8.7",
    ):
        assert part in said, part
    assert "luong-dot: no attention; greedy" in caption(
        [TRACES["no attention"]], view, scale, 1, "1"
    )
    assert "not merged" in caption([trace], View(unit="pieces"), scale, None, "1")
    assert "step" not in caption([trace], View(), scale, None, "1")


def test_a_caption_knows_every_mode_and_timing() -> None:
    assert set(SAID_MODES) == set(MODES)
    assert all(asking(timing).startswith("attends ") for timing in TIMINGS)
    assert asking(UNKNOWN) == "timing unknown"


def test_opened_traces_without_scores_have_no_empty_layer() -> None:
    assert {measure for measure, _ in layers_of([TRACES["hebrew"]])} == {"weights"}
    assert {measure for measure, _ in layers_of([TRACES["scores"]])} == {"weights", "scores"}
    assert set(layers_of([TRACES["no attention"]])) == {("weights", "words"), ("weights", "pieces")}


def test_a_posterior_says_that_the_model_did_not_use_it() -> None:
    trace = TRACES["scores"]
    trace = replace(trace, likelihoods=np.zeros(trace.weights.shape))
    layers = layers_of([trace])
    weights, posterior, alone = (
        caption([trace], View(measure=measure), layers[measure, "words"][1], None, "9")
        for measure in ("weights", "posterior", "alone")
    )
    assert "Single-source readout, after the word, over words: sum over" in alone
    assert "whatever its weight; the model did not use it." in alone
    assert "Posterior, after the word, over words: sum over" in posterior
    assert "the model did not use it." in posterior
    assert "did not use it" not in weights


def test_a_caption_says_whose_head_it_is(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    trace = translate(checkpoint, ["The red car."])[0]
    said = {
        "cross": "one head’s attention to the source; greedy decoding",
        "encoder": "one head’s self-attention in the encoder",
        "decoder": "one head’s self-attention in the decoder",
    }
    for attention, part in said.items():
        head = head_traces(checkpoint, trace, attention)[3]
        scale = shared_scale([map_view(head, "weights", "words")], "weights")
        found = caption([head], View(), scale, None, "9")
        assert f"transformer · layer 2, head 2: {part}" in found
