"""The slider of alpha on the score bench: maps, distances, entropies and exports follow it."""

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.analysis.renormalising import exact_zeros, under_alpha
from alignoscope.decoding.greedy import translate
from alignoscope.models.stamps import stamp
from alignoscope.serving import model_store as cache
from tests.shared.app_pages import given, payload, variants_shown
from tests.shared.bench_page import NAMES, SENTENCE, SET, TARGET, bench, table

ALPHA = "alpha"


def captions(test: AppTest) -> str:
    assert not test.exception
    return "\n".join(element.value for element in test.caption)


def test_by_default_every_normaliser_is_the_models_own(tiny_folder) -> None:
    test = bench()
    assert test.select_slider(key=ALPHA).value == "own"
    assert variants_shown(test) == list(NAMES)
    assert "exactly 0" not in captions(test).lower()


def test_the_maps_follow_and_what_was_written_stays(tiny_folder) -> None:
    test = bench(alpha="1.5")
    assert test.select_slider(key=ALPHA).value == "1.5"
    labels = [f"{name} · alpha 1.5" for name in NAMES[:3]] + ["fixed-context"]
    assert variants_shown(test) == labels
    drawn = {one["id"]: one for one in payload(test)["maps"]}
    assert drawn["luong-dot"]["mode"] == "edited"
    assert "nothing decoded again" in drawn["luong-dot"]["origin"]
    path = tiny_folder / "luong-dot.safetensors"
    own = translate(cache.load(path, stamp(path)), [SENTENCE])[0]
    assert drawn["luong-dot"]["translation"].removesuffix(" …") == own.target.text
    zeros, cells = exact_zeros(under_alpha(own, 1.5), "words")
    said = captions(test)
    assert f"{zeros} of {cells} cells of luong-dot" in said.replace("\\", "")
    assert "alpha 1.5 (1.5-entmax)" in said
    assert "Nothing is decoded again" in said


def test_distances_and_entropies_follow(tiny_folder) -> None:
    sparse = bench(base="luong-dot", alpha="2")
    assert payload(sparse)["view"]["measure"] == "difference"
    assert payload(sparse)["scale"]["title"].startswith("Weights minus luong-dot · alpha 2's")
    own, sparse = (bench(base="luong-dot", alpha=alpha, bench=SET) for alpha in ("own", "2"))
    before, after = ({row["variant"]: row for row in table(test)} for test in (own, sparse))
    for name in NAMES[:2]:
        assert after[f"{name} · alpha 2"]["mean entropy"] < before[name]["mean entropy"]
    assert {row["log-prob. per token"] for row in before.values()} == {
        row["log-prob. per token"] for row in after.values()
    }


def test_alpha_keeps_step_cell_and_pair(tiny_folder) -> None:
    cell = "bahdanau-additive~words~2~3"
    test = bench(base="luong-dot", step="2", cell=cell)
    test.selectbox(key="paired").set_value("luong-local-p").run()
    for alpha in ("2", "own"):
        test.select_slider(key=ALPHA).set_value(alpha).run()
        start = given(test)[0]["start"]
        assert (start["step"], start["cell"]["map"]) == (1, "bahdanau-additive")
        assert (test.query_params["step"], test.query_params["cell"]) == ("2", cell)
        assert test.selectbox(key="paired").value == "luong-local-p"
    alone, sparse = (
        {one["id"] for one in given(bench(base="luong-dot", alpha=alpha))[-1]["maps"]}
        for alpha in ("own", "2")
    )
    assert alone == sparse


def test_the_link_is_followed_and_hostile_values_are_said(tiny_folder) -> None:
    test = bench(alpha="1.5")
    test.select_slider(key=ALPHA).set_value("own").run()
    assert variants_shown(test) == list(NAMES)
    for hostile in ("9", "1.51", "nan", "-1", "<b>"):
        test = bench(alpha=hostile)
        assert "alpha" in test.warning[0].value
        assert "1 to 2 in steps of 0.05" in test.warning[0].value
        assert variants_shown(test) == list(NAMES)


def test_a_chosen_cell_has_its_arithmetic_with_the_threshold(tiny_folder) -> None:
    test = bench(alpha="1.25", target=TARGET, cell="luong-dot~words~2~2")
    assert any("luong-dot" in one.value.replace("\\", "") for one in test.subheader)
    assert any("0.25" in one.value and "tau" in one.value for one in test.latex)
    said = captions(test)
    assert "gets a weight of exactly 0" in said
    assert "What the weight would be under alpha 1.25" in said


@pytest.mark.parametrize("alpha", ["1", "2"])
def test_no_variant_is_lost_at_either_end(tiny_folder, alpha: str) -> None:
    test = bench(alpha=alpha, base="luong-local-p")
    assert len(variants_shown(test)) == 3
    assert not test.error
