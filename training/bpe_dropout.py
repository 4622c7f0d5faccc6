"""BPE-dropout: random segmentations of words, so that rare subwords are seen more often."""

import json
from collections.abc import Sequence
from itertools import chain, pairwise
from random import Random

from alignoscope.data.corpus import Pair
from alignoscope.data.link_file import LinkFile
from alignoscope.data.tokenizer import END_ID, UNKNOWN_ID, Tokenizer, written_words
from alignoscope.training.batches import TrainingExample
from alignoscope.training.guide import piece_links

SAMPLES = 20  # The segmentations of a word per epoch; further occurrences reuse one of these.


def resample(
    pairs: Sequence[Pair],
    tokenizer: Tokenizer,
    *,
    dropout: float,
    max_len: int,
    seed: int,
    file: LinkFile | None = None,
) -> list[TrainingExample]:
    """Return the token ids of all pairs, segmented with BPE-dropout.

    While a word's pieces are merged, each possible merge is left out with probability `dropout`
    (Provilkov et al. 2020, section 3, algorithm 1).

    Args:
        pairs: the pairs of sentences.
        tokenizer: the BPE tokenizer.
        dropout: the probability of leaving out a merge.
        max_len: the maximum number of tokens on a side; longer pairs are left out.
        seed: the seed of all random choices.
        file: the word links for guided attention, if any; they become links of the words' tokens.
    """
    merges = Merges(tokenizer)
    draw = Random(seed)
    seen: dict[str, list[list[int]]] = {}

    def cut(text: str) -> list[list[int]]:
        words = []
        for word in written_words(text):
            known = seen.setdefault(word, [])
            if len(known) < SAMPLES:
                known.append(merges.cut(word, dropout, draw))
                words.append(known[-1])
            else:
                words.append(draw.choice(known))
        return [*words, [END_ID]]

    examples = []
    for number, pair in enumerate(pairs):
        source, target = cut(pair.source), cut(pair.target)
        sizes = [len(word) for word in source], [len(word) for word in target]
        if max(map(sum, sizes)) <= max_len:
            guide = piece_links(file, number, *sizes) if file else ()
            examples.append(TrainingExample([*chain(*source)], [*chain(*target)], guide))
    return examples


class Merges:
    """The ranked merges of a byte-pair encoding, and the ids of its subwords.

    The tokenizer's library has BPE-dropout too, but its random numbers cannot be seeded, so a
    resumed run would differ from one that was never interrupted.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        model = json.loads(tokenizer.to_json())["model"]
        self.ids: dict[str, int] = model["vocab"]
        self.ranks = {(first, second): rank for rank, (first, second) in enumerate(model["merges"])}

    def cut(self, word: str, dropout: float, draw: Random) -> list[int]:
        """Return the ids of a word's subwords; `dropout` is the probability of skipping a merge."""
        pieces, random = list(word), draw.random
        while len(pieces) > 1:
            possible = [
                (self.ranks[pair], i)
                for i, pair in enumerate(pairwise(pieces))
                if pair in self.ranks and random() >= dropout
            ]
            if not possible:
                break
            _, i = min(possible)
            pieces[i : i + 2] = [pieces[i] + pieces[i + 1]]
        ids = [self.ids.get(piece, UNKNOWN_ID) for piece in pieces]
        # As in the tokenizer, characters in a row that it does not know are one token.
        return [
            one
            for one, before in zip(ids, [None, *ids], strict=False)
            if one != before or one != UNKNOWN_ID
        ]
