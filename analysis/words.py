"""Maps over words, merged from maps over pieces; the words are the sentence's or chosen ones."""

import re
from collections.abc import Sequence

import numpy as np

from alignoscope.analysis.posterior import cells
from alignoscope.data.corpus import normalise
from alignoscope.data.tokenizer import SPACE, UNKNOWN_ID
from alignoscope.records.sentence import END, Sentence
from alignoscope.records.trace import Trace

SHIFTS = (-1, 0, 1)
BLANK = "␣"  # a word that is a space mark alone


def plain_words(sentence: Sentence) -> tuple[str, ...]:
    """Return a sentence's words as newcomers read them; see `plain_token`."""
    words = tuple(BLANK if word == SPACE else word for word in sentence.words)
    return (*words[:-1], "end") if words[-1:] == (END,) else words


def unknown_places(sentence: Sentence, unit: str = "words") -> list[int]:
    """Return the indices of the words, or pieces, with a character that no training text had."""
    places = range(len(sentence.ids)) if unit == "pieces" else sentence.word_of
    unknown = (i for i, piece in zip(places, sentence.ids, strict=True) if piece == UNKNOWN_ID)
    return [*dict.fromkeys(unknown)]


def spelt_words(sentence: Sentence) -> tuple[list[str], list[str]]:
    """Return the words of two or more letters, and those mostly split into single letters."""
    words, spelt = [], []
    for word, span in zip(sentence.words, sentence.spans, strict=True):
        sizes = [len(sentence.pieces[i].removeprefix(SPACE)) for i in span]
        if len(word) > 1 and word.isalpha():
            words.append(word)
            if 2 * sum(size == 1 for size in sizes) > len(word):
                spelt.append(word)
    return words, spelt


def plain_token(token: str, unit: str = "words") -> str:
    """Return a token as newcomers read it: without `▁`, the end mark as "end"; pieces unchanged.

    A piece that is only a space is `BLANK`.
    """
    if unit == "pieces":
        return token
    return "end" if token == END else token.removeprefix(SPACE) or BLANK


def merge_words(rows: np.ndarray, source: Sentence, target: Sentence, measure: str) -> np.ndarray:
    """Merge a map over pieces [tgt_len, src_len] into a map over words.

    Weights and the posterior are summed over source pieces and averaged over target pieces. `links`
    are merged by maximum on both sides: two words are linked if any of their pieces are.

    Scores are merged so that the softmax of a word's merged scores is the mean of its n steps'
    softmaxes: log (1/n sum_i softmax(e_i)_j) + 1/n sum_i log sum_k exp(e_ik), after log sum exp
    over source pieces. A word of one piece keeps its scores; -inf is only where all steps have it.

    Args:
        rows: the map over pieces.
        source: the sentence of the columns.
        target: the sentence of the rows.
        measure: the merge rule: "scores", "links", or any other name for weights.
    """
    merged = merge_source(rows, source, measure)
    if measure == "links":
        return np.maximum.reduceat(merged, _starts(target), axis=0)
    if measure != "scores":
        return _mean(merged, target)
    # A plain mean of scores would be -inf wherever one step's window ends. All sums are computed in
    # logarithms, because the exponential of a score far below the others would be 0.
    totals = np.logaddexp.reduce(merged.astype(np.float64), axis=1, keepdims=True)
    totals = np.where(np.isfinite(totals), totals, 0)  # a row that is -inf everywhere stays so
    sums = np.logaddexp.reduceat(merged - totals, _starts(target), axis=0)
    return sums - np.log(_sizes(target)) + _mean(totals, target)


def merging(trace: Trace, measure: str) -> str:
    """Return the merge rule of a measure of a trace.

    Links and head maxima are not probabilities, so they are merged by maximum instead of by sum.
    """
    return "links" if measure == "weights" and trace.kind in ("links", "maximum") else measure


def merge_source(rows: np.ndarray, source: Sentence, measure: str) -> np.ndarray:
    """Merge the source pieces of rows [..., src_len] into words; see `merge_words`."""
    add = {"scores": np.logaddexp, "links": np.maximum}.get(measure, np.add)
    return add.reduceat(rows, _starts(source), axis=-1)


def _mean(rows: np.ndarray, target: Sentence) -> np.ndarray:
    """Return the mean of the rows [tgt_len, any] over the pieces of each target word."""
    return np.add.reduceat(rows, _starts(target), axis=0) / _sizes(target)


