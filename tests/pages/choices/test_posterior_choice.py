"""The posterior as a layer: the switch, the link, and maps that have none."""

import json
from pathlib import Path

import numpy as np
import pytest
from app_pages import SENTENCE, open_page, payload
from streamlit.testing.v1 import AppTest

from alignoscope.analysis.likelihoods import likelihoods
from alignoscope.analysis.posterior import posterior
from alignoscope.decoding.greedy import translate
from alignoscope.session import cache
from alignoscope.session.stamps import stamp

pytestmark = pytest.mark.usefixtures("tiny_folder")


def layers(test: AppTest) -> dict[tuple[str, str], list]:
    """Return the cells of all maps by measure and unit."""
    data = json.loads(test.get("bidi_component")[0].proto.json)
    return {(one["measure"], one["unit"]): one["cells"] for one in data["layers"]}


@pytest.mark.parametrize("page", ["app.py", "pages/step_by_step.py"])
def test_a_person_adds_the_layer_and_a_link_restores_it(page: str) -> None:
    test = open_page(page, sentence=SENTENCE)
    before = layers(test)
    assert {measure for measure, _ in before} == {"weights", "scores"}
    test.button_group(key="posterior").set_value("on").run()
    found = layers(test)
    assert {measure for measure, _ in found} == {"weights", "scores", "posterior"}
    assert before.items() <= found.items()  # what was there is as it was
    again = open_page(page, sentence=SENTENCE, posterior="on", measure="posterior")
    assert layers(again) == found
    assert payload(again)["view"]["measure"] == "posterior"
    assert not again.warning


def test_the_maps_are_the_posterior_and_a_model_without_weights_has_none(tiny_folder: Path) -> None:
    test = open_page("app.py", sentence=SENTENCE, posterior="on")
    names = [one["id"] for one in payload(test)["maps"]]
    maps = dict(zip(names, layers(test)["posterior", "pieces"], strict=True))
    assert maps.pop("fixed-context") is None
    assert len(maps) == 3
    for name, shown in maps.items():
        path = tiny_folder / f"{name}.safetensors"
        checkpoint = cache.load(path, stamp(path))
        trace = translate(checkpoint, [SENTENCE])[0]
        rows = posterior(trace.weights, likelihoods(checkpoint, trace))
        np.testing.assert_allclose(shown, rows, atol=6e-5)  # 4 decimals are sent
        assert np.abs(rows - trace.weights / trace.weights.sum(axis=1, keepdims=True)).max() > 1e-4


def test_without_the_layer_a_link_to_it_shows_the_weights() -> None:
    test = open_page("app.py", sentence=SENTENCE, measure="posterior")
    assert payload(test)["view"]["measure"] == "weights"
