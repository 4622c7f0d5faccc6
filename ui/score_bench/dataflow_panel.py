"""The data flow of one decoding step for the chosen switches, and its picture for export."""

import streamlit as st

from alignoscope.interchange.file_names import slug
from alignoscope.ui.exports.chart_panel import save_pressed, signed
from alignoscope.ui.exports.drawings import Drawing
from alignoscope.ui.exports.picture_options import PictureOptions
from alignoscope.ui.exports.save_dialog import save_pictures
from alignoscope.ui.score_bench.svg_dataflow import KEY, dataflow, dataflow_sheet, dataflow_text
from alignoscope.ui.shell.session_keys import DATAFLOW, SAVED_PRINTS
from alignoscope.ui.svg.ink import DARK, LIGHT


def show_dataflow(timing: str, score: str, feeding: bool, normaliser: str, variant: str) -> None:
    """Show the data flow of one decoding step of a variant, and offer it as a picture.

    Args:
        timing: the timing.
        score: the score function.
        feeding: whether the variant uses input feeding.
        normaliser: the normaliser.
        variant: the name of the variant.
    """
    switches = (timing, score, feeding, normaliser)
    st.image(dataflow(*switches), alt=dataflow_text(*switches), width="stretch")
    title = f"One decoding step of {variant}"
    if save_pressed(DATAFLOW, title):

        def draw(look: PictureOptions) -> str:
            words = signed(KEY) if look.caption else ""
            return dataflow_sheet(*switches, look.title, words, DARK if look.dark else LIGHT)

        said = dataflow_text(*switches)
        drawing = Drawing(label="Step", name="step", help=said, draw=draw, title=title)
        save_pictures([drawing], slug(variant), SAVED_PRINTS)
