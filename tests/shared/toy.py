"""A corpus that is learnt in seconds, and runs on it."""

import random
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from alignoscope.data.corpus import read_corpus
from alignoscope.training import recipe
from alignoscope.training.config import TrainingConfig
from alignoscope.training.mix import read_also, read_dev_also
from alignoscope.training.recipe import train
from alignoscope.training.run import Run, RunOptions, start_run
from alignoscope.training.training_data import FurtherData

ROOT = Path(__file__).parent.parent.parent
SHAPE = {"vocab_size": 97, "embedding_size": 14, "hidden_size": 22, "attention_size": 13}

TRANSFORMER = SHAPE | {"hidden_size": 14, "heads": 2, "feed_forward": 17, "layers": 2}


def write_corpus(path: Path, seed: int = 0, count: int = 600) -> Path:
    """Write sentences over made-up words: 'a b c' is 'A B C'."""
    draw = random.Random(seed)
    sources = {" ".join(draw.choices("abcdefgh", k=draw.randint(2, 7))) for _ in range(count)}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{s}\t{s.upper()}\n" for s in sorted(sources)), encoding="utf-8")
    return path


def start(
    corpus: Path,
    out: Path,
    *,
    replace: bool = False,
    shape: dict = SHAPE,
    taught: Path | None = None,
    earlier: Path | None = None,
    trunk: Path | None = None,
    fade: float = 0.0,
    keep_tokenizer: bool = False,
    dev_mean: bool = False,
    variant: str = "luong-general",
    guide: Path | None = None,
    also: Sequence[str] = (),
    formal: Sequence[str] = (),
    dev_also: Sequence[Path] = (),
    **change,
) -> Run:
    """Set up a run on a corpus file, with its folders in `out`."""
    config = TrainingConfig(**{"epochs": 2, "batch_tokens": 211, "seed": 3} | change)
    options = RunOptions(
        pair="toy",
        variant=variant,
        shape=shape,
        out=out / "checkpoints",
        runs=out / "runs",
        device="cpu",
        replace=replace,
        earlier=earlier,
        trunk=trunk,
        fade=fade,
        keep_tokenizer=keep_tokenizer,
        dev_mean=dev_mean,
        further=FurtherData(taught, guide, read_also(also, formal), read_dev_also(dev_also)),
    )
    return start_run(read_corpus(corpus), options, config)


def run(corpus: Path, out: Path, **change) -> Path:
    """Train a variant on a corpus file; return the path of its best checkpoint."""
    return train(start(corpus, out, **change))


def cut_off(monkeypatch: pytest.MonkeyPatch, at: int) -> list[tuple]:
    """Interrupt training at its stretch of updates number `at`, once; return the calls so far."""
    calls: list[tuple] = []
    update = recipe.update

    def fail_once(*args) -> None:
        calls.append(args)
        if len(calls) == at:
            raise KeyboardInterrupt
        update(*args)

    monkeypatch.setattr(recipe, "update", fail_once)
    return calls


def command(corpus: Path, out: Path, *more: str | Path) -> list[str]:
    """Return the command of a small run on one thread of the CPU, with folders in `out`."""
    options = {
        "--variant": "luong-dot",
        "--corpus": corpus,
        "--epochs": 1,
        "--batch-tokens": 211,
        "--vocab-size": 97,
        "--embedding-size": 14,
        "--hidden-size": 22,
        "--threads": 1,
        "--out": out / "out",
        "--runs": out / "runs",
    }
    words = [str(word) for option in options.items() for word in option]
    return [sys.executable, "-m", "alignoscope.training", *words, *map(str, more), "--unmeasured"]
