"""Uploads are bounded per session and in all, and counted while they arrive."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from alignoscope.server import upload_limit
from alignoscope.server.asgi import Message, Receive, Send
from alignoscope.server.upload_limit import UploadLimit, kept_by_streamlit


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload_limit, "MAX_UPLOADED_BYTES", 100)
    monkeypatch.setattr(upload_limit, "MAX_UPLOADS_BYTES", 150)


def status(limit: UploadLimit, session: str, size: int | None, method: str = "PUT") -> int:
    answers: list[Message] = []
    headers = [] if size is None else [(b"content-length", str(size).encode())]
    path = f"/base/_stcore/upload_file/{session}/a-file"

    async def send(message: Message) -> None:
        answers.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": bytes(size or 0)}

    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    # A process that also runs browser tests has an event loop in this thread.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, limit(scope, receive, send)).result()
    return answers[0]["status"]


async def accept(scope: Message, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})


@pytest.mark.parametrize(
    ("kept", "size", "answer"),
    [
        ({}, 100, 204),
        ({}, 101, 413),
        ({"me": 60}, 40, 204),
        ({"me": 60}, 41, 413),
        ({"other": 60}, 90, 204),
        ({"other": 60}, 91, 413),
        ({}, None, 411),
    ],
)
def test_the_files_of_a_session_and_of_all_are_bounded(
    kept: Mapping[str, int], size: int | None, answer: int
) -> None:
    assert status(UploadLimit(accept, lambda: kept), "me", size) == answer


def test_files_that_are_arriving_count_and_are_forgotten_after_a_failure() -> None:
    inner: list[int] = []

    async def slow(scope: Message, receive: Receive, send: Send) -> None:
        await receive()
        if not inner:
            inner.append(0)
            inner[0] = await asyncio.to_thread(status, limit, "me", 60)
        raise OSError("the visitor left")

    limit = UploadLimit(slow, dict)
    with pytest.raises(OSError, match="left"):
        status(limit, "me", 60)
    assert inner == [413]
    with pytest.raises(OSError, match="left"):
        status(limit, "me", 100)


def test_a_file_that_was_announced_and_does_not_come_keeps_nobody_out() -> None:
    others: list[int] = []

    async def silent(scope: Message, receive: Receive, send: Send) -> None:
        if not others:
            others.append(0)
            others[0] = await asyncio.to_thread(status, limit, "other", 90)
        await accept(scope, receive, send)

    limit = UploadLimit(silent, dict)
    assert status(limit, "me", 100) == 204
    assert others == [204]


def test_a_file_is_cut_off_when_others_were_faster() -> None:
    ended: list[str] = []

    async def app(scope: Message, receive: Receive, send: Send) -> None:
        if "me" in scope["path"]:
            await asyncio.to_thread(status, limit, "other", 90)
            ended.append((await receive())["type"])
        else:
            await receive()
            kept["other"] = 90
        await accept(scope, receive, send)

    kept: dict[str, int] = {}
    limit = UploadLimit(app, lambda: kept)
    status(limit, "me", 70)
    assert ended == ["http.disconnect"]


def test_other_requests_pass() -> None:
    limit = UploadLimit(accept, lambda: {"me": 1_000})
    assert status(limit, "me", None, "DELETE") == 204


def test_what_streamlit_keeps_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    manager = MemoryUploadedFileManager("/_stcore/upload_file")
    for session, name, data in (("me", "a", b"12"), ("me", "b", b"345"), ("you", "a", b"6")):
        manager.add_file(session, UploadedFileRec(name, name, "text/plain", data))
    runtime = SimpleNamespace(uploaded_file_mgr=manager)
    monkeypatch.setattr("streamlit.runtime.get_instance", lambda: runtime)
    assert kept_by_streamlit() == {"me": 5, "you": 1}
