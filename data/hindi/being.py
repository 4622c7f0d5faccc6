"""Sentences that say how or where something is, or that it is there."""

from collections.abc import Mapping

from alignoscope.data.hindi.english import be_words
from alignoscope.data.hindi.forms import (
    Agreement,
    Tense,
    future_of_be,
    inflect,
    past_of_be,
    present_of_be,
)
from alignoscope.data.hindi.lexicon import KINDS, THINGS
from alignoscope.data.hindi.order import Clause, Form, HindiSentence, ordered
from alignoscope.data.hindi.phrases import NOTHING, Chance, Phrase, noun_phrase
from alignoscope.data.linked import Word

SHARES: Mapping[Form, float] = {"said": 4, "denied": 1, "asked": 1}
TENSES: Mapping[Tense, float] = {"present": 4, "past": 2, "future": 1}
DESCRIBED = (
    *("people", "friends", "fruit", "baked", "food", "drinks", "texts", "print"),
    *("films", "things", "flowers", "furniture", "rooms", "towns"),
)
KNOWN = {"none": 4, "this": 2, "owner": 2}
COUNTED = {"one": 2, "number": 1}


def draw_description(chance: Chance) -> HindiSentence:
    """Draw "The house is big"; the adjective agrees in both of its places."""
    kind = KINDS[chance.random.choice(DESCRIBED)]
    has = {"owner": 1} if kind.owned else KNOWN
    doer = noun_phrase(chance, "subject", kind, has=has, described=0)
    adjective = chance.random.choice([*kind.adjectives])
    mark = frozenset({"adjective"})
    inflected = inflect(adjective, doer.agreement.gender, doer.agreement.plural)
    how = Phrase((Word(inflected, mark),), (Word(kind.adjectives[adjective], mark),))
    return _being(chance, chance.one_of(SHARES), doer, how)


def draw_location(chance: Chance) -> HindiSentence:
    """Draw "The book is on the table", or ask where it is."""
    form = chance.one_of({**SHARES, "where": 1})
    doer, place = _somewhere(chance, KNOWN)
    return _being(chance, form, doer, NOTHING if form == "where" else place)


def draw_existence(chance: Chance) -> HindiSentence:
    """Draw "There is a book on the table": in Hindi the place comes first."""
    thing, place = _somewhere(chance, COUNTED)
    tense = chance.one_of(TENSES)
    be, after = be_words(tense, thing.person)
    return ordered(
        Clause(
            form="said",
            doer=Phrase((), (Word("there"),)),
            # Hindi names the place and then the thing, English the other way round.
            inner=(place, thing),
            action=[_be(tense, thing.agreement)],
            auxiliary=be,
            verb=after,
        )
    )


def _somewhere(chance: Chance, has: Mapping[str, float]) -> tuple[Phrase, Phrase]:
    """Return something or somebody, and the table or room where it is."""
    on = chance.happens(0.5)
    kind = KINDS[chance.random.choice(THINGS if on else (*THINGS, "people", "people", "people"))]
    doer = noun_phrase(chance, "subject", kind, has={**has, "owner": 0} if kind.person else has)
    where = KINDS["furniture" if on else "rooms"]
    place = noun_phrase(chance, "place", where, oblique=True, has=KNOWN, many=0)
    if on:
        return doer, place.before("पर", english="on", mark="on")
    return doer, place.before("में", english="in", mark="in")


def _being(chance: Chance, form: Form, doer: Phrase, what: Phrase) -> HindiSentence:
    tense = chance.one_of(TENSES)
    be, after = be_words(tense, doer.person)
    return ordered(
        Clause(
            form=form,
            doer=doer,
            inner=(what,),
            action=[_be(tense, doer.agreement)],
            auxiliary=be,
            verb=after,
        )
    )


def _be(tense: Tense, to: Agreement) -> Word:
    forms = {"present": present_of_be, "past": past_of_be, "future": future_of_be}
    return Word(forms[tense](to), frozenset({"aux"}))
