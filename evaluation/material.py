"""Evaluation data: the parts of a corpus file or of a toy task, and gold links."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from alignoscope.data.corpus import Pair, Paths, read_corpus
from alignoscope.data.gold import read_gold_tsv, read_naacl, turn_pair
from alignoscope.data.split import split_pairs
from alignoscope.data.survey import says_swapped
from alignoscope.data.tasks.making import TASKS, gold_pairs
from alignoscope.evaluation.option_selection import GoldPart, short_pairs

PARTS = ("dev", "test")
TASK_GOLD = 300
_TASK = re.compile(r"(\d+) pairs, seed (\d+)")


class EvaluationData(NamedTuple):
    """The parts of a corpus, gold links, and the languages of its sides if the corpus names them.

    `made_up` is true for a toy task, whose sentences cannot be concatenated.
    """

    corpus: str
    revision: str
    parts: dict[str, Sequence[Pair]]
    golds: Sequence[GoldPart]
    made_up: bool
    languages: tuple[str, str] | None = None


def corpus_material(
    path: Paths,
    *,
    pair: str = "",
    reverse: bool = False,
    gold: Path | None = None,
    naacl: Sequence[Path] | None = None,
) -> EvaluationData:
    """Read a corpus, the parts of a gold file, and a gold set in the NAACL layout (two files).

    The NAACL set has two parts: all pairs ("all"), and those of at most 15 words on both sides
    ("short"). No option is chosen on it. Its texts have a space before each punctuation mark, as in
    its lists of words, which differs from what models were trained on.

    Args:
        path: the corpus.
        pair: the language pair of the models; see `read_corpus`.
        reverse: whether source and target are swapped in all files.
        gold: a gold file with the parts "dev" and "test".
        naacl: the file of sentences and the file of links.

    Raises:
        ValueError: if a file cannot be read, or there is no gold file to choose options on.
    """
    if naacl and not gold:
        raise ValueError(
            "--naacl is a test set: give --gold too, whose dev part chooses shift and threshold."
        )
    corpus = read_corpus(path, reverse=reverse, pair=pair)
    sets = []
    if gold:
        pairs = read_gold_tsv(gold)
        sets += [(gold.name, part, [p for p in pairs if p.part == part]) for part in PARTS]
    if naacl:
        pairs = read_naacl(*naacl)
        sets += [(naacl[0].name, "all", pairs), (naacl[0].name, "short", short_pairs(pairs))]
    golds = [
        GoldPart(name, part, tuple(turn_pair(p) for p in found) if reverse else tuple(found))
        for name, part, found in sets
        if found
    ]
    parts = split_pairs(corpus.pairs)._asdict()
    return EvaluationData(
        corpus.name, corpus.revision, parts, golds, made_up=False, languages=corpus.languages
    )


def read_further(path: Path, pair: str, *, reverse: bool) -> list[Pair]:
    """Return the pairs of a file besides the corpus; a warning says if they are in other languages.

    `pair` is the language pair of the models; see `read_corpus`.

    Raises:
        ValueError: if the file cannot be read.
    """
    corpus = read_corpus(path, reverse=reverse, pair=pair)
    warn_if_swapped(path, corpus.pairs, pair, corpus.languages)
    return corpus.pairs


def warn_if_swapped(
    path: Path, pairs: Sequence[Pair], pair: str | None, languages: tuple[str, str] | None = None
) -> None:
    """Print a warning if pairs to measure models on are not in the languages of their `pair`.

    `path` is named in it, and `languages` are those that the file of the pairs names.
    """
    if odd := says_swapped(pairs, pair, "--reverse turns them.", languages):
        print(f"{path}: {odd}", file=sys.stderr)


def task_material(name: str, revision: str) -> EvaluationData | None:
    """Return the pairs and exact links of a toy task, or None if the corpus is not one.

    They are generated from the numbers in `revision`. At most 300 pairs per part have links.

    Raises:
        ValueError: if the corpus looks like a task that does not exist.
    """
    numbers = _TASK.fullmatch(revision)
    if not numbers:
        return None
    if name not in TASKS:
        raise ValueError(f"Unknown synthetic task {name!r}: expected one of {', '.join(TASKS)}.")
    linked = TASKS[name](int(numbers[1]), int(numbers[2]))
    parts = split_pairs([Pair(pair.source, pair.target) for pair in linked])._asdict()
    aligned = gold_pairs(linked)
    golds = [
        GoldPart(name, part, tuple(p for p in aligned if p.part == part)[:TASK_GOLD])
        for part in PARTS
    ]
    return EvaluationData(name, revision, parts, golds, made_up=True)
