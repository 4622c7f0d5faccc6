"""Live classes: questions that a presenter asks and phones vote on, in memory until the class ends.

A class has a code, which everybody in the room sees, and a key, which only its presenter has. A
vote is stored with the random name of the phone's cookie, so that nobody votes twice, and leaves
the server only as part of a count. All of this runs on the server's event loop, without locks.
"""

import asyncio
import hmac
import json
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from alignoscope.serving.fair_share import SHARE, FairShare

# Without letters and digits that look or sound like others, or make words.
ALPHABET = "CDFGHJKMNPQRTVWXY346789"
LENGTH = 5  # of a code
MOST_CLASSES = 50
MOST_OWN = 3  # classes of one presenter; another one ends the oldest
MOST_PHONES = 200  # in one class
MOST_POLLS = 100  # in one class
ROUNDS = 2  # of votes on one question
LONGEST = 4 * 3_600  # seconds that a class may last
SILENT = 20 * 60  # seconds after which a class ends whose presenter asks for nothing
ENDED = 500  # codes of ended classes that are remembered
BURST = 20  # requests that one phone may make at once; afterwards 2 a second

Vote = int | tuple[int, ...]  # an option, from 0, or the shares of a drawn curve in percent
Stage = Literal["open", "shown", "told"]


class RefusedError(ValueError):
    """A request that is refused: the name of the reason, the status of HTTP, and a sentence.

    The page shows its own words under that name, in its language.
    """

    def __init__(self, problem: str, status: int, said: str) -> None:
        super().__init__(said)
        self.problem, self.status = problem, status


class Signal:
    """A counter of changes; a task can wait until it differs from the number it has seen."""

    def __init__(self) -> None:
        self.count = 0
        self._next = asyncio.Event()

    def change(self) -> None:
        """Count a change and wake all who wait."""
        self.count += 1
        self._next.set()
        self._next = asyncio.Event()

    async def wait(self, seen: int, seconds: float) -> None:
        """Wait until the number differs from `seen`, at most this long."""
        if seen == self.count:
            with suppress(TimeoutError, asyncio.TimeoutError):
                await asyncio.wait_for(self._next.wait(), seconds)


@dataclass(kw_only=True)
class Poll:
    """A question with its votes: `size` options, or a curve with `size` points.

    `ask` and `told`, the question and its answer, are passed from presenter to phones unread.
    """

    ask: str  # JSON, as `told`: objects would take thirty times the memory
    drawn: bool
    size: int
    rounds: list[dict[str, Vote]] = field(default_factory=lambda: [{}])
    stage: Stage = "open"
    told: str = "null"

    def fits(self, vote: object) -> bool:
        """Return whether a vote is one of the options, or has a share from 0 to 100 per point."""
        if not self.drawn:
            return type(vote) is int and 0 <= vote < self.size
        shares = vote if isinstance(vote, tuple) else ()
        return len(shares) == self.size and all(
            type(share) is int and 0 <= share <= 100 for share in shares
        )

    def counts(self) -> list[list[Any]]:
        """Return, for each round, the votes per option, or the drawn curves."""
        if self.drawn:
            return [[*votes.values()] for votes in self.rounds]
        return [
            [sum(vote == option for vote in votes.values()) for option in range(self.size)]
            for votes in self.rounds
        ]


