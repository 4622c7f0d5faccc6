"""The data of a run: a corpus, split into parts, tokenised, and batched."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from alignoscope.data.corpus import Corpus, Pair
from alignoscope.data.distilled_pairs import DistilledPairs, beside, read_distilled
from alignoscope.data.link_file import LinkFile, read_link_file
from alignoscope.data.split import split_pairs, without
from alignoscope.data.tokenizer import Tokenizer
from alignoscope.records.limits import MAX_MEASURED
from alignoscope.records.whole_file import write_whole
from alignoscope.training.batches import TrainingExample, encode_pairs, make_batches
from alignoscope.training.config import TrainingConfig
from alignoscope.training.mix import Also, fitting, leave_out_held, leave_out_long, marked, passes

SHOWN = 5


class FurtherData(NamedTuple):
    """The data of a run beside its corpus.

    `taught` is a file of a teacher's pairs, and `guide` one of the word links of all training
    pairs. `also` are corpora that give a share of the training pairs (`training.mix`), and
    `dev_also` corpora whose loss is measured.
    """

    taught: Path | None = None
    guide: Path | None = None
    also: Sequence[Also] = ()
    dev_also: Sequence[Corpus] = ()


NO_FURTHER_DATA = FurtherData()


class ExtraDev(NamedTuple):
    """A further corpus whose loss is measured like that of dev, without its training pairs."""

    corpus: Corpus
    batches: list[list[TrainingExample]]
    known: int  # the number of pairs left out because training has one of their sides


class TrainingData(NamedTuple):
    """The tokenizer, the training pairs and examples, the dev batches, and the corpus's name.

    `taught` are the training pairs that a teacher model wrote, `links` the word links for guided
    attention, and `shown` dev pairs whose maps are recorded during training. `also` are further
    corpora that give a share of the training pairs (`training.mix`), and `dev_also` further corpora
    whose loss is measured.
    """

    tokenizer: Tokenizer
    pairs: list[Pair]
    train: list[TrainingExample]
    dev: list[list[TrainingExample]]
    corpus: dict
    taught: DistilledPairs | None = None
    links: LinkFile | None = None
    shown: tuple[Pair, ...] = ()
    also: tuple[Also, ...] = ()
    dev_also: tuple[ExtraDev, ...] = ()

    @property
    def beside(self) -> dict[str, str | int]:
        """The record's fields about the teacher's pairs and the links, if there are any.

        They hold the number of pairs, the aligner's name, and the hashes of both files.
        """
        taught, links = self.taught, self.links
        said: dict[str, str | int] = {}
        if taught:
            said |= {"taught_pairs": len(taught.pairs), "taught_sha256": taught.sha256}
        if links:
            said |= {"guide_aligner": links.aligner, "guide_sha256": links.sha256}
        return said

    @property
    def others(self) -> dict[str, object]:
        """The record's fields about further corpora, if there are any; see `RunRecord`."""
        said: dict[str, object] = {}
        if self.also:
            said["also"] = [one.written for one in self.also]
        if self.dev_also:
            corpora = [one.corpus for one in self.dev_also]
            said["dev_also"] = {one.name: one.revision.partition(" ")[0] for one in corpora}
        return said


