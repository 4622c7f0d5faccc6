"""What is taken away: drawings, tables, alignments, captions and the page that still steps."""

import csv
import io
import json
import re
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.analysis.links import trace_links
from alignoscope.components.player.payload import payload
from alignoscope.components.player.script import STYLE
from alignoscope.components.player.standalone import html_page
from alignoscope.figures.captions import MODES as SAID_MODES
from alignoscope.figures.captions import asking, caption
from alignoscope.figures.drawing.ink import DARK, LIGHT, element, letters, paint
from alignoscope.figures.drawing.lettering import (
    clusters,
    legal,
    runs_left,
    shortened,
    width,
    wrapped,
)
from alignoscope.figures.drawing.maps import svg
from alignoscope.figures.drawing.sheet import size
from alignoscope.figures.views.maps import WEIGHT_COLORS, layers_of, map_view, shared_scale
from alignoscope.figures.views.view import PICTURES, SCALINGS, View
from alignoscope.interchange.file_names import slug
from alignoscope.interchange.pharaoh import pharaoh_zip
from alignoscope.interchange.spreadsheet import csv_table, inert
from alignoscope.interchange.trace_json import UNKNOWN, from_json
from alignoscope.records.trace import MODES, Trace
from alignoscope.records.variant import TIMINGS
from alignoscope.session.saving import printing

ROOT = Path(__file__).parent.parent.parent
NS = "{http://www.w3.org/2000/svg}"
HEBREW = ["הילדה", "קוראת", "ספר", "</s>"]
HINDI = ["लड़की", "किताब", "पढ़ती", "है", "</s>"]
ODD = ["<b>&", "e\u0301té", "=1+1", "\x00\x1b", "👩‍👩‍👧"]


def opened(source: list[str], target: list[str], **fields: object) -> Trace:
    """Return a trace whose target word i looks at source word i and a little at the others."""
    weights = np.full((len(target), len(source)), 0.1 / len(source))
    for i in range(len(target)):
        weights[i, min(i, len(source) - 1)] += 0.9
    trace = {"variant": "luong-dot", "source": source, "target": target, "mode": "free"}
    trace |= {"weights": weights.tolist()} | fields
    (found,) = from_json(json.dumps({"format": "alignoscope-trace-1", "traces": [trace]}))
    return found


def draw(traces: list[Trace], view: View | None = None, step: int | None = 1, **options) -> str:
    view = view or View()
    maps = [map_view(trace, view.measure, view.unit) for trace in traces]
    return svg(maps, shared_scale(maps, view.measure), view, step, "A caption & more.", **options)


def texts(drawing: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(drawing).iter(f"{NS}text")]


TRACES = {
    "hebrew": opened(HEBREW, HINDI),
    "chinese": opened(["小", "女孩", "读", "书"], HEBREW),
    "odd": opened(ODD, [*ODD, "z"]),
    "no attention": opened(HEBREW, HINDI, weights=None),
    "scores": opened(
        ["a", "b", "c"], ["x", "y"], scores=[[1, None, -3], [None, 0.5, 2]], weights=[[1, 0, 0]] * 2
    ),
}


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("scaling", SCALINGS)
@pytest.mark.parametrize("name", TRACES)
def test_every_view_is_well_formed_and_has_all_words(name: str, scaling: str, picture: str) -> None:
    trace = TRACES[name]
    for measure in ("weights", "scores"):
        for transposed in (False, True):
            view = View(measure=measure, scaling=scaling, picture=picture, transposed=transposed)
            drawing = draw([trace, trace], replace(view, margins=True))
            words = texts(drawing)
            cells = trace.weights if measure == "weights" else trace.scores
            if cells is None:
                assert any("No attention" in text for text in words)
                continue
            for word in {*trace.source.words, *trace.target.words}:
                shown = re.sub("[\x00\x1b]", "\ufffd", word)
                assert words.count(shown) >= 2, (word, words)
            assert "A caption & more." in words


def test_nothing_but_shapes_and_text_is_in_a_drawing() -> None:
    drawing = draw([TRACES["odd"], TRACES["hebrew"]])
    tags = {node.tag.removeprefix(NS) for node in ElementTree.fromstring(drawing).iter()}
    assert tags <= {"svg", "g", "rect", "path", "text", "title", "linearGradient", "stop"}
    assert "http" not in drawing.replace("http://www.w3.org/2000/svg", "")


def rects(drawing: str) -> list[dict[str, str]]:
    return [node.attrib for node in ElementTree.fromstring(drawing).iter(f"{NS}rect")]


