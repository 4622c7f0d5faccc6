"""Opening files of other tools together: formats recognised, texts matched, records returned."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import PurePath
from typing import NamedTuple

from alignoscope.interchange.foreign import fitting, linking
from alignoscope.interchange.foreign.axes import Remark
from alignoscope.interchange.foreign.texts import (
    TYPED,
    Sides,
    Text,
    check_typed,
    group_by_source,
    is_values,
    is_whole,
    missing_sides,
    missing_words_message,
    needed_texts,
    numbered_texts,
    split_at_all_spaces,
    texts_of,
    typed_texts,
    unusual_space,
    word_assignments,
)
from alignoscope.interchange.foreign.unknown import check_kind, unknown
from alignoscope.interchange.foreign.words import with_chinese_words
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.formats import format_of
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import RawSentence, System
from alignoscope.records.foreign import ForeignFile, ForeignSentence
from alignoscope.records.limits import (
    MAX_IMPORT_FILES,
    MAX_IMPORT_NUMBERS,
    MAX_IMPORT_SENTENCES,
)
from alignoscope.records.trace import SELF

_TABLE = re.compile(r"(\d+ ){4}[\d.e-]+\s*")  # A line of GIZA++'s a3.final.
CHECK = "check one map, and swap the texts if it is wrong."
ITSELF = (
    "Self-attention of one sequence: each row is the token that attends, each column one that it "
    "attends to."
)
# The options for what the rows of maps are.
ROWS = ("automatic", "target tokens", "source tokens")


class Reading(NamedTuple):
    """What a person sets, since files do not show it.

    Args:
        rows: one of `ROWS`: what the rows of all maps are.
        swapped: whether texts are tried in reverse order, for texts that fit both sides.
        scores: whether the numbers are scores, which a softmax over the source makes weights.
        first: the first position of links, 0 or 1; None if the links shall show it.
        spaces: whether texts are split at all spaces of Unicode, as Python does, and not only at
            plain ones; None if what fits shall show it.
        chinese: whether Chinese characters are joined into words by jieba.
        source: typed words of the source, one sentence per line, for maps without words.
        target: those of the target.
    """

    rows: str = ROWS[0]
    swapped: bool = False
    scores: bool = False
    first: int | None = None
    spaces: bool | None = None
    chinese: bool = False
    source: str = ""
    target: str = ""


AUTOMATIC = Reading()


class Matched(NamedTuple):
    """The sentences of a system with some words, remarks, and the words.

    `doubt` is whether other texts, or the same in another order, fit as well.
    """

    sentences: list[ForeignSentence]
    remarks: list[Remark]
    sides: Sides
    doubt: bool


def open_foreign(
    files: Sequence[NamedBytes], options: Reading = AUTOMATIC, pair: Sequence[Text] = ()
) -> list[ForeignFile]:
    """Read maps of other tools, with the texts that some of them need, in any order.

    Args:
        files: files of maps, texts and numbers.
        options: what a person sets.
        pair: both sides of a parallel text, already read.

    Raises:
        ValueError: if a file is of no known format, damaged, or lacks its words.
    """
    assert options.rows in ROWS
    maps, texts, beside = classify(files)
    texts += [*pair, *typed_texts(options.source, options.target)]
    if options.swapped:
        texts = texts[::-1]
    opened: list[ForeignFile] = []
    for file, form in maps:
        opened += _match_file(file, form, texts, beside, options)
        _check_numbers(sum(one.maps.size for file in opened for one in file.sentences))
    if options.chinese:
        opened = list(map(_with_chinese_words, opened))
    used = {name for file in opened for name in file.texts}
    unused = dict.fromkeys(text.name for text in texts if text.name not in used)
    more = (
        *(file.note for file in files if file.note),
        *(
            f"{PurePath(name).name} was not used: the words are from other files."
            for name in unused
        ),
    )
    return [replace(file, notes=file.notes + more, changes=file.changes + more) for file in opened]


def _with_chinese_words(file: ForeignFile) -> ForeignFile:
    sentences = (
        replace(one, source=with_chinese_words(one.source), target=with_chinese_words(one.target))
        for one in file.sentences
    )
    note = "Chinese characters are joined into words by jieba."
    return replace(file, sentences=tuple(sentences), notes=(*file.notes, note))


def classify(
    files: Sequence[NamedBytes],
) -> tuple[list[tuple[NamedBytes, Format]], list[Text], list[NamedBytes]]:
    """Return maps with their formats, texts, and all files without maps: texts and numbers.

    Raises:
        ValueError: if there are too many, none or one cannot be read, or none holds maps.
    """
    if not 1 <= len(files) <= MAX_IMPORT_FILES:
        raise ValueError(f"{len(files)} files: open 1 to {MAX_IMPORT_FILES} together.")
    if empty := next((file.name for file in files if not file.data.strip()), None):
        raise ValueError(f"{empty} is empty.")
    found = [(file, form) for file in files if (form := _known_format(file))]
    maps = [(file, form) for file, form in found if not form.alone] or found
    rest = [file for file in files if not any(file is one for one, _ in maps)]
    values = [file for file in rest if is_values(file)]
    texts = [text for file in rest if file not in values for text in _texts(file)]
    if all(form.alone for _, form in maps) and any(f.mostly(_TABLE.fullmatch) for f in files):
        raise ValueError(
            f"{files[0].name}: this is GIZA++'s table of probabilities: open the links, A3.final."
        )
    if not maps:
        raise ValueError(unknown(files[0]))
    return maps, texts, rest


def foreign_of(name: str, form: Format, system: System) -> ForeignFile:
    """Return the record of a system that has its words and is not from a file.

    Raises:
        ValueError: if they do not fit its numbers.
    """
    file = _match_system(NamedBytes(name=name, data=b""), form, system, [], [], AUTOMATIC)
    return replace(file, name=name)  # Uncut: it is a label and no path.


def _known_format(file: NamedBytes) -> Format | None:
    check_kind(file)
    with _naming_file(file, file.name):
        return format_of(file)


def _texts(file: NamedBytes) -> list[Text]:
    with _naming_file(file, file.name):
        return texts_of(file)


def _match_file(
    file: NamedBytes,
    form: Format,
    texts: Sequence[Text],
    beside: Sequence[NamedBytes],
    options: Reading,
) -> list[ForeignFile]:
    with _naming_file(file, f"{file.name} ({form.tool})"):
        systems = form.read(file)
        _check_size(systems)
        return [_match_system(file, form, one, texts, beside, options) for one in systems]


@contextmanager
def _naming_file(file: NamedBytes, name: str) -> Iterator[None]:
    """Add a file's name to the message of a ValueError, unless the message has it."""
    try:
        yield
    except ValueError as error:
        if file.name in str(error):
            raise
        raise ValueError(f"{name}: {error}") from error


