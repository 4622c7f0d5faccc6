"""BLEU by the rarest word of the source: the vocabulary of the training part decides quality."""

from collections import Counter
from collections.abc import Iterable, Sequence

from alignoscope.data.corpus import Pair
from alignoscope.data.tokenizer import split_words
from alignoscope.evaluation.translation import score_texts, translate_sources
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.measured_rows import RarityScore
from alignoscope.records.trace import decoding_name

RANGES = ((0, 0), (1, 5), (6, 20), (21, 100), (101, None))
FEWEST = 20  # The smallest number of sentences of a range that are scored.


def count_words(pairs: Iterable[Pair]) -> Counter[str]:
    """Return how often each word, without regard to case, is in the sources."""
    return Counter(word for pair in pairs for word in split_words(pair.source.lower()))


def measure_rarity(
    checkpoint: Checkpoint,
    pairs: Sequence[Pair],
    part: str,
    *,
    known: Counter[str],
    width: int,
) -> list[RarityScore]:
    """Translate the sources of a part, and score them by the count of their rarest word.

    Only words with a letter count. A range of fewer than `FEWEST` sentences has no row.

    Args:
        checkpoint: the model.
        pairs: the pairs of the part.
        part: the name of the part.
        known: the number of times that each word is in the training part (`count_words`).
        width: the width of the beam; 1 decodes greedily.
    """
    written = translate_sources(checkpoint, [pair.source for pair in pairs], width)
    rows = []
    for least, most in RANGES:
        kept = [
            (written[pair.source], [pair.target])
            for pair in pairs
            if pair.source in written
            and least <= rarest(pair.source, known) <= (float("inf") if most is None else most)
        ]
        if len(kept) < FEWEST:
            continue
        score = score_texts([text for text, _ in kept], [targets for _, targets in kept])
        rows.append(
            RarityScore(
                part=part,
                decoding=decoding_name(width),
                least=least,
                most=most,
                pairs=len(kept),
                bleu=score.bleu,
                bleu_low=score.bleu_low,
                bleu_high=score.bleu_high,
            )
        )
    return rows


def rarest(source: str, known: Counter[str]) -> int:
    """Return the smallest count of a source's words that have a letter."""
    words = [word for word in split_words(source.lower()) if any(map(str.isalpha, word))]
    return min((known[word] for word in words), default=0)
