"""What a run learns from: a corpus split, turned into pieces and put into batches."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from alignoscope.data.corpus import Corpus, Pair
from alignoscope.data.link_file import LinkFile, read_link_file
from alignoscope.data.split import Split, split_pairs
from alignoscope.data.taught import Taught, beside, read_taught
from alignoscope.data.tokenizer import Tokenizer
from alignoscope.records.whole_file import write_whole
from alignoscope.training.examples.batches import Example, encode_pairs, make_batches

SHOWN = 5


class Material(NamedTuple):
    """The tokenizer, train as pairs and as examples, dev in batches, and which corpus it is.

    `taught` are the pairs among those of train that a teacher wrote; `links` are those between the
    words of the training pairs, where they guide attention; `shown` are pairs of dev whose maps can
    be watched.
    """

    tokenizer: Tokenizer
    pairs: list[Pair]
    train: list[Example]
    dev: list[list[Example]]
    corpus: dict
    taught: Taught | None = None
    links: LinkFile | None = None
    shown: tuple[Pair, ...] = ()

    @property
    def beside(self) -> dict[str, str | int]:
        """What a run's record says of what came beside the corpus: the teacher's pairs, the links.

        Of the links it is which aligner made them; of either the file's hash.
        """
        taught, links = self.taught, self.links
        said: dict[str, str | int] = {}
        if taught:
            said |= {"taught_pairs": len(taught.pairs), "taught_sha256": taught.sha256}
        if links:
            said |= {"guide_aligner": links.aligner, "guide_sha256": links.sha256}
        return said


def prepare(
    corpus: Corpus,
    *,
    max_len: int,
    batch_tokens: int,
    vocab_size: int,
    folder: Path,
    taught: Path | None = None,
    guide: Path | None = None,
) -> Material:
    """Split the corpus, and turn it into pieces.

    The tokenizer is trained on the training part once, for all variants of a corpus, and kept in
    `folder`. `taught` is a file of a teacher's pairs, which the tokenizer does not see; `guide` is
    one of the links of all training pairs.

    Raises:
        ValueError: if the corpus is too small to train on, or the links are not its own.
    """
    split = split_pairs(corpus.pairs)
    told = read_taught(taught) if taught else None
    pairs = beside(split.train, told)
    links = read_link_file(guide, pairs) if guide else None
    revision = re.sub(r"\W+", "-", corpus.revision)[:40]
    tokenizer = _tokenizer(split, folder / f"tokenizer-{vocab_size}-{revision}.json", vocab_size)
    train = encode_pairs(pairs, tokenizer, max_len, links)
    dev = encode_pairs(split.dev, tokenizer, max_len)
    if not train or not dev:
        raise ValueError(
            f"{corpus.name}: {len(train)} training and {len(dev)} dev pairs of at most {max_len} "
            "tokens: too few to train on. A few hundred pairs are the least."
        )
    about = {
        "name": corpus.name,
        "revision": corpus.revision,
        "pairs": {part: len(pairs) for part, pairs in split._asdict().items()},
    }
    batches, shown = make_batches(dev, batch_tokens, 0), pick_shown(split.dev)
    return Material(tokenizer, pairs, train, batches, about, told, links, shown)


def pick_shown(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Return a few pairs of 4 to 12 source words, from the shortest to the longest of these."""
    sized = [(len(pair.source.split()), pair) for pair in pairs]
    fitting = sorted((size, pair) for size, pair in sized if size in range(4, 13))
    count = min(SHOWN, len(fitting))
    return tuple(fitting[i * len(fitting) // count][1] for i in range(count))


def _tokenizer(split: Split, path: Path, vocab_size: int) -> Tokenizer:
    if not path.exists():
        tokenizer = Tokenizer.train((text for pair in split.train for text in pair), vocab_size)
        write_whole(path, tokenizer.to_json().encode())
    return Tokenizer.from_json(path.read_text(encoding="utf-8"))
