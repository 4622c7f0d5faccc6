"""The task "reverse": sequences of letters, translated to the same letters in reverse order."""

from random import Random

from alignoscope.data.linked import LinkedPair, draw_distinct

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
LENGTHS = (3, 12)


def reverse(count: int, seed: int) -> list[LinkedPair]:
    """Return sequences of 3 to 12 letters with their reversal: "k b d a" becomes "a d b k".

    Letters may repeat within a sequence, so a model must distinguish positions, not only letters.

    Raises:
        ValueError: if `count` is out of range.
    """

    def draw(random: Random) -> LinkedPair:
        letters = random.choices(ALPHABET, k=random.randint(*LENGTHS))
        links = frozenset((i, len(letters) - 1 - i) for i in range(len(letters)))
        return LinkedPair(" ".join(letters), " ".join(reversed(letters)), links)

    return draw_distinct(draw, count, seed)
