"""A survey of a corpus file before training: lines that are left out, and likely mistakes."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from alignoscope.data.corpus import CorpusRows, normalise
from alignoscope.data.languages import foreign_script, is_code, is_english, other_languages
from alignoscope.data.pair_columns import what_column
from alignoscope.data.repairs import ENTITY, MANY, Row, without_entities
from alignoscope.data.split import fold
from alignoscope.records.percentages import percentage
from alignoscope.records.sentence import ENDS, PADS, STARTS

LOOKED_AT = 200  # the number of lines that are checked for languages
SAMPLE = 1_000  # the number of lines, spread evenly, that are checked for other problems
MANY_LINES = 100  # the number of lines from which words that all of them share are told
MOSTLY = 0.95  # the part of the lines that share them
FEW = 500  # the number of pairs below which nothing can be learnt
_COLUMNS = {
    "numbers": "numbers: are these ids?",
    "addresses": "addresses",
    "ids": "single words with digits: are these ids?",
    "constant": "the same in all lines",
    "labels": "of a few words only: are these labels?",
    "records": "records: save JSON lines or Parquet",
}


class Survey(NamedTuple):
    """The counts of lines, usable pairs and omitted lines of a file, and warnings."""

    lines: int
    pairs: int
    empty: int  # lines with an empty side
    twice: int  # lines that repeat an earlier pair
    warnings: tuple[str, ...]


def survey(read: CorpusRows, pair: str = "") -> Survey:
    """Survey the rows of a corpus with the same rules as `corpus_of`.

    `pair` is the language pair of its columns, such as "eng-deu", by which swapped columns are
    found.

    Raises:
        ValueError: as `corpus_of` does, or if the columns are those of the reversed pair.
    """
    rows = [row for row in read.text.rows if row.source.strip() or row.target.strip()]
    pairs = [(normalise(row.source), normalise(row.target)) for row in rows]
    whole = [pair for pair in pairs if all(pair)]
    kept = dict.fromkeys(whole)
    if not kept:
        raise ValueError(f"{read.name}: the file has no pair of sentences.")
    odd = list(swapped_columns(rows, pair))
    reverse = "-".join(pair.split("-")[::-1])
    if odd and not any(swapped_columns(rows, reverse)):
        raise ValueError(
            f"{odd[0]}, but the columns are taken for {pair}: they are swapped. Call the file "
            f"{reverse}, or give the languages of the run with --pair."
        )
    empty = len(rows) - len(whole)
    warnings = [
        *read.text.notes,
        *_warnings(rows, list(kept), empty),
        *(f"{one}, but the columns are taken for {pair}." for one in odd),
    ]
    return Survey(
        lines=len(rows),
        pairs=len(kept),
        empty=empty,
        twice=len(whole) - len(kept),
        warnings=tuple(warnings),
    )


def swapped_columns(rows: Sequence[Row], pair: str) -> Iterator[str]:
    """Yield each sign that the columns are not in the languages of the pair, in this order."""
    looked = rows[:LOOKED_AT]
    columns = " ".join(row.source for row in looked), " ".join(row.target for row in looked)
    codes = pair.split("-")
    for number, column in enumerate(columns, start=1):
        if script := foreign_script(column, "-".join(codes)):
            yield f"Column {number} is written in {script}"
        codes.reverse()
    if len(codes) != 2 or not all(map(is_code, codes)):
        return
    english = [code in ("en", "eng") for code in codes]
    found = [is_english(column) for column in columns]
    for number, (is_one, shall_be) in enumerate(zip(found, english, strict=True), start=1):
        if is_one and not shall_be:
            tatoeba = found == english[::-1] and "tatoeba.org" in "".join(looked[0].others)
            said = " (as in all files of manythings.org, which name tatoeba.org)" * tatoeba
            yield f"Column {number} is English{said}"


def says_swapped(
    sides: Iterable[tuple[str, str]],
    pair: str | None,
    advice: str = "",
    languages: tuple[str, str] | None = None,
) -> str:
    """Return a warning if sources and targets are not in the languages of a pair, else "".

    If they fit the other way round, it asks whether they are, and ends with the advice. What the
    text itself says, its `languages`, comes before what its content looks like.
    """
    rows = [Row(0, source, target) for source, target in islice(sides, LOOKED_AT)]
    if not pair or not rows:
        return ""
    named = other_languages(languages, pair)
    if languages and named:
        odd = f"The text names its languages: {'-'.join(languages)}"
    elif not (odd := next(swapped_columns(rows, pair), "")):
        return ""
    turned = [Row(0, row.target, row.source) for row in rows]
    if named == "others" or (not named and any(swapped_columns(turned, pair))):
        return f"{odd}, but the models are of {pair}: the texts are not in these languages."
    asked = f"{odd}, but the models are of {pair}: are the texts the other way round?"
    return f"{asked} {advice}".rstrip()


class _Sign(NamedTuple):
    """A sign of text that is not ready to be learnt: its form, its name, and what undoes it."""

    form: re.Pattern[str]
    what: str
    remedy: str
    undo: Callable[[str], str]


_MARKS = "|".join(map(re.escape, {*STARTS, *ENDS, *PADS}))
_SIGNS = (
    _Sign(
        re.compile(rf"^(?:{_MARKS})(?= )|(?<= )(?:{_MARKS})$"),
        "start, end or padding marks of another tool",
        "take them out, since training adds its own",
        lambda text: re.sub(rf"(?:^| )(?:{_MARKS})(?= |$)", "", text).strip(),
    ),
    _Sign(
        re.compile(r"\S@@(?= |$)"),
        "pieces of words (BPE)",
        "join them: sed -E 's/@@( |$)//g'",
        lambda text: re.sub("@@( |$)", "", text),
    ),
    _Sign(
        re.compile(r"(?:^| )▁\S"),
        "pieces of words (SentencePiece)",
        "join them: sed 's/ //g; s/▁/ /g; s/^ //'",
        lambda text: text.replace(" ", "").replace("▁", " ").strip(),
    ),
    _Sign(
        re.compile(r"\S ##\w"),
        "pieces of words (WordPiece)",
        "join them: sed 's/ ##//g'",
        lambda text: text.replace(" ##", ""),
    ),
    _Sign(
        re.compile(r"(?:^| )Ġ\S"),
        "pieces of bytes (as of GPT-2)",
        "decode them with the tokenizer that made them",
        lambda text: "",
    ),
    _Sign(
        re.compile("<0x[0-9A-F]{2}>"),
        "bytes of SentencePiece",
        "decode them with the model that made them",
        lambda text: "",
    ),
    _Sign(
        re.compile("￭|｟"),
        "marks of OpenNMT's Tokenizer",
        "detokenise them with it",
        lambda text: "",
    ),
    _Sign(
        re.compile(r"\S￨\S|^\S+\|\S+(?: \S+\|\S+)+$"),
        "features beside words",
        "take them out: sed -E 's/[|￨][^ ]*//g'",
        lambda text: re.sub(r"[|￨]\S*", "", text),
    ),
    _Sign(
        re.compile(r"\S @-@ \S"),
        "hyphens of the tokenizer of Moses",
        "join them: sed 's/ @-@ /-/g'",
        lambda text: text.replace(" @-@ ", "-"),
    ),
    _Sign(
        re.compile(r"\\u[0-9a-fA-F]{4}"),
        "escapes of characters",
        "write the characters themselves (ensure_ascii=False in Python)",
        lambda text: "",
    ),
    _Sign(
        re.compile(r"<seg\b", re.IGNORECASE),
        "segments of SGML",
        "give the two whole files, which are read by their segments",
        lambda text: "",
    ),
    _Sign(
        re.compile(r"</?[A-Za-z][^<>]*>"),
        "tags",
        "take them out: sed -E 's/<[^<>]*>//g'",
        lambda text: re.sub(r"<[^<>]*>", "", text),
    ),
    _Sign(
        ENTITY,
        "HTML entities",
        "put the characters in their place (html.unescape in Python)",
        without_entities,
    ),
)


def findings(sides: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield a warning for each problem that a sample of pairs of texts shows.

    Each is told once, with its first example, the share of the lines, and a remedy that was tried
    on the sample.
    """
    looked = sides[:: len(sides) // SAMPLE + 1]
    for column, side in enumerate(zip(*looked, strict=True), start=1):
        if what := what_column(side):
            yield (
                f"Column {column} is {_COLUMNS[what]}. A sentence and its translation are expected "
                "(cut -f2,4 keeps the second and the fourth column)."
            )
    told: list[str] = []
    for sign in _SIGNS:
        found = [text for pair in looked for text in pair if sign.form.search(text)]
        lines = sum(any(map(sign.form.search, pair)) for pair in looked)
        if lines <= MANY * len(looked) or (sign.what == "tags" and told):
            continue
        told.append(sign.what)
        first = sign.form.search(found[0])
        assert first is not None
        begin = found[0].rfind(" ", 0, max(first.start() - 8, 0)) + 1
        end = found[0].find(" ", first.end() + 8)
        shown = found[0][begin : end if end > 0 else None].strip()[:60]
        helps = not any(sign.form.search(sign.undo(text)) for text in found)
        remedy = f" To be read as text, {sign.remedy}." * helps
        share = percentage(lines / len(looked))
        yield f"{share} of the lines have {sign.what}, such as “{shown}”.{remedy}"
    if _SIGNS[0].what not in told and len(looked) >= MANY_LINES:
        yield from _shared(looked)


def _shared(looked: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield a warning for each side whose lines nearly all begin or end with the same words."""
    for column, side in enumerate(zip(*looked, strict=True), start=1):
        if what_column(side):
            continue
        lines = [text.split() for text in side if text.strip()]
        for verb, step in (("begin", 1), ("end", -1)):
            words: list[str] = []
            while len(lines) >= MOSTLY * len(looked):
                last = Counter(line[::step][len(words)] for line in lines if len(line) > len(words))
                word, count = last.most_common(1)[0] if last else ("", 0)
                if count < MOSTLY * len(looked) or not any(map(str.isalnum, word)):
                    break
                lines = [
                    line for line in lines if line[::step][len(words) : len(words) + 1] == [word]
                ]
                words.append(word)
            if words:
                shown = " ".join(words[::step])[:60]
                share = percentage(len(lines) / len(looked))
                yield (
                    f"{share} of the lines of column {column} {verb} with "
                    f"“{shown}”. If it is no part of the sentences, take it out: it is learnt."
                )


def _warnings(rows: Sequence[Row], pairs: Sequence[tuple[str, str]], empty: int) -> Iterator[str]:
    """Yield a warning per problem: what was found, what it may mean and what to do."""
    yield from findings([(row.source, row.target) for row in rows])
    if len(pairs) < FEW:
        yield (
            f"{len(pairs):,} pairs are too few to learn a language from: the maps will be "
            "random. At least a few thousand are needed, and 100,000 make a good translator."
        )
    same = [source for source, target in pairs if fold(source) == fold(target)]
    if len(same) > MANY * len(pairs):
        yield (
            f"{len(same):,} pairs have the same text on both sides, such as {same[0][:40]!r}: were "
            "they never translated?"
        )
    if empty > MANY * len(rows):
        yield f"{empty:,} of {len(rows):,} lines have an empty side: is a column missing?"
