"""Time to translate one sentence of 10 words with its whole trace, in float32 on one thread.

Run `.venv/bin/python benchmarks/decoding.py`; the result is printed and written to decoding.json.
Greedy and beam 5 of every shipped English-French checkpoint, the median of 50 runs; the variants
take turns, so that what else the machine does meets all of them alike.
"""

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import torch

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT))

from benchmarks import result  # noqa: E402
from models.beam import beam_search  # noqa: E402
from models.checkpoint import load_checkpoint  # noqa: E402
from models.decoding import translate  # noqa: E402

SENTENCE = "We often walk to the old station near the river."
RUNS = 50


def main() -> None:
    """Measure every checkpoint."""
    torch.set_num_threads(1)
    checkpoints = [
        load_checkpoint(path) for path in sorted(ROOT.glob("checkpoints/eng-fra/*.safetensors"))
    ]
    greedy: dict[str, list[float]] = {checkpoint.variant: [] for checkpoint in checkpoints}
    beam: dict[str, list[float]] = {checkpoint.variant: [] for checkpoint in checkpoints}
    for run in range(RUNS + 3):
        for checkpoint in checkpoints:
            times = (
                _milliseconds(lambda c=checkpoint: translate(c, [SENTENCE])),
                _milliseconds(lambda c=checkpoint: beam_search(c, [SENTENCE], 5)),
            )
            if run >= 3:  # the first warm up
                greedy[checkpoint.variant].append(times[0])
                beam[checkpoint.variant].append(times[1])
    rows = [
        {
            "variant": checkpoint.variant,
            "target tokens": len(translate(checkpoint, [SENTENCE])[0].steps),
            "greedy ms": round(statistics.median(greedy[checkpoint.variant]), 2),
            "beam 5 ms": round(statistics.median(beam[checkpoint.variant]), 2),
        }
        for checkpoint in checkpoints
    ]
    measured = {"sentence": SENTENCE, "runs": RUNS, "medians": rows}
    result.write("decoding", "python benchmarks/decoding.py", ("torch",), measured)


def _milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)


if __name__ == "__main__":
    main()
