"""Live typing: the maps follow, never two texts together, and the server is not flooded."""

import os
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from alignoscope.serving.model_store import checkpoints
from alignoscope.ui.shell.model_presets import opened_with
from alignoscope.ui.web.js_bundle import script, style
from tests.browser import READY, WIDE, visit
from tests.shared.player_page import MOUNT
from tests.shared.server import free_port, serving

MODELS = len(opened_with([path.stem for path in checkpoints("reverse")]))
TEXT = "a b c d e f g h i j k l m n o p q r s t"  # typed in forty presses
END = " end"
# The texts of all maps, as the words above their columns have it, without tooltips.
SOURCES = """() => [...document.querySelectorAll("*")]
  .flatMap((node) => [...node.shadowRoot?.querySelectorAll(".card") ?? []])
  .map((card) => [...card.querySelectorAll(".word[data-column]")])
  .map((words) => words.map((word) => word.firstChild.textContent).join(" "))"""
WATCH = f"""() => {{
  window.seen = new Set();
  const look = () => {{
    window.seen.add(JSON.stringify([...new Set(({SOURCES})())]));
    requestAnimationFrame(look);
  }};
  look();
}}"""

# What Python runs first in the server and in its crew: each sentence that a model decodes is noted.
COUNTING = """
from alignoscope.decoding import best

made = best.best_translations

def noted(checkpoint, texts, width):
    with open({file!r}, "a") as file:
        file.writelines(f"{{text}}\\n" for text in texts)
    return made(checkpoint, texts, width)

best.best_translations = noted
"""


@pytest.fixture
def counted(
    tmp_path: Path, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Page, Path]]:
    """Return a page of an app of its own, and the file of the sentences that this app decodes."""
    file, port, errors = tmp_path / "decoded.txt", free_port(), []
    (tmp_path / "sitecustomize.py").write_text(COUNTING.format(file=str(file)))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with serving(f"alignoscope run --port {port}", port, tmp_path / "output.txt"):
        page = chromium.new_page(base_url=f"http://localhost:{port}", viewport=WIDE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.set_default_timeout(60_000)
        expect.set_options(timeout=60_000)
        yield page, file
        page.close()
    assert errors == []


def wait_for(page: Page, text: str) -> None:
    """Wait until the maps of all six models are of a text."""
    wanted = [f"{text}{END}"] * MODELS
    page.wait_for_function(f"texts => ({SOURCES})().join() === texts.join()", arg=wanted)


@pytest.mark.slow
def test_the_maps_follow_the_typing_and_the_last_text_stays(counted: tuple[Page, Path]) -> None:
    (page, file), sent = counted, []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(len(frame)))

    page.on("websocket", listen)
    page.emulate_media(reduced_motion="no-preference")
    visit(page, "/?pair=reverse")
    expect(page.locator(".card")).to_have_count(MODELS)
    box = page.get_by_role("textbox", name="Source sentence")
    box.fill("")
    page.evaluate(WATCH)
    before, example = len(sent), len(file.read_text().splitlines())
    for letter in TEXT.split():
        box.press_sequentially(f"{letter} ", delay=30)
        page.wait_for_timeout(180)  # a pause, and mostly no answer yet
    wait_for(page, TEXT)
    page.wait_for_timeout(500)
    page.wait_for_selector(READY)
    wait_for(page, TEXT)
    expect(box).to_have_value(f"{TEXT} ")
    expect(box).to_be_focused()
    seen = page.evaluate("[...window.seen].map(JSON.parse)")
    assert all(len(texts) <= 1 for texts in seen)  # no map of another text beside it
    texts = [text.removesuffix(END) for each in seen for text in each]
    assert len(texts) > 2  # the example's, then those of the typing
    assert all(later.startswith(earlier) for earlier, later in pairwise(texts[1:]))
    decoded = Counter(file.read_text().splitlines()[example:])
    assert decoded[f"{TEXT} "] == MODELS
    assert max(decoded.values()) == MODELS  # no text twice by one of them
    # Of the forty presses' texts about one a pause: twenty, and more where a machine is so slow
    # that it makes a pause between a letter and its space, too.
    assert len(decoded) <= 30
    assert len(sent) - before <= 60  # these texts, and what the player reports of each


