"""Opening files of other tools together: classify, read, assign words, fit axes, check, report."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from alignoscope.interchange.foreign.checks import check_count, check_systems
from alignoscope.interchange.foreign.classification import classify, naming_file
from alignoscope.interchange.foreign.linking import add_confidence
from alignoscope.interchange.foreign.matching import match_system
from alignoscope.interchange.foreign.options import AUTOMATIC, ROWS, Reading
from alignoscope.interchange.foreign.orientation import orientation_without_words, turned
from alignoscope.interchange.foreign.padding import without_nan
from alignoscope.interchange.foreign.places import with_axes
from alignoscope.interchange.foreign.report import not_used, report, with_joined_chinese
from alignoscope.interchange.foreign.texts import Text, is_values, typed_texts
from alignoscope.interchange.foreign.word_assignment import group_by_source, with_numeric_texts
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import System
from alignoscope.records.foreign import ForeignFile


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
    maps, texts, beside, pictures = classify(files)
    texts += [*pair, *typed_texts(options.source, options.target)]
    if options.swapped:
        texts = texts[::-1]
    opened: list[ForeignFile] = []
    for file, form in maps:
        with naming_file(file, f"{file.name} ({form.tool})"):
            systems = form.read(file)
            check_systems(systems)
            opened += [
                _open_system(file, form, one, texts, beside, options, pictures) for one in systems
            ]
        check_count(sum(one.maps.size for file in opened for one in file.sentences))
    if options.chinese:
        opened = list(map(with_joined_chinese, opened))
    used = {name for file in opened for name in file.texts}
    unused = dict.fromkeys(text.name for text in texts if text.name not in used)
    encoded = (file.note for file in files if file not in pictures and file.note)
    more = (*encoded, *map(not_used, unused))
    return [replace(file, notes=file.notes + more, changes=file.changes + more) for file in opened]


def foreign_of(name: str, form: Format, system: System) -> ForeignFile:
    """Return the record of a system that has its words and is not from a file.

    Raises:
        ValueError: if they do not fit its numbers.
    """
    file = _open_system(NamedBytes(name=name, data=b""), form, system, [], [], AUTOMATIC)
    return replace(file, name=name)  # Uncut: it is a label and no path.


def _open_system(
    file: NamedBytes,
    form: Format,
    system: System,
    texts: Sequence[Text],
    beside: Sequence[NamedBytes],
    options: Reading,
    pictures: Sequence[NamedBytes] = (),
) -> ForeignFile:
    texts, values = with_numeric_texts(system, texts, beside, swapped=options.swapped)
    system, remarks = add_confidence(group_by_source(system, texts), values)
    system, cut = without_nan(system)
    remarks = [*cut, *remarks]
    if form.labelled and not (form.steps and options.rows == ROWS[0]):
        source_rows, remark = orientation_without_words(system, form, options.rows)
        system = turned(system) if source_rows else system
        remarks.append(remark)
    try:
        match = match_system(file.name, system, texts, form, options)
        if not system.is_linked:
            match = with_axes(match, system, options, pictures)
    except ValueError as error:
        raise ValueError(" ".join((str(error), *(one.text for one in remarks)))) from error
    name = PurePath(file.name).name + (f" · {system.name}" if system.name else "")
    unused = [one.name for one in beside if is_values(one) and one not in values]
    return report(name, system, form, match, remarks, unused)
