"""A person chooses a model in the grid of the page “Models”, and opens it."""

from playwright.sync_api import Page, expect

from tests.browser import visit


def test_a_model_is_chosen_in_the_grid_and_opened(page: Page) -> None:
    visit(page, "/models")
    model = page.get_by_role("button", name="luong-concat: BLEU")
    expect(page.get_by_role("rowheader", name="concat")).to_be_visible()
    model.focus()
    page.keyboard.press("Enter")
    expect(model).to_have_attribute("aria-pressed", "true")
    expect(model).to_be_focused()
    expect(page.get_by_role("button", name="Train or add a model")).to_be_visible()
    page.get_by_role("link", name="Open in Step by step").click()
    expect(page.get_by_role("heading", name="Step by step")).to_be_visible()
    expect(page.locator(".player")).to_contain_text("luong-concat")
