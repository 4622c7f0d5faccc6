"""What the player is given, what it may report, and how a view turns numbers into colours."""

import json
import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.ui.player.decoding_mode import MODES
from alignoscope.ui.player.map_view import MapView
from alignoscope.ui.player.payload import payload
from alignoscope.ui.player.position import Cell, Position, View, amended, fitting
from alignoscope.ui.player.script import SCRIPT, STYLE
from alignoscope.ui.svg.layout_constants import MEASURES
from alignoscope.ui.svg.scale import Scale

ROOT = Path(__file__).parents[3]
SENTENCE = "I am not tired."
IDENTITY = f"{SENTENCE}\n"
FLOW = View(picture="flow")  # with which the landing page begins
WEIGHTS = Scale(title="Weights", label="weight", low=0, high=1, colors=("#000000", "#ffffff"))
SCORES = Scale(title="Scores", label="score", low=-8, high=8, colors=("#0000ff", "#ff0000"))


def view_of(cells: np.ndarray | None, variant: str, rows: int = 2, columns: int = 3) -> MapView:
    return MapView(
        label=variant,
        id=variant,
        mode="free",
        origin=MODES["free"],
        translation="un deux",
        columns=tuple(f"source{j}" for j in range(columns)),
        rows=tuple(f"target{i}" for i in range(rows)),
        cells=cells,
        row_of_step=tuple(range(rows)),
        tokens=tuple(f"target{i}" for i in range(rows)),
    )


def layers_of(views: list[MapView]) -> dict:
    return {
        (measure, unit): (views, scale)
        for measure, scale in (("weights", WEIGHTS), ("scores", SCORES))
        for unit in ("words", "pieces")
    }


def sent(layers: dict) -> dict:
    data = payload(layers, step=1, identity="a\nb", key="here", view=View())
    return json.loads(json.dumps(data, allow_nan=False))


def test_each_list_of_labels_is_sent_once_and_cells_keep_four_decimals() -> None:
    cells = np.array([[0.123449, -np.inf, np.nan], [1, 0.00004, 2 / 3]])
    data = sent(layers_of([view_of(cells, "one"), view_of(None, "two")]))
    assert data["lists"] == [["source0", "source1", "source2"], ["target0", "target1"]]
    assert data["units"]["pieces"] == [{"columns": 0, "rows": 1, "rowOfStep": [0, 1]}] * 2
    first, second = data["layers"][0]["cells"]
    assert first == [[0.1234, None, None], [1, 0.00001, 0.6667]]
    assert second is None
    assert data["start"] == {
        "step": 1,
        "view": {
            "measure": "weights",
            "unit": "words",
            "scaling": "linear",
            "picture": "map",
            "threshold": 0,
            "transposed": False,
            "margins": False,
            "density": "fit",
        },
        "cell": None,
        "joint": "",
        "beat": "",
    }


def test_twelve_maps_of_twelve_words_in_four_layers_stay_small() -> None:
    random = np.random.default_rng(0)
    views = [view_of(random.normal(0, 5, (15, 12)), f"v{k}", 15, 12) for k in range(12)]
    assert len(json.dumps(sent(layers_of(views)), separators=(",", ":"))) < 90_000


def test_the_style_folds_the_bar_at_the_width_at_which_the_script_does() -> None:
    font = re.search(r"font: 400 calc\((\d+)px \* var\(--zoom", STYLE)
    assert font
    assert f"@container (width < {MEASURES['all']['folded'] / int(font[1]):g}em)" in STYLE


def test_the_scripts_join_into_one_module_that_needs_nothing_else() -> None:
    assert SCRIPT.count("export default") == 1
    assert "import " not in SCRIPT.replace("important", "")
    assert "http" not in SCRIPT.replace("http://www.w3.org/2000/svg", "")
    assert "@import" not in STYLE
    assert "url(" not in STYLE


def test_a_view_is_brought_to_the_layer_most_like_it() -> None:
    layers = layers_of([view_of(None, "one")])
    assert fitting(View(measure="scores", unit="pieces"), layers).measure == "scores"
    found = fitting(View(measure="difference", unit="pieces"), layers)
    assert (found.measure, found.unit) == ("weights", "pieces")
    only = {("difference", "words"): layers["weights", "words"]}
    assert fitting(View(), only) == View(measure="difference")


@pytest.mark.parametrize(
    "values",
    [
        {"scaling": "cubic"},
        {"picture": 1},
        {"threshold": 1.01},
        {"threshold": -0.1},
        {"threshold": math.nan},
        {"threshold": True},
        {"transposed": 1},
        {"margins": "on"},
        {"measure": None},
        {"colour": "red"},
    ],
)
def test_a_value_that_a_view_cannot_have_changes_nothing(values: dict) -> None:
    assert amended(View(scaling="log"), values) == View(scaling="log")