def prepare(
    corpus: Corpus,
    further: FurtherData,
    config: TrainingConfig,
    vocab_size: int,
    folder: Path,
    tokenizer: Tokenizer | None = None,
) -> TrainingData:
    """Split and tokenise the corpus.

    If no tokenizer is given, one is trained, once for all variants of a corpus
    (`tokenizer_pairs`), and saved in `folder`. It is not trained on the teacher's pairs.

    Args:
        corpus: the corpus of the run.
        further: the data beside the corpus.
        config: the settings of the recipe, with the limits of an example and of a batch.
        vocab_size: the size of the vocabulary.
        folder: where the tokenizer is saved.
        tokenizer: the tokenizer of an earlier run, to use it again.

    Raises:
        ValueError: if the corpus is too small to train on, the links are not its own, or nothing of
            another corpus can be used.
    """
    max_len = config.max_len
    split = split_pairs(corpus.pairs)
    taught = read_distilled(further.taught, split) if further.taught else None
    pairs = beside(split.train, taught)
    alone = len(beside(split.train, None))
    links = read_link_file(further.guide, pairs, alone) if further.guide else None
    also = [leave_out_held(one, [*split.dev, *split.test]) for one in further.also]
    if tokenizer is None:
        name = _tokenizer_name(corpus, also, vocab_size)
        tokenizer = _tokenizer(
            tokenizer_pairs(split.train, list(map(marked, also))), folder / name, vocab_size
        )
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
    measured = tuple(_measured(one, pairs, tokenizer, config) for one in further.dev_also)
    held = [pair for one in measured for pair in one.corpus.pairs]
    return TrainingData(
        tokenizer=tokenizer,
        pairs=pairs,
        train=train,
        dev=make_batches(dev, config.batch_tokens, 0),
        corpus=about,
        taught=taught,
        links=links,
        shown=pick_shown(fitting(split.dev, tokenizer, min(max_len, MAX_MEASURED))[0]),
        also=tuple(
            leave_out_long(marked(leave_out_held(one, held)), tokenizer, max_len) for one in also
        ),
        dev_also=measured,
    )


def pick_shown(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Return up to `SHOWN` pairs of 4 to 12 source words, evenly spaced by length."""
    sized = [(len(pair.source.split()), pair) for pair in pairs]
    short = sorted((size, pair) for size, pair in sized if size in range(4, 13))
    count = min(SHOWN, len(short))
    return tuple(short[i * len(short) // count][1] for i in range(count))


def _measured(
    corpus: Corpus, learnt: Sequence[Pair], tokenizer: Tokenizer, config: TrainingConfig
) -> ExtraDev:
    """Return a corpus to measure, without the pairs that share a side with a `learnt` pair."""
    pairs = without(corpus.pairs, learnt)
    examples = encode_pairs(pairs, tokenizer, config.max_len)
    if not examples:
        raise ValueError(
            f"--dev-also {corpus.name}: of its {len(corpus.pairs):,} pairs {len(pairs):,} have no "
            f"side that is learnt, and none of these at most {config.max_len} pieces. Give another "
            "file, or leave it out."
        )
    kept = corpus._replace(pairs=pairs)
    batches = make_batches(examples, config.batch_tokens, 0)
    return ExtraDev(kept, batches, len(corpus.pairs) - len(pairs))


def tokenizer_pairs(train: Sequence[Pair], also: Sequence[Also]) -> Iterator[Pair]:
    """Yield the pairs that the tokenizer learns from: all of `train`, and a share of each corpus.

    The number of a further corpus' pairs is to that of `train` as its share is to the share of the
    run's own corpus. A large corpus would otherwise fill the vocabulary with its own words: with
    all of Europarl beside a corpus of everyday sentences, "bread" was two pieces and
    "implementation" one. A small corpus is read several times.
    """
    yield from train
    own = 1 - sum(one.share for one in also)
    for number, one in enumerate(also, start=1):
        wanted = round(len(train) * one.share / own) if one.corpus.pairs else 0
        yield from passes(one.corpus.pairs, 0, wanted, f"tokenizer {number}")


def _tokenizer_name(corpus: Corpus, also: Sequence[Also], vocab_size: int) -> str:
    """Return the tokenizer's file name, which identifies the corpora that it was trained on."""
    revision = re.sub(r"\W+", "-", corpus.revision)[:40]
    if also:
        others = "\n".join(f"{one.corpus.revision} {one.share:g}{one.register}" for one in also)
        revision += f"-also-{hashlib.sha256(others.encode()).hexdigest()[:16]}"
    return f"tokenizer-{vocab_size}-{revision}.json"


def _tokenizer(pairs: Iterable[Pair], path: Path, vocab_size: int) -> Tokenizer:
    if not path.exists():
        tokenizer = Tokenizer.train((text for pair in pairs for text in pair), vocab_size)
        write_whole(path, tokenizer.to_json().encode())
    return Tokenizer.from_json(path.read_text(encoding="utf-8"))
