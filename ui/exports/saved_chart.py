"""A Plotly figure as it is saved: under its title and caption, made of vectors only.

On a page the headings around a figure describe it and the theme colours it; a file has neither.
Titles and captions are plain text here: what Plotly would read as HTML is escaped.
"""

import numpy as np
from plotly.colors import hex_to_rgb
from plotly.graph_objects import Figure, Heatmap

from alignoscope.records.escaping import literal
from alignoscope.ui.svg.ink import FONT, Ink, decimal, paint
from alignoscope.ui.svg.lettering import BOLD, wrapped
from alignoscope.ui.svg.sheet import COLUMN_WIDTH, SLIDE_WIDTH

WIDTHS = {"Column": COLUMN_WIDTH, "Page": 800, "Slide": SLIDE_WIDTH}  # widths of a picture
# A slide is drawn with the width of a page and enlarged. COLUMN is the least width of a heatmap's
# columns.
WIDTH, COLUMN = WIDTHS["Page"], 20
SLIDE = WIDTH * 9 // 16  # the least height of a slide, before it is enlarged
SIDE, MARGIN = 12, 14  # space beside the title, and above and below it
TITLE, SMALL, LINE = 16, 13, 21  # font sizes of title and caption, and their line height
LABELS = 12  # font size of all other text
TONES = 255  # number of steps between a heatmap's end colours
BRIGHT = 140  # luma, of 255; on brighter colours black letters are easier to read than white


def saved_chart(figure: Figure, title: str, caption: str, ink: Ink, width: int = WIDTH) -> Figure:
    """Return a figure under its title and caption, in a fixed size.

    A heatmap with many columns makes the figure wider. A figure wider than a page is drawn with the
    width of a page, and the caller must enlarge it (`enlarged`). Plotly paints a heatmap as an
    image of pixels; here its cells are vectors too.

    Args:
        figure: the figure as it is on the page.
        title: the title; empty for none.
        caption: the caption; empty for none.
        ink: the colours.
        width: the width of the picture; see `WIDTHS`.
    """
    heatmaps = [trace for trace in figure.data if trace.type == "heatmap"]
    others = [trace for trace in figure.data if trace.type != "heatmap"]
    saved = Figure(others, figure.layout)
    for heatmap in heatmaps:
        _draw_cells(saved, heatmap, ink)
    least = SLIDE if width > WIDTH else 0
    width = max([min(width, WIDTH), *(200 + COLUMN * len(trace.z[0]) for trace in heatmaps)])
    titles, lines = _head(title, caption, width)
    head = MARGIN + (MARGIN + LINE * (len(titles) + len(lines)) if titles or lines else 0)
    style = f"font-size: {SMALL}px; color: {ink.muted}"
    text = [f"<b>{literal(line)}</b>" for line in titles]
    text += [f'<span style="{style}">{literal(line)}</span>' for line in lines]
    place = {"xref": "container", "x": 0, "yref": "container", "y": 1, "yanchor": "top"}
    for update in (saved.update_xaxes, saved.update_yaxes):
        update(gridcolor=ink.soft, zeroline=False)
    return saved.update_layout(
        template="plotly_white",
        paper_bgcolor=ink.paper,
        plot_bgcolor=ink.paper,
        font={"family": FONT, "size": LABELS, "color": ink.text},
        title={"text": "<br>".join(text), "font": {"size": TITLE}, **place},
        modebar={"color": ink.text, "activecolor": ink.accent, "bgcolor": ink.paper},
        title_pad={"l": SIDE, "t": MARGIN + 0.8 * TITLE},  # to the baseline of the first line
        width=width,
        height=max(figure.layout.height + head, least),
        margin_t=figure.layout.margin.t + head,
    )


def enlarged(width: int) -> int:
    """Return the factor by which a saved chart is enlarged to have this width."""
    return max(1, width // WIDTH)


def html(saved: Figure, title: str, times: int = 1) -> str:
    """Return a part of an HTML page that draws a chart without network; it contains Plotly."""
    still = {"staticPlot": True}
    drawn = saved.to_html(full_html=False, div_id="picture", config=still)
    return f'<title>{literal(title)}</title><div style="zoom: {times}">{drawn}</div>'


def _head(title: str, caption: str, width: int) -> tuple[list[str], list[str]]:
    """Return the lines of the title, which is bold and so wider, and of the caption."""
    room = width - 2 * SIDE
    titles, lines = wrapped(title, room / BOLD, TITLE), wrapped(caption, room, SMALL)
    return titles if title else [], lines if caption else []


def _draw_cells(saved: Figure, heatmap: Heatmap, ink: Ink) -> None:
    """Draw a heatmap's cells as one shape per colour, with its numbers and its scale, if any."""
    cells = np.asarray(heatmap.z, dtype=float)
    low, high, colors = heatmap.zmin, heatmap.zmax, [color for _, color in heatmap.colorscale]
    tones = np.rint((cells - low) / (high - low) * TONES).clip(0, TONES)  # NaN stays NaN
    shapes = []
    for tone in np.unique(tones[np.isfinite(tones)]):
        path = "".join(
            f"M{j - 0.5},{i - 0.5}H{j + 0.5}V{i + 0.5}H{j - 0.5}Z"
            for i, j in np.argwhere(tones == tone)
        )
        shapes.append(
            {
                "type": "path",
                "path": path,
                "fillcolor": paint(tone / TONES, colors),
                "line": {"color": ink.paper, "width": 1},
                "layer": "between",
            }
        )
    saved.layout.shapes = (*shapes, *saved.layout.shapes)
    rows, columns = cells.shape
    saved.update_xaxes(range=[-0.5, columns - 0.5])
    saved.update_yaxes(range=[rows - 0.5, -0.5], autorange=False)
    if heatmap.texttemplate:
        _write_numbers(saved, cells, tones, colors)
    if heatmap.showscale is not False:
        bar = heatmap.colorbar.to_plotly_json()
        scale = {"cmin": low, "cmax": high, "colorscale": colors, "colorbar": bar}
        marker = {"color": [low], "showscale": True, **scale}
        saved.add_scatter(x=[None], y=[None], mode="markers", marker=marker, showlegend=False)


def _write_numbers(saved: Figure, cells: np.ndarray, tones: np.ndarray, colors: list[str]) -> None:
    """Write a heatmap's numbers into its cells, black on bright colours and white on dark."""
    finite = np.argwhere(np.isfinite(cells))
    saved.add_scatter(
        x=finite[:, 1],
        y=finite[:, 0],
        mode="text",
        text=[decimal(cells[i, j]) for i, j in finite],
        textfont_color=[_over(paint(tones[i, j] / TONES, colors)) for i, j in finite],
        showlegend=False,
    )


def _over(color: str) -> str:
    """Return the colour of letters on a background colour, by its luma (ITU-R BT.601)."""
    red, green, blue = hex_to_rgb(color)
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > BRIGHT else "white"
