"""Snapshots: the attention maps of a few fixed sentences at several steps of training."""

import copy
from collections.abc import Sequence

from alignoscope.data.tokenizer import Tokenizer
from alignoscope.decoding.forced import force
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.run import RunRecord

POINTS = 20


def snapshot_steps(total: int) -> set[int]:
    """Return about `POINTS` steps from 0 to `total`, spaced logarithmically after 0."""
    return {0, *(round(total ** (i / (POINTS - 2))) for i in range(POINTS - 1))}


def take_snapshot(
    model: Seq2Seq, tokenizer: Tokenizer, examples: Sequence[Sequence[str]], step: int
) -> dict:
    """Return the model's maps of the examples (source, target), by forced decoding of the targets.

    `maps` holds one [tgt_len, src_len] list of weights per example, over tokens with the end marks,
    rounded to 3 decimals; it is empty for a model without attention.

    Args:
        model: the model, which is not changed.
        tokenizer: the tokenizer of the model.
        examples: sources and targets.
        step: the number of updates so far, stored with the maps.
    """
    still = copy.deepcopy(model).cpu().eval()
    checkpoint = Checkpoint(model=still, tokenizer=tokenizer, record=RunRecord())
    sources, targets = zip(*examples, strict=True)
    traces = force(checkpoint, sources, targets)
    maps = [trace.weights for trace in traces if trace.weights is not None]
    return {"step": step, "maps": [weights.round(3).tolist() for weights in maps]}
