"""Damage to the fields of JSON files and of SoftAlignments' data: the line, and the rule."""

import base64
import json

import numpy as np
import pytest
from safetensors.numpy import save

from alignoscope.interchange.foreign.opening import open_foreign
from tests.shared.tool_files import given


def refusal(files: dict[str, str | bytes]) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 -- the reason is compared by each test
        open_foreign(given(files))
    return str(caught.value)


CELLS = "expected cells such as [0, 0.25, 1], one or more"
LISTS = "expected a list as SoftAlignments writes it"
WHOLE = "[[0, 0.7, 0], [1, 0.3, 0]]"


@pytest.mark.parametrize(
    ("damaged", "rule"),
    [
        ("[[0, 0.6, 0], [1, 0.4]]", CELLS),
        ('[[0, 0.6, 0], [1, "x", 0]]', CELLS),
        ("[]", CELLS),
        ("[[0, 0.6, 0], [1, 0.4, 0]", LISTS),
        ("3", LISTS),
        ("[[0, 0.6, 0], [1, null, 0]]", "row 1, column 2 is no finite number"),
        ("[[0, 0.6, 0], [5, 0.4, 0]]", "a cell lies outside of its map of 2 cells"),
        ("[[0, 0.6, 0], [-1, 0.4, 0]]", "a cell lies outside of its map of 2 cells"),
        ("[[0, 0.6, 0], [1, 0.4, 1]]", "2 cells for a map of 4"),
        ("[[0, 0.6, 0], [0.5, 0.4, 0]]", "2 cells for a map of 1"),
        ("[[0, 1, 0], [0, 0.5, 1], [1, 0.5, 1], [1, 0.5, 1]]", "a cell occurs twice"),
    ],
)
def test_cells_of_soft_alignments(damaged: str, rule: str) -> None:
    words = '["a", "b"]'
    message = refusal(
        {
            "a.ali.js": f"var alignments = [\n{WHOLE}, \n{damaged}, \n]",
            "a.src.js": f"var sources = [\n{words}, \n{words}, \n]",
            "a.trg.js": 'var targets = [\n["x"], \n["x"], \n]',
        }
    )
    assert message.startswith(f"a.ali.js (SoftAlignments): Line 3: {rule}")


@pytest.mark.parametrize(
    ("damaged", "rule"),
    [
        ("[1, 2]", 'expected words such as ["the", "car"]'),
        ('["a", ""]', 'expected words such as ["the", "car"]'),
        ('["a"', LISTS),
        ('"x"', LISTS),
    ],
)
def test_words_of_soft_alignments(damaged: str, rule: str) -> None:
    message = refusal(
        {
            "a.ali.js": f"var alignments = [\n{WHOLE}, \n{WHOLE}, \n]",
            "a.src.js": f'var sources = [\n["a", "b"], \n{damaged}, \n]',
            "a.trg.js": 'var targets = [\n["x"], \n["x"], \n]',
        }
    )
    assert message == f"a.src.js: Line 3: {rule}."


def packed(numbers: np.ndarray, name: str = "attribution") -> str:
    return base64.b64encode(save({name: np.ascontiguousarray(numbers, np.float32)})).decode()


TEXT = "expected text of 1 to 20,000 characters"
FIELDS = {
    "Nematus JSON": {"source_sent": "a b", "target_sent": "x", "matrix": [[0.7, 0.3]]},
    "CTranslate2": {"source": ["a", "b"], "hypotheses": [["x"]], "attention": [[[0.7, 0.3]]]},
    "inseq": {
        "source": [{"token": "a"}, {"token": "b"}],
        "target": [{"token": "x"}],
        "source_attributions": packed(np.array([[0.7], [0.3]])),
    },
}
DAMAGED: dict[str, list[tuple[str, object, str]]] = {
    "Nematus JSON": [
        ("matrix", None, " is None: expected a list"),
        ("matrix", "x", " is 'x': expected a list"),
        ("matrix", [], " is []: expected at least one row of numbers"),
        ("matrix", [0.7, 0.3], ", item 1 is 0.7: expected a list"),
        ("matrix", [[0.7, 0.3], [0.5]], ", item 2 has 1 numbers: expected 2"),
        ("matrix", [["a", "b"]], ", item 1 is ['a', 'b']: expected numbers only"),
        ("matrix", [[True, False]], ", item 1 is [True, False]: expected numbers only"),
        ("source_sent", None, f" is None: {TEXT}"),
        ("source_sent", "", f" is '': {TEXT}"),
        ("source_sent", 3, f" is 3: {TEXT}"),
        ("target_sent", ["x"], " is ['x']: expected text of 0 to 20,000 characters"),
    ],
    "CTranslate2": [
        ("source", None, " is None: expected a list"),
        ("source", "a b", " is 'a b': expected a list"),
        ("source", [1, 2], f", item 1 is 1: {TEXT}"),
        ("source", ["a", ""], f", item 2 is '': {TEXT}"),
        ("hypotheses", "x", " is 'x': expected a list"),
        ("hypotheses", [[3]], f", item 1, item 1 is 3: {TEXT}"),
        ("attention", None, " is None: expected a list"),
        ("attention", [], " has 0 items: expected 1"),
        ("attention", [[0.7, 0.3]], ", item 1, item 1 is 0.7: expected a list"),
        ("attention", [[[0.7, "x"]]], ", item 1, item 1 is [0.7, 'x']: expected numbers only"),
        ("attention", [[[0.7, 0.3], [0.3]]], ", item 1, item 2 has 1 numbers: expected 2"),
    ],
    "inseq": [
        ("source", None, " is None: expected a list"),
        ("source", ["a", "b"], ", item 1 is 'a': expected an object"),
        ("source", [{"id": 1}], ", item 1, token is None: expected text of 1 to 100,000"),
        ("target", [{"token": 3}], ", item 1, token is 3: expected text of 1 to 100,000"),
        ("attr_pos_start", "x", " is 'x': expected a whole number from 0 on"),
        ("attr_pos_start", -1, " is -1: expected a whole number from 0 on"),
        ("source_attributions", 3, " is 3: expected text of 1 to 1,000,000,000 characters"),
        ("source_attributions", "!", ": expected safetensors in base64: it is damaged"),
        ("source_attributions", packed(np.ones((2, 1)), "other"), ": expected safetensors in"),
        ("", {"source_attributions": packed(np.ones(2))}, ": the array has 1 axes, expected 2"),
        ("", {"source_attributions": packed(np.ones((4, 4)))}, ": a map of 4 x 4 for"),
    ],
}
EVERY = [(tool, *damage) for tool, found in DAMAGED.items() for damage in found]


@pytest.mark.parametrize(("tool", "field", "damaged", "rule"), EVERY)
def test_a_field_of_json(tool: str, field: str, damaged: object, rule: str) -> None:
    whole = FIELDS[tool]
    broken = whole | ({field: damaged} if field else damaged)
    if tool == "inseq":
        items = {"sequence_attributions": [whole, broken, whole]}
        text = json.dumps(items | {"info": {"attribution_method": "attention"}})
        place = "The file, sequence_attributions, item 2"
    else:
        text, place = "\n".join(map(json.dumps, [whole, broken, whole])), "Line 2"
    between = f", {field}" if field else ""
    assert f"a.json ({tool}): {place}{between}{rule}" in refusal({"a.json": text})
