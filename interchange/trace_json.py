"""Reading and writing traces as JSON, as described in docs/trace-format.md; without torch."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, asdict
from dataclasses import fields as dataclass_fields
from math import inf, isfinite, nan
from typing import TypeVar

import numpy as np

from alignoscope.analysis.words import own_words
from alignoscope.interchange.sentence_json import (
    read_sentence,
    read_word,
    written_sentence,
)
from alignoscope.interchange.trace_numbers import (
    check_cells,
    read_heads,
    read_likelihoods,
    read_log_prob,
    read_matrix,
    read_self_heads,
    read_share,
    read_weights,
)
from alignoscope.records.confidence import Confidence, Rereading
from alignoscope.records.json_values import Value, parse_json
from alignoscope.records.limits import (
    MAX_TRACE_BYTES,
    MAX_TRACE_CELLS,
    MAX_TRACE_LISTS,
    MAX_TRACE_TEXT,
    MAX_TRACE_VALUES,
    MAX_TRACES,
    MAX_WIDTH,
)
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import (
    KINDS,
    MODES,
    Candidate,
    Edited,
    Trace,
    TraceStep,
    with_unique_ids,
)
from alignoscope.records.variant import TIMINGS, TRANSFORMER

T = TypeVar("T")
FORMAT = "alignoscope-trace-1"
UNKNOWN = "unknown"  # The timing of a trace whose file has none.
HEAD_DECIMALS = 4  # All that is drawn of a head; a mean over heads is written in full as `weights`.
_NUMBER_BYTES = 16  # The largest number of bytes of a float32 as text, with its comma.
_TRACE = (
    *("variant", "label", "timing", "mode", "finished", "window", "source", "target"),
    *("weights", "scores", "likelihoods", "tokens", "log_probs", "centers", "p_gen"),
    *("heads", "self_heads"),
    *("queries", "contexts", "values", "candidates", "given", "edited", "beam", "kind"),
    *("bidirectional", "confidence"),
)


def fits(traces: Sequence[Trace]) -> bool:
    """Return whether a file of these traces would be small enough for `from_json`."""
    cells = sum(len(trace.source.pieces) * len(trace.steps) for trace in traces)
    numbers = sum(trace.values.size + sum(map(_numbers, trace.steps)) for trace in traces)
    numbers += sum(trace.likelihoods.size for trace in traces if trace.likelihoods is not None)
    texts = [len(side.text) for trace in traces for side in (trace.source, trace.target)]
    return (
        1 <= len(traces) <= MAX_TRACES
        and cells <= MAX_TRACE_CELLS
        and numbers * _NUMBER_BYTES <= MAX_TRACE_BYTES * 0.9  # The rest is for words.
        and max(texts) <= MAX_TRACE_TEXT
    )


def to_json(traces: Sequence[Trace]) -> str:
    """Return traces as JSON, one line per trace; `from_json` restores the exact float32 arrays.

    Only the weights of single heads are rounded, to `HEAD_DECIMALS`.
    """
    lines = (
        json.dumps(_written(trace), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        for trace in traces
    )
    return f'{{"format": "{FORMAT}", "traces": [\n' + ",\n".join(lines) + "\n]}\n"


def from_json(text: str | bytes) -> list[Trace]:
    """Read traces written by `to_json`, or by another tool in the same format.

    Repeated ids are numbered.

    Raises:
        ValueError: if the text is not of this format, or larger than `records.limits` allows.
    """
    limits = {"max_values": MAX_TRACE_VALUES, "max_lists": MAX_TRACE_LISTS}
    document = parse_json(text, max_bytes=MAX_TRACE_BYTES, **limits)
    if not isinstance(document, dict) or "format" not in document:
        raise ValueError(f'This is not a trace file: expected an object with "format": "{FORMAT}".')
    if document["format"] != FORMAT:
        given = str(document["format"])[:40]
        raise ValueError(f"The file's format is {given!r}: this version reads {FORMAT!r}.")
    found = Value(where="The file", value=document).record(("format", "traces"))["traces"]
    if not 1 <= found.length() <= MAX_TRACES:
        raise ValueError(f"The file holds {found.length():,} traces: expected 1 to {MAX_TRACES}.")
    records = [
        Value(where=f"Trace {i}", value=item.value).record(_TRACE)
        for i, item in enumerate(found.items(), start=1)
    ]
    check_cells(records)
    return with_unique_ids(_trace(record) for record in records)


def _written(trace: Trace) -> dict[str, object]:
    return {
        "variant": trace.variant,
        **({} if trace.label == trace.variant else {"label": trace.label}),
        "timing": trace.timing,
        "mode": trace.mode,
        **({} if trace.kind == "weights" else {"kind": trace.kind}),
        **({} if trace.beam is None else {"beam": trace.beam}),
        **({"bidirectional": True} if trace.bidirectional else {}),
        "finished": trace.finished,
        "window": trace.window,
        "source": written_sentence(trace.source),
        "target": written_sentence(trace.target),
        "weights": None if trace.weights is None else _rows(trace.weights),
        "scores": None if trace.scores is None else _rows(trace.scores),
        **({} if trace.likelihoods is None else {"likelihoods": _rows(trace.likelihoods)}),
        "tokens": [step.token for step in trace.steps],
        "log_probs": [_finite(step.log_prob) for step in trace.steps],
        "centers": [_finite(step.center) for step in trace.steps],
        **({"p_gen": [step.p_gen for step in trace.steps]} if _copies(trace) else {}),
        **_heads("heads", [step.heads for step in trace.steps]),
        **_heads("self_heads", [step.self_heads for step in trace.steps]),
        "queries": _rows([step.query for step in trace.steps]),
        "contexts": _rows([step.context for step in trace.steps]),
        "values": _rows(trace.values),
        "candidates": [[[c.token, c.log_prob] for c in step.candidates] for step in trace.steps],
        "given": trace.given,
        "edited": [[edit.step, edit.how] for edit in trace.edited],
        **_confident(trace.confidence),
    }


def _copies(trace: Trace) -> bool:
    return all(step.p_gen is not None for step in trace.steps)


def _heads(name: str, found: Sequence[np.ndarray | None]) -> dict[str, object]:
    known = [rows.round(HEAD_DECIMALS) for rows in found if rows is not None]
    return {name: [*map(_rows, known)]} if 0 < len(known) == len(found) else {}


def _rows(rows: Sequence[np.ndarray] | np.ndarray) -> list[list[float | None]]:
    # The text of a float32 is the shortest one that is parsed as the same float32.
    return [[float(str(x)) if isfinite(x) else None for x in row.astype("f4")] for row in rows]


def _finite(number: float | None) -> float | None:
    return number if number is not None and isfinite(number) else None


def _numbers(step: TraceStep) -> int:
    rows = (step.query, step.scores, step.weights, step.context, step.heads, step.self_heads)
    return sum(row.size for row in rows if row is not None)


def _trace(fields: Mapping[str, Value]) -> Trace:
    source, target = read_sentence(fields["source"]), read_sentence(fields["target"])
    src_len, tgt_len = len(source.pieces), len(target.pieces)
    kind = fields["kind"].given(lambda value: value.choice(KINDS), "weights")
    weights = fields["weights"].given(
        lambda value: read_weights(value, tgt_len, src_len, kind), None
    )
    scores = fields["scores"].given(lambda value: value.matrix(tgt_len, src_len, -inf), None)
    likelihoods = fields["likelihoods"].given(
        lambda value: read_likelihoods(value, tgt_len, src_len), None
    )
    for name, part in (("scores", scores), ("likelihoods", likelihoods)):
        if part is not None and weights is None:
            raise ValueError(f"{fields[name].where}: give the weights with the {name}.")
    mode = fields["mode"].given(lambda value: value.choice(MODES), "forced")
    return Trace(
        variant=fields["variant"].text(MAX_TRACE_TEXT),
        label=fields["label"].given(lambda value: value.text(MAX_TRACE_TEXT), ""),
        timing=fields["timing"].given(
            lambda value: value.choice((*TIMINGS, TRANSFORMER, UNKNOWN)), UNKNOWN
        ),
        mode=mode,
        kind=kind,
        source=source,
        target=target,
        finished=fields["finished"].given(Value.truth, True),
        window=fields["window"].given(Value.whole, None),
        values=read_matrix(fields["values"], src_len),
        steps=_steps(fields, target, weights, scores),
        likelihoods=likelihoods,
        given=fields["given"].given(lambda value: _up_to(tgt_len, value), 0),
        edited=fields["edited"].given(lambda value: _edited(value, tgt_len), ()),
        beam=fields["beam"].given(lambda value: _beam(value, mode), None),
        bidirectional=fields["bidirectional"].given(Value.truth, False),
        confidence=fields["confidence"].given(
            lambda value: _confidence(value, source, target), None
        ),
    )


def _confident(sure: Confidence | None) -> dict[str, object]:
    """Return the confidence of a translation without the fields that it lacks."""
    if sure is None:
        return {}
    return {"confidence": {name: one for name, one in asdict(sure).items() if one is not None}}


def _confidence(value: Value, source: Sentence, target: Sentence) -> Confidence:
    """Read the confidence of a translation: a probability and a reason for each of its words."""
    names = [field.name for field in dataclass_fields(Confidence)]
    needed = [field.name for field in dataclass_fields(Confidence) if field.default is MISSING]
    fields = value.record(names)
    for name in needed:
        if fields[name].value is None:
            raise ValueError(f"{value.where} has no {name!r}: expected {', '.join(needed)}.")
    count = len(own_words(target))
    return Confidence(
        words=fields["words"].each(count, _probability),
        reasons=fields["reasons"].each(count, lambda item: item.text(MAX_TRACE_TEXT)),
        **{name: _probability(fields[name]) for name in ("sentence", "unsure", "wrong")},
        alone=fields["alone"].given(_probability, None),
        second=fields["second"].given(lambda one: _reading(one, target), None),
        back=fields["back"].given(lambda one: _reading(one, source), None),
    )


def _reading(value: Value, sentence: Sentence) -> Rereading:
    """Read what another model found of a sentence."""
    fields = value.record([field.name for field in dataclass_fields(Rereading)])
    return Rereading(
        model=fields["model"].text(MAX_TRACE_TEXT),
        words=fields["words"].each(len(own_words(sentence)), _probability),
        mean=fields["mean"].number(),
    )


def _probability(value: Value) -> float:
    number = value.number()
    if not 0 <= number <= 1:
        raise ValueError(f"{value.where}: expected a probability, from 0 to 1.")
    return number


def _steps(
    fields: Mapping[str, Value],
    target: Sentence,
    weights: np.ndarray | None,
    scores: np.ndarray | None,
) -> tuple[TraceStep, ...]:
    tgt_len = len(target.pieces)
    none = (None,) * tgt_len
    heads = fields["heads"].given(lambda value: read_heads(value, weights), none)
    self_heads = fields["self_heads"].given(lambda value: read_self_heads(value, heads), none)

    def each(name: str, read: Callable[[Value], T], default: Sequence[T]) -> Sequence[T]:
        return fields[name].given(lambda value: value.each(tgt_len, read), default)

    columns: dict[str, Sequence | np.ndarray] = {
        "token": each("tokens", read_word, target.pieces),
        "log_prob": each(
            "log_probs", lambda value: value.given(read_log_prob, nan), (nan,) * tgt_len
        ),
        "query": read_matrix(fields["queries"], tgt_len),
        "scores": none if scores is None else scores,
        "weights": none if weights is None else weights,
        "context": read_matrix(fields["contexts"], tgt_len),
        "center": each("centers", lambda value: value.given(Value.number, None), none),
        "p_gen": each("p_gen", read_share, none),
        "heads": heads,
        "self_heads": self_heads,
        "candidates": each(
            "candidates", lambda value: value.each(None, _candidate), ((),) * tgt_len
        ),
    }
    return tuple(
        TraceStep(**{name: column[i] for name, column in columns.items()}) for i in range(tgt_len)
    )


def _edited(value: Value, tgt_len: int) -> tuple[Edited, ...]:
    found = []
    for item in value.items():
        step, how = item.items(2)
        words = how.text(MAX_TRACE_TEXT, least=0)
        found.append(Edited(step=_up_to(tgt_len - 1, step), how=words))
    steps = [edit.step for edit in found]
    if steps != sorted(set(steps)):
        raise ValueError(f"{value.where}: expected each edited step once, in their order.")
    return tuple(found)


def _beam(value: Value, mode: str) -> int:
    if mode != "beam":
        raise ValueError(f"{value.where}: only a trace of the mode 'beam' has a width.")
    return _up_to(MAX_WIDTH, value, least=1)


def _up_to(most: int, value: Value, least: int = 0) -> int:
    if value.whole(least) > most:
        raise ValueError(f"{value.where} is {value.value}: expected {least} to {most}.")
    return value.whole()


def _candidate(value: Value) -> Candidate:
    token, log_prob = value.items(2)
    return Candidate(token=read_word(token), log_prob=read_log_prob(log_prob))
