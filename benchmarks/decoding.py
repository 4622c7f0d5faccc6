"""Time to translate one sentence of 10 words with its whole trace, in float32 on one thread.

Run `.venv/bin/python benchmarks/decoding.py`; the result is printed and written to decoding.json.
Greedy and beam 5 of every shipped English-French checkpoint, the median of 50 runs. One variant
after the other, so that each finds its weights in the processor's cache, as a person's next
sentence does. Beside each the bare loop of the same model, over the same steps and rows: encoder,
`step`, vocabulary layer and arg-max alone, with no choice of hypotheses and no trace. Last, a
sentence of 12 words by the variants that the app opens with, each after the other: greedily, and
what their posterior maps take more; these on all cores too, as in the app.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import torch

from alignoscope.analysis.likelihoods import likelihoods
from alignoscope.benchmarks import result
from alignoscope.data.tokenizer import START_ID
from alignoscope.decoding.beam import beam_search, search
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint
from alignoscope.records.sentence import Sentence
from alignoscope.serving.machine import count_cores
from alignoscope.ui.shell.model_presets import opened_with

ROOT = Path(__file__).parent.parent
SENTENCE = "We often walk to the old station near the river."
LONGER = "Every summer we walk to the old station near the big river."
RUNS = 50


def main() -> None:
    """Measure every checkpoint."""
    torch.set_num_threads(1)
    paths = sorted(ROOT.glob("checkpoints/eng-fra/*.safetensors"))
    checkpoints = {path.stem: load_checkpoint(path) for path in paths}
    rows = [measure(checkpoint) for checkpoint in checkpoints.values()]
    first = [checkpoints[name] for name in opened_with([*checkpoints])]
    measured = {"sentence": SENTENCE, "runs": RUNS, "medians": rows, "together": together(first)}
    result.write("decoding", "python benchmarks/decoding.py", ("torch",), measured)


def measure(checkpoint: Checkpoint) -> dict[str, object]:
    """Return the medians of one checkpoint."""
    source = checkpoint.tokenizer.encode(SENTENCE)
    greedy = len(translate(checkpoint, [SENTENCE])[0].steps)
    beam = len(search([checkpoint.model], [source], 5, 1.0).layers)
    return {
        "variant": checkpoint.variant,
        "greedy steps": greedy,
        "greedy ms": _median(lambda: translate(checkpoint, [SENTENCE])),
        "bare greedy ms": _median(lambda: walk(checkpoint, source, greedy, 1)),
        "beam 5 steps": beam,
        "beam 5 ms": _median(lambda: beam_search(checkpoint, [SENTENCE], 5)),
        "bare beam 5 ms": _median(lambda: walk(checkpoint, source, beam, 5)),
    }


def together(checkpoints: Sequence[Checkpoint]) -> dict[str, object]:
    """Return the medians of some checkpoints, each after the other."""
    traces = {one: translate(one, [LONGER])[0] for one in checkpoints}
    attending = {one: trace for one, trace in traces.items() if trace.weights is not None}
    cores = count_cores()
    with ThreadPoolExecutor(cores) as pool:
        return {
            "sentence": LONGER,
            "variants": len(traces),
            "cores": cores,
            "greedy ms": _median(lambda: [translate(one, [LONGER]) for one in traces]),
            "posterior ms": _median(lambda: [likelihoods(*both) for both in attending.items()]),
            "posterior ms, on all cores": _median(
                lambda: [*pool.map(likelihoods, attending, attending.values())]
            ),
        }


@torch.inference_mode()
def walk(checkpoint: Checkpoint, source: Sentence, steps: int, rows: int) -> None:
    """Decode so many steps with so many copies of the sentence, and keep nothing."""
    model = checkpoint.model
    memory = model.encode(torch.tensor([source.ids]))
    memory = memory.change(lambda part: part.expand(rows, *part.shape[1:]))
    state, token = model.decoder.initial_state(memory), torch.full((rows,), START_ID)
    for _ in range(steps):
        output = model.step(token, state, memory)
        state, token = output.state, model.logits(*output.written).argmax(dim=-1)


def _median(work: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS + 3):
        started = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - started))
    return round(statistics.median(times[3:]), 2)  # the first warm up


if __name__ == "__main__":
    main()