def test_valid_values_amend_a_view() -> None:
    values = {"threshold": 0, "transposed": True, "picture": "ribbons", "unit": "pieces"}
    found = amended(View(threshold=0.5), values)
    assert found == View(threshold=0.0, transposed=True, picture="ribbons", unit="pieces")
    assert isinstance(found.threshold, float)


def opened_at(position: object) -> AppTest:
    """Return the landing page when the browser has reported this."""
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    test.query_params["sentence"] = SENTENCE
    test.query_params["step"] = "2"
    test.session_state["player"] = {"position": position}
    test.run()
    assert not test.exception
    return test


def sent_at(test: AppTest) -> dict:
    """Return what the player was sent, as it was."""
    return json.loads(test.get("bidi_component")[0].proto.json)[0]


@pytest.mark.parametrize("holds", [None, "x", [], ["0123456789abcdef"], [7, None]])
def test_what_the_browser_does_not_hold_is_sent(holds: object) -> None:
    found = sent_at(opened_at({"identity": IDENTITY, "step": 1, "holds": holds}))
    assert json.loads(found["drawn"])["source"] == SENTENCE


def test_what_the_browser_holds_is_left_out() -> None:
    whole = sent_at(opened_at(None))
    held = sent_at(opened_at({"holds": ["0123456789abcdef", whole["drawing"]]}))
    assert held == {name: value for name, value in whole.items() if name != "drawn"}


def at_position(position: object) -> Position:
    """Return where the landing page finds itself when the browser has reported this."""
    return opened_at(position).session_state["player position"].position


def test_a_report_from_the_browser_is_where_the_person_is() -> None:
    cell = {"map": "luong-dot", "unit": "pieces", "row": 1, "column": 4}
    view = {"measure": "scores", "unit": "pieces", "threshold": 0.25}
    found = at_position({"identity": IDENTITY, "step": 3, "view": view, "cell": cell})
    assert found.step == 3
    assert found.view == replace(FLOW, measure="scores", unit="pieces", threshold=0.25)
    assert found.cell == Cell(map="luong-dot", unit="pieces", row=1, column=4)


@pytest.mark.parametrize(
    "position",
    [
        None,
        "nonsense",
        {"identity": "another sentence", "step": 3},
        {"identity": IDENTITY, "step": "3", "view": [], "cell": "x"},
        {"identity": IDENTITY, "step": True, "view": {"measure": 7}, "start": 5},
    ],
)
def test_a_report_that_cannot_be_changes_nothing(position: object) -> None:
    assert at_position(position) == Position(step=1, view=FLOW, cell=None)


@pytest.mark.parametrize(
    "change",
    [
        {"row": 99},
        {"row": -1},
        {"column": 6},
        {"column": 1.5},
        {"column": True},
        {"unit": "letters"},
        {"map": "fixed-context"},
        {"map": ["luong-dot"]},
        {"map": None},
    ],
)
def test_a_cell_that_does_not_exist_is_not_chosen(change: dict) -> None:
    cell = {"map": "luong-dot", "unit": "words", "row": 1, "column": 2} | change
    assert at_position({"identity": IDENTITY, "step": 999, "cell": cell}).cell is None


def test_a_start_may_have_a_cell() -> None:
    cell = Cell(map="one", unit="pieces", row=1, column=2)
    layers = layers_of([view_of(np.ones((2, 3)), "one")])
    data = payload(layers, step=1, identity="a\nb", key="here", view=View(), cell=cell)
    assert data["start"]["cell"] == {"map": "one", "unit": "pieces", "row": 1, "column": 2}


def test_a_step_beyond_the_end_is_the_last() -> None:
    assert 1 < at_position({"identity": IDENTITY, "step": 10**9}).step < 30


def test_the_player_gets_how_probable_a_forced_translation_is() -> None:
    def maps(**target: str) -> list[dict]:
        test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
        parameters = {"sentence": SENTENCE, "variants": ["luong-dot", "fixed-context"], **target}
        for name, value in parameters.items():
            test.query_params[name] = value
        data = json.loads(test.run().get("bidi_component")[0].proto.json)[0]
        return json.loads(data["drawn"])["maps"]

    assert not any("logProb" in one for one in maps())
    likely, unlikely = (
        [one["logProb"] for one in maps(target=text)]
        for text in ("Je ne suis pas fatigué.", "Un chat noir.")
    )
    assert len(likely) == 2
    assert all(-6 < one < 0 for one in likely), likely
    assert all(low < high - 10 for low, high in zip(unlikely, likely, strict=True))
