"""Labs that test statements about attention: the sums of weights, the parameters of scores."""

from alignoscope.course.facts import parts
from alignoscope.course.facts.referee import keys_and_values
from alignoscope.course.facts.sentences import GIRL, NEVER, VERY_TIRED
from alignoscope.course.labs.masking import sum_lines
from alignoscope.course.labs.record import Control, Lab, LabLine, LabTable, Outcome, lab_of
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.catalogue.scores import SCORES

SENTENCES = (NEVER, VERY_TIRED, GIRL)
NAMES = {  # The parameters of each score, as its formula names them.
    "general": {"score.key.weight": "W"},
    "concat": {"score.both.weight": "W", "score.v.weight": "v"},
    "additive": {
        "score.query.weight": "W₁",
        "score.key.weight": "W₂",
        "score.key.bias": "b",
        "score.v.weight": "v",
    },
}
LEARNT = ("dot", *NAMES)
KEYS = {"the same": "the values themselves", "made apart": "the values, times a matrix"}


def sums(checkpoint: Checkpoint) -> Lab:
    """Return the lab of the sums of a map's rows and columns."""
    traces = translate(checkpoint, list(SENTENCES))

    def outcome(i: int) -> Outcome:
        weights = traces[i].weights
        assert weights is not None
        counts = LabLine("Tokens read: **{}**. Tokens written: **{}**.", weights.shape[::-1])
        return Outcome(lines=(*sum_lines(weights), counts), traces=(traces[i],))

    return lab_of((Control(label="The sentence", settings=SENTENCES),), outcome)


def learnt(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of the parameters of the scores of `LEARNT`, and of their keys."""

    def outcome(i: int) -> Outcome:
        rows = tuple(parts_of(LEARNT[i], checkpoints[i]))
        lines = (
            LabLine("Score: **{}**", (SCORES[LEARNT[i]].label,)),
            LabLine(
                "Numbers that attention has learnt: **{}**.", (parts.parameters(checkpoints[i]),)
            ),
            LabLine("Its keys: **{}**.", (KEYS[keys_and_values(checkpoints[i])],)),
        )
        columns = ("has learnt", "rows", "columns")
        return Outcome(lines=lines, table=LabTable(columns=columns, rows=rows) if rows else None)

    start = LEARNT.index("additive")
    return lab_of((Control(label="The score", settings=LEARNT, start=start),), outcome)


def compared(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of the scores of `LEARNT` in one table: formula, parameters and paper."""
    rows = tuple(
        (name, SCORES[name].label, f"{parts.parameters(one):,}", SCORES[name].paper)
        for name, one in zip(LEARNT, checkpoints, strict=True)
    )
    table = LabTable(columns=("score", "formula", "parameters", "paper"), rows=rows)
    return lab_of((), lambda: Outcome(table=table))


def parts_of(score: str, checkpoint: Checkpoint) -> list[tuple[str, str, str]]:
    """Return each parameter of a score with its rows and columns; a vector is one row."""
    named = dict(checkpoint.model.decoder.attention.named_parameters())
    found = {name: named[path] for path, name in NAMES.get(score, {}).items()}
    return [
        (name, str(part.numel() // part.shape[-1]), str(part.shape[-1]))
        for name, part in found.items()
    ]
