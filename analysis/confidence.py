"""How sure a model is of its words: features of a trace, and calibrated probabilities from them.

After Fomicheva et al. 2020, "Unsupervised Quality Estimation for Neural Machine Translation": what
the decoder itself computed predicts which words are wrong. The coefficients are fitted on dev text
(`evaluation.confidence`) and lie beside the checkpoints of a pair.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from alignoscope.analysis.posterior import cells
from alignoscope.analysis.words import merge_source, own_words
from alignoscope.data.corpus import normalise
from alignoscope.data.known_words import KnownWords, WordKnown
from alignoscope.data.tokenizer import split_words
from alignoscope.models.beside import Beside, beside
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.confidence import (
    Confidence,
    ConfidenceFit,
    Features,
    MeasuredConfidence,
    RareWord,
    Rereading,
)
from alignoscope.records.sentence import END, Sentence
from alignoscope.records.trace import Candidates, Trace

SURE_MODES = ("free", "beam")  # the modes whose translations have a confidence
LEFT_OUT = 1 / 3  # the posterior mass of a source word, below which no output covers it
SELDOM = 10_000  # A word that was read more often, as "the" and "been", needs no counterpart.
SENTENCES = 64  # whose words' counts are kept: all models of a page read the same sentence
LEAST = -12.0  # log-probabilities (nats) below it count as it

# What the page says of a word that a feature lowers most.
WORD_FEATURES = {
    "log_p": "least log-probability of the word's pieces",
    "p": "its probability",
    "margin": "least lead of its pieces over the next likeliest token, in nats",
    "before": "log-probability of the word before",
    "after": "log-probability of the word after",
    "mean": "mean log-probability of all pieces of the translation",
    "times": "log(1 + how often the source word of its largest weight was read in training)",
}
SENTENCE_FEATURES = {
    "mean": "mean log-probability of all pieces",
    "rarest": "log(1 + how often the least read source word was read in training)",
    "left_out": "how many source words no output covers; 0 if that was not computed",
    "covered": "1 if there is no such word, 0 if there is, or if that was not computed",
}
# Of a model whose translations others read again (`analysis.second_reader`).
WORD_READING = {"second": "the probability that the second reader gives the word"}
SENTENCE_READINGS = {
    "second": "mean log-probability of the translation's pieces under the second reader",
    "back": "mean log-probability of the source's pieces on the way back",
}
MOST_READ = 100_000  # what counts as read more often, such as marks, counts as read so often


def with_confidence(checkpoint: Checkpoint, traces: Sequence[Trace]) -> list[Trace]:
    """Return a model's traces with the `rare` words of their sources, and their `confidence`.

    Each needs a file beside the model. Only what a model wrote by itself (`SURE_MODES`) has a
    confidence: the fit is of such translations.
    """
    found = found_beside(checkpoint)
    own = found.confidence.get(checkpoint.path.stem) if checkpoint.path else None
    return [
        replace(
            one,
            rare=rare_words(one.source, found.words),
            confidence=confidence(one, own.fit, found.words)
            if own and one.mode in SURE_MODES
            else one.confidence,
        )
        for one in traces
    ]


def with_left_out(checkpoint: Checkpoint, traces: Sequence[Trace]) -> list[Trace]:
    """Return a model's traces with the words that are left out, where they have likelihoods.

    Their confidence, if any, counts these words.
    """
    found = found_beside(checkpoint)
    own = found.confidence.get(checkpoint.path.stem) if checkpoint.path else None
    made = []
    for one in traces:
        sure = one.confidence
        if own and sure:
            sure = counted(one, own, found.words, sure.second, sure.back)
        made.append(replace(one, left_out=left_out(one, found.words), confidence=sure))
    return made


def counted(
    trace: Trace,
    own: MeasuredConfidence,
    known: KnownWords | None,
    second: Rereading | None = None,
    back: Rereading | None = None,
) -> Confidence | None:
    """Return a confidence that counts words left out, and readings if its fit has all it needs."""
    read, plain = own.read, own.fit
    if read and (bool(second), bool(back)) == (bool(read.second), bool(read.back)):
        sure = confidence(trace, read.fit, known, second, back)
    else:
        sure, read = confidence(trace, plain, known), None
    if not sure or (read is None and left_out(trace, known) is None):
        return sure
    features = sentence_features(replace(trace, left_out=None, likelihoods=None), known)
    return replace(sure, alone=round(float(plain.sentence.probabilities(features)[0]), 4))


def rare_words(source: Sentence, known: KnownWords | None) -> tuple[RareWord, ...]:
    """Return the words that the models have hardly or never read; names and numbers are none."""
    return _rare_words(own_words(source), known) if known else ()


@lru_cache(maxsize=SENTENCES)
def _rare_words(words: tuple[str, ...], known: KnownWords) -> tuple[RareWord, ...]:
    return tuple(
        RareWord(i, one.times)
        for i, one in enumerate(known.words(words))
        if one.state in ("new", "rare")
    )


def least_read(source: Sentence, known: KnownWords | None) -> float:
    """Return how often the least read word of a source was read; NaN without a table or a word.

    Names, numbers and marks do not count.
    """
    words = known.words(own_words(source)) if known else ()
    times = [one.times for one in words if one.state in ("known", "rare", "new")]
    return float(min(times, default=np.nan))


def words_known(checkpoint: Checkpoint, text: str) -> tuple[WordKnown, ...]:
    """Return how often the models of a pair have read each word of a source text.

    Raises:
        ValueError: if there is no table beside the model, or it cannot be used.
    """
    found = found_beside(checkpoint)
    if found.words is None:
        raise ValueError(
            " ".join(found.problems)
            or "There is no table of the words that this model has read beside its file: "
            "`alignoscope words` writes one."
        )
    return found.words.words(split_words(normalise(text)))


def found_beside(checkpoint: Checkpoint) -> Beside:
    """Return what lies beside a model's file; of a model without a file, nothing."""
    return beside(checkpoint.path.parent) if checkpoint.path else Beside(None, {}, ())