def _check_size(systems: Sequence[System]) -> None:
    """Refuse a file without sentences, or with too many sentences or numbers."""
    count = max((len(system.sentences) for system in systems), default=0)
    if not count:
        raise ValueError("there is no sentence in it.")
    if count > MAX_IMPORT_SENTENCES:
        raise ValueError(f"{count:,} sentences: at most {MAX_IMPORT_SENTENCES:,} are read.")
    found = [
        one.numbers for system in systems for one in system.sentences if one.numbers is not None
    ]
    _check_numbers(sum(numbers.size for numbers in found))


def _check_numbers(total: int) -> None:
    """Refuse too many numbers, in one file or in all files that are opened together."""
    if total > MAX_IMPORT_NUMBERS:
        raise ValueError(f"The maps hold {total:,} numbers: at most {MAX_IMPORT_NUMBERS:,}.")


def _match_system(
    file: NamedBytes,
    form: Format,
    system: System,
    texts: Sequence[Text],
    beside: Sequence[NamedBytes],
    options: Reading,
) -> ForeignFile:
    name = PurePath(file.name).name + (f" · {system.name}" if system.name else "")
    texts, values = _add_numeric_texts(system, texts, beside, options)
    system, left = _add_confidence(group_by_source(system, texts), values)
    if form.labelled and not (form.steps and options.rows == ROWS[0]):
        way, remark = _orientation(system, form, options)
        system = fitting.turned(system) if way else system
        left.append(remark)
    notes = [*system.notes, *filter(None, [form.note])]
    try:
        sentences, more, sides, doubt = _match_at_spaces(file, system, texts, form, options)
    except ValueError as error:
        raise ValueError(" ".join((str(error), *(one.text for one in left)))) from error
    idle = [file.name for file in beside if is_values(file) and file not in values]
    left += [
        Remark(f"{PurePath(name).name} was not used: the words are from other files.")
        for name in idle
        if name not in sides.names
    ]
    if sides.numbered:
        left.append(
            Remark(
                f"It holds no {' and no '.join(sides.numbered)} words, so their places are "
                f"numbered: type the words, or {needed_texts(system, sides.numbered)}."
            )
        )
    if sides.names:
        names = [PurePath(name).name for name in sides.names]
        source = f"Words are from {' (source) and '.join(names)}{' (target)' * (len(names) > 1)}"
        if doubt:
            other = "the other way round fits" if len(names) > 1 else "those of another text fit"
            more = [*more, Remark(f"{source}, but {other} as well: {CHECK}")]
        else:
            notes.append(f"{source}.")
    elif form.cut:
        notes.append(
            "Long words are cut off, as in the table: open the texts with it to have them whole."
        )
    return ForeignFile(
        name=name,
        tool=form.tool,
        kind=system.kind,
        sentences=tuple(sentences),
        notes=(*notes, *(one.text for one in (*more, *left))),
        changes=tuple(one.text for one in (*more, *left) if not one.expected),
        texts=sides.names,
        numbered=sides.numbered,
    )


