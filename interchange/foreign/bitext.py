"""A parallel text: sentences and their translations, with word links if there are any.

`data.parallel_files` describes its forms. Links are a further file with one line per sentence.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from alignoscope.analysis.words import merge_words, own_words
from alignoscope.data.corpus import normalise
from alignoscope.data.gold import GoldPair
from alignoscope.data.parallel_files import NamedFile, read_rows
from alignoscope.data.tokenizer import split_words
from alignoscope.interchange.foreign.opening import Reading, open_foreign
from alignoscope.interchange.readers.given import Given
from alignoscope.interchange.readers.links import POSSIBLE, fits_pharaoh
from alignoscope.records.foreign import ForeignSentence
from alignoscope.records.limits import MAX_BITEXT, MAX_IMPORT_BYTES
from alignoscope.records.links import Links


@dataclass(frozen=True, kw_only=True)
class Bitext:
    """A parallel text: the number, source and target of each line, and notes on what was left out.

    `linked` are the pairs with their links, and empty if the text has no links.
    """

    texts: tuple[tuple[int, str, str], ...]
    linked: tuple[GoldPair, ...] = ()
    notes: tuple[str, ...] = ()

    def pair(self, i: int) -> GoldPair:
        """Return a pair as words, named by its line, with its links if there are any."""
        if self.linked:
            return self.linked[i]
        number, source, target = self.texts[i]
        return plain_pair(str(number), source, target)


def read_bitext(files: Sequence[Given], *, swapped: bool = False) -> Bitext:
    """Read a parallel text in one or two files, with a file of links if there is one.

    With `swapped`, source and target are exchanged.

    Raises:
        ValueError: if the files hold no parallel text, or links that do not fit it.
    """
    links = [given for given in files if _is_links(given)]
    texts = [given for given in files if given not in links]
    if len(links) > 1:
        names = " and ".join(given.name for given in links)
        raise ValueError(f"{names} are files of links: give one of them.")
    if links:
        return _linked([links[0], *texts], swapped)
    named = [NamedFile(given.name, given.data) for given in texts]
    read = read_rows(named, MAX_BITEXT, MAX_IMPORT_BYTES)
    found = tuple(
        (row.number, *((row.target, row.source) if swapped else (row.source, row.target)))
        for row in read.rows
        if normalise(row.source) and normalise(row.target)
    )
    if not found:
        raise ValueError(f"{texts[0].name}: there is no pair of sentences in it.")
    return Bitext(texts=found, notes=(*read.notes, *_left_out(len(read.rows) - len(found))))


def _left_out(count: int) -> list[str]:
    return [f"{count:,} lines with an empty side are left out."] if count else []


def _is_links(given: Given) -> bool:
    """Return whether a file consists of word links; a file in another encoding does not."""
    try:
        return fits_pharaoh(given)
    except ValueError:
        return False


def plain_pair(name: str, source: str, target: str) -> GoldPair:
    """Return a pair of texts without links, split into words by `split_words`."""
    texts = normalise(source), normalise(target)
    words = [tuple(split_words(text)) for text in texts]
    return linked_pair(name, texts, words, frozenset(), frozenset())


def linked_pair(
    name: str,
    texts: Sequence[str],
    words: Sequence[Sequence[str]],
    sure: Links,
    possible: Links,
) -> GoldPair:
    """Return a pair with its links; sure links are added to the possible ones.

    Args:
        name: the name of the pair.
        texts: the source and the target.
        words: the words of the source and of the target.
        sure: the sure links.
        possible: the possible links, with or without the sure ones.
    """
    return GoldPair(
        name=name,
        part="",
        group="",
        source=texts[0],
        target=texts[1],
        source_words=tuple(words[0]),
        target_words=tuple(words[1]),
        sure=sure,
        possible=sure | possible,
    )


def links_of(sentence: ForeignSentence) -> tuple[Links, Links]:
    """Return the sure and the possible links between the words of a sentence from a links file."""
    rows = merge_words(sentence.maps.max(axis=(0, 1)), sentence.source, sentence.target, "links")
    size = len(own_words(sentence.target)), len(own_words(sentence.source))
    rows = rows[: size[0], : size[1]]
    sure, possible = (
        frozenset((int(j), int(i)) for i, j in np.argwhere(found))
        for found in (rows > POSSIBLE, rows > 0)
    )
    return sure, possible


def _linked(files: Sequence[Given], swapped: bool) -> Bitext:
    (found,) = open_foreign(files, Reading(swapped=swapped))
    pairs = []
    for sentence in found.sentences:
        words = own_words(sentence.source), own_words(sentence.target)
        both = [normalise(" ".join(side)) for side in words]
        if all(both):
            pairs.append(linked_pair(str(sentence.number + 1), both, words, *links_of(sentence)))
    if not pairs:
        raise ValueError(f"{files[0].name}: there is no pair of sentences in it.")
    texts = [(int(pair.name), pair.source, pair.target) for pair in pairs]
    unsure = any(np.isin(one.maps, (0, POSSIBLE, 1), invert=True).any() for one in found.sentences)
    said = f"Links with a confidence of at most {POSSIBLE} count as possible, the others as sure."
    notes = (*found.notes, *_left_out(len(found.sentences) - len(pairs)), *[said] * unsure)
    return Bitext(texts=tuple(texts), linked=tuple(pairs), notes=notes)
