"""The weights of all layers and heads of a Transformer, for the tokens that a trace has."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from alignoscope.analysis.likelihoods import check_model
from alignoscope.data.tokenizer import START_ID
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.decoders.transformer import TransformerDecoder
from alignoscope.models.transformer.layers import TransformerEncoder
from alignoscope.records.trace import Trace


class HeadMaps(NamedTuple):
    """The weights of all layers and heads for one pair of sentences."""

    encoder: np.ndarray  # [layers, heads, src_len, src_len], of the source to itself
    decoder: np.ndarray  # [layers, heads, tgt_len, tgt_len], of each token to those read so far
    cross: np.ndarray  # [layers, heads, tgt_len, src_len], of the target to the source


@torch.inference_mode()
def head_maps(checkpoint: Checkpoint, trace: Trace) -> HeadMaps:
    """Return the weights of all layers and heads, with the target of a trace.

    Row t of the decoder's maps is the step that writes token t. It has read the start mark and the
    tokens before t, so column 0 is the start mark, column j token j - 1, and columns after t are 0.

    Raises:
        ValueError: if the model is no Transformer, or the trace is of another model.
    """
    model = checkpoint.model
    decoder, encoder = model.decoder, model.encoder
    if not (isinstance(decoder, TransformerDecoder) and isinstance(encoder, TransformerEncoder)):
        raise ValueError(f"{checkpoint.variant} is no Transformer: it has one attention, no heads.")
    check_model(checkpoint, trace)
    source = torch.tensor([trace.source.ids])
    embedded, mask = model.embed(source), torch.ones_like(source, dtype=torch.bool)
    previous = torch.tensor([[START_ID, *trace.target.ids[:-1]]])
    outputs = decoder.walk(model.embed(previous), model.memory(embedded, mask))
    return HeadMaps(
        _stack(encoder.walk(embedded, mask)[1]),
        _stack([one.own for one in outputs]),
        _stack([one.cross for one in outputs]),
    )


def with_weights(trace: Trace, weights: np.ndarray) -> Trace:
    """Return a trace with other weights [tgt_len, src_len], such as those of one head."""
    rows = zip(trace.steps, weights, strict=True)
    return replace(trace, steps=tuple(replace(step, weights=row) for step, row in rows))


def _stack(maps: list[Tensor]) -> np.ndarray:
    """Return the maps of all layers, each [1, heads, n, m], as one array [layers, heads, n, m]."""
    return torch.cat(maps).numpy()
