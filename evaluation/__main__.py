"""The command line: a Markdown table of what checkpoints reach on a held-out part of a corpus."""

import argparse
from pathlib import Path

import pandas as pd
import torch

from data.corpus import read_pairs
from data.split import split_pairs
from evaluation.translation import score_translations
from models.checkpoint import load_checkpoint


def main() -> None:
    """Parse the options, score every checkpoint and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m evaluation",
        description="Translate the dev (or test) part of a corpus greedily; print BLEU and chrF.",
    )
    add = parser.add_argument
    add("checkpoints", nargs="+", type=Path, help=".safetensors files")
    add("--corpus", required=True, type=Path, help="the corpus that they were trained on")
    add("--reverse", action="store_true", help="translate from the second column to the first")
    add("--part", choices=("dev", "test"), default="dev", help="(%(default)s)")
    args = parser.parse_args()
    torch.set_num_threads(1)
    rows = []
    try:
        split = split_pairs(read_pairs(args.corpus, reverse=args.reverse))
        for path in args.checkpoints:
            checkpoint = load_checkpoint(path)
            score = score_translations(checkpoint, getattr(split, args.part))
            rows.append(
                {
                    "variant": checkpoint.variant,
                    "parameters": sum(p.numel() for p in checkpoint.model.parameters()),
                    "training minutes": round(checkpoint.record["seconds"] / 60),
                    "best dev loss": min(p["dev_loss"] for p in checkpoint.record["history"]),
                    "BLEU": round(score.bleu, 1),
                    "chrF": round(score.chrf, 1),
                }
            )
    except ValueError as error:
        parser.exit(2, f"{error}\n")
    print(pd.DataFrame(rows).to_markdown(index=False, intfmt=","))
    print(f"\n{args.part}, {score.pairs} pairs, greedy, {score.signature}")


if __name__ == "__main__":
    main()
