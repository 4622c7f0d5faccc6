"""Maps as LaTeX: the numbers in the file, what TeX would misread, and a structure that is whole."""

import re
from dataclasses import replace

import numpy as np
import pytest

from alignoscope.ui.exports.pgf import SPECIAL, escaped, latex_figure
from alignoscope.ui.player.map_view import SCORE_COLORS, MapView
from alignoscope.ui.svg.scale import Scale
from tests.shared.player_page import WEIGHTS

GROUP = re.compile(r"\\begin\{(\w+)\}|\\end\{(\w+)\}")
PLOT = re.compile(r"table\[meta=value\] \{\ncolumn row value\n(.*?)\n\};", re.DOTALL)


def view_of(
    cells: np.ndarray | None, label: str = "luong-dot", **words: tuple[str, ...]
) -> MapView:
    rows, columns = (2, 3) if cells is None else cells.shape
    own = {
        "rows": tuple(f"mot{i}" for i in range(rows)),
        "columns": tuple(f"word{i}" for i in range(columns)),
    }
    return MapView(
        label=label,
        id=label,
        mode="",
        origin="",
        translation="",
        cells=cells,
        row_of_step=tuple(range(rows)),
        tokens=own["rows"],
        **own | words,
    )


def assert_whole(text: str) -> None:
    """Check that braces and environments that open are closed, in their order."""
    lines = [line.partition("%")[0] if line.startswith("%") else line for line in text.split("\n")]
    plain = re.sub(r"\\[\\{}%$&#_]", "", "\n".join(lines))
    depth = 0
    for sign in re.findall(r"[{}]", plain):
        depth += 1 if sign == "{" else -1
        assert depth >= 0
    assert depth == 0
    assert plain.count("[") == plain.count("]")
    assert not re.search(r"[$&#_^~%]", plain.replace("axis description cs", ""))
    opened: list[str] = []
    for begun, ended in GROUP.findall(plain):
        if begun:
            opened.append(begun)
        else:
            assert opened.pop() == ended
    assert not opened


def test_each_cell_is_a_line_of_data_in_its_column_and_row() -> None:
    cells = np.array([[0.125, 0.875, 0.0], [0.33333, 0.1, 0.56667]])
    text = latex_figure([view_of(cells), view_of(cells.T, "bahdanau-dot")], WEIGHTS, "Two maps.")
    assert_whole(text)
    first, second = PLOT.findall(text)
    assert first.splitlines() == [
        *("1 1 0.1250", "2 1 0.8750", "3 1 0.0000"),
        *("1 2 0.3333", "2 2 0.1000", "3 2 0.5667"),
    ]
    numbers = np.array([line.split() for line in second.splitlines()], dtype=float)
    np.testing.assert_allclose(numbers[:, 2].reshape(3, 2), cells.T, atol=5e-5)
    assert text.count("colorbar,") == 1  # one legend, of the last map
    assert "width=12.00mm, height=8.00mm" in text
    (at,) = re.findall(r"at=\{\((?!0)([\d.]+)mm,0mm\)\}", text)
    assert float(at) > 12 + len("mot0")  # right of the first map, with its words
    assert "xtick={1,2,3}, xticklabels={{word0},{word1},{word2}}" in text
    assert "ytick={1,2}, yticklabels={{mot0},{mot1}}" in text
    assert "{bahdanau-dot};" in text
    assert r"\caption{Two maps.}" in text


def test_the_colours_and_bounds_are_those_of_the_scale() -> None:
    scores = Scale(title="Scores", label="score", low=-7.25, high=7.25, colors=SCORE_COLORS)
    text = latex_figure([view_of(np.ones((1, 1)))], scores, "")
    assert "point meta min=-7.25, point meta max=7.25" in text
    red, green, blue = (int(SCORE_COLORS[0][i : i + 2], 16) for i in (1, 3, 5))
    assert f"colormap={{maps}}{{rgb255=({red},{green},{blue}) " in text
    assert text.count("rgb255") == len(SCORE_COLORS)


def test_a_cell_without_a_value_and_a_map_without_cells_are_left_out() -> None:
    cells = np.array([[-np.inf, 1.5], [2.5, -np.inf]])
    text = latex_figure([view_of(cells), view_of(None, "fixed-context")], WEIGHTS, "One.")
    (data,) = PLOT.findall(text)
    assert data.splitlines() == ["2 1 1.5000", "1 2 2.5000"]
    assert "fixed-context" not in text


@pytest.mark.parametrize("sign", [*SPECIAL, "[", ",", "=", ";", "«", "ß", "犬"])
def test_words_that_tex_would_misread_are_printed(sign: str) -> None:
    word = f"a{sign}b"
    view = view_of(np.eye(2), f"model{sign}", columns=(word, sign), rows=(sign, word))
    text = latex_figure([view], WEIGHTS, f"Source: “{word}”.")
    if sign not in "[]":
        assert_whole(text)
    assert f"xticklabels={{{{{escaped(word)}}},{{{escaped(sign)}}}}}" in text
    assert len(PLOT.findall(text)) == 1


def test_escaping_is_undone_by_reading_it_as_tex_does() -> None:
    text = r"50% of {a_b} & $1 ~ ^ # \end{document}"
    back = {name: sign for sign, name in SPECIAL.items()}
    names = "|".join(re.escape(name) for name in sorted(back, key=len, reverse=True))
    assert re.sub(names, lambda found: back[found[0]], escaped(text)) == text
    assert r"\end{document}" not in escaped(text)


def test_labels_of_long_sentences_thin_out_and_maps_keep_to_the_width_of_a_text() -> None:
    long = view_of(np.full((60, 60), 1 / 60))
    text = latex_figure([replace(long, id=str(i)) for i in range(2)], WEIGHTS, "")
    assert "xtick={1,6,11," in text or "xtick={1,3,5," in text
    first, second = map(float, re.findall(r"width=([\d.]+)mm, height", text))
    assert first == second
    assert 60 * 1.2 - 0.1 <= first < 80
    short = latex_figure([view_of(np.eye(2))], WEIGHTS, "")
    assert "width=8.00mm, height=8.00mm" in short
