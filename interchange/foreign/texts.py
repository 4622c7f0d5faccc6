"""Texts in separate files, and their assignment to source and target."""

from collections.abc import Iterator, Sequence, Sized
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

from alignoscope.interchange.foreign.fitting import map_sizes
from alignoscope.interchange.readers.documents import fits_json, read_tokens
from alignoscope.interchange.readers.fields import BAR, is_number, tokens
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.links import are_numbered
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.soft_alignments import read_words, side_in_name
from alignoscope.interchange.readers.systems import RawSentence, System
from alignoscope.interchange.readers.tables import SOURCE_CUT, TARGET_CUT
from alignoscope.records.limits import MAX_IMPORT_SENTENCES, MAX_IMPORT_TOKENS

TYPED = "what you typed"  # The name of a text that is in no file.
NUMBERED = ""  # The name of a text whose words are the numbers of places.
LINKED = "<sep>"  # awesome-align's separator of two linked words.


class Text(NamedTuple):
    """The sentences of one side; `side` is "" if the file does not show which side it is."""

    name: str
    lines: list[tuple[str, ...]]
    side: str = ""


def texts_of(file: NamedBytes) -> list[Text]:
    """Return the texts of a file of unknown format: one text, two (a bitext), or none.

    awesome-align's file of linked words has none.

    Raises:
        ValueError: if it holds no text.
    """
    said = side_in_name(file)
    if said:
        return [Text(file.name, read_words(file), said.removesuffix("s"))]
    if fits_json(file):
        sides = read_tokens(file)
        if sides is None:
            raise ValueError(
                f"{file.name}: this JSON has no known format: a map needs rows of numbers under "
                '"attention" or "weights", and words under "source" and "target".'
            )
        return [Text(file.name, lines, side) for side, lines in sides.items()]
    if file.head and all(LINKED in word for line in file.head for word in line.split()):
        return []
    _check_size(file)
    filled = file.lines[: _filled(file.lines)]
    for mark in (BAR, "\t"):
        if filled and all(line.count(mark) == 1 for line in filled):
            parts = [line.split(mark) for line in filled]
            numbered = all(part[0].strip().isdigit() for part in parts)
            if mark == "\t" and numbered and are_numbered(filled):
                return [Text(file.name, [tokens(part[1]) for part in parts])]  # Ids and sentences.
            sides = {
                side: [tokens(part[i]) for part in parts]
                for i, side in enumerate(("source", "target"))
            }
            return [Text(file.name, lines, side) for side, lines in sides.items()]
    return [Text(file.name, [tokens(line) for line in file.lines])]


def _check_size(file: NamedBytes) -> None:
    """Refuse a text of too many lines or words, before it is split."""
    for marks, most, what in (
        ("\n", MAX_IMPORT_SENTENCES, "lines"),
        (" \t\n", MAX_IMPORT_TOKENS, "words"),
    ):
        if (count := sum(map(file.text.count, marks))) > most:
            raise ValueError(f"{file.name}: about {count:,} {what}: at most {most:,} are read.")


def is_values(file: NamedBytes) -> bool:
    """Return whether a file holds only numbers, such as the probabilities of links."""
    return bool(file.head) and all(is_number(word) for line in file.head for word in line.split())


def is_whole(file: NamedBytes) -> bool:
    """Return whether all numbers of a file are whole."""
    return all(word.lstrip("-").isdigit() for line in file.lines for word in line.split())


class Sides(NamedTuple):
    """The words of each sentence of a system, and the names of the files that they are from.

    The words of `numbered` sides are the numbers of their places.
    """

    source: list[tuple[str, ...]]
    target: list[tuple[str, ...]]
    names: tuple[str, ...]
    numbered: tuple[str, ...] = ()

    @property
    def sizes(self) -> list[int]:
        """The number of words of each line, of both sides."""
        return [len(words) for words in (*self.source, *self.target)]


def word_assignments(
    system: System, texts: Sequence[Text], *, cut: bool = False
) -> Iterator[Sides]:
    """Yield each assignment of words to a system: its own, and those of texts of its length.

    With `cut`, the system's labels are truncated words; the whole words come from texts that match
    them, if there are any.
    """
    count = max(one.number for one in system.sentences) + 1
    own = {
        side: all(getattr(one, side) is not None for one in system.sentences)
        for side in ("source", "target")
    }
    fitting = [fit_map for text in texts if (fit_map := _of_length(text, count))]
    if cut:
        source, target = (
            _uncut_text(system.sentences, fitting, side, size)
            for side, size in (("source", SOURCE_CUT), ("target", TARGET_CUT))
        )
        names = tuple(dict.fromkeys(text.name for text in (source, target) if text.name))
        yield Sides(_lines(system, source), _lines(system, target), names)
        return
    needed = [side for side in own if not own[side]]
    yield from _assigned(system, fitting, needed)
    if "target" not in needed:  # The file's subwords may have been joined to words.
        yield from _assigned(system, fitting, [*needed, "target"])


def _of_length(text: Text, count: int) -> Text | None:
    """Return a text of `count` lines without empty ones after them, or None if it has others.

    Editors add empty lines at the end, and so do some tools.
    """
    fits = len(text.lines) >= count >= _filled(text.lines)
    return text._replace(lines=text.lines[:count]) if fits else None


def _filled(lines: Sequence[Sized]) -> int:
    """Return the number of lines up to the last that is not empty."""
    return max((i for i, line in enumerate(lines, start=1) if line), default=0)


