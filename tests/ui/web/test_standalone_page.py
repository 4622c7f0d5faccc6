"""The page that still steps: no word breaks out of it, and it asks nothing of any network."""

import json
import re
import subprocess

import pytest

from alignoscope.records.trace import Trace
from alignoscope.ui.player.captions import CaptionParts, LayerWords
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.payload import payload
from alignoscope.ui.player.position import PICTURES, View
from alignoscope.ui.player.script import STYLE
from alignoscope.ui.player.standalone import html_page
from alignoscope.ui.web import standalone_page
from tests.shared.node import NODE, NODE_NEEDED
from tests.shared.opened_traces import TRACES, opened


def page_of(trace: Trace) -> str:
    data = payload(layers_of([trace]), 1, "</script>", "player", View())
    layers = {"weights words": LayerWords(about="", high="1", linear="", log="", row="")}
    words = CaptionParts(lead="</p><script>caption</script>", layers=layers, foot="")
    return html_page(data, "<title> & </title>", words)


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


@NODE_NEEDED
@pytest.mark.parametrize("picture", PICTURES)
def test_the_address_restores_the_picture_and_the_caption_says_how_it_is_drawn(
    picture: str,
) -> None:
    words = {"about": "", "high": "1", "linear": "linear.", "log": "logarithmic.", "row": ""}
    view = {
        "measure": "weights",
        "unit": "words",
        "scaling": "log",
        "picture": "",
        "threshold": 0.3,
    }
    data = {
        "layers": [{"measure": "weights"}],
        "lists": [["end"]],
        "maps": [{"tokens": 0, "flow": {}}],
        "start": {"view": view, "step": 0},
        "caption": {"lead": "", "layers": {"weights words": words}, "foot": ""},
    }
    script = f"""
const data = {json.dumps(data)}, place = {{}}, location = {{ hash: "#picture={picture}" }};
const document = {{ querySelector: () => place }};
let keep;
{standalone_page._RESTORE}
console.log(JSON.stringify([view.picture, place.textContent.trim()]));
"""
    printed = subprocess.check_output([NODE, "-e", script], encoding="utf-8")
    shown, caption = json.loads(printed)
    drawn = "logarithmic. Cells below 30% of 1 are hidden. Marked: step 1."
    assert shown == picture
    assert (
        caption
        == {
            "flow": f"Thickness: the weight, linear. Colours: {drawn}",
            "map": f"Colours: {drawn}",
            "ribbons": f"Thickness: {drawn}",
        }[picture]
    )