def confidence(
    trace: Trace,
    fit: ConfidenceFit,
    known: KnownWords | None,
    second: Rereading | None = None,
    back: Rereading | None = None,
) -> Confidence | None:
    """Return how sure a translation is, or None if it has no word.

    The readings are those of other models, if the fit has coefficients for them.
    """
    if not own_words(trace.target):
        return None
    features = word_features(trace, known, second)
    sentence = fit.sentence.probabilities(sentence_features(trace, known, second, back))
    return Confidence(
        words=tuple(fit.word.probabilities(features).round(4).tolist()),
        reasons=tuple(fit.word.lowered_by(features)),
        sentence=round(float(sentence[0]), 4),
        unsure=fit.unsure,
        wrong=fit.wrong,
        second=second,
        back=back,
    )


def word_features(
    trace: Trace, known: KnownWords | None, second: Rereading | None = None
) -> Features:
    """Return the features of each target word but the end mark.

    See `WORD_FEATURES`, and `WORD_READING` with a second reader's.
    """
    count = len(own_words(trace.target))
    starts = [span.start for span in trace.target.spans]
    log_p = np.array([step.log_prob for step in trace.steps]).clip(LEAST)
    words = np.minimum.reduceat(log_p, starts)
    read = _log_times(trace.source.words, known)
    times = np.full(count, np.log1p(MOST_READ))
    if trace.weights is not None:
        rows = merge_source(trace.weights, trace.source, "weights")
        times = read[np.add.reduceat(rows, starts, axis=0).argmax(axis=1)][:count]
    return {
        "log_p": words[:count],
        "p": np.exp(words[:count]),
        "margin": np.minimum.reduceat(_margins(trace), starts)[:count],
        "before": np.append(0.0, words)[:count],
        "after": np.append(words, 0.0)[1 : count + 1],
        "mean": np.full(count, log_p.mean()),
        "times": times,
        **({"second": np.array(second.words)} if second else {}),
    }


def sentence_features(
    trace: Trace,
    known: KnownWords | None,
    second: Rereading | None = None,
    back: Rereading | None = None,
) -> Features:
    """Return the features of a whole translation as rows of one number.

    See `SENTENCE_FEATURES`, and `SENTENCE_READINGS` of the readings that are given.
    """
    log_p = np.array([step.log_prob for step in trace.steps]).clip(LEAST)
    gone = left_out(trace, known)
    return {
        "mean": log_p.mean(keepdims=True),
        "rarest": _log_times(trace.source.words, known).min(keepdims=True),
        "left_out": np.array([float(len(gone or ()))]),
        "covered": np.array([float(gone == ())]),
        **({"second": np.array([second.mean])} if second else {}),
        **({"back": np.array([back.mean])} if back else {}),
    }


@lru_cache(maxsize=SENTENCES)
def _log_times(words: tuple[str, ...], known: KnownWords | None) -> np.ndarray:
    """Return log(1 + times) of each source word; marks, numbers and the end count as well read."""
    found = [
        known.times(word) if known and word != END and any(map(str.isalpha, word)) else MOST_READ
        for word in words
    ]
    return np.log1p(np.minimum(found, MOST_READ))


def left_out(trace: Trace, known: KnownWords | None = None) -> tuple[int, ...] | None:
    """Return the places of the source words that no output covers, or None without likelihoods.

    They are the words with a letter whose posterior mass, summed over all target pieces, is below
    `LEFT_OUT`; with a table of known words, only those that were read less often than `SELDOM`.
    """
    if trace.left_out is not None:
        return trace.left_out
    posterior = cells(trace, "posterior")
    if posterior is None:
        return None
    mass = merge_source(posterior, trace.source, "posterior").sum(axis=0)
    return tuple(
        i
        for i, word in enumerate(own_words(trace.source))
        if mass[i] < LEFT_OUT
        and any(map(str.isalpha, word))
        and not (known and known.times(word) >= SELDOM)
    )


def _margins(trace: Trace) -> np.ndarray:
    """Return by how much each piece leads the likeliest other token, in nats; below 0 it trails."""
    found = []
    for step in trace.steps:
        columns = Candidates.of(step.candidates)  # an object for each would take most of the time
        candidates = zip(columns.tokens, columns.log_probs, strict=True)
        others = (log_prob for token, log_prob in candidates if token != step.token)
        found.append(step.log_prob - next(others, LEAST))
    return np.array(found).clip(LEAST, -LEAST)
