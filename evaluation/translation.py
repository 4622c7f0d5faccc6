"""BLEU and chrF of a checkpoint's greedy translations."""

from collections.abc import Sequence
from typing import NamedTuple

from sacrebleu.metrics import BLEU, CHRF
from tqdm import tqdm

from data.corpus import Pair
from models.checkpoint import Checkpoint
from models.decoding import MAX_TOKENS, translate

BATCH = 64


class TranslationScore(NamedTuple):
    """Corpus BLEU and chrF against one reference a pair, with sacrebleu's signature of BLEU."""

    pairs: int
    bleu: float
    chrf: float
    signature: str


def score_translations(checkpoint: Checkpoint, pairs: Sequence[Pair]) -> TranslationScore:
    """Translate the source of every pair greedily and compare with its target.

    BLEU: Papineni et al. 2002; chrF2: Popović 2015; both as sacrebleu computes them. Pairs whose
    source is too long to show (`MAX_TOKENS`) are left out, and `pairs` says how many are in.

    Raises:
        ValueError: if no pair is left.
    """
    lengths = [len(ids) - 1 for ids in checkpoint.tokenizer.ids([pair.source for pair in pairs])]
    order = sorted(range(len(pairs)), key=lengths.__getitem__)
    kept = [pairs[i] for i in order if lengths[i] <= MAX_TOKENS]
    if not kept:
        raise ValueError(f"None of {len(pairs)} pairs has a source of at most {MAX_TOKENS} tokens.")
    hypotheses: list[str] = []
    for start in tqdm(range(0, len(kept), BATCH), desc=checkpoint.variant, unit="batch"):
        sources = [pair.source for pair in kept[start : start + BATCH]]
        hypotheses += [trace.target.text for trace in translate(checkpoint, sources)]
    references = [[pair.target for pair in kept]]
    bleu = BLEU()
    score = bleu.corpus_score(hypotheses, references).score
    chrf = CHRF().corpus_score(hypotheses, references).score
    return TranslationScore(len(kept), score, chrf, str(bleu.get_signature()))
