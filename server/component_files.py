"""The addresses of components' scripts below the app's own: `component/NAME.js`."""

import gzip
import re
from collections.abc import Mapping
from functools import cache

from alignoscope.server.asgi import Headers, Message, Receive, Send, Serve, refuse
from alignoscope.ui.web.component import FOLDER

_PATH = re.compile(rf".*/{FOLDER}/(\w{{1,64}}\.js)")
_FOREVER = b"public, max-age=31536000, immutable"  # a file's name is the hash of its content


class ComponentFiles:
    """ASGI middleware that answers the addresses of scripts, before the app.

    `texts` has the scripts by name; pages that are imported later may add to it.
    """

    def __init__(self, app: Serve, texts: Mapping[str, str]) -> None:
        self._app, self._texts = app, texts

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request for a script, or pass it on to the app."""
        path = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if path is None:
            await self._app(scope, receive, send)
            return
        text = self._texts.get(path[1])
        if text is None:  # The page was opened with an earlier version of the app.
            await refuse(scope, send, 404, "There is no such script: reload the page.")
            return
        headers: Headers = [
            (b"content-type", b"text/javascript; charset=utf-8"),
            (b"cache-control", _FOREVER),
            (b"vary", b"accept-encoding"),
        ]
        body = text.encode()
        if b"gzip" in dict(scope["headers"]).get(b"accept-encoding", b""):
            body = _compressed(text)
            headers.append((b"content-encoding", b"gzip"))
        headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


@cache
def _compressed(text: str) -> bytes:
    return gzip.compress(text.encode(), 6, mtime=0)
