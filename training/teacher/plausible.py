"""Pairs of a teacher without implausible ones: `python -m training.teacher.plausible --help`.

A model that translates what it has seldom read may repeat itself or stop early. Such a pair teaches
the next model to do so.
"""

import argparse
import gzip
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from alignoscope.data.corpus import read_corpus
from alignoscope.data.encodings import decoded
from alignoscope.records.whole_file import told_in_a_line, write_whole

LEAST_WORDS = 3  # of a source
RATIOS = 0.5, 1.8  # between which the words of the two sides are, with two words added to both
TWICE = frozenset({"nous", "vous", "très"})  # words that French may repeat at once


def main(words: Sequence[str] | None = None) -> None:
    """Parse the options, write the plausible pairs, and print the number of pairs.

    Raises:
        ValueError: if the file is there, or no pair is kept.
    """
    parser = argparse.ArgumentParser(
        prog="python -m training.teacher.plausible",
        description="Copy the pairs of `python -m training.teacher` that are plausible: with at "
        f"least {LEAST_WORDS} words, of similar lengths, and with nothing repeated.",
    )
    add = parser.add_argument
    add("pairs", nargs="+", type=Path, help="a .tsv file of the teacher")
    add("--corpus", type=Path, nargs="+", help="whose own sources are left out")
    add(
        "--swap",
        action="store_true",
        help="write the translation first: a source that a teacher of the other direction made, "
        "which has to pass as a source, too",
    )
    add("--out", type=Path, required=True, metavar="FILE.tsv.gz", help="where the pairs go")
    args = parser.parse_args(words)
    with told_in_a_line(parser):
        if args.out.exists():
            raise ValueError(f"{args.out}: the file is there. Delete it to make it again.")
        own = _sources(args.corpus, reverse=args.swap) if args.corpus else set()
        rows = [row for path in args.pairs for row in _rows(path)]
        kept = [row for row in rows if row[0] not in own and is_plausible(*row)]
        if args.swap:
            kept = [(to, source) for source, to in kept if is_plausible(to, source)]
        if not kept:
            raise ValueError(f"None of the {len(rows):,} pairs is kept, so no file is written.")
        text = "".join(f"{source}\t{target}\n" for source, target in kept)
        write_whole(args.out, gzip.compress(text.encode(), mtime=0))
    print(f"{args.out}: {len(kept):,} of {len(rows):,} pairs.")


def is_plausible(source: str, target: str) -> bool:
    """Return whether a translation has about the length of its source and repeats nothing.

    It repeats something if it has a word twice in a row, two words in a row more than twice, or
    three words in a row more than once, unless the source has two words in a row more than once.
    """
    one, other = source.split(), target.split()
    low, high = RATIOS
    if len(one) < LEAST_WORDS or not other:
        return False
    return (
        low < (len(other) + 2) / (len(one) + 2) < high
        and _most_often(other, 2) <= 2
        and (_most_often(other, 3) <= 1 or _most_often(one, 2) > 1)
        and all(word.lower() in TWICE for word, after in pairwise(other) if word == after)
    )


def _most_often(words: Sequence[str], length: int) -> int:
    """Return how often the most frequent run of words of a length is there."""
    runs = Counter(zip(*(words[i:] for i in range(length)), strict=False))
    return max(runs.values(), default=0)


def _sources(paths: Sequence[Path], *, reverse: bool) -> set[str]:
    return {pair.source for pair in read_corpus(paths, reverse=reverse).pairs}


def _rows(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a teacher's file.

    Raises:
        ValueError: if it is no text, or a line has not two columns.
    """
    text, _ = decoded(path.read_bytes(), str(path))
    for number, line in enumerate(text.splitlines(), start=1):
        source, tab, target = line.partition("\t")
        if not tab or "\t" in target:
            raise ValueError(f"{path}, line {number}: expected 'source TAB translation'.")
        yield source, target


if __name__ == "__main__":
    main()
