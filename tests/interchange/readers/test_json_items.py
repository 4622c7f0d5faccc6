"""The objects of JSON lines, which are parsed one by one."""

import json

import pytest

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.readers.json_items import read_items
from alignoscope.interchange.readers.named_bytes import NamedBytes


def test_lines_of_json_are_a_sequence_of_values_with_their_lines() -> None:
    found = read_items('{"a": 0}\n\n' + "".join(f'{{"a": {i}}}\n' for i in range(1, 60)))
    assert len(found) == 60
    assert [one.value for one in found] == [{"a": i} for i in range(60)]
    assert found[0] is found[0]  # A first one is kept,
    assert found[50] is not found[50]  # a later one is not.
    assert [one.where for one in found[:2]] == ["Line 1", "Line 3"]
    assert (found[-1].where, found[-1].value) == ("Line 61", {"a": 59})
    with pytest.raises(IndexError):
        found[60]


@pytest.mark.parametrize("line", [2, 3, 50])
def test_a_line_that_is_no_json_is_named_wherever_it_is(line: int) -> None:
    one = json.dumps({"source": ["a", "b"], "target": ["c"], "attention": [[0.25, 0.75]]})
    lines = [one] * 60
    lines[line - 1] = one[:-1] + ","
    file = NamedBytes(name="a.jsonl", data="\n".join(lines).encode())
    with pytest.raises(ValueError, match=rf"^a\.jsonl.*: Line {line}: The file is not JSON"):
        open_foreign([file])
