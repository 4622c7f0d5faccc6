"""The record of one translation: all numbers that are drawn or measured. No torch here."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import Field, dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from alignoscope.records.confidence import Confidence, RareWord
from alignoscope.records.sentence import Sentence

MODES = ("free", "forced", "branch", "edited", "beam", "sampled", "imported")
SELF = "self-attention"
KINDS = ("weights", SELF, "links", "maximum", "attributions")  # what the numbers of a map mean
SHARES = ("weights", SELF)  # the kinds whose rows sum to 1


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A candidate for the next token, with its log-probability (nats)."""

    token: str
    log_prob: float


@dataclass(frozen=True, slots=True)
class Candidates(Sequence[Candidate]):
    """Candidates for the next token, stored as two columns.

    The traces of many visitors hold hundreds of thousands of candidates. One object per candidate
    would make each garbage collection long enough to stall all pages.
    """

    tokens: tuple[str, ...]
    log_probs: tuple[float, ...]

    @classmethod
    def of(cls, found: Sequence[Candidate]) -> "Candidates":
        """Return candidates as columns; `Candidates` are returned unchanged."""
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
    """A record whose arrays are read-only, since traces are shared between sessions, not copied."""

    __dataclass_fields__: ClassVar[dict[str, Field]]

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            if isinstance(value, np.ndarray):
                value.setflags(write=False)


@dataclass(frozen=True, kw_only=True, eq=False)
class TraceStep(_ReadOnly):
    """One decoding step, which writes one token.

    Scores and weights are None for a model without attention.
    """

    token: str
    log_prob: float  # nats
    query: np.ndarray  # [query_size]
    scores: np.ndarray | None  # [src_len], before the normaliser
    weights: np.ndarray | None  # [src_len], after the normaliser
    context: np.ndarray  # [value_size]
    center: float | None  # the window's source position, from 0; local attention only
    candidates: Sequence[Candidate]  # the most probable tokens, best first
    p_gen: float | None = None  # the share that is generated; only of models that copy
    heads: np.ndarray | None = (
        None  # [heads, src_len], of which a Transformer's weights are the mean
    )
    # [heads, step + 1], self-attention of the same layer, to the start mark and the tokens before
    self_heads: np.ndarray | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "candidates", Candidates.of(self.candidates))
        super().__post_init__()


@dataclass(frozen=True, kw_only=True)
class Edited:
    """A step, counted from 0, whose weights were replaced; `how` says by what edit, if known."""

    step: int
    how: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Trace(_ReadOnly):
    """One translation, step by step.

    Args:
        variant: the name that `parse_variant` reads, or the name in another tool's file.
        timing: the timing of attention, or "unknown" for an imported trace.
        mode: how the tokens were chosen. `free`: greedy decoding. `beam`: beam search. `sampled`:
            drawn from the model's probabilities. `forced`: a given target. `branch`: a given
            prefix, then greedy decoding. `edited`: weights were replaced at some steps.
            `imported`: another tool's file, which does not tell.
        finished: False if decoding met its length limit before the end mark.
        window: D of local attention, which attends at most D positions away from its center.
        given: in a branch or an edited trace, the number of leading tokens that the model did not
            choose.
        edited: the steps whose weights were replaced, in order.
        beam: the width of the beam search; None if it is unknown or there was none.
        bidirectional: True if the first half of each value is the state of a forward RNN and the
            second half that of a backward RNN.
        kind: what the weights are. `self-attention`: of one sequence, which is source and target;
            a row is the token that attends, not a step that writes it. `links`: 1, or an aligner's
            confidence. `maximum`: the largest weight of several heads. `attributions`: shares of
            their row.
        label: the name on screen, by default the variant.
        confidence: how sure the translation is (`analysis.confidence`), if that was computed.
        rare: the source words that the models have hardly or never read, if that is known.
        left_out: the places of the source words that no output covers, if that was computed.
        id: the trace's unique name on a page, by default the label (see `with_unique_ids`).
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
    bidirectional: bool = False
    kind: str = "weights"
    confidence: Confidence | None = None
    rare: tuple[RareWord, ...] = ()
    left_out: tuple[int, ...] | None = None
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
        """Return the state sent to another process: the steps as columns, one array per field."""
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
        """The scores before the normaliser, [tgt_len, src_len], or None without attention."""
        return _rows([step.scores for step in self.steps])

    @cached_property
    def weights(self) -> np.ndarray | None:
        """The weights after the normaliser, [tgt_len, src_len], or None without attention."""
        return _rows([step.weights for step in self.steps])

    @property
    def log_prob(self) -> float:
        """The log-probability of the target (nats)."""
        return sum(step.log_prob for step in self.steps)

    @property
    def decoding(self) -> str:
        """The name of the mode: "greedy" for `free`, "beam 5" with the width, else the mode.

        An imported trace is named by its kind, as in "imported links".
        """
        if self.mode == "imported":
            return f"imported {self.kind}"
        width = 1 if self.mode == "free" else self.beam
        return self.mode if width is None else decoding_name(width)

    def with_label(self, label: str) -> Self:
        """Return this trace with another label, which also becomes its id."""
        return replace(self, label=label, id=label)


def decoding_name(width: int) -> str:
    """Return the name of decoding with a beam of this width; a width of 1 is "greedy"."""
    return "greedy" if width == 1 else f"beam {width}"


def with_unique_ids(traces: Iterable[Trace]) -> list[Trace]:
    """Return the traces with unique ids; repeated ids are numbered: `luong-dot`, `luong-dot (2)`.

    Traces whose ids are already unique are returned unchanged.
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
    """Stack arrays of equal shape into one array; return anything else unchanged."""
    shapes = {part.shape if isinstance(part, np.ndarray) else None for part in parts}
    return parts if None in shapes or len(shapes) > 1 else np.stack(parts)


def _rows(rows: list[np.ndarray | None]) -> np.ndarray | None:
    known = [row for row in rows if row is not None]
    if len(known) < len(rows):
        return None
    stacked = np.stack(known)
    stacked.setflags(write=False)
    return stacked
