"""The browser keeps what it draws: Python leaves it out, and is asked for what is lost."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocket, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser import READY, visit, write
from tests.shared.player_page import card, data_of, last_report, layers_of

OWN = ("key", "identity", "start")


def as_sent(name: str, *, whole: bool) -> dict:
    """Return what a page of the app sends: what is drawn as a text with a name, or its name."""
    data = data_of(layers_of(), identity=name)
    drawn = {part: value for part, value in data.items() if part not in OWN}
    kept = {"drawing": name} | ({"drawn": json.dumps(drawn)} if whole else {})
    return {part: data[part] for part in OWN} | kept


def test_what_is_left_out_is_what_was_drawn_before(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    page.evaluate("data => window.call(data)", as_sent("first", whole=True))
    page.get_by_role("button", name="Next step").click()
    assert last_report(page)["holds"] == ["first"]
    first = card(page, "two").locator("rect.cell").first
    first.evaluate("node => { node.setAttribute('data-old', ''); }")
    page.evaluate("data => window.call(data)", as_sent("first", whole=False))
    expect(first).to_have_attribute("data-old", "")  # nothing is drawn again
    expect(page.locator(".readout")).to_contain_text("Word 2")
    page.evaluate("data => window.call(data)", as_sent("second", whole=True))
    expect(page.locator(".readout")).to_contain_text("Word 1")
    page.evaluate("data => window.call(data)", as_sent("first", whole=False))
    expect(card(page, "two").locator("rect.cell").first).to_be_attached()
    for _ in range(2):
        page.get_by_role("button", name="Next step").click()
    report = last_report(page)
    assert (report["identity"], report["step"]) == ("first", 2)
    assert report["holds"] == ["second", "first"]


def test_what_is_lost_is_asked_for(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    page.evaluate("data => window.call(data)", as_sent("lost", whole=False))
    assert page.evaluate("window.reported") == [["position", {"holds": []}]]
    page.evaluate("data => window.call(data)", as_sent("lost", whole=True))
    expect(page.locator(".card")).to_have_count(3)
    for number in range(9):
        page.evaluate("data => window.call(data)", as_sent(f"{number}", whole=True))
    page.evaluate("data => window.call(data)", as_sent("lost", whole=False))
    asked = page.evaluate("window.reported.at(-1)")
    assert asked == ["position", {"holds": [f"{number}" for number in range(1, 9)]}]


def test_a_step_of_the_app_does_not_send_its_maps_again(page: Page) -> None:
    messages: list[ForwardMsg] = []

    def hear(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: messages.append(ForwardMsg.FromString(frame)))

    def players() -> list[dict]:
        components = [one.delta.new_element.bidi_component for one in messages]
        return [json.loads(c.json)[0] for c in components if c.component_name.endswith("_player")]

    page.on("websocket", hear)
    visit(page, "/?sentence=I am not tired.&step=1&variants=luong-general&variants=luong-dot")
    expect(page.locator(".card")).to_have_count(2)
    page.wait_for_selector(READY)
    assert any("drawn" in one for one in players())
    messages.clear()
    for step in (2, 3):
        page.get_by_role("button", name="Next step").click()
        expect(page).to_have_url(re.compile(f"step={step}"))
        page.wait_for_selector(READY)
    assert [set(one) & {"drawing", "drawn"} for one in players()] == [{"drawing"}] * 2
    write(page, "English sentence", "Thank you!")
    expect(page.locator(".card").first).to_contain_text("Merci")
