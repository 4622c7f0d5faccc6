"""What a page sends leaves at once: the server's loop lets no small message wait for an answer."""

import asyncio
import socket
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest


class Told(asyncio.Protocol):
    """Tells of each connection whether its messages may wait to be sent together."""

    def __init__(self, found: asyncio.Future[bool]) -> None:
        self._found = found

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        connection = transport.get_extra_info("socket")
        self._found.set_result(bool(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
        transport.close()


async def sends_at_once() -> bool:
    """Serve as Streamlit does, on a socket that was bound before and names no protocol."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[bool] = loop.create_future()
    with socket.create_server(("127.0.0.1", 0)) as bound:
        server = await loop.create_server(lambda: Told(found), sock=bound)
        _, writer = await asyncio.open_connection(*bound.getsockname())
        sent = await found
        writer.close()
        server.close()
    return sent


@pytest.mark.skipif(sys.platform == "win32", reason="uvloop is not for Windows")
def test_a_message_does_not_wait_for_the_last_to_be_acknowledged() -> None:
    import uvloop

    def answer() -> bool:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(sends_at_once())

    with ThreadPoolExecutor() as aside:  # where the loop of the browser's tests does not run
        assert aside.submit(answer).result()
