"""JSON of a map as lists of cells, and what is said of files that are nearly such."""

import json

import numpy as np
import pytest

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.records.foreign import ForeignFile
from tests.shared.tool_files import given

SOURCE = ("rain", "falls", "now")
TARGET = ("la", "pluie")
WEIGHTS = ((0.75, 0.125, 0.125), (0.25, 0.25, 0.5))
ROWS = [*zip(TARGET, WEIGHTS, strict=True)]


def opened(text: str, name: str = "a.json") -> ForeignFile:
    (file,) = open_foreign([NamedBytes(name=name, data=text.encode())])
    return file


def cells(row: tuple[float, ...], word: str, number: str) -> list[dict[str, object]]:
    return [{word: one, number: weight} for one, weight in zip(SOURCE, row, strict=True)]


TRIPLES = [
    [target, source, weight]
    for target, row in ROWS
    for source, weight in zip(SOURCE, row, strict=True)
]
FORMS = {
    "cells of rows": [{"step": i, "word": word, "attended": cells(row, "word", "weight")}
                      for i, (word, row) in enumerate(ROWS)],
    "ApexCharts": {"series": [{"name": word, "data": cells(row, "x", "y")} for word, row in ROWS]},
    "its categories": {
        "series": [{"name": word, "data": list(row)} for word, row in ROWS],
        "xaxis": {"categories": SOURCE},
    },
    "Nivo": [{"id": word, "data": cells(row, "x", "y")} for word, row in ROWS],
    "target first": TRIPLES,
    "source first": [[source, target, weight] for target, source, weight in TRIPLES],
}  # fmt: skip
PLACED = [[j, i, weight] for i, (_, row) in enumerate(ROWS) for j, weight in enumerate(row)]
WORDED = [[source, target, weight] for target, source, weight in TRIPLES]


def points(cells: list[list], *names: str) -> list[dict[str, object]]:
    return [dict(zip(names, cell, strict=True)) for cell in cells]


def matrix(cells: list[list], **data: object) -> dict[str, object]:
    """Return the configuration of a matrix of Chart.js."""
    sets = {"datasets": [{"label": "a", "data": points(cells, "x", "y", "v")}]}
    return {"type": "matrix", "data": sets | data, "options": {}}


SCALES = {"scales": {"x": {"labels": SOURCE}, "yAxes": [{"labels": TARGET}]}}
FORMS |= {
    "Chart.js": matrix(WORDED),
    "its labels": matrix(PLACED, xLabels=SOURCE, yLabels=TARGET),
    "its scales": matrix(PLACED) | {"options": SCALES},
    "words of its scales, in any order": matrix(WORDED[::-1]) | {"options": SCALES},
    "its positions from 1": matrix(
        [[x + 1, y + 1, v] for x, y, v in PLACED], labels=SOURCE, yLabels=TARGET
    ),
    "its data alone": matrix(WORDED)["data"],
}
VEGA = {
    "fields": (points(WORDED, "in", "out", "p"), ["in", "out", "p"]),
    "fields in a field": (
        [{"cell": one} for one in points(WORDED, "a", "b", "c")], ["cell.a", "cell.b", "cell.c"]
    ),
    "fields in another order": (
        [dict(reversed(one.items())) if i % 2 else one
         for i, one in enumerate(points(WORDED, "a", "b", "c"))], [*"abc"],
    ),
}  # fmt: skip
FORMS |= {
    f"Vega-Lite, {name}": {
        "data": {"values": values},
        "encoding": {
            "x": f"{x}:N", "y": {"field": y},
            "color": {"condition": {"test": "true", "field": v}, "value": "grey"},
        },
    }
    for name, (values, (x, y, v)) in VEGA.items()
}  # fmt: skip
LINES = {
    "target first": TRIPLES,
    "source first": WORDED,
    "x, y and v": points(WORDED, "x", "y", "v"),
    "s, t and w": points(WORDED, "s", "t", "w"),
    "named": points(WORDED, "source", "target", "weight"),
}


@pytest.mark.parametrize("name", LINES)
def test_lines_of_cells_make_up_a_map(name: str) -> None:
    file = opened("\n".join(map(json.dumps, LINES[name])), "a.jsonl")
    (one,) = file.sentences
    assert (one.source.pieces, one.target.pieces) == (SOURCE, TARGET)
    np.testing.assert_array_equal(one.maps[0, 0], WEIGHTS)
    assert not file.changes


def test_lines_of_positions_or_of_rows_are_a_map_without_words() -> None:
    beside = {"a.src": " ".join(SOURCE), "a.trg": " ".join(TARGET)}
    for lines in (PLACED, [[y, x, v] for x, y, v in PLACED], WEIGHTS):
        text = "\n".join(map(json.dumps, lines))
        (file,) = open_foreign(given({"a.jsonl": text} | beside))
        (one,) = file.sentences
        assert (one.source.pieces, one.target.pieces) == (SOURCE, TARGET)
        np.testing.assert_array_equal(one.maps[0, 0], WEIGHTS)


@pytest.mark.parametrize(
    ("chart", "said"),
    [
        ({"type": "bar", "data": {"datasets": [{"data": [0.5]}]}}, "this chart has no heat map"),
        (matrix([*PLACED, PLACED[0]]), "a cell occurs twice"),
        (matrix(PLACED[1:]), "write each cell once"),
    ],
)
def test_a_chart_without_a_whole_map_is_refused(chart: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        opened(json.dumps(chart))


@pytest.mark.parametrize("name", FORMS)
def test_cells_in_lists_make_up_a_map(name: str) -> None:
    file = opened(json.dumps(FORMS[name]))
    (one,) = file.sentences
    assert (one.source.pieces, one.target.pieces) == (SOURCE, TARGET)
    np.testing.assert_array_equal(one.maps[0, 0], WEIGHTS)
    assert not file.changes


def test_triples_whose_sums_show_no_side_are_refused() -> None:
    even = [[target, source, 0.5] for target in TARGET for source in SOURCE[:2]]
    for triples in (even, [[*pair, 0.1] for *pair, _ in TRIPLES]):
        with pytest.raises(ValueError, match="nothing shows which side of a cell is the target"):
            opened(json.dumps(triples))


def test_rows_of_other_words_are_no_map() -> None:
    rows = [{"word": "la", "data": cells(WEIGHTS[0], "x", "y")}]
    rows += [{"word": "pluie", "data": [{"x": "rain", "y": 1.0}]}]
    with pytest.raises(ValueError, match="this JSON has no known format"):
        opened(json.dumps(rows))


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("la:\n  rain: 0.75\n  now: 0.25\n", "a.yaml", "is YAML, which is not read. In Python:"),
        ("{'source': ['rain'], 'attention': [[1.0]]}", "a.txt", "what Python prints.*json.dump"),
        ('const map = {"source": ["rain"]};\n', "a.js", "is JavaScript.* Keep only the value"),
    ],
)
def test_what_is_nearly_json_is_told(text: str, name: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        opened(text, name)
