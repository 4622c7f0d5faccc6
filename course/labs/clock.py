"""The lab of one decoding step: its events in the order of the decoder."""

from dataclasses import replace

from alignoscope.analysis.words import plain_token
from alignoscope.course.facts.sentences import CATS, CHATS
from alignoscope.course.labs.maps import flow_of
from alignoscope.course.labs.record import Control, Lab, LabLine, Outcome, lab_of
from alignoscope.decoding.forced import force
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.trace import Trace

STEP = 5  # The number of the step shown, from 1.
COMPARE = "The query is compared with every key"
MIX = "The values are mixed"
UPDATE = "The RNN updates its state"
WRITE = "The next word is written"
BEATS = {COMPARE: "weights", MIX: "context", UPDATE: "state", WRITE: "word"}


def ticks(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of the flow of one step of decoders, event by event.

    All write the same given translation.
    """
    traces = [force(one, [CATS], [CHATS])[0] for one in checkpoints]
    names = tuple(one.variant for one in checkpoints)

    def outcome(decoder: int, tick: int) -> Outcome:
        trace = traces[decoder]
        event = events(trace)[tick]
        line = LabLine("**{}**: reads {}; gives {}.", event)
        return replace(flow_of(trace), lines=(line,), step=STEP - 1, beat=BEATS[event[0]])

    numbers = tuple(str(i + 1) for i in range(len(BEATS)))
    return lab_of(
        (
            Control(label="The decoder", settings=names),
            Control(label="Tick", settings=numbers, slides=True),
        ),
        outcome,
    )


def events(trace: Trace) -> tuple[tuple[str, str, str], ...]:
    """Return the events of the step shown: what happens, what it reads, and what it gives."""
    timing = TIMINGS[trace.timing]
    old, new = (f"{timing.carried}[{i}]" for i in (STEP - 1, STEP))
    context, weights = f"c[{STEP}]", f"α[{STEP}]"
    before, token = (plain_token(trace.steps[i].token) for i in (STEP - 2, STEP - 1))
    looking = [
        (COMPARE, old if timing.asks_before else new, weights),
        (MIX, weights, context),
    ]
    if timing.asks_before:
        update = (UPDATE, f"{old}, {before}, {context}", new)
        return (*looking, update, (WRITE, f"{new}, {before}, {context}", token))
    return ((UPDATE, f"{old}, {before}", new), *looking, (WRITE, f"{new}, {context}", token))
