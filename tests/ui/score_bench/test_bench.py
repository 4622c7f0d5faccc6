"""The score bench on tiny models: base, forced, free."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.data.tokenizer import Tokenizer
from alignoscope.decoding.forced import force
from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.models.stamps import stamp
from alignoscope.records.run import RunRecord
from alignoscope.records.variant import ModelConfig
from alignoscope.serving import model_store as cache
from alignoscope.ui.exports import panel
from alignoscope.ui.shell.session_keys import EXPORTS, SAVE_ASKED
from tests.shared.app_pages import given, payload, variants_shown
from tests.shared.bench_page import NAMES, SENTENCE, SET, TARGET, bench, table

Tiny = Callable[..., Checkpoint]


def captions(test: AppTest) -> str:
    assert not test.exception
    return "\n".join(element.value for element in test.caption)


def figures(test: AppTest) -> dict[str, dict]:
    """Return the heatmaps by what they are: that with points to press is the matrix."""
    found = [json.loads(chart.proto.spec) for chart in test.get("plotly_chart")]
    return {"matrix" if len(one["data"]) > 1 else "rows": one for one in found}


@pytest.mark.usefixtures("tiny_folder")
def test_without_a_base_each_map_is_as_it_is() -> None:
    test = bench()
    assert variants_shown(test) == list(NAMES)
    assert payload(test)["view"]["measure"] == "weights"
    assert {view["mode"] for view in payload(test)["maps"]} == {"own translation"}
    assert figures(test) == {}
    assert "Choose a reference model" in captions(test)
    test = bench(bench=SET)
    assert "choose a reference model" in captions(test)
    assert "mean distance" not in table(test)[0]


@pytest.mark.usefixtures("tiny_folder")
def test_what_is_saved_begins_with_the_flow_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    files, drawings = {}, []
    monkeypatch.setattr("alignoscope.ui.score_bench.page.best_aligner", lambda *_: "luong-dot")
    monkeypatch.setattr(
        panel, "_save", lambda _, label, make, *__, **___: files.update({label: make})
    )
    monkeypatch.setattr(panel, "save_pictures", lambda found, *_: drawings.extend(found))
    test = bench(picture="flow")
    test.session_state[EXPORTS] = test.session_state[SAVE_ASKED] = True
    test.run()
    assert given(test)[0]["lead"] == "luong-dot"
    assert drawings[0].help == "One step of luong-dot: a vector picture"
    assert saved_data(files["HTML"]())["lead"] == "luong-dot"
    test = bench(pinned=["luong-local-p", "luong-dot"])
    test.session_state[EXPORTS] = True
    test.run()
    assert saved_data(files["HTML"]())["start"] == given(test)[0]["start"]


def saved_data(page: str) -> dict:
    return json.loads(
        re.search(r'<script type="application/json" id="data">(.*?)</script>', page)[1]
    )


@pytest.mark.usefixtures("tiny_folder")
def test_a_sentence_that_cannot_be_read_is_said_once() -> None:
    test = bench(sentence=" ")
    assert [info.value for info in test.info if "empty" in info.value] == [test.info[0].value]


@pytest.mark.usefixtures("tiny_folder")
def test_with_a_base_all_others_are_forced_to_what_it_wrote() -> None:
    test = bench(base="luong-dot")
    data = payload(test)
    assert data["view"]["measure"] == "difference"
    assert variants_shown(test) == ["luong-dot", "bahdanau-additive", "luong-local-p"]
    assert [view["mode"] for view in data["maps"]] == [
        "base, own translation",
        "forced translation",
        "forced translation",
    ]
    assert len({tuple(view["rows"]) for view in data["maps"]}) == 1
    assert data["scale"]["low"] == -data["scale"]["high"] < 0
    said = captions(test)
    assert "Every model is forced to the translation of luong-dot" in said
    assert "fixed-context has no attention" in said
    assert "luong-local-p do not sum to 1" in said
    assert set(figures(test)["matrix"]["layout"]["yaxis"]["ticktext"]) == set(variants_shown(test))
    assert figures(test)["rows"]["layout"]["yaxis"]["ticktext"] == [
        "bahdanau-additive",
        "luong-local-p",
    ]


def test_the_difference_is_that_of_the_library(tiny_folder: Path, tiny: Tiny) -> None:
    test = bench(base="luong-dot", target=TARGET, variants=["bahdanau-additive"])
    drawn = given(test)[0]
    layer = next(one for one in drawn["layers"] if one["unit"] == "pieces")
    paths = [tiny_folder / f"{name}.safetensors" for name in ("luong-dot", "bahdanau-additive")]
    base, other = (force(cache.load(path, stamp(path)), [SENTENCE], [TARGET])[0] for path in paths)
    assert np.array(layer["cells"][0]) == pytest.approx(base.weights, abs=1e-4)
    assert np.array(layer["cells"][1]) == pytest.approx(other.weights - base.weights, abs=1e-4)
    assert "No target is given" not in captions(test)


@pytest.mark.usefixtures("tiny_folder")
def test_a_given_target_has_distances_without_a_base() -> None:
    test = bench(target=TARGET)
    assert {view["mode"] for view in payload(test)["maps"]} == {"forced translation"}
    assert list(figures(test)) == ["matrix"]


@pytest.mark.usefixtures("tiny_folder")
@pytest.mark.parametrize("variant", NAMES)
@pytest.mark.parametrize("base", ["none", "luong-dot"])
def test_one_variant_alone_is_enough(variant: str, base: str) -> None:
    test = bench(variants=variant, base=base)
    expected = [variant]
    if base != "none" and variant != base:
        expected = [base] if variant == "fixed-context" else [base, variant]
    assert variants_shown(test) == expected
    assert len(figures(test)) == (2 if len(expected) == 2 else 0)


@pytest.mark.usefixtures("tiny_folder")
def test_a_base_that_is_not_there_or_attends_to_nothing_is_said() -> None:
    for name in ("luong-quantum", "fixed-context"):
        test = bench(base=name)
        assert name in test.warning[0].value
        assert variants_shown(test) == list(NAMES)


def test_a_broken_base_is_left_out_and_said_once(tiny_folder: Path) -> None:
    (tiny_folder / "luong-dot.safetensors").write_bytes(b"nothing")
    test = bench(base="luong-dot")
    assert variants_shown(test) == [name for name in NAMES if name != "luong-dot"]
    assert sum("luong\\-dot" in warning.value for warning in test.warning) == 1


def test_a_model_of_other_pieces_is_left_out_of_the_differences(tiny_folder: Path) -> None:
    pieces = Tokenizer.train([f"{SENTENCE} Something else was read."] * 3, 79)
    config = ModelConfig(
        variant="luong-general",
        vocab_size=len(pieces),
        embedding_size=7,
        hidden_size=22,
        attention_size=13,
    )
    model = Seq2Seq(config).eval().requires_grad_(False)
    checkpoint = Checkpoint(model=model, tokenizer=pieces, record=RunRecord())
    save_checkpoint(checkpoint, tiny_folder / "luong-general.safetensors")
    test = bench(base="bahdanau-additive")
    assert "splits words into other pieces than bahdanau-additive" in test.warning[0].value.replace(
        "\\", ""
    )
    assert variants_shown(test) == ["bahdanau-additive", "luong-dot", "luong-local-p"]
    test = bench(base="bahdanau-additive", bench=SET)
    assert "luong-general" not in {row["variant"] for row in table(test)}


@pytest.mark.usefixtures("tiny_folder")
def test_what_each_wrote_is_held_against_the_base() -> None:
    test = bench(base="luong-dot")
    shown = next(one.proto.body for one in test.get("html") if "<table>" in one.proto.body)
    assert shown.index("luong-dot</td>") < shown.index("bahdanau-additive</td>")
    assert shown.count("<tr>") == 1 + len(NAMES)
    assert "compared with luong-dot" in shown


@pytest.mark.usefixtures("tiny_folder")
def test_a_given_target_stands_once_with_what_each_makes_of_it() -> None:
    test = bench(target=TARGET)
    assert not any("<table>" in one.proto.body for one in test.get("html"))
    assert [one.value for one in test.text].count(TARGET) == 1
    rows = table(test)
    assert {row["variant"] for row in rows} == set(NAMES)
    each = [row["log-prob. per token"] for row in rows]
    assert each == sorted(each, reverse=True)


@pytest.mark.usefixtures("tiny_folder")
def test_two_maps_are_held_against_each_other_by_name() -> None:
    test = bench(base="luong-dot")
    test.selectbox(key="paired").set_value("luong-local-p").run()
    test.selectbox(key="paired with").set_value("bahdanau-additive").run()
    assert not test.exception
    data = given(test)[-1]
    names = [one["label"] for one in data["maps"]]
    assert names == [
        "luong-local-p",
        "bahdanau-additive",
        "bahdanau-additive − luong-local-p",
    ]
    layer = next(one for one in data["layers"] if one["unit"] == "pieces")
    first, second, apart = map(np.array, layer["cells"])
    assert apart == pytest.approx(second - first, abs=2e-4)
    assert [one and one["high"] for one in layer["scales"]] == [1, 1, None]
    test.selectbox(key="paired with").set_value("luong-local-p").run()
    assert len(test.get("bidi_component")) == 1  # a map minus itself is none


@pytest.mark.usefixtures("tiny_folder")
def test_a_sentence_that_cannot_be_used_leaves_the_set() -> None:
    test = bench(bench=SET)
    test.button_group(key="set").set_value("Paste lines").run()
    test.text_area(key="lines").set_value(SENTENCE).run()
    for sentence in ("", "word " * 500):
        test.text_input(key="sentence").set_value(sentence).run()
        assert not test.exception
        assert test.text_area(key="lines").value == SENTENCE
        assert len(table(test)) == len(NAMES)
