"""A parallel text: sentences and their translations, with word links if there are any.

`data.parallel_files` describes its forms. Links are a further file with one line per sentence.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from alignoscope.analysis.words import merge_words, own_words
from alignoscope.data.corpus import normalise, turned_pair
from alignoscope.data.gold import GoldPair
from alignoscope.data.languages import other_languages
from alignoscope.data.named_files import NamedFile
from alignoscope.data.parallel_files import Rows, languages_of_names, read_rows
from alignoscope.data.tokenizer import split_words
from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.foreign.options import Reading
from alignoscope.interchange.foreign.texts import Text, is_values
from alignoscope.interchange.readers.documents import fits_json
from alignoscope.interchange.readers.fields import tokens
from alignoscope.interchange.readers.links import POSSIBLE, fits_pharaoh
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.records.foreign import ForeignSentence
from alignoscope.records.limits import MAX_BITEXT, MAX_IMPORT_BYTES, MAX_IMPORT_TOKENS
from alignoscope.records.links import Links


@dataclass(frozen=True, kw_only=True)
class Bitext:
    """A parallel text: the number, source and target of each line, and notes on what was left out.

    `linked` are the pairs with their links, and empty if the text has no links. `languages` are the
    codes of source and target, if the text names them.
    """

    texts: tuple[tuple[int, str, str], ...]
    linked: tuple[GoldPair, ...] = ()
    notes: tuple[str, ...] = ()
    languages: tuple[str, str] | None = None

    def pair(self, i: int) -> GoldPair:
        """Return a pair as words, named by its line, with its links if there are any."""
        if self.linked:
            return self.linked[i]
        number, source, target = self.texts[i]
        return plain_pair(str(number), source, target)


def read_bitext(
    files: Sequence[NamedBytes], *, swapped: bool = False, first: int | None = None, pair: str = ""
) -> Bitext:
    """Read a parallel text in one or two files, with a file of links if there is one.

    With `swapped`, source and target are exchanged. `pair` is the language pair asked for, after
    that, which decides where a file names its languages. `first` is the first position of links, 0
    or 1; None if the links shall show it.

    Raises:
        ValueError: if the files hold no parallel text, or links that do not fit it.
    """
    links = [file for file in files if _is(fits_pharaoh, file)]
    texts = [file for file in files if file not in links]
    if len(links) > 1:
        names = " and ".join(file.name for file in links)
        raise ValueError(f"{names} are files of links: give one of them.")
    asked = turned_pair(pair) if swapped else pair
    if links:
        return _linked(links[0], texts, Reading(swapped=swapped, first=first), asked)
    read = _rows(texts, asked)
    found = tuple(
        (row.number, *((row.target, row.source) if swapped else (row.source, row.target)))
        for row in read.rows
        if normalise(row.source) and normalise(row.target)
    )
    if not found:
        raise ValueError(f"{texts[0].name}: there is no pair of sentences in it.")
    notes = (*read.notes, *_left_out(len(read.rows) - len(found)))
    return Bitext(texts=found, notes=notes, languages=_languages(read, swapped))


def _languages(read: Rows, swapped: bool) -> tuple[str, str] | None:
    return read.languages[::-1] if read.languages and swapped else read.languages


def _left_out(count: int) -> list[str]:
    return [f"{count:,} lines with an empty side are left out."] if count else []


def _others(texts: Sequence[NamedBytes], pair: str) -> tuple[str, str] | None:
    """Return the languages of two texts by their names if they are not those of the pair.

    Links show which text is the source, so the order of the texts says nothing.
    """
    named = languages_of_names([text.name for text in texts])
    return named if other_languages(named, pair) == "others" else None


def _rows(texts: Sequence[NamedBytes], pair: str) -> Rows:
    named = [NamedFile(file.name, file.data) for file in texts]
    return read_rows(named, MAX_BITEXT, MAX_IMPORT_BYTES, pair)


def _is(fits: Callable[[NamedBytes], bool], file: NamedBytes) -> bool:
    """Return whether a file fits a form; a file that is no text, or is in a zip, does not."""
    try:
        return fits(file)
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


def _rows_beside(others: Sequence[NamedBytes], pair: str) -> tuple[Rows | None, list[NamedBytes]]:
    """Return the rows of a parallel text in one file or in zips, and files of numbers beside it.

    Two texts are left to the links, which may show the side of each.
    """
    numbers = [file for file in others if _is(is_values, file)]
    texts = [file for file in others if file not in numbers] or list(others)
    beside = [file for file in numbers if file not in texts]
    if not texts or (len(texts) > 1 and not any(file.data[:2] == b"PK" for file in texts)):
        return None, []
    try:
        return _rows(texts, pair), beside
    except ValueError:
        if len(others) > 1 or _is(fits_json, texts[0]):  # One side only, or tokens.
            return None, []
        raise


def _sides(read: Rows, name: str, swapped: bool) -> list[Text]:
    """Return the sides of rows, split at spaces as links count their words."""
    sides = [[row.source for row in read.rows], [row.target for row in read.rows]]
    if (count := sum(text.count(" ") for side in sides for text in side)) > MAX_IMPORT_TOKENS:
        raise ValueError(f"{name}: about {count:,} words: at most {MAX_IMPORT_TOKENS:,} are read.")
    words = [[tokens(text.replace("\n", " ")) for text in side] for side in sides]
    first, second = words[::-1] if swapped else words
    return [Text(name, first, "source"), Text(name, second, "target")]


def _linked(links: NamedBytes, others: Sequence[NamedBytes], options: Reading, pair: str) -> Bitext:
    read, beside = _rows_beside(others, pair)
    if read:
        name = next(file.name for file in others if file not in beside)
        sides = _sides(read, name, options.swapped)
        (found,) = open_foreign([links, *beside], options, sides)
        notes = (*read.notes, *found.notes)
    else:
        (found,) = open_foreign([links, *others], options)
        notes = found.notes
    pairs = []
    for sentence in found.sentences:
        words = own_words(sentence.source), own_words(sentence.target)
        both = [normalise(" ".join(side)) for side in words]
        if all(both):
            number = read.rows[sentence.number].number if read else sentence.number + 1
            pairs.append(linked_pair(str(number), both, words, *links_of(sentence)))
    if not pairs:
        raise ValueError(f"{links.name}: there is no pair of sentences in it.")
    texts = [(int(pair.name), pair.source, pair.target) for pair in pairs]
    unsure = any(np.isin(one.maps, (0, POSSIBLE, 1), invert=True).any() for one in found.sentences)
    note = f"Links with a confidence of at most {POSSIBLE} count as possible, the others as sure."
    notes = (*notes, *_left_out(len(found.sentences) - len(pairs)), *[note] * unsure)
    languages = _languages(read, options.swapped) if read else _others(others, pair)
    return Bitext(texts=tuple(texts), linked=tuple(pairs), notes=notes, languages=languages)
