"""What the lessons say of the models that ship: every claim, and what it came to."""

from functools import partial

from alignoscope.lessons import explaining, oracle
from alignoscope.lessons.record import Claim

LETTERS, CATS = "k b d a c", "I have a black cat and a white dog."
NAME, TIRED = "p y t h o n", "I am not tired."
GIRL = "The little girl is eating a red apple."
BACKWARDS, PLACES = ("reverse/luong-dot",), ("reverse/luong-location",)
FRENCH, ONE_HOT = ("eng-fra/luong-concat",), ("eng-fra/luong-dot",)
DATES_DOT, DATES_ADDITIVE = ("dates/luong-dot",), ("dates/bahdanau-additive",)


def _told(order: str, text: str, of: tuple[str, ...], expected: str) -> Claim:
    return Claim(of=of, compute=partial(oracle.told, text, order), expected=expected)


def _own(text: str, of: tuple[str, ...], expected: str) -> Claim:
    return Claim(of=of, compute=partial(oracle.own, text), expected=expected)


CLAIMS = {
    "letters.own": _own(LETTERS, BACKWARDS, "c a d b k"),
    "letters.told": _told("forwards", LETTERS, BACKWARDS, "k b d a c"),
    "name.told": _told("forwards", NAME, BACKWARDS, NAME),
    "copies.short": Claim(
        of=BACKWARDS, compute=partial(oracle.copies, (3, 4, 5, 6)), expected=99, within=1
    ),
    "copies.long": Claim(
        of=BACKWARDS, compute=partial(oracle.copies, (10, 11, 12)), expected=0, within=1
    ),
    "copies.long.places": Claim(
        of=PLACES, compute=partial(oracle.copies, (10, 11, 12)), expected=100, within=1
    ),
    "cats.own": _own(CATS, FRENCH, "J'ai un chat noir et un chien blanc."),
    "cats.told": _told("forwards", CATS, FRENCH, "J'ai un noir chat et un blanc chien."),
    "tired.alike": _told("everywhere alike", TIRED, ONE_HOT, "Je ne suis pas fatigué."),
    "girl.alike": _told(
        "everywhere alike",
        GIRL,
        ONE_HOT,
        "La petite amie est en train de me faire la nôtre.",
    ),
    "dates.right": Claim(of=DATES_DOT, compute=explaining.right_dates, expected=200, within=2),
    "dates.told": Claim(
        of=DATES_DOT, compute=explaining.right_dates_when_told, expected=67, within=5
    ),
    "dates.told.effect": Claim(of=DATES_DOT, compute=explaining.effect, expected="worse"),
    "dates.looks": Claim(of=DATES_DOT, compute=explaining.looks_at, expected="</s>"),
    "dates.depends": Claim(of=DATES_DOT, compute=explaining.depends_on, expected="March"),
    "dates.additive.right": Claim(
        of=DATES_ADDITIVE, compute=explaining.right_dates, expected=200, within=2
    ),
    "dates.additive.told": Claim(
        of=DATES_ADDITIVE, compute=explaining.right_dates_when_told, expected=200, within=2
    ),
    "dates.additive.looks": Claim(of=DATES_ADDITIVE, compute=explaining.looks_at, expected="March"),
}
