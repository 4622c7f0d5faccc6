"""Labs of a Transformer: its equation in three papers, positions, scaling, and its heads."""

from math import sqrt

from alignoscope.course.facts import transformer as facts
from alignoscope.course.facts.oracle import own_translation
from alignoscope.course.facts.sentences import CATS
from alignoscope.course.labs.record import Control, Lab, LabBar, LabLine, LabTable, Outcome, lab_of
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.heads import head_traces
from alignoscope.models.checkpoint import Checkpoint

SIZES = (4, 16, 64, 256)
PAPERS = {  # What query, keys, values and score are, and what the query is of.
    "Bahdanau et al. 2015": (
        "s[i−1], the decoder's state before its update",
        "h[j], the states of two RNNs at word j",
        "the same h[j]",
        "v · tanh(W s[i−1] + U h[j])",
    ),
    "Luong et al. 2015": (
        "h[t], the decoder's state after its update",
        "h̄[s], the encoder's state at word s",
        "the same h̄[s]",
        "h[t] · W h̄[s]",
    ),
    "Vaswani et al. 2017": (
        "W^Q x, a product of the token that asks",
        "W^K x, a product of each token that is asked",
        "W^V x, another product of the same tokens",
        "q · k / √d, once per head",
    ),
}
ROLES = ("query q", "keys K", "values V", "score")
ADDED = ("added", "left out of the encoder")
SCALED = ("not divided", "divided by √d")


def papers() -> Lab:
    """Return the lab of what query, keys and values are in three papers."""
    names = tuple(PAPERS)

    def outcome(i: int) -> Outcome:
        rows = tuple(zip(ROLES, PAPERS[names[i]], strict=True))
        return Outcome(table=LabTable(columns=("part", "in this paper"), rows=rows))

    return lab_of((Control(label="The paper", settings=names),), outcome)


def positions(checkpoint: Checkpoint) -> Lab:
    """Return the lab of what a Transformer writes with and without positions in its encoder."""
    models = checkpoint, facts.without_positions(checkpoint)
    found = [[own_translation(text, model) for model in models] for text in facts.CHASES]
    return lab_of(
        (
            Control(label="The sentence", settings=facts.CHASES),
            Control(label="Positions", settings=ADDED),
        ),
        lambda text, way: Outcome(lines=(LabLine("It writes: **{}**", (found[text][way],)),)),
    )


def saturation() -> Lab:
    """Return the lab of the largest of ten weights by the size of queries and keys."""

    def outcome(size: int, way: int) -> Outcome:
        divisor = sqrt(SIZES[size]) if way else 1.0
        share = facts.largest(SIZES[size], divisor)
        return Outcome(bars=(LabBar(label="the largest of ten weights", share=share),))

    return lab_of(
        (
            Control(label="Numbers in q and k, d", settings=tuple(map(str, SIZES)), slides=True),
            Control(label="Scores", settings=SCALED),
        ),
        outcome,
    )


def heads(checkpoint: Checkpoint) -> Lab:
    """Return the lab of the maps of each layer's heads, with their alignment errors."""
    errors = facts.errors(checkpoint)
    traces = head_traces(checkpoint, translate(checkpoint, [CATS])[0])
    layers = tuple(str(i + 1) for i in range(len(errors)))

    def outcome(layer: int) -> Outcome:
        own_ones = [one for one in traces if one.layer == layer]
        names = [f"head {one.head + 1}" for one in own_ones] + ["mean of these heads"]
        rows = zip(names, (f"{error:.2f}" for error in errors[layer]), strict=True)
        return Outcome(
            table=LabTable(columns=("head", "alignment error"), rows=tuple(rows)),
            traces=tuple(
                one.with_label(f"{one.variant} · {name}")
                for one, name in zip(own_ones, names, strict=False)
            ),
        )

    return lab_of((Control(label="Layer", settings=layers),), outcome)


def ablation(checkpoint: Checkpoint) -> Lab:
    """Return the lab of what a Transformer writes without a head, or all heads of a layer."""
    found = facts.left_out(checkpoint)
    config = checkpoint.model.config
    names = (*(f"head {i + 1}" for i in range(config.heads)), "all heads")

    def outcome(layer: int, head: int) -> Outcome:
        one = found[layer * len(names) + head]
        lines = (
            LabLine("It writes: **{}**", (one.written.target.text,)),
            LabLine("log p of its own translation falls by **{}**.", (f"{one.fall:.2f}",)),
        )
        return Outcome(lines=lines)

    return lab_of(
        (
            Control(label="Layer", settings=tuple(str(i + 1) for i in range(config.layers))),
            Control(label="Left out", settings=names),
        ),
        outcome,
    )
