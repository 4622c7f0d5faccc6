"""Rows, texts and histories of what was changed, worked out by hand."""

from pathlib import Path

import numpy as np
import pytest

from alignoscope.ui.what_if.state import (
    WHOLE,
    Branch,
    Edit,
    histories,
    in_force,
    in_parts,
    in_words,
    together,
)
from alignoscope.ui.what_if.url_changes import branch_text, edit_text, read_branch

WORDS = ("I", "am", "not", "tired", ".", "</s>")
PATHS = [Path("luong-dot.safetensors"), Path("odd~name.safetensors")]
UNIFORM = "KqsqqyqrKqoqqiqq"  # worked out below


def test_a_row_is_rounded_to_65535ths_that_keep_its_total() -> None:
    # 32767.5, 16383.75 and 16383.75: two parts are missing, and the quarters have more left over.
    assert in_parts(np.array([0.5, 0.25, 0.25])) == (32767, 16384, 16384)
    assert in_parts(np.full(6, 1 / 6)) == (10923, 10923, 10923, 10922, 10922, 10922)
    assert in_parts(np.array([0.0, 1.0000001])) == (0, WHOLE)
    assert in_parts(np.array([0.2, 0.4])) == (13107, 26214)  # a window's row, of total 0.6
    generator = np.random.default_rng(0)
    for _ in range(20):
        row = generator.dirichlet(np.full(13, 0.3))
        parts = in_parts(row)
        assert sum(parts) == WHOLE
        assert np.abs(np.array(parts) / WHOLE - row).max() <= 1 / WHOLE
        assert in_parts(np.array(parts) / WHOLE) == parts
    with pytest.raises(ValueError, match="All weights of the row are 0"):
        in_parts(np.array([1e-9, 1e-9]))


def test_texts_are_short() -> None:
    branch = Branch(number=2, path=PATHS[1], prefix=(45, 0, 7999))
    assert branch_text(branch) == "2~odd~name~45.0.7999"
    assert read_branch("2~odd~name~45.0.7999", PATHS) == branch
    # 0x7fff 0x4000 0x4000 in six bits each: 31 63 61 0, 0 4 0 0
    assert edit_text(Edit(step=0, how="only.1.4", row=(32767, 16384, 16384))) == (
        "1~only.1.4~f_9AAEAA"
    )
    # 0x2aab three times, then 0x2aaa: 10 42 44 42, 42 50 42 43, 10 42 40 42, 42 34 42 42
    row = (10923, 10923, 10923, 10922, 10922, 10922)
    assert edit_text(Edit(step=3, how="uniform", row=row)) == f"4~uniform~{UNIFORM}"


def test_how_a_row_came_is_said_in_words() -> None:
    said = {
        "hand": "by hand",
        "uniform": "uniform",
        "only.1.4": "only I, tired",
        "forget.3": "not ignored",
        "swap.1.2": "I, am swapped",
        "move.4.1": "tired moved to I",
        "like.luong-dot": "attention of luong-dot",
        "gold": "gold alignment",
    }
    assert {how: in_words(how, WORDS) for how in said} == said
    assert in_words("only.1", ("{0} {x}",)) == "only {0} {x}"
    edits = [Edit(step=s, how=h, row=(WHOLE,)) for s, h in ((4, "hand"), (2, "only.2"))]
    edits.append(Edit(step=4, how="sharpen", row=(WHOLE,)))
    assert histories(edits, WORDS) == {4: "by hand, then sharpened", 2: "only am"}
    assert in_force(edits) == ((2, None, (1.0,)), (4, None, (1.0,)))


def test_the_steps_of_one_move_are_undone_together() -> None:
    made = ((2, "move.4.1"), (3, "move.4.1"), (4, "move.4.2"), (5, "hand"), (6, "hand"))
    edits = [Edit(step=step, how=how, row=(WHOLE,)) for step, how in made]
    assert together(edits) == [(0, 2), (2, 3), (3, 4), (4, 5)]
