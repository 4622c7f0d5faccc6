"""A person opens all heads of a Transformer from its map, steps through them, and goes back."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from tests.browser import CAME_BACK, NARROW, WIDE, visit
from tests.shared.server import free_port, serving

MODELS = ("luong-dot", "transformer")
QUERY = "/?sentence=I+am+not+tired." + "".join(f"&variants={name}" for name in MODELS)


@pytest.fixture
def page(
    chromium: Browser,
    tiny: Callable[..., Checkpoint],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Page]:
    """Return a page of an app with two tiny models."""
    for name in MODELS:
        save_checkpoint(tiny(name), tmp_path / "eng-fra" / f"{name}.safetensors")
    monkeypatch.setenv("ALIGNOSCOPE_CHECKPOINTS", str(tmp_path))
    port = free_port()
    with serving(f"alignoscope run --port {port}", port, tmp_path / "output.txt"):
        context = chromium.new_context(
            base_url=f"http://localhost:{port}", viewport=WIDE, reduced_motion="reduce"
        )
        context.add_init_script(CAME_BACK)
        yield context.new_page()
        context.close()


def open_all(page: Page) -> None:
    visit(page, QUERY)
    page.locator('.card[data-map="transformer"] .heads-of').click()
    expect(page.locator(".card")).to_have_count(4)


def test_a_click_opens_all_heads_and_another_goes_back(page: Page) -> None:
    open_all(page)
    expect(page).to_have_url(re.compile(r"heads=transformer(~|%7E)cross"))
    expect(page.locator(".group")).to_have_text([re.compile("Layer 1"), re.compile("Layer 2")])
    expect(page.locator(".card .name")).to_have_text(["head 1", "head 2"] * 2)
    slider = page.get_by_role("slider", name="Step")
    slider.focus()
    page.keyboard.press("End")
    expect(page.locator(".answer strong").first).to_have_text(re.compile("layer 1, head 1"))
    page.get_by_role("radio", name="Target to itself").click()
    masked = page.locator(".card").first.locator(".cell.none")
    expect(masked.first).to_be_attached()
    tokens = page.locator(".card").first.locator(".word[data-row]").count()
    assert masked.count() == tokens * (tokens - 1) / 2
    page.get_by_role("button", name="All models").click()
    expect(page.locator(".card h2")).to_have_text(["dot", "transformer"])
    assert "heads=" not in page.url


@pytest.mark.slow
def test_heads_can_be_opened_on_a_phone(page: Page) -> None:
    page.set_viewport_size(NARROW)
    open_all(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= NARROW["width"]
