"""Long tables whose columns have no names: a line for each cell of a map."""

import numpy as np
import pytest

from alignoscope.interchange.foreign.opening import open_foreign
from tests.shared.tool_files import given

SOURCE = ("rain", "falls", "on", "rain")
TARGET = ("la", "pluie", "la")
WEIGHTS = ((0.75, 0.125, 0.125, 0), (0.25, 0.25, 0.5, 0), (0, 0.125, 0.25, 0.625))
CELLS = [
    {"j": j, "s": SOURCE[j], "i": i, "t": TARGET[i], "w": WEIGHTS[i][j]}
    for i in range(3)
    for j in range(4)
]
BESIDE = {"a.src": " ".join(SOURCE), "a.trg": " ".join(TARGET)}


def lines(columns: str, mark: str, *, first: int = 0, turned: bool = False) -> str:
    """Return a line for each cell, with these columns."""
    cells = sorted(CELLS, key=lambda cell: (cell["j"], cell["i"])) if turned else CELLS
    values = [cell | {"i": cell["i"] + first, "j": cell["j"] + first} for cell in cells]
    return "".join(f"{mark.join(str(one[name]) for name in columns)}\n" for one in values)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("mark", ["\t", ",", ";", " "])
@pytest.mark.parametrize("columns", ["stw", "tsw", "wst", "jsitw", "itjsw", "jistw", "wsjti"])
def test_cells_with_words_make_up_a_map(columns: str, mark: str, turned: bool) -> None:
    (file,) = open_foreign(given({"a.txt": lines(columns, mark, turned=turned)}))
    (one,) = file.sentences
    assert (one.source.pieces, one.target.pieces) == (SOURCE, TARGET)
    np.testing.assert_array_equal(one.maps[0, 0], WEIGHTS)
    target = columns.index("t") + 1
    assert f"column {target} is the target, since its weights sum to 1" in " ".join(file.notes)


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("mark", ["\t", ",", " "])
@pytest.mark.parametrize("columns", ["jiw", "ijw", "wji"])
def test_cells_with_positions_open_beside_their_texts(columns: str, mark: str, first: int) -> None:
    files = {"a.txt": lines(columns, mark, first=first)} | BESIDE
    (file,) = open_foreign(given(files))
    (one,) = file.sentences
    assert (one.source.pieces, one.target.pieces) == (SOURCE, TARGET)
    np.testing.assert_array_equal(one.maps[0, 0], WEIGHTS)


def test_one_target_word_may_have_more_source_words_than_lines_are_looked_at() -> None:
    weights = [2.0**-i for i in range(1, 60)]
    text = "".join(f"w{i}\tla\t{weight}\n" for i, weight in enumerate([*weights, weights[-1]]))
    (file,) = open_foreign(given({"a.tsv": text}))
    assert file.sentences[0].maps.shape == (1, 1, 1, 60)
    assert file.sentences[0].target.pieces == ("la",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (lines("stw", "\t").rpartition("rain")[0], "do not show the order of the words"),
        (
            lines("jiw", "\t").rpartition("3\t2")[0],
            "write each cell once, also those with the weight 0",
        ),
        (
            "a b 0.5\na c 0.5\nd b 0.5\nd c 0.5\n",
            "nothing shows which side of a cell is the target",
        ),
        ("la rain 0.5\npluie falls 0.5\n", "looks like a cell of a map on each line: name the"),
        (
            "".join(f"7 {line}\n" for line in lines("stw", " ").splitlines()),
            "and sentence if there",
        ),
        (lines("stw", "\t") + "rain\tla\n", "Line 13 has 2 cells, the first line 3"),
        (lines("stw", "\t") * 4 + "rain\tla\t?\n", "a line is no cell of a map as the first ones"),
    ],
)
def test_lines_that_are_no_whole_map_are_told(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        open_foreign(given({"a.tsv": text}))


def test_rows_of_weights_on_three_words_are_no_cells() -> None:
    (file,) = open_foreign(given({"a.txt": "0 0 1.0\n0 1 0.0\n1 0 0.0\n0 0 1.0\n"}))
    assert file.sentences[0].maps.shape == (1, 1, 4, 3)
