"""Two languages in a plane: the purpose of a projection, shown with four words."""

import math
from functools import lru_cache

import numpy as np

from alignoscope.course.facts.sentences import CATS, GIRL, TIRED
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.scores.multiplicative import General
from alignoscope.records.trace import Trace

PlanePoint = tuple[float, float]

SUN, RAIN = (2.0, 0.0), (0.0, 2.0)
APART = 100.0  # The angle between the two spaces, in degrees.
TEXTS = (CATS, GIRL, TIRED)


def turned(point: PlanePoint, degrees: float) -> PlanePoint:
    """Return a point of the plane, rotated counterclockwise about the origin."""
    (x, y), angle = point, math.radians(degrees)
    return (
        x * math.cos(angle) - y * math.sin(angle),
        x * math.sin(angle) + y * math.cos(angle),
    )


def spanish() -> dict[str, PlanePoint]:
    """Return the points of the Spanish words: those of the English ones, rotated."""
    return {"sol": turned(SUN, APART), "lluvia": turned(RAIN, APART)}


def scores(word: PlanePoint, degrees: float, stretch: float = 1.0) -> dict[str, float]:
    """Return q . W k of an English word with both Spanish ones; W rotates and stretches."""
    keys = {name: turned(key, degrees) for name, key in spanish().items()}
    return {name: stretch * (word[0] * x + word[1] * y) for name, (x, y) in keys.items()}


def found(word: PlanePoint, degrees: float) -> str:
    """Return the Spanish word with the higher score."""
    both = scores(word, degrees)
    return max(both, key=both.__getitem__)


def right_weight(degrees: float, stretch: float = 1.0) -> float:
    """Return the weight that *rain* gives to *lluvia*, to four decimals."""
    both = scores(RAIN, degrees, stretch)
    return round(1 / (1 + math.exp(both["sol"] - both["lluvia"])), 4)


def two_projections(score: General, rank: int) -> tuple[np.ndarray, np.ndarray]:
    """Return Wq [rank, query_size] and Wk [rank, key_size] whose product Wq^T Wk is nearest to W.

    q . W k = (Wq q) . (Wk k): `general` projects both sides into one space (by the singular values
    of W; Eckart and Young 1936).
    """
    left, sizes, right = _decomposed(score)
    roots = np.sqrt(sizes[:rank])
    return roots[:, None] * left.T[:rank], roots[:, None] * right[:rank]


@lru_cache(1)
def _decomposed(score: General) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the singular value decomposition of W, which all ranks of the lab share."""
    return np.linalg.svd(score.key.weight.double().numpy())


def rank_scores(trace: Trace, rank: int, checkpoint: Checkpoint) -> np.ndarray:
    """Return the scores [tgt_len, src_len] of a trace with W reduced to a lower rank.

    W keeps its `rank` largest singular values.
    """
    score = checkpoint.model.decoder.attention.score
    assert isinstance(score, General)
    queries, keys = two_projections(score, rank)
    asked = np.stack([step.query for step in trace.steps]).astype(float) @ queries.T
    return asked @ (trace.values.astype(float) @ keys.T).T


def rank_agreement(rank: int, checkpoint: Checkpoint) -> int:
    """Return the percentage of rows whose largest score stays in place if W has this rank."""
    same = []
    for trace in translate(checkpoint, TEXTS):
        assert trace.scores is not None
        low = rank_scores(trace, rank, checkpoint)
        same += (low.argmax(axis=1) == trace.scores.argmax(axis=1)).tolist()
    return round(100 * sum(same) / len(same))


def product(keys: float, queries: float) -> tuple[PlanePoint, PlanePoint]:
    """Return the rows of Wq^T Wk for two rotations.

    The product is a rotation by the difference of the angles and depends on nothing else.
    """
    columns = turned((1.0, 0.0), keys - queries), turned((0.0, 1.0), keys - queries)
    (a, c), (b, d) = columns
    return (a, b), (c, d)


def changes_by_both(degrees: float) -> float:
    """Return the change of a score when queries and keys are rotated by the same angle."""
    query, key = turned(RAIN, degrees), turned(spanish()["lluvia"], degrees)
    turned_score = query[0] * key[0] + query[1] * key[1]
    return abs(round(turned_score - scores(RAIN, 0)["lluvia"], 4))
