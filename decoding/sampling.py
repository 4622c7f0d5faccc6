"""Sampling: each step draws a token from the model's distribution."""

from collections.abc import Sequence

import torch
from torch import Tensor

from alignoscope.decoding.loop import decode
from alignoscope.decoding.reading import read
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace


def sample(
    checkpoint: Checkpoint,
    texts: Sequence[str],
    *,
    temperature: float = 1.0,
    top_k: int | None = None,
    seed: int = 0,
) -> list[Trace]:
    """Translate texts by drawing each token from p^(1 / temperature), renormalised.

    Args:
        checkpoint: the model and its tokenizer.
        texts: the sentences to translate.
        temperature: below 1 favours probable tokens, above 1 improbable ones.
        top_k: restricts the draw to this many most probable tokens; None allows all.
        seed: the seed of the draws.

    Raises:
        ValueError: as `translate` does, or if temperature or `top_k` is out of range.
    """
    if not 0 < temperature <= 100:
        raise ValueError(f"The temperature is {temperature}: expected above 0 and at most 100.")
    vocab_size = checkpoint.model.config.vocab_size
    top_k = vocab_size if top_k is None else top_k
    if not 1 <= top_k <= vocab_size:
        raise ValueError(f"top_k is {top_k}: expected 1 to {vocab_size}, the vocabulary's size.")
    generator = torch.Generator().manual_seed(seed)

    def draw(log_probs: Tensor, _: int) -> Tensor:
        best = log_probs.topk(top_k, dim=-1)
        drawn = torch.softmax(best.values / temperature, dim=-1).multinomial(1, generator=generator)
        return best.indices.gather(1, drawn).squeeze(1)

    sources = [read(checkpoint.tokenizer, text, "source") for text in texts]
    return decode(checkpoint, sources, "sampled", choose=draw)
