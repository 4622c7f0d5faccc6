"""Which columns of a table are a sentence and its translation: by their names, else by content."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from alignoscope.data.languages import code_named, is_code, same_language

_NAMED = (
    "english:en french:fr german:de spanish:es italian:it portuguese:pt dutch:nl russian:ru "
    "turkish:tr hindi:hi chinese:zh japanese:ja arabic:ar"
)
_CODED = "en fr de es it pt nl ru tr hi zh ja ar eng fra deu spa ita por nld rus tur hin"
_SAID = dict(name.split(":") for name in _NAMED.split())
_LANGUAGES = {code: code for code in _CODED.split()} | _SAID
_SIDES = (("source", "src", "original", "input"), ("target", "trg", "tgt", "translation", "output"))
_BESIDE = ("", "id", "ids", "index", "score", "scores", "sentence", "text", "reference")
_HEADINGS = {*_LANGUAGES, *_SIDES[0], *_SIDES[1], *_BESIDE}
# Endings of files and common names of columns that are also codes of languages.
NO_CODES = (
    *("src", "trg", "tgt", "txt", "tsv", "csv", "tmx", "tok", "bpe", "tar", "bz", "sgm", "xlf"),
    *("id", "url", "doc", "xml"),
)
# Numbers, also with a unit of per cent, and dates and times.
_NUMBER = re.compile(r"[-+]?[\d.,:/%\s-]*\d[T\d.,:/%\s+-]*(e[-+]?\d+)?[%Z]?", re.IGNORECASE)
_ADDRESS = re.compile(r"(\w+://|www\.|/[\w.-]+/)\S*|\S+@\S+\.\w+", re.IGNORECASE)
_ID = re.compile(r"(?=\S*\d)\S+")  # one word with a digit in it
_RECORD = re.compile(r"""\{\s*['"][^'"]+['"]\s*:.*\}""", re.DOTALL)
_NAME = re.compile(r"[^\W\d][\w .:/()-]*[\w)]")  # the form of a column's name
_MOST = 0.9  # the part of a column's values that make it one of numbers, addresses or ids
_SOME = 10  # the number of rows from which a column of one value is constant
_MANY = 40  # that from which a column of few values is one of labels
_FEW = 0.05  # the part of a column's values that are different, at most, if they are labels


class PairColumns(NamedTuple):
    """The columns of source and target, from 0, and the languages that their names tell."""

    source: int = 0
    target: int = 1
    languages: tuple[str, str] | None = None


def heading(
    columns: Sequence[str], pair: str = "", below: Sequence[Sequence[str]] = ()
) -> PairColumns | None:
    """Return the columns of a pair that a first line names, or None if it is no heading.

    It is one if it names both sides or languages, or if a column of numbers, addresses or ids
    begins with another word.

    Args:
        columns: the parts of the line.
        pair: the language pair asked for, such as "en-de", whose columns are taken if both are
            there.
        below: the rows after it.
    """
    words = [word.strip() for word in columns]
    if len(words) < 2 or not any(words):
        return None
    which = named_columns(words, pair) or _first_languages(words)
    if which and all(_is_name(words[i], [row[i : i + 1] for row in below]) for i in which[:2]):
        return which
    named = {word.casefold() for word in words[:2]} <= _HEADINGS
    kinds = zip(words, column_kinds(below), strict=False)
    typed = any(
        kind in ("numbers", "addresses", "ids")
        and _NAME.fullmatch(word)
        and not what_column([word])
        for word, kind in kinds
    )
    return which or PairColumns() if named or (typed and len(below) >= _SOME) else None


def _is_name(word: str, values: Sequence[Sequence[str]]) -> bool:
    """Return whether a text may name a column of values; "Hi" and "a cat" are no codes of one."""
    coded = word in (word.lower(), word.upper()) if len(word) < 4 else " " not in word
    spoken = {*re.split(r"[^a-z]+", word.casefold())} & {*_SAID, *_SIDES[0], *_SIDES[1]}
    return bool(_NAME.fullmatch(word) and (coded or spoken)) and [word] not in values[:_SOME]


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


def _first_languages(names: Sequence[str]) -> PairColumns | None:
    """Return the first two columns of those that are named after three or more languages."""
    codes = [language_of_column(name) for name in names]
    spoken = [i for i, code in enumerate(codes) if code]
    if len(spoken) < 3:
        return None
    first, second, *_ = spoken
    return PairColumns(first, second, (codes[first], codes[second]))


def languages_of(names: Sequence[str]) -> list[str]:
    """Return the codes of the languages that columns are named after."""
    return [code for name in names if (code := language_of_column(name))]


def language_of_column(name: str) -> str:
    """Return the code of the language that a column is named after, or "".

    Such names are "en", "English", "Deutsch", "zh-CN", "eng_Latn", "text_fr" and "translation.de".
    """
    word = name.strip().casefold()
    if word in _LANGUAGES:
        return _LANGUAGES[word]
    if word.isalpha() and len(word) > 3 and word not in _HEADINGS and (code := code_named(word)):
        return code
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
    """Return what a column is that is no text, or "".

    It is one of "numbers", "addresses", "ids", "records", "constant" and "labels": few values of
    one or two words each.
    """
    values = [value.strip() for value in values if value.strip()]
    for what, form in (
        *(("numbers", _NUMBER), ("addresses", _ADDRESS), ("ids", _ID), ("records", _RECORD)),
    ):
        if sum(bool(form.fullmatch(value)) for value in values) > _MOST * len(values):
            return what
    different = {*values}
    if len(values) >= _SOME and len(different) == 1:
        return "constant"
    labels = len(values) >= _MANY and len(different) <= _FEW * len(values)
    return "labels" if labels and all(len(one.split()) < 3 for one in different) else ""


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
