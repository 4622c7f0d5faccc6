"""A training run: its model, data, settings, progress and files."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel

from alignoscope.data.corpus import Corpus
from alignoscope.data.examples import EXAMPLES
from alignoscope.models.checkpoint import SUFFIX, load_checkpoint
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.variant import ModelConfig, Named
from alignoscope.records.whole_file import write_whole
from alignoscope.training.batches import count_rounds, make_batches
from alignoscope.training.config import TrainingConfig
from alignoscope.training.epochs import epoch_examples
from alignoscope.training.fade import Fade
from alignoscope.training.guide import check_guide
from alignoscope.training.mix import Mix, fitting
from alignoscope.training.optimizers import average_model, build_optimizers
from alignoscope.training.output import check_pair, checkpoint_name, find_obstacle
from alignoscope.training.parallel import Team, join_team, wait_for
from alignoscope.training.state import RunProgress, load_state
from alignoscope.training.training_data import NO_FURTHER_DATA, FurtherData, TrainingData, prepare
from alignoscope.training.warm_start import (
    begin,
    read_earlier,
    read_trunk,
    say_earlier,
    say_trunk,
    take_trunk,
)


@dataclass(frozen=True, kw_only=True, eq=False)
class Run:
    """One training run.

    `best_path`, beside the state, is the best checkpoint so far. `out_path` is where it is
    published; a checkpoint of another kind is replaced there only if `replace` is set
    (`output.find_obstacle`). `mix` is None unless the run trains on several corpora, and `fade`
    unless the attention of a trunk fades away.
    """

    settings: dict
    config: TrainingConfig
    material: TrainingData
    mix: Mix | None
    model: Seq2Seq
    optimizers: Sequence[torch.optim.Optimizer]
    averaged: AveragedModel | None
    fade: Fade | None
    progress: RunProgress
    total: int
    team: Team
    state_path: Path
    best_path: Path
    out_path: Path
    replace: bool

    @property
    def shown(self) -> Seq2Seq:
        """The model that is measured and saved: the moving average if there is one."""
        return self.model if self.averaged is None else cast(Seq2Seq, self.averaged.module)

    @property
    def before(self) -> int:
        """The number of updates of the run that this one continues, or 0."""
        return self.settings["training"].get("earlier_steps", 0)

    @property
    def modules(self) -> dict[str, nn.Module]:
        """The modules whose tensors are in the run's state, by name."""
        return named_modules(self.model, self.averaged)


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """What a run trains, on which device, and where its files are.

    Args:
        pair: the language pair, the name of the folder of the checkpoint and of the state.
        variant: the name of the variant.
        shape: the sizes and the cell of a `ModelConfig`.
        out: the folder of checkpoints.
        runs: the folder of everything that a run needs to resume.
        device: the device to train on.
        replace: whether any existing checkpoint may be replaced.
        earlier: a checkpoint to continue from.
        trunk: a checkpoint of another variant, whose weights but those of its attention are taken.
        fade: the share of the updates over which the trunk's scores fade away (`Fade`).
        keep_tokenizer: whether the run uses the tokenizer of the checkpoint that it starts from.
        dev_mean: whether the best checkpoint is that with the lowest mean loss over dev and the
            other dev files, not over dev alone.
        further: the data beside the corpus.

    Raises:
        ValueError: if the pair is no name of a folder, two checkpoints are given, the share of
            the updates is out of range or without a trunk, or there is no tokenizer to keep or
            no other dev file.
    """

    pair: str
    variant: str
    shape: Mapping
    out: Path
    runs: Path
    device: str
    replace: bool = False
    earlier: Path | None = None
    trunk: Path | None = None
    fade: float = 0.0
    keep_tokenizer: bool = False
    dev_mean: bool = False
    further: FurtherData = NO_FURTHER_DATA

    def __post_init__(self) -> None:
        check_pair(self.pair)
        if self.earlier and self.trunk:
            raise ValueError("A run starts from one checkpoint: give --from or --trunk, not both.")
        if not 0 <= self.fade < 1:
            raise ValueError(f"fade is {self.fade}: expected at least 0 and below 1.")
        if self.fade and not self.trunk:
            raise ValueError("--fade needs a trunk, whose attention fades away: give --trunk.")
        if self.keep_tokenizer and not self.begins_with:
            raise ValueError("--keep-tokenizer needs a checkpoint: give --from or --trunk.")
        if self.dev_mean and not self.further.dev_also:
            raise ValueError("--dev-mean needs other dev files: give --dev-also.")

    @property
    def begins_with(self) -> Path | None:
        """The checkpoint whose weights the run starts from, if there is one."""
        return self.earlier or self.trunk

    @property
    def folder(self) -> Path:
        """The folder of the state and of the tokenizer."""
        return self.runs / self.pair

    @property
    def named(self) -> Named:
        """The name of the model."""
        return self.model_config(1).named(guided=self.further.guide is not None)

    def model_config(self, vocab_size: int) -> ModelConfig:
        """Return the configuration of the model for a vocabulary of this size."""
        return ModelConfig(variant=self.variant, **{**self.shape, "vocab_size": vocab_size})


