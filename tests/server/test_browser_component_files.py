"""What a page asks and gets of the scripts of its components."""

import re

from playwright.sync_api import Page, WebSocket, expect

from tests.browser import visit, write


def test_a_new_sentence_sends_no_script(page: Page) -> None:
    scripts: list[str] = []
    frames: list[bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: frames.append(data if data else b""))

    page.on("websocket", listen)
    page.on("request", lambda request: scripts.append(request.url))
    visit(page)
    expect(page.locator(".card").first).to_be_visible()
    assert len([url for url in scripts if re.search(r"/component/\w+\.js$", url)]) >= 2
    scripts.clear()
    frames.clear()
    write(page, "English sentence", "The young girl reads a red book.")
    expect(page.locator(".headline")).to_contain_text("looks")
    expect(page.locator(".drawing")).to_contain_text("book")
    sent = b"".join(frames)
    assert b"book" in sent
    assert b"adoptedStyleSheets" not in sent
    assert b"function (" not in sent
    assert not [url for url in scripts if "/component/" in url]