def word_weights(
    trace: Trace,
    source_words: Sequence[str],
    target_words: Sequence[str],
    *,
    shift: int = 0,
    measure: str = "weights",
) -> np.ndarray:
    """Merge weights, or the posterior, into chosen words: [target words + 1, source words + 1].

    The words may differ from the tokenizer's, but must spell the same text, except for spaces.
    Weights are summed over the pieces of a source word and averaged over those of a target word. A
    piece with characters of two words counts for both, in proportion to their characters.

    Args:
        trace: the trace.
        source_words: the words of the columns.
        target_words: the words of the rows.
        shift: target piece i takes the row of step i + shift; +1 is the step that reads the piece
            instead of the one that writes it (Chen et al. 2020, figure 1).
        measure: "weights", "posterior" or another measure of `cells`.

    Raises:
        ValueError: if the trace has no such numbers or no end mark, the shift is unknown, or the
            texts differ.
    """
    numbers = _numbers(trace, measure)
    if not trace.finished:
        raise ValueError(f"The translation {trace.target.text!r} was cut off before its end mark.")
    source = _shares(trace.source, source_words)
    target = _shares(trace.target, target_words)
    means = (target / target.sum(axis=0)).T
    return means @ shift_rows(numbers, shift) @ source


def own_map(trace: Trace, *, shift: int = 0, measure: str = "weights") -> np.ndarray:
    """Merge weights, or the posterior, into a trace's words: [target words + 1, source words + 1].

    This is `word_weights` for the words of the tokenizer. If a side has no end mark, its last row
    or column is 0.

    Raises:
        ValueError: if the trace has no such numbers, or the shift is unknown.
    """
    numbers = shift_rows(_numbers(trace, measure), shift)
    merged = merge_words(numbers, trace.source, trace.target, merging(trace, measure))
    absent = [len(own_words(side)) == len(side.words) for side in (trace.target, trace.source)]
    return np.pad(merged, [(0, int(one)) for one in absent])


def own_words(sentence: Sentence) -> tuple[str, ...]:
    """Return a sentence's words without its end mark."""
    return sentence.words[:-1] if sentence.words[-1] == END else sentence.words


def _numbers(trace: Trace, measure: str) -> np.ndarray:
    numbers = cells(trace, measure)
    if numbers is None:
        why = "has no attention" if trace.weights is None else "was traced without likelihoods"
        raise ValueError(f"Variant {trace.variant!r} {why}: its words have no {measure}.")
    return numbers


def shift_rows(weights: np.ndarray, shift: int) -> np.ndarray:
    """Return the map whose row i is row i + shift of `weights`, or zeros beyond its ends.

    Both are [tgt_len, src_len].

    Raises:
        ValueError: if the shift is none of `SHIFTS`.
    """
    if shift not in SHIFTS:
        raise ValueError(f"The shift is {shift!r}: expected one of {', '.join(map(str, SHIFTS))}.")
    rows = np.arange(len(weights)) + shift
    inside = (rows >= 0) & (rows < len(weights))
    return np.where(inside[:, None], weights[rows.clip(0, len(weights) - 1)], 0)


def _starts(sentence: Sentence) -> list[int]:
    return [span.start for span in sentence.spans]


def _sizes(sentence: Sentence) -> np.ndarray:
    """Return the number of pieces of each word: [words, 1]."""
    return np.array([[len(span)] for span in sentence.spans])


def _shares(sentence: Sentence, words: Sequence[str]) -> np.ndarray:
    """Return the share of each piece in each word, [pieces, words + 1]; rows sum to 1."""
    given = [normalise(word).replace(" ", "") for word in words]
    own = [word.removeprefix(SPACE) for word in sentence.words[:-1]]
    if "".join(given) != "".join(own) or not all(given):
        raise ValueError(
            f"The words {' '.join(words)!r} do not spell the sentence {sentence.text!r}: they must "
            "be the same text but for spaces, and no word empty."
        )
    word_at = [i for i, word in enumerate(given) for _ in word]
    shares = np.zeros((len(sentence.pieces), len(words) + 1), np.float32)
    shares[-1, -1] = 1
    for piece, (start, end) in enumerate(_spans(sentence, own)):
        # A piece may be only the mark of a space; it then belongs to the following word.
        for letter in range(start, max(end, start + 1)):
            shares[piece, word_at[letter]] += 1 / max(end - start, 1)
    return shares


def _spans(sentence: Sentence, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return the character span of each piece in the words, joined without spaces.

    An unknown piece can match any characters; its length follows from the known pieces of its
    word.
    """
    patterns = [""] * len(words)
    for piece, piece_id, word in zip(sentence.pieces, sentence.ids, sentence.word_of, strict=True):
        if word < len(words):
            known = re.escape(piece.removeprefix(SPACE))
            patterns[word] += "(.+?)" if piece_id == UNKNOWN_ID else f"({known})"
    spans: list[tuple[int, int]] = []
    start = 0
    for pattern, text in zip(patterns, words, strict=True):
        match = re.fullmatch(pattern, text, re.DOTALL)
        assert match is not None, (pattern, text)
        spans += [(start + first, start + last) for first, last in match.regs[1:]]
        start += len(text)
    return spans
