"""Every export, downloaded in the real app and opened again."""

import csv
import io
import json
import re
import zipfile
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect

from alignoscope.data.examples import EXAMPLES
from alignoscope.interchange.trace_json import from_json
from alignoscope.ui.exports.browser_printing import find_browser
from tests.browser import NARROW, READY, SAVE, check_prints, download, open_pictures, upload, visit

SOURCE = ["שלום", "לכם", "</s>"]
TARGET = ["नमस्ते", "दुनिया", "e\u0301té", "<img src=x>", "</s>"]
WEIGHTS = [[0.75, 0.25, 0], [0, 1, 0], [0.125, 0.5, 0.375], [0.5, 0.5, 0], [0, 0, 1]]
SVG = "{http://www.w3.org/2000/svg}"
FILE = {
    "format": "alignoscope-trace-1",
    "traces": [
        {"variant": name, "source": SOURCE, "target": TARGET, "weights": weights}
        for name, weights in (("first", WEIGHTS), ("second", WEIGHTS[::-1]))
    ],
}
OPEN = "/open_trace?step=2&margins=on"


def open_file(page: Page, path: str = OPEN) -> None:
    visit(page, path)
    upload(page, json.dumps(FILE))
    expect(page.locator(".card")).to_have_count(2)
    page.wait_for_selector(READY)


@pytest.mark.slow
def test_a_figure_is_saved_as_its_dialog_shows_it(page: Page) -> None:
    sentence = "sentence=The little girl is eating a red apple."
    visit(page, f"/?{sentence}&variants=luong-dot&variants=luong-concat&step=2&picture=map")
    dialog = open_pictures(page)
    dialog.get_by_role("radio", name="Column").click()
    dialog.get_by_text("Clean").click()
    dialog.get_by_text("Mark the step").click()
    title = dialog.get_by_role("textbox", name="Title")
    title.fill("Where «two» looked")
    title.press("Enter")
    picture = dialog.get_by_alt_text("a vector picture")
    expect(picture).to_have_attribute("src", re.compile("Where"))  # the page may not run yet
    page.wait_for_selector(READY)
    name, data = download(page, "SVG")
    assert name == "the-little-girl-is-eating-a-red-apple-weights.svg"
    shown = picture.get_attribute("src")
    assert unquote(shown.partition(",")[2]).encode() == data
    drawing = ElementTree.fromstring(data)
    words = " ".join(node.text for node in drawing.iter(f"{SVG}text") if node.text)
    assert words.startswith("Where «two» looked")
    assert "Source: “The little girl" in words
    assert "step 2" not in words.lower()
    assert drawing.get("width") == "77mm"
    if find_browser() is not None:
        _, printed = download(page, "PDF")
        assert "Where «two» looked".encode("utf-16-be").hex().upper().encode() in printed


def test_a_picture_is_of_the_step_on_the_screen_and_two_clicks_away(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.&step=1&variants=luong-general&variants=luong-dot")
    expect(page.locator(".card")).to_have_count(2)
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name=SAVE).click()  # before the step is reported
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_alt_text("a vector picture")).to_be_visible()
    page.wait_for_selector(READY)
    name, data = download(page, "SVG")
    assert name == "i-am-not-tired-flow.svg"
    assert re.search(r'width="160mm" height="[\d.]+mm"', data.decode())
    expect(dialog).to_contain_text(
        re.compile(r"160 mm wide and \d+ mm high, with labels of 7\.\d pt\.")
    )
    expect(dialog.get_by_test_id("stCode")).to_contain_text("Marked: step 2.")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next step").click()
    expect(page).to_have_url(re.compile("step=3"))
    expect(dialog).to_have_count(0)


