"""The attention of a trunk, which fades away while the attention of the run learns."""

import torch
from torch import Tensor

from alignoscope.models.layers.attention import Attention, Memory, Past
from alignoscope.models.seq2seq import Seq2Seq


class Fade:
    """Mixes the scores of a trunk into those of a model: e = (1 - s) e_trunk + s e_own.

    s rises from 0 to 1 over the first `steps` updates, evenly. The trunk's attention is not
    trained, and the model keeps nothing of it. Without it a run from a trunk starts with scores
    that point nowhere: for a dot product, which has no weights, the states of encoder and decoder
    would have to turn towards each other while the model already translates without alignments.

    Args:
        model: the run's model, whose attention gets the mixed scores.
        trunk: the model of the trunk.
        steps: the number of updates, at least 1.

    Raises:
        ValueError: if one of the two models has no scores, or the trunk's read earlier weights.
    """

    def __init__(self, model: Seq2Seq, trunk: Seq2Seq, steps: int) -> None:
        attention, fading = model.decoder.attention, trunk.decoder.attention
        if not (isinstance(attention, Attention) and isinstance(fading, Attention)):
            raise ValueError(
                "--fade mixes the scores of two attentions: fixed-context has none, and a "
                "Transformer those of many heads. Leave it out."
            )
        if fading.sequential:
            raise ValueError(
                f"--fade cannot mix in the scores of {trunk.config.variant}, which read the "
                "weights of earlier steps: give --trunk another checkpoint."
            )
        self.own, self.trunk, self.steps = attention.scores, fading, steps
        self.trunk.requires_grad_(False).to(model.bias.device)
        self.share = 0.0
        self.read: Memory | None = None
        attention.scores = self.scores  # type: ignore[method-assign]

    def at(self, step: int) -> None:
        """Set s for the update number `step`, from 0."""
        self.share = min(step / self.steps, 1.0)

    def scores(self, query: Tensor, memory: Memory, past: Past) -> Tensor:
        """Return the mixed scores [batch, n, src_len]; see `Attention.scores`."""
        own = self.own(query, memory, past)
        if (
            self.share == 1 or not torch.is_grad_enabled()
        ):  # The saved model has its own scores alone.
            self.read = None
            return own
        if self.read is None or self.read.values is not memory.values:
            self.read = memory._replace(keys=self.trunk.project(memory.values))
        return torch.lerp(self.trunk.scores(query, self.read, past), own, self.share)
