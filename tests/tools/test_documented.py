"""The tables in documents: what the READMEs say is what was measured."""

import re

import pytest

from alignoscope.records.report import Report
from alignoscope.tools.documented import DOCUMENTS, fill, read_reports


@pytest.fixture(scope="module")
def reports() -> list[Report]:
    return read_reports()


@pytest.mark.parametrize(("path", "rows"), [*zip(DOCUMENTS, (6, 200, 0), strict=True)])
def test_every_table_is_what_was_measured_and_can_be_opened(path, rows: int, reports) -> None:
    text = path.read_text("utf-8")
    assert fill(text, reports) == text, "run `python -m tools.documented`"
    cells = re.findall(r"^\| `.*", text, re.MULTILINE)
    assert len(cells) >= rows


def test_a_table_has_the_models_in_the_order_of_the_pages(reports) -> None:
    text = fill("<!-- table task dates -->\nold\n<!-- end -->\n", reports)
    head, titles, _, *rows, end = text.splitlines()
    assert (head, end) == ("<!-- table task dates -->", "<!-- end -->")
    assert titles == "| variant | test sentences all right | AER | balanced | posterior |"
    names = [re.match(r"\| `(\S+)` \| ([\d.]+) % \|", row).groups() for row in rows]
    found = {
        r.name: q.exact for r in reports for q in r.quality if (r.pair, q.part) == ("dates", "test")
    }
    assert names == [(name, f"{found[name]:.1f}") for name in sorted(found)]


@pytest.mark.parametrize("said", ["quality eng-xyz", "beauty eng-fra"])
def test_an_unknown_table_is_named(said: str, reports) -> None:
    with pytest.raises(ValueError, match=f"<!-- table {said} -->: expected a pair .* quality"):
        fill(f"<!-- table {said} -->\n<!-- end -->", reports)