@pytest.mark.slow
def test_where_less_motion_is_wanted_or_the_switch_is_off_enter_is_needed(page: Page) -> None:
    for motion, link in (("reduce", ""), ("no-preference", "&live=off")):
        page.emulate_media(reduced_motion=motion)
        visit(page, f"/?pair=reverse&sentence=b+c{link}")
        wait_for(page, "b c")
        box = page.get_by_role("textbox", name="Source sentence")
        box.fill("k a d")
        page.wait_for_timeout(1500)
        wait_for(page, "b c")
        box.press("Enter")
        wait_for(page, "k a d")


@pytest.fixture
def boxes(chromium: Browser) -> Iterator[Page]:
    """Return an empty page with a box that is listened to, and a clock that stands still."""
    page = chromium.new_page()
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # without it, it goes on by itself
    page.set_content(
        "<div data-testid='stApp' data-test-script-state='notRunning'>"
        "<input aria-label='Text'></div>"
    )
    page.evaluate("""() => {
      window.entered = [];
      const box = document.querySelector("input");
      box.addEventListener("keydown", ({ key }) => key === "Enter" && entered.push(box.value));
      window.run = (state) =>
        document.querySelector("div").setAttribute("data-test-script-state", state);
    }""")
    page.evaluate(
        MOUNT, [script("ui/shell/typing.js"), style("ui/shell/typing.css"), {"labels": ["Text"]}]
    )
    yield page
    page.close()


def type_in(page: Page, text: str, then: int = 200) -> list[str]:
    """Type a text in the place of another; return what was entered some milliseconds later."""
    page.evaluate(
        """text => {
          const box = document.querySelector("input");
          box.value = text;
          box.dispatchEvent(new InputEvent("input", { bubbles: true }));
        }""",
        text,
    )
    page.clock.run_for(then)
    return page.evaluate("entered")


def run(page: Page, state: str, milliseconds: int) -> list[str]:
    page.evaluate("state => run(state)", state)
    page.clock.run_for(milliseconds)
    return page.evaluate("entered")


def test_one_text_is_under_way_and_the_newest_goes_next(boxes: Page) -> None:
    assert type_in(boxes, "a", then=100) == []
    assert type_in(boxes, "ab") == ["ab"]
    assert run(boxes, "running", 300) == ["ab"]
    for text in ("abc", "abcd", "abcde"):
        assert type_in(boxes, text) == ["ab"]
    assert run(boxes, "notRunning", 200) == ["ab", "abcde"]
    run(boxes, "running", 100)
    assert run(boxes, "notRunning", 1000) == ["ab", "abcde"]
    assert type_in(boxes, "  ") == ["ab", "abcde"]  # nothing to translate
    # Another text may have been shown since, such as an example.
    assert type_in(boxes, "abcde", then=1000) == ["ab", "abcde", "abcde"]


def test_where_answers_take_too_long_typing_is_no_longer_followed_and_says_so(boxes: Page) -> None:
    status = boxes.get_by_role("status")
    for number in range(3):
        expect(status).to_be_empty()
        assert len(type_in(boxes, f"slow {number}")) == number + 1
        run(boxes, "running", 2500)
        run(boxes, "notRunning", 100)
    expect(status).to_contain_text("s, so live typing is off. Press Enter to translate.")
    assert len(type_in(boxes, "more", then=5000)) == 3


def test_a_box_shows_the_beginning_of_a_long_sentence_after_enter(page: Page) -> None:
    visit(page, "/?variants=luong-general")
    box = page.get_by_role("textbox", name="English sentence")
    box.fill("")
    box.press_sequentially("The little girl is eating a red apple. " * 3)
    assert box.evaluate("box => box.scrollLeft") > 0
    box.press("Enter")
    expect(page.locator(".drawing .source").first).to_be_attached()
    page.wait_for_selector(READY)
    assert box.evaluate("box => box.scrollLeft") == 0
