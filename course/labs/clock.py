"""Labs of one decoding step: its events in order, and a program of it with a mistake."""

from alignoscope.analysis.words import plain_token, plain_words
from alignoscope.course.facts.sentences import CATS, CHATS
from alignoscope.course.labs.record import Columns, Control, Lab, LabTable, Outcome, lab_of
from alignoscope.decoding.forced import force
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.trace import Trace

STEP = 5  # The number of the step shown, from 1.
COMPARE = "The query is compared with every key"
MIX = "The values are mixed"
UPDATE = "The RNN updates its state"
WRITE = "The next word is written"
EVENTS = 4


def ticks(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of one step of decoders, event by event, with the weights once they exist.

    All write the same given translation.
    """
    traces = [force(one, [CATS], [CHATS])[0] for one in checkpoints]
    names = tuple(one.variant for one in checkpoints)

    def outcome(decoder: int, tick: int) -> Outcome:
        trace = traces[decoder]
        rows = events(trace)[: tick + 1]
        weights = trace.steps[STEP - 1].weights
        assert weights is not None
        known = any(row[0] == COMPARE for row in rows)
        words, spans = plain_words(trace.source), trace.source.spans
        shares = tuple(known * float(weights[list(span)].sum()) for span in spans)
        columns = Columns(words=tuple(words), up=shares, names=("weight", ""), most=1)
        table = LabTable(columns=("event", "reads", "gives"), rows=rows)
        return Outcome(chart=columns, table=table)

    numbers = tuple(str(i + 1) for i in range(EVENTS))
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
