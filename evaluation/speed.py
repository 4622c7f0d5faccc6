"""The time to translate one sentence of about 10 words, as a user of the app experiences it."""

import statistics
import time
from collections.abc import Sequence

from alignoscope.data.corpus import Pair
from alignoscope.data.tokenizer import split_words
from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.measured_rows import Speed
from alignoscope.records.trace import decoding_name

WORDS = 10
RUNS = 20


def measure_speed(
    checkpoint: Checkpoint, pairs: Sequence[Pair], widths: Sequence[int], runs: int = RUNS
) -> list[Speed]:
    """Time the translation of the source whose length is closest to 10 words.

    The result is the median after one warm-up run (milliseconds). The caller sets the number of
    threads, usually one, with `torch.set_num_threads`.

    Args:
        checkpoint: the model.
        pairs: the pairs whose sources are considered; the first of equal length is taken.
        widths: the widths of the beam; 1 decodes greedily.
        runs: the number of timed runs per width.
    """
    source = min((pair.source for pair in pairs), key=lambda s: abs(len(split_words(s)) - WORDS))
    rows = []
    for width in widths:
        seconds = []
        for _ in range(runs + 1):
            started = time.perf_counter()
            if width == 1:
                trace = translate(checkpoint, [source])[0]
            else:
                trace = beam_search(checkpoint, [source], width)[0][0]
            seconds.append(time.perf_counter() - started)
        rows.append(
            Speed(
                decoding=decoding_name(width),
                words=len(split_words(source)),
                tokens=len(trace.steps),
                runs=runs,
                milliseconds=round(1000 * statistics.median(seconds[1:]), 2),
            )
        )
    return rows
