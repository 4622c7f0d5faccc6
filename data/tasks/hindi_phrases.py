"""The task "hindi-phrases": Hindi sentences with the verb last, and the same in English order."""

import gzip
from itertools import islice
from pathlib import Path

from alignoscope.data.linked import LinkedPair
from alignoscope.records.catalogue.tasks import MADE_UP
from alignoscope.records.links import parse_links

FILE = Path(__file__).with_name("hindi-phrases.tsv.gz")  # by `tools.hindi_phrases`
PAIRS = MADE_UP["hindi-phrases"].pairs


def hindi_phrases(count: int, seed: int) -> list[LinkedPair]:
    """Return the first pairs of the file, which a small grammar generated with seed 0.

    Each word is linked to the words with its meaning on the other side: "लड़की सेब खा रही है।" and
    "The girl is eating an apple." have the links 0-1, 1-5, 2-3, 3-3, 4-2, 5-6. A Hindi sentence has
    one English one, of which there may be several in Hindi; both have at most 15 words.

    Raises:
        ValueError: if the file has not as many pairs, or the seed is not 0.
    """
    if not 1 <= count <= PAIRS or seed != 0:
        raise ValueError(
            f"There are no {count:,} pairs of hindi-phrases with seed {seed}: expected 1 to "
            f"{PAIRS:,} pairs, and seed 0."
        )
    with gzip.open(FILE, "rt", encoding="utf-8") as file:
        return [_pair(line.rstrip("\n")) for line in islice(file, count)]


def _pair(line: str) -> LinkedPair:
    source, target, links = line.split("\t")
    found = parse_links(links, "-", "The links of hindi-phrases")
    return LinkedPair(source, target, frozenset((i, j) for _, i, j in found))
