"""Maps as a figure in LaTeX: PGFPlots draws the cells from the numbers in the file."""

import math
from collections.abc import Sequence

import numpy as np

from alignoscope.ui.player.map_view import MapView
from alignoscope.ui.svg.scale import Scale

TEXT_WIDTH = 160  # millimetres, of all maps with their words
LARGEST, SMALLEST = 4.0, 1.2  # millimetres, of a cell
LABEL = 2.4  # millimetres between two labels of 7 pt
LETTER = 1.25  # millimetres, about the width of a letter of 7 pt
BETWEEN, LEGEND = 4, 16  # millimetres between two maps, and for the colour bar
EVERY = (1, 2, 5, 10, 20, 50, 100)
SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "$&#_%"},
}

_HEAD = r"""% Attention maps. It compiles as it is: lualatex FILE, or pdflatex for Latin scripts.
% For a paper, copy the figure, and the two lines of PGFPlots.
\documentclass{article}
\usepackage[margin=20mm]{geometry}
\usepackage{iftex}
\iftutex\usepackage{fontspec}\else\usepackage[T1]{fontenc}\fi
\usepackage{pgfplots}
\pgfplotsset{compat=1.16}
\begin{document}
"""


def escaped(text: str) -> str:
    """Return a text as LaTeX prints it, with its special characters escaped."""
    return "".join(SPECIAL.get(letter, letter) for letter in " ".join(text.split()))


def latex_figure(views: Sequence[MapView], scale: Scale, caption: str) -> str:
    """Return a LaTeX document with maps in one row, with one colour bar and a caption.

    Each cell is a line of data, `column row value` from 1, which PGFPlots colours; cells without a
    value, outside of a local window, have no line. Maps without cells are left out.

    Args:
        views: the maps.
        scale: their scale, of which the colours are linear.
        caption: the text below them.
    """
    shown = [view for view in views if view.cells is not None]
    assert shown
    cell, sep = _cell(shown), _sep(shown)
    starts = np.cumsum([0, *(cell * len(view.columns) + sep for view in shown[:-1])])
    low, high = (f"{bound:.4g}" for bound in (scale.low, scale.high))
    return "\n".join(
        [
            _HEAD + r"\begin{figure}",
            r"\centering",
            r"\pgfplotsset{attention map/.style={",
            "  anchor=north west, scale only axis, enlargelimits=false, y dir=reverse, clip=false,",
            "  axis line style={draw=none}, tick style={draw=none}, xticklabel pos=upper,",
            r"  ticklabel style={font=\fontsize{7}{8}\selectfont, inner sep=1pt},",
            "  xticklabel style={rotate=90, anchor=west},",
            f"  colormap={{maps}}{{{_colours(scale)}}},",
            f"  point meta min={low}, point meta max={high},",
            "}}",
            r"\begin{tikzpicture}",
            *(
                _axis(view, start, cell, scale.label if view is shown[-1] else "")
                for view, start in zip(shown, starts, strict=True)
            ),
            r"\end{tikzpicture}",
            rf"\caption{{{escaped(caption)}}}",
            r"\end{figure}",
            r"\end{document}",
            "",
        ]
    )


def _axis(view: MapView, start: float, cell: float, legend: str) -> str:
    """Return one map: its words as tick labels, its cells as data, and its name below.

    Args:
        view: the map.
        start: where it begins, in millimetres.
        cell: the size of a cell, in millimetres.
        legend: the label of its colour bar; empty without one.
    """
    cells = np.asarray(view.cells, dtype=float)
    rows, columns = cells.shape
    data = [
        f"{column + 1} {row + 1} {cells[row, column]:.4f}"
        for row in range(rows)
        for column in range(columns)
        if math.isfinite(cells[row, column])
    ]
    bar = [
        rf"  colorbar, colorbar style={{width=2mm, ylabel={{{escaped(legend)}}},",
        r"    yticklabel style={font=\fontsize{7}{8}\selectfont}},",
    ]
    return "\n".join(
        [
            rf"\begin{{axis}}[attention map, at={{({start:.2f}mm,0mm)}},",
            f"  width={columns * cell:.2f}mm, height={rows * cell:.2f}mm,",
            f"  xmin=0.5, xmax={columns + 0.5}, ymin=0.5, ymax={rows + 0.5},",
            f"  {_ticks('x', view.columns, cell)},",
            f"  {_ticks('y', view.rows, cell)},",
            *(bar if legend else []),
            "]",
            r"\addplot[scatter, only marks, scatter src=explicit, mark=square*,",
            f"  mark size={0.48 * cell:.3f}mm, mark options={{draw opacity=0}}]",
            "table[meta=value] {",
            "column row value",
            *data,
            "};",
            r"\node[anchor=north, font=\footnotesize] at (axis description cs:0.5,0) "
            f"{{{escaped(view.label)}}};",
            r"\end{axis}",
        ]
    )


def _ticks(axis: str, words: Sequence[str], cell: float) -> str:
    """Return the words at an axis; of those that are too many, every second or fifth."""
    every = next(count for count in EVERY if count * cell >= LABEL)
    places = range(0, len(words), every)
    numbers = ",".join(str(place + 1) for place in places)
    labels = ",".join(f"{{{escaped(words[place])}}}" for place in places)
    return f"{axis}tick={{{numbers}}}, {axis}ticklabels={{{labels}}}"


def _cell(views: Sequence[MapView]) -> float:
    """Return the size of a cell with which all maps fit the width of a text, in millimetres."""
    beside = _sep(views) * len(views) + LEGEND
    return float(
        np.clip((TEXT_WIDTH - beside) / sum(len(v.columns) for v in views), SMALLEST, LARGEST)
    )


def _sep(views: Sequence[MapView]) -> float:
    """Return the space between two maps, which the words of the second need, in millimetres."""
    return BETWEEN + LETTER * max(len(word) for view in views for word in view.rows)


def _colours(scale: Scale) -> str:
    """Return the colours of a scale, from low to high, as a colour map of PGFPlots."""
    channels = [tuple(int(color[i : i + 2], 16) for i in (1, 3, 5)) for color in scale.colors]
    return " ".join(f"rgb255=({red},{green},{blue})" for red, green, blue in channels)
