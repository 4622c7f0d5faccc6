"""How sure models may say they are: fitted on dev, measured on test, written beside the models.

`alignoscope evaluate --beside` does it among the rest, and `alignoscope confidence CHECKPOINTS
--corpus FILE` alone. Nobody labels anything: a word of a greedy translation counts as right if the
least edit distance to the nearest reference (Levenshtein over words without case, as TER without
shifts) leaves it as it is. So another right word counts as wrong, and the probabilities are lower
bounds. All models share the coefficients of whole translations, which were fitted on graded ones
(`SENTENCE`).
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from math import inf, isfinite
from pathlib import Path

import numpy as np

from alignoscope.analysis.confidence import WORD_FEATURES, WORD_READING, word_features
from alignoscope.analysis.right_words import right_words
from alignoscope.analysis.second_reader import reader_paths, readings
from alignoscope.analysis.triage.damage import auroc
from alignoscope.analysis.words import own_words
from alignoscope.data.corpus import Pair, read_corpus
from alignoscope.data.known_words import KnownWords
from alignoscope.data.split import split_pairs
from alignoscope.decoding.beam import check_beam
from alignoscope.decoding.best import best_translations
from alignoscope.evaluation.batches import length_batches
from alignoscope.evaluation.material import read_further, warn_if_swapped
from alignoscope.evaluation.translation import group_references
from alignoscope.models.beside import beside
from alignoscope.models.checkpoint import SUFFIX, Checkpoint, load_checkpoint
from alignoscope.models.folder import find_checkpoint
from alignoscope.records.confidence import (
    FITS,
    ConfidenceFit,
    Logistic,
    MeasuredConfidence,
    Ranked,
    ReadFit,
    ReliabilityBin,
    Rereading,
    write_confidence,
)
from alignoscope.records.limits import MAX_WIDTH
from alignoscope.records.percentages import percentage
from alignoscope.records.trace import Trace, decoding_name
from alignoscope.records.whole_file import told_in_a_line

BATCH = 64
BINS = 10
MARKED = 0.04  # the share of right words of dev that are marked as unsure; of test at most 5 %
WRONG = 0.5  # A translation that is less probably right is marked as probably wrong.
# Right words, and wrong ones, that dev must have: ten for each coefficient (Peduzzi et al. 1996).
LEAST = 10 * len(WORD_FEATURES)
RIDGE = 1e-3  # the penalty of the standardised coefficients, times the number of cases
# Fitted on 3,853 graded translations of 140 sentences by the models of eng-fra (`results/judged`
# in their folder); what is left out, with the others held, on 980 of them (seven models, beam 5).
SENTENCE = Logistic(
    bias=2.20435,
    weights={"mean": 11.081335, "rarest": 0.485517, "left_out": -1.406718, "covered": 0.297663},
    means={"mean": -0.479882, "rarest": 4.217339, "left_out": 0.359184, "covered": 0.714286},
)
# With a second reader, and with the way back: as `python -m evaluation.graded` prints them, with
# the options in `checkpoints/README.md`.
SENTENCE_READ = {
    (True, True): Logistic(
        bias=4.829851,
        weights={
            "mean": 4.457945,
            "rarest": 0.365485,
            "left_out": -1.719587,
            "covered": -1.150589,
            "second": 3.44935,
            "back": 2.000689,
        },
        means={
            "mean": -0.477962,
            "rarest": 4.14571,
            "left_out": 0.348969,
            "covered": 0.719261,
            "second": -0.766781,
            "back": -1.123256,
        },
    ),
    (False, True): Logistic(
        bias=3.888688,
        weights={
            "mean": 7.495489,
            "rarest": 0.345272,
            "left_out": -0.918692,
            "covered": -0.336867,
            "back": 2.696525,
        },
        means={
            "mean": -0.465769,
            "rarest": 4.144781,
            "left_out": 0.303649,
            "covered": 0.62585,
            "back": -1.09209,
        },
    ),
    (True, False): SENTENCE,  # a second reader alone was not tried on graded ones of another pair
}
# Beside the second reader's probability, the model's own adds nothing to its logarithm.
READ_FEATURES = [*(name for name in WORD_FEATURES if name != "p"), *WORD_READING]
ABOUT = {"what": "word", "part": "test", "labels": "edit distance"}
References = Mapping[str, Sequence[str]]
FeatureColumns = dict[str, np.ndarray]
WordTable = tuple[FeatureColumns, np.ndarray]  # the features of n words, and which are right, [n]


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
    add("--beam", type=int, default=5, help="width, measured besides greedy (%(default)s)")
    add("--keep", action="store_true", help="only measure the coefficients that are there again")
    args = parser.parse_args(sys.argv[1:] if words is None else words)
    with told_in_a_line(parser):
        check_beam(args.beam, 1.0, MAX_WIDTH)
        paths = [find_checkpoint(path) for path in args.checkpoints]
        if len({path.parent for path in paths}) > 1:
            raise ValueError("The models are of several pairs: measure each pair by itself.")
        pair = paths[0].parent.name
        corpus = read_corpus(args.corpus, reverse=args.reverse, pair=pair)
        warn_if_swapped(args.corpus[0], corpus.pairs, pair, corpus.languages)
        split = split_pairs(corpus.pairs)
        dev, test = (
            [*part, *further_pairs(also, pair, reverse=args.reverse)]
            for part, also in ((split.dev, args.dev_also), (split.test, args.test_also))
        )
        for path in paths:
            checkpoint = load_checkpoint(path)
            if args.keep:
                measured = measure_beside(path, checkpoint, test, args.beam)
            else:
                measured = fit_beside(path, checkpoint, dev, test, args.beam)
            print(f"{path.stem}: {told(measured)}")


def further_pairs(paths: Sequence[Path], pair: str, *, reverse: bool) -> list[Pair]:
    """Return the pairs of several files for models of a language pair; see `read_further`.

    Raises:
        ValueError: if one cannot be read.
    """
    return [one for path in paths for one in read_further(path, pair, reverse=reverse)]


def fit_beside(
    path: Path, checkpoint: Checkpoint, dev: Sequence[Pair], test: Sequence[Pair], width: int
) -> MeasuredConfidence:
    """Fit the confidence of a model on dev, measure it on test, and write both beside its file.

    It is fitted on greedy translations, and measured on these and on those of a beam of `width`.

    Raises:
        ValueError: as `fit_words` and `measured_on` do.
        OSError: if the file cannot be written.
    """
    known = beside(path.parent).words
    second, back = find_readers(path, checkpoint)
    reader = load_checkpoint(second) if second else None
    on_dev = _tables(checkpoint, dev, [1], known, reader)[decoding_name(1)]
    fit, read = fit_words(on_dev), None
    if second or back:
        read = ReadFit(
            second=second.stem if second else "",
            back=f"{back.parent.name}/{back.stem}" if back else "",
            fit=fit_words(
                on_dev,
                SENTENCE_READ[bool(second), bool(back)],
                READ_FEATURES if second else list(WORD_FEATURES),
            ),
        )
    tests = _tables(checkpoint, test, [1, width], known, reader)
    return _write_beside(path, measured_on(MeasuredConfidence(fit=fit, read=read), tests))


def measure_beside(
    path: Path, checkpoint: Checkpoint, test: Sequence[Pair], width: int
) -> MeasuredConfidence:
    """Measure the coefficients beside a model's file again on test, and write that to their file.

    Raises:
        ValueError: if there are none, their second reader cannot be used, or test has no words of
            one kind.
        OSError: if the file cannot be written.
    """
    there = beside(path.parent)
    own = there.confidence.get(path.stem)
    if not own:
        raise ValueError(
            f"{path} has no coefficients in {FITS} to measure again: leave out --keep to fit them."
        )
    second = reader_paths(path, own.read)[0] if own.read else None
    reader = load_checkpoint(second) if second else None
    tests = _tables(checkpoint, test, [1, width], there.words, reader)
    return _write_beside(path, measured_on(own, tests))


def _write_beside(path: Path, found: MeasuredConfidence) -> MeasuredConfidence:
    there = beside(path.parent).confidence
    write_confidence({**there, path.stem: found}, path.parent / FITS)
    return found


def _tables(
    checkpoint: Checkpoint,
    pairs: Sequence[Pair],
    widths: Sequence[int],
    known: KnownWords | None,
    reader: Checkpoint | None,
) -> dict[str, WordTable]:
    """Return the words of a model's translations of pairs by the decoding."""
    references = group_references(pairs)
    return {
        decoding_name(width): word_table(
            _translated(checkpoint, [*references], width), references, known, reader
        )
        for width in dict.fromkeys(widths)
    }


