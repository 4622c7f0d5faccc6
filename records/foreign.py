"""The frozen record of another tool's file: many sentences of one system, with layers and heads."""

from dataclasses import dataclass
from functools import cached_property
from math import nan

import numpy as np

from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import KINDS, Trace, TraceStep

TOGETHER = ("mean", "max")  # how the heads that were not singled out become one map


@dataclass(frozen=True, kw_only=True, eq=False)
class ForeignSentence:
    """One sentence of a file, or one of several translations of it (`rank`, from 0)."""

    number: int  # from 0, in the order of the file's sources
    source: Sentence
    target: Sentence
    maps: np.ndarray  # [layers, heads, tgt_len, src_len]
    rank: int = 0
    log_prob: float = nan  # nats

    def __post_init__(self) -> None:
        assert self.maps.ndim == 4
        assert self.maps.shape[2:] == (len(self.target.pieces), len(self.source.pieces))
        self.maps.setflags(write=False)


@dataclass(frozen=True, kw_only=True, eq=False)
class ForeignFile:
    """What one system wrote: `tool` is the format's name, `notes` what its reader did, in words."""

    name: str
    tool: str
    kind: str
    sentences: tuple[ForeignSentence, ...]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        assert self.kind in KINDS
        assert self.sentences

    @cached_property
    def heads(self) -> tuple[int, int]:
        """The most layers and the most heads that a sentence has."""
        shapes = [sentence.maps.shape for sentence in self.sentences]
        return max(shape[0] for shape in shapes), max(shape[1] for shape in shapes)


@dataclass(frozen=True, kw_only=True)
class Heads:
    """Which heads become one map: of one layer or of all, one head or all, their mean or maximum.

    Layers and heads count from 0.
    """

    layer: int | None = None
    head: int | None = None
    together: str = "mean"

    def __post_init__(self) -> None:
        assert self.together in TOGETHER

    def said(self, layers: int, heads: int) -> str:
        """Name the heads, from 1, out of so many; "" where there is only one."""
        if layers * heads == 1:
            return ""
        layer = "" if layers == 1 else "all layers" if self.layer is None else f"{self.layer + 1}"
        head = "" if heads == 1 else "all heads" if self.head is None else f"{self.head + 1}"
        named = [f"layer {layer}" if layer.isdigit() else layer]
        named.append(f"head {head}" if head.isdigit() else head)
        alone = all(part.isdigit() for part in (layer, head) if part)
        how = [] if alone else ["mean" if self.together == "mean" else "maximum"]
        return ", ".join(filter(None, [*named, *how]))


def chosen_map(sentence: ForeignSentence, heads: Heads) -> np.ndarray:
    """Return one map [tgt_len, src_len] of the chosen heads; one that is absent is the last."""
    layers, count = sentence.maps.shape[:2]
    rows = sentence.maps
    if heads.layer is not None:
        rows = rows[min(heads.layer, layers - 1)][None]
    if heads.head is not None:
        rows = rows[:, min(heads.head, count - 1)][:, None]
    return rows.max(axis=(0, 1)) if heads.together == "max" else rows.mean(axis=(0, 1))


def foreign_trace(file: ForeignFile, sentence: ForeignSentence, heads: Heads) -> Trace:
    """Return the trace of a sentence: weights of an unknown variant and timing, and no scores."""
    rows = chosen_map(sentence, heads)
    several = sentence.maps.shape[0] * sentence.maps.shape[1] > 1
    alone = heads.layer is not None and heads.head is not None
    said = heads.said(*sentence.maps.shape[:2])
    rank = f", no. {sentence.rank + 1}" if sentence.rank else ""
    empty = np.zeros(0, np.float32)
    steps = tuple(
        TraceStep(
            token=token,
            log_prob=nan,
            query=empty,
            scores=None,
            weights=row,
            context=empty,
            center=None,
            candidates=(),
        )
        for token, row in zip(sentence.target.pieces, rows, strict=True)
    )
    maximum = file.kind == "weights" and heads.together == "max" and several and not alone
    return Trace(
        variant=file.tool,
        label=f"{file.name}{rank}" + (f" · {said}" if said else ""),
        timing="unknown",
        mode="imported",
        kind="maximum" if maximum else file.kind,
        source=sentence.source,
        target=sentence.target,
        finished=True,
        window=None,
        values=np.zeros((len(sentence.source.pieces), 0), np.float32),
        steps=steps,
    )
