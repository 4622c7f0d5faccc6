"""How sure models may say they are: fitted on dev, measured on test, written beside the models.

`alignoscope confidence CHECKPOINTS --corpus FILE`. Nobody labels anything: a word of a greedy
translation counts as right if the least edit distance to the nearest reference (Levenshtein over
words without case, as TER without shifts) leaves it as it is. So another right word counts as
wrong, and the probabilities are lower bounds. All models share the coefficients of whole
translations, which were fitted on graded ones (`SENTENCE`).
"""

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from alignoscope.analysis.confidence import (
    WORD_FEATURES,
    word_features,
)
from alignoscope.analysis.right_words import right_words
from alignoscope.analysis.triage.damage import auroc
from alignoscope.analysis.words import own_words
from alignoscope.data.corpus import Pair, read_corpus, read_pairs
from alignoscope.data.known_words import KnownWords
from alignoscope.data.split import split_pairs
from alignoscope.decoding.greedy import translate
from alignoscope.evaluation.batches import length_batches
from alignoscope.evaluation.translation import group_references
from alignoscope.models.beside import beside
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint
from alignoscope.models.folder import find_checkpoint
from alignoscope.records.confidence import (
    FITS,
    ConfidenceFit,
    Logistic,
    MeasuredConfidence,
    Ranked,
    ReliabilityBin,
    write_confidence,
)
from alignoscope.records.trace import Trace
from alignoscope.records.whole_file import told_in_a_line

BATCH = 64
BINS = 10
MARKED = 0.04  # the share of right words of dev that are marked as unsure; of test at most 5 %
WRONG = 0.5  # A translation that is less probably right is marked as probably wrong.
RIDGE = 1e-3  # the penalty of the standardised coefficients, times the number of cases
# Fitted on 3,853 graded translations of 140 sentences by the models of eng-fra (`results/judged`
# in their folder).
SENTENCE = Logistic(
    bias=2.20435,
    weights={"mean": 11.081335, "rarest": 0.485517},
    means={"mean": -0.479882, "rarest": 4.217339},
)
References = Mapping[str, Sequence[str]]
FeatureColumns = dict[str, np.ndarray]


def main(words: Sequence[str] | None = None, prog: str = "python -m evaluation.confidence") -> None:
    """Fit and measure the confidence of models, and write it beside them.

    `prog` is the name of the command in its help.
    """
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Fit on dev how probable it is that a word of a translation is right, measure "
        f"it on test, and write both to {FITS} beside the models.",
    )
    add = parser.add_argument
    add("checkpoints", nargs="+", type=Path, help=".safetensors files of one pair")
    add("--corpus", type=Path, nargs="+", required=True, help="what they were trained on")
    add("--reverse", action="store_true", help="translate from the second column to the first")
    add("--dev-also", type=Path, nargs="+", default=[], metavar="FILE", help="pairs beside dev")
    add("--test-also", type=Path, nargs="+", default=[], metavar="FILE", help="pairs beside test")
    args = parser.parse_args(sys.argv[1:] if words is None else words)
    with told_in_a_line(parser):
        paths = [find_checkpoint(path) for path in args.checkpoints]
        if len({path.parent for path in paths}) > 1:
            raise ValueError("The models are of several pairs: measure each pair by itself.")
        pair = paths[0].parent.name
        split = split_pairs(read_corpus(args.corpus, reverse=args.reverse, pair=pair).pairs)
        dev, test = (
            group_references([*part, *_pairs(also, reverse=args.reverse)])
            for part, also in ((split.dev, args.dev_also), (split.test, args.test_also))
        )
        folder = paths[0].parent
        found = dict(beside(folder).confidence)
        for path in paths:
            checkpoint = load_checkpoint(path)
            traces = [_translated(checkpoint, part) for part in (dev, test)]
            found[path.stem] = measure(traces[0], dev, traces[1], test, beside(folder).words)
            write_confidence(found, folder / FITS)
            print(f"{path.stem}: {told(found[path.stem])}")


