"""The host guard: accepts only known host names, adds security headers, and signs a cookie.

This prevents DNS rebinding: an attacker's page can point its own host name at this machine, and the
browser then treats the app as part of that page. So the guard accepts known names, and IP
addresses, since no attacker's name can be one.
"""

import base64
import hashlib
import re
import socket
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from alignoscope.server.asgi import Headers, Message, Receive, Send, Serve, cookies, refuse
from alignoscope.serving.people import COOKIE, named_in, new_cookie

_NAME = "The app does not answer to this name: start it with --host and the name."
_METRICS = "/_stcore/metrics"
HERE = ("localhost", "*.localhost")
# Headers that are wrong once a page has been changed.
_OF_WHOLE = (b"content-length", b"etag", b"last-modified", b"accept-ranges")
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


class HostGuard:
    """ASGI middleware that refuses unknown host names and adds security headers.

    It also adds `head` at the end of the head of each HTML page without a policy of its own, and a
    cookie that names the person (`serving.people`). Unless `metrics` is set, only this machine may
    read the server's metrics.
    """

    def __init__(
        self, app: Serve, hosts: Iterable[str], page: Path, head: str, metrics: bool
    ) -> None:
        self._app, self._metrics = app, metrics
        self._head = head.encode()
        self._hosts = [host.lower() for host in hosts]
        headers = {
            "content-security-policy": policy(page.read_text(encoding="utf-8")),
            "x-frame-options": "SAMEORIGIN",
            "x-content-type-options": "nosniff",
            "referrer-policy": "same-origin",
        }
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on to the app, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif not is_known(dict(scope["headers"]).get(b"host", b"").decode("latin-1"), self._hosts):
            await refuse(scope, send, 421, _NAME)
        elif scope["path"].endswith(_METRICS) and not (self._metrics or _is_here(scope)):
            await refuse(scope, send, 403, "Only the machine that the app runs on may read these.")
        else:
            cookies: Headers = []
            if scope["type"] == "http" and scope["method"] == "GET":
                cookies = _cookies(scope)
                scope = {**scope, "headers": _unpacked(scope["headers"])}
            await self._app(scope, receive, self._adding(send, cookies))

    def _adding(self, send: Send, cookies: Headers) -> Send:
        held: list[Message] = []

        async def add(message: Message) -> None:
            if held:
                held.append(message)
                if not message.get("more_body"):
                    for one in _with_head(held, self._head):
                        await send(one)
                return
            if message["type"] == "http.response.start":
                there = {name.lower() for name, _ in message["headers"]}
                more = [header for header in self._headers if header[0] not in there]
                message = {**message, "headers": [*message["headers"], *more]}
                if message["status"] == 200 and _is_page(dict(message["headers"])):
                    message = {**message, "headers": [*message["headers"], *cookies]}
                    if b"content-security-policy" not in there:
                        held.append(message)
                        return
            await send(message)

        return add


def _unpacked(headers: Headers) -> Headers:
    """Return a request's headers; those for an HTML page without Accept-Encoding.

    A compressed page could not be changed.
    """
    if not dict(headers).get(b"accept", b"").startswith(b"text/html"):
        return headers
    return [(name, value) for name, value in headers if name != b"accept-encoding"]


def _is_page(headers: Mapping[bytes, bytes]) -> bool:
    """Return whether a response is an uncompressed HTML page."""
    kind = headers.get(b"content-type", b"")
    return kind.startswith(b"text/html") and b"content-encoding" not in headers


def _with_head(answer: Sequence[Message], head: bytes) -> list[Message]:
    """Return a response with `head` added at the end of its page's head."""
    start, *parts = answer
    body = b"".join(part.get("body", b"") for part in parts)
    body = body.replace(b"</head>", head + b"</head>", 1)
    headers = [(name, value) for name, value in start["headers"] if name not in _OF_WHOLE]
    headers.append((b"content-length", str(len(body)).encode()))
    return [{**start, "headers": headers}, {"type": "http.response.body", "body": body}]


def is_known(host: str, hosts: Iterable[str]) -> bool:
    """Return whether a request's `Host`, with or without a port, is an IP address or in `hosts`.

    The pattern `*.example.org` matches all subdomains, `*` any name.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    name = name.rstrip(".")
    try:
        ip_address(name)
    except ValueError:
        return bool(name) and any(fnmatchcase(name, pattern) for pattern in hosts)
    return True


def known_hosts(named: Iterable[str]) -> list[str]:
    """Return the accepted host names: this machine's own, and the given ones."""
    own = socket.gethostname().lower()
    return [*HERE, own, f"{own}.local", *named]


def policy(page: str) -> str:
    """Return the content security policy of Streamlit's page, with hashes of its scripts.

    Only these inline scripts may run. Components are loaded as `blob:` modules made by Streamlit;
    nothing may be loaded from other hosts.
    """
    scripts = " ".join(f"'{_digest(script)}'" for script in _INLINE.findall(page))
    return (
        f"default-src 'self'; script-src 'self' blob: {scripts}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; "
        "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
    )


def _digest(script: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}"


def _is_here(scope: Message) -> bool:
    """Return whether a request is from this machine, and not passed on by a proxy on it."""
    client = scope.get("client")
    try:
        return client is not None and ip_address(client[0]).is_loopback
    except ValueError:
        return False


def _cookies(scope: Message) -> Headers:
    """Return the header that names a new person, or none if the request has a valid cookie."""
    if named_in(cookies(dict(scope["headers"])).get(COOKIE, "")):
        return []
    secure = "; Secure" * (scope.get("scheme") == "https")
    cookie = f"{COOKIE}={new_cookie()}; Path=/; HttpOnly; SameSite=Lax{secure}"
    return [(b"set-cookie", cookie.encode())]
