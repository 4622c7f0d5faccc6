"""Matching of a system with words: the first that fit it, as sentences to show."""

import unicodedata
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from alignoscope.interchange.foreign import checks, fitting, linking
from alignoscope.interchange.foreign.letters import in_letters
from alignoscope.interchange.foreign.options import ROWS, Reading
from alignoscope.interchange.foreign.orientation import (
    orientation,
    orientation_without_words,
    transposed_by_sums,
)
from alignoscope.interchange.foreign.remarks import Remark, summarise
from alignoscope.interchange.foreign.texts import TYPED, Text, split_at_all_spaces, unusual_space
from alignoscope.interchange.foreign.word_assignment import (
    Assignment,
    assignments,
    missing_words_message,
    numbered_texts,
)
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.systems import System
from alignoscope.records.foreign import ForeignSentence
from alignoscope.records.trace import SELF

ITSELF = (
    "Self-attention of one sequence: each row is the token that attends, each column one that it "
    "attends to."
)
Placed = list[tuple[Remark, str]]  # Remarks on sentences, with the places of these in the file.


class Matched(NamedTuple):
    """The sentences of a system with some words, remarks, and the words.

    `doubt` is whether other texts, or the same in another order, fit as well. `weak` is whether
    rows with weight were cut off to fit.
    """

    sentences: list[ForeignSentence]
    remarks: list[Remark]
    words: Assignment
    doubt: bool = False
    weak: bool = False


def match_system(
    name: str, system: System, texts: Sequence[Text], form: Format, options: Reading
) -> Matched:
    """Return what fits words that are split at plain spaces, or else at all spaces of Unicode.

    If a text has other spaces, a remark says where it was split.

    Args:
        name: the name of the file.
        system: the maps or links.
        texts: the texts that are open with it.
        form: the format of the file.
        options: what a person sets.

    Raises:
        ValueError: if no words fit.
    """
    space = unusual_space(system, texts)
    asked = options.spaces if space else False
    fits: dict[bool, Matched] = {}
    errors = []
    for everywhere in (False, True) if asked is None else (asked,):
        split = split_at_all_spaces(system, texts) if everywhere else (system, texts)
        try:
            fits[everywhere] = _first_match(name, *split, form, options)
        except ValueError as error:
            errors.append(error)
    if not fits:
        raise errors[0]
    match = fits.get(False) or fits[True]
    if asked is not None or True not in fits:
        return match
    named = f"spaces such as U+{ord(space):04X} ({unicodedata.name(space, 'a control character')})"
    if match is fits[True]:
        note = f"Words are split at {named}, too: otherwise they do not fit."
    elif match.words.sizes == fits[True].words.sizes:
        return match
    else:
        note = (
            f"A text has {named}. Words are not split there, but would fit as well if they were. "
            "If the tool splits there, as Python does, set that, or replace them in the text."
        )
    return match._replace(remarks=[*match.remarks, Remark(note)])


def _first_match(
    name: str, system: System, texts: Sequence[Text], form: Format, options: Reading
) -> Matched:
    """Return the sentences of a system with the first words that fit it, best without cuts."""
    system, texts, split = in_letters(system, texts, form, options.rows)
    found = assignments(system, texts, cut=form.cut)
    first = next(found, None)
    if first is None and not system.is_linked:
        source_rows, _ = orientation_without_words(system, form, options.rows)
        found = assignments(system, [*texts, *numbered_texts(system, texts, source_rows)])
        first = next(found, None)
    if first is None:
        raise ValueError(missing_words_message(name, system, texts))
    match, first_error = None, None
    for words in chain([first], found):
        try:
            other = _match_words(words, form, options)
        except ValueError as error:
            first_error = first_error or error
            continue
        if match is None:
            match = other
        elif len(words.names) == len(match.words.names):
            if match.weak and not other.weak:
                match = other
            elif match.weak == other.weak:
                match = match._replace(doubt=True)
                if not match.weak:
                    break
    if match is None:
        assert first_error is not None
        raise first_error
    said = [split[name] for name in ("", *match.words.names) if name in split]
    return match._replace(remarks=[*match.remarks, *said])


def _match_words(words: Assignment, form: Format, options: Reading) -> Matched:
    """Return the sentences of a system with some words.

    Raises:
        ValueError: if these do not fit.
    """
    placed: Placed = []
    system = words.system
    if TYPED in words.names:
        checks.check_typed(system, orientation_without_words(system, form, options.rows)[0], form)
    if system.is_linked:
        sentences, remarks = _match_links(system, form, options, placed)
    elif system.kind == SELF:
        sentences, remarks = _match_self_attention(system, placed)
    else:
        sentences, remarks = _match_weights(words, form, options, placed)
    if not sentences:
        why = next((remark.text for remark, _ in placed if remark.key == "left out"), "")
        raise ValueError(
            why.removeprefix("left out: ")
            or ("every sentence lacks its source or its target words.")
        )
    remarks += summarise(placed, len(system.sentences))
    return Matched(sentences, remarks, words, weak=any(remark.weak for remark, _ in placed))


def _match_weights(
    words: Assignment, form: Format, options: Reading, placed: Placed
) -> tuple[list[ForeignSentence], list[Remark]]:
    system, remarks = words.system, list[Remark]()
    if system.lacks_end:
        system, remarks = fitting.with_end_column(system)
    if form.labelled:  # They were turned with their words.
        source_rows = False
    else:
        if options.rows == ROWS[0] and not words.numbered:
            source_rows, why = orientation(system, form)
        else:
            source_rows, why = orientation_without_words(system, form, options.rows)
        remarks = [why, *remarks]
    sentences = []
    for one in system.sentences:
        numbers, source, target = fitting.fit_map(one, source_rows, form)
        if options.scores and not checks.are_weights(numbers):
            numbers = checks.softmax(numbers)
            placed.append((Remark("the softmax was applied, as you chose"), one.where))
        odd = list[Remark]()
        if not checks.are_whole_weights(one, numbers, source_rows=source_rows):
            numbers, odd = checks.check_numbers(numbers, one.where, system.kind)
        placed += [(each, one.where) for each in (*source.remarks, *target.remarks, *odd)]
        with checks.leaving_out(system, one, placed):
            sentences.append(checks.sentence_of(one, numbers, source.tokens, target.tokens))
    return sentences, remarks


def _match_self_attention(
    system: System, placed: Placed
) -> tuple[list[ForeignSentence], list[Remark]]:
    sentences = []
    for one in system.sentences:
        numbers, words, remarks = fitting.fit_self_attention(one, transposed_by_sums(one) == [True])
        numbers, odd = checks.check_numbers(numbers, one.where, system.kind)
        placed += [(each, one.where) for each in (*remarks, *odd)]
        with checks.leaving_out(system, one, placed):
            sentences.append(checks.sentence_of(one, numbers, words, words))
    return sentences, [Remark(ITSELF, expected=True)]


def _match_links(
    system: System, form: Format, options: Reading, placed: Placed
) -> tuple[list[ForeignSentence], list[Remark]]:
    first, why = linking.first_position(system, form, options.first)
    sentences, total = [], 0
    for one in system.sentences:
        if not all(one.words):
            placed.append((Remark("a line with an empty side left out"), one.where))
            continue
        with checks.leaving_out(system, one, placed):
            checks.check_size(one, *one.words)
            numbers, source, target, ends = linking.map_of_links(one, first, form)
            sentences.append(checks.sentence_of(one, numbers, source, target))
            placed += [(each, one.where) for each in ends]
            total += numbers.size
            checks.check_count(total)
    return sentences, why
