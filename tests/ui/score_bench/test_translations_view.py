"""What variants wrote: the words that differ, and never HTML."""

import math
from collections.abc import Callable
from xml.etree import ElementTree

from alignoscope.decoding.forced import force
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.ui.score_bench.translations_chart import marked_text, translations_table
from alignoscope.ui.score_bench.translations_view import ADDED, KEPT, MISSING, changed_words
from tests.shared.traces import written

SOURCE, TARGET = "She doesn't like the old house.", "Elle n'aime pas la vieille maison."


Tiny = Callable[..., Checkpoint]


def test_changed_words_keep_the_order_of_reading() -> None:
    base, other = ["je", "ne", "suis", "pas", "las"], ["je", "suis", "très", "las"]
    assert changed_words(base, other) == [
        ("je", KEPT),
        ("ne", MISSING),
        ("suis", KEPT),
        ("pas", MISSING),
        ("très", ADDED),
        ("las", KEPT),
    ]
    assert {change for _, change in changed_words(base, base)} == {KEPT}
    assert changed_words([], ["a"]) == [("a", ADDED)]


def test_what_a_model_wrote_is_never_html() -> None:
    rows = [[1, 0, 0]] * 3
    base = written(["<b>x</b>", "&"], rows)
    other = written(["<script>", "&"], rows)
    assert marked_text(base, other) == (
        "<s>&lt;b&gt;x&lt;/b&gt;</s> <b><u>&lt;script&gt;</u></b> &amp;"
    )
    table = ElementTree.fromstring(translations_table(base, [base, other]))
    cells = [["".join(cell.itertext()) for cell in row] for row in table.find("tbody")]
    assert [row[2:4] for row in cells] == [["same", "3"], ["differs", "3"]]
    assert {row[4] for row in cells} == {f"−{math.log(2):.3f}"}


def test_marked_text_has_the_spaces_of_the_text(tiny: Tiny) -> None:
    base, other = (
        force(tiny("luong-dot"), [SOURCE], [target])[0]
        for target in (TARGET, "Elle n'aime pas la maison.")
    )
    assert marked_text(base, base) == TARGET.replace("'", "&#x27;")
    assert marked_text(base, other) == "Elle n&#x27;aime pas la <s>vieille</s> maison."
