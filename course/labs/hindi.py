"""Labs of Hindi sentences, whose words have a transliteration and a gloss."""

from collections.abc import Iterator
from dataclasses import replace

from alignoscope.course.facts.hindi import GLOSSED, TEA, Glossed, romanised
from alignoscope.course.facts.oracle import rows_at
from alignoscope.course.labs.record import Control, Lab, LabLine, LabTable, Outcome, lab_of
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace

ORDERS = ("in the order of Hindi", "in the order of English", "from the verb back")


def gloss() -> Lab:
    """Return the lab of Hindi sentences word by word, each with its translation."""

    def outcome(i: int) -> Outcome:
        one = [*GLOSSED.values()][i]
        rows = zip(one.hindi.split(), one.roman.split(), one.gloss.split(), strict=True)
        return Outcome(
            lines=(LabLine("In English: **{}**", (f"{one.english}.",)),),
            table=LabTable(columns=("Hindi", "in Latin letters", "word for word"), rows=(*rows,)),
        )

    return lab_of((_sentences(),), outcome)


def orders(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a model's own map beside its map for each imposed order of the words."""
    own = _map(checkpoint, TEA, "by itself")

    def outcome(i: int) -> Outcome:
        told = _map(checkpoint, TEA, ORDERS[i], [*_columns(TEA, ORDERS[i])])
        return Outcome(
            lines=(LabLine("It writes **{}**.", (told.target.text.rstrip("."),)),),
            traces=(own, told),
        )

    return lab_of((Control(label="Look", settings=ORDERS),), outcome)


def maps(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a model's own maps of the sentences."""
    traces = [_map(checkpoint, one, "by itself") for one in GLOSSED.values()]
    return lab_of((_sentences(),), lambda i: Outcome(traces=(traces[i],)))


def _sentences() -> Control:
    return Control(label="The sentence", settings=tuple(one.roman for one in GLOSSED.values()))


def _columns(of: Glossed, order: str) -> Iterator[int]:
    """Yield the place of the word to look at for each step, and then that of the full stop.

    In English the first of several words with one meaning is taken; the other orders leave out the
    words that have no English word of their own.
    """
    english = [linked[0] for linked in of.linked if linked]
    if order == ORDERS[1]:
        yield from english
    else:
        yield from sorted(english, reverse=order == ORDERS[2])
    yield len(of.hindi.split())


def _map(
    checkpoint: Checkpoint, of: Glossed, label: str, columns: list[int] | None = None
) -> Trace:
    """Return the trace of a sentence; with columns, one step looks at each of them."""
    rows = None
    if columns is not None:
        rows = [rows_at(columns, len(checkpoint.tokenizer.encode(of.text).ids))]
    trace = translate(checkpoint, [of.text], rows)[0]
    return replace(romanised(trace, of), label=f"{checkpoint.variant} · {label}")
