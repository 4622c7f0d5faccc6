"""What was written into a file's name, tokens and labels runs nowhere: not here, not in exports."""

import json
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from alignoscope.ui.exports.browser_printing import find_browser
from tests.browser import READY, download, open_pictures, visit

FOREIGN = "http://foreign.example"
HOSTILE = (
    "<script>window.ran = 1</script>",
    '"><img src=x onerror="window.ran = 1">',
    "</script><script>window.ran = 1</script>",
    f"![picture]({FOREIGN}/pixel.png)",
    "[link](javascript:window.ran=1)",
    "<svg onload='window.ran = 1'>",
    "{{constructor.constructor('window.ran = 1')()}}",
    "$\\href{javascript:window.ran=1}{x}$",
)
SIZE = len(HOSTILE)
NAME = "<img src=x onerror='window.ran = 1'> ![a](foreign.example) :red[a].json"
FILE = {
    "format": "alignoscope-trace-1",
    "traces": [
        {
            "variant": HOSTILE[i],
            "source": [*HOSTILE],
            "target": [*HOSTILE[::-1]],
            "weights": [[1 / SIZE] * SIZE] * SIZE,
        }
        for i in range(2)
    ],
}


def test_a_hostile_file_runs_nowhere(page: Page, chromium: Browser, tmp_path: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit(page, "/open_trace?step=2")
    data = json.dumps(FILE).encode()
    file = {"name": NAME, "mimeType": "application/json", "buffer": data}
    page.locator("input[type=file]").set_input_files([file])
    expect(page.locator(".card")).to_have_count(2)
    page.locator(".card rect.cell, .card [data-column]").first.click()
    page.wait_for_selector(READY)
    expect(page.locator(".card").first).to_contain_text(HOSTILE[0])
    page.locator("summary", has_text="Export and share").click()
    saved = [download(page, "HTML")]
    page.locator("summary", has_text="Export and share").click()
    open_pictures(page)
    saved.append(download(page, "SVG"))
    if find_browser() is not None:
        _, printed = download(page, "PDF")
        assert not [part for part in (b"/JavaScript", b"/JS", b"/Launch") if part in printed]
    assert not page.evaluate("window.ran")
    assert not [url for url in asked if url.startswith((FOREIGN, "javascript"))]
    for name, content in saved:
        _runs_nothing(chromium, tmp_path / name, content)


def _runs_nothing(chromium: Browser, path: Path, content: bytes) -> None:
    """Open a saved file alone: what it holds is shown, asks for nothing and runs nowhere."""
    path.write_bytes(content)
    context, asked = chromium.new_context(), []
    alone = context.new_page()
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(path.as_uri())
    expect(alone.get_by_text("window.ran").first).to_be_attached()
    assert not alone.evaluate("window.ran")
    assert asked == [path.as_uri()]
    context.close()