def test_cells_have_the_colours_of_their_weights() -> None:
    trace = opened(["a", "b"], ["x", "y"], weights=[[1, 0], [0.5, 0.5]])
    fills = [rect["fill"] for rect in rects(draw([trace])) if rect.get("fill", "").startswith("#")]
    assert fills[1:5] == [
        WEIGHT_COLORS[-1],
        WEIGHT_COLORS[0],
        "#22908c",
        "#22908c",
    ]
    faint = draw([trace], View(threshold=0.6))
    assert len(rects(faint)) == len(rects(draw([trace]))) - 3


def test_a_colour_between_two_is_mixed() -> None:
    assert paint(0.25, ("#000000", "#0080ff", "#ffffff")) == "#004080"
    assert [paint(share, ("#000000", "#ffffff")) for share in (0, 1)] == ["#000000", "#ffffff"]


def test_the_step_is_framed_in_every_map() -> None:
    trace = TRACES["hebrew"]

    def frames(step: int | None, **view: object) -> list[dict[str, str]]:
        drawn = rects(draw([trace, trace], View(**view), step))
        return [rect for rect in drawn if rect.get("stroke") == LIGHT.text]

    assert frames(None) == []
    first, third = frames(0), frames(2)
    assert len(first) == len(third) == 2
    high = float(first[0]["height"]) + 1
    moved = float(third[0]["y"]) - float(first[0]["y"])
    assert moved == pytest.approx(2 * high, abs=0.02)  # a drawing has two decimals
    column = frames(0, transposed=True)[0]
    assert float(column["height"]) > float(column["width"])
    assert frames(7)[0]["stroke-dasharray"] == "4 4"  # this map has ended before


def test_words_that_run_leftwards_have_their_first_column_at_the_right() -> None:
    def places(trace: Trace, words: list[str]) -> list[float]:
        found = {node.text: float(node.get("x")) for node in nodes(draw([trace]))}
        return [found[word] for word in words]

    def nodes(drawing: str) -> list[ElementTree.Element]:
        return list(ElementTree.fromstring(drawing).iter(f"{NS}text"))

    hebrew = places(TRACES["hebrew"], [*HEBREW[:3], HINDI[0]])
    assert hebrew[0] > hebrew[1] > hebrew[2]
    assert hebrew[3] > hebrew[0]  # and the target's words beside it
    other = places(TRACES["chinese"], ["小", "女孩", "读", "书", HEBREW[0]])
    assert other[4] < other[0] < other[1] < other[2] < other[3]
    node = next(n for n in nodes(draw([TRACES["chinese"]])) if n.text == HEBREW[0])
    assert node.get("direction") == "rtl"
    assert node.get("text-anchor") is None  # its start is at its right


def test_many_maps_and_a_long_sentence_lie_inside_of_the_drawing() -> None:
    words = [f"Word{i}mmm" for i in range(61)]
    for drawing in (
        draw([TRACES["hebrew"]] * 13, width=901),
        draw([opened(words, words[:47])], width=901),
        draw([opened(words, words[:47])], View(picture="ribbons"), width=901),
    ):
        wide, high = size(drawing)
        assert wide >= 901
        for right, bottom in corners(ElementTree.fromstring(drawing)):
            assert right <= wide
            assert bottom <= high


