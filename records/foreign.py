"""The record of a file from another tool: the maps of one system, by sentence, layer and head."""

from dataclasses import dataclass
from functools import cached_property
from math import nan

import numpy as np

from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import KINDS, SHARES, Trace, TraceStep

TOGETHER = ("mean", "max")  # how several heads are merged into one map


@dataclass(frozen=True, kw_only=True, eq=False)
class ForeignSentence:
    """One translation of one sentence; `rank`, from 0, counts the translations of one source."""

    number: int  # index of the source in the file, from 0
    source: Sentence
    target: Sentence
    maps: np.ndarray  # [layers, heads, tgt_len, src_len]
    rank: int = 0
    log_prob: float = nan  # nats; NaN if unknown
    picture: bytes | None = None  # PNG, JPEG or GIF, if the source is a picture

    def __post_init__(self) -> None:
        assert self.maps.ndim == 4
        assert self.maps.shape[2:] == (len(self.target.pieces), len(self.source.pieces))
        self.maps.setflags(write=False)


@dataclass(frozen=True, kw_only=True, eq=False)
class ForeignFile:
    """The output of one system: `tool` is the format's name, `notes` lists what its reader did.

    `changes` are the notes on what was left out, added, turned or cut, or is doubtful, unless that
    is usual for the tool. `texts` are the names of the files that its words are from. The words of
    `numbered` sides ("source", "target") are only the numbers of their places.
    """

    name: str
    tool: str
    kind: str
    sentences: tuple[ForeignSentence, ...]
    notes: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    numbered: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        assert self.kind in KINDS
        assert self.sentences

    @cached_property
    def heads(self) -> tuple[int, int]:
        """The largest number of layers and of heads over all sentences."""
        shapes = [sentence.maps.shape for sentence in self.sentences]
        return max(shape[0] for shape in shapes), max(shape[1] for shape in shapes)


@dataclass(frozen=True, kw_only=True)
class Heads:
    """The heads that are merged into one map, by their mean or maximum.

    Layers and heads count from 0; None means all of them.
    """

    layer: int | None = None
    head: int | None = None
    together: str = "mean"

    def __post_init__(self) -> None:
        assert self.together in TOGETHER

    def said(self, layers: int, heads: int) -> str:
        """Name the heads, counted from 1, of `layers` times `heads`; "" if there is only one."""
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
    """Merge the chosen heads into one map [tgt_len, src_len]; a missing index means the last."""
    layers, count = sentence.maps.shape[:2]
    rows = sentence.maps
    if heads.layer is not None:
        rows = rows[min(heads.layer, layers - 1)][None]
    if heads.head is not None:
        rows = rows[:, min(heads.head, count - 1)][:, None]
    return rows.max(axis=(0, 1)) if heads.together == "max" else rows.mean(axis=(0, 1))


def foreign_trace(file: ForeignFile, sentence: ForeignSentence, heads: Heads) -> Trace:
    """Return the trace of one sentence: the weights of the chosen heads, of an unknown timing.

    It has no scores, queries, contexts or candidates.
    """
    rows = chosen_map(sentence, heads)
    counts = sentence.maps.shape[:2]
    chosen = zip(counts, (heads.layer, heads.head), strict=True)
    alone = all(count == 1 or one is not None for count, one in chosen)
    said = heads.said(*counts)
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
    maximum = file.kind in SHARES and heads.together == "max" and not alone
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
