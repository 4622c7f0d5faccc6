"""`alignoscope convert`: convert a model of Marian or Nematus into a checkpoint."""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the files to read and the file to write."""
    parser.add_argument("model", type=Path, metavar="MODEL.npz")
    parser.add_argument("source", type=Path, metavar="SOURCE_VOCABULARY", help="YAML or JSON")
    parser.add_argument("target", type=Path, metavar="TARGET_VOCABULARY")
    parser.add_argument("to", type=Path, metavar="PAIR/NAME.safetensors", help="what is written")


def run(args: argparse.Namespace) -> None:
    """Write the checkpoint of a model of another program, in single precision.

    Raises:
        ValueError: if it cannot be read, or there is a file of that name.
        OSError: if it cannot be written.
    """
    from alignoscope.models.checkpoint import SUFFIX, save_checkpoint
    from alignoscope.models.imported.converting import import_model

    if args.to.suffix != SUFFIX:
        raise ValueError(f"{args.to}: expected a name that ends in {SUFFIX}.")
    if args.to.exists():
        raise ValueError(f"{args.to} is there already: choose another name.")
    checkpoint = import_model(args.model, args.source, args.target)
    save_checkpoint(checkpoint, args.to, exact=True)
    print(f"{args.to}: {checkpoint.variant}, {len(checkpoint.tokenizer):,} tokens.")