def corners(node: ElementTree.Element, x: float = 0, y: float = 0) -> list[tuple[float, float]]:
    """Return the lower right corners of all boxes and lines of level text."""
    found = []
    moved = re.fullmatch(r"translate\(([\d.-]+) ([\d.-]+)\)", node.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    if node.tag == f"{NS}rect" and "%" not in node.get("width"):
        wide, high = float(node.get("width")), float(node.get("height"))
        found.append((x + float(node.get("x", 0)) + wide, y + float(node.get("y", 0)) + high))
    if node.tag == f"{NS}text" and node.get("text-anchor") is None:
        font = float(node.get("font-size", 12))
        level = not node.get("transform") and node.get("direction") is None
        wide = width(node.text, font) if level else 0
        found.append((x + float(node.get("x")) + wide, y + float(node.get("y"))))
    for child in node:
        found += corners(child, x, y)
    return found


def test_dark_drawings_have_a_dark_ground() -> None:
    assert DARK.paper in draw([TRACES["hebrew"]], dark=True)
    assert LIGHT.paper not in draw([TRACES["hebrew"]], dark=True)


def test_text_is_cut_between_what_people_see_as_letters() -> None:
    assert clusters("e\u0301té") == ["e\u0301", "t", "é"]
    assert clusters("👩‍👩‍👧a🇩🇪🇫🇷👍🏽") == ["👩‍👩‍👧", "a", "🇩🇪", "🇫🇷", "👍🏽"]
    assert clusters("नमस्ते") == ["न", "म", "स्ते"]
    assert clusters("각") == ["각"]
    assert shortened("नमस्ते", width("नम…", 12), 12) == "नम…"
    assert shortened("abc", 100, 12) == "abc"
    assert shortened("m" * 20_000, 50, 12) == "mmm…"  # at once: letter by letter it took minutes
    assert shortened("👩‍👩‍👧👩‍👩‍👧", 1, 12) == "👩‍👩‍👧…"


def test_lines_are_broken_at_spaces_and_long_words_anywhere() -> None:
    limit = width("aaaa bbbb", 10)
    assert wrapped("aaaa bbbb cccc", limit, 10) == ["aaaa bbbb", "cccc"]
    assert "".join(wrapped("家" * 50, 100, 10)) == "家" * 50
    assert all(width(line, 10) <= 100 for line in wrapped("家" * 50, 100, 10))
    assert wrapped("", 10, 10) == [""]


def test_direction_is_that_of_the_first_letter_that_has_one() -> None:
    assert runs_left("12 שלום abc")
    assert not runs_left("abc שלום")
    assert not runs_left("12 !")


def test_what_xml_may_not_hold_is_replaced() -> None:
    assert legal("a\x00<\ud800&\"'") == "a\ufffd&lt;\ufffd&amp;&quot;&#x27;"
    assert element("a", "b", font_size=1.50, x=None, d='"') == '<a font-size="1.5" d="&quot;">b</a>'
    assert "&lt;script&gt;" in letters("<script>", 0, 0)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The red car is fast!", "the-red-car-is-fast"),
        ("../../etc/passwd", "etc-passwd"),
        ("Où est-ce ?", "ou-est-ce"),
        ("שלום 家", "trace"),
        ("a" * 99, "a" * 40),
        ("CON\x00|nul", "con-nul"),
    ],
)
def test_file_names_are_safe(text: str, name: str) -> None:
    assert slug(text) == name


# Tables


def test_csv_has_a_line_a_cell_with_formulas_neutralised_and_numbers_as_numbers() -> None:
    trace = opened(
        ["=1+1", "-", "c"],
        ["@x", "y"],
        variant="+v",
        weights=[[0.25, 0.75, 0], [1, 0, 0]],
        scores=[[-1.5, None, 2], [1, 2, 3]],
    )
    data = csv_table([trace, TRACES["no attention"]], "words")
    assert data.startswith(b"\xef\xbb\xbfmap,variant")
    lines = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert len(lines) == 2 * 3 + len(HEBREW) * len(HINDI)
    first, second = lines[:2]
    assert (first["variant"], first["label"]) == ("'+v", "'+v")
    assert (first["source"], first["target"]) == ("'=1+1", "'@x")
    assert (second["source"], second["source_position"], second["target_position"]) == (
        "'-",
        "2",
        "1",
    )
    assert (float(first["score"]), float(first["weight"])) == (-1.5, 0.25)
    assert (second["score"], float(second["weight"])) == ("", 0.75)
    assert {line["weight"] for line in lines[6:]} == {""}


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1", " =1", "＝1"])
def test_text_that_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    assert inert(text) == f"'{text}"
    assert inert(f"a{text}") == f"a{text}"


def test_pharaoh_links_words_to_their_highest_weights_and_never_to_the_end() -> None:
    weights = [[0.1, 0.9, 0], [0.5, 0.5, 0], [0, 0, 1], [0, 0, 0], [1, 0, 0]]
    trace = opened(["a", "b", "</s>"], ["u", "v", "w", "x", "</s>"], weights=weights)
    assert trace_links(trace) == {(1, 0), (0, 1)}


def test_the_zip_holds_each_variant_beside_its_words() -> None:
    other = opened(["a b", "c"], ["x", "y"], variant="../../evil")
    packed = pharaoh_zip([TRACES["no attention"], TRACES["hebrew"], other])
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        held = {name: files.read(name).decode() for name in files.namelist()}
    assert held["02-luong-dot.source.txt"] == "הילדה קוראת ספר\n"
    assert held["02-luong-dot.align"] == "0-0 1-1 2-2\n"
    assert held["03-evil.source.txt"] == "a_b c\n"
    assert len(held) == 6


# Captions


def test_a_caption_says_all_that_is_needed_to_read_the_picture() -> None:
    trace = replace(TRACES["scores"], timing="luong")
    forced = replace(trace, timing="bahdanau", mode="forced").called("bahdanau-dot")
    view = View(measure="scores", scaling="log", threshold=0.25)
    scale = shared_scale([map_view(trace, "scores", "words")], "scores")
    said = caption([trace, forced], view, scale, 1, "9.8.7")
    for part in (
        "“a b c”",
        "luong-dot",
        "h[t]",
        "free",
        "bahdanau-dot",
        "s[i-1]",
        "forced",
        "log sum exp",
        "logarithmic",
        "25% of 3",
        "step 2",
        "Alignoscope 9.8.7",
    ):
        assert part in said, part
    assert "luong-dot: no attention; free" in caption([TRACES["no attention"]], view, scale, 1, "1")
    assert "not merged" in caption([trace], View(unit="pieces"), scale, None, "1")
    assert "step" not in caption([trace], View(), scale, None, "1")


