"""Rows of letters, and the same letters backwards."""

from random import Random

from alignoscope.data.linked import LinkedPair, draw_distinct

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
LENGTHS = (3, 12)


def reverse(count: int, seed: int) -> list[LinkedPair]:
    """Return rows of 3 to 12 letters and the same backwards: "k b d a" becomes "a d b k".

    Letters repeat within a row, so that a model must tell positions apart, not only letters.

    Raises:
        ValueError: if `count` is out of range.
    """

    def draw(random: Random) -> LinkedPair:
        letters = random.choices(ALPHABET, k=random.randint(*LENGTHS))
        links = frozenset((i, len(letters) - 1 - i) for i in range(len(letters)))
        return LinkedPair(" ".join(letters), " ".join(reversed(letters)), links)

    return draw_distinct(draw, count, seed)
