"""The record of the training run that made a checkpoint, read from JSON and written back."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from statistics import fmean

import numpy as np

from alignoscope.records.json_values import Scalar, Value
from alignoscope.records.limits import MAX_CHARACTERS
from alignoscope.records.variant import GRU, SIZE, Named

Settings = Mapping[str, Scalar]


@dataclass(frozen=True, kw_only=True)
class TrainedOn:
    """The corpus of a run: its name, a revision that identifies it, and the pairs in each part."""

    name: str | None = None
    revision: str | None = None
    pairs: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class AlsoRead:
    """An additional corpus of a run: its file, and the number of its usable pairs.

    It supplied the fraction `share` of all training pairs `until` a point of the run, 0 to 1.
    `register` is that whose mark its sources had (`data.registers`), None if they had none.
    """

    name: str
    sha256: str
    pairs: int
    share: float
    until: float = 1.0
    register: str | None = None

    @property
    def said(self) -> str:
        """The file's name, with the register of its text if it had a mark."""
        return f"{self.name} ({self.register})" if self.register else self.name


@dataclass(frozen=True, kw_only=True)
class Point:
    """One evaluation during training; the losses are in nats per target token.

    `dev_also` holds the losses on other dev files, by file name.
    """

    step: int
    dev_loss: float
    train_loss: float | None = None
    dev_also: Mapping[str, float] = field(default_factory=dict)

    @property
    def mean_loss(self) -> float:
        """The mean of the losses on dev and on the other dev files."""
        return fmean((self.dev_loss, *self.dev_also.values()))


@dataclass(frozen=True, kw_only=True, eq=False)
class Snapshot:
    """The maps of the example sentences after `step` updates.

    Each map is [tgt_len, src_len], float32; a model without attention has no maps.
    """

    step: int
    maps: tuple[np.ndarray, ...]

    def __post_init__(self) -> None:
        for weights in self.maps:
            weights.setflags(write=False)

    def written(self) -> dict[str, object]:
        """Return the snapshot as a JSON object, its weights rounded to the 7 digits of float32."""
        maps = [weights.astype(float).round(7).tolist() for weights in self.maps]
        return {"step": self.step, "maps": maps}