def find_readers(path: Path, checkpoint: Checkpoint) -> tuple[Path | None, Path | None]:
    """Return the files of a second reader and of the way back of a model, None if there is none.

    The second reader is the model of the same folder with the least loss on dev, if that is
    another; the way back goes by the best of the folder of the other direction.
    """
    best = _best(path.parent)
    other = "-".join(reversed(path.parent.name.split("-")))
    back = _best(path.parent.parent / other) if other != path.parent.name else None
    own = _dev_loss(checkpoint)
    return (best if best and _dev_loss(load_checkpoint(best)) < own else None), back


def _best(folder: Path) -> Path | None:
    """Return the model of a folder whose last loss on dev is the least, if any has one."""
    found = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        with suppress(ValueError):
            found[path] = _dev_loss(load_checkpoint(path))
    best = min(found, key=lambda path: found[path], default=None)
    return best if best and isfinite(found[best]) else None


def _dev_loss(checkpoint: Checkpoint) -> float:
    history = checkpoint.record.history
    return history[-1].dev_loss if history else inf


def fit_words(
    dev: WordTable, sentence: Logistic = SENTENCE, names: Sequence[str] = tuple(WORD_FEATURES)
) -> ConfidenceFit:
    """Fit the coefficients of a model on words of dev.

    Args:
        dev: the words.
        sentence: the coefficients of whole translations.
        names: the features of a word.

    Raises:
        ValueError: if dev has fewer than `LEAST` right or wrong words.
    """
    columns, right = dev
    if min(right.sum(), (~right).sum()) < LEAST:
        raise ValueError(
            f"Dev has {right.sum():,} right and {(~right).sum():,} wrong words: expected {LEAST} "
            "of each, to fit on. Give a larger corpus, or more pairs with --dev-also."
        )
    word = fit_logistic(columns, right, names)
    unsure = round(float(np.quantile(word.probabilities(columns)[right], MARKED)), 4)
    return ConfidenceFit(word=word, sentence=sentence, unsure=unsure, wrong=WRONG)