def _add_numeric_texts(
    system: System, texts: Sequence[Text], beside: Sequence[NamedBytes], options: Reading
) -> tuple[Sequence[Text], list[NamedBytes]]:
    """Return the texts, with files of numbers if there are too few, and the other such files.

    A file with one number for each link holds their confidence, unless all are whole numbers.
    """
    values = [file for file in beside if is_values(file)]
    if len(texts) >= len(missing_sides(system)):
        return texts, values
    numeric = [
        file
        for file in values
        if not system.is_linked or is_whole(file) or not linking.has_confidence(system, file.lines)
    ]
    if not numeric:
        return texts, values
    texts = [*texts, *(text for file in numeric for text in _texts(file))]
    names = [file.name for file in beside]
    texts.sort(key=lambda text: names.index(text.name), reverse=options.swapped)
    return texts, [file for file in values if file not in numeric]


def _add_confidence(system: System, values: Sequence[NamedBytes]) -> tuple[System, list[Remark]]:
    """Return links with the confidence from the first file that fits, or remarks on the files."""
    if not system.is_linked:
        return system, []
    for file in values:
        if found := linking.with_confidence(system, file.lines):
            note = f"The confidence of the links is from {file.name}."
            return replace(found, notes=[*found.notes, note]), []
    no = "was not used: it has not one number for each link."
    return system, [Remark(f"{file.name} {no}") for file in values]


def _match_at_spaces(
    file: NamedBytes, system: System, texts: Sequence[Text], form: Format, options: Reading
) -> Matched:
    """Return what fits words that are split at plain spaces, or else at all spaces of Unicode.

    If a text has other spaces, a remark says where it was split.
    """
    space = unusual_space(system, texts)
    asked = options.spaces if space else False
    fits: dict[bool, Matched] = {}
    errors = []
    for everywhere in (False, True) if asked is None else (asked,):
        words = split_at_all_spaces(system, texts) if everywhere else (system, texts)
        try:
            fits[everywhere] = _first_match(file, *words, form, options)
        except ValueError as error:
            errors.append(error)
    if not fits:
        raise errors[0]
    made = fits.get(False) or fits[True]
    if asked is not None or True not in fits:
        return made
    named = f"spaces such as U+{ord(space):04X} ({unicodedata.name(space, 'a control character')})"
    if made is fits[True]:
        note = f"Words are split at {named}, too: otherwise they do not fit."
    elif made.sides.sizes == fits[True].sides.sizes:
        return made
    else:
        note = (
            f"A text has {named}. Words are not split there, but would fit as well if they were. "
            "If the tool splits there, as Python does, set that, or replace them in the text."
        )
    return made._replace(remarks=[*made.remarks, Remark(note)])


def _first_match(
    file: NamedBytes, system: System, texts: Sequence[Text], form: Format, options: Reading
) -> Matched:
    """Return the sentences of a system with the first words that fit it.

    Raises:
        ValueError: if none fit.
    """
    assignments = list(word_assignments(system, texts, cut=form.cut))
    if not assignments and not system.is_linked:
        numbered = numbered_texts(system, texts, _orientation(system, form, options)[0])
        assignments = list(word_assignments(system, [*texts, *numbered]))
    if not assignments:
        raise ValueError(missing_words_message(file.name, system, texts))
    made, first_error = None, None
    for sides in assignments:
        try:
            if TYPED in sides.names:
                check_typed(system, sides, _orientation(system, form, options)[0], form)
            found = _match_words(system, sides, form, options)
        except ValueError as error:
            first_error = first_error or error
            continue
        if made is None:
            made = Matched(*found, sides, doubt=False)
        elif len(sides.names) == len(made.sides.names):
            return made._replace(doubt=True)
    if made is None:
        assert first_error is not None
        raise first_error
    return made


