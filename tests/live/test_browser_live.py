"""A live page in a browser: over http, from a folder, and as one file."""

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import ceil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect

from alignoscope.analysis.telling import telling_step
from alignoscope.benchmarks.live_parity import serving
from alignoscope.cli.main import main
from alignoscope.data.tokenizer import Tokenizer
from alignoscope.decoding.greedy import translate
from alignoscope.interchange.trace_json import from_json
from alignoscope.live.page.tables import opened_models
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from alignoscope.serving.model_store import checkpoints, results
from tests.browser import NARROW, WIDE, choose_view
from tests.shared.samples import SENTENCES, mostly_slow

REVERSE = Path(__file__).parents[2] / "checkpoints" / "reverse"
OPENED, LEAD = opened_models([path.stem for path in checkpoints("reverse")], results("reverse"))
HIDDEN = next(path.stem for path in checkpoints("reverse") if path.stem not in OPENED)
PATIENT = 60_000
FIRST, SECOND = "c a b e", "b d"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that holds a live page, whose models are small."""
    out = tmp_path_factory.mktemp("live")
    write(out / "site", "--live")
    return out


def write(path: Path, form: str) -> None:
    app = ["--pairs", "reverse", "--app", "https://class.example.org/app"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("alignoscope.cli.live_gallery.write_gallery", lambda *_: None)
        main(["gallery", str(path), form, *app])


def found(written: Path, form: str) -> Path:
    """Return the page of a form, which is written when the first test asks for it."""
    if form == "one.html" and not (written / form).exists():
        write(written / form, "--one-file")
    return written / form


@pytest.fixture(scope="module")
def served(written: Path) -> Iterator[str]:
    """Serve the folder of all tests."""
    with serving(written) as address:
        yield address


@pytest.fixture
def tab(chromium: Browser) -> Iterator[Page]:
    """Return a page whose script errors fail the test."""
    context, errors = chromium.new_context(viewport=WIDE, reduced_motion="reduce"), []
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(PATIENT)
    expect.set_options(timeout=PATIENT)
    yield page
    context.close()
    assert errors == []


def ask(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Source sentence").fill(text)
    page.keyboard.press("Enter")


def save_picture(page: Page, kind: str, size: str, *, clean: bool) -> Path:
    """Save what the player shows, and return the file."""
    page.get_by_text("Save the picture").click()
    page.get_by_role("combobox", name="Size of the picture").select_option(size)
    page.get_by_role("checkbox", name="Clean").set_checked(clean)
    with page.expect_download() as download:
        page.get_by_role("button", name=kind).click()
    page.keyboard.press("Escape")
    return download.value.path()


def drag(page: Page, word: int, other: int) -> None:
    """Drag a ribbon of the flow to another source word."""
    ribbon = page.locator(f".ribbon[data-column='{word}']").bounding_box()
    goal = page.locator(f".source[data-column='{other}']").bounding_box()
    assert ribbon is not None
    assert goal is not None
    page.mouse.move(ribbon["x"] + ribbon["width"] / 2, ribbon["y"] + ribbon["height"] - 3)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + 8, steps=4)
    page.mouse.up()


@pytest.mark.parametrize(
    "form", mostly_slow(["http", "site/index.html", "one.html"], always=["http"])
)
def test_a_sentence_is_translated_stepped_saved_and_restored(
    form: str, written: Path, served: str, tab: Page, tmp_path: Path
) -> None:
    address = f"{served}/site/" if form == "http" else found(written, form).as_uri()
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(address)
    expect(tab.locator(".card")).to_have_count(len(OPENED))
    expect(tab.locator(".models summary")).to_contain_text(f"{len(OPENED)} of")
    ask(tab, FIRST)
    expect(tab).to_have_url(re.compile(r"sentence=c\+a\+b\+e"))
    expect(tab.locator(".source")).to_contain_text(FIRST.split())
    lead = load_checkpoint(REVERSE / f"{LEAD}.safetensors")
    begins = telling_step(translate(lead, [FIRST])) + 1
    assert begins > 1
    expect(tab.get_by_text(re.compile(rf"^Word {begins}\b")).first).to_be_visible()
    tab.get_by_role("slider", name="Step").focus()
    tab.keyboard.press("Home")
    expect(tab).to_have_url(re.compile("step=1"))
    tab.keyboard.press("ArrowRight")
    expect(tab.get_by_text(re.compile(r"^Word 2\b")).first).to_be_visible()
    expect(tab).to_have_url(re.compile("step=2"))
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Save the traces").click()
    file = tmp_path / "maps.trace.json"
    download.value.save_as(file)
    for trace in from_json(file.read_text(encoding="utf-8")):
        model = load_checkpoint(REVERSE / f"{trace.label}.safetensors")
        assert trace.target == translate(model, [FIRST])[0].target
    for shown, texts in (("flow", r">c<.*>a<.*>b<.*>e<"), ("map", "Bahdanau.*attends after")):
        tab.get_by_role("button", name="Options").click()
        tab.get_by_role("radio", name=shown).click()
        tab.keyboard.press("Escape")
        drawing = save_picture(tab, "SVG", "Screen", clean=False).read_text(encoding="utf-8")
        assert FIRST in ElementTree.fromstring(drawing)[0].text
        assert re.search(texts, drawing, re.DOTALL)
        assert "attends before" not in drawing  # It has no room beside the name.
    _, words, cells = re.findall(r'<svg x="([\d.]+)"', drawing)[:3]  # the first is the legend's
    assert float(words) < float(cells)
    expect(tab.locator(".sheet")).to_have_count(0)
    restored = tab.url
    tab.goto("about:blank")
    tab.goto(restored)
    expect(tab.get_by_text(re.compile(r"^Word 2\b")).first).to_be_visible()
    expect(tab.get_by_role("textbox", name="Source sentence")).to_have_value(FIRST)
    own = ("blob:", "about:", address.rpartition("/")[0])
    assert [url for url in asked if not url.startswith(own)] == []


@pytest.mark.slow
@pytest.mark.parametrize("form", ["site/index.html", "one.html"])
def test_a_picture_is_saved_as_pixels_and_printed_alone(
    form: str, written: Path, tab: Page
) -> None:
    tab.goto(found(written, form).as_uri())
    expect(tab.locator(".card")).to_have_count(len(OPENED))
    save_picture(tab, "SVG", "Column", clean=True)
    points = re.search(r"labels of ([\d.]+) pt", tab.locator(".said").text_content() or "")
    assert points is not None
    assert 7 <= float(points[1]) <= 8  # the headline has as many lines as it needs
    for size, of_text in (("Text width", False), ("Screen", True)):
        drawing = save_picture(tab, "SVG", size, clean=True)
        pixels = Image.open(save_picture(tab, "PNG", size, clean=True))
        root = ElementTree.parse(drawing).getroot()
        said = [root.attrib[side] for side in ("width", "height")]
        inches = [float(side.removesuffix("mm")) / 25.4 for side in said]
        wanted = [2 * int(side) for side in said] if of_text else [4 * ceil(96 * i) for i in inches]
        assert list(pixels.size) == wanted
        assert len(pixels.convert("RGB").getcolors(1 << 24)) > 50  # it is no blank sheet
    tab.get_by_text("Save the picture").click()
    tab.get_by_role("combobox", name="Size of the picture").select_option("Slide")
    tab.evaluate("window.print = () => { window.asked = true; }")
    tab.get_by_role("button", name="Print or PDF").click()
    printed = tab.pdf(prefer_css_page_size=True)
    (wide, high), *more = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert not more  # one sheet
    expect(tab.locator(".said")).to_contain_text("mm high, with labels of")
    dots = 72 / 25.4
    assert (float(wide), float(high)) == pytest.approx((254 * dots, 143 * dots), abs=1)
    assert tab.evaluate("window.asked")
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(tab.locator(".paper")).to_have_count(0)


@pytest.mark.slow
def test_other_ways_to_decode_are_a_click_away(served: str, tab: Page) -> None:
    tab.goto(f"{served}/site/")
    cards = tab.locator(".card")
    expect(cards).to_have_count(len(OPENED))
    tab.locator(".models summary").click()
    tab.get_by_role("checkbox", name=HIDDEN).check()
    expect(cards).to_have_count(len(OPENED) + 1)
    tab.keyboard.press("Escape")
    tab.get_by_role("combobox", name="Decoding").select_option("beam 5")
    expect(tab.locator(".flow .model")).to_contain_text("beam 5")
    tab.get_by_text("Beam tree of").click()
    expect(tab.locator(".beam")).to_contain_text("finished here")
    tab.get_by_role("checkbox", name="Posterior").check()
    tab.get_by_role("radio", name="posterior").click()
    expect(tab.locator(".legend")).to_contain_text("Posterior, after the word")
    expect(tab).to_have_url(re.compile(r"decoding=beam\+5&posterior=on&measure=posterior"))
    tab.get_by_role("radio", name="weights").click()
    tab.get_by_role("button", name="Force this translation").click()
    expect(tab.locator(".flow .model")).to_contain_text("forced translation")
    expect(tab.get_by_role("textbox", name="to force")).not_to_have_value("")
    ask(tab, SECOND)
    expect(tab.get_by_role("textbox", name="to force")).to_have_value("")
    expect(tab.locator("a.app")).to_have_attribute(
        "href", "https://class.example.org/app?pair=reverse&sentence=b+d&decoding=beam+5"
    )
    tab.goto(f"{served}/site/#sentence=b+d&step=1&move=0.0.2")
    expect(tab.locator(".card .name", has_text="edited")).to_have_count(1)
    tab.get_by_role("button", name="Undo the last edit").click()
    expect(tab.locator(".card .name", has_text="edited")).to_have_count(0)
    drag(tab, 1, 2)
    expect(tab).to_have_url(re.compile(r"&move=0\.1\.2"))
    expect(tab.locator(".card .name", has_text="edited")).to_have_count(1)
    tab.get_by_role("button", name="Undo the last edit").click()
    expect(tab.locator(".card .name", has_text="edited")).to_have_count(0)
    tab.go_back()
    expect(tab.locator(".card").first).to_contain_text("b")


def test_what_cannot_be_translated_is_said(served: str, tab: Page) -> None:
    odd = "sentence=%3Cscript%3E+%F0%9F%91%8D&move=9.99.1&variants=nobody&decoding=beam+7&step=x"
    tab.goto(f"{served}/site/#{odd}")
    said = tab.locator("form [role=status]")
    expect(tab.locator(".card")).to_have_count(len(OPENED))
    expect(said).to_contain_text("Unknown to these models (never seen in training)")
    ask(tab, "")
    expect(said).to_have_text("The source sentence is empty: type at least one word.")
    expect(tab.locator(".card").first).to_be_hidden()
    tab.get_by_role("button", name="Save the traces").click()
    expect(said).to_have_text("There are no maps to save yet.")
    ask(tab, "c " * 111)
    expect(said).to_contain_text(re.compile(r"too long: \d+ tokens \(maximum 110\)"))
    ask(tab, FIRST)
    expect(tab.locator(".card").first).to_be_visible()


@pytest.mark.slow
def test_a_sentence_of_the_other_language_is_a_click_from_its_translation(
    tmp_path: Path, tab: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("alignoscope.cli.live_gallery.write_gallery", lambda *_: None)
    pairs = ["--pairs", "eng-fra,fra-eng", "--models", "luong-scaled-dot"]
    main(["gallery", str(tmp_path / "site"), "--live", *pairs])
    tab.goto(f"{(tmp_path / 'site/index.html').as_uri()}#sentence=je+ne+suis+pas+fatigué")
    said = tab.get_by_role("status").first
    expect(said).to_have_text("This looks like French. These models read English.")
    tab.get_by_role("button", name="Translate from French").click()
    expect(said).to_have_text("")
    expect(tab.get_by_role("button", name="Translate from French")).to_have_count(0)
    expect(tab.locator(".source")).to_contain_text(["je", "ne", "suis", "pas", "fatigué"])
    expect(tab).to_have_url(re.compile("pair=fra-eng"))


def test_a_link_to_what_is_shown_restores_the_view(served: str, tab: Page) -> None:
    tab.goto(f"{served}/site/#sentence=c+a+b+e")
    expect(tab.locator(".source")).to_contain_text(FIRST.split())
    for sentence in ("c+a+b+e", "b+d"):
        link = f"#sentence={sentence}&step=2&measure=scores&picture=map"
        tab.evaluate("link => { location.hash = link; }", link)
        expect(tab.get_by_text(re.compile(r"^Word 2\b")).first).to_be_visible()
        expect(tab.get_by_role("radio", name="scores", include_hidden=True)).to_be_checked()
        expect(tab).to_have_url(re.compile(f"{re.escape(link)}$"))
        choose_view(tab, "weights")
        tab.keyboard.press("Home")
        expect(tab).to_have_url(re.compile("step=1"))
        expect(tab).not_to_have_url(re.compile("measure"))


def test_what_is_asked_before_the_models_have_come_is_answered(served: str, tab: Page) -> None:
    held: list[Route] = []
    tab.route("**/pairs/*", lambda route: held.append(route))
    tab.goto(f"{served}/site/#sentence=b+d&step=2&decoding=beam+5", wait_until="domcontentloaded")
    expect(tab.get_by_role("textbox").first).to_be_visible()
    tab.get_by_role("textbox").first.fill(FIRST)
    tab.keyboard.press("Enter")
    for route in held:
        route.continue_()
    expect(tab.locator(".source")).to_contain_text(FIRST.split())
    expect(tab.locator(".flow .model")).to_contain_text("beam 5")
    expect(tab.locator("form [role=status]")).to_have_text("")


def test_a_model_that_does_not_load_is_replaced_where_attention_is_moved(
    served: str, tab: Page
) -> None:
    # Or a service worker, once it has started, answers with the file that it has kept.
    tab.add_init_script("delete Navigator.prototype.serviceWorker")
    tab.goto(f"{served}/site/#sentence=b+d")
    expect(tab.locator(".flow .model")).to_contain_text("own translation, beam 5")
    lead = tab.locator(".flow .model").text_content() or ""
    gone = next(name for name in sorted(OPENED, key=len, reverse=True) if name in lead)
    tab.goto("about:blank")
    tab.route(f"**/{gone}.js", lambda route: route.abort())
    tab.goto(f"{served}/site/#sentence=b+d&move=0.0.2")
    expect(tab.locator("form [role=status]")).to_contain_text(f"{gone} is left out")
    expect(tab.locator(".card .name", has_text="edited")).to_have_count(1)


def test_a_target_of_spaces_is_none(served: str, tab: Page) -> None:
    tab.goto(f"{served}/site/#sentence=b+d&target=++")
    expect(tab.locator(".card")).to_have_count(len(OPENED))
    target = tab.get_by_role("textbox", name="to force")
    expect(target).to_have_value("")
    target.fill(" ")
    ask(tab, FIRST)
    expect(tab.locator(".card").first).to_contain_text("e")
    expect(tab).not_to_have_url(re.compile("target"))


def test_traces_that_the_app_would_refuse_are_not_saved(served: str, tab: Page) -> None:
    def narrow(route: Route) -> None:
        answer = route.fetch()
        body = re.sub(r'("cells": ?)\d+', r"\g<1>1", answer.text())
        route.fulfill(response=answer, body=body)

    tab.route("**/site*", narrow)
    tab.goto(f"{served}/site/#variants={OPENED[0]}")
    expect(tab.locator(".card")).to_have_count(1)
    tab.get_by_role("button", name="Save the traces").click()
    said = tab.locator("form [role=status]")
    expect(said).to_have_text("These traces are too large for one file. Choose fewer models.")


@pytest.mark.parametrize(
    "form", ["site/index.html", pytest.param("one.html", marks=pytest.mark.slow)]
)
def test_a_learning_platform_may_show_the_page_in_a_sandbox(
    form: str, written: Path, served: str, tab: Page
) -> None:
    address = f"{served}/{found(written, form).relative_to(written)}#sentence=c+a+b+e"
    frame = f'<iframe width="1200" height="800" sandbox="allow-scripts" src="{address}">'
    (written / "outer.html").write_text(f"<!doctype html>{frame}</iframe>")
    tab.goto((written / "outer.html").as_uri())  # of another origin
    inner = tab.frame_locator("iframe")
    expect(inner.locator(".card")).to_have_count(len(OPENED))
    inner.get_by_role("textbox", name="Source sentence").fill(SECOND)
    inner.get_by_role("textbox", name="Source sentence").press("Enter")
    expect(inner.locator(".flow")).to_contain_text("becomes “d b”")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ("script-src 'self'; worker-src blob:", ""),  # no WebAssembly
        ("default-src 'self'; style-src 'unsafe-inline'", "No model can run here"),  # no workers
        ("default-src 'none'", None),  # no scripts
    ],
)
def test_a_host_may_add_a_policy(policy: str, said: str | None, served: str, tab: Page) -> None:
    def answer(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, headers=found.headers | {"content-security-policy": policy})

    tab.route("**/site/", answer)
    tab.goto(f"{served}/site/#sentence=c+a+b+e")
    if said is None:
        expect(tab.locator("main")).to_contain_text("does not run the page's scripts")
        return
    expect(tab.locator(".card")).to_have_count(0 if said else len(OPENED))
    expect(tab.locator("form [role=status]")).to_contain_text(said)


def test_models_whose_weights_are_missing_or_cut_are_left_out(
    written: Path, chromium: Browser, tmp_path: Path
) -> None:
    shutil.copytree(written / "site", tmp_path / "site")
    weights = tmp_path / "site/weights/reverse"
    missing, cut, short, *others = OPENED
    (weights / f"{missing}.js").unlink()
    content = (weights / f"{cut}.js").read_bytes()
    (weights / f"{cut}.js").write_bytes(content[: len(content) // 2])
    text = (weights / f"{short}.js").read_text()
    (weights / f"{short}.js").write_text(text.replace(text[-4004:-4], ""))
    page = chromium.new_page()
    page.goto((tmp_path / "site/index.html").as_uri())
    said = page.locator("form [role=status]")
    gone = f"{missing} is left out: the file weights/reverse/{missing}.js is missing."
    expect(said).to_contain_text(gone)
    expect(said).to_contain_text(f"{cut}.js is cut short.")
    expect(said).to_contain_text(f"{short} is left out: the file of weights is cut short.")
    expect(page.locator(".card")).to_have_count(len(others))
    page.close()


@pytest.mark.slow
def test_a_second_visit_needs_no_network(written: Path, tab: Page) -> None:
    with serving(written) as address:
        tab.goto(f"{address}/site/")
        expect(tab.locator(".card")).to_have_count(len(OPENED))
        files = ["./", "page.js", "site.js", *(f"weights/reverse/{name}.js" for name in OPENED)]
        kept = "(await Promise.all(urls.map((url) => caches.match(url)))).every(Boolean)"
        wait = "await new Promise((done) => setTimeout(done, 100))"
        loop = f"for (let i = 0; i < {PATIENT // 100}; i++) {{ if ({kept}) return true; {wait}; }}"
        assert tab.evaluate(f"async (urls) => {{ {loop} return false; }}", files)
    tab.reload()  # The server is gone.
    ask(tab, FIRST)
    expect(tab.locator(".card")).to_have_count(len(OPENED))
    expect(tab.locator(".card").first).to_contain_text("e")


def test_the_page_may_not_call_anybody(served: str, tab: Page) -> None:
    tab.goto(f"{served}/site/")
    expect(tab.locator(".card")).to_have_count(len(OPENED))
    call = "fetch(location.href).then(() => 'answered', () => 'refused')"
    assert tab.evaluate(call) == "refused"
    inside = (
        "new Promise((done) => { const worker = new Worker(URL.createObjectURL(new Blob(["
        f"\"fetch('{served}/site/').then(() => postMessage(1), () => postMessage(0))\"])));"
        "worker.onmessage = ({ data }) => done(data); })"
    )
    assert tab.evaluate(inside) == 0


@pytest.mark.slow
def test_a_phone_and_the_keyboard(served: str, tab: Page) -> None:
    tab.set_viewport_size(NARROW)
    tab.goto(f"{served}/site/")
    expect(tab.locator(".card").first).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    tab.locator(".models summary").click()
    expect(tab.get_by_role("checkbox", name=HIDDEN)).to_be_visible()
    box = tab.locator(".models .list").bounding_box()
    assert box is not None
    assert 0 <= box["x"] < box["x"] + box["width"] <= NARROW["width"]
    tab.keyboard.press("Escape")
    tab.keyboard.press("?")
    expect(tab.get_by_role("dialog", name="Keys")).to_be_visible()


@pytest.mark.slow
def test_formal_text_is_asked_for_on_a_live_page(
    tiny: Callable[..., Checkpoint], tab: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, size = tiny("luong-dot"), len(tiny("luong-dot").tokenizer)
    marked = Tokenizer.train([f"§ {one}" for one in SENTENCES * 3], size)
    models = {"luong-dot": plain, "luong-general": replace(tiny("luong-general"), tokenizer=marked)}
    for name, model in models.items():
        save_checkpoint(model, tmp_path / "models" / "eng-fra" / f"{name}.safetensors")
    monkeypatch.setattr("alignoscope.serving.model_store.CHECKPOINTS", tmp_path / "models")
    page = tmp_path / "live.html"
    main(["gallery", str(page), "--one-file"])
    tab.goto(page.as_uri())
    switch, box = tab.get_by_label("Formal"), tab.get_by_role("textbox", name="English sentence")
    box.fill("The old car.")
    tab.keyboard.press("Enter")
    expect(switch).not_to_be_checked()
    switch.check()
    expect(box).to_have_value("§ The old car.")
    expect(tab.locator("form [role=status]")).to_contain_text(
        "1 of 2 models do not know the mark §"
    )
    expect(tab.locator("text", has_text="§").first).to_be_attached()
    switch.uncheck()
    expect(box).to_have_value("The old car.")
    expect(tab.locator("form [role=status]")).not_to_contain_text("mark")
