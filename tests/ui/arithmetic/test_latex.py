"""The formulas of a cell, with its own numbers in the colours of their roles."""

import math

import numpy as np
import pytest

from alignoscope.records.arithmetic import Part
from alignoscope.records.catalogue import scores as catalogue_scores
from alignoscope.ui.arithmetic import latex as formulas
from alignoscope.ui.arithmetic.latex import COLORS


def test_a_term_is_written_with_its_numbers_in_the_colours_of_its_symbols() -> None:
    parts = [Part("query", "q", np.array([2.0, -1.0])), Part("key", "W k_j", np.array([3.0, 4.0]))]
    written = formulas.term(parts, np.array([6.0, -4.0]), 1, 1)
    query, key = COLORS["query"], COLORS["key"]
    assert (
        rf"\textcolor{{{query}}}{{q_{{2}}}} \cdot \textcolor{{{key}}}{{(W k_j)_{{2}}}}" in written
    )
    assert rf"\textcolor{{{query}}}{{(-1.000)}} \cdot \textcolor{{{key}}}{{4.000}}" in written
    assert written.count("-4.000") == 1
    assert r"\sqrt{2}" in formulas.term(parts, np.array([6.0, -4.0]), math.sqrt(2), 0)


def test_formulas_are_painted_in_the_colours_of_their_roles() -> None:
    assert tuple(COLORS) == catalogue_scores.ROLES
    for name in catalogue_scores.SCORES:
        painted, _ = formulas.formula(name)
        assert not any(rf"\{role}{{" in painted for role in COLORS)
        assert painted.count("{") == painted.count("}")


def test_the_contribution_stands_in_lines_that_fit_a_phone() -> None:
    written = formulas.contribution(0.5, 12.0, 6.0)
    assert [line.count("=") for line in written.split(r"\\[6pt]")] == [1, 1, 1]


def test_the_center_of_a_window_stays_at_the_last_position() -> None:
    asked = math.log(0.8 / 0.2)
    assert formulas.center(asked, 3).endswith(
        r"\min(3 \cdot \sigma(1.386), 2) \\[6pt] &= 2.000 \end{aligned}"
    )
    assert r"&= 8.000 \end" in formulas.center(asked, 10)


def test_the_probability_of_a_copied_word_is_mixed_of_two_parts() -> None:
    # 0.6 * 0.5 + 0.4 * 0.75 = 0.3 + 0.3
    written = formulas.mixture(0.6, 0.6, 0.5)
    assert written.endswith(
        r"&= 0.600 \cdot 0.500 + 0.400 \cdot 0.750 \\[6pt] &= 0.600 \end{aligned}"
    )


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0.000"), (-1.23456, "-1.235"), (0.00032, r"3.2 \cdot 10^{-4}"), (0.0005, "0.001")],
)
def test_numbers_keep_three_decimals_or_their_power(value: float, written: str) -> None:
    assert formulas.number(value) == written