def measured_on(found: MeasuredConfidence, tests: Mapping[str, WordTable]) -> MeasuredConfidence:
    """Return the coefficients of a model with what they are worth on words of test.

    Args:
        found: the coefficients.
        tests: the words by the decoding; the reliability diagram is of the first one's, and with
            readers of the last one's.

    Raises:
        ValueError: if test has no right word, or no wrong one.
    """

    def ranked(fit: ConfidenceFit) -> tuple[Ranked, ...]:
        return tuple(_ranked(fit, table, decoding) for decoding, table in tests.items())

    first, last = next(iter(tests)), [*tests][-1]
    return replace(
        found,
        ranked=ranked(found.fit),
        bins=_reliability(found.fit, tests[first], first),
        read=found.read
        and replace(
            found.read,
            ranked=ranked(found.read.fit),
            bins=_reliability(found.read.fit, tests[last], last),
        ),
    )


def _ranked(fit: ConfidenceFit, table: WordTable, decoding: str) -> Ranked:
    columns, right = table
    if not 0 < right.sum() < len(right):
        raise ValueError("Test has no word that is right, or none that is wrong: no measure.")
    said = fit.word.probabilities(columns)
    return Ranked(
        **ABOUT,
        decoding=decoding,
        count=len(right),
        wrong=int((~right).sum()),
        auroc=round(auroc(-said, ~right), 4),
        alone=round(auroc(-columns["log_p"], ~right), 4),
        error=round(calibration_error(said, right), 4),
        marked_right=round(float((said[right] < fit.unsure).mean()), 4),
        marked_wrong=round(float((said[~right] < fit.unsure).mean()), 4),
    )


def _reliability(fit: ConfidenceFit, table: WordTable, decoding: str) -> tuple[ReliabilityBin, ...]:
    columns, right = table
    said = fit.word.probabilities(columns)
    return tuple(
        ReliabilityBin(
            **ABOUT,
            decoding=decoding,
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


def told(measured: MeasuredConfidence) -> str:
    """Return the measures of a model's words in a line."""
    return "; ".join(
        f"{one.decoding}: AUROC {one.auroc:.3f} (probability alone {one.alone:.3f}), calibration "
        f"error {one.error:.3f}, marked {percentage(one.marked_right, 1)} of right and "
        f"{percentage(one.marked_wrong, 1)} of wrong words"
        for one in measured.ranked
    )


def word_table(
    traces: Iterable[Trace],
    references: References,
    known: KnownWords | None,
    reader: Checkpoint | None = None,
) -> WordTable:
    """Return the features of the n words with a letter or figure, and which are right, [n].

    With a second reader, translations whose words it counts otherwise are left out.
    """
    names = [*WORD_FEATURES, *(WORD_READING if reader else ())]
    rows: list[np.ndarray] = []
    right: list[bool] = []
    for trace, read in _read_again(traces, reader):
        words = own_words(trace.target)
        if not words or (reader and (not read or len(read.words) != len(words))):
            continue
        features = word_features(trace, known, read)
        same = right_words(words, references[trace.source.text])
        kept = [i for i, word in enumerate(words) if any(map(str.isalnum, word))]
        rows.append(np.array([features[name] for name in names])[:, kept])
        right += [same[i] for i in kept]
    table = np.concatenate(rows, axis=1) if rows else np.zeros((len(names), 0))
    return dict(zip(names, table, strict=True)), np.array(right, bool)


def _read_again(
    traces: Iterable[Trace], reader: Checkpoint | None
) -> Iterator[tuple[Trace, Rereading | None]]:
    """Give each trace, and what a second reader finds of it, if there is one."""
    left = iter(traces)
    while batch := [*islice(left, BATCH)]:
        texts = [(one.source.text, one.target.text) for one in batch]
        yield from zip(
            batch, readings(reader, "", texts) if reader else [None] * len(batch), strict=True
        )


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


def _translated(checkpoint: Checkpoint, sources: Sequence[str], width: int) -> Iterator[Trace]:
    rows = [(source,) for source in sources]
    label = f"{checkpoint.variant} {decoding_name(width)}"
    for batch in length_batches(checkpoint.tokenizer, rows, BATCH, label):
        yield from best_translations(checkpoint, [sources[i] for i in batch], width)


if __name__ == "__main__":
    main()
