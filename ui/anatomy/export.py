"""The anatomy of a decoding step as a picture to save, with its caption."""

from alignoscope.interchange.file_names import slug
from alignoscope.records.trace import Trace
from alignoscope.records.version import VERSION
from alignoscope.ui.anatomy.component import COMPONENT, payload
from alignoscope.ui.anatomy.step_view import StepsView
from alignoscope.ui.exports.drawings import Drawing, Drawn
from alignoscope.ui.exports.picture_options import PictureOptions
from alignoscope.ui.player.captions import quoted_sources, said_target, said_variants
from alignoscope.ui.svg.ink import three_digits


def anatomy_drawing(trace: Trace, view: StepsView, unit: str, step: int) -> Drawing:
    """Return the picture of the anatomy of a step, counted from 0, or of the last step."""
    at = min(step, len(trace.steps) - 1) + 1
    one = view.steps[at - 1]

    def draw(_: PictureOptions) -> Drawn:
        return Drawn(
            component=COMPONENT,
            data={"player": "", "start": step, **payload(view)},
            caption=anatomy_caption(trace, view, step, unit, VERSION),
            said=f"Step {at}, {view.label}: {one.token} {view.verb}. {one.asked}",
        )

    return Drawing(
        label="Inside one step",
        name=f"anatomy-{slug(trace.label)}-step-{at}",
        help=f"Step {at} of {trace.label} in detail, as a vector picture",
        draw=draw,
    )


def anatomy_caption(trace: Trace, steps: StepsView, step: int, unit: str, version: str) -> str:
    """Return the caption of a step's picture: the translation, and the scales of its numbers.

    Args:
        trace: the trace.
        steps: its steps over `unit`.
        step: the step, from 0.
        unit: "words" or "pieces".
        version: the version of Alignoscope.
    """
    at = min(step, len(trace.steps) - 1)
    sentences = [
        quoted_sources([trace]),
        f"Translation: {said_target(trace)}",
        *said_variants([trace]),
        f"Step {at + 1} of {len(trace.steps)}. Bars: probabilities from 0 to 1",
    ]
    if steps.attends:
        high = three_digits(steps.peak("scores"))
        sentences[-1] += f", weights too; scores from −{high} to {high}, over {unit}"
        if unit == "words":
            sentences[-1] += " (scores: log sum exp, weights: sum over a word’s pieces)"
    sentences[-1] += "."
    if trace.steps[at].query.size:
        query, context = three_digits(steps.peak("query")), three_digits(steps.peak("context"))
        sentences.append(
            "Strips: blue, white and red are negative, zero and positive entries, the query "
            f"from −{query} to {query} and the context vector from −{context} to {context}; "
            "all steps have the same scales."
        )
    return " ".join([*sentences, f"Alignoscope {version}."])
