"""The doctor reads files: it names what is wrong in them, and passes those that are right."""

import io

import numpy as np
import pytest
from tool_files import FOLDER, WRITERS, given, some_weights

from alignoscope.face.command_line import main
from alignoscope.interchange.foreign.examining import examine_files
from alignoscope.interchange.readers.given import Given

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
        [Given(name=name, data=(FOLDER / "others" / name).read_bytes())]
    )
    (wrong,) = (one for one in findings if one.kept is False)
    assert wrong.rule == "Rows sum to 1"
    assert wrong.numbers.startswith("batched, item 2: row 1 sums to 0.2262")


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
    assert "links have no rules" in capsys.readouterr().err
