"""The translation to show: greedy, or the best hypothesis of a beam search."""

from collections.abc import Sequence

from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace


def best_translations(checkpoint: Checkpoint, texts: Sequence[str], width: int) -> list[Trace]:
    """Translate texts greedily for a width of 1, else by the best hypotheses of a beam search.

    Raises:
        ValueError: as `translate` and `beam_search` do.
    """
    if width == 1:
        return translate(checkpoint, texts)
    return [found[0] for found in beam_search(checkpoint, texts, width)]
