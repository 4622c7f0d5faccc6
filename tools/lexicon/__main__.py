"""Pairs for the words that a corpus lacks: `python -m tools.lexicon --help`.

Words of the lexicon take the place of others in real pairs (Fadaee, Bisazza and Monz 2017), and
stand in frames where they find too few. Nothing comes from dev or test.
"""

import argparse
import gzip
from collections.abc import Sequence
from pathlib import Path

from alignoscope.data.corpus import read_corpus
from alignoscope.records.whole_file import check_writable, told_in_a_line, write_whole
from alignoscope.tools.lexicon.entries import LEXICON, read_lexicon
from alignoscope.tools.lexicon.frames import FRAMES, read_frames
from alignoscope.tools.lexicon.making import make_pairs, summary
from alignoscope.tools.lexicon.names import exchange_names

PAIRS = 150_000


def main(words: Sequence[str] | None = None, prog: str = "python -m tools.lexicon") -> None:
    """Parse the options, make the pairs, and say where they are and for which words."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Make English-French pairs for the words of a lexicon: real pairs of a corpus' "
        "training part with one word changed, and frames. The file is for `train --taught`.",
    )
    add = parser.add_argument
    add("--corpus", type=Path, nargs="+", required=True, help="English and French")
    add("--out", type=Path, required=True, metavar="FILE.tsv.gz", help="where the pairs go")
    add("--pairs", type=int, default=PAIRS, help="how many at most (%(default)s)")
    add("--seed", type=int, default=0, help="of the choices (%(default)s)")
    add("--lexicon", type=Path, default=LEXICON, help="another lexicon")
    add(
        "--names",
        action="store_true",
        help="exchange names of people alone; for English and a language such as Spanish, "
        "in which a name does not change the words around it",
    )
    add("--frames", type=Path, default=FRAMES, help="other frames")
    args = parser.parse_args(words)
    with told_in_a_line(parser):
        if args.out.suffix not in (".tsv", ".gz"):
            raise ValueError(f"{args.out}: expected a name that ends in .tsv or .tsv.gz.")
        if args.out.exists():
            raise ValueError(f"{args.out}: the file is there. Delete it to make it again.")
        if args.pairs < 1:
            raise ValueError(f"--pairs is {args.pairs}: expected 1 or more.")
        check_writable(args.out)
        entries, frames = read_lexicon(args.lexicon), read_frames(args.frames)
        corpus = read_corpus(args.corpus)
        if args.names:
            pairs = exchange_names(corpus.pairs, entries, args.pairs, args.seed)
        else:
            made = make_pairs(corpus.pairs, entries, frames, args.pairs, args.seed)
            pairs = [one.pair for one in made]
        text = "".join(f"{source}\t{target}\n" for source, target in pairs).encode()
        write_whole(args.out, gzip.compress(text, mtime=0) if args.out.suffix == ".gz" else text)
    if not args.names:
        print(summary(made, entries))
    print(f"{args.out}: {len(pairs):,} pairs.")


if __name__ == "__main__":
    main()
