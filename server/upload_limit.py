"""A limit on what visitors upload: per session and in all, whether or not a page wants the files.

Streamlit limits a single file only, and keeps files for minutes after their session has ended.
"""

from collections import Counter
from collections.abc import Callable, Mapping

from alignoscope.records.limits import MAX_UPLOADED_BYTES, MAX_UPLOADS_BYTES
from alignoscope.server.asgi import Message, Receive, Send, Serve, refuse

_PATH = "/_stcore/upload_file/"


class UploadLimit:
    """ASGI middleware that refuses uploads above the limits, before their content is read.

    `kept` returns the bytes that are kept of each session.
    """

    def __init__(self, app: Serve, kept: Callable[[], Mapping[str, int]]) -> None:
        self._app, self._kept = app, kept
        self._coming: Counter[str] = Counter()  # bytes of unfinished uploads, by session

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on to the app, or refuse it."""
        if scope["type"] != "http" or scope["method"] != "PUT" or _PATH not in scope["path"]:
            await self._app(scope, receive, send)
            return
        said = dict(scope["headers"]).get(b"content-length", b"")
        if not said.isdigit():
            await refuse(scope, send, 411, "Give the size of the file.")
            return
        session, size = scope["path"].partition(_PATH)[2].partition("/")[0], int(said)
        if problem := self._problem(session, size):
            await refuse(scope, send, 413, problem)
            return
        come = 0

        async def counted() -> Message:
            nonlocal come
            message = await receive()
            arrived = len(message.get("body", b""))
            if self._problem(session, arrived):  # Others were faster.
                return {"type": "http.disconnect"}
            come += arrived
            self._coming[session] += arrived
            return message

        try:
            await self._app(scope, counted, send)
        finally:
            self._coming[session] -= come
            self._coming += Counter()  # Drops the sessions with none left.

    def _problem(self, session: str, size: int) -> str:
        """Return why a file must not be uploaded, or ""."""
        all_bytes = Counter(self._kept()) + self._coming
        if all_bytes[session] + size > MAX_UPLOADED_BYTES:
            return (
                f"At most {MAX_UPLOADED_BYTES:,} bytes are kept for you: close other files first."
            )
        if all_bytes.total() + size > MAX_UPLOADS_BYTES:
            return "Others have many files open: try again in a few minutes."
        return ""


def kept_by_streamlit() -> dict[str, int]:
    """Return the bytes of the files that Streamlit keeps of each session."""
    from streamlit.runtime import get_instance

    sessions = getattr(get_instance().uploaded_file_mgr, "file_storage", {})
    return {
        session: sum(len(file.data) for file in list(files.values()))
        for session, files in list(sessions.items())
    }
