"""Which columns of a table are a sentence and its translation: by their names, else by content."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from alignoscope.data.languages import is_code, same_language

_NAMED = (
    "english:en french:fr german:de spanish:es italian:it portuguese:pt dutch:nl russian:ru "
    "turkish:tr hindi:hi chinese:zh japanese:ja arabic:ar"
)
_CODED = "en fr de es it pt nl ru tr hi zh ja ar eng fra deu spa ita por nld rus tur hin"
_LANGUAGES = {code: code for code in _CODED.split()} | dict(
    name.split(":") for name in _NAMED.split()
)
_SIDES = (("source", "src", "original", "input"), ("target", "trg", "tgt", "translation", "output"))
_BESIDE = ("", "id", "ids", "index", "score", "scores", "sentence", "text", "reference")
_HEADINGS = {*_LANGUAGES, *_SIDES[0], *_SIDES[1], *_BESIDE}
# Endings of files and common names of columns that are also codes of languages.
NO_CODES = (
    *("src", "trg", "tgt", "txt", "tsv", "csv", "tmx", "tok", "bpe", "tar", "bz", "sgm", "xlf"),
    *("id", "url", "doc", "xml"),
)
_NUMBER = re.compile(r"[-+]?[\d.,:/%\s]*\d[\d.,:/%\s]*(e[-+]?\d+)?%?", re.IGNORECASE)
_ADDRESS = re.compile(r"(\w+://|www\.|/[\w.-]+/)\S*|\S+@\S+\.\w+", re.IGNORECASE)
_ID = re.compile(r"(?=\S*\d)\S+")  # one word with a digit in it
_MOST = 0.9  # the part of a column's values that make it one of numbers, addresses or ids
_SOME = 10  # the number of rows from which a column of one value is constant


class PairColumns(NamedTuple):
    """The columns of source and target, from 0, and the languages that their names tell."""

    source: int = 0
    target: int = 1
    languages: tuple[str, str] | None = None


def heading(columns: Sequence[str], pair: str = "") -> PairColumns | None:
    """Return the columns of a pair that a first line names, or None if it is no heading.

    `pair` is the language pair asked for, such as "en-de", whose columns are taken if both are
    there.
    """
    words = [word.strip().casefold() for word in columns]
    if len(words) < 2 or not {*words[:2]} <= _HEADINGS or not any(words):
        return None
    return named_columns(words, pair) or PairColumns()


def named_columns(names: Sequence[str], pair: str = "") -> PairColumns | None:
    """Return the columns that are named as the two languages or sides of a pair, or None.

    The columns of the languages of `pair` are taken, if both are there, in this order.
    """
    codes = [language_of_column(name) for name in names]
    spoken = [i for i, code in enumerate(codes) if code]
    asked = [
        [i for i in spoken if same_language(code, codes[i])] for code in pair.split("-") if pair
    ]
    if len(asked) == 2 and all(len(places) == 1 for places in asked):
        spoken = [places[0] for places in asked]
    if len(spoken) == 2:
        first, second = spoken
        return PairColumns(first, second, (codes[first], codes[second]))
    words = [set(re.split(r"[^a-z]+", name.casefold())) for name in names]
    source, target = (
        [i for i, parts in enumerate(words) if parts & {*side, f"{side[0]}s"}] for side in _SIDES
    )
    return PairColumns(source[0], target[0]) if len(source) == len(target) == 1 else None


def languages_of(names: Sequence[str]) -> list[str]:
    """Return the codes of the languages that columns are named after."""
    return [code for name in names if (code := language_of_column(name))]


def language_of_column(name: str) -> str:
    """Return the code of the language that a column is named after, or "".

    Such names are "en", "English", "zh-CN", "eng_Latn", "text_fr" and "translation.de".
    """
    word = name.strip().casefold()
    if word in _LANGUAGES:
        return _LANGUAGES[word]
    parts = re.split(r"[^a-z]+", word)
    known = [
        _LANGUAGES.get(part, part)
        for part in parts
        if part in _LANGUAGES or (part not in NO_CODES and len(part) in (2, 3) and is_code(part))
    ]
    whole = re.fullmatch(r"[a-z]{2,3}([-_][a-z]{4})?([-_][a-z]{2})?", word)
    if whole and known and known[0] == parts[0]:
        return known[0]
    return known[0] if len(known) == 1 and len(parts) > 1 else ""


def what_column(values: Sequence[str]) -> str:
    """Return what a column is that is no text: "numbers", "addresses", "ids", "constant", or ""."""
    values = [value.strip() for value in values if value.strip()]
    for what, form in (("numbers", _NUMBER), ("addresses", _ADDRESS), ("ids", _ID)):
        if sum(bool(form.fullmatch(value)) for value in values) > _MOST * len(values):
            return what
    return "constant" if len(values) >= _SOME and len({*values}) == 1 else ""


def text_columns(rows: Sequence[Sequence[str]], which: PairColumns) -> PairColumns:
    """Return the first two columns of text of rows without names, or `which` if both are text.

    Rows are judged by their common columns. If they have not two columns of text, it is `which`.
    """
    kinds = column_kinds(rows)
    if not (_kind(kinds, which.source) or _kind(kinds, which.target)):
        return which
    texts = [i for i, kind in enumerate(kinds) if not kind]
    return PairColumns(texts[0], texts[1]) if len(texts) >= 2 else which


def column_kinds(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return what each of the rows' common columns is, as `what_column` does."""
    rows = [row for row in rows if any(row)]
    common = min(map(len, rows), default=0)
    return [what_column([row[i] for row in rows]) for i in range(common)]


def _kind(kinds: Sequence[str], i: int) -> str:
    return kinds[i] if i < len(kinds) else ""
