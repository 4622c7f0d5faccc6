"""The recent use of each person; people with less recent use are served first."""

import time
from collections.abc import Callable, Hashable

SHARE = 5_000  # letters times beam width in one share; one page uses about 1,000
FORGIVEN = 10  # seconds in which one share of recorded use decays, at a constant rate
MOST_PEOPLE = 1_000  # people whose use is recorded


class FairShare:
    """The recent use of each person, in letters times beam width; it decays with time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._spent: dict[Hashable, tuple[float, float]] = {}  # use and its time
        self._clock = clock

    def add(self, person: Hashable, letters: int) -> None:
        """Add to a person's use; beyond `MOST_PEOPLE`, forget who was idle for longest."""
        spent = self._left(person) + letters
        self._spent.pop(person, None)
        self._spent[person] = (spent, self._clock())
        if len(self._spent) > MOST_PEOPLE:
            del self._spent[next(iter(self._spent))]

    def had(self, person: Hashable) -> int:
        """Return the number of whole shares that a person used recently."""
        return int(self._left(person) // SHARE)

    def _left(self, person: Hashable) -> float:
        spent, when = self._spent.get(person, (0, 0))
        return max(0, spent - SHARE * (self._clock() - when) / FORGIVEN)
