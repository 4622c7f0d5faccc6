"""What other models find of a translation: a second reader, and the way back.

A second reader is a better model of the same pair, which is forced to write the translation; on the
way back a model of the other direction is forced to write the source. Both know what the model
itself does not. Each reading is one pass over all tokens at once.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from alignoscope.analysis.confidence import LEAST, counted, found_beside
from alignoscope.analysis.words import own_words
from alignoscope.data.tokenizer import START_ID
from alignoscope.models.checkpoint import SUFFIX, Checkpoint
from alignoscope.models.seq2seq import pad_ids
from alignoscope.records.confidence import ReadFit, Rereading
from alignoscope.records.limits import MAX_MEASURED
from alignoscope.records.percentages import rounded
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace

Load = Callable[[Path], Checkpoint]  # raises ValueError for a file that cannot be used


def has_readers(checkpoint: Checkpoint) -> bool:
    """Return whether a fit beside a model's file counts what other models read."""
    own = checkpoint.path and found_beside(checkpoint).confidence.get(checkpoint.path.stem)
    return bool(own and own.read)


def reader_paths(path: Path, fit: ReadFit) -> tuple[Path | None, Path | None]:
    """Return the files of the second reader and of the way back, None where there is none.

    `path` is the file of the model whose translations they read.
    """
    second, back = fit.second, fit.back
    return (
        path.parent / f"{second}{SUFFIX}" if second else None,
        path.parent.parent / f"{back}{SUFFIX}" if back else None,
    )


def with_readings(checkpoint: Checkpoint, traces: Sequence[Trace], load: Load) -> list[Trace]:
    """Return a model's traces with a confidence that counts what other models read.

    Without a fit for that, without a file that it names, or where a text is too long for them, a
    trace stays as it is.
    """
    found = found_beside(checkpoint)
    own = found.confidence.get(checkpoint.path.stem) if checkpoint.path else None
    if not own or not own.read or not any(one.confidence for one in traces):
        return [*traces]
    assert checkpoint.path
    try:
        paths = reader_paths(checkpoint.path, own.read)
        second, back = (load(path) if path else None for path in paths)
    except ValueError:
        return [*traces]
    made = []
    for one in traces:
        source, target = one.source, one.target
        read = (
            _read(second, own.read.second, source, target),
            _read(back, own.read.back, target, source),
        )
        sure = one.confidence and counted(one, own, found.words, *read)
        made.append(replace(one, confidence=sure))
    return made


def reading(reader: Checkpoint, name: str, source: str, target: str) -> Rereading | None:
    """Return how probable a model finds a target, given a source, or None if one is too long."""
    return readings(reader, name, [(source, target)])[0]


@torch.inference_mode()
def readings(
    reader: Checkpoint, name: str, texts: Sequence[tuple[str, str]]
) -> list[Rereading | None]:
    """Return how probable a model finds each target, given its source, in one pass.

    An entry is None where the target has no word, or one of both texts is too long.
    """
    both = [tuple(map(reader.tokenizer.encode, pair)) for pair in texts]
    found: list[Rereading | None] = [None] * len(both)
    asked = [
        i
        for i, (given, written) in enumerate(both)
        if max(len(given.ids), len(written.ids)) <= MAX_MEASURED and own_words(written)
    ]
    if not asked:
        return found
    model, ids = reader.model, pad_ids([both[i][1].ids for i in asked])
    previous = torch.cat([torch.full_like(ids[:, :1], START_ID), ids[:, :-1]], dim=1)
    walked = model.walk(pad_ids([both[i][0].ids for i in asked]), previous)
    log_p = torch.log_softmax(model.logits(*walked.written), dim=-1)
    rows = log_p.gather(2, ids.unsqueeze(2)).squeeze(2).cpu().double().numpy().clip(LEAST)
    for i, row in zip(asked, rows, strict=True):
        written = both[i][1]
        own = row[: len(written.ids)]
        words = np.exp(np.minimum.reduceat(own, [span.start for span in written.spans]))
        found[i] = Rereading(
            model=name,
            words=tuple(rounded(words[: len(own_words(written))], 4).tolist()),
            mean=round(float(own.mean()), 4),
        )
    return found


def _read(
    reader: Checkpoint | None, name: str, source: Sentence, target: Sentence
) -> Rereading | None:
    """Return a reading if it has a probability for each word; tokenizers may differ in them."""
    found = reading(reader, name, source.text, target.text) if reader else None
    return found if found and len(found.words) == len(own_words(target)) else None
