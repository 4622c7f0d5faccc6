"""All synthetic tasks by name: their pairs as a training corpus, and as gold alignments."""

from collections.abc import Callable, Collection, Mapping, Sequence

from alignoscope.data.corpus import Corpus, Pair
from alignoscope.data.gold import GoldPair
from alignoscope.data.linked import LinkedPair
from alignoscope.data.split import split_pairs
from alignoscope.data.tasks.dates import dates
from alignoscope.data.tasks.hindi_phrases import hindi_phrases
from alignoscope.data.tasks.reverse import reverse
from alignoscope.data.tokenizer import split_words
from alignoscope.records.catalogue.tasks import MADE_UP

TASKS: Mapping[str, Callable[[int, int], list[LinkedPair]]] = {
    "dates": dates,
    "hindi-phrases": hindi_phrases,
    "reverse": reverse,
}


def task_corpus(name: str, count: int | None = None, seed: int = 0) -> Corpus:
    """Return a task's pairs as a corpus; by default, as many as the catalogue states.

    Raises:
        ValueError: if `count` is out of range.
    """
    count = MADE_UP[name].pairs if count is None else count
    pairs = [Pair(pair.source, pair.target) for pair in TASKS[name](count, seed)]
    return Corpus(name, f"{count} pairs, seed {seed}", pairs)


def gold_pairs(
    pairs: Sequence[LinkedPair], parts: Collection[str] = ("train", "dev", "test")
) -> list[GoldPair]:
    """Return the pairs of some parts as gold alignments with sure links only.

    The parts are those of `split_pairs`. Train on the sources and targets of the part "train";
    measure alignments on "dev" and "test".
    """
    split = split_pairs([Pair(pair.source, pair.target) for pair in pairs])
    part_of = {pair.source: part for part in split._fields for pair in getattr(split, part)}
    return [
        GoldPair(
            name=str(number),
            part=part_of[pair.source],
            group="",
            source=pair.source,
            target=pair.target,
            source_words=tuple(split_words(pair.source)),
            target_words=tuple(split_words(pair.target)),
            sure=pair.links,
            possible=pair.links,
        )
        for number, pair in enumerate(pairs, start=1)
        if part_of[pair.source] in parts
    ]
