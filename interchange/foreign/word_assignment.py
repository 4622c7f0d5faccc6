"""Assignment of words to the maps of a system: its own words, or those of texts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

from alignoscope.interchange.foreign.classification import read_texts
from alignoscope.interchange.foreign.fitting import map_sizes
from alignoscope.interchange.foreign.linking import has_confidence
from alignoscope.interchange.foreign.texts import Text, filled_length, is_values, is_whole
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import SIDES, System
from alignoscope.interchange.readers.tables import SOURCE_CUT, TARGET_CUT

NUMBERED = ""  # The name of a text whose words are the numbers of places.


class Assignment(NamedTuple):
    """A system whose sentences have words.

    Args:
        system: the system.
        names: the names of the files that words are from.
        numbered: the sides whose words are the numbers of their places.
    """

    system: System
    names: tuple[str, ...] = ()
    numbered: tuple[str, ...] = ()

    @property
    def sizes(self) -> list[int]:
        """The number of words of each sentence, of both sides."""
        return [len(words) for one in self.system.sentences for words in one.words]


def assignments(
    system: System, texts: Sequence[Text], *, cut: bool = False
) -> Iterator[Assignment]:
    """Yield each assignment of words to a system: its own, and those of texts of its length.

    With `cut`, the system's labels are truncated words; the whole words come from texts that match
    them, if there are any.
    """
    count = _line_count(system)
    fitting = [text for one in texts if (text := _of_length(one, count))]
    if cut:
        sizes = zip(SIDES, (SOURCE_CUT, TARGET_CUT), strict=True)
        uncut = {side: _uncut_text(system, fitting, side, size) for side, size in sizes}
        yield _assigned(system, {side: text for side, text in uncut.items() if text})
        return
    needed = missing_sides(system)
    yield from _permuted(system, fitting, needed)
    if "target" not in needed:  # The file's subwords may have been joined to words.
        yield from _permuted(system, fitting, [*needed, "target"])


def _line_count(system: System) -> int:
    return max(one.number for one in system.sentences) + 1


def _of_length(text: Text, count: int) -> Text | None:
    """Return a text of `count` lines without empty ones after them, or None if it has others.

    Editors add empty lines at the end, and so do some tools.
    """
    fits = len(text.lines) >= count >= filled_length(text.lines)
    return text._replace(lines=text.lines[:count]) if fits else None


def _permuted(system: System, texts: Sequence[Text], needed: Sequence[str]) -> Iterator[Assignment]:
    for chosen in permutations(texts, len(needed)):
        given = dict(zip(needed, chosen, strict=True))
        if all(text.side in ("", side) for side, text in given.items()):
            found = _assigned(system, given)
            if found.names or not chosen or not any(text.name for text in texts):
                yield found


def _assigned(system: System, given: dict[str, Text]) -> Assignment:
    """Return a system with the words of a text on each given side."""
    if given:
        source, target = (text and text.lines for text in map(given.get, SIDES))
        sentences = [
            replace(
                one,
                source=source[one.number] if source else one.source,
                target=target[one.number] if target else one.target,
            )
            for one in system.sentences
        ]
        system = replace(system, sentences=sentences)
    return Assignment(
        system,
        names=tuple(dict.fromkeys(text.name for text in given.values() if text.name != NUMBERED)),
        numbered=tuple(side for side, text in given.items() if text.name == NUMBERED),
    )


def _uncut_text(system: System, texts: Sequence[Text], side: str, size: int) -> Text | None:
    """Return the first text whose words, cut to `size` characters, are the labels of a side."""
    for text in texts:
        if all(_is_cut(text.lines[o.number], getattr(o, side), size) for o in system.sentences):
            return text
    return None


def _is_cut(words: Sequence[str], labels: Sequence[str], size: int) -> bool:
    """Return whether labels are words cut to `size` characters or unknown.

    One more label, an end mark, may follow.
    """
    return len(words) <= len(labels) <= len(words) + 1 and all(
        label in (word[:size], "<unk>", "<unk>"[:size])
        for word, label in zip(words, labels, strict=False)
    )


def group_by_source(system: System, texts: Sequence[Text]) -> System:
    """Return a system whose lines are several translations of each line of a text, if they are.

    OpenNMT-tf and OpenNMT-py write an n-best list without the numbers of its sources.
    """
    count = len(system.sentences)
    sizes = {len(text.lines) for text in texts}
    per = next((count // size for size in sizes if size and count % size == 0), 1)
    if not system.unnumbered or count in sizes or per == 1:
        return system
    found = [replace(one, number=i // per, rank=i % per) for i, one in enumerate(system.sentences)]
    note = f"The file has {per} translations of each source."
    return replace(system, sentences=found, notes=[*system.notes, note])


def with_numeric_texts(
    system: System, texts: Sequence[Text], beside: Sequence[NamedBytes], *, swapped: bool
) -> tuple[Sequence[Text], list[NamedBytes]]:
    """Return the texts, with files of numbers if there are too few, and the other such files.

    A file with one number for each link holds their confidence, unless all are whole numbers.

    Args:
        system: the maps or links.
        texts: the texts that are open with it.
        beside: the files that they and numbers are from.
        swapped: whether the texts are in reverse order.
    """
    values = [file for file in beside if is_values(file)]
    if len(texts) >= len(missing_sides(system)):
        return texts, values
    numeric = [
        file
        for file in values
        if not system.is_linked or is_whole(file) or not has_confidence(system, file.lines)
    ]
    if not numeric:
        return texts, values
    texts = [*texts, *(text for file in numeric for text in read_texts(file))]
    names = [file.name for file in beside]
    texts.sort(key=lambda text: names.index(text.name), reverse=swapped)
    return texts, [file for file in values if file not in numeric]


def numbered_texts(system: System, texts: Sequence[Text], source_rows: bool) -> list[Text]:
    """Return numbers as the words of sides that have none and may get none from the texts.

    Args:
        system: the maps.
        texts: the texts that are open with it.
        source_rows: whether its rows are source tokens.
    """
    named = {text.side for text in texts}
    missing = [side for side in missing_sides(system) if side not in named]
    if sum(not text.side for text in texts) >= len(missing):
        return []
    count = _line_count(system)
    lines: dict[str, list[tuple[str, ...]]] = {side: [()] * count for side in SIDES}
    places: list[str] = []  # One list, since each text of it takes 50 bytes.
    for one in system.sentences:
        sizes = map_sizes(one, source_rows, filled=len(system.sentences) > 1)
        places += map(str, range(len(places) + 1, max(sizes) + 1))
        for side, size in zip(SIDES, sizes, strict=True):
            longest = max(size, len(lines[side][one.number]))  # Of all translations of a source.
            lines[side][one.number] = tuple(places[:longest])
    return [Text(NUMBERED, lines[side], side) for side in missing]


def missing_sides(system: System) -> list[str]:
    """Return the sides whose words a system lacks."""
    return [side for side in SIDES if any(getattr(o, side) is None for o in system.sentences)]


def missing_words_message(name: str, system: System, texts: Sequence[Text]) -> str:
    """Return an error message: which words a system lacks, and how many lines a text needs."""
    there = ", ".join(dict.fromkeys(f"{text.name} has {len(text.lines):,}" for text in texts))
    sides = missing_sides(system)
    return (
        f"{name} holds no {' and no '.join(sides)} words: {needed_texts(system, sides)}"
        + (f" ({there})." if there else ".")
        + "".join(f" {note}" for note in system.notes)
    )


def needed_texts(system: System, sides: Sequence[str]) -> str:
    """Return what to open a system with that lacks the words of `sides`."""
    count = _line_count(system)
    texts = "a text" if len(sides) == 1 else "two texts"
    return f"open it together with {texts} of {count:,} line{'s' * (count > 1)}"
