"""The score functions: how a query meets the keys.

The mask and the normaliser are in `models.layers.attention`.

Every class has the same constructor, a `project(keys)` that runs once a sentence, and a `forward`
that returns the scores [batch, n, src_len] of n queries against the projected keys. `past` are the
weights that each source token has had so far, summed over the steps before. Only a class that says
`sequential = True` is given them, with one query at a time: the next one waits for its weights.
"""

from alignoscope.models.scores.additive import Additive, Concat
from alignoscope.models.scores.base import ScoreClass
from alignoscope.models.scores.location import Coverage, Location, LocationSensitive
from alignoscope.models.scores.multiplicative import Dot, General, ScaledDot

SCORES: dict[str, ScoreClass] = {
    "dot": Dot,
    "scaled-dot": ScaledDot,
    "general": General,
    "concat": Concat,
    "additive": Additive,
    "location": Location,
    "location-sensitive": LocationSensitive,
    "coverage": Coverage,
}
