"""Beam search as a tree: every extension that it considered, with its fate."""

from dataclasses import dataclass

from alignoscope.decoding.beam import Search, check_beam, hypothesis_trace, search
from alignoscope.decoding.reading import read
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.limits import MAX_TREE_WIDTH
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace
from alignoscope.records.tree import Node


@dataclass(frozen=True, kw_only=True, eq=False)
class BeamTree:
    """The beam search of one sentence; `nodes` are in order of steps, at each step best first.

    `hypotheses` are the indices of the last nodes of what `beam_search` returns, best first: those
    that ended, or were live at the length limit. Traces are made on demand, so that a tree stores
    each step only once.
    """

    checkpoint: Checkpoint
    source: Sentence
    width: int
    length_penalty: float
    nodes: tuple[Node, ...]
    hypotheses: tuple[int, ...]
    search: Search

    @property
    def best(self) -> int:
        """The index of the best hypothesis's last node."""
        return self.hypotheses[0]

    def trace(self, index: int) -> Trace:
        """Return the trace of the hypothesis up to the node at `index`; it may be unfinished."""
        node = self.nodes[index]
        return hypothesis_trace(self.checkpoint, self.source, self.search, 0, node.step, node.rank)


def beam_tree(
    checkpoint: Checkpoint, text: str, width: int, length_penalty: float = 1.0
) -> BeamTree:
    """Search as `beam_search` does, and return the 2 `width` best extensions of every step.

    Args:
        checkpoint: the model and its tokenizer.
        text: the sentence to translate.
        width: the beam width.
        length_penalty: the exponent of the length, as in `beam_search`.

    Raises:
        ValueError: as `beam_search` does; the width is at most `MAX_TREE_WIDTH`.
    """
    check_beam(width, length_penalty, MAX_TREE_WIDTH)
    source = read(checkpoint.tokenizer, text, "source")
    done = search([checkpoint.model], [source], width, length_penalty)
    nodes: list[Node] = []
    index: dict[tuple[int, int | None], int] = {}  # node indices by step and rank
    for step, (layer,) in enumerate(done.layers):
        for rank, extension in enumerate(layer):
            if extension.total == float("-inf"):
                continue  # an extension of a beam that is still empty is no node
            index[step, rank] = len(nodes)
            nodes.append(
                Node(
                    parent=index.get((step - 1, extension.parent)),
                    step=step,
                    rank=rank,
                    token=checkpoint.tokenizer.piece(extension.choice.token),
                    token_id=extension.choice.token,
                    log_prob=extension.choice.log_prob,
                    total=extension.total,
                    score=extension.total / (step + 1) ** length_penalty,
                    fate=extension.fate,
                )
            )
    return BeamTree(
        checkpoint=checkpoint,
        source=source,
        width=width,
        length_penalty=length_penalty,
        nodes=tuple(nodes),
        hypotheses=tuple(index[found.step, found.rank] for found in done.found[0]),
        search=done,
    )
