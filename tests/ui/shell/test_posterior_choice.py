"""The posterior as a layer: the switch, the link, and maps that have none."""

from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.analysis.likelihoods import likelihoods
from alignoscope.analysis.posterior import posterior
from alignoscope.decoding.greedy import translate
from alignoscope.interchange.trace_json import to_json
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.models.stamps import stamp
from alignoscope.serving import model_store as cache
from alignoscope.ui.open_files import page as opened
from alignoscope.ui.shell.session_keys import EXPORTS, HANDED_SHOWN
from tests.shared.app_pages import ROOT, SENTENCE, given, open_page, payload, with_parameters

AFTER = {"posterior", "alone"}

pytestmark = pytest.mark.usefixtures("tiny_folder")


def layers(test: AppTest) -> dict[tuple[str, str], list]:
    """Return the cells of all maps by measure and unit."""
    data = next(one for one in given(test) if "layers" in one)
    return {(one["measure"], one["unit"]): one["cells"] for one in data["layers"]}


@pytest.mark.parametrize("page", with_parameters("posterior"))
def test_a_person_adds_the_layer_and_a_link_restores_it(page: str) -> None:
    test = open_page(page, sentence=SENTENCE)
    before = layers(test)
    assert {measure for measure, _ in before} == {"weights", "scores"}
    test.button_group(key="posterior").set_value("on").run()
    found = layers(test)
    assert {measure for measure, _ in found} == {"weights", "scores", *AFTER}
    assert before.items() <= found.items()  # what was there is as it was
    again = open_page(page, sentence=SENTENCE, posterior="on")
    assert layers(again) == found
    assert not again.warning


def test_the_maps_are_the_posterior_and_a_model_without_weights_has_none(tiny_folder: Path) -> None:
    test = open_page("app.py", sentence=SENTENCE, decoding="greedy", posterior="on")
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


def test_a_link_opens_the_layer_itself() -> None:
    test = open_page("app.py", sentence=SENTENCE, posterior="on", measure="posterior")
    assert payload(test)["view"]["measure"] == "posterior"
    assert not test.warning


def test_what_a_person_changed_has_a_posterior_of_its_own() -> None:
    test = open_page(
        "pages/what_if.py", sentence=SENTENCE, variant="luong-dot", posterior="on", step="1"
    )
    next(one for one in test.button if one.label == "Uniform").click().run()
    original, edited = layers(test)["posterior", "pieces"]
    assert np.abs(np.array(original[0]) - edited[0]).max() > 1e-4
    weights = layers(test)["weights", "pieces"][1]
    assert np.ptp(weights[0]) < 2e-4 < np.ptp(edited[0])


def test_the_bench_subtracts_posteriors_too() -> None:
    test = open_page(
        "pages/score_bench.py", sentence=SENTENCE, base="luong-dot", posterior="on", target="Non ."
    )
    found = layers(test)
    assert {measure for measure, _ in found} == {"difference", "posterior difference"}
    alone = open_page("app.py", sentence=SENTENCE, posterior="on", target="Non .")
    order = [one["id"] for one in payload(alone)["maps"]]
    of = dict(zip(order, layers(alone)["posterior", "pieces"], strict=True))
    names = [one["id"] for one in payload(test)["maps"]]
    assert names[0] == "luong-dot"
    shown = dict(zip(names, found["posterior difference", "pieces"], strict=True))
    np.testing.assert_allclose(shown.pop("luong-dot"), of["luong-dot"], atol=1e-4)
    for name, cells in shown.items():
        expected = np.array(of[name]) - of["luong-dot"]
        np.testing.assert_allclose(cells, expected, atol=2e-4)


def test_the_arithmetic_of_a_cell_goes_on_to_its_posterior() -> None:
    test = open_page(
        "app.py", sentence=SENTENCE, posterior="on", cell="luong-dot~pieces~1~2", unit="pieces"
    )
    assert any("**4. After the word**" in one.value for one in test.markdown)
    assert r"p(j \mid y)" in test.latex[-1].value
    before = open_page("app.py", sentence=SENTENCE, cell="luong-dot~pieces~1~2", unit="pieces")
    assert len(before.latex) == len(test.latex) - 1


@pytest.mark.parametrize("page", ["app.py", "pages/open_trace.py"])
def test_that_a_link_asks_for_it_where_it_is_not_is_said(
    page: str, tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.trace.json"
    traces = translate(load_checkpoint(tiny_folder / "luong-dot.safetensors"), [SENTENCE])
    path.write_text(to_json(traces))
    monkeypatch.setattr(opened, "HANDED", str(path))
    link = {"sentence": SENTENCE} if page == "app.py" else {}
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    test.session_state[HANDED_SHOWN] = True
    for name, value in (link | {"measure": "posterior"}).items():
        test.query_params[name] = value
    test = (test if page == "app.py" else test.switch_page(page)).run()
    assert payload(test)["view"]["measure"] == "weights"
    (said,) = [one.value for one in test.warning]
    assert said.startswith("This link asks for the posterior, which these maps do not have")
    assert not test.run().warning


def test_pharaoh_links_are_those_of_the_layer_on_show() -> None:
    for measure in ("weights", "posterior"):
        test = open_page("app.py", sentence=SENTENCE, posterior="on", measure=measure)
        test.session_state[EXPORTS] = True
        button = next(one for one in test.run().get("download_button") if one.label == "Pharaoh")
        assert f"the highest {measure.removesuffix('s')}," in button.proto.help
