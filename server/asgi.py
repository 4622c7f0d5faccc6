"""The types of ASGI applications, the cookies of a request, and refusals in plain text."""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]
Headers = list[tuple[bytes, bytes]]
Serve = Callable[[Message, Receive, Send], Awaitable[None]]


def cookies(headers: Mapping[bytes, bytes]) -> dict[str, str]:
    """Return the cookies of a request; ones of other sites on this host may have any form."""
    from starlette.requests import cookie_parser  # http.cookies drops all behind an odd one

    return cookie_parser(headers.get(b"cookie", b"").decode("latin-1"))


async def refuse(scope: Message, send: Send, status: int, text: str) -> None:
    """Answer a request with a status and a sentence; a websocket is closed."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"text/plain"), (b"x-content-type-options", b"nosniff")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})
