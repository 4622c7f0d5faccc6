"""Fits on graded translations: what is said of a sentence is not learnt from its own grades."""

import numpy as np
import pandas as pd

from alignoscope.evaluation.graded import SETS, out_of_fold


def graded(turned: str = "") -> pd.DataFrame:
    """Return three translations of each of twenty sentences, one of them graded the other way."""
    random = np.random.default_rng(1)
    columns = {name: random.normal(size=60) for name in SETS["alone"]}
    sources = [f"sentence {i // 3}" for i in range(60)]
    right = columns["mean"] + random.normal(size=60) > 0
    turn = np.array([source == turned for source in sources])
    return pd.DataFrame({"source": sources, "right": right ^ turn, **columns})


def test_what_is_said_of_a_sentence_does_not_depend_on_its_own_grades() -> None:
    said, other = (out_of_fold(table, SETS["alone"]) for table in (graded(), graded("sentence 7")))
    own = (graded()["source"] == "sentence 7").to_numpy()
    assert own.sum() == 3
    assert np.array_equal(said[own], other[own])
    assert not np.array_equal(said[~own], other[~own])
