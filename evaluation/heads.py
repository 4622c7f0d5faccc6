"""The alignment error of each layer and head of a Transformer: `python -m evaluation.heads --help`.

A map of the app is the mean over the heads of one layer, and this command chooses the layer.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from alignoscope.data.gold import read_gold_tsv, turn_pair
from alignoscope.decoding.heads import head_errors
from alignoscope.models.checkpoint import choose_layer, load_checkpoint
from alignoscope.records.whole_file import check_writable, told_in_a_line


def main(argv: Sequence[str] | None = None) -> None:
    """Parse the options, measure, and print a row per layer; the last number is the mean's.

    Raises:
        ValueError: if no pair is in the part of the gold file.
    """
    parser = argparse.ArgumentParser(
        prog="python -m evaluation.heads",
        description="Measure the alignment error of each head of a Transformer, and of the mean "
        "over the heads of each layer, and store the layer whose mean aligns best.",
    )
    add = parser.add_argument
    add("checkpoint", type=Path, help="a .safetensors file of a Transformer")
    add("--gold", type=Path, required=True, help="gold alignments, .tsv")
    add("--part", default="dev", help="of the gold alignments (%(default)s)")
    add("--reverse", action="store_true", help="the model reads the second language")
    add("--store", action="store_true", help="the checkpoint's traces get the best layer's weights")
    args = parser.parse_args(argv)
    with told_in_a_line(parser):
        checkpoint = load_checkpoint(args.checkpoint)
        gold = [pair for pair in read_gold_tsv(args.gold) if pair.part == args.part]
        if not gold:
            raise ValueError(f"{args.gold}: no pair is in the part {args.part!r}.")
        errors = head_errors(checkpoint, [*map(turn_pair, gold)] if args.reverse else gold)
        best = int(errors[:, -1].argmin()) + 1
        if args.store:
            check_writable(args.checkpoint)
            choose_layer(args.checkpoint, best)
    for number, row in enumerate(errors, start=1):
        heads = "  ".join(f"{error:.3f}" for error in row[:-1])
        print(f"layer {number}: {heads}  mean {row[-1]:.3f}")
    print(f"Layer {best} aligns best{' and is stored' * args.store}.")


if __name__ == "__main__":
    main()
