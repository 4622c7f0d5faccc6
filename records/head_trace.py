"""The record of one head of a Transformer: its attention for one pair of sentences, as a trace."""

from dataclasses import dataclass

import numpy as np

from alignoscope.records.trace import Trace

CROSS, ENCODER, DECODER = "cross", "encoder", "decoder"
ATTENTIONS = (CROSS, ENCODER, DECODER)  # of the target to the source, and of each to itself


@dataclass(frozen=True, kw_only=True, eq=False)
class HeadTrace(Trace):
    """A trace whose steps have the query, scores, weights and context vector of one head.

    e_tj = q_t . k_j / sqrt(d_k),  a_t = softmax(e_t),  head_t = sum_j a_tj v_j  (Vaswani et al.
    2017, section 3.2). The trace's `values` are the v_j [src_len, d_k], its contexts the head_t,
    which the model joins with those of the other heads.

    In self-attention, source and target are the sequence that attends to itself: in the encoder the
    source, in the decoder the start mark and the tokens read so far. A later token has the score
    -inf.

    Args:
        attention: one of `ATTENTIONS`.
        layer: the layer, from 0.
        head: the head, from 0.
        keys: the k_j, [src_len, d_k].
        aligned: whether the mean over this layer's heads is the map of the model.
    """

    attention: str
    layer: int
    head: int
    keys: np.ndarray
    aligned: bool = False

    def __post_init__(self) -> None:
        assert self.attention in ATTENTIONS
        assert self.keys.shape == self.values.shape
        super().__post_init__()
