"""Facts that decide whether a statement about attention is true."""

import numpy as np
import torch

from alignoscope.analysis.words import merge_words
from alignoscope.course.facts.sentences import CATS, GIRL, JAMAIS, NEVER, TIRED
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.scores.additive import Additive
from alignoscope.records.sentence import END
from alignoscope.records.trace import Trace

NOIR = "noir"  # The written word that the first bet is about.


def row_sum(checkpoint: Checkpoint) -> int | float:
    """Return the sum of every row of a map, or -1 if rows differ."""
    weights = translate(checkpoint, [GIRL])[0].weights
    assert weights is not None
    sums = set(weights.sum(axis=1).round(4).tolist())
    return sums.pop() if len(sums) == 1 else -1


def size_of_v(checkpoint: Checkpoint) -> int:
    """Return the size of v of an additive score."""
    score = checkpoint.model.decoder.attention.score
    assert isinstance(score, Additive)
    return score.v.weight.numel()


def rows_of_v(checkpoint: Checkpoint) -> int:
    """Return the number of rows of v as a matrix: with one row it is a vector."""
    score = checkpoint.model.decoder.attention.score
    assert isinstance(score, Additive)
    return len(score.v.weight)


def ends(checkpoint: Checkpoint) -> str:
    """Return "at the end mark" if the decoder ends there, or "with the source"."""
    trace = translate(checkpoint, [TIRED])[0]
    differs = len(trace.target.ids) != len(trace.source.ids)
    return "at the end mark" if differs and trace.target.pieces[-1] == END else "with the source"


@torch.inference_mode()
def keys_and_values(checkpoint: Checkpoint) -> str:
    """Return whether keys and values are "the same" numbers, or "made apart"."""
    memory = checkpoint.model.encode(torch.tensor([checkpoint.tokenizer.encode(GIRL).ids]))
    same = memory.keys.shape == memory.values.shape and torch.equal(memory.keys, memory.values)
    return "the same" if same else "made apart"


def words_at_never(checkpoint: Checkpoint) -> int:
    """Return the number of French words whose largest weight is on *never* in `NEVER`."""
    trace = force(checkpoint, [NEVER], [JAMAIS])[0]
    assert trace.weights is not None
    rows = merge_words(trace.weights, trace.source, trace.target, "weights")
    return int(np.count_nonzero(rows.argmax(axis=1) == trace.source.words.index("never")))


def noir_looks(checkpoint: Checkpoint) -> str:
    """Return the source word with the most weight while *noir* is written."""
    trace = translate(checkpoint, [CATS])[0]
    row = noir_row(trace)
    return trace.source.words[int(row.argmax())] if len(row) else "nothing: it does not write noir"


def noir_row(trace: Trace) -> np.ndarray:
    """Return the weights [src_words] while *noir* is written; empty if it is not."""
    assert trace.weights is not None
    if NOIR not in trace.target.words:
        return np.empty(0)
    rows = merge_words(trace.weights, trace.source, trace.target, "weights")
    return rows[trace.target.words.index(NOIR)]
