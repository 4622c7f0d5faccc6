"""Ablation: a Transformer without some of its heads, and what it then writes."""

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, replace

from torch import nn

from alignoscope.analysis.likelihoods import check_model
from alignoscope.decoding.forced import force_sentences
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.packing import Linear
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.models.transformer.heads import MultiHead
from alignoscope.records.head_trace import CROSS, ENCODER
from alignoscope.records.trace import Trace
from alignoscope.records.variant import is_transformer


@dataclass(frozen=True, kw_only=True, eq=False)
class Ablation:
    """What a Transformer does without a head, or without all heads of a layer (`head` is None).

    `fall` is log p of the trace's target with the heads minus that without them (nats): above 0,
    they helped. `written` is the greedy translation without them.
    """

    layer: int  # from 0, as is the head
    head: int | None
    fall: float
    written: Trace


def ablations(checkpoint: Checkpoint, trace: Trace, attention: str = CROSS) -> list[Ablation]:
    """Return what the model does without each head and each layer of an attention.

    Args:
        checkpoint: the Transformer.
        trace: its trace.
        attention: one of `records.head_trace.ATTENTIONS`.

    Raises:
        ValueError: if the model is no Transformer, or the trace is of another model.
    """
    check_model(checkpoint, trace)
    config = checkpoint.model.config

    def log_prob(model: Checkpoint) -> float:
        return force_sentences(model, [trace.source], [trace.target])[0].log_prob

    whole, found = log_prob(checkpoint), []
    for layer in range(config.layers):
        for head in (*range(config.heads), None):
            left = without(checkpoint, attention, layer, head)
            (written,) = translate(left, [trace.source.text])
            fall = whole - log_prob(left)
            found.append(Ablation(layer=layer, head=head, fall=fall, written=written))
    return found


def without(checkpoint: Checkpoint, attention: str, layer: int, head: int | None) -> Checkpoint:
    """Return a Transformer in which a head outputs 0, or all heads of a layer if `head` is None.

    MultiHead = [head_1; ...; 0; ...; head_h] W^O: the head's mask is 0 (Michel et al. 2019, section
    2.3), as where a gate of Voita et al. 2019, section 5, is closed. Here its columns of W^O are 0,
    which computes the same. The checkpoint itself does not change, and shares all other weights.

    Raises:
        ValueError: if the model is no Transformer.
    """
    model = checkpoint.model
    output = _block(model, attention, layer).output
    size = output.in_features // model.config.heads
    left = deepcopy(model, {id(one): one for one in _shared(model)})
    changed = _block(left, attention, layer).output
    weight = output.weight.detach().clone()
    weight[:, slice(None) if head is None else slice(head * size, (head + 1) * size)] = 0
    changed.weight = nn.Parameter(weight, requires_grad=False)
    if output.packed:
        changed.pack()
    return replace(checkpoint, model=left)


def _shared(model: Seq2Seq) -> Iterable[object]:
    """Yield the weights of a model, also those that are packed."""
    yield from model.parameters()
    yield model.packed
    for module in model.modules():
        if isinstance(module, Linear):
            yield module.packed


def _block(model: Seq2Seq, attention: str, layer: int) -> MultiHead:
    """Return the attention of a layer, counted from 0."""
    variant, side = model.config.variant, "encoder" if attention == ENCODER else "decoder"
    if not is_transformer(variant):
        raise ValueError(f"{variant} is no Transformer: it has one attention, no heads.")
    name = "cross" if attention == CROSS else "own"
    block = model.get_submodule(f"{side}.layers.{layer}.{name}")
    assert isinstance(block, MultiHead)
    return block
