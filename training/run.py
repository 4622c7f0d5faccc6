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
from alignoscope.models.checkpoint import SUFFIX
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.variant import GRU, ModelConfig, Named
from alignoscope.training.averaging import average_model
from alignoscope.training.batches import count_rounds, make_batches
from alignoscope.training.config import TrainingConfig
from alignoscope.training.epochs import epoch_examples
from alignoscope.training.guide import check_guide
from alignoscope.training.material import TrainingData, prepare
from alignoscope.training.mix import Also, Mix, fitting
from alignoscope.training.optimizers import build_optimizers
from alignoscope.training.output import check_pair, checkpoint_name, find_obstacle
from alignoscope.training.parallel import Team, join_team, wait_for
from alignoscope.training.state import RunProgress, load_state
from alignoscope.training.warm_start import begin, read_earlier, say_earlier


@dataclass(frozen=True, kw_only=True, eq=False)
class Run:
    """One training run.

    `best_path`, beside the state, is the best checkpoint so far. `out_path` is where it is
    published; a checkpoint of another kind is replaced there only if `replace` is set
    (`output.find_obstacle`). `mix` is None unless the run trains on several corpora.
    """

    settings: dict
    config: TrainingConfig
    material: TrainingData
    mix: Mix | None
    model: Seq2Seq
    optimizers: Sequence[torch.optim.Optimizer]
    averaged: AveragedModel | None
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


def start_run(
    corpus: Corpus,
    pair: str,
    config: TrainingConfig,
    *,
    variant: str,
    shape: Mapping,
    out: Path,
    runs: Path,
    device: str,
    replace: bool = False,
    taught: Path | None = None,
    earlier: Path | None = None,
    guide: Path | None = None,
    also: Sequence[Also] = (),
    dev_also: Sequence[Corpus] = (),
) -> Run:
    """Set up a run, or load an interrupted one.

    Args:
        corpus: the corpus to train on.
        pair: the language pair, the name of the folder of the checkpoint and of the state.
        config: the settings of the recipe.
        variant: the name of the variant.
        shape: the sizes and the cell of a `ModelConfig`.
        out: the folder of checkpoints.
        runs: the folder of everything that a run needs to resume.
        device: the device to train on.
        replace: whether any existing checkpoint may be replaced.
        taught: a file of a teacher's pairs.
        earlier: a checkpoint to continue from.
        guide: a file of word links for guided attention.
        also: further corpora that give a share of the training pairs.
        dev_also: further corpora whose loss is measured.

    Raises:
        ValueError: if the corpus, the variant, a number, a file or an earlier run's state does not
            fit, or if a checkpoint of another kind has the place of this run's.
    """
    folder = runs / check_pair(pair)
    named = Named(variant, guide is not None, shape.get("cell", GRU))
    out_path = out / pair / checkpoint_name(named, config.seed)
    Seq2Seq(ModelConfig(variant=variant, **shape))  # Refuses a bad shape before any work.
    check_guide(variant, config.guide_weight, guide, bool(also))
    team = join_team(device)
    material = _prepare_once(
        team,
        corpus,
        max_len=config.max_len,
        batch_tokens=config.batch_tokens,
        vocab_size=shape["vocab_size"],
        folder=folder,
        taught=taught,
        guide=guide,
        also=also,
        dev_also=dev_also,
    )
    first = make_batches(epoch_examples(material, config, 0), config.batch_tokens, 0)
    total = max(int(config.epochs * len(first)) // team.size, 1)
    count_rounds(first, team)
    rate = len(material.train) * team.size / len(first)
    model_config = ModelConfig(variant=variant, **{**shape, "vocab_size": len(material.tokenizer)})
    settings: dict[str, Any] = {
        "pair": pair,
        "model": asdict(model_config),
        "training": asdict(config) | {"processes": team.size} | material.beside,
        "corpus": material.corpus,
        "examples": [[one.source, one.target] for one in EXAMPLES.get(pair, material.shown)],
        **material.others,
    }
    begun = None if earlier is None else read_earlier(earlier, model_config, settings)
    if begun:
        settings["training"] |= say_earlier(begun)
        settings["examples"] = [list(pair) for pair in begun.checkpoint.record.examples]
    obstacle = None if replace else find_obstacle(out_path, model_config, settings)
    if obstacle:
        raise ValueError(obstacle)
    torch.manual_seed(config.seed)
    model = Seq2Seq(model_config).to(device)
    optimizers, averaged = build_optimizers(model, config), average_model(model, config.average)
    name = f"{named}-seed{config.seed}"
    state_path = folder / f"{name}.state"
    progress = load_state(state_path, settings, named_modules(model, averaged), optimizers)
    if begun and progress.step == 0:
        progress = begin(begun, model, averaged, material.tokenizer)
    return Run(
        settings=settings,
        config=config,
        material=material,
        mix=_mix(material, config, rate, total) if also else None,
        model=model,
        optimizers=optimizers,
        averaged=averaged,
        progress=progress,
        total=total,
        team=team,
        state_path=state_path,
        best_path=folder / f"{name}.best{SUFFIX}",
        out_path=out_path,
        replace=replace,
    )


def _prepare_once(team: Team, corpus: Corpus, **how: Any) -> TrainingData:
    """Prepare the corpus; the first process trains the tokenizer, which the others then read.

    Raises:
        ValueError: as `prepare` does.
    """
    if team.rank > 0:
        wait_for(team)
    material = prepare(corpus, **how)
    if team.rank == 0:
        wait_for(team)
    return material


def _mix(material: TrainingData, config: TrainingConfig, rate: float, total: int) -> Mix:
    """Return the mix of a run of `total` updates, each with `rate` pairs of the main corpus."""
    own, length = fitting(material.pairs, material.tokenizer, config.max_len)
    return Mix(own, length, material.also, rate, total, config.seed)


def named_modules(model: Seq2Seq, averaged: AveragedModel | None) -> dict[str, nn.Module]:
    """Return the modules whose tensors are in a run's state, by name."""
    return {"model": model} | ({} if averaged is None else {"averaged": averaged})
