"""Values of JSON from outside: which are read, and which error names the place of any other."""

from dataclasses import dataclass

import pytest

from alignoscope.records.json_values import Value


@dataclass(frozen=True)
class Row:
    name: str
    count: int
    share: float
    note: str | None = None


GIVEN = {"name": "one", "count": 3, "share": 0.5}


@pytest.mark.parametrize(
    ("changed", "wanted"),
    [
        ({}, Row("one", 3, 0.5)),
        ({"share": 2}, Row("one", 3, 2)),
        ({"name": "é"}, Row("é", 3, 0.5)),
        ({"name": ""}, Row("", 3, 0.5)),
        ({"note": None}, Row("one", 3, 0.5)),
        ({"note": "n"}, Row("one", 3, 0.5, "n")),
    ],
)
def test_an_object_of_scalars_is_read(changed: dict[str, object], wanted: Row) -> None:
    assert Value("Row 2", GIVEN | changed).flat(Row) == wanted


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([1], r"Row 2 is \[1\]: expected an object"),
        (GIVEN | {"more": 1}, "Row 2 has the field 'more'"),
        ({"name": "one", "count": 3}, "Row 2, share is None: expected a finite number"),
        (GIVEN | {"name": 3}, "Row 2, name is 3: expected text"),
        (GIVEN | {"name": "\ud800"}, "Row 2, name is .*: expected text without halves"),
        (GIVEN | {"name": "x" * 100_001}, "Row 2, name is .*: expected text of 0 to 100,000"),
        (GIVEN | {"count": 1.5}, "Row 2, count is 1.5: expected a whole number"),
        (GIVEN | {"count": True}, "Row 2, count is True: expected a whole number"),
        (GIVEN | {"share": float("inf")}, "Row 2, share is inf: expected a finite number"),
        (GIVEN | {"note": 1}, "Row 2, note is 1: expected text or null"),
    ],
)
def test_what_is_no_such_object_is_refused_with_its_place(given: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Value("Row 2", given).flat(Row)


def test_a_list_of_numbers_is_read_or_its_item_named() -> None:
    assert Value("A list", [1, 2.5]).numbers() == (1.0, 2.5)
    for odd in ("2", True, None, float("nan"), float("inf")):
        with pytest.raises(ValueError, match=r"A list, item 2 is .*: expected a finite number"):
            Value("A list", [1, odd]).numbers()
    with pytest.raises(ValueError, match="A list is 'x': expected a list"):
        Value("A list", "x").numbers()
