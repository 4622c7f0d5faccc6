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

from alignoscope.records.extras import missing
from alignoscope.server.asgi import Headers, Message, Receive, Send, Serve, cookies
from alignoscope.serving.live_class import LiveClass, LiveClasses, RefusedError, poll_of
from alignoscope.serving.people import COOKIE, named_in

WAIT = 8  # seconds that a request waits for a change
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
            found = await self._found(code, what, person, key, _seen(scope), said)
        except RefusedError as refused:
            status, found = refused.status, {"problem": refused.problem, "said": str(refused)}
        json_headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
        await _answer(send, json_headers, json.dumps(found), status)

    async def _found(
        self,
        code: str,
        what: str,
        person: str,
        key: str,
        seen: int,
        said: Mapping[str, Any],
    ) -> Mapping[str, object]:
        """Return what a request is answered with.

        Args:
            code: the code of the class, or "" to open one.
            what: "state", "vote" or "lead".
            person: the name of the phone or the presenter.
            key: the presenter's key, or "" of a phone.
            seen: the number of changes that the page has seen.
            said: the content of the request.

        Raises:
            RefusedError: if the class refuses it.
        """
        if not code:
            return _opened(self._classes.open(person), said)
        if what == "lead":
            return _led(self._classes, self._classes.lead(code, key), said)
        if what == "vote":
            found = self._classes.find(code)
            found.vote(person, said.get("round", 0), said.get("vote"))
            return found.seen_by(person)
        if key:
            led = self._classes.lead(code, key)
            await led.for_presenter.wait(seen, WAIT)
            return self._classes.lead(code, key).seen_by_presenter()
        joined = self._classes.find(code)
        joined.join(person)
        await joined.for_phones.wait(seen, WAIT)
        return self._classes.find(code).seen_by(person)


def _opened(new: LiveClass, said: Mapping[str, Any]) -> dict[str, object]:
    """Return a new class to its presenter, with the link for phones and its QR code as SVG.

    `base` in the request is the address of `class/`, as the presenter's browser sees it.
    """
    link = f"{str(said.get('base', ''))[:500]}{new.code}{str(said.get('query', ''))[:20]}"
    found: dict[str, object] = {"code": new.code, "key": new.key, "link": link, "qr": ""}
    if not missing("course"):
        import segno  # optional: only this code needs it

        found["qr"] = segno.make(link).svg_data_uri(border=2, dark="#000", light="#fff")
    return found


def _led(classes: LiveClasses, led: LiveClass, said: Mapping[str, Any]) -> dict[str, object]:
    """Do what a presenter asks, and return what the presenter shows."""
    match said.get("do"):
        case "ask":
            led.ask(*poll_of(said))
        case "show":
            led.show()
        case "again":
            led.again()
        case "tell":
            led.tell(said.get("told"))
        case "end":
            classes.end(led)
    return led.seen_by_presenter()


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
