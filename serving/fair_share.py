"""What each person had of the models lately: who had a share comes behind the others."""

import time
from collections.abc import Callable, Hashable

SHARE = 5_000  # letters, times the width, after which others come first; a page's are about 1,000
FORGIVEN = 10  # seconds after which a share no longer counts: what is left of it wanes evenly
MOST_PEOPLE = 1_000  # that are kept apart


class FairShare:
    """What was spent on each person, less what is forgiven with time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._spent: dict[Hashable, tuple[float, float]] = {}  # and when that was so
        self._clock = clock

    def add(self, person: Hashable, letters: int) -> None:
        """Count so many letters more; who asked for nothing for longest is forgotten first."""
        spent = self._left(person) + letters
        self._spent.pop(person, None)
        self._spent[person] = (spent, self._clock())
        if len(self._spent) > MOST_PEOPLE:
            del self._spent[next(iter(self._spent))]

    def had(self, person: Hashable) -> int:
        """Return how many whole shares a person had lately."""
        return int(self._left(person) // SHARE)

    def _left(self, person: Hashable) -> float:
        spent, when = self._spent.get(person, (0, 0))
        return max(0, spent - SHARE * (self._clock() - when) / FORGIVEN)
