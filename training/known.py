"""The table of the words that a pair's models have read: `alignoscope words FOLDER --corpus FILE`.

A run writes it, too. Words of dev and test are not counted, unless training has them as well.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from alignoscope.data.corpus import Corpus, Pair, read_corpus
from alignoscope.data.known_words import (
    TABLE,
    KnownWords,
    count_known,
    merged,
    read_known,
    write_known,
)
from alignoscope.data.languages import other_languages
from alignoscope.data.parallel_files import FORMS
from alignoscope.data.split import split_pairs, without
from alignoscope.data.survey import says_swapped
from alignoscope.records.whole_file import told_in_a_line


def main(words: Sequence[str] | None = None, prog: str = "python -m training.known") -> None:
    """Parse the options, count the words, and write the table.

    `prog` is the name of the command in its help.

    Raises:
        ValueError: if the folder is not that of a pair's checkpoints.
    """
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Count the words of the text that the models of a pair were trained on, and "
        "write the table of them beside the models, in place of an earlier one.",
    )
    add = parser.add_argument
    add("folder", type=Path, help="of the pair's checkpoints, such as checkpoints/eng-fra")
    add("--corpus", type=Path, nargs="+", required=True, metavar="FILE", help=FORMS)
    add("--also", type=Path, nargs="+", default=[], metavar="FILE", help="further training text")
    add("--reverse", action="store_true", help="of all files, if models translate to column 1")
    args = parser.parse_args(sys.argv[1:] if words is None else words)
    with told_in_a_line(parser):
        if not args.folder.is_dir():
            raise ValueError(f"{args.folder}: expected the folder of a pair's checkpoints.")
        pair = args.folder.resolve().name
        text = _training_text(args.corpus, args.also, pair, reverse=args.reverse)
        known = count_known(text)
        print(f"{write_known(known, args.folder)}: {told(known)}.")


def add_known(pairs: Iterable[Pair], folder: Path) -> None:
    """Add the words of a run's training pairs to the table of its pair.

    A word keeps the larger of its counts. A table that cannot be used is replaced.

    Raises:
        OSError: if it cannot be written.
    """
    known = count_known(pairs)
    with suppress(ValueError):  # if there is none, or it is damaged
        known = merged(known, read_known(folder / TABLE))
    write_known(known, folder)


def told(known: KnownWords) -> str:
    """Return how many words a table has."""
    return f"{len(known.source):,} words of the source, {len(known.target):,} of the target"


def _training_text(
    corpus: Sequence[Path], also: Sequence[Path], pair: str, *, reverse: bool
) -> Iterable[Pair]:
    """Yield the training part of a corpus, and further pairs that share no side with the rest.

    Raises:
        ValueError: if a file cannot be read, or names other languages than those of the pair.
    """
    read = read_corpus(corpus, reverse=reverse, pair=pair)
    split = split_pairs(_fitting(read, pair))
    yield from split.train
    for path in also:
        more = _fitting(read_corpus(path, reverse=reverse, pair=pair), pair)
        yield from without(more, [*split.dev, *split.test])


def _fitting(corpus: Corpus, pair: str) -> list[Pair]:
    if other_languages(corpus.languages, pair):
        odd = says_swapped(corpus.pairs, pair, "--reverse turns them.", corpus.languages)
        raise ValueError(f"{corpus.name}: {odd}")
    return corpus.pairs


if __name__ == "__main__":
    main()
