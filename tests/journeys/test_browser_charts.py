"""Charts saved as pictures in a real Chromium, and opened again."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Download, Locator, Page, expect

from alignoscope.ui.exports.browser_printing import find_browser
from tests.browser import visit

NS = "{http://www.w3.org/2000/svg}"
BENCH = "/score_bench?sentence=I am not tired.&variants=luong-dot&variants=luong-concat"


def press(page: Page, button: Locator) -> tuple[str, bytes]:
    """Press a button and return the name and the content of the file that comes."""
    expect(button).to_have_count(1)  # while a dialog opens, parts of the last one may be there
    with page.expect_download() as coming:
        button.click()
    found: Download = coming.value
    return found.suggested_filename, Path(found.path()).read_bytes()


def check_prints(page: Page, dialog: Locator, name: str) -> None:
    """Save the PDF and the PNG of what is open: one page with no image, and an image."""
    pdf, png = (dialog.get_by_role("button", name=kind, exact=True) for kind in ("PDF", "PNG"))
    expect(pdf).to_have_count(1)
    if find_browser() is None:
        expect(pdf).to_be_disabled()
        expect(png).to_be_disabled()
        return
    file, data = press(page, pdf)
    assert file == f"{name}.pdf"
    assert data.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    assert b"/FontFile" in data  # text is text
    assert not re.search(rb"/Subtype\s*/Image", data)
    file, data = press(page, png)
    assert file == f"{name}.png"
    assert data.startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.slow
def test_a_chart_and_the_dataflow_are_saved_as_pictures(page: Page) -> None:
    visit(page, BENCH)
    expect(page.locator(".js-plotly-plot")).to_have_count(1)
    save = page.get_by_role("button", name="Save", exact=True)
    save.first.click()
    dialog = page.get_by_role("dialog")
    name, data = press(page, dialog.locator(".modebar-btn"))
    assert name == "i-am-not-tired-matrix.svg"
    drawing = ElementTree.fromstring(data)
    words = {"".join(text.itertext()) for text in drawing.iter(f"{NS}text")}
    assert any("Je ne suis pas fatigué." in text for text in words)
    assert "distance" in words
    assert not list(drawing.iter(f"{NS}image"))  # all cells are vectors
    dialog.get_by_role("radio", name="Slide").click()
    expect(dialog.get_by_text("Every file is 1600")).to_be_visible()
    name, data = press(page, dialog.locator(".modebar-btn"))
    slide = ElementTree.fromstring(data)
    assert (slide.get("width"), slide.get("viewBox").split()[2]) == ("1600", "800")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    page.get_by_role("tab", name="What makes a variant").click()
    expect(
        page.get_by_alt_text(re.compile("compared with the encoder states by additive"))
    ).to_be_visible()
    save.click()
    name, data = press(page, dialog.get_by_role("button", name="SVG"))
    assert name == "bahdanau-additive-step.svg"
    assert "softmax" in [text.text for text in ElementTree.fromstring(data).iter(f"{NS}text")]


@pytest.mark.slow
def test_a_chart_and_the_dataflow_are_printed(page: Page) -> None:
    visit(page, BENCH)
    save, dialog = page.get_by_role("button", name="Save", exact=True), page.get_by_role("dialog")
    save.first.click()
    check_prints(page, dialog, "i-am-not-tired-matrix")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    page.get_by_role("tab", name="What makes a variant").click()
    save.click()
    check_prints(page, dialog, "bahdanau-additive-step")
