"""The order of a sentence's parts: Hindi has the verb last, English behind its subject."""

from dataclasses import dataclass
from typing import Literal

from alignoscope.data.hindi.phrases import NOTHING, Phrase
from alignoscope.data.linked import Word

Form = Literal["said", "denied", "asked", "who", "what", "where", "when"]
HindiSentence = tuple[list[Word], list[Word]]
ASKED, NOT, END = frozenset({"question word"}), frozenset({"not"}), frozenset({"end"})
WHO, WHAT, WHERE, WHEN = "कौन", "क्या", "कहाँ", "कब"


@dataclass(frozen=True, kw_only=True)
class Clause:
    """The parts of a sentence. `inner` is what stands before the verb, in the order of Hindi.

    `time_first` says that Hindi names the time before the subject. English has an auxiliary, or
    none, and a verb.
    """

    form: Form
    doer: Phrase
    inner: tuple[Phrase, ...]
    action: list[Word]
    auxiliary: list[Word]
    verb: list[Word]
    time: Phrase = NOTHING
    time_first: bool = False
    companion: Phrase = NOTHING
    place: Phrase = NOTHING


def ordered(clause: Clause) -> HindiSentence:
    """Return the words of both languages in their order."""
    return _hindi(clause), _english(clause)


def _hindi(clause: Clause) -> list[Word]:
    """क्या, subject and time, companion, place, objects, a question word, नहीं, and the verb."""
    yes_or_no = clause.form == "asked"
    word = {"what": WHAT, "where": WHERE, "when": WHEN}.get(clause.form)
    opening = (clause.doer, clause.time)
    phrases = (*(opening[::-1] if clause.time_first else opening), clause.companion, clause.place)
    return [
        *([Word("क्या")] if yes_or_no else []),  # English asks by its order of words alone
        *(word for phrase in (*phrases, *clause.inner) for word in phrase.hindi),
        *([Word(word, ASKED)] if word else []),
        *([Word("नहीं", NOT)] if clause.form == "denied" else []),
        *clause.action,
        Word("।" if clause.form in ("said", "denied") else "?", END),
    ]


def _english(clause: Clause) -> list[Word]:
    """Subject and verb, objects, companion, place, time; a question begins with its auxiliary."""
    doer, auxiliary, verb = list(clause.doer.english), clause.auxiliary, clause.verb
    phrases = (*clause.inner[::-1], clause.companion, clause.place, clause.time)
    rest = [word for phrase in phrases for word in phrase.english]
    if clause.form in ("said", "who"):
        words = [*doer, *auxiliary, *verb, *rest]
    elif clause.form == "denied":
        words = [*doer, *auxiliary, Word("not", NOT), *verb, *rest]
    else:
        word = [] if clause.form == "asked" else [Word(clause.form, ASKED)]
        words = [*word, *auxiliary, *doer, *verb, *rest]
    return [*words, Word("." if clause.form in ("said", "denied") else "?", END)]
