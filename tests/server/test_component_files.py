"""Scripts of components at addresses of their own, which Streamlit then does not send."""

import asyncio
import gzip
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest

from alignoscope.server.asgi import Message, Receive, Send
from alignoscope.server.component_files import ComponentFiles
from alignoscope.ui.web.component import FILES, Component

SCRIPT = "export default function (call) { return call; }"
TEXTS = {"0123abcd.js": "export default 1;\n"}


async def app(scope: Message, receive: Receive, send: Send) -> None:
    """Answer every other request, as Streamlit does."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def get(path: str, headers: Mapping[bytes, bytes] | None = None) -> tuple[int, dict, bytes]:
    """Return the status, the headers and the body of the answer to a request."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    scope = {"type": "http", "path": path, "headers": [*(headers or {}).items()]}
    with ThreadPoolExecutor(1) as pool:  # This thread may have a browser's event loop.
        pool.submit(asyncio.run, ComponentFiles(app, TEXTS)(scope, receive, send)).result()
    start, body = sent
    return start["status"], dict(start["headers"]), body["body"]


@pytest.mark.parametrize("base", ["", "/class/room"])
def test_a_script_is_sent_with_its_type_to_be_kept_forever(base: str) -> None:
    status, headers, body = get(f"{base}/component/0123abcd.js")
    assert (status, body) == (200, b"export default 1;\n")
    assert headers[b"content-type"].startswith(b"text/javascript")
    assert b"immutable" in headers[b"cache-control"]
    assert headers[b"content-length"] == b"18"


def test_it_is_compressed_for_whoever_accepts_that() -> None:
    _, headers, body = get("/component/0123abcd.js", {b"accept-encoding": b"gzip, br"})
    assert headers[b"content-encoding"] == b"gzip"
    assert gzip.decompress(body) == b"export default 1;\n"
    assert headers[b"content-length"] == str(len(body)).encode()


def test_an_old_name_is_refused_and_other_addresses_are_the_apps() -> None:
    status, _, body = get("/component/feedbeef.js")
    assert (status, body) == (404, b"There is no such script: reload the page.")
    for path in ("/", "/component/", "/component/../secret.js", "/component/0123abcd.js/x"):
        assert get(path)[0] == 204


def test_a_component_is_a_file_only_behind_the_apps_own_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[Mapping[str, str]] = []
    monkeypatch.setattr("streamlit.components.v2.component", lambda _, **kept: sent.append(kept))
    monkeypatch.setattr(FILES, "texts", {})
    Component("whole", SCRIPT, ".a { color: red; }")
    monkeypatch.setattr(FILES, "served", True)
    Component("apart", SCRIPT, ".a { color: red; }")
    assert sent[0]["css"] == ".a { color: red; }"
    assert "return call;" in sent[0]["js"]
    [(name, text)] = FILES.texts.items()
    assert f'"component/{name}"' in sent[1]["js"]
    assert sent[1]["css"] == ""
    assert '".a { color: red; }"' in text
    assert "return call;" in text
