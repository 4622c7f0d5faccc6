"""The recipe: one variant trained from a corpus, from the first batch to the best checkpoint."""

import platform
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count, islice
from pathlib import Path

import torch
from torch import Tensor
from tqdm import tqdm

from alignoscope.data.corpus import Corpus
from alignoscope.data.examples import EXAMPLES
from alignoscope.data.tokenizer import PAD_ID
from alignoscope.models.checkpoint import SUFFIX, Checkpoint, save_checkpoint
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.variant import ModelConfig
from alignoscope.training.batches import Batch, Example, collate, make_batches
from alignoscope.training.loss import vocabulary_loss
from alignoscope.training.material import Material, prepare
from alignoscope.training.parallel import Team, average_gradients, join_team, wait_for
from alignoscope.training.snapshots import snapshot_steps, take_snapshot
from alignoscope.training.state import Progress, load_state, save_state

EVALUATIONS = 20


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """What decides a training run, besides the corpus and the model's shape.

    Raises:
        ValueError: if a number is out of range.
    """

    epochs: float = 3
    batch_tokens: int = 400
    max_len: int = 60
    learning_rate: float = 1e-3
    warmup_steps: int = 1000
    beta2: float = 0.999
    label_smoothing: float = 0.1
    clip_norm: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("epochs", "batch_tokens", "max_len", "learning_rate", "clip_norm"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} is {getattr(self, name)}: expected a number above 0.")
        if self.batch_tokens < self.max_len:
            raise ValueError(
                f"batch_tokens is {self.batch_tokens}: expected at least max_len, {self.max_len}."
            )


@dataclass(frozen=True, kw_only=True, eq=False)
class Run:
    """One training run: what it trains, on what, how far it has come, and where its files are."""

    settings: dict
    config: TrainingConfig
    material: Material
    model: Seq2Seq
    optimizer: torch.optim.Optimizer
    progress: Progress
    total: int
    team: Team
    state_path: Path
    best_path: Path


