"""JSON of a map as lists of cells, and what is said of files that are nearly such."""

import json

import numpy as np
import pytest

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.records.foreign import ForeignFile

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
        with pytest.raises(ValueError, match="nothing shows which word of a cell is the target"):
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