def _assigned(system: System, texts: Sequence[Text], needed: Sequence[str]) -> Iterator[Sides]:
    for chosen in permutations(texts, len(needed)):
        if any(text.side not in ("", side) for text, side in zip(chosen, needed, strict=True)):
            continue
        given = dict(zip(needed, chosen, strict=True))
        source, target = (
            _lines(system, given[side])
            if side in given
            else [getattr(one, side) for one in system.sentences]
            for side in ("source", "target")
        )
        names = tuple(dict.fromkeys(text.name for text in chosen if text.name != NUMBERED))
        numbered = tuple(side for side, text in given.items() if text.name == NUMBERED)
        if names or not chosen or not any(text.name for text in texts):
            yield Sides(source, target, names, numbered)


def unusual_space(system: System, texts: Sequence[Text]) -> str:
    """Return the first space in words of texts that is no plain one, or ""."""
    sides = [text.lines for text in texts]
    if system.copied:
        sides += [[one.source or (), one.target or ()] for one in system.sentences]
    words = (word for lines in sides for line in lines for word in line)
    odd = next((word for word in words if len(word.split()) != 1), "")
    return next((letter for letter in odd if letter.isspace()), "")


def split_at_all_spaces(system: System, texts: Sequence[Text]) -> tuple[System, list[Text]]:
    """Return texts whose words are split at all spaces of Unicode, as Python does."""
    if system.copied:
        found = [
            replace(one, source=_split(one.source or ()), target=_split(one.target or ()))
            for one in system.sentences
        ]
        system = replace(system, sentences=found)
    return system, [text._replace(lines=list(map(_split, text.lines))) for text in texts]


def _split(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(" ".join(words).split())


def group_by_source(system: System, texts: Sequence[Text]) -> System:
    """Return a system whose lines are several translations of each line of a text, if they are.

    OpenNMT-tf writes an n-best list without the numbers of its sources.
    """
    count = len(system.sentences)
    sizes = {len(text.lines) for text in texts}
    per = next((count // size for size in sizes if size and count % size == 0), 1)
    if not system.unnumbered or count in sizes or per == 1:
        return system
    found = [
        RawSentence(**(vars(one) | {"number": i // per, "rank": i % per}))
        for i, one in enumerate(system.sentences)
    ]
    return System(
        sentences=found,
        name=system.name,
        notes=[*system.notes, f"The file has {per} translations of each source."],
    )


def missing_sides(system: System) -> list[str]:
    """Return the sides whose words a system lacks."""
    return [
        side
        for side in ("source", "target")
        if any(getattr(o, side) is None for o in system.sentences)
    ]


def typed_texts(source: str, target: str) -> list[Text]:
    """Return the texts that a person typed, one sentence per line; an empty one is none."""
    return [
        Text(TYPED, [tokens(line) for line in text.strip().split("\n")], side)
        for side, text in (("source", source), ("target", target))
        if text.strip()
    ]


def check_typed(system: System, sides: Sides, way: bool, form: Format) -> None:
    """Check that a person typed a word for each place; that of an end mark may be left out.

    Args:
        system: the maps.
        sides: the words.
        way: whether the rows are source tokens.
        form: the format of the file.

    Raises:
        ValueError: if a side has another number of words than places.
    """
    for i, one in enumerate(system.sentences):
        places = map_sizes(one, way, filled=len(system.sentences) > 1)
        for side, size in zip(("source", "target"), places, strict=True):
            count = len(getattr(sides, side)[i])
            if not size - form.ends <= count <= size:
                raise ValueError(
                    f"{one.where}: the {side} has {size} places, but {count} words. Type a word "
                    "for each place, separated by spaces."
                )


def numbered_texts(system: System, texts: Sequence[Text], way: bool) -> list[Text]:
    """Return numbers as the words of sides that have none and may get none from the texts.

    Args:
        system: the maps.
        texts: the texts that are open with it.
        way: whether its rows are source tokens.
    """
    said = {text.side for text in texts}
    missing = [side for side in missing_sides(system) if side not in said]
    if sum(not text.side for text in texts) >= len(missing):
        return []
    count = max(one.number for one in system.sentences) + 1
    lines: dict[str, list[tuple[str, ...]]] = {side: [()] * count for side in ("source", "target")}
    places: list[str] = []  # One list, since each text of it takes 50 bytes.
    for one in system.sentences:
        sizes = map_sizes(one, way, filled=len(system.sentences) > 1)
        places += map(str, range(len(places) + 1, max(sizes) + 1))
        for side, size in zip(lines, sizes, strict=True):
            longest = max(size, len(lines[side][one.number]))  # Of all translations of a source.
            lines[side][one.number] = tuple(places[:longest])
    return [Text(NUMBERED, lines[side], side) for side in missing]


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
    count = max(one.number for one in system.sentences) + 1
    texts = "a text" if len(sides) == 1 else "two texts"
    return f"open it together with {texts} of {count:,} line{'s' * (count > 1)}"


def _lines(system: System, text: Text) -> list[tuple[str, ...]]:
    return [text.lines[one.number] for one in system.sentences]


def _uncut_text(found: Sequence[RawSentence], texts: Sequence[Text], side: str, size: int) -> Text:
    """Return the first text whose truncated words are a side's labels, or else the labels.

    Args:
        found: the sentences of the system.
        texts: the texts of the system's length.
        side: "source" or "target".
        size: the number of characters of a truncated label.
    """
    labels = [getattr(one, side) for one in found]
    for text in texts:
        lines = [text.lines[one.number] for one in found]
        if all(_is_truncation(line, cut, size) for line, cut in zip(lines, labels, strict=True)):
            return text
    return Text("", labels)


def _is_truncation(words: Sequence[str], labels: Sequence[str], size: int) -> bool:
    """Return whether labels are words cut to `size` characters or unknown.

    One more label, an end mark, may follow.
    """
    return len(words) <= len(labels) <= len(words) + 1 and all(
        label in (word[:size], "<unk>", "<unk>"[:size])
        for word, label in zip(words, labels, strict=False)
    )
