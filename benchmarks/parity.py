"""Do packed matrices change what a model writes, or where it looks? On the dev part of a corpus.

Run `.venv/bin/python benchmarks/parity.py CORPUS`; the result is printed and in parity.json.
The first 300 sentences, each alone, greedily and by beam 5: as they are decoded, and again with all
matrices unpacked, as training and gradients read them. Weights are held against each other where
both wrote the same tokens.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT))

from alignoscope.benchmarks import result  # noqa: E402
from alignoscope.data.corpus import read_corpus  # noqa: E402
from alignoscope.data.split import split_pairs  # noqa: E402
from alignoscope.decoding.best import best_translations  # noqa: E402
from alignoscope.models.checkpoint import load_checkpoint  # noqa: E402
from alignoscope.records.trace import Trace  # noqa: E402

VARIANTS = ("luong-general", "bahdanau-additive")
SENTENCES = 300
WIDTHS = (1, 5)


def main() -> None:
    """Measure both variants."""
    torch.set_num_threads(1)
    corpus = read_corpus(sys.argv[1])
    texts = [source for source, _ in split_pairs(corpus.pairs).dev[:SENTENCES]]
    rows = [compare(variant, texts, width) for variant in VARIANTS for width in WIDTHS]
    measured = {"corpus": corpus.revision, "sentences": len(texts), "variants": rows}
    result.write("parity", "python benchmarks/parity.py CORPUS", ("torch",), measured)


def compare(variant: str, texts: Sequence[str], width: int) -> dict[str, object]:
    """Decode each text packed and unpacked; return how often and how far they differ."""
    checkpoint = load_checkpoint(ROOT / "checkpoints" / "eng-fra" / f"{variant}.safetensors")
    assert checkpoint.model.packed is not None, "this processor has no packed products"
    packed = [best_translations(checkpoint, [text], width)[0] for text in texts]
    for module in checkpoint.model.modules():
        module.packed = None
    plain = [best_translations(checkpoint, [text], width)[0] for text in texts]
    both = [(a, b) for a, b in zip(packed, plain, strict=True) if a.target.ids == b.target.ids]
    return {
        "variant": variant,
        "width": width,
        "same tokens %": round(100 * len(both) / len(texts), 2),
        "largest difference of a weight": max(_difference(*one) for one in both),
    }


def _difference(one: Trace, other: Trace) -> float:
    assert one.weights is not None
    assert other.weights is not None
    return float(np.abs(one.weights - other.weights).max())


if __name__ == "__main__":
    main()
