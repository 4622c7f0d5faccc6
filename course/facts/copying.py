"""Facts about copying: names that come through, and how much of a word was copied."""

from functools import lru_cache

from alignoscope.analysis.copying import copied_shares
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace

MET = "Kwame and Sigrid met in Reykjavik."
TOWN, VERB = "Reykjavik", "rencontrés"
NAMED = {  # sentences, and their names that are the same in French
    MET: ("Kwame", "Sigrid", TOWN),
    "The train to Ljubljana was late.": ("Ljubljana",),
    "Anouk is from Valparaiso.": ("Anouk", "Valparaiso"),
    "I live in Wolverhampton.": ("Wolverhampton",),
    "Mr Kowalczyk was late.": ("Kowalczyk",),
    "Mrs Papadopoulos is here.": ("Papadopoulos",),
    "Zanzibar is an island.": ("Zanzibar",),
    "Leocadia lost her keys.": ("Leocadia",),
    "She works in Ouagadougou.": ("Ouagadougou",),
    "Mr Bergstrom teaches in Uppsala.": ("Bergstrom", "Uppsala"),
    "Ingeborg bought a house in Akureyri.": ("Ingeborg", "Akureyri"),
    "Mrs Lindqvist comes from Bellinzona.": ("Lindqvist", "Bellinzona"),
    "Do you know Nnamdi?": ("Nnamdi",),
    "My code is QX-4471.": ("QX-4471",),
}


def sentences() -> int:
    """Return the number of sentences of `NAMED`."""
    return len(NAMED)


def names() -> int:
    """Return the number of names of `NAMED`."""
    return sum(map(len, NAMED.values()))


@lru_cache(4)
def translations(checkpoint: Checkpoint) -> list[Trace]:
    """Return the translations of the sentences of `NAMED`."""
    return translate(checkpoint, [*NAMED])


def kept(checkpoint: Checkpoint) -> int:
    """Return how many names of `NAMED` stand in the translations as they are."""
    return sum(
        name in trace.target.text.removesuffix(".").split()
        for trace, own in zip(translations(checkpoint), NAMED.values(), strict=True)
        for name in own
    )


def copied_percent(word: str, checkpoint: Checkpoint) -> int:
    """Return how much of a word of the translation of `MET` was copied, in percent."""
    trace = translations(checkpoint)[0]
    shares = copied_shares(trace, "words")
    if shares is None or word not in trace.target.words:
        return 0
    return round(100 * float(shares[trace.target.words.index(word)]))


def mixed(gate: float, generated: float, copied: float) -> float:
    """Return the probability of a piece that is generated in part, and copied in part."""
    return round(gate * generated + (1 - gate) * copied, 6)
