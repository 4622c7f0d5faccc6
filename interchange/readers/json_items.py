"""JSON of other tools as a list of objects, from JSON lines, a list, or an object of lists."""

from collections.abc import Iterator, Sequence
from typing import overload

from alignoscope.records.json_values import Value, parse_holed_json
from alignoscope.records.limits import MAX_IMPORT_BYTES, MAX_IMPORT_LISTS, MAX_IMPORT_VALUES

_KEPT = 40  # The first objects, by which formats are recognised, are kept.


class JsonLines(Sequence[Value]):
    """The objects of JSON lines. Each is parsed when it is asked for: all take much memory.

    To read one raises ValueError if its line is no JSON.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = [(i, line) for i, line in enumerate(lines, start=1) if line.strip()]
        self._kept = dict[int, Value]()

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, which: int) -> Value: ...
    @overload
    def __getitem__(self, which: slice) -> list[Value]: ...
    def __getitem__(self, which: int | slice) -> Value | list[Value]:
        if isinstance(which, slice):
            return [self[i] for i in range(*which.indices(len(self)))]
        if found := self._kept.get(which):
            return found
        number, line = self._lines[which]
        found = Value(where=f"Line {number}", value=_parsed(line, f"Line {number}: "))
        if 0 <= which < _KEPT:
            self._kept[which] = found
        return found


def read_items(text: str) -> Sequence[Value]:
    """Return the objects of a text; the number of values is estimated before parsing.

    Raises:
        ValueError: if it is no JSON, or holds more than is read.
    """
    values = text.count(",")
    if values > MAX_IMPORT_VALUES:
        raise ValueError(
            f"The file holds about {values:,} values: at most {MAX_IMPORT_VALUES:,} of JSON are "
            "read. Save arrays as .npz."
        )
    lines = text.split("\n")
    some = [line.strip() for line in lines if line.strip()][:2]
    ends = f"{some[0][0]}{some[0][-1]}{some[1][0]}" if len(some) == 2 else ""
    if ends in ("{}{", "[]["):
        return JsonLines(lines)
    return list(_within(Value(where="The file", value=_parsed(text, ""))))


def _within(value: Value) -> Iterator[Value]:
    if isinstance(value.value, list):
        for i, item in enumerate(value.value, start=1):
            yield Value(where=f"Item {i}", value=item)
    elif (
        isinstance(value.value, dict)
        and value.value
        and all(
            isinstance(part, list) and part and isinstance(part[0], dict)
            for part in value.value.values()
        )
    ):
        for name, part in value.value.items():
            for i, item in enumerate(part, start=1):
                yield Value(where=f"{name[:40]}, item {i}", value=item)
    else:
        yield value


def _parsed(text: str, where: str) -> object:
    try:
        limits = {"max_values": MAX_IMPORT_VALUES, "max_lists": MAX_IMPORT_LISTS}
        return parse_holed_json(text, max_bytes=4 * MAX_IMPORT_BYTES, **limits)
    except ValueError as error:
        raise ValueError(f"{where}{error}") from error
