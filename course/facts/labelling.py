"""Facts about the attention classifiers, on unseen sentences of their tasks."""

from functools import cache

from alignoscope.data.labelled.agreement import sentence
from alignoscope.data.labelled.languages import sentence as spliced
from alignoscope.data.labelled.record import Labelled
from alignoscope.data.labelled.tasks import LABELLED
from alignoscope.decoding.labelling import label, looked, right
from alignoscope.models.classifiers.classifier import Classifier, ClassifierConfig
from alignoscope.models.classifiers.file import TrainedClassifier

UNSEEN, SEED = 1000, 1  # Training uses seed 0.
KEYS = sentence("keys", "lamp")
CHATS = spliced(
    *(("English", "the black chat"), ("English", "sees"), ("English", "my coin")),
    *(("French", "sous"), ("French", "le chat")),
)


def _text(topic: str, text: str, word: str) -> Labelled:
    words = tuple(text.split())
    return Labelled(words=words, labels=(topic,), deciding=((words.index(word),),))


TEXTS = (  # Sentences that people could write, of the words that the classifier knows.
    _text("weather", "my sister said that nobody had expected any rain today", "rain"),
    _text("food", "we talked about cheese for hours because there was so much of it", "cheese"),
    _text("weather", "there was so much snow yesterday and nobody had expected it", "snow"),
    _text("music", "we talked for hours about my violin", "violin"),
)
# Two topics in one text, and the two words exchanged.
BOTH = "we talked about cake because there was so much rain"
EXCHANGED = "we talked about rain because there was so much cake"


@cache
def unseen(task: str) -> list[Labelled]:
    """Return a thousand sentences of a task that were not used in training."""
    return LABELLED[task].make(UNSEEN, SEED)


def right_labels(classifier: TrainedClassifier) -> int:
    """Return the percentage of correct labels."""
    sentences = unseen(classifier.task)
    return round(100 * right(label(classifier, sentences), sentences))


def looked_rightly(classifier: TrainedClassifier) -> int:
    """Return the percentage of labels whose largest weight is on the deciding word."""
    sentences = unseen(classifier.task)
    return round(100 * looked(label(classifier, sentences), sentences))


def verb(classifier: TrainedClassifier) -> str:
    """Return the verb that a classifier chooses for "the keys near the lamp"."""
    return label(classifier, [KEYS])[0].target.words[0]


def looks_for_verb(classifier: TrainedClassifier) -> str:
    """Return the word with the most weight for the verb of "the keys near the lamp"."""
    return _looks(KEYS, classifier)


def looks_for_chat(classifier: TrainedClassifier) -> str:
    """Return the word with the most weight for the second *chat* of `CHATS`."""
    return _looks(CHATS, classifier)


def looks_for_topic(text: str, classifier: TrainedClassifier) -> str:
    """Return the word with the most weight for a text's topic."""
    return _looks(_text(classifier.model.config.labels[0], text, text.split()[0]), classifier)


def _looks(sentence: Labelled, classifier: TrainedClassifier) -> str:
    """Return the word with the most weight for a sentence's last label."""
    trace = label(classifier, [sentence])[0]
    assert trace.weights is not None
    return trace.source.words[trace.source.word_of[int(trace.weights[-1].argmax())]]


def learnt_query(classifier: TrainedClassifier) -> int:
    """Return the size of the model's learnt query, or 0 if words are the queries."""
    query = classifier.model.query
    return 0 if query is None else query.numel()


def query_of(half: int) -> int:
    """Return the size of a learnt query beside annotations of two halves of this size."""
    config = ClassifierConfig(
        asks="a learnt query", score="dot", labels=("a", "b"), vocab_size=9, size=2 * half
    )
    query = Classifier(config).query
    assert query is not None
    return query.numel()
