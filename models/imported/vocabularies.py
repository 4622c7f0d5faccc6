"""The vocabularies of Marian (YAML) and Nematus (JSON): a mapping from tokens to ids."""

import json
import re
from pathlib import Path

from alignoscope.data.corpus import normalise
from alignoscope.data.tokenizer import SPACE, SPECIAL, Tokenizer
from alignoscope.records.json_values import parse_json

END, UNKNOWN = 0, 1  # The ids of the end mark and of unknown words in both programs.
_LINE = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|.+?)\s*:\s+(\d+)\s*""")
_LIMITS = {"max_bytes": 50_000_000, "max_values": 500_000, "max_lists": 10}


def read_vocabulary(path: Path) -> list[str]:
    """Return the tokens of a vocabulary in the order of their ids, from 0.

    Raises:
        ValueError: if the file is unreadable or malformed, or an id is missing or repeated.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path} is not UTF-8 text. A vocabulary is YAML or JSON; the pieces of SentencePiece "
            "are not read."
        ) from error
    numbered = _json(path, text) if text.lstrip().startswith("{") else _yaml(path, text)
    found: dict[int, str] = {}
    for word, number in numbered:
        if number in found:
            raise ValueError(f"{path}: {found[number]!r} and {word!r} both have number {number}.")
        found[number] = word
    if sorted(found) != list(range(len(found))) or len(found) < 3:
        raise ValueError(f"{path}: expected tokens with the numbers from 0, none left out.")
    return [found[i] for i in range(len(found))]


def joint_tokenizer(source: list[str], target: list[str]) -> tuple[Tokenizer, list[str]]:
    """Return a tokenizer for the tokens of both sides, and these tokens without the special ones.

    It splits a text at spaces only: a model with subwords needs a text already split into them.

    Raises:
        ValueError: if tokens are marked as SentencePiece marks them.
    """
    given = (*source[2:], *target[2:])
    words = list(dict.fromkeys(map(normalise, given)))
    words = [word for word in words if word and word not in SPECIAL]
    marked = [word for word in given if SPACE in word]
    if marked:
        raise ValueError(
            f"The vocabulary has {marked[0]!r}: the pieces of SentencePiece are not read, only "
            "words or pieces with blanks between them."
        )
    numbers = {word: i for i, word in enumerate((*SPECIAL, *(SPACE + word for word in words)))}
    return Tokenizer.from_json(_written(numbers)), words


def _written(numbers: dict[str, int]) -> str:
    """Return a word-level tokenizer with this vocabulary as JSON; other words are unknown."""
    special = [
        {
            "id": i,
            "content": word,
            **dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False),
            "special": True,
        }
        for i, word in enumerate(SPECIAL)
    ]
    space = {"String": SPACE}
    document = {
        "version": "1.0",
        "added_tokens": special,
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "Prepend", "prepend": SPACE},
                {"type": "Replace", "pattern": {"String": " "}, "content": SPACE},
            ],
        },
        "pre_tokenizer": {
            "type": "Split",
            "pattern": space,
            "behavior": "MergedWithNext",
            "invert": False,
        },
        "decoder": {"type": "Replace", "pattern": space, "content": " "},
        "model": {"type": "WordLevel", "vocab": numbers, "unk_token": SPECIAL[1]},
    }
    return json.dumps(document, ensure_ascii=False)


def _json(path: Path, text: str) -> list[tuple[str, int]]:
    try:
        found = parse_json(text, **_LIMITS)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
    assert isinstance(found, dict)
    if not all(type(number) is int for number in found.values()):
        raise ValueError(f'{path}: expected tokens and their numbers, such as {{"the": 5}}.')
    return list(found.items())


def _yaml(path: Path, text: str) -> list[tuple[str, int]]:
    found = []
    for i, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.startswith(("#", "---")):
            continue
        match = _LINE.fullmatch(line.rstrip("\r"))
        if not match:
            raise ValueError(f"{path}, line {i}: expected a token and its number, such as the: 5.")
        found.append((_unquoted(match[1]), int(match[2])))
    return found


def _unquoted(word: str) -> str:
    if len(word) > 1 and word[0] == word[-1] == "'":
        return word[1:-1].replace("''", "'")
    if len(word) > 1 and word[0] == word[-1] == '"':
        try:
            return str(json.loads(word))
        except json.JSONDecodeError:
            return word[1:-1]
    return word
