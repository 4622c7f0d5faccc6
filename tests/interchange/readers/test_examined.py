"""The doctor reads files: it names what is wrong in them, and passes those that are right."""

import io

import numpy as np
import pytest

import alignoscope
from alignoscope.analysis.doctor.self_attention_rules import ITSELF
from alignoscope.cli.main import main
from alignoscope.interchange.foreign.examining import examine_files
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.trace_json import to_json
from tests.shared.tool_files import FOLDER, WRITERS, given, some_weights
from tests.shared.trace_files import WEIGHTS, document, minimal

SOURCE, TARGET = ["the", "red", "car"], ["la", "petite", "voiture", "rouge", "."]
SQUARE = ["the", "red", "car", "is", "new"]


def broken(files: dict[str, bytes]) -> set[str]:
    ((_, findings),) = examine_files(given(files))
    return {one.rule for one in findings if one.kept is False}


@pytest.mark.parametrize("name", WRITERS)
def test_what_is_right_passes(name: str) -> None:
    assert broken(WRITERS[name](SOURCE, TARGET, some_weights(6, 4))) == set()


@pytest.mark.parametrize("name", WRITERS)
def test_a_softmax_over_the_target_is_named(name: str) -> None:
    weights = np.ascontiguousarray(some_weights(6, 6).T)
    found = broken(WRITERS[name](SQUARE, TARGET, weights))
    assert found == {"The softmax is over the source", "Rows sum to 1"}


def test_ctranslate2s_first_row_is_found() -> None:
    name = "ctranslate2.json"
    ((_, findings),) = examine_files(
        [NamedBytes(name=name, data=(FOLDER / "others" / name).read_bytes())]
    )
    (wrong,) = (one for one in findings if one.kept is False)
    assert wrong.rule == "Rows sum to 1"
    assert wrong.numbers.startswith("batched, item 2: row 1 sums to 0.2262")


def test_the_doctor_sees_the_rows_that_lack_an_end_mark_as_they_are() -> None:
    data = (FOLDER / "others/ctranslate2_eos.json").read_bytes()
    ((_, findings),) = examine_files([NamedBytes(name="a.json", data=data)])
    sums, columns = (one for one in findings if one.kept is False)
    assert sums.numbers == "Line 1: row 1 sums to 0.7086, 4 rows do not (3 of 3 maps)."
    assert "add_source_eos" in sums.cause
    no_weight = "Line 3: no weight is on the last 2 of 5 source tokens (1 of 3 maps)."
    assert columns.numbers == no_weight
    assert "max_input_length" in columns.cause


