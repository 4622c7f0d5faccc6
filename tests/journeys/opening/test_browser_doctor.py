"""A person lets the doctor examine a file: what is broken stands first, with its usual cause."""

import re
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, expect

from tests.browser import visit


def test_a_file_is_examined_and_then_another(page: Page, tmp_path: Path) -> None:
    weights = np.random.default_rng(5).dirichlet(np.ones(5), size=3)
    words = {"source": np.array(list("abcde")), "target": np.array(list("xyz"))}
    np.savez(tmp_path / "right.npz", weights=weights, **words)
    np.savez(tmp_path / "turned.npz", weights=weights.T, **words)
    visit(page, "/doctor")
    every, rules = page.get_by_text("Every number is finite.").first, page.get_by_text("All checks")
    rules.click()  # They are there on demand.
    expect(every).to_be_visible()
    rules.click()
    expect(every).to_be_hidden()
    brought = page.locator("input[type=file]")
    brought.set_input_files(str(tmp_path / "right.npz"))
    expect(page.get_by_text(re.compile(r"right.npz · \d+ passed, 0 failed"))).to_be_visible()
    expect(page.get_by_text("Usual cause: ").filter(visible=True)).to_have_count(0)
    brought.set_input_files(str(tmp_path / "turned.npz"))
    expect(page.get_by_text(re.compile(r"turned.npz · \d+ passed, 1 failed"))).to_be_visible()
    first = page.get_by_test_id("stMain").locator("li").filter(has_text="✗")
    expect(first).to_have_text(
        "✗ Rows are target tokens, columns source tokens: weights: 5 rows and 3 columns for 3 "
        "target and 5 source tokens. Usual cause: the map is transposed."
    )
