"""The report on a matched system: its record, with notes on its words and on what was changed."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from alignoscope.interchange.foreign.matching import Matched
from alignoscope.interchange.foreign.remarks import Remark
from alignoscope.interchange.foreign.word_assignment import needed_texts
from alignoscope.interchange.foreign.words import with_chinese_words
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.systems import System
from alignoscope.records.foreign import ForeignFile, ForeignSentence

SEVERAL = 8  # The least number of different targets by which a shared first token is odd.
CHECK = "check one map, and swap the texts if it is wrong."


def report(
    name: str,
    system: System,
    form: Format,
    match: Matched,
    remarks: Sequence[Remark],
    unused: Sequence[str],
) -> ForeignFile:
    """Return the record of a system.

    Args:
        name: its name.
        system: the system, before it was matched.
        form: the format of the file.
        match: its sentences with their words.
        remarks: what was done to it before it was matched.
        unused: the names of files of numbers that nothing was read from so far.
    """
    words = match.words
    notes = [*system.notes, *filter(None, [form.note])]
    more = [*match.remarks]
    if words.names:
        names = [PurePath(name).name for name in words.names]
        source = f"Words are from {' (source) and '.join(names)}{' (target)' * (len(names) > 1)}"
        if match.doubt:
            other = "the other way round fits" if len(names) > 1 else "those of another text fit"
            more.append(Remark(f"{source}, but {other} as well: {CHECK}"))
        else:
            notes.append(f"{source}.")
    elif form.cut:
        notes.append(
            "Long words are cut off, as in the table: open the texts with it to have them whole."
        )
    more += [*remarks, *(Remark(not_used(name)) for name in unused if name not in words.names)]
    more += _shared_start(match.sentences) if system.kind == "weights" else []
    if words.numbered:
        no = " and no ".join(words.numbered)
        remedy = f"type the words, or {needed_texts(system, words.numbered)}."
        more.append(Remark(f"It holds no {no} words, so their places are numbered: {remedy}"))
    return ForeignFile(
        name=name,
        tool=form.tool,
        kind=system.kind,
        sentences=tuple(match.sentences),
        notes=(*notes, *(one.text for one in more)),
        changes=tuple(one.text for one in more if not one.expected),
        texts=words.names,
        numbered=words.numbered,
    )


def _shared_start(sentences: Sequence[ForeignSentence]) -> list[Remark]:
    """Return a question on a first token that all targets share, and that is nowhere else in them.

    It may be a start mark or a language code of a form that is not known.
    """
    targets = {one.target.pieces for one in sentences if not one.target.axis}
    first = {pieces[0] for pieces in targets}
    if len(targets) < SEVERAL or len(first) > 1 or any(first & {*rest} for _, *rest in targets):
        return []
    said = (
        f"All targets start with {first.pop()!r}. If that is a mark that the decoder read, and no "
        "step wrote, each row belongs to the next token: give the tokens that it wrote."
    )
    return [Remark(said)]


def not_used(name: str) -> str:
    """Return the note that a file's words were not used."""
    return f"{PurePath(name).name} was not used: the words are from other files."


def with_joined_chinese(file: ForeignFile) -> ForeignFile:
    """Return a file whose Chinese characters are joined into words.

    Raises:
        ValueError: if jieba is not installed.
    """
    sentences = (
        replace(one, source=with_chinese_words(one.source), target=with_chinese_words(one.target))
        for one in file.sentences
    )
    note = "Chinese characters are joined into words by jieba."
    return replace(file, sentences=tuple(sentences), notes=(*file.notes, note))
