"""The frozen record of one translation: everything that is drawn or measured. No torch here."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import Field, dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from alignoscope.records.sentence import Sentence

MODES = ("free", "forced", "branch", "edited", "beam", "sampled", "imported")
KINDS = ("weights", "links", "maximum", "attributions")  # what the numbers of a map are


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A token that could have come next, and its log-probability (nats)."""

    token: str
    log_prob: float


@dataclass(frozen=True, slots=True)
class Candidates(Sequence[Candidate]):
    """Tokens that could have come next, as two plain columns.

    A crowd's traces have hundreds of thousands of them: as many objects would hold all pages
    whenever the interpreter looks for garbage.
    """

    tokens: tuple[str, ...]
    log_probs: tuple[float, ...]

    @classmethod
    def of(cls, found: Sequence[Candidate]) -> "Candidates":
        """Return candidates as columns, which they may be already."""
        if isinstance(found, cls):
            return found
        return cls(tuple(one.token for one in found), tuple(one.log_prob for one in found))

    def __len__(self) -> int:
        return len(self.tokens)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return Candidates(self.tokens[place], self.log_probs[place])
        return Candidate(token=self.tokens[place], log_prob=self.log_probs[place])

    def __iter__(self) -> Iterator[Candidate]:
        for token, log_prob in zip(self.tokens, self.log_probs, strict=True):
            yield Candidate(token=token, log_prob=log_prob)

    def __reduce__(self) -> tuple:
        return Candidates, (self.tokens, self.log_probs)


class _ReadOnly:
    """A record whose arrays cannot be written to, also where it comes from another process."""

    __dataclass_fields__: ClassVar[dict[str, Field]]

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            if isinstance(value, np.ndarray):
                value.setflags(write=False)


@dataclass(frozen=True, kw_only=True, eq=False)
class TraceStep(_ReadOnly):
    """One decoding step; scores and weights are None for a model without attention."""

    token: str
    log_prob: float  # nats
    query: np.ndarray  # [query_size]
    scores: np.ndarray | None  # [src_len], before softmax
    weights: np.ndarray | None  # [src_len], after softmax
    context: np.ndarray  # [value_size]
    center: float | None  # of the step's window, a source position from 0, in local attention
    candidates: Sequence[Candidate]  # the most probable tokens, best first

    def __post_init__(self) -> None:
        object.__setattr__(self, "candidates", Candidates.of(self.candidates))
        super().__post_init__()


@dataclass(frozen=True, kw_only=True)
class Edited:
    """A step (from 0) whose weights were given, and how they were made, in words if known."""

    step: int
    how: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Trace(_ReadOnly):
    """One translation, and its mode: how its words were chosen.

    `free`: the model's most probable one at each step; `beam`: by search; `sampled`: drawn from the
    model's probabilities; `forced`: a given target; `branch`: given at first, then the model's;
    `edited`: at some steps the weights were given; `imported`: another tool's file does not say.

    `kind` is what its weights are: `links` are 1, or how sure an aligner is of them; `maximum` is
    the largest weight of several heads; `attributions` are each a share of its row.
    `variant` is the name that `parse_variant` reads, or what a file of another tool calls its own.
    `label` is what the trace is called on screen, the variant's name unless it was given another;
    `id` tells it from the other traces of a page, and is its label unless they share it
    (`told_apart`).

    `finished` is False where the decoder met its length limit before it wrote the end mark;
    `window` is D of local attention, whose steps look at most D positions away from their center.
    In a branch or an edited trace, `given` tells how many of its first tokens were not the model's
    choice: a branch has left its past with the last of them. `edited` are the steps whose weights
    were given, in their order. `beam` is the width of the search, None where it is unknown or there
    was none.
    """

    variant: str
    timing: str
    mode: str
    source: Sentence
    target: Sentence
    finished: bool
    window: int | None
    values: np.ndarray  # [src_len, value_size]
    steps: tuple[TraceStep, ...]
    likelihoods: np.ndarray | None = None  # [tgt_len, src_len], log p(y_t | c_t = h_j) in nats
    given: int = 0
    edited: tuple[Edited, ...] = ()
    beam: int | None = None
    kind: str = "weights"
    label: str = ""
    id: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "label", self.label or self.variant)
        object.__setattr__(self, "id", self.id or self.label)
        assert self.mode in MODES
        assert self.kind in KINDS
        assert self.beam is None or self.mode == "beam"
        assert len(self.values) == len(self.source.pieces)
        assert len(self.steps) == len(self.target.pieces)
        shape = (len(self.steps), len(self.values))
        assert self.likelihoods is None or self.likelihoods.shape == shape
        assert 0 <= self.given <= len(self.steps)
        assert all(0 <= edit.step < len(self.steps) for edit in self.edited)
        super().__post_init__()

    def __getstate__(self) -> dict[str, object]:
        """Return what goes to another process: the steps as columns, each array in one piece."""
        names = TraceStep.__dataclass_fields__
        columns = {name: _column([getattr(step, name) for step in self.steps]) for name in names}
        own = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return own | {"steps": columns}

    def __setstate__(self, state: dict[str, Any]) -> None:
        names, columns = state["steps"].keys(), state["steps"].values()
        steps = tuple(
            TraceStep(**dict(zip(names, row, strict=True))) for row in zip(*columns, strict=True)
        )
        vars(self).update(state | {"steps": steps})
        super().__post_init__()

    @cached_property
    def scores(self) -> np.ndarray | None:
        """The scores before softmax, [tgt_len, src_len], or None without attention."""
        return _rows([step.scores for step in self.steps])

    @cached_property
    def weights(self) -> np.ndarray | None:
        """The weights after softmax, [tgt_len, src_len], or None without attention."""
        return _rows([step.weights for step in self.steps])

    @property
    def log_prob(self) -> float:
        """The log-probability of the target (nats)."""
        return sum(step.log_prob for step in self.steps)

    @property
    def decoding(self) -> str:
        """How people read the mode: "greedy" for `free`, "beam 5" with the width, else the mode.

        What is imported says of what kind it is: "imported links".
        """
        if self.mode == "imported":
            return f"imported {self.kind}"
        width = 1 if self.mode == "free" else self.beam
        return self.mode if width is None else decoding_name(width)

    def called(self, label: str) -> Self:
        """Return this trace under another label, which is its id, too."""
        return replace(self, label=label, id=label)


def decoding_name(width: int) -> str:
    """Return how people read a beam's width, of which 1 is greedy decoding."""
    return "greedy" if width == 1 else f"beam {width}"


def told_apart(traces: Iterable[Trace]) -> list[Trace]:
    """Return traces with an id each: from the second of an id on, its number stands behind it.

    `luong-dot`, `luong-dot (2)`. Traces whose ids differ already stay as they are.
    """
    found: dict[str, Trace] = {}
    for trace in traces:
        name, number = trace.id, 1
        while name in found:
            number += 1
            name = f"{trace.id} ({number})"
        found[name] = trace if name == trace.id else replace(trace, id=name)
    return list(found.values())


def _column(parts: list[Any]) -> list[Any] | np.ndarray:
    """Return arrays of one shape as one array, and all else as it is."""
    shapes = {part.shape if isinstance(part, np.ndarray) else None for part in parts}
    return parts if None in shapes or len(shapes) > 1 else np.stack(parts)


def _rows(rows: list[np.ndarray | None]) -> np.ndarray | None:
    known = [row for row in rows if row is not None]
    if len(known) < len(rows):
        return None
    stacked = np.stack(known)
    stacked.setflags(write=False)
    return stacked
