"""The tables of a tokenizer, with which JavaScript computes the same pieces and words."""

import json
import re

from alignoscope.data.corpus import INVISIBLE, PLAIN
from alignoscope.data.registers import MARKS
from alignoscope.data.tokenizer import Tokenizer

_ANY_CASE = re.compile(r"\(\?i:((?:[^()]|\((?:[^()])*\))*)\)")
_LETTERS = re.compile(r"\[([a-z]+)\]|([a-z])")
_OTHER_CASES = {"s": "ſ", "k": "\u212a"}  # what equals a letter if case is ignored


def tokenizer_tables(tokenizer: Tokenizer) -> dict[str, object]:
    """Return pieces by id, merges by rank, and what splits, marks and normalises a text."""
    written = json.loads(tokenizer.to_json())
    merges = [one.split(" ") if isinstance(one, str) else one for one in written["model"]["merges"]]
    return {
        "pieces": tokenizer.pieces,
        "merges": merges,
        "words": _ANY_CASE.sub(_either_case, written["pre_tokenizer"]["pattern"]["Regex"]),
        "plain": {chr(code): text for code, text in PLAIN.items()},
        "invisible": "".join(map(chr, INVISIBLE)),
        "marks": "".join(MARKS.values()),
        "spaces": "".join(one for one in map(chr, range(0x10000)) if one.isspace()),
    }


def _either_case(group: re.Match) -> str:
    """Return a group that ignores case with both cases of each letter, as all browsers read it."""
    return f"(?:{_LETTERS.sub(_both, group[1])})"


def _both(letters: re.Match) -> str:
    """Return a letter, or a class of letters, as a class with both cases."""
    found = letters[1] or letters[2]
    return f"[{found}{found.upper()}{''.join(_OTHER_CASES.get(one, '') for one in found)}]"