@pytest.mark.slow
def test_the_link_is_copied_with_the_sentence_that_the_address_leaves_out(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit(page, "/?step=3")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    copied = urlsplit(page.evaluate("navigator.clipboard.readText()"))
    assert parse_qs(copied.query) == {"step": ["3"], "sentence": [EXAMPLES["eng-fra"][0].source]}
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()  # soon after


@pytest.mark.slow
def test_the_dialog_of_pictures_does_not_wait_for_the_maps_of_its_page(page: Page) -> None:
    received: list[str | bytes] = []
    page.on("websocket", lambda one: one.on("framereceived", lambda part: received.append(part)))
    open_file(page)
    assert any(b"alignoscope_player" in part for part in received)
    page.wait_for_selector(READY)
    received.clear()
    page.get_by_role("button", name=SAVE).click()
    expect(page.get_by_role("dialog").get_by_alt_text("a vector picture")).to_be_visible()
    sent = [part for part in received if b"alignoscope_player" in part]
    assert any(b"picture" in part for part in sent)
    # Only a page's player has its maps in one text.
    assert not any(re.search(rb'"drawn": ?"', part) for part in sent)


@pytest.mark.slow
def test_pictures_open_and_show_the_words(page: Page) -> None:
    open_file(page)
    open_pictures(page).get_by_text("Clean").click()
    expect(page.get_by_text("Mark the step")).to_be_visible()
    page.wait_for_selector(READY)
    name, data = download(page, "SVG")
    assert name == "trace-weights.svg"
    words = [node.text for node in ElementTree.fromstring(data).iter() if node.text]
    for word in {*SOURCE[:-1], *TARGET[:-1], "end"}:
        assert words.count(word) >= 2
    assert "Marked: step 2." in " ".join(words)  # lines may break anywhere
    if find_browser() is None:
        for label in ("PDF", "PNG"):
            expect(page.get_by_role("button", name=label, exact=True)).to_be_disabled()
        return
    check_prints(page, data, "trace-weights")


@pytest.mark.slow
def test_the_anatomy_of_the_step_is_saved_as_seen(page: Page) -> None:
    visit(page, "/step_by_step?sentence=I am not tired.&variant=luong-general&step=2")
    anatomy = page.locator(".anatomy")
    expect(anatomy.get_by_role("heading", name="Word 2 of")).to_be_visible()
    page.get_by_role("button", name="Next step").click()
    expect(anatomy.get_by_role("heading", name="Word 3 of")).to_be_visible()
    open_pictures(page, "Inside one step", "Step 3 of luong-general in detail")
    name, data = download(page, "SVG")
    assert name == "i-am-not-tired-anatomy-luong-general-step-3.svg"
    texts = [node.text for node in ElementTree.fromstring(data).iter(f"{SVG}text") if node.text]
    shown = [
        anatomy.locator(selector).all_inner_texts()
        for selector in ("h3", ".source tbody :is(th, .number)", ".next tbody :is(th, .number)")
    ]
    assert len(shown[1]) == 3 * 6
    for parts in shown:
        assert "\n".join(parts) in "\n".join(texts)
    if find_browser() is not None:
        check_prints(page, data, name.removesuffix(".svg"))


@pytest.mark.slow
def test_the_page_steps_with_no_network(page: Page, chromium: Browser, tmp_path: Path) -> None:
    open_file(page)
    page.locator("summary", has_text="Export and share").click()
    name, data = download(page, "HTML")
    (tmp_path / name).write_bytes(data)
    context, asked, errors = chromium.new_context(viewport=NARROW), [], []
    context.set_offline(True)
    alone = context.new_page()
    alone.on("request", lambda request: asked.append(request.url))
    alone.on("console", lambda message: errors.append(message.text))
    alone.on("pageerror", lambda error: errors.append(str(error)))
    alone.goto((tmp_path / name).as_uri())
    expect(alone.locator(".card")).to_have_count(2)
    expect(alone.get_by_text("Word 2 of 5").first).to_be_visible()
    alone.get_by_role("slider", name="Step").focus()
    alone.keyboard.press("ArrowRight")
    expect(alone.get_by_text("Word 3 of 5").first).to_be_visible()
    alone.keyboard.press("?")
    expect(alone.get_by_role("dialog", name="Keys")).to_be_visible()
    alone.keyboard.press("?")
    alone.keyboard.press("p")
    for key, step in (("PageDown", 4), ("PageUp", 3)):  # a clicker's
        alone.keyboard.press(key)
        expect(alone.get_by_text(f"Word {step} of 5").first).to_be_visible()
    alone.keyboard.press("Escape")
    expect(alone.locator(".card").first).to_contain_text("e\u0301té")
    caption = alone.locator("p.caption")
    expect(caption).to_contain_text("Colours: linear from 0 to 1. Marked: step 3. Alignoscope")
    alone.get_by_role("button", name="Options").click()
    alone.get_by_role("combobox", name="Colour scale").select_option("row")
    alone.get_by_role("radio", name="pieces").check(force=True)
    said = "over subword pieces, not merged. Colours: each row stretched to its largest value."
    expect(caption).to_contain_text(said)
    printed = alone.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    assert alone.locator("img").count() == 0
    assert asked == [(tmp_path / name).as_uri()]
    assert errors == []
    context.close()


@pytest.mark.slow
def test_data_is_the_same_data_again(page: Page) -> None:
    open_file(page)
    page.locator("summary", has_text="Export and share").click()
    _, data = download(page, "Trace JSON")
    again, before = from_json(data), from_json(json.dumps(FILE))
    for new, old in zip(again, before, strict=True):
        assert (new.source, new.target, new.variant) == (old.source, old.target, old.variant)
        assert new.weights.tolist() == old.weights.tolist()
    _, table = download(page, "CSV")
    lines = list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"))))
    assert len(lines) == 2 * len(TARGET) * len(SOURCE)
    assert float(lines[0]["weight"]) == 0.75
    _, packed = download(page, "Pharaoh")
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        assert files.read("01-first.align").decode() == "0-0 0-3 1-1 1-2\n"
    shown = [card.inner_text() for card in page.locator(".card").all()]
    visit(page, OPEN)
    upload(page, data)
    expect(page.locator(".card")).to_have_count(2)
    assert [card.inner_text() for card in page.locator(".card").all()] == shown


@pytest.mark.slow
def test_a_difference_map_is_drawn_as_seen(page: Page) -> None:
    shown = ("luong-dot", "luong-general", "fixed-context")
    variants = "".join(f"&variants={variant}" for variant in shown)
    bench = "/score_bench?sentence=I am not tired.&base=luong-dot&transposed=on&step=2"
    visit(page, bench + variants)
    expect(page.locator(".card").first).to_contain_text("base, own translation")
    page.wait_for_selector(READY)
    open_pictures(page).get_by_text("Clean").click()
    expect(page.get_by_text("Mark the step")).to_be_visible()
    page.wait_for_selector(READY)
    name, data = download(page, "SVG")
    assert name == "i-am-not-tired-difference.svg"
    download(page, "PDF")  # the button is disabled while its file is made, and loses the focus
    expect(page.get_by_role("button", name="PDF", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    words = [node.text for node in ElementTree.fromstring(data).iter() if node.text]
    assert "Weights minus luong-dot's (its own map: 0 to 1)" in words
    assert words.count("base, own translation") == 1
    cards = page.locator(".player").first.locator(".card")
    assert sum(text.startswith("Writes “ne”, word 2") for text in words) == cards.count() > 1
    assert not any("fixed-context" in text for text in words)  # which has no map to subtract


@pytest.mark.slow
def test_a_branch_is_saved_and_opened_again(page: Page) -> None:
    visit(page, "/what_if?sentence=I am not tired.&variant=luong-general&step=5&picture=map")
    page.get_by_role("tab", name="Write another token").click()
    page.get_by_role("button", name=re.compile("^très ")).click()
    expect(page.locator(".card")).to_have_count(2)
    page.wait_for_selector(READY)
    shown = [card.inner_text() for card in page.locator(".card").all()]
    assert shown[1].startswith("luong-general · branch 1")
    page.locator("summary", has_text="Export and share").click()
    name, data = download(page, "Trace JSON")
    assert name == "i-am-not-tired.trace.json"
    visit(page, "/open_trace?step=5")
    upload(page, data)
    expect(page.locator(".card")).to_have_count(2)
    assert [card.inner_text() for card in page.locator(".card").all()] == shown


def test_a_bad_file_gets_a_message_and_nothing_is_lost(page: Page) -> None:
    open_file(page)
    good = json.dumps(FILE)
    bad = {
        "not UTF-8": b"\x81\xff",
        "not JSON": "{",
        "alignoscope-trace-9": good.replace("trace-1", "trace-9"),
        "NaN": good.replace("0.75", "NaN"),
        "![](http://\u2060x.y/z)": good.replace('"first"', '["![](http://x.y/z)"]'),
    }
    for message, text in bad.items():
        upload(page, text)
        alert = page.get_by_test_id("stAlert")
        expect(alert).to_contain_text("These files cannot be opened.")
        expect(alert).to_contain_text(message)
        assert alert.locator("img").count() == 0
        expect(page.locator(".card")).to_have_count(2)
        page.get_by_role("button", name="Remove a.json").last.click()
        expect(alert).to_have_count(0)