@dataclass(frozen=True, kw_only=True)
class RunRecord:
    """The run that made a checkpoint; unknown fields are None or empty.

    Args:
        pair: the language pair, or the name of a synthetic task.
        model, training: the settings by name, as the training version of the program named them.
        corpus: the corpus of the run.
        also: the additional corpora that it trained on.
        dev_also: the SHA-256 of the files that were evaluated besides dev, by file name.
        examples: pairs of source and target whose maps are in every snapshot.
        step: the update after which the checkpoint was saved.
        total_steps: the number of updates that the run was planned to make.
        seconds: the training time up to `step`.
        history: the evaluations during training.
        snapshots: the maps of the examples at several updates.
        device, threads, torch, python: the machine and the versions of the run.
    """

    pair: str | None = None
    model: Settings = field(default_factory=dict)
    training: Settings = field(default_factory=dict)
    corpus: TrainedOn = TrainedOn()
    also: tuple[AlsoRead, ...] = ()
    dev_also: Mapping[str, str] = field(default_factory=dict)
    examples: tuple[tuple[str, str], ...] = ()
    step: int | None = None
    total_steps: int | None = None
    seconds: float | None = None
    history: tuple[Point, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    device: str | None = None
    threads: int | None = None
    torch: str | None = None
    python: str | None = None

    @property
    def seed(self) -> int | None:
        """The seed of the run."""
        seed = self.training.get("seed")
        return seed if isinstance(seed, int) else None

    @property
    def guided(self) -> bool:
        """Whether attention was guided by an aligner's links."""
        return bool(self.training.get("guide_weight"))

    def named(self, variant: str) -> Named:
        """Return the name of a model of this variant with this record."""
        cell, size = self.model.get("cell"), self.model.get("hidden_size")
        return Named(
            variant,
            self.guided,
            cell if isinstance(cell, str) else GRU,
            max(size, SIZE) if isinstance(size, int) else SIZE,
        )

    @property
    def registers(self) -> frozenset[str]:
        """The registers whose marks the sources of the run had (`data.registers`)."""
        return frozenset(one.register for one in self.also if one.register)

    @property
    def epochs(self) -> float | None:
        """The epochs of the run and of the run that it continued, each the size of the corpus."""
        read = [self.training.get(name) for name in ("epochs", "earlier_epochs")]
        known = [epochs for epochs in read if isinstance(epochs, int | float)]
        return sum(known) if known else None

    @property
    def dev_mean(self) -> bool:
        """Whether the mean of all dev losses chose the weights, and not the loss on dev alone."""
        return bool(self.training.get("dev_mean"))

    def loss(self, point: Point) -> float:
        """Return the loss of an evaluation by which the run chooses its weights."""
        return point.mean_loss if self.dev_mean else point.dev_loss

    @property
    def best(self) -> Point | None:
        """The evaluation whose weights the run keeps, without those of the run it continued."""
        before = self.training.get("earlier_steps")
        own = [one for one in self.history if not isinstance(before, int) or one.step > before]
        return min(own, key=self.loss, default=None)

    @property
    def best_loss(self) -> float | None:
        """The loss that chose the weights (nats per target token)."""
        return None if self.best is None else self.loss(self.best)

    @property
    def best_dev_loss(self) -> float | None:
        """The dev loss of the weights that the run keeps (nats per target token)."""
        return None if self.best is None else self.best.dev_loss

    def written(self) -> dict[str, object]:
        """Return the record as a JSON object, without its unknown fields."""
        return _known(
            vars(self)
            | {
                "corpus": _known(asdict(self.corpus)),
                "also": [_known(asdict(one)) for one in self.also],
                "examples": [list(pair) for pair in self.examples],
                "history": [_known(asdict(point)) for point in self.history],
                "snapshots": [snapshot.written() for snapshot in self.snapshots],
            }
        )


def read_run(value: Value) -> RunRecord:
    """Read the JSON object that `RunRecord.written` returns; unknown fields are ignored.

    Raises:
        ValueError: if a field has another type, or the snapshots have not equally many maps.
    """
    training = value.field("training").given(read_settings, {})
    if training:
        value.field("training").field("seed").scalar(int | None)
        value.field("training").field("epochs").scalar(float | None)
    return RunRecord(
        pair=value.field("pair").given(Value.text, None),
        model=value.field("model").given(read_settings, {}),
        training=training,
        corpus=value.field("corpus").given(_corpus, TrainedOn()),
        also=value.field("also").given(lambda found: found.each(None, _also), ()),
        dev_also=value.field("dev_also").given(lambda found: found.mapping(Value.text), {}),
        examples=value.field("examples").given(lambda found: found.each(None, _example), ()),
        step=value.field("step").given(Value.whole, None),
        total_steps=value.field("total_steps").given(Value.whole, None),
        seconds=value.field("seconds").given(Value.number, None),
        history=value.field("history").given(lambda found: found.each(None, _point), ()),
        snapshots=value.field("snapshots").given(_snapshots, ()),
        device=value.field("device").given(Value.text, None),
        threads=value.field("threads").given(Value.whole, None),
        torch=value.field("torch").given(Value.text, None),
        python=value.field("python").given(Value.text, None),
    )


def read_settings(value: Value) -> dict[str, Scalar]:
    """Read a JSON object whose values are text, numbers, true, false or null."""
    return value.mapping(Value.scalar)


def _corpus(value: Value) -> TrainedOn:
    return TrainedOn(
        name=value.field("name").given(Value.text, None),
        revision=value.field("revision").given(Value.text, None),
        pairs=value.field("pairs").given(lambda found: found.mapping(Value.whole), {}),
    )


def _also(value: Value) -> AlsoRead:
    return AlsoRead(
        name=value.field("name").text(),
        sha256=value.field("sha256").text(),
        pairs=value.field("pairs").whole(),
        share=value.field("share").number(),
        until=value.field("until").given(Value.number, 1.0),
        register=value.field("register").given(Value.text, None),
    )


def _example(value: Value) -> tuple[str, str]:
    source, target = value.each(2, lambda text: text.text(MAX_CHARACTERS))
    return source, target


def _point(value: Value) -> Point:
    return Point(
        step=value.field("step").whole(),
        dev_loss=value.field("dev_loss").number(),
        train_loss=value.field("train_loss").given(Value.number, None),
        dev_also=value.field("dev_also").given(lambda found: found.mapping(Value.number), {}),
    )


def _snapshots(value: Value) -> tuple[Snapshot, ...]:
    found = value.each(None, _snapshot)
    for item in value.items():
        # Every snapshot must have as many maps as the first.
        item.field("maps").items(len(found[0].maps))
    return found


def _snapshot(value: Value) -> Snapshot:
    maps = value.field("maps").each(None, lambda one: one.matrix(one.length(), None))
    return Snapshot(step=value.field("step").whole(), maps=maps)


def _known(values: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if value not in (None, [], {})}
