"""The pictures that can be saved from a page: what each is of, and how it is drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import streamlit as st

from alignoscope.decoding.tree import BeamTree
from alignoscope.figures.captions import anatomy_caption, tree_caption
from alignoscope.figures.drawing.anatomy import svg_anatomy
from alignoscope.figures.drawing.tree import svg_tree
from alignoscope.figures.views.steps import StepsView
from alignoscope.interchange.file_names import slug
from alignoscope.records.trace import Trace
from alignoscope.records.version import VERSION
from alignoscope.session.saving.printing import find_browser, to_pdf, to_png
from alignoscope.session.state import of

NO_BROWSER = (
    "PDF and PNG need Chromium, Chrome or Edge on the machine that runs Alignoscope, and none is "
    "there. SVG works without."
)


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A picture: its label on the page, its part of a file's name, and SVG of it, dark or not."""

    label: str
    name: str
    help: str
    draw: Callable[[bool], str]


def anatomy_drawing(trace: Trace, view: StepsView, unit: str, step: int) -> Drawing:
    """Return the picture of a step of a trace, taken apart."""
    at = min(step, len(trace.steps) - 1) + 1

    def draw(dark: bool) -> str:
        words = anatomy_caption(trace, view, step, unit, VERSION)
        return svg_anatomy(view, step, words, dark)

    return Drawing(
        label="Anatomy of the step",
        name=f"anatomy-{slug(trace.label)}-step-{at}",
        help=f"Step {at} of {trace.label}, taken apart: a vector picture",
        draw=draw,
    )


def tree_drawing(tree: BeamTree, chosen: int, name: str) -> Drawing:
    """Return the picture of the search by a file of that name, the chosen hypothesis in it."""

    def draw(dark: bool) -> str:
        words = tree_caption(
            tree.trace(chosen).called(name), tree.width, tree.length_penalty, VERSION
        )
        return svg_tree(tree.nodes, tree.best, chosen, words, dark)

    return Drawing(
        label="Beam tree",
        name=f"beam-tree-{slug(name)}",
        help="The whole tree, the chosen hypothesis marked: a vector picture",
        draw=draw,
    )


def offer_prints(make: Callable[[Callable], bytes], name: str, *, key: str) -> None:
    """Offer a picture as PDF and PNG, each made when it is pressed, where there is a browser.

    `make` prints the picture with `session.saving.printing.to_pdf` or `to_png`.
    """
    absent = find_browser() is None
    for kind, mime, printed in (("PDF", "application/pdf", to_pdf), ("PNG", "image/png", to_png)):
        st.download_button(
            kind,
            partial(make, printed),
            f"{name}.{kind.lower()}",
            mime,
            key=of(key, kind),
            help=NO_BROWSER if absent else f"The same picture as {kind}",
            on_click="ignore",
            disabled=absent,
        )
    if absent:
        st.caption(NO_BROWSER)
