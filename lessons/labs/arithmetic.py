"""Labs that need no model: a softmax, a mask, a window, and words in a plane."""

from alignoscope.lessons.facts import geometry, looking, padding, parts
from alignoscope.lessons.labs.record import Arrow, Bar, Control, Lab, Line, Outcome, Table, lab_of
from alignoscope.records.catalogue.scores import SCORES

SCORE_RANGE = range(-4, 5)
PADS = (0, 1, 3, 5, 20, 50)
DISTANCES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
REACHES = range(1, 13)
TURNS = range(-180, 181, 10)
COMPARED = ("concat", "additive")


def softmax() -> Lab:
    """Return the weights of three scores."""
    settings = tuple(map(str, SCORE_RANGE))
    controls = [
        Control(
            label=f"Score {i + 1}", settings=settings, start=SCORE_RANGE.index(start), slides=True
        )
        for i, start in enumerate((2, 1, 0))
    ]

    def outcome(*chosen: int) -> Outcome:
        weights = parts.softmax([SCORE_RANGE[i] for i in chosen])
        return Outcome(
            bars=tuple(Bar(label=f"Weight {i + 1}", share=one) for i, one in enumerate(weights))
        )

    return lab_of(controls, outcome)


def formulas() -> Lab:
    """Return two scores' formulas, and where they are from."""
    rows = tuple((name, SCORES[name].label, SCORES[name].paper) for name in COMPARED)
    table = Table(columns=("score", "formula", "paper"), rows=rows)
    return lab_of((), lambda: Outcome(table=table))


def mask() -> Lab:
    """Return a row of two words and some pads, by when the mask comes."""
    pads = Control(label="Pads", settings=tuple(map(str, PADS)), start=2, slides=True)
    way = Control(label="The mask", settings=padding.WAYS)

    def outcome(count: int, chosen: int) -> Outcome:
        row = padding.masked_row((2, 1), PADS[count], padding.WAYS[chosen])
        mass = padding.padded_mass((2, 1), PADS[count])
        bars = (*(Bar(label=f"Word {i + 1}", share=share) for i, share in enumerate(row)),)
        return Outcome(
            bars=(*bars, Bar(label="Pads, without a mask", share=mass)),
            lines=(Line("The row of the two words sums to **{}**.", (f"{sum(row):.3f}",)),),
        )

    return lab_of((pads, way), outcome)


def window() -> Lab:
    """Return what is left of a weight at a distance from the center of a window."""
    distance = Control(
        label="Places from p",
        settings=tuple(map(str, DISTANCES)),
        start=DISTANCES.index(5),
        slides=True,
    )
    reach = Control(label="D", settings=tuple(map(str, REACHES)), start=9, slides=True)

    def outcome(i: int, j: int) -> Outcome:
        inside = DISTANCES[i] <= REACHES[j]
        share = looking.factor(DISTANCES[i], REACHES[j]) if inside else 0.0
        lines = () if inside else (Line("Outside of the window nothing is left."),)
        return Outcome(bars=(Bar(label="Is left of the weight", share=share),), lines=lines)

    return lab_of((distance, reach), outcome)


def plane() -> Lab:
    """Return the words of two languages as they lie."""
    return lab_of((), lambda: Outcome(arrows=_arrows(0)))


def dial() -> Lab:
    """Return the words of two languages when one of them is turned, and their scores."""
    settings = tuple(f"{turn}°" for turn in TURNS)
    control = Control(
        label="W turns the keys by", settings=settings, start=TURNS.index(0), slides=True
    )

    def outcome(i: int) -> Outcome:
        rows = []
        for word, point in ENGLISH.items():
            scores = geometry.scores(point, TURNS[i])
            rows.append((word, *(f"{score:.2f}" for score in scores.values())))
        columns = ("query", *(f"score of {word}" for word in geometry.spanish()))
        return Outcome(arrows=_arrows(TURNS[i]), table=Table(columns=columns, rows=tuple(rows)))

    return lab_of((control,), outcome)


ENGLISH = {"sun": geometry.SUN, "rain": geometry.RAIN}


def _arrows(degrees: float) -> tuple[Arrow, ...]:
    keys = {name: geometry.turned(key, degrees) for name, key in geometry.spanish().items()}
    return (
        *(Arrow(word=word, x=x, y=y, role="query") for word, (x, y) in ENGLISH.items()),
        *(Arrow(word=word, x=x, y=y, role="key") for word, (x, y) in keys.items()),
    )
