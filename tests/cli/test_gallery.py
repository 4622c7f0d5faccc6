"""A gallery is plain pages that step, and restore what their address says, with no server."""

import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from alignoscope.cli import gallery
from alignoscope.cli.course import WrittenLesson
from alignoscope.cli.main import main
from alignoscope.cli.thumbnails import lesson_thumbnail, thumbnail
from alignoscope.course.labs.record import LabBar, LabTable, Outcome
from alignoscope.course.read import lessons
from alignoscope.ui.player.map_view import WEIGHT_COLORS
from alignoscope.ui.svg.ink import paint
from tests.shared.traces import written

REVERSE = Path(__file__).parents[2] / "checkpoints" / "reverse"


class Links(HTMLParser):
    """The tags of a page, and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name == "href"]


MAP = written(["voiture"], [[0, 1, 0], [0, 0.25, 0.75]])


def two_lessons(path: Path) -> list[WrittenLesson]:
    """Write none, and say that there are two, of which the second has no picture."""
    path.mkdir()
    first, second, *_ = lessons("en").values()
    return [
        WrittenLesson(lesson=first, name="00-tour.html", shown=(Outcome(traces=(MAP,)),)),
        WrittenLesson(lesson=second, name="01-one-vector.html", shown=()),
    ]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Write the gallery of one made-up pair; the lessons, which take long, are left out."""
    models = tmp_path_factory.mktemp("models")
    shutil.copytree(REVERSE, models / "reverse")
    folder = tmp_path_factory.mktemp("gallery") / "out"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gallery, "CHECKPOINTS", models)
        patch.setattr(gallery, "write_course", two_lessons)
        gallery.write_gallery(folder, "https://class.example.org/app")
    return folder


def test_the_index_leads_to_pages_that_are_there_and_runs_nothing(out: Path) -> None:
    text = (out / "index.html").read_text(encoding="utf-8")
    found = Links(text)
    live = [link for link in found.links if link.startswith("https://class.example.org/app?")]
    assert live == ["https://class.example.org/app?pair=reverse&sentence=k+b+d+a+c&decoding=greedy"]
    pages = [link for link in found.links if link.startswith("reverse/")]
    assert [link.startswith("reverse/training-") for link in pages] == [False, True]
    assert all((out / link).is_file() for link in pages)
    assert {"svg", "rect"} <= found.tags
    assert not found.tags & {"script", "img", "iframe", "link"}
    assert "default-src 'none'" in text


def test_lessons_examples_and_training_stand_on_the_index_with_a_map(out: Path) -> None:
    text = (out / "index.html").read_text(encoding="utf-8")
    entries = re.findall(r'<li>(<svg.*?</svg>)?<a href="([^"]+)"', text)
    assert [bool(picture) for picture, _ in entries] == [True, False, True, True]
    assert [link for _, link in entries[:2]] == [
        "lessons/00-tour.html",
        "lessons/01-one-vector.html",
    ]
    assert entries[0][0].count("<rect") == 2 * 3  # "voiture" and its end by "red car" and its end
    fills = re.findall(r'fill="([^"]+)"', entries[0][0])
    assert fills[0] == fills[2] == fills[3] != fills[1]
    assert "Training: " in text
    assert entries[3][0].count("<rect") == 6 * 6  # five letters, turned round, and their ends


