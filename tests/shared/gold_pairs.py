"""What tests of gold links share."""

from alignoscope.data.gold import GoldPair
from alignoscope.data.tokenizer import split_words
from alignoscope.interchange.pharaoh import from_pharaoh


def gold_pair(source: str, target: str, sure: str = "", possible: str = "") -> GoldPair:
    """Return a pair whose links are written in the Pharaoh format."""
    links = from_pharaoh(sure)
    return GoldPair(
        name="1",
        part="dev",
        group="",
        source=source,
        target=target,
        source_words=tuple(split_words(source)),
        target_words=tuple(split_words(target)),
        sure=links,
        possible=links | from_pharaoh(possible),
    )
