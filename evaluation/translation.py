"""BLEU and chrF of a checkpoint's translations, by greedy decoding or beam search."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from alignoscope.data.corpus import Pair
from alignoscope.decoding.best import best_texts
from alignoscope.evaluation.batches import length_batches
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.limits import MAX_MEASURED
from alignoscope.records.measured_rows import Quality, Resampled
from alignoscope.records.trace import decoding_name

BATCH = 64
DRAWS = 1000  # The number of bootstrap samples.
SEED = 12345  # Of the samples: sacrebleu's default, so that all checkpoints have the same ones.


class TranslationScore(NamedTuple):
    """Corpus BLEU and chrF (0 to 100), exact matches (percent), and sacrebleu's signatures.

    `draws` is BLEU of each of `DRAWS` bootstrap samples of the sentences, which are the same for
    every checkpoint; 95 % of them are from `bleu_low` to `bleu_high` (Koehn 2004).
    """

    bleu: float
    chrf: float
    exact: float
    bleu_signature: str
    chrf_signature: str
    bleu_low: float
    bleu_high: float
    draws: tuple[float, ...]


def measure_quality(
    checkpoint: Checkpoint, pairs: Sequence[Pair], part: str, *, width: int, several: bool
) -> tuple[list[Quality], Resampled]:
    """Translate the sources of a part, and score the translations against the targets.

    Args:
        checkpoint: the model.
        pairs: the pairs of the part.
        part: the name of the part.
        width: the width of the beam; 1 decodes greedily.
        several: whether to add a row with several references, if any source has them.

    Raises:
        ValueError: if no pair is left.
    """
    written = translate_sources(checkpoint, [pair.source for pair in pairs], width)
    grouped = group_references(pairs)
    sets = {"one": [(pair.source, [pair.target]) for pair in pairs]}
    if several and len(grouped) < len(pairs):
        sets["several"] = list(grouped.items())
    rows, draws = [], {}
    for references, sentences in sets.items():
        kept = [(written[source], targets) for source, targets in sentences if source in written]
        score = score_texts([text for text, _ in kept], [targets for _, targets in kept])
        numbers = score._asdict()
        draws[references] = numbers.pop("draws")
        rows.append(
            Quality(
                part=part,
                decoding=decoding_name(width),
                references=references,
                sentences=len(kept),
                skipped=len(sentences) - len(kept),
                **numbers,
            )
        )
    return rows, Resampled(part=part, decoding=decoding_name(width), bleu=draws["one"])


def translate_sources(
    checkpoint: Checkpoint, sources: Sequence[str], width: int = 1
) -> dict[str, str]:
    """Return the translation of each distinct source of at most `MAX_MEASURED` tokens.

    Raises:
        ValueError: if there is no such source.
    """
    distinct = list(dict.fromkeys(sources))
    label = f"{checkpoint.variant} {decoding_name(width)}"
    rows = [(source,) for source in distinct]
    written: dict[str, str] = {}
    for batch in length_batches(checkpoint.tokenizer, rows, BATCH, label):
        texts = [distinct[i] for i in batch]
        written |= zip(texts, best_texts(checkpoint, texts, width), strict=True)
    if not written:
        raise ValueError(
            f"None of {len(sources)} sources has at most {MAX_MEASURED} tokens: give a corpus with "
            "shorter sentences, and more of them if there are none."
        )
    return written


def group_references(pairs: Sequence[Pair]) -> dict[str, list[str]]:
    """Return all distinct targets of each source, in the order of the pairs."""
    groups: dict[str, dict[str, None]] = {}
    for pair in pairs:
        groups.setdefault(pair.source, {})[pair.target] = None
    return {source: list(targets) for source, targets in groups.items()}


def score_texts(texts: Sequence[str], references: Sequence[Sequence[str]]) -> TranslationScore:
    """Score texts against their references, one or more per text.

    BLEU: Papineni et al. 2002; chrF2: Popović 2015; both over the whole corpus as sacrebleu
    computes them (Post 2018).
    """
    # Imported here: sacrebleu is optional (`records.extras`), and the command says so.
    from sacrebleu.metrics import BLEU, CHRF

    most = max(map(len, references))
    # sacrebleu accepts None for a missing reference, although its types do not allow it.
    streams: list[list[Any]] = [
        [r[i] if i < len(r) else None for r in references] for i in range(most)
    ]
    bleu, chrf = BLEU(), CHRF()
    score = bleu.corpus_score(texts, streams)
    # sacrebleu returns only half the interval's width, but a paired bootstrap needs all draws.
    draws = _resample(texts, references)
    tail = DRAWS // 40
    ordered = sorted(draws)
    equal = sum(text in targets for text, targets in zip(texts, references, strict=True))
    return TranslationScore(
        bleu=round(score.score, 2),
        chrf=round(chrf.corpus_score(texts, streams).score, 2),
        exact=round(100 * equal / len(texts), 2),
        bleu_signature=str(bleu.get_signature()),
        chrf_signature=str(chrf.get_signature()),
        bleu_low=round(ordered[tail], 2),
        bleu_high=round(ordered[-tail - 1], 2),
        draws=tuple(round(draw, 2) for draw in draws),
    )


def _resample(texts: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
    """Return BLEU of bootstrap samples of the sentences, as sacrebleu draws and scores them."""
    from sacrebleu.metrics import BLEU

    # `effective_order` changes the score of a sentence but not its counts, which are summed here.
    of_sentence = BLEU(effective_order=True).sentence_score
    found = [of_sentence(text, row) for text, row in zip(texts, references, strict=True)]
    counts = np.array([[*one.counts, *one.totals, one.sys_len, one.ref_len] for one in found])
    drawn = np.random.default_rng(SEED).choice(len(texts), size=(DRAWS, len(texts)))
    bleu, order = BLEU(), len(found[0].counts)
    return [
        bleu.compute_bleu(
            correct=sums[:order].tolist(),
            total=sums[order:-2].tolist(),
            sys_len=int(sums[-2]),
            ref_len=int(sums[-1]),
            smooth_method=bleu.smooth_method,
            smooth_value=bleu.smooth_value,
        ).score
        for sums in (counts[rows].sum(axis=0) for rows in drawn)
    ]
