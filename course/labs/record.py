"""A lab: its controls, and for all their settings what follows, as values and traces."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import log1p

from alignoscope.course.facts import Value
from alignoscope.records.trace import Trace


@dataclass(frozen=True, kw_only=True)
class Control:
    """What is moved: a slider where its settings have an order (`slides`), else a choice."""

    label: str
    settings: tuple[str, ...]
    start: int = 0
    slides: bool = False


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A share between 0 and 1, drawn as a bar with its number."""

    label: str
    share: float


@dataclass(frozen=True)
class Line:
    """A sentence in English, with `{}` where its values stand."""

    text: str
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Table:
    """Texts in rows, below their columns' names."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, kw_only=True)
class Arrow:
    """A word as an arrow from the origin of a plane; `role` is "query" or "key"."""

    word: str
    x: float
    y: float
    role: str

    @property
    def dashed(self) -> bool:
        """Whether its line is broken, so that the roles differ where colours do not."""
        return self.role == "key"


@dataclass(frozen=True, kw_only=True)
class Curve:
    """A share between 0 and 1 over the updates of a training; `label` says what it is a share of.

    A person draws its `points`, which are places in it.
    """

    label: str
    model: str
    updates: tuple[int, ...]
    shares: tuple[float, ...]
    points: tuple[int, ...]

    @property
    def places(self) -> tuple[float, ...]:
        """Where its updates lie, from 0 to 1: early ones are farther apart."""
        return tuple(log1p(one) / log1p(self.updates[-1]) for one in self.updates)

    @property
    def asked(self) -> "Curve":
        """The curve before it is told: its points alone, and no share of them."""
        updates = tuple(self.updates[i] for i in self.points)
        return replace(self, updates=updates, shares=(), points=tuple(range(len(updates))))


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What one setting of all controls gives; `lines` are prose, `traces` are shown as maps."""

    lines: tuple[Line, ...] = ()
    bars: tuple[Bar, ...] = ()
    table: Table | None = None
    arrows: tuple[Arrow, ...] = ()
    curve: Curve | None = None
    traces: tuple[Trace, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Lab:
    """The outcomes of all settings: those of the last control follow each other."""

    controls: tuple[Control, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def first(self) -> Outcome:
        """The outcome of the settings that it starts with (`outcomeOf` in the browser)."""
        at = 0
        for control in self.controls:
            at = at * len(control.settings) + control.start
        return self.outcomes[at]

    @property
    def curve(self) -> Curve:
        """The curve of a lab that a question has drawn."""
        assert self.first.curve is not None
        return self.first.curve

    @property
    def asked(self) -> "Lab":
        """The lab of such a question before its curve is told."""
        return replace(self, outcomes=(Outcome(curve=self.curve.asked),))


@dataclass(frozen=True, kw_only=True)
class Making:
    """How a lab is made, of the checkpoints of these files below checkpoints/."""

    of: tuple[str, ...]
    make: Callable[..., Lab]


def lab_of(controls: Sequence[Control], outcome: Callable[..., Outcome]) -> Lab:
    """Return the lab in which each setting, an index a control, has the outcome of a function."""
    every = product(*(range(len(control.settings)) for control in controls))
    return Lab(controls=tuple(controls), outcomes=tuple(outcome(*chosen) for chosen in every))
