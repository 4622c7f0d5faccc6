"""The best translation of each text: greedy, by beam search, or by an ensemble."""

from collections.abc import Sequence

from alignoscope.decoding.beam import beam_search, check_beam, hypothesis_path, search
from alignoscope.decoding.greedy import translate, write
from alignoscope.decoding.reading import read
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.limits import MAX_WIDTH
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace


def best_translations(checkpoint: Checkpoint, texts: Sequence[str], width: int) -> list[Trace]:
    """Translate texts greedily if the width is 1, else with the best hypothesis of a beam search.

    Raises:
        ValueError: as `translate` and `beam_search` do.
    """
    if width == 1:
        return translate(checkpoint, texts)
    return [found[0] for found in beam_search(checkpoint, texts, width, most=1)]


def best_texts(checkpoint: Checkpoint, texts: Sequence[str], width: int) -> list[str]:
    """Return the texts of `best_translations`; without traces, this is much faster.

    Raises:
        ValueError: as `best_translations` does.
    """
    if width != 1:
        return [found.text for found in joint_translations([checkpoint], texts, width)]
    sources = [read(checkpoint.tokenizer, text, "source") for text in texts]
    written = write(checkpoint, sources) if sources else []
    return [checkpoint.tokenizer.decode(ids).text for ids in written]


def joint_translations(
    checkpoints: Sequence[Checkpoint], texts: Sequence[str], width: int
) -> list[Sentence]:
    """Return the best translation of each text by an ensemble of models with the same tokenizer.

    A token's log-probability is the mean over the models (Sutskever et al. 2014, section 3.6). A
    translation that met the length limit has no end mark.

    Raises:
        ValueError: as `beam_search` does, or if the tokenizers differ.
    """
    check_beam(width, 1.0, MAX_WIDTH)
    tokenizer = checkpoints[0].tokenizer
    if len({checkpoint.tokenizer.to_json() for checkpoint in checkpoints}) > 1:
        raise ValueError("The models have different tokenizers: they cannot search as one.")
    sources = [read(tokenizer, text, "source") for text in texts]
    if not sources:
        return []
    models = [checkpoint.model for checkpoint in checkpoints]
    done = search(models, sources, width, 1.0, traced=False)
    firsts = [hypothesis_path(done, i, *found[0][1:]) for i, found in enumerate(done.found)]
    return [tokenizer.decode([choice.token for choice in path]) for path in firsts]
