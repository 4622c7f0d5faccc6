"""Which words of a translation are right, by the translations of people."""

from collections.abc import Sequence

from alignoscope.data.tokenizer import split_words


def right_words(words: Sequence[str], references: Sequence[str]) -> list[bool]:
    """Return which words the least edit distance to the nearest reference leaves as they are."""
    folded = [_folded(word) for word in words]
    found = (_kept(folded, [_folded(word) for word in split_words(one)]) for one in references)
    return min(found, key=lambda one: one[0])[1]


def _folded(word: str) -> str:
    return word.lstrip("-").lower()


def _kept(words: Sequence[str], reference: Sequence[str]) -> tuple[int, list[bool]]:
    """Return the edit distance to a reference, and which words it leaves as they are."""
    rows = [[*range(len(reference) + 1)]]
    for i, word in enumerate(words, start=1):
        above, row = rows[-1], [i]
        for j, other in enumerate(reference, start=1):
            row.append(min(above[j - 1] + (word != other), above[j] + 1, row[-1] + 1))
        rows.append(row)
    same, i, j = [False] * len(words), len(words), len(reference)
    while i and j:
        differs = words[i - 1] != reference[j - 1]
        if rows[i][j] == rows[i - 1][j - 1] + differs:
            i, j = i - 1, j - 1
            same[i] = not differs
        elif rows[i][j] == rows[i - 1][j] + 1:
            i -= 1
        else:
            j -= 1
    return rows[-1][-1], same