def _match_words(
    system: System, sides: Sides, form: Format, options: Reading
) -> tuple[list[ForeignSentence], list[Remark]]:
    kind = "linked" if system.is_linked else system.kind
    make = {"linked": _match_links, SELF: _match_self_attention}.get(kind, _match_weights)
    done: list[tuple[Remark, str]] = []
    sentences, notes = make(system, sides, form, options, done)
    if not sentences:
        why = next((remark.text for remark, _ in done if remark.key == "left out"), "")
        raise ValueError(
            why.removeprefix("left out: ")
            or ("every sentence lacks its source or its target words.")
        )
    return sentences, notes + fitting.summarise(done, len(system.sentences))


def _match_weights(
    system: System, sides: Sides, form: Format, options: Reading, done: list[tuple[Remark, str]]
) -> tuple[list[ForeignSentence], list[Remark]]:
    notes: list[Remark] = []
    if system.lacks_end:
        system, words = fitting.with_end_column(system, sides.source)
        notes += [fitting.END_ADDED] * (words != sides.source)
        sides = sides._replace(source=words)
    if form.labelled:  # They were turned with their words.
        way, told = False, list[Remark]()
    elif options.rows == ROWS[0] and not sides.numbered:
        way, note = fitting.orientation(system, sides.source, sides.target, form)
        told = [note]
    else:
        way, note = _orientation(system, form, options)
        told = [note]
    sentences = []
    for one, source, target in zip(system.sentences, sides.source, sides.target, strict=True):
        numbers, first, second = fitting.fit_map(one, source, target, way, form)
        if options.scores and not fitting.are_weights(numbers):
            numbers = fitting.softmax(numbers)
            done.append((Remark("the softmax was applied, as you chose"), one.where))
        numbers, odd = fitting.check_numbers(numbers, one.where, system.kind)
        remarks = (*first.remarks, *second.remarks, *((odd,) if odd else ()))
        done += [(remark, one.where) for remark in remarks]
        with _leaving_out(system, one, done):
            sentences.append(fitting.sentence_of(one, numbers, first.tokens, second.tokens))
    return sentences, [*told, *notes]


def _orientation(system: System, form: Format, options: Reading) -> tuple[bool, Remark]:
    """Return whether rows are source tokens, and why, without regard to words."""
    if options.rows == ROWS[0]:
        return fitting.orientation_by_sums(system, form)
    return options.rows == ROWS[2], Remark(f"Rows are {options.rows}, as you chose.", expected=True)


def _match_self_attention(
    system: System, sides: Sides, _: Format, __: Reading, done: list[tuple[Remark, str]]
) -> tuple[list[ForeignSentence], list[Remark]]:
    sentences = []
    for one, tokens in zip(system.sentences, sides.source, strict=True):
        numbers, words, remarks = fitting.fit_self_attention(one, tokens)
        numbers, odd = fitting.check_numbers(numbers, one.where, system.kind)
        done += [(remark, one.where) for remark in (*remarks, *((odd,) if odd else ()))]
        with _leaving_out(system, one, done):
            sentences.append(fitting.sentence_of(one, numbers, words, words))
    return sentences, [Remark(ITSELF, expected=True)]


def _match_links(
    system: System, sides: Sides, form: Format, options: Reading, done: list[tuple[Remark, str]]
) -> tuple[list[ForeignSentence], list[Remark]]:
    first, note = linking.first_position(system, sides.source, sides.target, form, options.first)
    sentences, total = [], 0
    for one, source, target in zip(system.sentences, sides.source, sides.target, strict=True):
        if not source or not target:
            done.append((Remark("a line with an empty side left out"), one.where))
            continue
        with _leaving_out(system, one, done):
            fitting.check_size(one, source, target)
            numbers, words, others, what = linking.map_of_links(one, source, target, first, form)
            sentences.append(fitting.sentence_of(one, numbers, words, others))
            done += [(Remark(what, form.ends), one.where)] if what else []
            total += numbers.size
            _check_numbers(total)
    return sentences, [note] if note else []


@contextmanager
def _leaving_out(
    system: System, one: RawSentence, done: list[tuple[Remark, str]]
) -> Iterator[None]:
    """Leave out a sentence that is too long, with a remark, unless it is the only one."""
    try:
        yield
    except fitting.TooLongError as error:
        if len(system.sentences) == 1:
            raise
        done.append((Remark(f"left out: {error}".rstrip("."), key="left out"), one.where))
