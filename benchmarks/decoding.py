"""Time to translate one sentence of 10 words with its whole trace, in float32 on one thread.

Run `.venv/bin/python benchmarks/decoding.py`; the result is printed and written to decoding.json.
Greedy and beam 5 of every shipped English-French checkpoint, the median of 50 runs. One variant
after the other, so that each finds its weights in the processor's cache, as a person's next
sentence does.
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
    rows = [
        {
            "variant": checkpoint.variant,
            "target tokens": len(translate(checkpoint, [SENTENCE])[0].steps),
            "greedy ms": _median(lambda c=checkpoint: translate(c, [SENTENCE])),
            "beam 5 ms": _median(lambda c=checkpoint: beam_search(c, [SENTENCE], 5)),
        }
        for checkpoint in checkpoints
    ]
    measured = {"sentence": SENTENCE, "runs": RUNS, "medians": rows}
    result.write("decoding", "python benchmarks/decoding.py", ("torch",), measured)


def _median(work: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS + 3):
        started = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - started))
    return round(statistics.median(times[3:]), 2)  # the first warm up


if __name__ == "__main__":
    main()
