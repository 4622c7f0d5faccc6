"""The translation to show: greedy, or the best hypothesis of a beam search."""

from collections.abc import Sequence

from alignoscope.decoding.beam import beam_search, check_beam, hypothesis_path, search
from alignoscope.decoding.greedy import translate, write
from alignoscope.decoding.reading import read
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.limits import MAX_WIDTH
from alignoscope.records.trace import Trace


def best_translations(checkpoint: Checkpoint, texts: Sequence[str], width: int) -> list[Trace]:
    """Translate texts greedily for a width of 1, else by the best hypotheses of a beam search.

    Raises:
        ValueError: as `translate` and `beam_search` do.
    """
    if width == 1:
        return translate(checkpoint, texts)
    return [found[0] for found in beam_search(checkpoint, texts, width, most=1)]


def best_texts(checkpoint: Checkpoint, texts: Sequence[str], width: int) -> list[str]:
    """Return the texts of `best_translations`, without their traces and so much faster.

    Raises:
        ValueError: as `best_translations` does.
    """
    check_beam(width, 1.0, MAX_WIDTH)
    sources = [read(checkpoint.tokenizer, text, "source") for text in texts]
    if not sources:
        return []
    if width == 1:
        written = write(checkpoint, sources)
    else:
        done = search(checkpoint, sources, width, 1.0, traced=False)
        firsts = [hypothesis_path(done, i, *found[0][1:]) for i, found in enumerate(done.found)]
        written = [[choice.token for choice in path] for path in firsts]
    return [checkpoint.tokenizer.decode(ids).text for ids in written]
