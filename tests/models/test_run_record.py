"""The record of a run: read tolerantly, refused by the name of the field, written back the same."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open

from alignoscope.records.json_values import Value
from alignoscope.records.report import read_aligner_report, read_report, write_report
from alignoscope.records.run import RunRecord, read_run

ROOT = Path(__file__).parent.parent.parent
SHIPPED = sorted(ROOT.glob("checkpoints/*/*.safetensors"))
ALIGNERS = sorted(ROOT.glob("checkpoints/*/results/aligners/*.json"))
REPORTS = sorted({*ROOT.glob("checkpoints/*/results/**/*.json")} - {*ALIGNERS})
MAP = [[0.25, 0.75]]


def read(value: object) -> RunRecord:
    return read_run(Value(where="The record", value=value))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_shipped_record_is_written_back_the_same(path: Path) -> None:
    with safe_open(path, framework="pt") as file:
        kept = json.loads(file.metadata()["record"])
    written = json.loads(json.dumps(read(kept).written()))
    shown, before = written.pop("snapshots", []), kept.pop("snapshots", [])
    assert written == kept
    assert [one["step"] for one in shown] == [one["step"] for one in before]
    for one, earlier in zip(shown, before, strict=True):
        for weights, same in zip(one["maps"], earlier["maps"], strict=True):
            assert np.array_equal(np.float32(weights), np.float32(same))
    assert max(map(len, re.findall(r"[\d.]+", json.dumps(shown))), default=0) <= len("0.1234567")


def test_every_shipped_report_is_written_back_the_same(tmp_path: Path) -> None:
    assert len(REPORTS) > 30
    assert ALIGNERS
    for path in REPORTS + ALIGNERS:
        report = read_aligner_report(path) if path in ALIGNERS else read_report(path)
        write_report(report, tmp_path / "a.json")
        assert json.loads((tmp_path / "a.json").read_text()) == json.loads(path.read_text())


def test_an_empty_record_and_one_of_a_later_version_can_be_read() -> None:
    assert read({}) == RunRecord()
    assert read({}).written() == {}
    later = read({"weather": {"rain": [1]}, "training": {"seed": 3, "mood": "calm"}, "step": None})
    assert (later.seed, later.epochs, later.step) == (3, None, None)
    assert later.training == {"seed": 3, "mood": "calm"}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "The record is None: expected an object."),
        ([], "The record is []: expected an object."),
        ({"pair": 7}, "The record, pair is 7: expected text"),
        ({"model": 7}, "The record, model is 7: expected an object."),
        ({"model": {"cell": ["gru"]}}, "The record, model, cell is ['gru']: expected text or"),
        ({"training": "fast"}, "The record, training is 'fast': expected an object."),
        ({"training": {"seed": "3"}}, "The record, training, seed is '3': expected a whole number"),
        (
            {"training": {"epochs": "3"}},
            "training, epochs is '3': expected a finite number",
        ),
        ({"corpus": "toy.tsv"}, "The record, corpus is 'toy.tsv': expected an object."),
        ({"corpus": {"name": 7}}, "The record, corpus, name is 7: expected text"),
        ({"corpus": {"pairs": {"dev": 0.5}}}, "corpus, pairs, dev is 0.5: expected a whole"),
        ({"examples": [["a"]]}, "The record, examples, item 1 has 1 items: expected 2."),
        ({"examples": [["a", 7]]}, "The record, examples, item 1, item 2 is 7: expected text"),
        ({"step": -1}, "The record, step is -1: expected a whole number"),
        ({"seconds": True}, "The record, seconds is True: expected a finite number."),
        ({"history": {}}, "The record, history is {}: expected a list."),
        ({"history": [7]}, "The record, history, item 1 is 7: expected an object."),
        ({"history": [{"step": 7}]}, "history, item 1, dev_loss is None: expected a finite"),
        ({"snapshots": 7}, "The record, snapshots is 7: expected a list."),
        ({"snapshots": [{"step": 7}]}, "snapshots, item 1, maps is None: expected a list."),
        ({"snapshots": [{"maps": [MAP]}]}, "snapshots, item 1, step is None: expected a whole"),
        ({"snapshots": [{"step": 7, "maps": [[]]}]}, "maps, item 1 is []: expected at least one"),
        ({"snapshots": [{"step": 7, "maps": [[["a"]]]}]}, "item 1, item 1 is ['a']: expected num"),
        ({"snapshots": [{"step": 7, "maps": [[[1], [1, 2]]]}]}, "has 2 numbers: expected 1."),
        (
            {"snapshots": [{"step": 7, "maps": [MAP]}, {"step": 11, "maps": [MAP, MAP]}]},
            "The record, snapshots, item 2, maps has 2 items: expected 1.",
        ),
        ({"threads": 1.5}, "The record, threads is 1.5: expected a whole number"),
    ],
)
def test_a_field_of_another_type_is_refused_by_its_name(value: object, message: str) -> None:
    with pytest.raises(ValueError, match="expected") as error:
        read(value)
    assert message in str(error.value)
