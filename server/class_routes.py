"""The addresses of live classes below the app's own: the page for phones, and its requests.

`class/CODE` is the page. `class/CODE/state` waits for a change and returns what is to be shown,
`class/CODE/vote` takes a vote, and `class/CODE/lead` what the presenter does. A POST to `class`
opens a class.
"""

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from alignoscope.course.live_class.classes import LiveClasses, RefusedError
from alignoscope.course.live_class.requests import answer
from alignoscope.server.asgi import Headers, Message, Receive, Send, Serve, cookies
from alignoscope.serving.people import COOKIE, named_in

MOST_BYTES = 50_000  # of a request
_PATH = re.compile(r".*/class(?:/(\w{1,12})(?:/(state|vote|lead))?)?/?")
_POLICY = (b"content-security-policy", b"frame-ancestors 'none'; base-uri 'none'")


class ClassRoutes:
    """ASGI middleware that answers the addresses of live classes, before the app.

    `page` returns the page for phones. A request names its phone by the cookie of the host guard.
    """

    def __init__(
        self, app: Serve, page: Callable[[], str], classes: LiveClasses | None = None
    ) -> None:
        self._app, self._page = app, page
        self._classes = classes or LiveClasses()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request of a class, or pass it on to the app."""
        path = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if path is None:
            await self._app(scope, receive, send)
            return
        code, what = path[1] or "", path[2] or ""
        headers, posts = dict(scope["headers"]), scope["method"] == "POST"
        if not what and not posts:
            page = await asyncio.to_thread(self._page)  # It imports a lot the first time.
            await _answer(send, [(b"content-type", b"text/html; charset=utf-8"), _POLICY], page)
            return
        status = 200
        try:
            person = _person(headers)
            if not self._classes.admits(person):
                raise RefusedError("class_fast", 429, "Too many requests: wait a few seconds.")
            said = await _body(receive) if posts else {}
            key = headers.get(b"class-key", b"").decode("latin-1")
            seen = _seen(scope)
            found = await answer(self._classes, code, what, person, key, seen, said)
        except RefusedError as refused:
            status, found = refused.status, {"problem": refused.problem, "said": str(refused)}
        json_headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
        await _answer(send, json_headers, json.dumps(found), status)


def _person(headers: Mapping[bytes, bytes]) -> str:
    """Return the name in the cookie of a request.

    Raises:
        RefusedError: if it has none that this server signed.
    """
    if name := named_in(cookies(headers).get(COOKIE, "")):
        return name
    raise RefusedError(
        "class_cookie", 403, "This needs a cookie: allow cookies and reload the page."
    )


def _seen(scope: Message) -> int:
    """Return the number of changes that a page has seen, or -1."""
    found = re.fullmatch(r"seen=(\d{1,9})", scope["query_string"].decode("latin-1"))
    return int(found[1]) if found else -1


async def _body(receive: Receive) -> Mapping[str, Any]:
    """Return the fields of a request's JSON object.

    Raises:
        RefusedError: if it is too large, or no JSON object.
    """
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MOST_BYTES:
            raise RefusedError("class_vote", 413, f"A request has at most {MOST_BYTES:,} bytes.")
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RefusedError("class_vote", 400, "This request is no JSON object: reload the page.")
    return found


async def _answer(send: Send, headers: Headers, body: str, status: int = 200) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode()})