class LiveClass:
    """A class: its phones, its polls, and the poll that phones see now."""

    def __init__(self, code: str, owner: str, now: float) -> None:
        self.code, self.owner, self.key = code, owner, secrets.token_urlsafe(16)
        self.opened = self.led = now  # when it was opened, and when its presenter last asked
        self.phones: set[str] = set()
        self.polls: dict[str, Poll] = {}
        self.name = ""  # of the screen that asked last
        self.poll: Poll | None = None
        self.for_phones, self.for_presenter = Signal(), Signal()

    def join(self, phone: str) -> None:
        """Add a phone.

        Raises:
            RefusedError: if the class is full.
        """
        if phone in self.phones:
            return
        if len(self.phones) >= MOST_PHONES:
            raise RefusedError(
                "class_full", 403, f"This class is full: {MOST_PHONES} phones are in it."
            )
        self.phones.add(phone)
        self.for_presenter.change()

    def ask(self, name: str, poll: Poll | None) -> None:
        """Show a poll to the phones, or none; one that was asked before keeps its votes."""
        self.name = name
        if poll and (name in self.polls or len(self.polls) < MOST_POLLS):
            self.poll = self.polls.setdefault(name, poll)
        else:
            self.poll = None
        self._change()

    def show(self) -> None:
        """Close the round and show its votes."""
        if self.poll and self.poll.stage == "open":
            self.poll.stage = "shown"
            self._change()

    def again(self) -> None:
        """Open another round, unless the answer is known or all rounds are over."""
        if self.poll and self.poll.stage == "shown" and len(self.poll.rounds) < ROUNDS:
            self.poll.rounds.append({})
            self.poll.stage = "open"
            self._change()

    def tell(self, told: object) -> None:
        """Close the poll and show its answer."""
        if self.poll:
            self.poll.stage, self.poll.told = "told", json.dumps(told)
            self._change()

    def vote(self, phone: str, round_: int, vote: object) -> None:
        """Store a phone's vote.

        Raises:
            RefusedError: if no question is open, the phone has voted in this round, or the vote is
                none of the options.
        """
        self.join(phone)
        poll = self.poll
        if poll is None:
            raise RefusedError("class_waits", 409, "No question is open: wait for the next one.")
        votes = poll.rounds[-1]
        if poll.stage != "open" or round_ != len(poll.rounds):
            raise RefusedError("class_closed", 409, "The vote is over: this one was not counted.")
        if phone in votes:
            raise RefusedError("class_twice", 409, "You have voted already: the first vote counts.")
        vote = tuple(vote) if isinstance(vote, list) else vote
        if not poll.fits(vote):
            raise RefusedError(
                "class_vote", 400, "This is none of the options: choose one of them."
            )
        votes[phone] = vote  # type: ignore[assignment]  # as `fits` has found
        self.for_presenter.change()

    def seen_by(self, phone: str) -> dict[str, object]:
        """Return the content of a phone's page: the poll, and its own votes."""
        poll = self.poll
        shown: dict[str, object] = {"seen": self.for_phones.count, "stage": "none"}
        if poll is None:
            return shown
        mine = [votes.get(phone) for votes in poll.rounds]
        said = {"ask": json.loads(poll.ask), "told": json.loads(poll.told)}
        return shown | said | {"stage": poll.stage, "mine": mine}

    def seen_by_presenter(self) -> dict[str, object]:
        """Return the presenter's content: the number of phones, and the votes as counts."""
        shown: dict[str, object] = {"seen": self.for_presenter.count, "phones": len(self.phones)}
        shown |= {"name": self.name, "stage": "none"}
        if self.poll is None:
            return shown
        return shown | {"stage": self.poll.stage, "rounds": self.poll.counts()}

    def _change(self) -> None:
        self.for_phones.change()
        self.for_presenter.change()


class LiveClasses:
    """All classes of this server, by code."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._classes: dict[str, LiveClass] = {}
        self._ended: deque[str] = deque(maxlen=ENDED)
        self._asked = FairShare(clock)

    def admits(self, person: str) -> bool:
        """Count a request of a person; return whether there were few enough recently."""
        if self._asked.had(person):
            return False
        self._asked.add(person, SHARE // BURST)
        return True

    def open(self, owner: str) -> LiveClass:
        """Open a class for a person.

        Raises:
            RefusedError: if there are too many.
        """
        self._end_old()
        own = [one for one in self._classes.values() if one.owner == owner]
        if len(own) >= MOST_OWN:
            self.end(own[0])
        if len(self._classes) >= MOST_CLASSES:
            raise RefusedError("class_many", 503, "Too many classes are open: try again later.")
        taken = {*self._classes, *self._ended}
        while (code := "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))) in taken:
            continue
        self._classes[code] = LiveClass(code, owner, self._clock())
        return self._classes[code]

    def find(self, code: str) -> LiveClass:
        """Return the class with a code, in any case of letters.

        Raises:
            RefusedError: if there is none, or it has ended.
        """
        self._end_old()
        code = code.upper()
        if code in self._ended:
            raise RefusedError(
                "class_ended", 410, "This class has ended, and its votes are deleted."
            )
        if code not in self._classes:
            raise RefusedError(
                "class_unknown", 404, "No class has this code: check it on the screen."
            )
        return self._classes[code]

    def lead(self, code: str, key: str) -> LiveClass:
        """Return a class to its presenter.

        Raises:
            RefusedError: if there is none, it has ended, or this is not its key.
        """
        found = self.find(code)
        if not hmac.compare_digest(found.key.encode(), key.encode()):
            raise RefusedError(
                "class_key", 403, "Only the person who opened this class can lead it."
            )
        found.led = self._clock()
        return found

    def end(self, found: LiveClass) -> None:
        """End a class: delete its votes, and tell its phones."""
        del self._classes[found.code]
        self._ended.append(found.code)
        found.for_phones.change()
        found.for_presenter.change()

    def _end_old(self) -> None:
        now = self._clock()
        for one in [*self._classes.values()]:
            if now - one.opened > LONGEST or now - one.led > SILENT:
                self.end(one)


def poll_of(said: Mapping[str, Any]) -> tuple[str, Poll | None]:
    """Return the name and the poll in a presenter's request; a screen without a question has none.

    Raises:
        RefusedError: if the request has another form.
    """
    match said:
        case {"name": str(name), "ask": None}:
            return name, None
        case {"name": str(name), "ask": ask, "drawn": bool(drawn), "size": int(size)} if (
            0 < size <= 100
        ):
            return name, Poll(ask=json.dumps(ask), drawn=drawn, size=size)
    raise RefusedError("class_vote", 400, "This is no question: reload the page.")
