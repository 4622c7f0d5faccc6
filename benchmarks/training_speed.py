"""Target tokens per second of the recipe, with one process a core.

Run `.venv/bin/python benchmarks/training_speed.py CORPUS`; the result is printed and written to
training_speed.json. Each process is a run of its own on one thread, as the shipped models were
trained: the first 100 updates warm up, the next 300 are timed.
"""

import os
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

import torch

from alignoscope.benchmarks import result
from alignoscope.data.corpus import read_corpus
from alignoscope.training.batches import TrainingExample, batch_stream, collate
from alignoscope.training.config import TrainingConfig
from alignoscope.training.run import Run, RunOptions, start_run
from alignoscope.training.updates import training_step

VARIANTS = ("luong-general", "luong-concat", "bahdanau-additive")
WARM_UP, UPDATES = 100, 300


def main() -> None:
    """Measure each variant in as many processes as there are cores, all at once."""
    corpus, cores = sys.argv[1], os.cpu_count() or 1
    rows = []
    for variant in VARIANTS:
        command = [sys.executable, __file__, corpus, variant]
        processes = [
            subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(cores)
        ]
        speeds = [float(process.communicate()[0]) for process in processes]
        rows.append({"variant": variant, "tokens per second": round(sum(speeds))})
    measured = {"processes": cores, "updates": UPDATES, "speeds": rows}
    result.write(
        "training_speed", "python benchmarks/training_speed.py CORPUS", ("torch",), measured
    )


def measure(corpus: Path, variant: str) -> float:
    """Return the target tokens per second of one run."""
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        options = RunOptions(
            pair="benchmark",
            variant=variant,
            shape={"vocab_size": 8000, "embedding_size": 256, "hidden_size": 256},
            out=Path(folder),
            runs=Path(folder),
            device="cpu",
        )
        run = start_run(read_corpus(corpus), options, TrainingConfig())
        batches = batch_stream(lambda _: run.material.train, run.config, 0, run.team)
        for rows in islice(batches, WARM_UP):
            update(run, rows)
        started, tokens = time.perf_counter(), 0
        for rows in islice(batches, UPDATES):
            tokens += update(run, rows)
        return tokens / (time.perf_counter() - started)


def update(run: Run, rows: list[TrainingExample]) -> int:
    """Make one update, and return its target tokens."""
    batch, rest = collate(rows, "cpu"), {"step": 0, "total": run.total, "team": run.team}
    return training_step(run.model, run.optimizers, batch, run.config, **rest)[1]


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(measure(Path(sys.argv[1]), sys.argv[2]))
    else:
        main()
