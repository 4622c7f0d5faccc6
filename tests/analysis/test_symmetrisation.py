"""Joining the links of two directions, traced on paper."""

import numpy as np
import pytest

from alignoscope.analysis.symmetrisation import SYMMETRISATIONS
from alignoscope.interchange.pharaoh import from_pharaoh
from alignoscope.records.links import Links


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("intersection", "2-2 3-0"),
        ("union", "0-1 1-3 2-2 3-0 3-3 3-4 5-1"),
        # Grow-diag, by target: 3-0 has no neighbour in the union. 2-2 has two: 1-3 comes first and
        # is added (1 and 3 are new); then 3-3 joins two words that both have links. 1-3 has none.
        # Final-and, forward first: 0-1 is added; 3-3 and 3-4 are not, since source 3 has a link.
        # Then backward: 5-1 is not, since target 1 has a link by now.
        ("grow-diag-final-and", "0-1 1-3 2-2 3-0"),
    ],
)
def test_symmetrisation_traced_on_paper(name: str, expected: str) -> None:
    forward, backward = from_pharaoh("3-0 0-1 2-2 3-3 3-4"), from_pharaoh("1-3 2-2 3-0 5-1")
    assert SYMMETRISATIONS[name](forward, backward) == from_pharaoh(expected)


def test_growing_goes_on_from_added_links_in_both_directions() -> None:
    forward, backward = from_pharaoh("2-2 2-3 2-4"), from_pharaoh("0-0 1-1 2-2")
    grown = SYMMETRISATIONS["grow-diag-final-and"](forward, backward)
    assert grown == from_pharaoh("0-0 1-1 2-2 2-3 2-4")


@pytest.mark.parametrize("name", SYMMETRISATIONS)
def test_symmetrising_lies_between_intersection_and_union(name: str) -> None:
    random = np.random.default_rng(0)
    for _ in range(97):
        forward: Links = frozenset((int(s), t) for t, s in enumerate(random.integers(0, 7, 11)))
        backward: Links = frozenset((s, int(t)) for s, t in enumerate(random.integers(0, 11, 7)))
        found = SYMMETRISATIONS[name](forward, backward)
        assert forward & backward <= found <= forward | backward
        assert SYMMETRISATIONS[name](forward, forward) == forward