def measure(
    dev_traces: Sequence[Trace],
    dev: References,
    test_traces: Sequence[Trace],
    test: References,
    known: KnownWords | None,
    sentence: Logistic = SENTENCE,
) -> MeasuredConfidence:
    """Fit the coefficients of a model on traces of dev, and measure them on traces of test.

    Args:
        dev_traces, test_traces: translations of the sources.
        dev, test: the references of each source.
        known: the words that the pair's models have read.
        sentence: the coefficients of whole translations.

    Raises:
        ValueError: if dev or test has not both right and wrong words.
    """
    columns, right = word_table(dev_traces, dev, known)
    if not 0 < right.sum() < len(right):
        raise ValueError("Dev has no word that is right, or none that is wrong: nothing to fit.")
    word = fit_logistic(columns, right, list(WORD_FEATURES))
    said = word.probabilities(columns)
    unsure = round(float(np.quantile(said[right], MARKED)), 4)
    columns, right = word_table(test_traces, test, known)
    if not 0 < right.sum() < len(right):
        raise ValueError("Test has no word that is right, or none that is wrong: no measure.")
    said = word.probabilities(columns)
    about = {"what": "word", "part": "test", "decoding": "greedy", "labels": "edit distance"}
    ranked = Ranked(
        **about,
        count=len(right),
        wrong=int((~right).sum()),
        auroc=round(auroc(-said, ~right), 4),
        alone=round(auroc(-columns["log_p"], ~right), 4),
        error=round(calibration_error(said, right), 4),
        marked_right=round(float((said[right] < unsure).mean()), 4),
        marked_wrong=round(float((said[~right] < unsure).mean()), 4),
    )
    bins = tuple(
        ReliabilityBin(
            **about,
            low=k / BINS,
            high=(k + 1) / BINS,
            count=int(own.sum()),
            said=round(float(said[own].mean()), 4),
            right=round(float(right[own].mean()), 4),
        )
        for k in range(BINS)
        for own in [_bins(said) == k]
        if own.any()
    )
    fit = ConfidenceFit(word=word, sentence=sentence, unsure=unsure, wrong=WRONG)
    return MeasuredConfidence(fit=fit, ranked=(ranked,), bins=bins)


def told(measured: MeasuredConfidence) -> str:
    """Return the measures of a model's words in a line."""
    one = measured.ranked[0]
    return (
        f"AUROC {one.auroc:.3f} (probability alone {one.alone:.3f}), calibration error "
        f"{one.error:.3f}, marked {one.marked_right:.1%} of right and {one.marked_wrong:.1%} of "
        "wrong words"
    )


def word_table(
    traces: Iterable[Trace], references: References, known: KnownWords | None
) -> tuple[FeatureColumns, np.ndarray]:
    """Return the features of the n words with a letter or figure, and which are right, [n]."""
    rows: list[np.ndarray] = []
    right: list[bool] = []
    for trace in traces:
        words = own_words(trace.target)
        if not words:
            continue
        features = word_features(trace, known)
        same = right_words(words, references[trace.source.text])
        kept = [i for i, word in enumerate(words) if any(map(str.isalnum, word))]
        rows.append(np.array([features[name] for name in WORD_FEATURES])[:, kept])
        right += [same[i] for i in kept]
    table = np.concatenate(rows, axis=1) if rows else np.zeros((len(WORD_FEATURES), 0))
    return dict(zip(WORD_FEATURES, table, strict=True)), np.array(right, bool)


def fit_logistic(columns: FeatureColumns, right: np.ndarray, names: Sequence[str]) -> Logistic:
    """Fit a logistic model by Newton's method, with a small ridge on standardised features.

    The columns and `right` are [n].
    """
    rows = np.stack([columns[name] for name in names], axis=1)
    means, scales = rows.mean(axis=0), rows.std(axis=0)
    scales = np.where(scales > 1e-9, scales, 1)
    inputs = np.column_stack([np.ones(len(rows)), (rows - means) / scales])
    penalty = np.eye(inputs.shape[1]) * RIDGE * len(rows)
    penalty[0, 0] = 0
    found = np.zeros(inputs.shape[1])
    for _ in range(100):
        p = 1 / (1 + np.exp(-inputs @ found))
        slope = inputs.T @ (p - right) + penalty @ found
        curve = (inputs * (p * (1 - p))[:, None]).T @ inputs + penalty
        step = np.linalg.solve(curve, slope)
        found = found - step
        if np.abs(step).max() < 1e-9:
            break
    weights = found[1:] / scales
    return Logistic(
        bias=round(float(found[0] - weights @ means), 6),
        weights=dict(zip(names, weights.round(6).tolist(), strict=True)),
        means=dict(zip(names, means.round(6).tolist(), strict=True)),
    )


def calibration_error(said: np.ndarray, right: np.ndarray) -> float:
    """Return the mean distance of the values [n] of bins from their share of right cases."""
    bins = _bins(said)
    return sum(
        own.mean() * abs(said[own].mean() - right[own].mean())
        for k in range(BINS)
        for own in [bins == k]
        if own.any()
    )


def _bins(said: np.ndarray) -> np.ndarray:
    return np.minimum((said * BINS).astype(int), BINS - 1)


def _pairs(paths: Sequence[Path], *, reverse: bool) -> list[Pair]:
    return [pair for path in paths for pair in read_pairs(path, reverse=reverse)]


def _translated(checkpoint: Checkpoint, references: References) -> list[Trace]:
    sources = list(references)
    rows = [(source,) for source in sources]
    return [
        trace
        for batch in length_batches(checkpoint.tokenizer, rows, BATCH, checkpoint.variant)
        for trace in translate(checkpoint, [sources[i] for i in batch])
    ]


if __name__ == "__main__":
    main()
