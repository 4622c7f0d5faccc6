"""How sure a whole translation may be said to be: fitted on translations that a reader graded.

`python -m evaluation.graded CHECKPOINTS --grades FILES` prints the coefficients that
`evaluation.confidence` gives to all models, and what they are worth in ten folds over sentences. A
translation counts as right if it is not graded as wrong.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from alignoscope.analysis.confidence import left_out, sentence_features
from alignoscope.analysis.likelihoods import with_posteriors
from alignoscope.analysis.second_reader import reading
from alignoscope.analysis.triage.damage import auroc
from alignoscope.decoding.best import best_translations
from alignoscope.evaluation.confidence import calibration_error, fit_logistic
from alignoscope.models.beside import beside
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint
from alignoscope.records.confidence import Logistic
from alignoscope.records.whole_file import told_in_a_line

BATCH = 20
FOLDS = 10
SMALL = 0.01  # as pages skip weights below it
SETS = {
    "alone": ("mean", "rarest", "left_out", "covered"),
    "back": ("mean", "rarest", "left_out", "covered", "back"),
    "second": ("mean", "rarest", "left_out", "covered", "second"),
    "both": ("mean", "rarest", "left_out", "covered", "second", "back"),
}
Graded = dict[tuple[str, str], str]


class Readers(NamedTuple):
    """The second reader of a model, if it is not the model itself, and the way back."""

    second: Checkpoint | None
    back: Checkpoint


def main(words: Sequence[str] | None = None) -> None:
    """Print the coefficients of whole translations, and what they are worth."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.graded", description=__doc__)
    add = parser.add_argument
    add("checkpoints", nargs="+", type=Path, help=".safetensors files of one pair")
    add("--grades", nargs="+", type=Path, required=True, help="source, translation, grade; .tsv")
    add("--second", type=Path, required=True, help="the second reader of all other models")
    add("--back", type=Path, required=True, help="a model of the other direction")
    add("--beam", type=int, default=5, help="width (%(default)s)")
    args = parser.parse_args(sys.argv[1:] if words is None else words)
    with told_in_a_line(parser):
        table = graded_table(args.checkpoints, args.grades, args.second, args.back, args.beam)
    shown = {}
    for name, features in SETS.items():
        own = table.dropna(subset=[*features])
        said, right = out_of_fold(own, features), own["right"].to_numpy(bool)
        shown[name] = {
            "translations": len(own),
            "wrong": int((~right).sum()),
            "AUROC": round(auroc(-said, ~right), 3),
            "calibration error": round(calibration_error(said, right), 3),
        }
        print(name, json.dumps(asdict(_fitted(own, features))))
    print(pd.DataFrame.from_dict(shown, orient="index").to_markdown())


def graded_table(
    checkpoints: Sequence[Path], grades: Sequence[Path], second: Path, back: Path, beam: int
) -> pd.DataFrame:
    """Return a row per graded translation: its model, source, features, and whether it is right.

    Raises:
        ValueError: if a file cannot be used.
    """
    reader, returning = load_checkpoint(second), load_checkpoint(back)
    graded: Graded = {}
    for path in grades:
        rows = pd.read_csv(path, sep="\t", quoting=3, keep_default_na=False)
        columns = (rows[name].tolist() for name in ("source", "translation", "grade"))
        graded |= {(source, text): grade for source, text, grade in zip(*columns, strict=True)}
    found = []
    for path in checkpoints:
        own = Readers(None if path.samefile(second) else reader, returning)
        found += [*_rows(path, graded, own, beam)]
        print(path.stem, len(found), file=sys.stderr)
    return pd.DataFrame(found)


def _rows(path: Path, graded: Graded, readers: Readers, beam: int) -> Iterator[dict[str, object]]:
    checkpoint, known = load_checkpoint(path), beside(path.parent).words
    sources = sorted({source for source, _ in graded}, key=len)
    for first in range(0, len(sources), BATCH):
        made = best_translations(checkpoint, sources[first : first + BATCH], beam)
        made = [one for one in made if graded.get((one.source.text, one.target.text))]
        for one in with_posteriors(checkpoint, made, SMALL):
            trace = replace(one, left_out=left_out(one, known))
            texts = trace.source.text, trace.target.text
            second = reading(readers.second, "", *texts) if readers.second else None
            back = reading(readers.back, "", *reversed(texts))
            features = sentence_features(trace, known, second, back)
            row = {name: float(one[0]) for name, one in features.items()}
            yield {"model": path.stem, "source": texts[0], "right": graded[texts] != "wrong"} | row


def _fitted(table: pd.DataFrame, features: Sequence[str]) -> Logistic:
    columns = {name: table[name].to_numpy(float) for name in features}
    return fit_logistic(columns, table["right"].to_numpy(bool), features)


def out_of_fold(table: pd.DataFrame, features: Sequence[str]) -> np.ndarray:
    """Return what is said of each translation by a fit on the other folds' sentences, [n]."""
    codes, sources = pd.factorize(table["source"])
    fold = np.random.default_rng(0).permutation(len(sources))[codes] % FOLDS
    said = np.zeros(len(table))
    for k in range(FOLDS):
        fit = _fitted(table[fold != k], features)
        said[fold == k] = fit.probabilities(
            {name: table.loc[fold == k, name].to_numpy(float) for name in features}
        )
    return said


if __name__ == "__main__":
    main()
