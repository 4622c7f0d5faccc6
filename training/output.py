"""The path of a run's checkpoint, and the rules for replacing an existing one."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from alignoscope.models.checkpoint import SUFFIX, Checkpoint, load_checkpoint
from alignoscope.records.variant import ModelConfig, Named

ADVICE = "Give --replace to put this run's in its place, or another --out, --pair or --seed."


def pair_of_corpus(name: str, *, reverse: bool = False) -> str:
    """Return the language pair in the name of a corpus file, such as "eng-deu".

    The first column of `eng-deu.tsv.gz` is English. The zips of manythings.org are named in the
    opposite order: the first column of `deu-eng.zip` is English, too.

    Raises:
        ValueError: if the name says nothing.
    """
    kinds = r"zip|(?:tsv|csv|txt|tmx)(?:\.gz|\.zip)?"
    found = re.fullmatch(rf"([a-z]{{2,3}})-([a-z]{{2,3}})\.({kinds})", name)
    if not found:
        raise ValueError(
            f"{name}: the name does not tell the two languages, as deu-eng.zip and eng-deu.tsv do. "
            "Give --pair, such as --pair eng-deu."
        )
    first, second, kind = found.groups()
    turned = (kind == "zip" and second == "eng") != reverse
    return f"{second}-{first}" if turned else f"{first}-{second}"


def check_pair(pair: str) -> str:
    """Return the language pair if it can be a folder's name.

    Raises:
        ValueError: if it is empty, or has anything but letters, digits, "-", "_" and dots within.
    """
    if not re.fullmatch(r"\w[\w.-]{0,99}", pair):
        raise ValueError(
            f"--pair is {pair!r}: expected the name of a folder, such as eng-deu, of letters, "
            "digits, '-', '_' and dots, with no dot or '-' first."
        )
    return pair


def checkpoint_name(model: Named, seed: int) -> str:
    """Return a checkpoint's file name: the model's name, and the seed unless it is 0."""
    return f"{model}{f'-seed{seed}' * (seed > 0)}{SUFFIX}"


def find_obstacle(
    path: Path, config: ModelConfig, settings: Mapping, loss: float | None = None
) -> str | None:
    """Return why the file at `path` must not be replaced, or None if the run may write there.

    An existing checkpoint must have the same corpus, shape and seed, be chosen by the same loss,
    and have no lower one.

    Args:
        path: where the run's checkpoint goes.
        config: the configuration of the run's model.
        settings: the settings in the run's record.
        loss: the run's `RunRecord.best_loss`, or None if it is not known yet.
    """
    if not path.exists():
        return None
    try:
        standing = load_checkpoint(path)
    except ValueError as error:
        return f"{error} {ADVICE}"
    problem = find_difference(standing, config, settings)
    mean = standing.record.dev_mean
    if problem is None and mean != bool(settings["training"].get("dev_mean")):
        problem = f"was chosen by the {'mean of all dev losses' if mean else 'loss on dev alone'}"
    if problem is None and loss is not None and best_loss(standing) < loss:
        problem = f"is better: dev loss {best_loss(standing):.4f}, this run's {loss:.4f}"
    return problem and f"{path}: the checkpoint that stands there {problem}. {ADVICE}"


def best_loss(checkpoint: Checkpoint) -> float:
    """Return the loss that chose a checkpoint's weights, or 0 if its record has none.

    No run has a lower loss than 0, so a checkpoint without one is not replaced.
    """
    found = checkpoint.record.best_loss
    return 0.0 if found is None else found


def _shape(config: ModelConfig) -> ModelConfig:
    """Return a configuration without dropout, which matters only in training."""
    return replace(config, dropout=0.0, rnn_dropout=0.0)


def find_difference(standing: Checkpoint, config: ModelConfig, settings: Mapping) -> str | None:
    """Return how an existing checkpoint differs in kind from those of a run, or None.

    The result ends a sentence that begins with "the checkpoint".
    """
    about, ours = standing.record.corpus, settings["corpus"]
    if (about.name, about.revision) != (ours["name"], ours["revision"]):
        same = about.name == ours["name"]
        how = "that file with other contents, or reversed" if same else f"not {ours['name']}"
        return f"was trained on another corpus ({about.name or 'not named'}, {how})"
    if _shape(standing.model.config) != _shape(config):
        return "has another shape or is of another variant"
    if standing.record.guided != bool(settings["training"]["guide_weight"]):
        return f"was {'' if standing.record.guided else 'not '}guided by an aligner's links"
    seed = standing.record.seed
    if seed != settings["training"]["seed"]:
        return f"has the seed {seed}, not {settings['training']['seed']}"
    if not standing.record.history:
        return "does not tell how good it is"
    return None
