"""Facts about the attention classifiers, on unseen sentences of their tasks."""

from functools import cache

from alignoscope.data.labelled.agreement import sentence
from alignoscope.data.labelled.languages import sentence as spliced
from alignoscope.data.labelled.record import Labelled
from alignoscope.data.labelled.tasks import LABELLED
from alignoscope.decoding.labelling import label, looked, right
from alignoscope.models.readers.file import Trained

UNSEEN, SEED = 1000, 1  # Training uses seed 0.
KEYS = sentence("keys", "lamp")
CHATS = spliced(
    *(("English", "the black chat"), ("English", "sees"), ("English", "my coin")),
    *(("French", "sous"), ("French", "le chat")),
)


@cache
def unseen(task: str) -> list[Labelled]:
    """Return a thousand sentences of a task that were not used in training."""
    return LABELLED[task].make(UNSEEN, SEED)


def right_labels(reader: Trained) -> int:
    """Return the percentage of correct labels."""
    sentences = unseen(reader.task)
    return round(100 * right(label(reader, sentences), sentences))


def looked_rightly(reader: Trained) -> int:
    """Return the percentage of labels whose largest weight is on the deciding word."""
    sentences = unseen(reader.task)
    return round(100 * looked(label(reader, sentences), sentences))


def verb(reader: Trained) -> str:
    """Return the verb that a classifier chooses for "the keys near the lamp"."""
    return label(reader, [KEYS])[0].target.words[0]


def looks_for_verb(reader: Trained) -> str:
    """Return the word with the most weight for the verb of "the keys near the lamp"."""
    return _looks(KEYS, reader)


def looks_for_chat(reader: Trained) -> str:
    """Return the word with the most weight for the second *chat* of `CHATS`."""
    return _looks(CHATS, reader)


def _looks(sentence: Labelled, reader: Trained) -> str:
    """Return the word with the most weight for a sentence's last label."""
    trace = label(reader, [sentence])[0]
    assert trace.weights is not None
    return trace.source.words[trace.source.word_of[int(trace.weights[-1].argmax())]]


def learnt_query(reader: Trained) -> int:
    """Return the size of the model's learnt query, or 0 if words are the queries."""
    query = reader.model.query
    return 0 if query is None else query.numel()


def queries_of_words(words: int, reader: Trained) -> int:
    """Return the number of parameters if each of `words` words had a query of its own."""
    return words * learnt_query(reader)
