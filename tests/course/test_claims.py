"""Every sentence of the lessons is true of the models that ship, or this says which is not."""

import pytest

from alignoscope.course.claims import CLAIMS
from alignoscope.course.facts import FactValue, learning, lengths, oracle, parts
from alignoscope.course.facts.oracle import ORDERS, order_rows
from alignoscope.course.facts.sentences import CATS
from alignoscope.course.labs.learning import LENGTHS
from alignoscope.course.read import claims_of, lessons, sentences_of
from alignoscope.course.record import ChoiceQuestion, Claim, Screen
from alignoscope.course.shown import Shown, right_option
from alignoscope.models.scores.additive import Additive, Concat
from alignoscope.records.measured_rows import LengthScore
from tests.course.course import load, value

FOUND = lessons()


def untrue(name: str, claim: Claim, found: FactValue) -> list[str]:
    """Return the sentences that rest on a claim which does not hold: lesson, sentence, values."""
    if claim.holds(found):
        return []
    return [
        f"{lesson.id}, “{screen.title}”, “{sentence}”: "
        f"{name} was {claim.expected!r} and is {found!r}"
        for lesson in FOUND.values()
        for screen in lesson.screens
        for sentence, names in sentences_of(screen)
        if name in names
    ]


@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_holds_of_the_models_that_ship(name: str) -> None:
    assert untrue(name, CLAIMS[name], value(name)) == []


def test_a_claim_that_does_not_hold_is_told_by_lesson_sentence_and_values() -> None:
    assert untrue("cats.told", CLAIMS["cats.told"], "J'ai un chat.") == [
        "oracle, “And in French”, “Told to look from left to right, it writes English order: "
        '**{cats.told}**”: cats.told was "J\'ai un noir chat et un blanc chien." and is '
        '"J\'ai un chat."'
    ]
    assert untrue("annotation.behind", CLAIMS["annotation.behind"], 0.5) == [
        "annotations, “Exact zeros on one side, fading on the other”, “After the changed word, "
        "the backward half changes by exactly {annotation.behind}: it was computed first.”: "
        "annotation.behind was 0.0 and is 0.5"
    ]
    told = untrue("letters.told", CLAIMS["letters.told"], "c a d b k")
    assert [one.split(", “")[0] for one in told] == [
        *["oracle"] * 2,  # its question, and an option
        *["annotations"] * 2,
        *["explain"] * 2,
    ]
    assert untrue("parameters.general", CLAIMS["parameters.general"], 7)[0] == (
        "factory, “Count what is learnt”, “{parameters.general}: a matrix”: "
        "parameters.general was 65536 and is 7"
    )
    assert "“What does the model, which has only written backwards, write now?”: letters" in told[0]


def test_every_claim_is_of_a_sentence() -> None:
    said = {name for one in FOUND.values() for screen in one.screens for name in claims_of(screen)}
    assert said == set(CLAIMS)


QUESTIONS = [
    pytest.param(screen, id=f"{lesson.id}: {screen.title}")
    for lesson in FOUND.values()
    for screen in lesson.screens
    if isinstance(screen.ask, ChoiceQuestion)
]


@pytest.mark.parametrize("screen", QUESTIONS)
def test_of_all_options_one_is_right(screen: Screen) -> None:
    assert isinstance(screen.ask, ChoiceQuestion)
    found = Shown(screen=screen, values={screen.ask.claim: value(screen.ask.claim)})
    assert right_option(screen.ask, found) is not None


@pytest.mark.parametrize(("factor", "verdict"), [(1, "rounding"), (1.001, "some"), (2, "much")])
def test_scores_differ_by_rounding_or_by_what_one_sees(
    monkeypatch: pytest.MonkeyPatch, factor: float, verdict: str
) -> None:
    own = parts.as_additive

    def scaled(concat: Concat, bias: float) -> Additive:
        made = own(concat, bias)
        made.v.weight.data *= factor
        return made

    monkeypatch.setattr(parts, "as_additive", scaled)
    assert parts.loaded(CATS, load("eng-fra/luong-concat")) == verdict


@pytest.mark.parametrize(("longest", "verdict"), [(19.0, "falls"), (21.0, "holds")])
def test_a_model_falls_that_loses_half_of_its_bleu_on_long_sentences(
    monkeypatch: pytest.MonkeyPatch, longest: float, verdict: str
) -> None:
    about = {"part": "test", "shortest": 1, "longest": 5, "pairs": 9, "joined": False}
    scores = (30.0, 40.0, longest)
    rows = tuple(LengthScore(**about, sentences=1.0, words=3.0, bleu=bleu) for bleu in scores)
    monkeypatch.setattr(lengths, "by_length", lambda _: rows)
    assert lengths.trend("any") == verdict


def test_a_model_holds_up_to_the_last_length_at_which_its_bleu_is_near_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    about = {"part": "test", "shortest": 1, "pairs": 9, "joined": False}
    scores = {5: 12.0, 10: 20.0, 15: 16.0, 20: 15.9}
    rows = tuple(
        LengthScore(**about, longest=longest, sentences=1.0, words=3.0, bleu=bleu)
        for longest, bleu in scores.items()
    )
    monkeypatch.setattr(lengths, "by_length", lambda _: rows)
    assert lengths.holds_until("any") == 15


@pytest.mark.parametrize(
    ("writes", "first"), [((30, 40), "looking"), ((5, 9), "writing"), ((15, 25), "together")]
)
def test_what_is_learnt_first_is_told_only_if_snapshots_and_measurements_tell(
    monkeypatch: pytest.MonkeyPatch, writes: tuple[int, int], first: str
) -> None:
    model = load("reverse/bahdanau-additive")
    monkeypatch.setattr(learning, "last_before", lambda _: 10)
    monkeypatch.setattr(learning, "looks_after", lambda _: 20)
    monkeypatch.setattr(learning, "guesses_until", lambda _: writes[0])
    monkeypatch.setattr(learning, "writes_after", lambda _: writes[1])
    assert learning.comes_first(model) == first


def test_bleu_by_length_is_of_single_sentences_of_the_european_parliament(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for variant in LENGTHS:
        rows = lengths.by_length(variant)
        assert not any(row.joined for row in rows)
        assert rows[-1].longest >= 60
    monkeypatch.setattr(lengths, "PART", "other.test")
    with pytest.raises(
        ValueError, match=r"eng-fra-fixed-context-seed0\.json has no BLEU by length of other\.test"
    ):
        lengths.by_length.__wrapped__(LENGTHS[0])


def test_of_texts_with_equal_weights_those_are_named_that_are_still_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = {"a": "un", "b": "deux", "c": "x"}
    monkeypatch.setattr(oracle, "forced_translation", lambda text, order, _: written[text])
    model = load("eng-fra/luong-dot")
    assert oracle.right_alike({"a": "un", "b": "deux", "c": "trois"}, model) == "a b"
    assert oracle.right_alike({"a": "deux"}, model) == "none of them"


def test_the_rows_of_an_order_look_at_one_token_after_the_other() -> None:
    columns = {order: order_rows(order, 6).argmax(axis=1).tolist() for order in ORDERS[:3]}
    assert columns == {
        "forwards": [0, 1, 2, 3, 4, 5],
        "backwards": [4, 3, 2, 1, 0, 5],
        "every second first": [0, 2, 4, 1, 3, 5],
    }
    assert order_rows(ORDERS[3], 5).tolist() == [[0.2] * 5]
