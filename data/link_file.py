"""Files of word links for the training part of a corpus, used for guided attention.

The first line is JSON, with the aligner's name and a hash of the linked words. Then comes one line
per training pair, in order, with links such as `0-0 2-1` between words (`split_words`).
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from alignoscope.data.corpus import Pair
from alignoscope.data.tokenizer import split_words
from alignoscope.records.json_values import Value, parse_json
from alignoscope.records.links import Links, parse_links
from alignoscope.records.whole_file import write_whole

FORMAT = "alignoscope-links-1"
MAKE = "Make the file for this corpus and direction with `python -m evaluation.aligner`."


class LinkFile(NamedTuple):
    """The aligner's name, the file's SHA-256, and one line of links per training pair."""

    aligner: str
    sha256: str
    lines: Sequence[str]

    def links(self, pair: int) -> Links:
        """Return the links of the training pair with this index, counted from 0.

        Raises:
            ValueError: if a link is malformed.
        """
        found = parse_links(self.lines[pair], "-", f"The links of training pair {pair + 1}")
        return frozenset((source, target) for _, source, target in found)


def write_link_file(
    path: Path, corpus: str, pairs: Sequence[Pair], links: Iterable[Links], aligner: str
) -> None:
    """Write the links of all training pairs.

    Args:
        path: the file to write.
        corpus: the corpus's name, for errors.
        pairs: the training pairs.
        links: the links of each pair, in the same order.
        aligner: the name of the aligner that found them.

    Raises:
        OSError: if the file cannot be written.
    """
    head = {
        "format": FORMAT,
        "aligner": aligner,
        "corpus": corpus,
        "pairs": len(pairs),
        "words": hash_words(pairs),
    }
    lines = [json.dumps(head, ensure_ascii=False)]
    lines += [" ".join(f"{source}-{target}" for source, target in sorted(one)) for one in links]
    assert len(lines) == len(pairs) + 1
    write_whole(path, "".join(f"{line}\n" for line in lines).encode())


def read_link_file(path: Path, pairs: Sequence[Pair], alone: int | None = None) -> LinkFile:
    """Read the links of training pairs.

    Args:
        path: the file.
        pairs: the training pairs.
        alone: a number of pairs; the file may have the links of the first ones alone, and the
            others then have none.

    Raises:
        ValueError: if the file is missing, is no file of links, was cut off, or is of other pairs
            than these, or of the same ones turned round or in another order.
    """
    try:
        content = path.read_bytes()
        head, *lines = content.decode().removesuffix("\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: the file of links cannot be read ({error}). {MAKE}") from error
    try:
        parsed = parse_json(head, max_bytes=10_000, max_values=100, max_lists=1)
        said = Value(where="Line 1", value=parsed)
        said.field("format").choice([FORMAT])
        aligner, corpus = said.field("aligner").text(), said.field("corpus").text()
        count, words = said.field("pairs").whole(), said.field("words").text()
    except ValueError as error:
        raise ValueError(f"{path}: this is no file of links. {error} {MAKE}") from error
    linked = len(pairs)
    if alone is not None and alone < linked and words == hash_words(pairs[:alone]):
        linked = alone
    elif words != hash_words(pairs):
        raise ValueError(
            f"{path}: these links are of {count:,} training pairs of {corpus}, not of this run's "
            f"{len(pairs):,} pairs. {MAKE}"
        )
    if len(lines) != linked:
        raise ValueError(
            f"{path}: the file has {len(lines):,} lines of links for {linked:,} pairs: it is cut "
            f"off or was changed. {MAKE}"
        )
    lines += [""] * (len(pairs) - linked)
    return LinkFile(aligner, hashlib.sha256(content).hexdigest(), lines)


def hash_words(pairs: Iterable[Pair]) -> str:
    """Return the SHA-256 of the words of all pairs, which ties a link file to its pairs."""
    found = hashlib.sha256()
    for pair in pairs:
        found.update("\t".join(" ".join(split_words(side)) for side in pair).encode() + b"\n")
    return found.hexdigest()
