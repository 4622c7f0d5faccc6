"""The summary printed before a run: its data, its expected time, and warnings."""

import copy
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import median

import torch

from alignoscope.data.corpus import Pair
from alignoscope.data.survey import Survey, says_swapped
from alignoscope.training.batches import collate, make_batches
from alignoscope.training.mix import expected_passes
from alignoscope.training.optimizers import build_optimizers
from alignoscope.training.run import Run
from alignoscope.training.training_data import TrainingData
from alignoscope.training.updates import training_step

LONG = 100  # The expected time is printed if at least this many updates are left.
TIMED = 3  # The number of timed updates, after the same number of warm-up updates.


def told(run: Run, found: Survey | None) -> Iterator[str]:
    """Yield lines about a run: corpus, split, vocabulary, updates, and expected time.

    `found` is the survey of the corpus file, or None for a toy task.
    """
    corpus, config = run.material.corpus, run.config
    if found:
        yield (
            f"{corpus['name']}: {found.lines:,} lines, {found.pairs:,} pairs; left out: "
            f"{found.twice:,} that stood there before, {found.empty:,} with an empty side."
        )
        for warning in found.warnings:
            yield f"Warning: {warning}"
    parts = corpus["pairs"]
    long = len(run.material.pairs) - len(run.material.train)
    yield (
        f"Split: {parts['train']:,} to train, {parts['dev']:,} dev, {parts['test']:,} test; no "
        f"sentence is in two parts. {long:,} training pairs of more than {config.max_len} pieces "
        "are left out."
    )
    if taught := run.material.taught:
        yield (
            f"Beside them: {len(taught.pairs):,} pairs that a teacher wrote; left out: "
            f"{taught.held:,} with a side that is held out."
        )
    yield from told_others(run)
    for name, pairs, languages in further(run.material):
        if odd := says_swapped(pairs, run.settings["pair"], languages=languages):
            yield f"Warning: {name}: {odd}"
    yield f"Vocabulary: {len(run.material.tokenizer):,} pieces."
    left = run.total - run.progress.step
    also = (
        f" without --also, and about {_few(expected_passes(run.mix)[0])} with it" if run.mix else ""
    )
    times = "once" if config.epochs == 1 else f"{config.epochs:g} times"
    yield (
        f"Updates: {run.total:,}, which go through the corpus {times}{also}"
        + (f"; {left:,} are left." if run.progress.step else ".")
    )
    if left >= LONG and run.team.size == 1:
        seconds = seconds_of_update(run)
        yield f"Expected: {in_words(left * seconds)}, at {seconds:.2f} seconds an update."


def told_others(run: Run) -> Iterator[str]:
    """Yield one line per further corpus that a run trains on or measures."""
    if run.mix:
        for one, passes in zip(run.mix.also, expected_passes(run.mix)[1:], strict=True):
            until = f" until {one.until:g} of the run" if one.until < 1 else ""
            kind = "Formal" if one.register else "Also"
            yield (
                f"{kind} {one.corpus.name}: {one.share:g} of the pairs that are read{until}. Its "
                f"{len(one.corpus.pairs):,} are gone through about {_few(passes)} times; left out: "
                f"{one.held:,} with a side that is held out, {one.long:,} of more than "
                f"{run.config.max_len} pieces."
            )
    for measured in run.material.dev_also:
        yield (
            f"Also measured: {measured.corpus.name}, {sum(map(len, measured.batches)):,} pairs "
            f"({measured.known:,} skipped because one side is in the training data)."
        )


def further(
    material: TrainingData,
) -> Iterator[tuple[str, Sequence[Pair], tuple[str, str] | None]]:
    """Yield names, pairs and, if they name them, languages of the files beside the corpus."""
    if material.taught:
        yield "--taught", material.taught.pairs, None
    corpora = [one.corpus for one in material.also] + [one.corpus for one in material.dev_also]
    yield from ((corpus.name, corpus.pairs, corpus.languages) for corpus in corpora)


def _few(times: float) -> str:
    return f"{times:.1f}" if times >= 1 else f"{times:.2g}"


def seconds_of_update(run: Run) -> float:
    """Return the median time of an update (seconds), measured on a copy of the model.

    The batches are of medium length.
    """
    batches = make_batches(run.material.train, run.config.batch_tokens, 0)
    batches.sort(key=lambda batch: max(example.longest for example in batch))
    middle = batches[len(batches) // 2 :]
    model, taken = copy.deepcopy(run.model), []
    optimizers = build_optimizers(model, run.config)
    with torch.random.fork_rng():
        for rows in islice(middle + batches, 2 * TIMED):
            started = time.monotonic()
            batch = collate(rows, model.bias.device)
            training_step(
                model, optimizers, batch, run.config, step=0, total=run.total, team=run.team
            )
            taken.append(time.monotonic() - started)
    return median(taken[TIMED:] or taken)


def in_words(seconds: float) -> str:
    """Return a duration in words, such as "about 5 minutes"."""
    minutes = seconds / 60
    if minutes < 1.5:
        return "about a minute" if minutes > 0.5 else "less than a minute"
    return f"about {minutes:.0f} minutes" if minutes < 90 else f"about {minutes / 60:.1f} hours"