def start_run(corpus: Corpus, options: RunOptions, config: TrainingConfig) -> Run:
    """Set up a run on a corpus, or load an interrupted one.

    Raises:
        ValueError: if the corpus, the variant, a number, a file or an earlier run's state does not
            fit, or if a checkpoint of another kind has the place of this run's.
    """
    further = options.further
    vocab_size = options.shape["vocab_size"]
    Seq2Seq(options.model_config(vocab_size))  # Refuses a bad shape before any work.
    check_guide(options.variant, config.guide_weight, further.guide)
    team = join_team(options.device)
    speller = options.begins_with if options.keep_tokenizer else None
    known = load_checkpoint(speller).tokenizer if speller else None
    material = _prepare_once(team, corpus, further, config, vocab_size, options.folder, known)
    first = make_batches(epoch_examples(material, config, 0), config.batch_tokens, 0)
    total = max(int(config.epochs * len(first)) // team.size, 1)
    count_rounds(first, team)
    rate = len(material.train) * team.size / len(first)
    model_config = options.model_config(len(material.tokenizer))
    settings = _settings(options.pair, model_config, config, material, team)
    if options.keep_tokenizer:
        settings["training"]["kept_tokenizer"] = True
    if options.dev_mean:
        settings["training"]["dev_mean"] = True
    out_path = options.out / options.pair / checkpoint_name(options.named, config.seed)
    state_path = options.folder / f"{options.named}-seed{config.seed}.state"
    kept = state_path.with_suffix(f".earlier{SUFFIX}")
    source = options.begins_with
    if source and source.resolve() == out_path.resolve() and kept.exists() and state_path.exists():
        source = kept  # The run that is resumed has replaced the checkpoint that it began with.
    begun = source and options.earlier and read_earlier(source, model_config, settings)
    if begun:
        settings["training"] |= say_earlier(begun)
        settings["examples"] = [list(pair) for pair in begun.checkpoint.record.examples]
    trunk = source and options.trunk and read_trunk(source, model_config, settings)
    if trunk:
        settings["training"] |= say_trunk(trunk, options.fade)
    if not options.replace and (obstacle := find_obstacle(out_path, model_config, settings)):
        raise ValueError(obstacle)
    torch.manual_seed(config.seed)
    model = Seq2Seq(model_config).to(options.device)
    optimizers, averaged = build_optimizers(model, config), average_model(model, config.average)
    progress = load_state(state_path, settings, named_modules(model, averaged), optimizers)
    if source and source != kept and progress.step == 0 and team.rank == 0:
        write_whole(kept, source.read_bytes())
    if begun and progress.step == 0:
        progress = begin(begun, model, averaged, material.tokenizer)
    if trunk and progress.step == 0:
        take_trunk(trunk, model, averaged, material.tokenizer)
    fading = max(round(options.fade * total), 1)
    fade = Fade(model, trunk.checkpoint.model, fading) if trunk and options.fade else None
    return Run(
        settings=settings,
        config=config,
        material=material,
        mix=_mix(material, config, rate, total) if further.also else None,
        model=model,
        optimizers=optimizers,
        averaged=averaged,
        fade=fade,
        progress=progress,
        total=total,
        team=team,
        state_path=state_path,
        best_path=state_path.with_suffix(f".best{SUFFIX}"),
        out_path=out_path,
        replace=options.replace,
    )


def _prepare_once(team: Team, *how: Any) -> TrainingData:
    """Call `prepare`; the first process trains the tokenizer, which the others then read.

    Raises:
        ValueError: as `prepare` does.
    """
    if team.rank > 0:
        wait_for(team)
    material = prepare(*how)
    if team.rank == 0:
        wait_for(team)
    return material


def _settings(
    pair: str, model: ModelConfig, config: TrainingConfig, material: TrainingData, team: Team
) -> dict[str, Any]:
    """Return the settings that a run's checkpoints and its state both record."""
    return {
        "pair": pair,
        "model": model.fields(),
        "training": asdict(config) | {"processes": team.size} | material.beside,
        "corpus": material.corpus,
        "examples": [[one.source, one.target] for one in EXAMPLES.get(pair, material.shown)],
        **material.others,
    }


def _mix(material: TrainingData, config: TrainingConfig, rate: float, total: int) -> Mix:
    """Return the mix of a run of `total` updates, each with `rate` pairs of the main corpus."""
    own, length = fitting(material.pairs, material.tokenizer, config.max_len)
    return Mix(own, length, material.also, rate, total, config.seed)


def named_modules(model: Seq2Seq, averaged: AveragedModel | None) -> dict[str, nn.Module]:
    """Return the modules whose tensors are in a run's state, by name."""
    return {"model": model} | ({} if averaged is None else {"averaged": averaged})
