"""The words of a trace's translation, their spacing, and their differences from another's."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from alignoscope.records.trace import Trace

KEPT, ADDED, MISSING = "kept", "added", "missing"


def changed_words(base: Sequence[str], other: Sequence[str]) -> list[tuple[str, str]]:
    """Return other's words, each KEPT or ADDED, with base's MISSING words in between."""
    changes: list[tuple[str, str]] = []
    matcher = SequenceMatcher(a=base, b=other, autojunk=False)
    for operation, i, j, k, m in matcher.get_opcodes():
        if operation == "equal":
            changes += [(word, KEPT) for word in other[k:m]]
        else:
            changes += [(word, MISSING) for word in base[i:j]]
            changes += [(word, ADDED) for word in other[k:m]]
    return changes


def written_words(trace: Trace) -> list[str]:
    """Return the words of a trace's target without the end mark."""
    return list(trace.target.words[:-1] if trace.finished else trace.target.words)


def spaced_words(trace: Trace) -> list[tuple[str, str]]:
    """Return pairs of the space before each word in the text (" " or "") and the word."""
    text, start = trace.target.text, 0
    spaced: list[tuple[str, str]] = []
    for word in written_words(trace):
        found = max(text.find(word, start), start)
        spaced.append((" " if not spaced or text[start:found].isspace() else "", word))
        start = found + len(word)
    return spaced


def per_token(trace: Trace) -> float:
    """Return the log-probability of a trace's target per token (nats)."""
    return trace.log_prob / len(trace.steps)


def probabilities(traces: Sequence[Trace]) -> list[dict[str, object]]:
    """Return rows with the log-probability of one target under each variant, best first.

    All log-probabilities are in nats.
    """
    ranked = sorted(traces, key=lambda trace: -trace.log_prob)
    return [
        {
            "variant": trace.label,
            "log-prob. per token": round(per_token(trace), 3),
            "log-probability": round(trace.log_prob, 2),
            "tokens": len(trace.steps),
        }
        for trace in ranked
    ]