def start_run(
    corpus: Corpus,
    pair: str,
    config: TrainingConfig,
    *,
    variant: str,
    shape: dict,
    out: Path,
    runs: Path,
    device: str,
) -> Run:
    """Set up a run, or load one that was cut off.

    Everything that a run needs to go on where it stopped lies in `runs`. `shape` holds the sizes
    and the cell of a `ModelConfig`.

    Raises:
        ValueError: if the corpus, the variant, a number or an earlier run's state does not fit.
    """
    Seq2Seq(ModelConfig(variant=variant, **shape))  # what does not fit is refused before any work
    team = join_team(device)
    if team.rank > 0:
        wait_for(team)  # the first process makes the tokenizer for all
    material = prepare(
        corpus,
        max_len=config.max_len,
        batch_tokens=config.batch_tokens,
        vocab_size=shape["vocab_size"],
        folder=runs / pair,
    )
    if team.rank == 0:
        wait_for(team)
    model_config = ModelConfig(variant=variant, **shape | {"vocab_size": len(material.tokenizer)})
    torch.manual_seed(config.seed)
    model = Seq2Seq(model_config).to(device)
    optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, config.beta2), fused=True)
    settings = {
        "pair": pair,
        "model": asdict(model_config),
        "training": asdict(config) | {"processes": team.size},
        "corpus": material.corpus,
        "examples": [[example.source, example.target] for example in EXAMPLES.get(pair, ())],
    }
    state_path = runs / pair / f"{variant}-seed{config.seed}.state"
    batches = len(make_batches(material.train, config.batch_tokens, 0))
    return Run(
        settings=settings,
        config=config,
        material=material,
        model=model,
        optimizer=optimizer,
        progress=load_state(state_path, settings, model, optimizer),
        total=max(int(config.epochs * batches) // team.size, 1),
        team=team,
        state_path=state_path,
        best_path=out / pair / f"{variant}{SUFFIX}",
    )


def train(run: Run) -> Path:
    """Train until the run is done, and return the path of its best checkpoint by dev loss.

    A run that was cut off goes on from its last evaluation; a finished one is not trained again.
    """
    progress, total, name = run.progress, run.total, run.state_path.stem
    snapshots = snapshot_steps(total)
    evaluations = {total - i * max(total // EVALUATIONS, 1) for i in range(EVALUATIONS)}
    batches = batch_stream(run.material.train, run.config, progress.step, run.team)
    with tqdm(total=total, initial=progress.step, desc=name, disable=run.team.rank > 0) as bar:
        if progress.step == 0:
            snapshot(run)
        for stop in sorted(s for s in snapshots | evaluations if s > progress.step):
            update(run, islice(batches, stop - progress.step), bar)
            if stop in snapshots:
                snapshot(run)
            if stop in evaluations:
                evaluate(run)
    return run.best_path


def update(run: Run, batches: Iterator[list[Example]], bar: tqdm) -> None:
    """Make one update a batch."""
    progress, started = run.progress, time.monotonic()
    for rows in batches:
        loss, size = training_step(run, collate(rows, run.model.bias.device))
        progress.loss_sum += loss * size
        progress.tokens += size
        progress.step += 1
        bar.update()
        speed = progress.tokens / (progress.seconds_of_segment + time.monotonic() - started)
        mean = progress.loss_sum / progress.tokens
        bar.set_postfix(loss=f"{mean:.3f}", tokens_per_s=f"{speed:,.0f}", refresh=False)
    progress.seconds_of_segment += time.monotonic() - started


def snapshot(run: Run) -> None:
    """Add the maps of the pair's example sentences, where it has any, to the progress."""
    examples = EXAMPLES.get(run.settings["pair"], ())
    if run.team.rank == 0 and examples:
        taken = take_snapshot(run.model, run.material.tokenizer, examples, run.progress.step)
        run.progress.snapshots.append(taken)


def evaluate(run: Run) -> None:
    """Measure the dev loss, keep the model if it is the best, and save the run's state."""
    progress = run.progress
    if run.team.rank == 0:
        point = {
            "step": progress.step,
            "train_loss": round(progress.loss_sum / progress.tokens, 4),
            "dev_loss": round(mean_loss(run.model, run.material.dev), 4),
        }
        progress.history.append(point)
        tqdm.write(f"{run.state_path.stem} {point}")
    progress.seconds += progress.seconds_of_segment
    progress.loss_sum, progress.tokens, progress.seconds_of_segment = 0.0, 0, 0.0
    if run.team.rank == 0:
        if point["dev_loss"] == min(p["dev_loss"] for p in progress.history):
            record = run.settings | {
                "step": progress.step,
                "seconds": round(progress.seconds, 1),
                "history": progress.history,
                "snapshots": progress.snapshots,
                **hardware(run.model.bias.device),
            }
            best = Checkpoint(model=run.model, tokenizer=run.material.tokenizer, record=record)
            save_checkpoint(best, run.best_path)
        save_state(run.state_path, run.settings, run.model, run.optimizer, progress)


def batch_stream(
    examples: Sequence[Example], config: TrainingConfig, done: int, team: Team
) -> Iterator[list[Example]]:
    """Yield the batches that follow the first `done`, epoch after epoch.

    Of each round of batches, as many as the team is large, every process gets its own.
    """
    for epoch in count():
        batches = make_batches(examples, config.batch_tokens, config.seed * 1000 + epoch)
        rounds = len(batches) // team.size
        own = batches[team.rank : rounds * team.size : team.size]
        yield from own[done:]
        done = max(done - rounds, 0)


def training_step(run: Run, batch: Batch) -> tuple[float, int]:
    """Make one update; return the loss per target token and the number of target tokens."""
    config, step, team = run.config, run.progress.step, run.team
    for group in run.optimizer.param_groups:
        group["lr"] = config.learning_rate * schedule(step, config.warmup_steps, run.total)
    # Dropout draws the same after a resumed run, and differently in each process.
    torch.manual_seed((config.seed * 1_000_003 + step) * team.size + team.rank)
    run.model.train()
    loss, size = batch_loss(run.model, batch, config.label_smoothing)
    run.optimizer.zero_grad()
    loss.backward()
    average_gradients(run.model.parameters(), team)
    torch.nn.utils.clip_grad_norm_(run.model.parameters(), config.clip_norm)
    run.optimizer.step()
    return loss.item(), size


def schedule(step: int, warmup: int, total: int) -> float:
    """Return the learning rate's factor: a linear rise over `warmup` steps, then a fall to 0."""
    warmup = min(warmup, total // 10 + 1)
    return min((step + 1) / warmup, max(total - step, 0) / max(total - warmup, 1))


def batch_loss(model: Seq2Seq, batch: Batch, smoothing: float) -> tuple[Tensor, int]:
    """Return the cross-entropy per target token (nats), with label smoothing, and the tokens."""
    with torch.autocast(batch.source.device.type, torch.bfloat16):
        real = batch.target != PAD_ID
        readouts = model.dropout(model(batch.source, batch.previous)[real])
        table, target = model.embedding.weight, batch.target[real]
        loss = vocabulary_loss(readouts, table, model.bias, target, smoothing)
    return loss, len(target)


@torch.inference_mode()
def mean_loss(model: Seq2Seq, batches: Sequence[Sequence[Example]]) -> float:
    """Return the cross-entropy per target token (nats) over batches, without smoothing."""
    model.eval()
    losses = [batch_loss(model, collate(batch, model.bias.device), 0.0) for batch in batches]
    return sum(loss.item() * size for loss, size in losses) / sum(size for _, size in losses)


def hardware(device: torch.device) -> dict:
    """Return what the run ran on, for its record."""
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else platform.machine()
    return {
        "device": f"{device.type} ({name})",
        "threads": torch.get_num_threads(),
        "torch": torch.__version__,
        "python": platform.python_version(),
    }
