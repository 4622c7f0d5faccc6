"""A lab: its controls, and one outcome for each combination of their settings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import log1p

from alignoscope.course.facts import FactValue
from alignoscope.records.trace import Trace


@dataclass(frozen=True, kw_only=True)
class Control:
    """A control of a lab: a slider if its settings are ordered (`slides`), else a choice."""

    label: str
    settings: tuple[str, ...]
    start: int = 0
    slides: bool = False


@dataclass(frozen=True, kw_only=True)
class LabBar:
    """A share between 0 and 1, drawn as a bar with its number."""

    label: str
    share: float


@dataclass(frozen=True)
class LabLine:
    """A sentence in English with the placeholder `{}` for each value."""

    text: str
    values: tuple[FactValue, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LabTable:
    """A table of texts with column names."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, kw_only=True)
class PlaneArrow:
    """A word as an arrow from the origin of a plane; `role` is "query" or "key"."""

    word: str
    x: float
    y: float
    role: str

    @property
    def dashed(self) -> bool:
        """Whether the arrow is dashed, so that the roles differ without colours."""
        return self.role == "key"


@dataclass(frozen=True, kw_only=True)
class Curve:
    """A share between 0 and 1 over an amount, such as the updates of a training run.

    Args:
        label: the name of the share.
        over: the name of the amount.
        at: an amount with its unit, for the placeholder `{}`.
        logarithmic: whether early amounts lie farther apart than late ones.
        points: the indices of the amounts whose shares a person draws.
    """

    label: str
    model: str
    over: str
    at: str
    amounts: tuple[int, ...]
    shares: tuple[float, ...]
    points: tuple[int, ...]
    logarithmic: bool = False

    @property
    def places(self) -> tuple[float, ...]:
        """The positions of the amounts from 0 to 1; the last one is at 1."""
        scaled = [*map(log1p, self.amounts)] if self.logarithmic else self.amounts
        return tuple(one / scaled[-1] for one in scaled)

    @property
    def asked(self) -> "Curve":
        """The curve before its answer is shown: only its points, without shares."""
        amounts = tuple(self.amounts[i] for i in self.points)
        return replace(self, amounts=amounts, shares=(), points=tuple(range(len(amounts))))


@dataclass(frozen=True, kw_only=True)
class Columns:
    """An amount per word as a column above an axis, with mirrored columns or a line beside it.

    Args:
        words: the words, from left to right.
        up: the amounts above the axis.
        down: the amounts below the axis, if any.
        line: a line over the columns, if any: its amounts from the first word to the last, evenly
            spaced.
        names: the names of `up` and of `down` or `line`, which is empty if there is neither.
        most: the amount with the greatest height.
    """

    words: tuple[str, ...]
    up: tuple[float, ...]
    down: tuple[float, ...] = ()
    line: tuple[float, ...] = ()
    names: tuple[str, str]
    most: float


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The outcome of one setting of all controls.

    `lines` are prose. `traces` are shown as maps, or the only one as a flow (`flows`), and open at
    the `step` that a bet was about, if any: then the bet's word is marked. A flow may open at a
    `beat` of that step (see `ui/flow/headline.js`), which is then what the lab is about.
    """

    lines: tuple[LabLine, ...] = ()
    bars: tuple[LabBar, ...] = ()
    table: LabTable | None = None
    arrows: tuple[PlaneArrow, ...] = ()
    chart: Columns | None = None
    curve: Curve | None = None
    traces: tuple[Trace, ...] = ()
    flows: bool = False
    step: int | None = None
    beat: str = ""

    @property
    def maps(self) -> tuple[Trace, ...]:
        """The traces to print as static maps.

        Models without attention have none, and a beat needs its animation.
        """
        return tuple(one for one in self.traces if one.weights is not None and not self.beat)


@dataclass(frozen=True, kw_only=True)
class Lab:
    """The controls of a lab and its outcomes; the settings of the last control vary fastest."""

    controls: tuple[Control, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def first(self) -> Outcome:
        """The outcome of the initial settings (`outcomeOf` in the browser)."""
        at = 0
        for control in self.controls:
            at = at * len(control.settings) + control.start
        return self.outcomes[at]

    @property
    def curve(self) -> Curve:
        """The curve of the lab of a drawing question."""
        assert self.first.curve is not None
        return self.first.curve

    @property
    def asked(self) -> "Lab":
        """The lab of a drawing question before its curve is shown."""
        return replace(self, outcomes=(Outcome(curve=self.curve.asked),))


@dataclass(frozen=True, kw_only=True)
class Making:
    """A recipe for a lab: a function, and the names of the models that it takes."""

    of: tuple[str, ...]
    make: Callable[..., Lab]


def lab_of(controls: Sequence[Control], outcome: Callable[..., Outcome]) -> Lab:
    """Return a lab with the outcome of every combination of settings.

    `outcome` takes one index per control.
    """
    every = product(*(range(len(control.settings)) for control in controls))
    return Lab(controls=tuple(controls), outcomes=tuple(outcome(*chosen) for chosen in every))
