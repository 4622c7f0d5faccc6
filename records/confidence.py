"""How sure a translation is, word by word: the record, its coefficients, and their file."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from alignoscope.records.json_values import Value, parse_json
from alignoscope.records.whole_file import write_whole

FORMAT = "alignoscope-confidence-1"
FITS = "confidence.json"  # beside the checkpoints of a pair
_LIMITS = {"max_bytes": 5_000_000, "max_values": 500_000, "max_lists": 100_000}
Features = Mapping[str, np.ndarray]  # a row of numbers by name, one number per word


class RareWord(NamedTuple):
    """A source word, by its place, that the models have read only `times` times in training."""

    place: int
    times: int


@dataclass(frozen=True, kw_only=True)
class Logistic:
    """A logistic model: p = 1 / (1 + exp(-(bias + sum over k of weights[k] x_k))).

    `means` are the features' means where it was fitted.
    """

    bias: float
    weights: Mapping[str, float]
    means: Mapping[str, float] = field(default_factory=dict)

    def probabilities(self, features: Features) -> np.ndarray:
        """Return p of each word, [words], 0 to 1."""
        logits = self.bias + sum(weight * features[name] for name, weight in self.weights.items())
        return 1 / (1 + np.exp(-np.clip(logits, -50, 50)))

    def lowered_by(self, features: Features) -> list[str]:
        """Return for each word the feature that lowers p most, compared with its mean."""
        names = list(self.weights)
        rows = [self.weights[name] * (features[name] - self.means.get(name, 0.0)) for name in names]
        return [names[i] for i in np.argmin(rows, axis=0)]


@dataclass(frozen=True, kw_only=True)
class ConfidenceFit:
    """The coefficients of one model: of a target word, and of a whole translation.

    A word whose probability of being right is below `unsure` is shown as unsure, and a translation
    whose own is below `wrong` as probably wrong.
    """

    word: Logistic
    sentence: Logistic
    unsure: float
    wrong: float


@dataclass(frozen=True, kw_only=True)
class Rereading:
    """How probable another model finds a text, given the sentence that it translates.

    Args:
        model: the name of the model's file, after that of its pair if it is of another one.
        words: the least probability of the pieces of each word of the text but its end mark.
        mean: the mean log-probability (nats) of all pieces.
    """

    model: str
    words: tuple[float, ...]
    mean: float


@dataclass(frozen=True, kw_only=True)
class Confidence:
    """The calibrated probabilities that the words of a translation, and all of it, are right.

    Args:
        words: for each word of the target but its end mark, the probability that it is right.
        reasons: for each of these words, the feature that lowers it most (`WORD_FEATURES`).
        sentence: the probability that the translation is right but for slips.
        unsure, wrong: the limits of `ConfidenceFit`, below which words and sentence are marked.
        alone: `sentence` without what is computed of the model shown large alone, its left-out
            words and what others read; None in files of earlier versions.
        second: how the second reader finds the translation, if it was asked.
        back: how a model of the other direction finds the source, given the translation.
    """

    words: tuple[float, ...]
    reasons: tuple[str, ...]
    sentence: float
    unsure: float
    wrong: float
    alone: float | None = None
    second: Rereading | None = None
    back: Rereading | None = None

    @property
    def unsure_words(self) -> tuple[int, ...]:
        """The places of the words that are marked as unsure."""
        return tuple(i for i, p in enumerate(self.words) if p < self.unsure)

    @property
    def comparable(self) -> float:
        """`sentence` as far as it is computed of all models of a page."""
        return self.sentence if self.alone is None else self.alone

    @property
    def probably_wrong(self) -> bool:
        """Whether the translation is marked as probably wrong."""
        return self.sentence < self.wrong


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """How well probabilities tell right words, or translations, from wrong ones on one text.

    Args:
        what: "word" of a target, "source word", or "sentence".
        part: the text, such as "test" or the name of a file.
        decoding: how it was translated.
        labels: how right and wrong were told apart, such as "edit distance".
        count, wrong: all that were labelled, and the wrong ones among them.
        auroc: the chance that a wrong one has a lower probability than a right one.
        alone: the same for the model's own probability alone.
        error: the expected calibration error in ten bins of equal width (Naeini et al. 2015).
        marked_right: the share of the right ones that are marked as unsure.
        marked_wrong: the share of the wrong ones that are.
    """

    what: str
    part: str
    decoding: str
    labels: str
    count: int
    wrong: int
    auroc: float
    alone: float
    error: float
    marked_right: float
    marked_wrong: float


@dataclass(frozen=True, kw_only=True)
class ReliabilityBin:
    """A bin of a reliability diagram: the mean p `said` of its cases, and the share `right`."""

    what: str
    part: str
    decoding: str
    labels: str
    low: float
    high: float
    count: int
    said: float
    right: float


@dataclass(frozen=True, kw_only=True)
class ReadFit:
    """The coefficients of a model whose translations other models read again.

    Args:
        second: the name of a better model's file in the same folder, "" for none.
        back: the pair and name of a file of the other direction, as in `fra-eng/transformer`, ""
            for none.
        fit: the coefficients, with further features.
        ranked: what it was measured to be worth.
        bins: the reliability diagram of the widest beam, as pages decode what others read.
    """

    second: str
    back: str
    fit: ConfidenceFit
    ranked: tuple[Ranked, ...] = ()
    bins: tuple[ReliabilityBin, ...] = ()


@dataclass(frozen=True, kw_only=True)
class MeasuredConfidence:
    """The fit of one model, and what it was measured to be worth on text that did not choose it.

    `read` has other coefficients, for where other models read its translations again.
    """

    fit: ConfidenceFit
    ranked: tuple[Ranked, ...] = ()
    bins: tuple[ReliabilityBin, ...] = ()
    read: ReadFit | None = None


def write_confidence(found: Mapping[str, MeasuredConfidence], path: Path) -> None:
    """Write the confidence of the models of a pair, by the name of their file.

    Raises:
        OSError: if it cannot be written.
    """
    content = {"format": FORMAT, "models": {name: asdict(one) for name, one in found.items()}}
    write_whole(path, (json.dumps(content, indent=1, allow_nan=False) + "\n").encode())


def read_confidence(path: Path) -> dict[str, MeasuredConfidence]:
    """Read the confidence of the models of a pair, by the name of their file.

    Raises:
        ValueError: if the file is missing, no JSON, or of another format or other types.
    """
    try:
        content = parse_json(path.read_bytes(), **_LIMITS)
        whole = Value(where="The file", value=content).record(["format", "models"])
        whole["format"].choice([FORMAT])
        return whole["models"].mapping(_measured)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise ValueError(
            f"{path} is not used: {error} Write it again with `alignoscope confidence`."
        ) from error


def _measured(value: Value) -> MeasuredConfidence:
    parts = value.record(["fit", "ranked", "bins", "read"])
    return MeasuredConfidence(
        fit=_fit(parts["fit"]),
        ranked=parts["ranked"].each(None, lambda row: row.flat(Ranked)),
        bins=_bins(parts["bins"]),
        read=parts["read"].given(_read_fit, None),
    )


def _read_fit(value: Value) -> ReadFit:
    parts = value.record(["second", "back", "fit", "ranked", "bins"])
    return ReadFit(
        second=_named(parts["second"], 1),
        back=_named(parts["back"], 2),
        fit=_fit(parts["fit"]),
        ranked=parts["ranked"].each(None, lambda row: row.flat(Ranked)),
        bins=parts["bins"].given(_bins, ()),  # files of earlier versions have none
    )


def _bins(value: Value) -> tuple[ReliabilityBin, ...]:
    return value.each(None, lambda row: row.flat(ReliabilityBin))


def _named(value: Value, parts: int) -> str:
    """Read the name of a file of models as one or two `parts`, or "" for none."""
    name = value.text(least=0)
    if name and (len(name.split("/")) != parts or {"", ".", ".."} & {*name.split("/")}):
        raise ValueError(f"{value.where}: expected {'/'.join(['pair', 'model'][-parts:])}.")
    return name


def _fit(value: Value) -> ConfidenceFit:
    parts = value.record(["word", "sentence", "unsure", "wrong"])
    return ConfidenceFit(
        word=_logistic(parts["word"]),
        sentence=_logistic(parts["sentence"]),
        unsure=parts["unsure"].number(),
        wrong=parts["wrong"].number(),
    )


def _logistic(value: Value) -> Logistic:
    parts = value.record(["bias", "weights", "means"])
    numbers = {name: parts[name].mapping(Value.number) for name in ("weights", "means")}
    return Logistic(bias=parts["bias"].number(), **numbers)
