"""Time of greedy decoding and of beam search by the engine and by torch, on one thread.

Run `.venv/bin/python benchmarks/engine.py`; the result is printed and written to engine.json.
Every shipped English-French checkpoint with an RNN translates 20 sentences, one at a time and with
the best one's whole trace, greedily and with beam 5, by each of the two in turns: the processor
time of this thread, the median of the rounds, and their ratio.
Besides: what making an engine takes, and the models that the app opens with, one after another.
"""

import os
import statistics
import time
from collections.abc import Callable, Sequence

import torch

from alignoscope.benchmarks import result
from alignoscope.benchmarks.live_parity import sources
from alignoscope.decoding.best import best_translations
from alignoscope.decoding.engine.running import SWITCH, Engine
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint
from alignoscope.models.folder import CHECKPOINTS
from alignoscope.records.variant import is_transformer
from alignoscope.ui.shell.model_presets import opened_with

ROUNDS = 7
COUNT = 20


def main() -> None:
    """Measure every checkpoint with an RNN."""
    torch.set_num_threads(1)
    texts = sources("eng-fra", COUNT)
    found = {path.stem: load_checkpoint(path) for path in CHECKPOINTS.glob("eng-fra/*.safetensors")}
    models = {name: one for name, one in sorted(found.items()) if not is_transformer(one.variant)}
    rows = [{"model": name, **measure([one], texts)} for name, one in models.items()]
    opened = [models[name] for name in opened_with([*models])]
    measured = {
        "sentences": COUNT,
        "rounds": ROUNDS,
        "processor time, medians": rows,
        "together": {"models": len(opened), **measure(opened, texts[:5])},
    }
    result.write("engine", "python benchmarks/engine.py", ("torch", "wasmtime"), measured)


def measure(checkpoints: Sequence[Checkpoint], texts: Sequence[str]) -> dict[str, object]:
    """Return the milliseconds of a sentence by the engine and by torch, and of making an engine."""
    made = [_milliseconds(lambda: Engine(one.model)) for one in checkpoints]  # noqa: B023
    found = {"making an engine ms": round(statistics.median(made), 1)}
    return {
        "greedy": in_turns(checkpoints, texts, 1),
        "beam 5": in_turns(checkpoints, texts, 5),
    } | found


def in_turns(
    checkpoints: Sequence[Checkpoint], texts: Sequence[str], width: int
) -> dict[str, float]:
    """Return the milliseconds of a sentence by the engine and by torch, and their ratio."""
    times: dict[str, list[float]] = {"on": [], "off": []}
    for _ in range(ROUNDS):
        for switch, own in times.items():
            os.environ[SWITCH] = switch
            work = [[one, text] for text in texts for one in checkpoints]
            spent = _milliseconds(
                lambda: [best_translations(one, [text], width) for one, text in work]  # noqa: B023
            )
            own.append(spent / len(texts))
    engine, by_torch = (statistics.median(own) for own in times.values())
    ratios = [by_torch / one for one, by_torch in zip(*times.values(), strict=True)]
    return {
        "engine ms": round(engine, 2),
        "torch ms": round(by_torch, 2),
        "torch / engine": round(statistics.median(ratios), 2),
    }


def _milliseconds(work: Callable[[], object]) -> float:
    started = time.thread_time()
    work()
    return 1000 * (time.thread_time() - started)


if __name__ == "__main__":
    main()
