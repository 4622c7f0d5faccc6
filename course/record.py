"""A lesson: its screens and their questions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from alignoscope.course.facts import FactValue

ScreenKind = Literal["recall", "hook", "predict", "evidence", "try", "reveal", "check", "link"]
KINDS: tuple[ScreenKind, ...] = get_args(ScreenKind)
Lie = Literal["near", "turned", "above", "below"]  # How drawn points compare with a curve.
LIES: tuple[Lie, ...] = get_args(Lie)


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A statement of a lesson about models: a value computed from them, never typed into a text.

    `compute` takes the models `of` these names in checkpoints/. `expected` is the value for the
    shipped ones, to within `within`.
    """

    of: tuple[str, ...]
    compute: Callable[..., FactValue]
    expected: FactValue
    within: float = 0

    def holds(self, value: FactValue) -> bool:
        """Return whether a value agrees with the expected one."""
        if isinstance(value, str) or isinstance(self.expected, str):
            return value == self.expected
        return abs(value - self.expected) <= self.within


@dataclass(frozen=True, kw_only=True)
class Option:
    """An option of a question: its value, its text, and the reply to those who choose it."""

    value: FactValue
    text: str
    says: str


@dataclass(frozen=True, kw_only=True)
class ChoiceQuestion:
    """A multiple-choice question: the right option is the one with the claim's value."""

    question: str
    claim: str
    options: tuple[Option, ...]


@dataclass(frozen=True, kw_only=True)
class Hint:
    """A common wrong answer, a claim's value or another, and the reply to it."""

    says: str
    claim: str | None = None
    value: FactValue = ""


@dataclass(frozen=True, kw_only=True)
class TypedAnswer:
    """A question with a typed answer, compared with the claim's value (`answers.is_right`)."""

    question: str
    claim: str
    right: str  # The replies to a right answer, and to a wrong one without a hint.
    wrong: str
    hints: tuple[Hint, ...]


@dataclass(frozen=True, kw_only=True)
class DrawnAnswer:
    """A question whose answer is drawn: points of the curve in the screen's lab.

    `drawn` has the replies by how the points compare with the curve (`compared` in the browser):
    {GAP} is the largest distance, and {AMOUNT} the amount at which it occurs.
    """

    question: str
    claim: str
    says: str  # The reply about the curve, whatever was drawn.
    drawn: Mapping[Lie, str]


@dataclass(frozen=True, kw_only=True)
class ExplainedAnswer:
    """A question that is answered in a sentence, to compare with a model answer.

    The model answer is what the claim shows.
    """

    question: str
    claim: str
    model: str


Question = ChoiceQuestion | TypedAnswer | DrawnAnswer | ExplainedAnswer


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """A paragraph of prose; with a claim, it is shown only if the claim holds."""

    text: str
    claim: str | None = None


@dataclass(frozen=True, kw_only=True)
class Screen:
    """One idea: a title, prose, and at most one question, one lab and one link into the app.

    Its `formulas` are names in `FORMULAS`.
    The lab of an "evidence" screen is the right answer to its question, and is shown only after an
    answer.
    """

    kind: ScreenKind
    title: str
    prose: tuple[Paragraph, ...]
    ask: Question | None = None
    lab: str | None = None
    link: str | None = None
    formulas: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A lesson; `misconceptions` are those that it makes visible, M1 to M25.

    For the teacher, it has its `aim`, an `opener` to ask a class, and a `bridge` to Transformers.
    """

    id: str
    number: int
    title: str
    minutes: int
    misconceptions: tuple[str, ...]
    aim: str
    opener: str
    bridge: str
    screens: tuple[Screen, ...]
    language: str = "en"  # The language of its texts.

    @property
    def name(self) -> str:
        """The number and title; the tour before the first lesson has no number."""
        return f"{self.number}. {self.title}" if self.number else self.title

    @property
    def notes(self) -> dict[str, str]:
        """The notes for the teacher, by the name of the words before each."""
        return {"aim": self.aim, "opener": self.opener, "bridge": self.bridge}

    @property
    def stem(self) -> str:
        """The beginning of the names of its files."""
        return f"{self.number:02}-{self.id}"


def load_claim(claim: Claim, load: Callable[[str], object]) -> FactValue:
    """Compute a claim; `load` returns the model with a name such as "eng-fra/luong-dot"."""
    return claim.compute(*map(load, claim.of))
