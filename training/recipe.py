"""The training loop of one variant, from the first batch to the best checkpoint."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any

from tqdm import tqdm

from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.records.json_values import Value
from alignoscope.records.run import RunRecord, read_run
from alignoscope.records.whole_file import write_whole
from alignoscope.training.batches import TrainingExample, batch_stream, collate
from alignoscope.training.epochs import examples_at
from alignoscope.training.hardware import describe_hardware
from alignoscope.training.lock import locked
from alignoscope.training.output import find_obstacle
from alignoscope.training.run import Run
from alignoscope.training.snapshots import snapshot_steps, take_snapshot
from alignoscope.training.state import save_state
from alignoscope.training.updates import mean_loss, training_step

EVALUATIONS = 20


def train(run: Run) -> Path:
    """Train until the run is done, and return the path of its checkpoint with the lowest dev loss.

    An interrupted run resumes from its last evaluation; a finished one is not trained again. If the
    checkpoint may not be published, the path is that of the copy beside the run's state. Choosing
    among `EVALUATIONS` evaluations has the effect of early stopping, but every run continues to its
    end, where the learning rate is 0.

    Raises:
        OSError: if a file cannot be written; the run then goes on from its last evaluation.
        ValueError: if another run is writing the same files, or the run diverges.
    """
    with ExitStack() as locks:
        if run.team.rank == 0:
            locks.enter_context(locked(run.state_path))
            locks.enter_context(locked(run.out_path))
        return _train(run)


def _train(run: Run) -> Path:
    progress, total, name = run.progress, run.total, run.state_path.stem
    first = progress.snapshots[0]["step"] if progress.snapshots else run.before
    snapshots = {first + s - run.before for s in snapshot_steps(run.before + total - first)}
    evaluations = {total - i * max(total // EVALUATIONS, 1) for i in range(EVALUATIONS)}
    examples_of = partial(examples_at, run.material, run.config, run.mix)
    batches = batch_stream(examples_of, run.config, progress.step, run.team)
    with tqdm(total=total, initial=progress.step, desc=name, disable=run.team.rank > 0) as bar:
        if not progress.snapshots:
            snapshot(run)
        for stop in sorted(s for s in snapshots | evaluations if s > progress.step):
            update(run, islice(batches, stop - progress.step), bar)
            if stop in snapshots:
                snapshot(run)
            if stop in evaluations:
                evaluate(run)
    obstacle = publish(run) if run.team.rank == 0 else None
    if obstacle:
        tqdm.write(obstacle)
    return run.best_path if obstacle else run.out_path


def update(run: Run, batches: Iterator[list[TrainingExample]], bar: tqdm) -> None:
    """Make one update per batch."""
    progress, started = run.progress, time.monotonic()
    for rows in batches:
        if run.fade:
            run.fade.at(progress.step)
        loss, size = training_step(
            run.model,
            run.optimizers,
            collate(rows, run.model.bias.device),
            run.config,
            step=progress.step,
            total=run.total,
            team=run.team,
        )
        if run.averaged:
            run.averaged.update_parameters(run.model)
        progress.loss_sum += loss * size
        progress.tokens += size
        progress.step += 1
        bar.update()
        speed = progress.tokens / (progress.seconds_of_segment + time.monotonic() - started)
        mean = progress.loss_sum / progress.tokens
        bar.set_postfix(loss=f"{mean:.3f}", tokens_per_s=f"{speed:,.0f}", refresh=False)
    progress.seconds_of_segment += time.monotonic() - started
    if run.fade:
        run.fade.read = None  # A snapshot copies the model, and cannot copy tensors of a graph.


def snapshot(run: Run) -> None:
    """Add the maps of the run's example sentences, if it has any, to its progress."""
    examples = run.settings["examples"]
    if run.team.rank == 0 and examples:
        taken = take_snapshot(
            run.shown, run.material.tokenizer, examples, run.before + run.progress.step
        )
        run.progress.snapshots.append(taken)


def evaluate(run: Run) -> None:
    """Measure the dev loss, save the model if it is the best so far, and save the run's state.

    Raises:
        ValueError: if the dev loss is not finite; nothing is saved.
    """
    progress = run.progress
    if run.team.rank == 0:
        point: dict[str, Any] = {
            "step": run.before + progress.step,
            "train_loss": round(progress.loss_sum / progress.tokens, 4),
            "dev_loss": round(mean_loss(run.shown, run.material.dev), 4),
        }
        if not isfinite(point["dev_loss"]):
            raise ValueError(diverged(run, point["dev_loss"]))
        if run.material.dev_also:
            point["dev_also"] = {
                one.corpus.name: round(mean_loss(run.shown, one.batches), 4)
                for one in run.material.dev_also
            }
        progress.history.append(point)
        tqdm.write(f"{run.state_path.stem} {point}")
    progress.seconds += progress.seconds_of_segment
    progress.loss_sum, progress.tokens, progress.seconds_of_segment = 0.0, 0, 0.0
    if run.team.rank == 0:
        record = record_of(run)
        if record.best and record.best.step == record.step:
            best = Checkpoint(model=run.shown, tokenizer=run.material.tokenizer, record=record)
            save_checkpoint(best, run.best_path)
            publish(run)
        save_state(run.state_path, run.settings, run.modules, run.optimizers, progress)


def diverged(run: Run, dev_loss: float) -> str:
    """Return that the dev loss is not finite, and what to do about it."""
    config = run.config
    muon = f" or --muon-rate ({config.muon_rate:g})" * (config.optimizer == "muon")
    said = (
        f"Update {run.before + run.progress.step}: the dev loss is {dev_loss}, so the run is "
        f"stopped. Lower --learning-rate ({config.learning_rate:g}){muon}"
    )
    if not run.state_path.exists():
        return f"{said}."
    return (
        f"{said}, and delete {run.state_path}, from which only the same options go on. The best "
        f"checkpoint before is {run.best_path}."
    )


def publish(run: Run) -> str | None:
    """Copy the run's best checkpoint to its output path, or return why this is not allowed.

    The checkpoint is also kept beside the run's state, so that it is not lost if a better one, or
    one of another kind, is already at the output path.
    """
    content = run.best_path.read_bytes()
    if run.out_path.is_file() and run.out_path.read_bytes() == content:
        return None
    if not run.replace:
        loss = record_of(run).best_loss
        obstacle = find_obstacle(run.out_path, run.model.config, run.settings, loss)
        if obstacle:
            return f"{obstacle} It is kept as {run.best_path}."
    write_whole(run.out_path, content)
    return None


def record_of(run: Run) -> RunRecord:
    """Return the record of a run as it stands."""
    progress = run.progress
    record = run.settings | {
        "step": run.before + progress.step,
        "total_steps": run.before + run.total,
        "seconds": round(progress.seconds, 1),
        "history": progress.history,
        "snapshots": progress.snapshots,
        **describe_hardware(run.model.bias.device),
    }
    return read_run(Value(where="The record", value=record))
