"""Guided attention: an aligner's word links, converted to links between subwords."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path

import torch
from torch import Tensor

from alignoscope.data.corpus import Pair
from alignoscope.data.link_file import LinkFile
from alignoscope.records.catalogue.normalisers import SOFTMAX
from alignoscope.records.variant import is_transformer, parse_variant

# For each target subword, the source subwords that it is linked to.
Guide = Sequence[tuple[int, ...]]


def check_guide(variant: str, weight: float, path: Path | None) -> None:
    """Refuse a guide that a variant cannot follow, or that has no weight.

    Args:
        variant: the name of the variant.
        weight: the weight of the guided loss.
        path: the file of the links, if any.

    Raises:
        ValueError: if the weight comes without a file or the file without a weight, or if the
            variant has no weights, or such as are exactly 0.
    """
    if (weight > 0) != (path is not None):
        raise ValueError(
            f"The guide's weight is {weight:g} and its file is {path or 'missing'}: give both "
            "--guide FILE and --guide-weight, such as 0.5, or none of them."
        )
    _, score, _, normaliser, _ = parse_variant(variant)
    if path and is_transformer(variant):
        raise ValueError(
            f"{variant} cannot be guided by links: it has many heads, which attend to different "
            "tokens. Leave out --guide, or take a variant with one attention."
        )
    if path and (score == "none" or score.startswith("local-") or normaliser != SOFTMAX):
        raise ValueError(
            f"{variant} cannot be guided by links: it needs a weight above 0 for every source "
            "token. Take a score without a window, such as bahdanau-additive, and softmax."
        )


def pick_links(file: LinkFile, pairs: Sequence[Pair], drawn: Sequence[Pair]) -> LinkFile:
    """Return the links of `drawn` pairs; one that is not among the file's `pairs` has none."""
    lines = dict(zip(pairs, file.lines, strict=True))
    return file._replace(lines=[lines.get(pair, "") for pair in drawn])


def piece_links(
    file: LinkFile, pair: int, source_sizes: Sequence[int], target_sizes: Sequence[int]
) -> Guide:
    """Return the links of a training pair between subwords.

    All subwords of two linked words are linked, and so are the end marks.

    Args:
        file: the links between words.
        pair: the number of the pair in the file.
        source_sizes: the number of subwords of each source word; the end mark is the last word.
        target_sizes: the same for the target.

    Raises:
        ValueError: if a link is malformed, or of no words of the pair.
    """
    ends = [*accumulate(source_sizes, initial=0)]
    pieces = [range(*span) for span in pairwise(ends)]
    linked: list[list[int]] = [[] for _ in target_sizes]
    for source, target in sorted(file.links(pair)):
        if source >= len(pieces) - 1 or target >= len(linked) - 1:
            raise ValueError(
                f"The links of training pair {pair + 1} have {source}-{target}, but there are "
                f"{len(pieces) - 1} source and {len(linked) - 1} target words, counted from 0."
            )
        linked[target] += pieces[source]
    linked[-1] += pieces[-1]
    rows = zip(map(tuple, linked), target_sizes, strict=True)
    return [row for row, size in rows for _ in range(size)]


def join_guides(first: Guide, second: Guide, offset: int) -> Guide:
    """Return the guide of two concatenated examples; the second's source starts at `offset`.

    The end mark of the first is dropped, as in its target.
    """
    if not first:
        return ()
    return [*first[:-1], *(tuple(piece + offset for piece in row) for row in second)]


def link_shares(guides: Sequence[Guide], size: tuple[int, int, int]) -> Tensor:
    """Return the shares [batch, tgt_len, src_len]: 1/n for each of a row's n links, otherwise 0.

    `size` is that shape.
    """
    cells = [
        (i, t, s, 1 / len(row))
        for i, guide in enumerate(guides)
        for t, row in enumerate(guide)
        for s in row
    ]
    *places, shares = zip(*cells, strict=True)
    found = torch.zeros(size)
    found[tuple(map(torch.tensor, places))] = torch.tensor(shares)
    return found
