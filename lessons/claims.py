"""What the lessons say of the models that ship: every claim, and what it came to."""

from functools import partial

from alignoscope.lessons import explaining, oracle, parts
from alignoscope.lessons.record import Claim

LETTERS, CATS = "k b d a c", "I have a black cat and a white dog."
NAME, TIRED = "p y t h o n", "I am not tired."
GIRL = "The little girl is eating a red apple."
BACKWARDS, PLACES = ("reverse/luong-dot",), ("reverse/luong-location",)
FRENCH, ONE_HOT = ("eng-fra/luong-concat",), ("eng-fra/luong-dot",)
CAR = "I like my new red car, but I do not like my old house."
NINE = "The old man gave his daughter a red apple"
FIXED, ADDITIVE = ("eng-fra/fixed-context",), ("eng-fra/bahdanau-additive",)
TACOTRON, LOCATION = ("eng-fra/tacotron-additive",), ("eng-fra/luong-location",)
GENERAL = ("eng-fra/luong-general",)
DATES_DOT, DATES_ADDITIVE = ("dates/luong-dot",), ("dates/bahdanau-additive",)


def _told(order: str, text: str, of: tuple[str, ...], expected: str) -> Claim:
    return Claim(of=of, compute=partial(oracle.told, text, order), expected=expected)


def _own(text: str, of: tuple[str, ...], expected: str) -> Claim:
    return Claim(of=of, compute=partial(oracle.own, text), expected=expected)


def _parameters(of: tuple[str, ...], expected: int) -> Claim:
    return Claim(of=of, compute=parts.parameters, expected=expected)


CLAIMS = {
    "car.fixed": _own(CAR, FIXED, "J'aime ma nouvelle maison mais ma voiture n'est pas vieille."),
    "car.attention": _own(
        CAR,
        TACOTRON,
        "J'aime ma nouvelle voiture rouge mais je n'aime pas ma vieille maison.",
    ),
    "contexts.fixed": Claim(of=FIXED, compute=partial(parts.contexts, CAR), expected=1),
    "contexts.attention": Claim(of=TACOTRON, compute=partial(parts.contexts, CAR), expected=16),
    "parameters.dot": _parameters(ONE_HOT, 0),
    "parameters.general": _parameters(GENERAL, 65_536),
    "parameters.concat": _parameters(FRENCH, 131_328),
    "columns.nine": Claim(of=FRENCH, compute=partial(parts.columns, NINE), expected=10),
    "location.longer": Claim(of=LOCATION, compute=partial(parts.refuses, 102), expected="refuses"),
    "general.longer": Claim(of=GENERAL, compute=partial(parts.refuses, 102), expected="takes"),
    "softmax.first": Claim(of=(), compute=partial(parts.first_weight, (2, 1, 0)), expected=0.665),
    "concat.loaded": Claim(of=FRENCH, compute=partial(parts.loaded_difference, CATS), expected=0.0),
    "bias.moves": Claim(
        of=FRENCH, compute=partial(parts.bias_moves, CATS, 1.0), expected=0.25, within=0.02
    ),
    "parameters.additive": _parameters(ADDITIVE, 131_584),
    "parameters.bias": Claim(of=(*ADDITIVE, *FRENCH), compute=parts.more_parameters, expected=256),
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
