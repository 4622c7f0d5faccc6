"""fairseq's output with `--print-alignment`: lines that begin with a letter, an id and a tab."""

import re
from collections import Counter
from math import log, nan
from typing import NamedTuple

from alignoscope.interchange.readers.fields import is_number, matrix, tokens
from alignoscope.interchange.readers.links import holds_links, read_links
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import RawSentence, RawSentences, System

_LINE = re.compile(r"([SHA])-(\d{1,9})\t(.*)", re.DOTALL)


class _Hypothesis(NamedTuple):
    target: tuple[str, ...]
    log_prob: float


def fits_fairseq(file: NamedBytes) -> bool:
    """Return whether there is a line of alignments, `A-` and an id."""
    return any(re.match(r"A-\d+\t", line) for line in file.first(2_000))


def read_fairseq(file: NamedBytes) -> list[System]:
    """Read soft or hard alignments, each below its hypothesis, and sort them by id.

    fairseq's scores are base-2 logarithms divided by the length; they are converted to nats.

    Raises:
        ValueError: if an alignment has no hypothesis before it, or is none.
    """
    sources: dict[int, tuple[str, ...]] = {}
    hypotheses: dict[int, _Hypothesis] = {}
    ranks: Counter[int] = Counter()
    found = RawSentences()
    for i, line in enumerate(file.lines, start=1):
        match = _LINE.fullmatch(line)
        if not match:
            continue
        letter, number, rest = match[1], int(match[2]), match[3]
        if letter == "S":
            sources[number] = tokens(rest)
        elif letter == "H":
            score, _, text = rest.partition("\t")
            target = tokens(text)
            total = float(score) * log(2) * (len(target) + 1) if is_number(score) else nan
            hypotheses[number] = _Hypothesis(target, total)
        elif number not in hypotheses:
            raise ValueError(f"Line {i}: expected the line 'H-{number}' before 'A-{number}'.")
        else:
            found.append(_aligned(f"Line {i}", number, rest, hypotheses[number], ranks[number]))
            ranks[number] += 1
    hard = any(one.links is not None for one in found)
    if hard and (soft := next((one for one in found if one.links is None), None)):
        raise ValueError(f"{soft.where}: expected links such as '3-4', as in other lines.")
    sourced = [
        RawSentence(**(vars(one) | {"source": sources.get(one.number)}))
        for one in sorted(found, key=lambda one: (one.number, one.rank))
    ]
    return [System(sentences=sourced, kind="links" if hard else "weights")]


def _aligned(where: str, number: int, text: str, said: _Hypothesis, rank: int) -> RawSentence:
    if len(said.target) and all(word.isdigit() for word in text.split()):
        # Older versions write the source position of each target token.
        text = " ".join(f"{word}-{i}" for i, word in enumerate(text.split()))
    hard = holds_links(text)
    return RawSentence(
        where=where,
        number=number,
        target=said.target,
        numbers=None if hard else matrix([row.split(",") for row in text.split()], where),
        links=read_links(text, where) if hard else None,
        rank=rank,
        log_prob=said.log_prob,
    )
