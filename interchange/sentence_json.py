"""Reading and writing the sentences of trace files, as in docs/trace-format.md; without torch."""

from collections.abc import Sequence
from itertools import pairwise

from alignoscope.records.axis import MAX_SECONDS, MAX_START, TimeAxis, WordlessAxis, grid_axis
from alignoscope.records.json_values import Value
from alignoscope.records.limits import MAX_TRACE_TEXT, MAX_TRACE_WORD
from alignoscope.records.sentence import END, Sentence

NO_ID = -1  # The id of a piece if the file has no ids.
_FIELDS = ("text", "ids", "pieces", "words", "word_of", "axis")


def written_sentence(sentence: Sentence) -> dict[str, object]:
    """Return a sentence as a JSON object."""
    return {
        "text": sentence.text,
        "ids": list(map(int, sentence.ids)),
        "pieces": list(sentence.pieces),
        "words": list(sentence.words),
        "word_of": list(map(int, sentence.word_of)),
        **({} if sentence.axis is None else {"axis": _written_axis(sentence.axis)}),
    }


def _written_axis(axis: WordlessAxis) -> dict[str, object]:
    if isinstance(axis, TimeAxis):
        return {"seconds": axis.seconds, **({"start": axis.start} if axis.start else {})}
    return {"grid": [axis.height, axis.width]}


def read_length(side: Value) -> int:
    """Return the number of a sentence's pieces.

    Raises:
        ValueError: if there are none.
    """
    pieces = side if isinstance(side.value, list) else side.record(_FIELDS)["pieces"]
    if not pieces.length():
        raise ValueError(f"{pieces.where} is empty: expected at least one word.")
    return pieces.length()


def read_sentence(side: Value) -> Sentence:
    """Read a sentence; a plain list of words has one piece per word.

    Raises:
        ValueError: if it is neither, or its numbers of words skip one.
    """
    if isinstance(side.value, list):
        words = side.each(None, read_word)
        return Sentence(
            text=_joined(words),
            ids=(NO_ID,) * len(words),
            pieces=words,
            words=words,
            word_of=tuple(range(len(words))),
        )
    fields = side.record(_FIELDS)
    pieces, words = fields["pieces"].each(None, read_word), fields["words"].each(None, read_word)
    word_of = fields["word_of"].each(len(pieces), Value.whole)
    moves = {later - earlier for earlier, later in pairwise(word_of)}
    if word_of[0] != 0 or word_of[-1] != len(words) - 1 or not moves <= {0, 1}:
        raise ValueError(
            f"{fields['word_of'].where}: expected the number of each piece's word, from 0 to "
            f"{len(words) - 1} in their order."
        )
    no_ids = (NO_ID,) * len(pieces)
    ids = fields["ids"].given(lambda value: value.each(len(pieces), _id), no_ids)
    text = fields["text"].given(lambda value: value.text(MAX_TRACE_TEXT, least=0), _joined(words))
    axis = fields["axis"].given(lambda value: _read_axis(value, len(pieces)), None)
    return Sentence(text=text, ids=ids, pieces=pieces, words=words, word_of=word_of, axis=axis)


def _read_axis(value: Value, count: int) -> WordlessAxis:
    fields = value.record(("seconds", "start", "grid"))
    if fields["grid"].value is None:
        seconds, start = fields["seconds"].given(_seconds, None), fields["start"].given(_start, 0.0)
        return TimeAxis(seconds, start)
    height, width = fields["grid"].each(2, lambda one: one.whole(1))
    try:
        return grid_axis(height, width, count)
    except ValueError as error:
        raise ValueError(f"{value.where}: {error}") from error


def _seconds(value: Value) -> float:
    if not 0 < (seconds := value.number()) <= MAX_SECONDS:
        raise ValueError(f"{value.where} is {seconds:g}: expected a time of up to {MAX_SECONDS} s.")
    return seconds


def _start(value: Value) -> float:
    if not 0 <= (start := value.number()) <= MAX_START:
        raise ValueError(f"{value.where} is {start:g}: expected from 0 to {MAX_START:,} s.")
    return start


def read_word(value: Value) -> str:
    """Read a word or a token, which must not be empty."""
    return value.text(MAX_TRACE_WORD)


def _joined(words: Sequence[str]) -> str:
    return " ".join(words[:-1] if words[-1] == END else words)


def _id(value: Value) -> int:
    return value.whole(NO_ID)
