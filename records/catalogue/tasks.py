"""The catalogue of synthetic tasks: description, number of pairs and languages."""

from typing import NamedTuple


class MadeUp(NamedTuple):
    """A synthetic task: a description of its sentences, the number of pairs, and its languages."""

    says: str
    pairs: int = 20_000
    languages: str = ""


MADE_UP = {
    "dates": MadeUp("Days as eight languages write them, and the same day as ISO 8601 does."),
    "hindi-phrases": MadeUp(
        "A small grammar wrote them: Hindi puts its verb last, English behind the subject.",
        40_000,
        "hin-eng",
    ),
    "reverse": MadeUp("Rows of letters, and the same letters from the last to the first."),
}


def says_made_up(pair: str) -> str | None:
    """Return the description of a synthetic task, or None if people wrote the pair's sentences."""
    task = MADE_UP.get(pair)
    return task and f"Made-up sentences with exact links. {task.says}"
