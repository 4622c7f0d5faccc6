"""BPE-dropout: words cut into other pieces each time, so that rare pieces are seen more often."""

import json
from collections.abc import Sequence
from itertools import chain, pairwise
from random import Random

from alignoscope.data.corpus import Pair
from alignoscope.data.link_file import LinkFile
from alignoscope.data.tokenizer import END_ID, UNKNOWN_ID, Tokenizer, written_words
from alignoscope.training.batches import Example
from alignoscope.training.guide import piece_links

SAMPLES = 20  # of a word in an epoch; more frequent words are cut again as one of these


def resample(
    pairs: Sequence[Pair],
    tokenizer: Tokenizer,
    *,
    dropout: float,
    max_len: int,
    seed: int,
    file: LinkFile | None = None,
) -> list[Example]:
    """Return the piece ids of all pairs, with a share of the merges left out at random.

    While a word's pieces are merged, each possible merge is left out with probability `dropout`
    (Provilkov et al. 2020, section 3, algorithm 1). Pairs with more than `max_len` pieces on a side
    are left out, as `encode_pairs` does. Links of a file go with the words to their pieces.
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
            examples.append(Example([*chain(*source)], [*chain(*target)], guide))
    return examples


class Merges:
    """The merges of a byte-pair encoding in their order, and the ids of its pieces.

    The tokenizer's own library has this dropout too, but draws from a source that cannot be seeded:
    a run that was cut off could not go on as if it had not been.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        model = json.loads(tokenizer.to_json())["model"]
        self.ids: dict[str, int] = model["vocab"]
        self.ranks = {(first, second): rank for rank, (first, second) in enumerate(model["merges"])}

    def cut(self, word: str, dropout: float, draw: Random) -> list[int]:
        """Return the ids of a word's pieces."""
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
        return [self.ids.get(piece, UNKNOWN_ID) for piece in pieces]
