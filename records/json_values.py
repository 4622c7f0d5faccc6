"""JSON from outside: parsed within size limits, and read value by value with clear errors."""

import json
import re
import reprlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import MISSING, Field, fields
from functools import lru_cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, get_args, get_type_hints

import numpy as np

from alignoscope.records.limits import MAX_NUMBER


class Dataclass(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


R = TypeVar("R", bound=Dataclass)
S = TypeVar("S")
T = TypeVar("T")
Scalar = str | int | float | bool | None
_SCALARS = {
    str: "text",
    int: "a whole number",
    float: "a finite number",
    bool: "true or false",
    NoneType: "null",
}
_HALF = re.compile("[\ud800-\udfff]")  # half of a character
_DIGITS = 20  # the most digits of a whole number
_LONGEST = 100_000  # the most characters of a text, unless its field sets another limit


def parse_json(text: str | bytes, *, max_bytes: int, max_values: int, max_lists: int) -> object:
    """Parse UTF-8 JSON, after bounding its size in memory.

    Brackets and commas are counted in the text first, so that an oversized file is never parsed.

    Args:
        text: the JSON, as text or as UTF-8 bytes.
        max_bytes: the largest size of the text.
        max_values: the most commas in it, about the number of values.
        max_lists: the most lists and objects.

    Raises:
        ValueError: if the text is too large, not UTF-8 or not JSON, holds NaN or infinity, or
            names a field twice in one object.
    """
    return _parsed(text, (max_bytes, max_values, max_lists), _WHOLE)


def parse_holed_json(
    text: str | bytes, *, max_bytes: int, max_values: int, max_lists: int
) -> object:
    """Parse JSON as `parse_json` does, with NaN, which Python writes, as null."""
    return _parsed(text, (max_bytes, max_values, max_lists), _HOLED)


def _parsed(text: str | bytes, most: tuple[int, int, int], decoder: json.JSONDecoder) -> object:
    max_bytes, max_values, max_lists = most
    text = _decoded(text, max_bytes)
    short = len(text) <= min(max_lists, max_values)  # To count takes as long as to parse.
    lists, values = (0, 0) if short else (text.count("[") + text.count("{"), text.count(","))
    if lists > max_lists or values > max_values:
        raise ValueError(
            f"The file holds about {values:,} values in {lists:,} lists: at most {max_values:,} "
            f"values in {max_lists:,} lists can be read."
        )
    try:
        return decoder.decode(text)
    except json.JSONDecodeError as error:
        raise ValueError(
            f"The file is not JSON: {error.msg} in line {error.lineno:,}, column {error.colno:,}."
        ) from error
    except RecursionError as error:
        raise ValueError("The file cannot be read: its lists are nested too deep.") from error


class Value(NamedTuple):
    """A parsed value, with its position in the file in words, for error messages.

    Every method raises ValueError if the value is not of the kind that the method reads.
    """

    where: str
    value: object

    def record(self, fields: Collection[str]) -> dict[str, "Value"]:
        """Read an object with no fields but these; an absent or null field has the value None."""
        if not isinstance(self.value, dict):
            raise self._wrong("an object")
        unknown = [name for name in self.value if name not in fields]
        if unknown:
            raise ValueError(
                f"{self.where} has the field {reprlib.repr(unknown[0])}, which is not known here. "
                f"There are: {', '.join(fields)}."
            )
        return {name: self.field(name) for name in fields}

    def field(self, name: str) -> "Value":
        """Read one field of an object and ignore the others; an absent field has the value None."""
        if not isinstance(self.value, dict):
            raise self._wrong("an object")
        return Value(where=f"{self.where}, {name}", value=self.value.get(name))

    def flat(self, kind: type[R]) -> R:
        """Read an object as a dataclass of scalars; absent fields take their defaults."""
        types, kinds, needed = _known(kind)
        if not isinstance(self.value, dict):
            raise self._wrong("an object")
        if not self.value.keys() <= types.keys():
            self.record(types)  # raises the error that names the unknown field
        found: dict[str, Any] = {}
        for name, one in types.items():
            if name in self.value or name in needed:
                value = self.value.get(name)
                # Most values are plain, and a place in words would take most of the time.
                plain = type(value) in kinds[name] and _is_plain(value)
                found[name] = value if plain else self.field(name).scalar(one)
        return kind(**found)

    def mapping(self, read: Callable[["Value"], T]) -> dict[str, T]:
        """Read every field of an object, under any name."""
        if not isinstance(self.value, dict):
            raise self._wrong("an object")
        return {name: read(self.field(name)) for name in self.value}

    def scalar(self, kind: type | UnionType = Scalar) -> Scalar:
        """Read text, a finite number, true or false, or null, restricted to the types of `kind`."""
        value = self.value
        if type(value) not in _accepted(kind):
            raise self._wrong(" or ".join(_SCALARS[one] for one in get_args(kind) or (kind,)))
        if isinstance(value, str):
            return self.text(least=0)
        if isinstance(value, float):
            return self.number()
        assert value is None or isinstance(value, int)
        return value

    def given(self, read: Callable[["Value"], T], default: S) -> T | S:
        """Read the value, or return the default if it is null or absent."""
        return default if self.value is None else read(self)

    def _list(self) -> list[object]:
        if not isinstance(self.value, list):
            raise self._wrong("a list")
        return self.value

    def length(self) -> int:
        """Return the length of a list."""
        return len(self._list())

    def items(self, length: int | None = None) -> Iterator["Value"]:
        """Yield the items of a list, which must have `length` items unless it is None."""
        found = self._list()
        if length is not None and len(found) != length:
            raise ValueError(f"{self.where} has {len(found):,} items: expected {length:,}.")
        return (
            Value(where=f"{self.where}, item {i}", value=item)
            for i, item in enumerate(found, start=1)
        )

    def each(self, length: int | None, read: Callable[["Value"], T]) -> tuple[T, ...]:
        """Return the items of a list, each converted by `read`; see `items`."""
        return tuple(read(item) for item in self.items(length))

    def text(self, longest: int = _LONGEST, least: int = 1) -> str:
        """Read text of `least` to `longest` characters."""
        if not isinstance(self.value, str) or not least <= len(self.value) <= longest:
            raise self._wrong(f"text of {least} to {longest:,} characters")
        if _HALF.search(self.value):
            raise self._wrong("text without halves of characters")
        return self.value

    def texts(self, longest: int) -> tuple[str, ...]:
        """Read a list of texts of 1 to `longest` characters."""
        found: list[Any] = self._list()
        plain = (
            {*map(type, found)} <= {str}
            and all(found)
            and max(map(len, found), default=0) <= longest
        )
        if plain and not _HALF.search("".join(found)):
            return tuple(found)
        return self.each(None, lambda one: one.text(longest))  # raises an error that names the item

    def choice(self, options: Sequence[str]) -> str:
        """Read text that is one of the options."""
        if not isinstance(self.value, str) or self.value not in options:
            raise self._wrong(f"one of {', '.join(options)}")
        return self.value

    def truth(self) -> bool:
        """Read true or false."""
        if not isinstance(self.value, bool):
            raise self._wrong("true or false")
        return self.value

    def whole(self, least: int = 0) -> int:
        """Read a whole number, `least` or higher and below 2^31."""
        if type(self.value) is not int or not least <= self.value < 2**31:
            raise self._wrong(f"a whole number from {least} on")
        return self.value

    def number(self) -> float:
        """Read a finite number."""
        value: Any = self.value
        if type(value) not in (int, float) or not abs(value) < float("inf"):
            raise self._wrong("a finite number")
        return float(value)

    def numbers(self) -> tuple[float, ...]:
        """Read a list of finite numbers."""
        found: list[Any] = self._list()
        if {*map(type, found)} <= {int, float} and all(map(isfinite, found)):
            return tuple(map(float, found))
        return self.each(None, Value.number)  # raises an error that names the item

    def matrix(self, rows: int, columns: int | None, hole: float | None = None) -> np.ndarray:
        """Read a float32 matrix [rows, columns].

        If `columns` is None, the first row sets their number. A null becomes `hole`, and is refused
        if `hole` is None.
        """
        found = list(self.items(rows))
        if not found:
            raise self._wrong("at least one row of numbers")
        columns = found[0].length() if columns is None else columns
        for item in found:
            if item.length() != columns:
                raise ValueError(
                    f"{item.where} has {item.length():,} numbers: expected {columns:,}."
                )
        if {type(number) for item in found for number in item._list()} <= {int, float}:
            numbers = _float32([item._list() for item in found])
            if (np.abs(numbers) <= MAX_NUMBER).all():
                return numbers
        # The slow path raises an error that names the row.
        return np.stack([item._row(hole) for item in found])

    def _row(self, hole: float | None) -> np.ndarray:
        assert isinstance(self.value, list)
        numbers = [np.nan if number is None else number for number in self.value]
        if not all(type(number) in (int, float) for number in numbers):
            raise self._wrong("numbers only")
        row = _float32(numbers)
        holes = np.isnan(row)
        if (np.abs(row) > MAX_NUMBER).any():
            largest = f"at most {MAX_NUMBER:g}"
            raise ValueError(f"{self.where} holds a number that is too large: {largest}.")
        if holes.any() and hole is None:
            raise ValueError(f"{self.where} holds null or NaN: expected numbers only.")
        return np.where(holes, np.float32(0 if hole is None else hole), row)

    def _wrong(self, expected: str) -> ValueError:
        return ValueError(f"{self.where} is {reprlib.repr(self.value)}: expected {expected}.")


@lru_cache
def _known(
    kind: type[Dataclass],
) -> tuple[dict[str, Any], dict[str, tuple[type, ...]], frozenset[str]]:
    """Return a dataclass's fields: their types, the types accepted, and names without a default."""
    types = get_type_hints(kind)
    needed = frozenset(field.name for field in fields(kind) if field.default is MISSING)
    return types, {name: _accepted(one) for name, one in types.items()}, needed


def _accepted(kind: type | UnionType) -> tuple[type, ...]:
    """Return the types of the values that a scalar may have; a float may be written as an int."""
    kinds = get_args(kind) or (kind,)
    return (*kinds, int) if float in kinds else kinds


def _is_plain(value: object) -> bool:
    """Return whether a scalar of the right type needs no further check."""
    if isinstance(value, str):
        return value.isascii() and len(value) <= _LONGEST
    return not isinstance(value, float) or isfinite(value)


def _float32(numbers: Sequence[object]) -> np.ndarray:
    with np.errstate(over="ignore"):
        return np.array(numbers, dtype=np.float64).astype(np.float32)


def _decoded(text: str | bytes, max_bytes: int) -> str:
    if len(text) > max_bytes:
        raise ValueError(f"The file is larger than {max_bytes:,} bytes, the most that is read.")
    try:
        return text if isinstance(text, str) else text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError("The file is not UTF-8 text: save it as UTF-8.") from error


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"The field {reprlib.repr(name)} stands twice in one object.")
        found[name] = value
    return found


def _refuse(constant: str) -> object:
    raise ValueError(f"The file holds {constant}: every number must be finite.")


def _hole(constant: str) -> object:
    return None if constant == "NaN" else _refuse(constant)


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError(f"The file holds a whole number of {len(digits):,} digits.")
    return int(digits)


_WHOLE, _HOLED = (  # To make one takes longer than to parse a short line.
    json.JSONDecoder(object_pairs_hook=_unique, parse_constant=constant, parse_int=_whole)
    for constant in (_refuse, _hole)
)