def test_a_lesson_has_its_first_map_or_else_its_first_bars_or_table() -> None:
    numbers = LabTable(columns=("word", "left", "right"), rows=(("a", "0", "2"), ("b", "-4", "1")))
    texts = LabTable(columns=("decoder", "name", "writes"), rows=(("One", "x", "Sé <b>"),))
    bars = Outcome(bars=(LabBar(label="a", share=0.5), LabBar(label="b", share=0.25)))
    shown = [Outcome(table=texts), Outcome(table=numbers), bars, Outcome(traces=(MAP,))]
    assert lesson_thumbnail(shown) == thumbnail([MAP])
    drawn = lesson_thumbnail(shown[:3])
    assert re.findall(r'width="([^"]+)"', drawn) == ["149", "74"]  # 15 cells of 10, less a gap
    drawn = lesson_thumbnail(shown[1:2])
    assert 'viewBox="0 0 20 20"' in drawn
    fills = re.findall(r'fill="([^"]+)"', drawn)  # 0 and 4 of 4 in a line, 2 and 1 in the next
    assert fills == [paint(share, WEIGHT_COLORS) for share in (0, 1, 0.5, 0.25)]
    drawn = lesson_thumbnail([Outcome(lines=()), *shown[:2]])
    assert re.findall(r">([^<]+)</text>", drawn) == ["One", "Sé &lt;b&gt;"]
    assert lesson_thumbnail([Outcome(), Outcome(bars=(LabBar(label="a", share=0.5),))]) == ""


def test_every_page_forbids_every_request(out: Path) -> None:
    for page in out.rglob("*.html"):
        assert "Content-Security-Policy\" content=\"default-src 'none'" in page.read_text()
    assert "base-uri 'none'; form-action 'none'" in (out / "index.html").read_text()


def test_what_people_wrote_is_escaped() -> None:
    page = gallery.Page(name="a b.html", title="<img src=x>", says="<b>&", text="", asks="a=b&c=d")
    text = gallery.index({"<script>": [page]}, 'https://a/"onload="x')
    assert not Links(text).tags & {"img", "b", "script"}
    assert "&quot;onload" in text


def test_nothing_that_is_there_is_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").write_text("mine")
    for words, said in (
        ([str(tmp_path)], "not empty"),
        ([str(tmp_path / "new"), "--app", "javascript:alert(1)"], "--app javascript:alert(1)"),
    ):
        with pytest.raises(SystemExit):
            main(["gallery", *words])
        assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


@pytest.fixture
def alone(chromium: Browser) -> Iterator[Page]:
    """Return a page without a network; any error of its scripts fails the test."""
    context, errors = chromium.new_context(viewport={"width": 1280, "height": 900}), []
    context.set_offline(True)
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text))
    page.set_default_timeout(60_000)
    expect.set_options(timeout=60_000)
    yield page
    context.close()
    assert errors == []


def test_a_page_steps_and_its_address_restores_it(out: Path, alone: Page) -> None:
    alone.goto((out / "index.html").as_uri())
    alone.get_by_role("link", name="k b d a c", exact=True).click()
    expect(alone.locator(".card")).to_have_count(len([*REVERSE.glob("*.safetensors")]))
    alone.get_by_role("slider", name="Step").focus()
    for _ in range(2):
        alone.keyboard.press("ArrowRight")
    expect(alone.get_by_text(re.compile(r"^Word 3\b")).first).to_be_visible()
    expect(alone).to_have_url(re.compile("#step=3$"))
    for name in ("Weights", "Scores", "Posterior"):
        alone.get_by_role("radio", name=name.lower()).click()
        expect(alone.locator(".legend")).to_contain_text(name)
    expect(alone).to_have_url(re.compile("measure=posterior"))
    address = alone.url
    alone.goto("about:blank")
    alone.goto(f"{address}&picture=ribbons")
    expect(alone.get_by_text(re.compile(r"^Word 3\b")).first).to_be_visible()
    expect(alone.locator(".card").first.locator("svg.plot rect.cell")).to_have_count(0)


@pytest.mark.parametrize("asked", ["step=1e99", "step=-3&picture=<img>&measure=none", "step", "%"])
def test_an_address_that_asks_for_nothing_known_shows_the_maps(
    out: Path, alone: Page, asked: str
) -> None:
    page = next((out / "reverse").glob("1-*.html"))
    alone.goto(f"{page.as_uri()}#{asked}")
    expect(alone.locator(".card svg.plot").first).to_contain_text("k")
    assert alone.locator("img").count() == 0
