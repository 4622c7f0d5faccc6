"""How many names and numbers come through a translation: `python -m evaluation.names --help`.

What must come through is a name or number that stands on both sides of a pair, as it is.
"""

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from alignoscope.data.corpus import Pair, read_pairs
from alignoscope.decoding.best import best_texts
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.records.percentages import percentage
from alignoscope.records.whole_file import told_in_a_line

TOKEN = re.compile(r"\w+(?:[-.@]\w+)*")
MARKED = re.compile(r"[A-ZÀ-Þ\d@]")
KINDS = ("names", "numbers and codes")


def main(argv: Sequence[str] | None = None) -> None:
    """Parse the options, translate, and print a row per model."""
    parser = argparse.ArgumentParser(
        prog="python -m evaluation.names",
        description="Count the names and numbers of source sentences that stand unchanged in the "
        "translation, of those that stand unchanged in the reference.",
    )
    add = parser.add_argument
    add("checkpoints", type=Path, nargs="+", help=".safetensors files")
    add("--pairs", type=Path, required=True, help="sources and references, .tsv or .tsv.gz")
    add("--beam", type=int, default=1, help="the beam width (%(default)s: greedy)")
    add("--lost", action="store_true", help="list what did not come through")
    args = parser.parse_args(argv)
    with told_in_a_line(parser):
        pairs = read_pairs(args.pairs)
        for path in args.checkpoints:
            texts = best_texts(load_checkpoint(path), [pair.source for pair in pairs], args.beam)
            asked, kept, lost = count_copies(pairs, texts)
            parts = [f"{kind} {kept[kind]} of {asked[kind]}" for kind in KINDS if asked[kind]]
            share = f"all {percentage(kept.total() / max(asked.total(), 1), 1)}"
            print(f"{path.stem}: {', '.join((*parts, share))}")
            if args.lost:
                print("\n".join(f"  {token}: {text}" for token, text in lost))


def count_copies(
    pairs: Sequence[Pair], texts: Sequence[str]
) -> tuple[Counter[str], Counter[str], list[tuple[str, str]]]:
    """Return how many names and numbers a translation has to keep, how many it keeps, and the rest.

    The counts are by kind. The rest are the lost token and the translation that lacks it.
    """
    asked, kept, lost = Counter[str](), Counter[str](), list[tuple[str, str]]()
    for pair, text in zip(pairs, texts, strict=True):
        found = Counter(TOKEN.findall(text))
        for token, times in copied(pair).items():
            kind = KINDS[any(map(str.isdigit, token))]
            asked[kind] += times
            kept[kind] += min(times, found[token])
            lost += [(token, text)] * max(times - found[token], 0)
    return asked, kept, lost


def copied(pair: Pair) -> Counter[str]:
    """Return the tokens with a capital or a digit that stand on both sides, and how often."""
    both = Counter(TOKEN.findall(pair.source)) & Counter(TOKEN.findall(pair.target))
    return Counter({token: n for token, n in both.items() if MARKED.search(token)})


if __name__ == "__main__":
    main()
