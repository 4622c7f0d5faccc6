"""Live classes over HTTP: a class of thirty phones on loopback, and requests that are refused."""

import http.client
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import uvicorn

from alignoscope.course.live_class import requests
from alignoscope.course.live_class.classes import BURST
from alignoscope.server.asgi import Message, Receive, Send
from alignoscope.server.class_routes import MOST_BYTES, ClassRoutes
from alignoscope.server.host_guard import HostGuard
from tests.shared.server import free_port
from tests.shared.waiting import wait_until

PHONES, PATIENCE = 30, 60  # seconds
PAGE = "<!doctype html><html><head></head><body>a phone</body></html>"
ASK = {"do": "ask", "name": "oracle 2", "ask": {"question": "?"}, "drawn": False, "size": 3}


async def app(scope: Message, receive: Receive, send: Send) -> None:
    """Answer what is of no class, as Streamlit does."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Serve classes behind the host guard, below a base path, and return the port."""
    monkeypatch.setattr(requests, "WAIT", 1)
    page = tmp_path / "index.html"
    page.write_text("")
    routes = ClassRoutes(app, lambda: PAGE)
    guard = HostGuard(routes, ["localhost"], page, "<style></style>", metrics=False)
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(guard, port=port, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started)
    yield port
    server.should_exit = True
    thread.join(PATIENCE)


class Browser:
    """One browser with its cookie."""

    def __init__(self, port: int, *, cookie: bool = True) -> None:
        self.port, self.cookie, self.key = port, "", ""
        if cookie:
            self.cookie = self.request("", headers={"accept": "text/html"})[2].split(";")[0]

    def request(
        self, path: str, said: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, str, str]:
        """Return the status, the text and the new cookie of an answer."""
        connection = http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)
        given = {"cookie": self.cookie} | ({"class-key": self.key} if self.key else {})
        body = said if said is None or isinstance(said, bytes) else json.dumps(said)
        method = "GET" if said is None else "POST"
        connection.request(method, f"/base/class{path}", body, given | (headers or {}))
        answer = connection.getresponse()
        found = answer.status, answer.read().decode(), answer.getheader("set-cookie", "")
        connection.close()
        return found

    def ask(self, path: str, said: object = None) -> dict:
        return json.loads(self.request(path, said)[1])


@pytest.fixture
def presenter(port: int) -> Browser:
    """Return the browser of a presenter who has opened a class and asked a question."""
    presenter = Browser(port)
    opened = presenter.ask("", {"base": "http://here/base/class/", "query": "?lang=fr"})
    presenter.key, presenter.code = opened["key"], opened["code"]
    assert opened["link"] == f"http://here/base/class/{presenter.code}?lang=fr"
    assert opened["qr"].startswith("data:image/svg+xml")
    assert presenter.ask(f"/{presenter.code}/lead", ASK)["stage"] == "open"
    return presenter


def test_a_class_of_thirty_phones_votes_twice_and_hears_the_answer(presenter: Browser) -> None:
    code, started = presenter.code, time.monotonic()
    voted = threading.Barrier(PHONES + 1, timeout=PATIENCE)

    def follow(phone: Browser, seen: int, stage: str, rounds: int) -> dict:
        """Wait for a stage of a round, as the page does."""
        state = phone.ask(f"/{code}/state?seen={seen}")
        while (state["stage"], len(state.get("mine", ()))) != (stage, rounds):
            state = phone.ask(f"/{code}/state?seen={state['seen']}")
        return state

    def vote(number: int) -> list[object]:
        phone = Browser(presenter.port)
        state = follow(phone, -1, "open", 1)
        phone.ask(f"/{code}/vote", {"round": 1, "vote": number % 3})
        voted.wait()
        state = follow(phone, state["seen"], "open", 2)
        phone.ask(f"/{code}/vote", {"round": 2, "vote": 1})
        voted.wait()
        told = follow(phone, state["seen"], "told", 2)
        return [told[name] for name in ("mine", "told")]

    def lead(what: str, **said: object) -> dict:
        return presenter.ask(f"/{code}/lead", {"do": what, **said})

    with ThreadPoolExecutor(PHONES) as pool:
        phones = [pool.submit(vote, number) for number in range(PHONES)]
        voted.wait()
        assert lead("show")["rounds"] == [[10, 10, 10]]
        assert lead("again")["phones"] == PHONES
        voted.wait()
        told = lead("tell", told={"right": 1})
        assert told["rounds"] == [[10, 10, 10], [0, PHONES, 0]]
        heard = [phone.result(PATIENCE) for phone in phones]
    assert heard == [[[number % 3, 1], {"right": 1}] for number in range(PHONES)]
    assert time.monotonic() - started < 2 * PATIENCE
    lead("end")
    assert Browser(presenter.port).request(f"/{code}/state")[0] == 410


