"""axe-core finds nothing of ours on any page, light and dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import QUIET, open_view, visit
from tests.shared.app_pages import addresses
from tests.shared.samples import mostly_slow

SENTENCE = "sentence=I am not tired."
TWO = "variants=luong-dot&variants=luong-general"
PAGES = addresses(
    {
        "Compare maps": f"{SENTENCE}&{TWO}&cell=luong-dot~words~1~1",
        "Step by step": f"{SENTENCE}&variant=luong-concat",
        "Score bench": f"{SENTENCE}&base=luong-concat&variants=luong-dot",
        "What if": f"{SENTENCE}&variant=luong-concat&step=2",
        "Beam search": f"{SENTENCE}&variant=luong-concat",
        "Training": "variants=luong-general",
    }
) | {
    "What makes a variant": "/score_bench?bench=What makes a variant",
    "Sentence set": f"/score_bench?bench=Sentence set&{SENTENCE}&variants=luong-dot",
    "a lesson": "/lessons?lesson=clock",
    "before a class": "/lessons?lesson=oracle&screen=3&teach=on",
    "a task": "/what_if?task=lesson%3Doracle%26screen%3D9",
    "a drawn bet": "/lessons?lesson=learning&screen=6&answers=3-k1.5-k1",
}
# Streamlit's own: the area to drop files in, and the grid of a table for screen readers.
THEIRS = ("[data-testid='stFileUploaderDropzone']", "[data-testid='stDataFrame']")
SETTLED = """() => Promise.allSettled(document.getAnimations()
    .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
    .map((one) => one.finished))"""  # colours fade from one theme to the other
FORMULA = '<span class="katex-display">'  # its box scrolls where it is long; what is in it is ours


def found(page: Page) -> list[str]:
    """Return what axe finds in a page, a line a node."""
    violations = Axe().run(page, {"exclude": [[one] for one in THEIRS]}).response["violations"]
    return [
        f"{one['id']}: {node['target']} {node['html'][:120]}"
        for one in violations
        for node in one["nodes"]
        if node["html"] != FORMULA
    ]


@pytest.mark.parametrize("name", mostly_slow(PAGES, always=["Step by step"]))
def test_axe_finds_nothing_of_ours(page: Page, name: str) -> None:
    visit(page, PAGES[name])
    if name == "Compare maps":
        open_view(page)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", theme)
        page.evaluate(QUIET)
        page.evaluate(SETTLED)
        assert found(page) == [], theme
