"""The synthetic tasks of attention classifiers, by name: sentences, labels and kind of query."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from alignoscope.data.labelled import agreement, languages, topics
from alignoscope.data.labelled.record import Asks, Labelled


@dataclass(frozen=True, kw_only=True)
class Task:
    """A synthetic task.

    `make(count, seed)` draws the sentences; two seeds have few sentences in common. `asks` is the
    kind of query.
    """

    make: Callable[[int, int], list[Labelled]]
    labels: tuple[str, ...]
    asks: Asks


LABELLED: Mapping[str, Task] = {
    "agreement": Task(make=agreement.agreement, labels=agreement.LABELS, asks="each word"),
    "languages": Task(make=languages.languages, labels=languages.LABELS, asks="each word"),
    "topics": Task(make=topics.topics, labels=topics.LABELS, asks="a learnt query"),
}
