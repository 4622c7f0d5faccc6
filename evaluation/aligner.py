"""Word links of the training part of a corpus: `python -m evaluation.aligner --help`.

The aligner is eflomal, a separate program (`pip install eflomal`, which needs a C compiler). It
reads the training part only, so that nothing from dev and test is in the links.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import starmap
from pathlib import Path
from tempfile import TemporaryDirectory

from alignoscope.analysis.symmetrisation import grow_diag_final_and
from alignoscope.data.corpus import Pair, read_corpus
from alignoscope.data.distilled_pairs import beside, read_distilled
from alignoscope.data.link_file import write_link_file
from alignoscope.data.parallel_files import FORMS
from alignoscope.data.split import split_pairs
from alignoscope.data.tokenizer import split_words
from alignoscope.records.links import Links, parse_links
from alignoscope.records.whole_file import check_writable, told_in_a_line

PROGRAM = "eflomal-align"

BothWays = tuple[Links, Links]


def main(argv: Sequence[str] | None = None, prog: str = "python -m evaluation.aligner") -> None:
    """Parse the options, align the training part, and write the links."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Align the training part of a corpus with eflomal, both ways, and write the "
        "links that `train --guide` reads.",
    )
    add = parser.add_argument
    add("--corpus", type=Path, nargs="+", required=True, help=FORMS)
    add("--reverse", action="store_true", help="translate from the second column to the first")
    add("--taught", type=Path, metavar="FILE", help="a teacher's pairs, which training has too")
    add("--out", type=Path, required=True, metavar="FILE", help="where the links go")
    args = parser.parse_args(argv)
    with told_in_a_line(parser):
        check_writable(args.out)
        corpus = read_corpus(args.corpus, reverse=args.reverse)
        split = split_pairs(corpus.pairs)
        taught = read_distilled(args.taught, split) if args.taught else None
        pairs = beside(split.train, taught)
        links = align(pairs)
        write_link_file(
            args.out, corpus.name, pairs, links, f"{name_aligner()}, grow-diag-final-and"
        )
    mean = sum(map(len, links)) / max(len(links), 1)
    print(f"{args.out}: the links of {len(pairs):,} training pairs, {mean:.1f} each.")


def align(pairs: Sequence[Pair]) -> list[Links]:
    """Return the links between the words of all pairs, symmetrised by grow-diag-final-and.

    Raises:
        ValueError: as `align_both_ways` does.
    """
    words = [(split_words(pair.source), split_words(pair.target)) for pair in pairs]
    return list(starmap(grow_diag_final_and, align_both_ways(words)))


def align_both_ways(pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> list[BothWays]:
    """Return the forward and the backward links (source, target) between the words of each pair.

    The aligner learns from these pairs only. It samples at random, so runs differ slightly. Its
    forward links have at most one source word per target word, in a model's direction.

    Raises:
        ValueError: if the aligner is not installed, or fails.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        for side, sentences in zip(("source", "target"), zip(*pairs, strict=True), strict=True):
            lines = "".join(f"{' '.join(words)}\n" for words in sentences)
            (folder / side).write_text(lines, encoding="utf-8")
        words = [find_program(), "--source", "source", "--target", "target"]
        words += ["--forward-links", "forward", "--reverse-links", "reverse"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
        if done.returncode:
            raise ValueError(f"{PROGRAM} failed with {done.returncode}: {done.stderr.strip()}")
        forward, reverse = (read_links(folder / way, len(pairs)) for way in ("forward", "reverse"))
    return list(zip(forward, reverse, strict=True))


def find_program() -> str:
    """Return the path of the aligner, beside the Python interpreter or on the search path.

    Raises:
        ValueError: if it is not installed.
    """
    found = shutil.which(PROGRAM, path=Path(sys.executable).parent) or shutil.which(PROGRAM)
    if found is None:
        raise ValueError(
            f"{PROGRAM} is not installed. Give `pip install eflomal`, which needs a C compiler; "
            "it is an aligner that stands on its own, and only this command uses it."
        )
    return found


def name_aligner() -> str:
    """Return the aligner's name and version."""
    try:
        return f"eflomal {version('eflomal')}"
    except PackageNotFoundError:  # Another Python's package provides the program.
        return "eflomal"


def read_links(path: Path, count: int) -> list[Links]:
    """Read one line of links per pair, for `count` pairs.

    Raises:
        ValueError: if there are more or fewer lines, or a link is malformed.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    if len(lines) != count:
        raise ValueError(f"{PROGRAM} wrote {len(lines):,} lines for {count:,} pairs.")
    return [frozenset((s, t) for _, s, t in parse_links(line, "-", PROGRAM)) for line in lines]


if __name__ == "__main__":
    main()
