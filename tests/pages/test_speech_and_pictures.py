"""Speech and pictures on “Open a trace”: what a person sets, and what the browser is given."""

import base64
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.interchange.foreign.options import CELLS, TIME
from alignoscope.ui.shell.session_keys import DOCTOR, GRID_SHAPE, HOP, PLACED, RATE, REDUCTION, of
from tests.pages.test_opened_files import opened_page
from tests.shared.app_pages import given

RANDOM = np.random.default_rng(4)
LETTERS = [*"rain on tin"]
WORDS = ["two", "goats", "</s>"]
PNG = b"\x89PNG\r\n\x1a\n and the rest"


def placed(page: AppTest, side: str, choice: str) -> AppTest:
    page.selectbox(key=of(PLACED, side)).set_value(choice).run()
    assert not page.exception
    return page


def places(page: AppTest) -> dict:
    return given(page)[-1]["units"]["words"][0].get("places", {})


def test_speech_is_drawn_over_the_time_that_a_person_types(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tacotron.npz"
    weights = RANDOM.dirichlet(np.ones(len(LETTERS)), 30)
    np.savez(file, weights=weights, source=LETTERS)
    page = opened_page([file], monkeypatch)
    assert places(page) == {}
    placed(page, "target", TIME)
    assert places(page) == {"rows": {"seconds": None}}
    for key, number in ((HOP, 160.0), (RATE, 16000.0), (REDUCTION, 2.0)):
        page.number_input(key=key).set_value(number).run()
    assert places(page) == {"rows": {"seconds": pytest.approx(0.02)}}
    player = given(page)[0]
    assert player["start"]["view"]["transposed"]  # Time runs from left to right.
    assert [*player["units"]] == ["words"]
    assert player["maps"][0]["flow"] is None
    assert player["lists"][player["units"]["words"][0]["rows"]][:2] == ["0.000 s", "0.020 s"]
    page.session_state[DOCTOR] = True
    page.run()
    assert "Attention moves forward" in "\n".join(one.value for one in page.markdown)


def test_a_caption_has_a_grid_for_each_word_over_its_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, picture = tmp_path / "caption.npz", tmp_path / "goats.png"
    weights = RANDOM.dirichlet(np.ones(12), 3)
    np.savez(file, alphas=weights.reshape(3, 3, 4), target=WORDS)
    picture.write_bytes(PNG)
    page = opened_page([file, picture], monkeypatch)
    grids, player = given(page)
    assert (grids["height"], grids["width"]) == (3, 4)
    assert grids["words"] == ["two", "goats", "end"]
    np.testing.assert_allclose(grids["cells"], weights, atol=1e-4)
    assert grids["picture"] == f"data:image/png;base64,{base64.b64encode(PNG).decode()}"
    assert grids["player"] == player["key"]
    assert places(page) == {"columns": {"grid": [3, 4, 0]}}


def test_a_grid_that_does_not_fit_is_told_beside_the_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "flat.npz"
    np.savez(file, weights=RANDOM.dirichlet(np.ones(14), 3), target=WORDS)
    page = placed(opened_page([file], monkeypatch), "source", CELLS)
    assert "This does not fit, so the maps are as before" in page.error[0].value
    assert "no square picture" in page.error[0].value
    page.text_input(key=GRID_SHAPE).set_value("3 x 4").run()
    assert not page.error
    assert places(page) == {"columns": {"grid": [3, 4, 2]}}
    assert given(page)[0]["marks"][0] > 0


def test_a_wrong_number_of_typed_words_is_told_beside_the_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bare.npy"
    np.save(file, RANDOM.dirichlet(np.ones(4), 3))
    page = opened_page([file], monkeypatch)
    page.text_input[0].set_value("one two").run()
    message = page.error[0].value
    assert message.startswith("This does not fit, so the maps are as before.")
    assert "the source has 4 places" in message
    assert given(page)
