"""Runs that start from the weights of a finished one; optimisers and learning rates start afresh.

A warm start goes on with the same model and its history. A trunk is a model of another variant, of
which a run takes all that the two have in common but the attention.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor
from torch.optim.swa_utils import AveragedModel

from alignoscope.data.tokenizer import Tokenizer
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.catalogue.normalisers import MONOTONIC
from alignoscope.records.variant import COPY, ModelConfig, is_transformer
from alignoscope.training.output import find_difference
from alignoscope.training.state import RunProgress


class Earlier(NamedTuple):
    """The checkpoint of a finished run, and the SHA-256 of its file."""

    checkpoint: Checkpoint
    sha256: str

    @property
    def steps(self) -> int:
        """The number of updates before the checkpoint was saved."""
        return self.checkpoint.record.step or 0


def read_earlier(path: Path, config: ModelConfig, settings: Mapping) -> Earlier:
    """Return the checkpoint that a run continues, if it fits the run.

    Its tokenizer may be another one, since a run with further corpora learns its own (`begin`).

    Args:
        path: the checkpoint's file.
        config: the configuration of the run's model.
        settings: the settings in the run's record.

    Raises:
        ValueError: if it cannot be read, or is of another corpus, shape or seed.
    """
    found = load_checkpoint(path)
    vocab_size = found.model.config.vocab_size
    if problem := find_difference(found, replace(config, vocab_size=vocab_size), settings):
        raise ValueError(
            f"{path}: this run cannot go on from there, since the checkpoint {problem}. Give "
            "--from one of the same variant, sizes, corpus and seed, or leave it out."
        )
    return Earlier(found, hashlib.sha256(path.read_bytes()).hexdigest())


def read_trunk(path: Path, config: ModelConfig, settings: Mapping) -> Earlier:
    """Return the checkpoint whose weights a run of another variant takes, if it fits the run.

    Args:
        path: the checkpoint's file.
        config: the configuration of the run's model.
        settings: the settings in the run's record.

    Raises:
        ValueError: if it cannot be read, or is of another corpus, cell, size or seed.
    """
    found = load_checkpoint(path)
    own, same = found.model.config, ("variant", "vocab_size", "window", "start")
    if is_transformer(own.variant) == is_transformer(config.variant):
        like = replace(config, **{name: getattr(own, name) for name in same})
    else:  # A Transformer and an RNN have no more in common than the embeddings.
        like = replace(own, embedding_size=config.embedding_size)
    guided = {"guide_weight": found.record.guided}
    ours = {**settings, "training": settings["training"] | guided}
    if problem := find_difference(found, like, ours):
        raise ValueError(
            f"{path}: this run cannot take its weights, since the checkpoint {problem}. Give "
            "--trunk one of the same cell, sizes, corpus and seed, or leave it out."
        )
    return Earlier(found, hashlib.sha256(path.read_bytes()).hexdigest())


def say_trunk(trunk: Earlier, fade: float) -> dict[str, str | int | float]:
    """Return the record's fields about the model whose weights were taken, and how it faded."""
    return {
        "trunk": trunk.checkpoint.variant,
        "trunk_sha256": trunk.sha256,
        "trunk_epochs": trunk.checkpoint.record.epochs or 0,
        "trunk_steps": trunk.steps,
        **({"trunk_fade": fade} if fade else {}),
    }


def say_earlier(earlier: Earlier) -> dict[str, str | int | float]:
    """Return the record's fields about the run that was continued."""
    return {
        "earlier_sha256": earlier.sha256,
        "earlier_epochs": earlier.checkpoint.record.epochs or 0,
        "earlier_steps": earlier.steps,
    }


def begin(
    earlier: Earlier, model: Seq2Seq, averaged: AveragedModel | None, tokenizer: Tokenizer
) -> RunProgress:
    """Load the weights of the earlier run, and return a progress with its history and snapshots.

    Snapshots over the pieces of another tokenizer are left out.

    Args:
        earlier: the checkpoint of the earlier run.
        model: the run's model.
        averaged: the moving average of the run's model, if it has one.
        tokenizer: the run's tokenizer.
    """
    record, weights = earlier.checkpoint.record, _weights(earlier, tokenizer)
    for module in [model] if averaged is None else [model, averaged.module]:
        module.load_state_dict(weights)
    history = [asdict(point) for point in record.history if point.step <= earlier.steps]
    same = earlier.checkpoint.tokenizer.to_json() == tokenizer.to_json()
    snapshots = [one.written() for one in record.snapshots if same and one.step <= earlier.steps]
    return RunProgress(seconds=record.seconds or 0.0, history=history, snapshots=snapshots)


def take_trunk(
    trunk: Earlier, model: Seq2Seq, averaged: AveragedModel | None, tokenizer: Tokenizer
) -> None:
    """Load all modules but the attention that have as many outputs in both models.

    A model that copies takes the attention of its own variant that does not, too, and one with
    monotonic attention takes the score of its own variant with softmax.

    Matrices take the columns of the inputs that both models have, which come first. Columns of
    further inputs, such as those of input feeding, begin at 0: the model starts as its trunk.

    Args:
        trunk: the checkpoint of the trunk.
        model: the run's model, whose other modules keep their initial weights.
        averaged: the moving average of the run's model, if it has one.
        tokenizer: the run's tokenizer.
    """
    weights = _weights(trunk, tokenizer)
    attends = _without(model.config.variant) == _without(trunk.checkpoint.variant)
    for path, module in model.named_modules():
        tensors = {
            f"{path}.{name}".lstrip("."): own
            for name, own in module.named_parameters(recurse=False)
        }
        fits = all(n in weights and len(weights[n]) == len(own) for n, own in tensors.items())
        if fits and (attends or not f"{path}.".startswith("decoder.attention.")):
            for name, own in tensors.items():
                own.data.copy_(_columns(weights[name], own))
    if averaged is not None:
        averaged.module.load_state_dict(model.state_dict())


def _without(variant: str) -> str:
    """Return a variant's name without what changes no score: copying, and monotonic attention."""
    return variant.removesuffix(COPY).replace(f"-{MONOTONIC}", "")


def _columns(table: Tensor, like: Tensor) -> Tensor:
    """Return a tensor of the shape of `like`: the columns that both have, then zeros."""
    if table.shape == like.shape:
        return table
    both = min(table.shape[1], like.shape[1])
    return torch.cat([table[:, :both], table.new_zeros(like[:, both:].shape)], dim=1)


def _weights(earlier: Earlier, tokenizer: Tokenizer) -> dict[str, Tensor]:
    """Return the weights of an earlier run, its vocabulary's rows for another tokenizer."""
    weights = earlier.checkpoint.model.state_dict()
    for name in ("embedding.weight", "bias"):
        weights[name] = fit_rows(weights[name], earlier.checkpoint.tokenizer, tokenizer)
    return weights


def fit_rows(table: Tensor, known: Tokenizer, wanted: Tokenizer) -> Tensor:
    """Return the rows of a table for the pieces of another tokenizer.

    The row of a piece is the mean row of the pieces in which the known tokenizer spells it. A piece
    that both have keeps its row.

    Args:
        table: one row per piece of `known`, [known_size, ...].
        known: the tokenizer of the table.
        wanted: the tokenizer whose pieces need rows.
    """
    return torch.stack([table[known.spell(piece)].mean(dim=0) for piece in wanted.pieces])
