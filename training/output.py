"""Where a run's checkpoint goes, and what it may take the place of there."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from alignoscope.models.checkpoint import SUFFIX, Checkpoint, load_checkpoint
from alignoscope.records.variant import ModelConfig, Named

ADVICE = "Give --replace to put this run's in its place, or another --out, --pair or --seed."


def pair_of_corpus(name: str, *, reverse: bool = False) -> str:
    """Return the pair that a corpus file's name tells, such as "eng-deu".

    `eng-deu.tsv.gz` has English in its first column. manythings.org names its zips the other way
    round: `deu-eng.zip` has English in its first column too.

    Raises:
        ValueError: if the name says nothing.
    """
    found = re.fullmatch(r"([a-z]{2,3})-([a-z]{2,3})\.(tsv|tsv\.gz|txt|zip)", name)
    if not found:
        raise ValueError(
            f"{name}: the name does not tell the two languages, as deu-eng.zip and eng-deu.tsv do. "
            "Give --pair, such as --pair eng-deu."
        )
    first, second, kind = found.groups()
    turned = (kind == "zip" and second == "eng") != reverse
    return f"{second}-{first}" if turned else f"{first}-{second}"


def check_pair(pair: str) -> str:
    """Return the pair if it can be a folder's name.

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
    """Return the file's name: that of the model, and the seed unless it is 0."""
    return f"{model}{f'-seed{seed}' * (seed > 0)}{SUFFIX}"


def find_obstacle(
    path: Path, config: ModelConfig, settings: Mapping, dev_loss: float | None = None
) -> str | None:
    """Return why what stands at `path` must stay, or None if a run's checkpoint may go there.

    The run's model has the shape `config`. What stands there must be of the same corpus, shape and
    seed, and, once the run knows its own `dev_loss`, not better than that.
    """
    if not path.exists():
        return None
    try:
        standing = load_checkpoint(path)
    except ValueError as error:
        return f"{error} {ADVICE}"
    problem = find_difference(standing, config, settings)
    if problem is None and dev_loss is not None and best_loss(standing) < dev_loss:
        problem = f"is better: dev loss {best_loss(standing)}, this run's {dev_loss}"
    return problem and f"{path}: the checkpoint that stands there {problem}. {ADVICE}"


def best_loss(checkpoint: Checkpoint) -> float:
    """Return the dev loss that a checkpoint's record tells; 0, which none beats, if none."""
    found = checkpoint.record.best_dev_loss
    return 0.0 if found is None else found


def _shape(config: ModelConfig) -> ModelConfig:
    """Return a configuration without what matters while training alone."""
    return replace(config, dropout=0.0, rnn_dropout=0.0)


def find_difference(standing: Checkpoint, config: ModelConfig, settings: Mapping) -> str | None:
    """Return in what a checkpoint is of another kind than one of a run's, or None."""
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
