"""Whether a trace and a model belong together."""

from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace


def check_model(checkpoint: Checkpoint, trace: Trace) -> None:
    """Make sure that a trace may be walked again with a model.

    Raises:
        ValueError: if the trace is of another variant or vocabulary than the checkpoint.
    """
    if trace.variant != checkpoint.variant:
        raise ValueError(f"The trace is of {trace.variant}, the model is {checkpoint.variant}.")
    size, tokenizer = len(checkpoint.tokenizer), checkpoint.tokenizer
    for sentence in (trace.source, trace.target):
        for token, piece in zip(sentence.ids, sentence.pieces, strict=True):
            if not 0 <= token < size or tokenizer.piece(token) != piece:
                raise ValueError(
                    f"The trace has a token {piece!r} that this model's vocabulary has not, or has "
                    "under another number: the trace was made with another model."
                )