@pytest.mark.parametrize(
    ("path", "said", "status", "problem"),
    [
        ("/ABCDE/state", None, 404, "class_unknown"),
        ("/ABCDE/vote", {"round": 1, "vote": 0}, 404, "class_unknown"),
        ("/CODE/vote", {"round": 1, "vote": 7}, 400, "class_vote"),
        ("/CODE/vote", {"round": 2, "vote": 0}, 409, "class_closed"),
        ("/CODE/vote", b"[1]", 400, "class_vote"),
        ("/CODE/vote", b"\xff{", 400, "class_vote"),
        ("/CODE/vote", b"[" * 40_000, 400, "class_vote"),
        ("/CODE/vote", b" " * (MOST_BYTES + 1), 413, "class_vote"),
        ("/CODE/lead", {"do": "end"}, 403, "class_key"),
    ],
)
def test_a_bad_request_is_refused_in_one_sentence(
    presenter: Browser, path: str, said: object, status: int, problem: str
) -> None:
    phone = Browser(presenter.port)
    got, text, _ = phone.request(path.replace("CODE", presenter.code), said)
    found = json.loads(text)
    assert (got, found["problem"]) == (status, problem)
    assert found["said"].endswith(".")


def test_a_second_vote_and_too_many_requests_are_refused(presenter: Browser) -> None:
    phone = Browser(presenter.port)
    vote = f"/{presenter.code}/vote", {"round": 1, "vote": 0}
    assert phone.ask(*vote)["mine"] == [0]
    assert phone.ask(*vote)["problem"] == "class_twice"
    problems = [phone.ask(*vote)["problem"] for _ in range(2 * BURST)]
    assert problems[0] == "class_twice"
    assert "class_fast" in problems
    counts = presenter.ask(f"/{presenter.code}/lead", {"do": "nothing"})
    assert counts["rounds"] == [[1, 0, 0]]


def test_a_cookie_of_another_site_on_this_host_keeps_nobody_out(presenter: Browser) -> None:
    phone = Browser(presenter.port)
    phone.cookie = f'prefs={{"a": 1}}; lang=a b; csrftoken; {phone.cookie}; i18n="fr'
    assert phone.ask(f"/{presenter.code}/state")["stage"] == "open"


def test_a_browser_without_a_cookie_of_this_server_cannot_vote(presenter: Browser) -> None:
    phone = Browser(presenter.port, cookie=False)
    for cookie in ("", "alignoscope_person=a.b"):
        phone.cookie = cookie
        assert phone.ask(f"/{presenter.code}/state")["problem"] == "class_cookie"


def test_the_page_of_phones_has_its_own_policy_and_nothing_of_the_app(port: int) -> None:
    for path in ("", "/", "/ABCDE"):
        status, text, cookie = Browser(port, cookie=False).request(path, None, {"accept": "*/*"})
        assert (status, text) == (200, PAGE)
        assert cookie.startswith("alignoscope_person=")


def test_other_addresses_reach_the_app(port: int) -> None:
    for path in ("es", "/ABCDE/other", "/ABCDE/state/x", "/A-B"):
        assert Browser(port, cookie=False).request(path)[0] == 204
