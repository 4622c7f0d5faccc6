"""Labs of copying: names with and without it, and how much of each word was copied."""

from alignoscope.course.facts import copying as facts
from alignoscope.course.labs.maps import flow_of
from alignoscope.course.labs.record import Control, Lab, LabLine, Outcome, lab_of
from alignoscope.models.checkpoint import Checkpoint

WAYS = ("without copying", "with copying")


def named(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of names as a model without copying and one with it write them."""
    found = [facts.translations(one) for one in checkpoints]

    def outcome(i: int) -> Outcome:
        said = (LabLine("{}: **{}**", (traces[i].label, traces[i].target.text)) for traces in found)
        return Outcome(lines=tuple(said))

    sentences = Control(label="The sentence", settings=tuple(facts.NAMED), slides=True)
    return lab_of((sentences,), outcome)


def copied_words(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of the flow of `facts.MET`, of a model without copying and of one with it."""
    traces = [facts.translations(one)[0] for one in checkpoints]
    return lab_of(
        (Control(label="The model", settings=WAYS, start=1),),
        lambda i: flow_of(traces[i], facts.TOWN),
    )
