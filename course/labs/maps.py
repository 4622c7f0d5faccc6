"""Labs of real models: their outputs and maps."""

from dataclasses import replace

from alignoscope.analysis.words import plain_token
from alignoscope.course.facts import annotations, explaining, parts
from alignoscope.course.facts.explaining import DATE, ISO
from alignoscope.course.facts.labelling import CHATS, TEXTS
from alignoscope.course.facts.oracle import ORDERS, order_rows, rows_at
from alignoscope.course.facts.referee import NOIR
from alignoscope.course.facts.sentences import CAR, CATS, GIRL, GROWING, LETTERS, LONG, THREE
from alignoscope.course.labs.record import Columns, Control, Lab, LabLine, LabTable, Outcome, lab_of
from alignoscope.data.labelled import languages as made_up
from alignoscope.data.labelled.agreement import sentence
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.labelling import label
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.classifiers.file import TrainedClassifier
from alignoscope.records.trace import Trace

FEWEST_WORDS = 2
SPLICED = (CHATS, *made_up.languages(3, seed=9))
OTHERS = ("lamp", "book", "house")
BIASES = tuple(i / 4 for i in range(9))


def letters(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a model's own map of a row of letters."""
    return lab_of((), lambda: Outcome(traces=(_told(checkpoint, LETTERS),)))


def orders(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a model's own map beside its map for each imposed order of attention."""
    own = _told(checkpoint, LETTERS)

    def outcome(order: int) -> Outcome:
        told = _told(checkpoint, LETTERS, ORDERS[order])
        return Outcome(
            lines=(LabLine("It writes **{}**.", (told.target.text,)),), traces=(own, told)
        )

    return lab_of((Control(label="Look", settings=ORDERS),), outcome)


def steps(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a model's output for three letters with weights set step by step."""
    letters = tuple(THREE.split())

    def outcome(*columns: int) -> Outcome:
        rows = rows_at(columns, len(letters) + 1)
        told = translate(checkpoint, [THREE], [rows])[0]
        written = LabLine("It writes **{}**.", (told.target.text,))
        label = f"{checkpoint.variant} · as you say"
        return Outcome(lines=(written,), traces=(replace(told, label=label),))

    controls = [
        Control(label=f"Step {i + 1} looks at", settings=letters, start=i)
        for i in range(len(letters))
    ]
    return lab_of(controls, outcome)


def cats(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a model's own map beside the one with weights set from left to right."""
    traces = (_told(checkpoint, CATS), _told(checkpoint, CATS, ORDERS[0]))
    return lab_of((), lambda: Outcome(traces=traces))


def noir(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a model's own flow of a sentence with reordered words, at *noir*."""
    return lab_of((), lambda: flow_of(_told(checkpoint, CATS), NOIR))


def chosen(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a model's flow with its own weights, and with given ones."""
    traces = (_told(checkpoint, CATS), _told(checkpoint, CATS, ORDERS[0]))

    def outcome(i: int) -> Outcome:
        written = LabLine("It writes: **{}**", (traces[i].target.text,))
        return replace(flow_of(traces[i], NOIR), lines=(written,))

    settings = ("the model", "you: from left to right")
    return lab_of((Control(label="Who says where to look", settings=settings),), outcome)


def reading(checkpoint: Checkpoint) -> Lab:
    """Return the lab of two RNNs that read a sentence, as the first beat of a flow."""
    return lab_of((), lambda: replace(flow_of(_told(checkpoint, GIRL)), beat="annotations"))


def clocks(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of the maps of models with different timings."""
    traces = tuple(_told(one, CATS) for one in checkpoints)
    return lab_of((), lambda: Outcome(traces=traces))


def dates(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of the maps of models that are forced to the right form of a date."""
    traces = tuple(force(one, [DATE], [ISO])[0] for one in checkpoints)
    return lab_of((), lambda: Outcome(traces=traces, step=_step(traces[0], explaining.MONTH)))


def summary(checkpoint: Checkpoint) -> Lab:
    """Return the lab of the flow of a model without attention."""
    return lab_of((), lambda: flow_of(_told(checkpoint, GIRL)))


def contexts(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of the flows of models without and with attention, at their last words."""
    traces = [translate(one, [CAR])[0] for one in checkpoints]

    def outcome(i: int) -> Outcome:
        return flow_of(traces[i], [word for word in traces[i].target.words if word.isalpha()][-1])

    control = Control(label="The decoder", settings=("One vector", "Attention"))
    return lab_of((control,), outcome)


def growing(checkpoint: Checkpoint) -> Lab:
    """Return the lab of the flows of ever longer sentences."""
    traces = [_told(checkpoint, text) for text in GROWING]
    control = Control(label="The sentence", settings=GROWING, slides=True)
    return lab_of((control,), lambda i: flow_of(traces[i]))


def lengths(fixed: Checkpoint, attentive: Checkpoint) -> Lab:
    """Return the lab of translations of ever longer sentences, without and with attention."""
    names = {"One vector": fixed, "Attention": attentive}
    rows = [
        [(name, one.variant, trace.target.text) for trace in translate(one, list(GROWING))]
        for name, one in names.items()
    ]
    control = Control(label="The sentence", settings=GROWING, slides=True)
    columns = ("decoder", "variant", "writes")

    def outcome(i: int) -> Outcome:
        return Outcome(table=LabTable(columns=columns, rows=tuple(row[i] for row in rows)))

    return lab_of((control,), outcome)


def factory(checkpoint: Checkpoint) -> Lab:
    """Return the lab of the maps of a growing sentence, with attention's number of parameters."""
    words, learnt = LONG.split(), parts.parameters(checkpoint)
    counts = range(FEWEST_WORDS, len(words) + 1)

    def outcome(i: int) -> Outcome:
        trace = _told(checkpoint, " ".join(words[: counts[i]]))
        weights = LabLine("Weights of a row: **{}**.", (len(trace.source.ids),))
        numbers = LabLine("Numbers that attention has learnt: **{}**.", (learnt,))
        return replace(flow_of(trace), lines=(weights, numbers))

    control = Control(label="Words", settings=tuple(map(str, counts)), start=2, slides=True)
    return lab_of((control,), outcome)


def changes(checkpoint: Checkpoint) -> Lab:
    """Return the lab of the changes of both halves of every annotation when a word is replaced."""
    found = [annotations.changes(*change, checkpoint) for change in annotations.CHANGES]
    most = max(amount for halves in found for half in halves for amount in half)
    words = tuple(map(plain_token, checkpoint.tokenizer.encode(GIRL).pieces))

    def outcome(i: int) -> Outcome:
        forward, backward = map(tuple, found[i])
        names = ("backward half", "forward half")
        columns = Columns(words=words, up=backward, down=forward, names=names, most=most)
        return Outcome(chart=columns)

    names = tuple(f"{old} → {new}" for old, new in annotations.CHANGES)
    return lab_of((Control(label="Change", settings=names, start=len(names) - 1),), outcome)


def bias(checkpoint: Checkpoint) -> Lab:
    """Return the lab of the map with a bias, which additive has and concat lacks."""
    control = Control(label="b, in all dimensions", settings=tuple(map(str, BIASES)), slides=True)

    def outcome(i: int) -> Outcome:
        moved = parts.bias_moves(CATS, BIASES[i], checkpoint)
        line = LabLine("Largest change of any weight: **{}**", (f"{moved:.2f}",))
        trace = parts.biased_trace(CATS, BIASES[i], checkpoint)
        return Outcome(lines=(line,), traces=(replace(trace, label=f"b = {BIASES[i]}"),))

    return lab_of((control,), outcome)


def languages(classifier: TrainedClassifier) -> Lab:
    """Return the lab of a classifier's weights for each word's language."""
    traces = label(classifier, SPLICED)
    control = Control(label="The sentence", settings=tuple(one.text for one in SPLICED))
    return lab_of((control,), lambda i: Outcome(traces=(traces[i],)))


def topics(classifier: TrainedClassifier) -> Lab:
    """Return the lab of the weights of a learnt query for a sentence's topic."""
    traces = label(classifier, TEXTS)
    control = Control(label="The sentence", settings=tuple(one.text for one in TEXTS))

    def outcome(i: int) -> Outcome:
        topic = LabLine("The topic: **{}**.", (traces[i].target.words[0],))
        return Outcome(lines=(topic,), traces=(traces[i],))

    return lab_of((control,), outcome)


def cells(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of the maps of models with different RNN cells."""
    traces = tuple(
        replace(_told(one, LETTERS), label=f"{one.variant} · {one.model.config.cell.upper()}")
        for one in checkpoints
    )
    return lab_of((), lambda: Outcome(traces=traces))


def keras(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a model's own map beside the one without W1 and W2."""
    bare = replace(parts.bare_trace(checkpoint), label=f"{checkpoint.variant} · v · tanh(q + k)")
    return lab_of((), lambda: Outcome(traces=(_told(checkpoint, LETTERS), bare)))


def nouns(*classifiers: TrainedClassifier) -> Lab:
    """Return the lab of classifiers' weights for a verb with nouns between it and its subject."""
    sentences = [sentence("keys", *OTHERS[:count]) for count in range(len(OTHERS) + 1)]
    found = [label(classifier, sentences) for classifier in classifiers]

    def outcome(i: int) -> Outcome:
        traces = tuple(one[i] for one in found)
        said = (LabLine("{}: **{}**", (one.label, one.target.words[0])) for one in traces)
        return Outcome(lines=(LabLine("*{}*", (sentences[i].text,)), *said), traces=traces)

    counts = tuple(map(str, range(len(OTHERS) + 1)))
    return lab_of(
        (Control(label="Nouns in between", settings=counts, start=1, slides=True),), outcome
    )


def flow_of(trace: Trace, word: str = "") -> Outcome:
    """Return the outcome of a trace as a flow, at the step that writes a word, or at the first."""
    return Outcome(traces=(trace,), flows=True, step=_step(trace, word))


def _step(trace: Trace, word: str) -> int:
    """Return the step that begins a word, the last of its kind, or 0."""
    found = [i for i, one in enumerate(trace.target.words) if one == word]
    return trace.target.word_of.index(found[-1]) if found else 0


def _told(checkpoint: Checkpoint, text: str, order: str | None = None) -> Trace:
    """Return the trace of a text; with an order of `ORDERS`, its weights are given."""
    rows = [order_rows(order, len(checkpoint.tokenizer.encode(text).ids))] if order else None
    trace = translate(checkpoint, [text], rows)[0]
    return replace(trace, label=f"{checkpoint.variant} · {order or 'by itself'}")