def test_a_caption_knows_every_mode_and_timing() -> None:
    assert set(SAID_MODES) == set(MODES)
    assert all(" asks (" in asking(timing) for timing in TIMINGS)
    assert asking(UNKNOWN) == "timing unknown"


# The page that still steps


def page_of(trace: Trace) -> str:
    data = payload(layers_of([trace]), 1, "</script>", "player", View())
    return html_page(data, "<title> & </title>", "</p><script>caption</script>")


def test_no_word_breaks_out_of_the_page() -> None:
    words = ["</script><script>alert(1)</script>", "<!--", "\u2028", "]]>"]
    page = page_of(opened(words, words))
    assert len(re.findall(r"<script", page, re.IGNORECASE)) == 3
    assert len(re.findall(r"</script", page, re.IGNORECASE)) == 3
    assert "\u2028" not in page
    held = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)[1]
    assert words in json.loads(held)["lists"]
    assert "<title>&lt;title&gt;" in page


def test_the_page_asks_nothing_of_any_network_and_defines_every_theme_variable() -> None:
    page = page_of(TRACES["hebrew"])
    assert "default-src 'none'" in page
    assert not re.findall(r"(?:src|href)\s*=", page)
    defined = set(re.findall(r"(--st-[\w-]+):", page))
    assert set(re.findall(r"var\((--st-[\w-]+)", STYLE)) <= defined


# Printing


def test_without_a_browser_printing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "find_browser", lambda: None)
    with pytest.raises(RuntimeError, match="no browser"):
        printing.to_pdf(draw([TRACES["hebrew"]]))


def test_a_browser_that_fails_or_hangs_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(printing, "find_browser", lambda: str(tmp_path / "absent"))
    with pytest.raises(RuntimeError, match="did not print"):
        printing.to_png(draw([TRACES["hebrew"]]))
    monkeypatch.setattr(printing, "find_browser", lambda: "browser")

    def hang(*_: object, **options: object) -> None:
        raise subprocess.TimeoutExpired("browser", options["timeout"])

    monkeypatch.setattr(printing.subprocess, "run", hang)
    with pytest.raises(RuntimeError, match="30 seconds"):
        printing.to_pdf(draw([TRACES["hebrew"]]))


def test_opened_traces_without_scores_have_no_empty_layer() -> None:
    assert {measure for measure, _ in layers_of([TRACES["hebrew"]])} == {"weights"}
    assert {measure for measure, _ in layers_of([TRACES["scores"]])} == {"weights", "scores"}
    assert set(layers_of([TRACES["no attention"]])) == {("weights", "words"), ("weights", "pieces")}


def panel() -> None:
    """A page that is nothing but the exports of a trace, as a test of Streamlit's runs it."""
    import streamlit as st

    from alignoscope.figures.views.view import Position, View
    from alignoscope.interchange.trace_json import from_json
    from alignoscope.session.panels.exports import show_exports

    source = st.session_state["source"]
    text = '{"format": "alignoscope-trace-1", "traces": [{"variant": "v", "source": ["a"], '
    found = from_json(text + '"target": ["b"], "weights": [[1]]}]}')
    show_exports(found, Position(step=0, view=View(measure="scores"), cell=None), source, "")


def run_panel(source: str) -> AppTest:
    test = AppTest.from_function(panel, default_timeout=60)
    test.session_state["source"] = source
    test.query_params["variants"] = ["a", "b"]
    test.query_params["step"] = "3"
    test.run()
    assert not test.exception
    return test


def test_the_link_holds_the_sentence_the_variants_and_the_step() -> None:
    test = run_panel("a & b=é")
    (link,) = (code.value for code in test.code)
    given = parse_qs(urlsplit(link).query)
    assert given == {"sentence": ["a & b=é"], "variants": ["a", "b"], "step": ["3"]}
    assert not test.info


def test_a_link_that_is_too_long_is_refused_politely() -> None:
    test = run_panel("家" * 300)
    assert not test.code
    assert "Save the trace JSON instead" in test.info[0].value


def test_without_a_browser_the_buttons_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alignoscope.session.saving.pictures.find_browser", lambda: None)
    test = run_panel("a")
    buttons = {button.proto.label: button.proto for button in test.get("download_button")}
    for label in ("PDF", "PNG"):
        assert buttons[label].disabled
        assert "SVG works without" in buttons[label].help
    assert not buttons["SVG"].disabled
    assert any("SVG works without" in caption.value for caption in test.caption)
