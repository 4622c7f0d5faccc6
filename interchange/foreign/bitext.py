"""A parallel text: sentences and their translations, with word links if there are any.

Either one file has both sides, separated by a tab or `|||`, or two files have one side each, source
first. Links are a further file with one line per sentence.
"""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from alignoscope.analysis.words import merge_words, own_words
from alignoscope.data.corpus import normalise
from alignoscope.data.gold import GoldPair
from alignoscope.data.tokenizer import split_words
from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.readers.given import Given
from alignoscope.interchange.readers.links import POSSIBLE, fits_pharaoh
from alignoscope.records.foreign import ForeignSentence
from alignoscope.records.limits import MAX_BITEXT, MAX_IMPORT_BYTES
from alignoscope.records.links import Links

BARS = (" ||| ", "\t")
FORMS = "source TAB target, source ||| target, or two files with a sentence a line"


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
    files = [_unpacked(given) for given in files]
    links = [given for given in files if fits_pharaoh(given)]
    texts = [given for given in files if given not in links]
    if links:
        return _linked([links[0], *texts], swapped)
    sides = _sides(texts)[:: -1 if swapped else 1]
    count = min(len(sides[0]), MAX_BITEXT)
    both = zip(range(1, count + 1), *sides, strict=False)
    found = tuple(row for row in both if row[1].strip() and row[2].strip())
    if not found:
        raise ValueError(f"{texts[0].name}: there is no pair of sentences in it.")
    notes = []
    if len(found) < count:
        notes.append(f"{count - len(found):,} lines with an empty side are left out.")
    if count < len(sides[0]):
        notes.append(f"The first {MAX_BITEXT:,} of {len(sides[0]):,} lines are read.")
    return Bitext(texts=found, notes=tuple(notes))


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
    (found,) = open_foreign(files, swapped=swapped)
    pairs = []
    for sentence in found.sentences:
        words = own_words(sentence.source), own_words(sentence.target)
        both = [normalise(" ".join(side)) for side in words]
        pairs.append(linked_pair(str(sentence.number + 1), both, words, *links_of(sentence)))
    texts = [(int(pair.name), pair.source, pair.target) for pair in pairs]
    return Bitext(texts=tuple(texts), linked=tuple(pairs), notes=found.notes)


def _sides(texts: Sequence[Given]) -> list[list[str]]:
    if len(texts) == 1:
        for bar in BARS:
            rows = [line.split(bar) if line.strip() else ["", ""] for line in texts[0].lines]
            if rows and all(len(row) >= 2 for row in rows):
                return [[row[i] for row in rows] for i in (0, 1)]
            if sum(bar in line for line in texts[0].head) * 2 > len(texts[0].head):
                wrong, row = next(one for one in enumerate(rows, start=1) if len(one[1]) < 2)
                raise ValueError(
                    f"{texts[0].name}, line {wrong}: expected {FORMS}, got {row[0][:60]!r}."
                )
    if len(texts) != 2:
        names = ", ".join(given.name for given in texts)
        raise ValueError(f"{names or 'No text'}: expected {FORMS}.")
    sides = [given.lines for given in texts]
    if len(sides[0]) != len(sides[1]):
        raise ValueError(
            f"{texts[0].name} has {len(sides[0]):,} lines and {texts[1].name} {len(sides[1]):,}: "
            "expected a translation for each line."
        )
    return sides


def _unpacked(given: Given) -> Given:
    """Return the text in a zip with one text and perhaps an `_about.txt`, as manythings.org has it.

    Another file is returned unchanged.
    """
    if not given.data.startswith(b"PK"):
        return given
    try:
        with zipfile.ZipFile(io.BytesIO(given.data)) as archive:
            names = [one for one in archive.infolist() if "_about" not in one.filename]
            if len(names) != 1 or names[0].file_size > MAX_IMPORT_BYTES:
                raise ValueError(
                    f"{given.name}: expected one text in it, of at most {MAX_IMPORT_BYTES:,} bytes."
                )
            return Given(name=names[0].filename, data=archive.read(names[0]))
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise ValueError(f"{given.name}: the zip is damaged or cannot be read.") from error
