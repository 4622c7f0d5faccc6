"""The picture of a beam search for export: its caption and its drawing."""

from alignoscope.decoding.tree import BeamTree
from alignoscope.interchange.file_names import slug
from alignoscope.records.trace import Trace
from alignoscope.records.version import VERSION
from alignoscope.ui.beam_tree.component import COMPONENT, payload
from alignoscope.ui.beam_tree.tree_view import path
from alignoscope.ui.exports.drawings import Drawing, Drawn
from alignoscope.ui.exports.picture_options import PictureOptions
from alignoscope.ui.player.captions import quoted_sources, said_target, said_variants


def tree_drawing(tree: BeamTree, chosen: int, unit: str, name: str) -> Drawing:
    """Return the picture of a search with the hypothesis up to the node `chosen` marked.

    Args:
        tree: the beam search.
        chosen: the index of the last node of the hypothesis to mark.
        unit: the unit of the labels, "words" or "pieces".
        name: the name of the checkpoint; it labels the caption and names the picture's file.
    """

    def draw(_: PictureOptions) -> Drawn:
        trace, nodes = tree.trace(chosen).with_label(name), tree.nodes
        tokens = " ".join(nodes[i].token for i in path(nodes, chosen))
        return Drawn(
            component=COMPONENT,
            data=payload(nodes, tree.best, chosen, unit),
            caption=tree_caption(trace, tree.width, tree.length_penalty, VERSION),
            said=f"{len(nodes)} tokens. The chosen hypothesis: {tokens}",
        )

    return Drawing(
        label="Beam tree",
        name=f"beam-tree-{slug(name)}",
        help="The whole tree with the chosen hypothesis marked, as a vector picture",
        draw=draw,
    )


def tree_caption(trace: Trace, width: int, length_penalty: float, version: str) -> str:
    """Return the caption of a tree: the search, how it is drawn, and the chosen hypothesis."""
    sentences = [
        quoted_sources([trace]),
        *said_variants([trace]),
        f"Width {width}, length penalty {length_penalty:g}.",
        "Each column is one step. Each box shows a token, its probability, and the total "
        "log-probability (nats) of the hypothesis up to it; lines are thicker for more "
        "probable tokens.",
        f"Chosen: {said_target(trace)}",
        f"Alignoscope {version}.",
    ]
    return " ".join(sentences)
