"""Sentences that say what somebody does: statements, negations and questions."""

from collections.abc import Mapping

from alignoscope.data.hindi import english, forms
from alignoscope.data.hindi.forms import Agreement, Tense
from alignoscope.data.hindi.lexicon import FRAMES, KINDS, Verb
from alignoscope.data.hindi.order import ASKED, WHO, Clause, Form, HindiSentence, ordered
from alignoscope.data.hindi.phrases import (
    NOTHING,
    Chance,
    Phrase,
    noun_phrase,
    person,
    subject,
)
from alignoscope.data.linked import Word

SHARES: Mapping[Form, float] = {
    "said": 10,
    "denied": 3,
    "asked": 3,
    "who": 1,
    "what": 1,
    "where": 1,
    "when": 1,
}
TENSES: Mapping[Tense, float] = {
    "present": 5,
    "progressive": 4,
    "was": 3,
    "past": 5,
    "perfect": 3,
    "future": 4,
}
WHEN_TENSES: Mapping[Tense, float] = {"present": 1, "past": 2, "future": 2}
TAKES = {"none": 3, "going": 2, "coming": 1, "meeting": 1, "object": 7, "person": 2, "giving": 2}
TAKES_WHAT = {"object": 3, "giving": 1}
TAKES_WHERE = {"none": 2, "going": 2, "object": 2}
ERGATIVE = ("object", "person", "giving")  # whose subject has ने in the perfective
TIMES: Mapping[Tense, Mapping[str, str]] = {  # कल is the day before or after, as the tense says
    "present": {"रोज़": "every day"},
    "progressive": {"अब": "now", "आज": "today"},
    "was": {"कल": "yesterday"},
    "past": {"कल": "yesterday", "आज": "today"},
    "perfect": {"आज": "today"},
    "future": {"कल": "tomorrow", "आज": "today"},
}
HERE = {"यहाँ": "here", "वहाँ": "there"}
PLACED = {"none": 0.5, "meeting": 0.4, "object": 0.25, "person": 0.2}
JOINED = {"none": 0.25, "going": 0.2, "coming": 0.2, "object": 0.1}
GOAL_HAS = {"none": 4, "owner": 2, "this": 1}


def draw_action(chance: Chance) -> HindiSentence:
    """Draw a sentence about what somebody does."""
    form = chance.one_of(SHARES)
    takes = chance.one_of({"what": TAKES_WHAT, "where": TAKES_WHERE}.get(form, TAKES))
    verb = chance.random.choice(FRAMES[takes])
    tense = chance.one_of(WHEN_TENSES if form == "when" else TENSES)
    ergative = takes in ERGATIVE and tense in ("past", "perfect")
    if form == "who":
        who = Word("किसने" if ergative else WHO, ASKED)
        doer = Phrase((who,), (Word("who", ASKED),))
    else:
        doer = subject(chance, ergative)
    inner, object_agreement = _inner(chance, takes, verb, doer.own, form)
    split = form not in ("said", "who")
    auxiliary, action = english.verb_words(verb.english, tense, doer.person, split)
    time = _time(chance, tense) if form != "when" else NOTHING
    agreement = object_agreement if ergative else doer.agreement
    return ordered(
        Clause(
            form=form,
            doer=doer,
            inner=inner,
            action=forms.verb_words(verb, tense, agreement),
            auxiliary=auxiliary,
            verb=action,
            time=time,
            time_first=tense != "present" and chance.happens(0.4),
            companion=_companion(chance, takes, verb, doer.own),
            place=_place(chance, takes, doer.own) if form != "where" else NOTHING,
        )
    )


def _inner(
    chance: Chance, takes: str, verb: Verb, own: str, form: Form
) -> tuple[tuple[Phrase, ...], Agreement]:
    """Return what a verb takes, and what it agrees with where its subject has ने.

    That is the object, but for one with को: then the verb is masculine singular.
    """
    if takes == "going":
        goal = noun_phrase(
            chance, "goal", KINDS["towns"], oblique=True, own=own, has=GOAL_HAS, many=0, described=0
        )
        return (() if form == "where" else (goal.before(english="to"),)), Agreement()
    if takes == "coming":
        kind = KINDS[chance.random.choice(("towns", "rooms"))]
        start = noun_phrase(chance, "start", kind, oblique=True, own=own, has=GOAL_HAS, many=0)
        return (start.before("से", english="from", mark="from"),), Agreement()
    if takes == "meeting":
        return (person(chance, "object", own).before("से"),), Agreement()
    if takes == "person":
        return (person(chance, "object", own).before("को"),), Agreement()
    if takes == "none":
        return (), Agreement()
    recipient: tuple[Phrase, ...] = ()
    if takes == "giving":
        recipient = (person(chance, "to", own).before("को", english="to", mark="to"),)
    if form == "what":
        return recipient, Agreement()
    given, agreement = _object(chance, verb, own)
    return (*recipient, given), agreement


def _object(chance: Chance, verb: Verb, own: str) -> tuple[Phrase, Agreement]:
    """Return a thing as an object, with को where it is definite and the verb likes it."""
    kind = KINDS[chance.random.choice(verb.objects)]
    if verb.marks and chance.happens(0.25):
        has = {"none": 2, "this": 1, "owner": 1}
        marked = noun_phrase(chance, "object", kind, oblique=True, own=own, has=has)
        return marked.before("को"), Agreement()
    plain = noun_phrase(chance, "object", kind, definite=False, own=own)
    return plain, plain.agreement


def _time(chance: Chance, tense: Tense) -> Phrase:
    if not chance.happens(0.35):
        return NOTHING
    hindi = chance.random.choice([*TIMES[tense]])
    return _adverb("time", hindi, TIMES[tense][hindi])


def _companion(chance: Chance, takes: str, verb: Verb, own: str) -> Phrase:
    if verb.stem == "सो" or not chance.happens(JOINED.get(takes, 0)):
        return NOTHING
    return person(chance, "with", own).before("के", "साथ", english="with", mark="with")


def _place(chance: Chance, takes: str, own: str) -> Phrase:
    if not chance.happens(PLACED.get(takes, 0)):
        return NOTHING
    if chance.happens(0.15):
        hindi = chance.random.choice([*HERE])
        return _adverb("place", hindi, HERE[hindi])
    kind = KINDS[chance.random.choice(("rooms", "rooms", "towns"))]
    place = noun_phrase(chance, "place", kind, oblique=True, own=own, has=GOAL_HAS, many=0)
    return place.before("में", english="in", mark="in")


def _adverb(mark: str, hindi: str, meaning: str) -> Phrase:
    """Return an adverb, all of whose English words are linked to it."""
    marks = frozenset({mark})
    words = tuple(Word(word, marks) for word in meaning.split())
    return Phrase((Word(hindi, marks),), words)
