"""JSON of other tools: Nematus' JSON lines, CTranslate2's results, and lists of tokens."""

import re
from collections.abc import Callable, Sequence

import numpy as np

from alignoscope.interchange.readers.fields import tokens
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import RawSentence, RawSentences, System
from alignoscope.records.json_values import Value
from alignoscope.records.limits import (
    MAX_IMPORT_SENTENCES,
    MAX_IMPORT_WORDS,
    MAX_TRACE_TEXT,
)
from alignoscope.records.sentence import ENDS

ROUGH = 0.05
_PHONEMES = re.compile(r"\{[^\s\"':{}\[\],]+(?: [^\"':{}\[\],\n]*)?\}")  # As Tacotron reads them.
FIRST_ROW = (
    "CTranslate2 writes wrong first rows in batches under beam search: translate one sentence a "
    "batch (max_batch_size=1)."
)
MAY_BE_WRONG = (
    "CTranslate2 writes wrong first rows in batches under beam search, and beside a mark that the "
    "model adds nothing shows it: set max_batch_size=1 to be sure."
)
HEADS = (
    "CTranslate2 gives one map: that of the last layer's first head, or the mean of its heads in "
    "models from fairseq, unless the model was converted otherwise."
)
SIDES = {
    "source": ("source", "source_tokens", "src"),
    "target": ("target", "target_tokens", "tgt", "trg"),
}


def fits_json(file: NamedBytes) -> bool:
    """Return whether a text begins like JSON or JSON lines."""
    start = file.text[:200].lstrip()
    if _PHONEMES.match(start):
        return False
    return start.startswith(("{", "[{", "[\n")) or (start[:1] == "[" and '"' in start[:20])


def has_fields(*names: str) -> Callable[[NamedBytes], bool]:
    """Return a function that tests whether a JSON file's first object has all these fields."""

    def fits(file: NamedBytes) -> bool:
        if not fits_json(file) or not all(f'"{name}"' in file.text for name in names):
            return False
        first = next(iter(file.items), None)
        return first is not None and isinstance(first.value, dict) and set(names) <= {*first.value}

    return fits


def fits_ctranslate2(file: NamedBytes) -> bool:
    """Return whether these are results of CTranslate2, with or without their sources."""
    return any(has_fields("attention", name)(file) for name in ("hypothesis", "hypotheses"))


def read_nematus(file: NamedBytes) -> list[System]:
    """Read Nematus' JSON lines: `matrix`, `source_sent`, `target_sent`, `id`.

    Raises:
        ValueError: if a field is missing or wrong.
    """
    found = RawSentences()
    for i, one in enumerate(file.items):
        source = tokens(one.field("source_sent").text(MAX_TRACE_TEXT))
        target = tokens(one.field("target_sent").text(MAX_TRACE_TEXT, least=0))
        numbers = _matrix(one.field("matrix"))
        found.append(
            RawSentence(where=one.where, number=i, source=source, target=target, numbers=numbers)
        )
    return [System(sentences=found)]


def read_ctranslate2(file: NamedBytes) -> list[System]:
    """Read CTranslate2's results: `hypotheses` (or one `hypothesis`), `attention`, maybe `source`.

    Raises:
        ValueError: if a field is missing or wrong.
    """
    found = RawSentences()
    for i, one in enumerate(file.items):
        has_source = isinstance(one.value, dict) and "source" in one.value
        words = one.field("source").texts(MAX_TRACE_TEXT) if has_source else None
        if one.field("hypotheses").value is None:
            if one.field("hypothesis").value is None:
                raise ValueError(f'{one.where} has no "hypotheses", as CTranslate2 writes them.')
            pairs = [(one.field("hypothesis"), one.field("attention"))]
        else:
            hypotheses = list(one.field("hypotheses").items())
            maps = one.field("attention").items(len(hypotheses))
            pairs = list(zip(hypotheses, maps, strict=True))
        for rank, (target, attention) in enumerate(pairs):
            found.append(
                RawSentence(
                    where=one.where,
                    number=i,
                    source=words,
                    target=target.texts(MAX_TRACE_TEXT),
                    numbers=_matrix(attention),
                    rank=rank,
                )
            )
    missing = _missing_end(found)
    first = max(float(_lacking(one)[0]) for one in found) if found else 0
    notes = [FIRST_ROW] if not missing and first > ROUGH else []
    if missing and len({one.numbers.shape for one in found if one.numbers is not None}) > 1:
        notes = [MAY_BE_WRONG]
    return [System(sentences=found, notes=notes, lacks_end=missing > 0)]


def read_tokens(file: NamedBytes) -> dict[str, list[tuple[str, ...]]] | None:
    """Return the tokens of each side of a JSON file of tokens only, or None for another file.

    Raises:
        ValueError: if it is no JSON, or a token is none.
    """
    found = file.items
    if not found or len(found) > MAX_IMPORT_SENTENCES:
        return None
    sides: dict[str, list[tuple[str, ...]]] = {}
    for side, names in SIDES.items():
        first = found[0].value
        name = next((n for n in names if isinstance(first, dict) and n in first), None)
        if name:
            sides[side] = [one.field(name).texts(MAX_TRACE_TEXT) for one in found]
    return sides or None


def _missing_end(found: Sequence[RawSentence]) -> float:
    """Return the largest weight on an end mark that the model adds and its maps leave out, or 0.

    Under beam search, only the first row of a map is wrong, and none of the longest source's.
    """
    maps = [_lacking(one) for one in found if (one.source or ("",))[-1] not in ENDS]
    later = [float(rows[1:].max()) for rows in maps if len(rows) > 1]
    first = [float(rows[0]) for rows in maps]
    if not later and min(first, default=0) > ROUGH:
        later = first
    most = max(later, default=0.0)
    return most if most > ROUGH else 0.0


def _lacking(one: RawSentence) -> np.ndarray:
    """Return what each row of a sentence's map lacks of 1."""
    assert one.numbers is not None
    with np.errstate(invalid="ignore", over="ignore"):  # Infinities are refused later.
        return 1 - one.numbers[0, 0].sum(axis=-1)


def _matrix(value: Value) -> np.ndarray:
    rows = value.length()
    if rows > MAX_IMPORT_WORDS + 1:
        raise ValueError(f"{value.where} has {rows:,} rows: at most {MAX_IMPORT_WORDS:,} are read.")
    return value.matrix(rows, None)[None, None]