def test_the_command_prints_all_rules_and_ends_with_what_it_found(
    tmp_path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = io.BytesIO()
    weights = some_weights(6, 4)
    np.savez(packed, weights=weights, source=np.array([*SOURCE, "</s>"]), target=np.array(TARGET))
    (tmp_path / "a.npz").write_bytes(packed.getvalue())
    for scale, code in ((1, 0), (-1, 1)):
        np.savez(tmp_path / "a.npz", weights=weights * scale)
        with pytest.raises(SystemExit) as ended:
            main(["doctor", str(tmp_path / "a.npz")])
        out = capsys.readouterr().out
        assert ended.value.code == code
        assert out.startswith("a.npz\n")
        assert ("BROKEN    These are weights, from 0 to 1. weights: row 1" in out) == bool(code)
    (tmp_path / "a.align").write_text("0-0\n")
    with pytest.raises(SystemExit) as ended:
        main(["doctor", str(tmp_path / "a.align")])
    assert ended.value.code == 2
    assert "links and attributions have no rules" in capsys.readouterr().err


PADDED = [*SQUARE, "</s>", "<pad>", "<pad>"]
ENDED = [*TARGET[:3], "</s>"]
# Rows are la, petite, voiture and the end mark; the last two columns are padding.
RIGHT = np.array(
    [
        [0.60, 0.10, 0.10, 0.08, 0.06, 0.06, 0, 0],
        [0.10, 0.50, 0.20, 0.10, 0.06, 0.04, 0, 0],
        [0.05, 0.10, 0.60, 0.10, 0.10, 0.05, 0, 0],
        [0.02, 0.03, 0.05, 0.10, 0.10, 0.70, 0, 0],
    ]
)


def put(row: int, column: int, value: float) -> np.ndarray:
    weights = RIGHT.copy()
    weights[row, column] = value
    return weights


PLANTED = {
    "nothing": (RIGHT, ""),
    "a division by 0": (put(1, 2, np.nan), "Every number is finite. weights: row 2, column 3"),
    "no softmax": (np.log(RIGHT + 0.01), "These are weights, from 0 to 1. weights: row 1"),
    "a softmax over the target": (RIGHT / RIGHT.sum(axis=0).clip(0.01), "The softmax is over the"),
    "turned": (RIGHT.T, "Rows are target tokens, columns source tokens. weights: 8 rows and 4"),
    "a row without its sum": (put(2, 2, 0.2), "Rows sum to 1. weights: row 3 sums to 0.6"),
    "the start mark's row": (RIGHT[[0, 0, 1, 2, 3, 3]], "Rows are steps. weights: 6 rows for 4"),
    "no end mark": (RIGHT[:, :5], "Columns are the source tokens. weights: 5 columns"),
    "no mask": (RIGHT * 0.9 + 0.0125, "No weight lies on padding. weights: 0.025 of row 1"),
    "a mask behind the softmax": (RIGHT * 0.8, "The mask comes before the softmax. weights: row 1"),
    "dropout": (RIGHT * [1.25, 0, 1.25, 1.25, 1.25, 1.25, 1, 1], "Dropout is off. weights: rows"),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_the_command_names_planted_faults_and_passes_a_right_map(
    fault: str, tmp_path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights, said = PLANTED[fault]
    words = {"source": np.array(PADDED), "target": np.array(ENDED)}
    np.savez(tmp_path / "a.npz", weights=weights, **words)
    with pytest.raises(SystemExit) as ended:
        main(["doctor", str(tmp_path / "a.npz")])
    out = capsys.readouterr().out
    assert ended.value.code == bool(said)
    assert ("BROKEN" in out) == bool(said)
    assert f"BROKEN    {said}" in out or not said


def test_saved_traces_are_examined_by_variant() -> None:
    odd = {**minimal(weights=[[0.2, 0.2, 0.2], [1, 0, 0]]), "variant": "odd"}
    text = document(minimal(weights=WEIGHTS), minimal(weights=WEIGHTS), odd)
    links = {"a.align": "0-0\n", "b.txt": "a\n", "c.txt": "a\n"}
    found = examine_files(given({"mine.json": text, **links}))
    names = [name for name, _ in found]
    assert names == ["mine.json · mine", "mine.json · odd"]
    broken = [[one.rule for one in findings if one.kept is False] for _, findings in found]
    assert broken[0] == []
    assert broken[1] != []


def test_files_of_self_attention_are_examined_by_their_own_rules() -> None:
    tokens = np.array(["the", "red", "car"])
    weights = np.array([[1, 0, 0], [0.25, 0.5, 0.25], [0.25, 0.5, 0.25]])[None].repeat(2, axis=0)
    weights[1] = [[1, 0, 0], [0.25, 0.75, 0], [0.25, 0.5, 0.25]]  # only the second head is causal
    packed = io.BytesIO()
    np.savez(packed, weights=weights, tokens=tokens)
    ((_, findings),) = examine_files(given({"self.npz": packed.getvalue()}))
    (wrong,) = (one for one in findings if one.kept is False)
    assert wrong.rule == "No token attends to a later one"
    assert wrong.numbers.startswith("weights: row 2 has 0.25 on token 3")
    trace = alignoscope.from_arrays(weights[1], list(tokens))
    ((_, findings),) = examine_files(given({"t.json": to_json([trace]).encode()}))
    assert {one.rule for one in findings} == {*ITSELF}
    assert all(one.kept is not False for one in findings)
