"""The app's door: names that it answers to, and the headers that browsers obey."""

import http.client
import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from alignoscope.server.host_guard import is_known, known_hosts, policy
from alignoscope.server.serve import from_environment
from alignoscope.serving.people import COOKIE
from alignoscope.ui.shell.frame import frame_style
from tests.shared.server import free_port, serving


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("LocalHost.:8501", True),
        ("app.localhost:8501", True),
        ("127.0.0.1:8501", True),
        ("[::1]:8501", True),
        ("192.168.1.5", True),
        ("class.example.org", True),
        ("a.school.example:80", True),
        ("school.example", False),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("evil.example@localhost.evil", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_only_addresses_and_known_names_are_let_in(host: str, known: bool) -> None:
    hosts = known_hosts(["class.example.org", "*.school.example"])
    assert is_known(host, hosts) is known
    assert is_known(host, ["*"]) is (host not in ("[::1", ""))


def test_a_page_runs_its_own_scripts_alone() -> None:
    # The digest is what `printf 'a = 1' | openssl dgst -sha256 -binary | base64` says.
    said = policy("<head><script>a = 1</script><script src='b.js'></script></head>")
    digest = "sha256-tbwf/ZCRL7GL7259gJCRksemSSiWMgFW1n+68QTGVEo="
    assert "unsafe-eval" not in said
    assert f"script-src 'self' blob: '{digest}';" in said
    assert "frame-ancestors 'self'" in said


def answer(port: int, host: str, path: str = "/", **headers: str) -> http.client.HTTPResponse:
    asked = http.client.HTTPConnection("localhost", port, timeout=20)
    asked.request("GET", path, headers={"Host": host} | headers)
    found = asked.getresponse()
    found.read()
    asked.close()
    return found


SOCKET = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def test_a_page_names_the_person_once(address: str) -> None:
    port = int(address.rpartition(":")[2])
    first = answer(port, f"localhost:{port}", Accept="text/html").getheader("Set-Cookie") or ""
    signed = re.search(rf"{COOKIE}=([^;]+); Path=/; HttpOnly; SameSite=Lax", first)
    assert signed is not None
    odd = 'prefs={"a": 1}; lang=a b; csrftoken; '  # of another site on the same host
    for before in ("", odd):
        for cookie, named in ((signed[1], False), ("a.b", True), ('"', True)):
            headers = {"Accept": "text/html", "Cookie": f"{before}{COOKIE}={cookie}"}
            sent = answer(port, f"localhost:{port}", **headers).getheader("Set-Cookie") or ""
            assert (f"{COOKIE}=" in sent) is named


def test_metrics_are_for_this_machine(address: str) -> None:
    port, path = int(address.rpartition(":")[2]), "/_stcore/metrics"
    assert answer(port, f"localhost:{port}", path).status == 200
    # A proxy on this machine names the visitor.
    passed_on = {"X-Forwarded-For": "203.0.113.9"}
    assert answer(port, f"localhost:{port}", path, **passed_on).status == 403
    assert answer(port, f"localhost:{port}", "/_stcore/health", **passed_on).status == 200


def test_a_strangers_name_gets_neither_page_nor_data(address: str) -> None:
    port = int(address.rpartition(":")[2])
    stream = "/_stcore/stream"
    for host, status, opened in (("localhost", 200, 101), ("evil.example", 421, 403)):
        assert answer(port, f"{host}:{port}").status == status
        own = {"Origin": f"http://{host}:{port}"}
        assert answer(port, f"{host}:{port}", stream, **SOCKET, **own).status == opened
    foreign = {"Origin": "http://evil.example"}
    assert answer(port, f"localhost:{port}", stream, **SOCKET, **foreign).status == 403


def test_every_answer_says_what_browsers_may_do(address: str) -> None:
    port = int(address.rpartition(":")[2])
    for path in ("/", "/lessons", "/_stcore/health", "/static/none.js"):
        found = answer(port, f"localhost:{port}", path)
        assert found.getheader("x-frame-options") == "SAMEORIGIN"
        assert found.getheader("x-content-type-options") == "nosniff"
        assert "default-src 'self'" in (found.getheader("content-security-policy") or "")


def test_no_page_around_the_app_leads_it(address: str) -> None:
    with urllib.request.urlopen(f"{address}/_stcore/host-config", timeout=20) as found:
        assert json.load(found)["allowedOrigins"] == []


def test_a_page_comes_with_its_style_and_asks_for_its_scripts(address: str) -> None:
    style = frame_style().encode()
    asked = http.client.HTTPConnection(address.removeprefix("http://"), timeout=20)
    asked.request("GET", "/models", headers={"Accept": "text/html,*/*", "Accept-Encoding": "gzip"})
    found = asked.getresponse()
    body = found.read()
    asked.close()
    assert found.getheader("content-length") == str(len(body))
    assert b"<style>" + style + b"</style><link" in body
    assert body.endswith(b"</html>\n")
    links = re.findall(rb'</style>.*modulepreload" href="\./(static/js/[^"]*Component[^"]*)"', body)
    assert [link.partition(b".")[0] for link in links] == [b"static/js/BidiComponent"]
    asked = http.client.HTTPConnection(address.removeprefix("http://"), timeout=20)
    asked.request("GET", "/" + links[0].decode())
    assert asked.getresponse().status == 200
    asked.close()
    every = re.findall(rb'href="\./(static/js/[^"]*)"', body)
    assert len(set(every)) == len(every) > 60


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[int]:
    """Start the app by Streamlit's own command; return its port."""
    port = free_port()
    with serving(f"streamlit run app.py --server.port {port}", port, tmp_path / "output.txt"):
        yield port


def test_streamlits_own_command_refuses_strangers_names_too(plain: int) -> None:
    for host, opened in (("localhost", 101), ("127.0.0.1", 101), ("evil.example", 403)):
        own = {"Origin": f"http://{host}:{plain}"}
        found = answer(plain, f"{host}:{plain}", "/_stcore/stream", **SOCKET, **own)
        assert found.status == opened


def test_streamlits_environment_variables_count(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"BASE_URL_PATH": "app", "HEADLESS": "True", "PORT": "8613", "COOKIE_SECRET": "mine"}
    for name, value in given.items():
        monkeypatch.setenv(f"STREAMLIT_SERVER_{name}", value)
    monkeypatch.setenv("STREAMLIT_SERVER_CORS_ALLOWED_ORIGINS", "http://a http://b")
    found = {name: value for name, value in from_environment().items() if "server." in name}
    assert found == {
        "server.baseUrlPath": "app",
        "server.headless": True,
        "server.port": 8613,
        "server.corsAllowedOrigins": ["http://a", "http://b"],
    }
