"""The step with which the page “What if” opens."""

import numpy as np

from alignoscope.analysis.words import merge_source
from alignoscope.records.trace import Trace

LONG = 4  # letters: most words of grammar are shorter, and so is punctuation


def telling_step(trace: Trace) -> int:
    """Return the step that begins a word and has the largest weight on one long source word.

    Attention that is moved there changes the word; at an article it often changes nothing. The step
    is 0 without attention, and without long words all words count.
    """
    if trace.weights is None:
        return 0
    words = trace.source.words[:-1]  # without the end mark
    long = [j for j, word in enumerate(words) if len(word) >= LONG] or [
        *range(len(trace.source.words))
    ]
    starts = [span[0] for span in trace.target.spans if span[0] < len(trace.steps)]
    weights = merge_source(trace.weights, trace.source, "weights")
    return starts[int(np.argmax(weights[np.ix_(starts, long)].max(axis=1)))]
