"""The attention of all layers and heads of a Transformer, for the tokens that a trace has."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from alignoscope.analysis.likelihoods import check_model
from alignoscope.analysis.links import alignment_error, extract_links
from alignoscope.analysis.words import word_weights
from alignoscope.data.gold import GoldPair
from alignoscope.data.tokenizer import START, START_ID
from alignoscope.decoding.forced import force
from alignoscope.decoding.oracle import HeadRow, given_heads
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.decoders.transformer import TransformerDecoder
from alignoscope.models.transformer.heads import Attended
from alignoscope.models.transformer.layers import TransformerEncoder
from alignoscope.records.head_trace import CROSS, DECODER, ENCODER, HeadTrace
from alignoscope.records.links import Links
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import SELF, Trace, TraceStep

BEGIN = "start"  # the start mark as a word


class HeadMaps(NamedTuple):
    """The weights of all layers and heads for one pair of sentences."""

    encoder: np.ndarray  # [layers, heads, src_len, src_len], of the source to itself
    decoder: np.ndarray  # [layers, heads, tgt_len, tgt_len], of each token to those read so far
    cross: np.ndarray  # [layers, heads, tgt_len, src_len], of the target to the source


def head_maps(
    checkpoint: Checkpoint, trace: Trace, edits: Mapping[HeadRow, np.ndarray] | None = None
) -> HeadMaps:
    """Return the weights of all layers and heads, with the target of a trace.

    Row t of the decoder's maps is the step that writes token t. It has read the start mark and the
    tokens before t, so column 0 is the start mark, column j token j - 1, and columns after t are 0.

    Args:
        checkpoint: the Transformer.
        trace: its trace, which may be edited.
        edits: the edited rows of the trace, as in `decoding.what_if.continue_from`.

    Raises:
        ValueError: if the model is no Transformer, the trace is of another model, or an edit is not
            valid (`decoding.oracle.given_heads`).
    """
    found = _attended(checkpoint, trace, edits or {})
    maps = {name: [one.weights for one in layers] for name, layers in found.items()}
    return HeadMaps(*(torch.cat(maps[name]).numpy() for name in HeadMaps._fields))


def head_traces(checkpoint: Checkpoint, trace: Trace, attention: str = CROSS) -> list[HeadTrace]:
    """Return a trace of each head of all layers, with the source and the target of a trace.

    Args:
        checkpoint: the Transformer.
        trace: its trace, which may be forced.
        attention: the attention of the decoder to the source, or self-attention, one of
            `records.head_trace.ATTENTIONS`.

    Raises:
        ValueError: as `head_maps` does.
    """
    layers, decoder = _attended(checkpoint, trace, {})[attention], checkpoint.model.decoder
    assert isinstance(decoder, TransformerDecoder)
    aligned = decoder.aligned if attention == CROSS else None
    return [
        _head_trace(trace, attention, layer, head, one, aligned)
        for layer, one in enumerate(layers)
        for head in range(one.weights.shape[1])
    ]


def head_errors(checkpoint: Checkpoint, gold: Sequence[GoldPair]) -> np.ndarray:
    """Return the AER [layers, heads + 1] of each head, and last of the mean over a layer's heads.

    Each target word is linked to the word with its largest weight, from forced decoding.

    Raises:
        ValueError: if the model is no Transformer, or a sentence is empty or too long; the message
            names its pair.
    """
    links: list[list[Links]] = []
    for pair in gold:
        try:
            (trace,) = force(checkpoint, [pair.source], [pair.target])
        except ValueError as error:
            raise ValueError(f"Pair {pair.name}: {error}") from error
        cross = head_maps(checkpoint, trace).cross
        maps = np.concatenate([cross, cross.mean(axis=1, keepdims=True)], axis=1)
        words, shape = (pair.source_words, pair.target_words), maps.shape[:2]
        flat = maps.reshape(-1, *maps.shape[2:])
        links.append(
            [extract_links(word_weights(with_weights(trace, one), *words)) for one in flat]
        )
    errors = [alignment_error(found, gold).aer for found in zip(*links, strict=True)]
    return np.array(errors).reshape(shape)


def with_weights(trace: Trace, weights: np.ndarray) -> Trace:
    """Return a trace with other weights [tgt_len, src_len], such as those of one head."""
    rows = zip(trace.steps, weights, strict=True)
    steps = tuple(replace(step, weights=row, heads=None, self_heads=None) for step, row in rows)
    return replace(trace, steps=steps)


@torch.inference_mode()
def _attended(
    checkpoint: Checkpoint, trace: Trace, edits: Mapping[HeadRow, np.ndarray]
) -> dict[str, list[Attended]]:
    """Return what each layer's attention computed, by its name; see `head_maps`."""
    model = checkpoint.model
    decoder, encoder = model.decoder, model.encoder
    if not (isinstance(decoder, TransformerDecoder) and isinstance(encoder, TransformerEncoder)):
        raise ValueError(f"{checkpoint.variant} is no Transformer: it has one attention, no heads.")
    check_model(checkpoint, trace)
    source = torch.tensor([trace.source.ids])
    embedded, mask = model.embed(source), torch.ones_like(source, dtype=torch.bool)
    previous = torch.tensor([[START_ID, *trace.target.ids[:-1]]])
    given, rows = None, given_heads(checkpoint, trace.source, edits)
    if rows:
        own = torch.full_like(next(iter(rows.values())), torch.nan)
        given = torch.stack([rows.get(step, own) for step in range(previous.shape[1])], dim=3)
    outputs = decoder.walk(model.embed(previous), model.memory(embedded, mask), given)
    return {
        ENCODER: encoder.walk(embedded, mask)[1],
        DECODER: [one.own for one in outputs],
        CROSS: [one.cross for one in outputs],
    }


