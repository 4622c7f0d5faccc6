"""Labs of scores that read where the weight has been, and of Tacotron's residual layers."""

from dataclasses import replace

import numpy as np

from alignoscope.course.facts.past import (
    LAYERS,
    PETS,
    SONG,
    TERMS,
    forgetful,
    song,
    with_layers,
)
from alignoscope.course.facts.sentences import CATS, GIRL
from alignoscope.course.labs.maps import flow_of
from alignoscope.course.labs.record import Control, Lab, LabLine, Outcome, lab_of
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace, TraceStep

ASK = "I do not know what to do, I do not know where to go, and I do not know what to say."
PASTS = ("past read", "past switched off")


def sung() -> Lab:
    """Return the lab of the weights of a reader of letters, beside those with one more term."""
    first, *others = (_song(name) for name in TERMS)
    control = Control(label="The score reads", settings=tuple(TERMS)[1:])
    return lab_of((control,), lambda i: Outcome(traces=(first, others[i])))


def pasts(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of models that read the past, each beside itself without this term."""
    texts = (PETS, ASK)
    found = [
        [translate(one, list(texts)) for one in (model, forgetful(model))] for model in checkpoints
    ]

    def outcome(model: int, text: int) -> Outcome:
        traces = tuple(
            replace(traces[text], label=f"{traces[text].variant} · {past}")
            for traces, past in zip(found[model], PASTS, strict=True)
        )
        most = [f"{_weights(one).sum(axis=0).max():.1f}" for one in traces]
        lines = (
            LabLine("Without its past it writes: **{}**", (traces[1].target.text,)),
            LabLine("The largest coverage of a token: **{}**, without its past **{}**.", (*most,)),
        )
        return Outcome(lines=lines, traces=traces)

    return lab_of(
        (
            Control(label="The model", settings=tuple(one.variant for one in checkpoints)),
            Control(label="The sentence", settings=texts),
        ),
        outcome,
    )


def layers(checkpoint: Checkpoint) -> Lab:
    """Return the lab of what Tacotron's decoder writes with its residual layers changed.

    The flow opens at the diagram of the decoder, which has these layers.
    """
    texts = (GIRL, CATS)
    found = [translate(with_layers(way, checkpoint), list(texts)) for way in LAYERS]

    def outcome(text: int, way: int) -> Outcome:
        trace = found[way][text]
        written = LabLine("It writes: **{}**", (trace.target.text,))
        return replace(flow_of(trace), lines=(written,), beat="state")

    return lab_of(
        (
            Control(label="The sentence", settings=texts),
            Control(label="Both layers", settings=LAYERS, start=1),
        ),
        outcome,
    )


def _weights(trace: Trace) -> np.ndarray:
    assert trace.weights is not None
    return trace.weights


def _song(terms: str) -> Trace:
    """Return the weights of a reader of `SONG` as a trace, so that they are shown as a map."""
    places = tuple(range(len(SONG)))
    letters = Sentence(text=" ".join(SONG), ids=places, pieces=SONG, words=SONG, word_of=places)
    nothing = np.zeros(1)
    steps = tuple(
        TraceStep(
            token=letter,
            log_prob=0.0,
            query=nothing,
            scores=None,
            weights=row,
            context=nothing,
            center=None,
            candidates=(),
        )
        for letter, row in zip(SONG, song(terms), strict=True)
    )
    return Trace(
        variant=terms,
        timing="unknown",
        mode="forced",
        source=letters,
        target=letters,
        finished=True,
        window=None,
        values=np.zeros((len(SONG), 1)),
        steps=steps,
        label=f"la la la · {terms}",
    )
