"""A lesson: its screens, and what a person is asked on them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from alignoscope.course.facts import Value

Kind = Literal["recall", "hook", "predict", "evidence", "try", "reveal", "check", "link"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Lie = Literal["near", "turned", "above", "below"]  # of points beside a curve
LIES: tuple[Lie, ...] = get_args(Lie)


@dataclass(frozen=True, kw_only=True)
class Claim:
    """What a sentence of a lesson says of models: computed from them, never typed into a text.

    `compute` takes the checkpoints `of` these files below checkpoints/; `expected` is what the
    shipped ones give, to within `within`.
    """

    of: tuple[str, ...]
    compute: Callable[..., Value]
    expected: Value
    within: float = 0

    def holds(self, value: Value) -> bool:
        """Return whether a value is what the text says."""
        if isinstance(value, str) or isinstance(self.expected, str):
            return value == self.expected
        return abs(value - self.expected) <= self.within


@dataclass(frozen=True, kw_only=True)
class Option:
    """One answer on offer: the value that it stands for, and what is said to who chose it."""

    value: Value
    text: str
    says: str


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A question with answers on offer: right is the one whose value its claim has."""

    question: str
    claim: str
    options: tuple[Option, ...]


@dataclass(frozen=True, kw_only=True)
class Hint:
    """A usual wrong answer, a claim's value or another, and what is said to who typed it."""

    says: str
    claim: str | None = None
    value: Value = ""


@dataclass(frozen=True, kw_only=True)
class Written:
    """A question whose answer is typed: right is what its claim has (`answers.is_right`)."""

    question: str
    claim: str
    right: str  # what is said to a right answer, and to a wrong one that no hint knows
    wrong: str
    hints: tuple[Hint, ...]


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A question whose answer is drawn: points of the curve that the screen's lab has.

    `drawn` is what is said of the points beside the curve, by how they lie (`compared` in the
    browser): {GAP} is where they are farthest from it, after so many {UPDATES}.
    """

    question: str
    claim: str
    says: str  # of the curve, to whatever was drawn
    drawn: Mapping[Lie, str]


Question = Choice | Written | Drawn


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """A paragraph of prose; with a claim, it is shown only where that holds."""

    text: str
    claim: str | None = None


@dataclass(frozen=True, kw_only=True)
class Screen:
    """One idea: its title, prose, and at most one question, one lab and one way into the app.

    The lab of `evidence` is the right answer to its question, and is shown once that has one.
    """

    kind: Kind
    title: str
    prose: tuple[Paragraph, ...]
    ask: Question | None = None
    lab: str | None = None
    link: str | None = None


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A lesson; `misconceptions` are those that it makes visible, M1 to M25.

    For who teaches it: its `aim`, an `opener` to ask a class, and a `bridge` to Transformers.
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
    language: str = "en"  # of its words

    @property
    def name(self) -> str:
        """Its number and title; what stands before the first lesson has no number."""
        return f"{self.number}. {self.title}" if self.number else self.title

    @property
    def stem(self) -> str:
        """What the names of its files begin with."""
        return f"{self.number:02}-{self.id}"


def load_claim(claim: Claim, load: Callable[[str], object]) -> Value:
    """Compute a claim; `load` returns the model of a name such as "eng-fra/luong-dot"."""
    return claim.compute(*map(load, claim.of))