def _head_trace(
    trace: Trace, attention: str, layer: int, head: int, found: Attended, aligned: int | None
) -> HeadTrace:
    weights, query, key, value = (_part(part, head) for part in found[1:])
    scores = query @ key.T / np.float32(math.sqrt(key.shape[1]))
    if attention == DECODER:
        scores[np.triu_indices(len(scores), k=1)] = -np.inf
    source, target, steps, kind = trace.source, trace.target, trace.steps, trace.kind
    if attention == ENCODER:
        target, steps, kind = source, _reading(source), SELF
    elif attention == DECODER:
        source = target = _read_so_far(trace.target)
        steps, kind = _reading(target, trace.steps), SELF
    label = f"{trace.label} · layer {layer + 1}, head {head + 1}"
    rows = zip(steps, query, scores, weights, weights @ value, strict=True)
    return HeadTrace(
        variant=trace.variant,
        timing=trace.timing,
        mode=trace.mode,
        kind=kind,
        beam=trace.beam,
        given=trace.given,
        source=source,
        target=target,
        finished=trace.finished or kind == SELF,
        window=None,
        values=value,
        steps=tuple(
            replace(step, query=q, scores=e, weights=a, context=c, heads=None, self_heads=None)
            for step, q, e, a, c in rows
        ),
        confidence=None if kind == SELF else trace.confidence,
        rare=() if kind == SELF else trace.rare,
        label=label,
        attention=attention,
        layer=layer,
        head=head,
        keys=key,
        aligned=layer == aligned,
    )


def _part(tensor: Tensor, head: int) -> np.ndarray:
    """Return one head's part [n, m] of a batch of one [1, heads, n, m]."""
    return tensor[0, head].numpy().copy()


def _read_so_far(target: Sentence) -> Sentence:
    """Return what the decoder reads: the start mark, and the target without its last token."""
    word_of = (0, *(word + 1 for word in target.word_of[:-1]))
    return Sentence(
        text=target.text,
        ids=(START_ID, *target.ids[:-1]),
        pieces=(START, *target.pieces[:-1]),
        words=(BEGIN, *target.words[: word_of[-1]]),
        word_of=word_of,
    )


def _reading(sentence: Sentence, steps: Sequence[TraceStep] = ()) -> tuple[TraceStep, ...]:
    """Return steps that read the tokens of a sentence, with the candidates of steps, if any."""
    empty = np.zeros(0, np.float32)
    found = [step.candidates for step in steps] or [()] * len(sentence.pieces)
    return tuple(
        TraceStep(
            token=token,
            log_prob=math.nan,
            query=empty,
            scores=None,
            weights=None,
            context=empty,
            center=None,
            candidates=candidates,
        )
        for token, candidates in zip(sentence.pieces, found, strict=True)
    )
