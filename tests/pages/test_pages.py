"""Every page runs on the shipped checkpoints, and survives what people may type or link to."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from alignoscope.data.examples import EXAMPLES
from alignoscope.records.escaping import plain
from alignoscope.serving import model_store as cache
from alignoscope.ui.model_results.results_chart import card
from alignoscope.ui.shell.model_presets import opened_with
from tests.shared.app_pages import (
    ROOT,
    SENTENCE,
    given,
    open_page,
    payload,
    variants_shown,
    with_parameters,
)
from tests.shared.samples import mostly_slow

MAPPED = ["app.py", "pages/step_by_step.py"]
SHIPPED = sorted(path.stem for path in ROOT.glob("checkpoints/eng-fra/*.safetensors"))
VARIANTS = opened_with(SHIPPED)
PAIRS = sorted({path.parent.name for path in ROOT.glob("checkpoints/*/*.safetensors")})


def test_the_shipped_checkpoints_are_the_promised_ones() -> None:
    sparse = ("scaled-dot-entmax15", "scaled-dot-sparsemax")
    general = ("general", "general-copy", "general-feed", "general-monotonic")
    luong = ("dot", "scaled-dot", *sparse, *general, "concat", "location")
    local = ("local-m", "local-p")
    additive = ("additive", "additive-guided", "additive-copy")
    bahdanau = (*additive, "dot", "general", "location-sensitive", "coverage")
    assert [path.stem for path in cache.checkpoints("eng-fra")] == [
        *(f"bahdanau-{score}" for score in bahdanau),
        *(f"luong-{score}" for score in (*luong, *local)),
        "tacotron-additive",
        "nematus-additive",
        "transformer",
        "fixed-context",
    ]
    small = ["bahdanau-additive", "luong-dot", "luong-general", "luong-location"]
    transformers = ["transformer", "transformer-no-positions"]
    hard, cells = "luong-general-monotonic", ["luong-dot-lstm", "luong-dot-rnn"]
    for pair, variants in (
        ("dates", [*small[:3], hard, small[3], *transformers]),
        ("reverse", [*small[:2], *cells, small[2], hard, small[3], *transformers]),
        ("fra-eng", ["bahdanau-additive", "luong-scaled-dot", "nematus-additive", "transformer"]),
        ("eng-spa", ["bahdanau-additive", "luong-scaled-dot", "luong-general"]),
    ):
        assert [path.stem for path in cache.checkpoints(pair)] == variants


def test_the_first_map_does_not_wait_for_pandas() -> None:
    code = (
        "import sys; from tests.shared.app_pages import open_page, variants_shown; "
        "assert variants_shown(open_page('app.py')); assert 'pandas' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.parametrize("pair", mostly_slow(PAIRS, always=["eng-fra", "reverse"]))
def test_every_pair_opens_on_an_example_of_its_own(pair: str) -> None:
    test = open_page("app.py", pair=pair)
    shipped = [path.stem for path in ROOT.glob(f"checkpoints/{pair}/*.s*")]
    assert set(variants_shown(test)) == set(opened_with(shipped))
    assert test.text_input(key="sentence").value == EXAMPLES[pair][0].source
    assert not test.warning


@pytest.mark.parametrize("page", with_parameters())
def test_every_page_runs(page: str) -> None:
    test = open_page(page)
    assert not test.exception
    assert not test.warning
    assert not test.error
    if page in MAPPED:
        assert payload(test)["maps"]


def test_the_landing_page_shows_every_variant_free_on_one_scale() -> None:
    test = open_page("app.py")
    data, lead = payload(test), given(test)[0]["lead"]
    assert sorted(view["label"] for view in data["maps"]) == VARIANTS
    modes = {view["id"]: view["mode"] for view in data["maps"]}
    assert modes.pop(lead) == "own translation, beam 5"
    assert {*modes.values()} == {"own translation"}
    assert len({tuple(view["columns"]) for view in data["maps"]}) == 1
    assert (data["scale"]["low"], data["scale"]["high"]) == (0, 1)


def test_a_link_restores_the_view() -> None:
    test = open_page(
        "app.py",
        sentence=SENTENCE,
        variants=["luong-dot", "fixed-context"],
        measure="scores",
        unit="pieces",
        step="3",
        scaling="log",
        picture="ribbons",
        threshold="0.15",
        transposed="on",
        margins="off",
    )
    data = payload(test)
    assert not test.warning
    assert (data["view"]["scaling"], data["view"]["picture"]) == ("log", "ribbons")
    assert (data["view"]["threshold"], data["view"]["transposed"]) == (0.15, True)
    assert data["view"]["margins"] is False
    assert test.query_params["threshold"] == "0.15"
    assert "margins" not in test.query_params  # as it is by default
    assert variants_shown(test) == ["luong-dot", "fixed-context"]
    assert data["scale"]["label"] == "score"
    assert data["scale"]["low"] == -data["scale"]["high"]
    assert data["maps"][0]["columns"] == ["▁I", "▁am", "▁not", "▁tired", ".", "</s>"]
    assert data["start"] == 2


def test_a_forced_target_is_drawn_by_every_variant() -> None:
    data = payload(open_page("app.py", sentence=SENTENCE, target="Je ne suis pas fatigué."))
    rows = ["Je", "ne", "suis", "pas", "fatigué", ".", "end"]
    for view in data["maps"]:
        assert view["mode"] == "forced translation"
        assert view["rows"] == rows


def test_examples_fill_the_sentence_and_free_the_target() -> None:
    test = open_page("app.py", target="Je ne suis pas fatigué.")
    menu = test.menu_button(key="example")
    paper = "The agreement on the European Economic Area was signed in August 1992."
    assert f"{plain(paper)} · from the paper" in menu.options
    menu.click(f"{plain(SENTENCE)} · negation").run()
    assert test.text_input(key="sentence").value == SENTENCE
    assert test.text_input(key="target").value == ""
    assert "own translation" in payload(test)["maps"][0]["mode"]


@pytest.mark.parametrize("page", MAPPED)
@pytest.mark.parametrize(
    ("sentence", "message"),
    [("   ", "is empty"), ("word " * 500, "500 tokens"), ("x" * 99999, "too long")],
)
def test_a_sentence_that_cannot_be_shown_gets_a_message(
    page: str, sentence: str, message: str
) -> None:
    test = open_page(page, sentence=sentence)
    assert not test.exception
    assert message in test.info[0].value.replace("\\", "")
    assert test.text_input(key="sentence").value == sentence
    test.text_input(key="sentence").set_value(SENTENCE).run()
    assert payload(test)["maps"]


@pytest.mark.parametrize("page", MAPPED)
@pytest.mark.parametrize(
    "sentence", ["😀 日本", "<b>bold</b> & %{x} </s>", "the the the", "?!...", "$x$ **y** :red[z]"]
)
def test_odd_sentences_are_shown_as_typed(page: str, sentence: str) -> None:
    data = payload(open_page(page, sentence=sentence))
    assert "".join(data["maps"][0]["columns"]) == sentence.replace(" ", "") + "end"


@pytest.mark.parametrize(("page", "key"), [("app.py", "variants"), (MAPPED[1], "variant")])
def test_an_unknown_variant_in_a_link_is_said(page: str, key: str) -> None:
    test = open_page(page, **{key: "luong-quantum"})
    assert "luong-quantum" in test.warning[0].value
    assert "not installed" in test.warning[0].value
    assert payload(test)["maps"]


@pytest.mark.parametrize(
    ("parameter", "value", "allowed"),
    [
        ("measure", "energies", "weights, scores"),
        ("unit", "letters", "words, pieces"),
        ("scaling", "cubic", "linear, log, row"),
        ("picture", "<b>", "map, ribbons"),
        ("threshold", "1.5", "0 to 1"),
        ("transposed", "yes", "on, off"),
    ],
)
def test_a_view_in_a_link_that_does_not_exist_is_said(
    parameter: str, value: str, allowed: str
) -> None:
    test = open_page("app.py", sentence=SENTENCE, **{parameter: value})
    assert f"{parameter} {value.replace('<', '?').replace('>', '?')}" in test.warning[0].value
    assert allowed in test.warning[0].value
    assert payload(test)["view"]["scaling"] == "linear"
    assert parameter not in test.query_params


@pytest.mark.parametrize("step", ["0", "-1", "x", "99999999999", "999", "²"])
def test_a_step_in_a_link_that_does_not_exist_is_said(step: str) -> None:
    test = open_page("app.py", sentence=SENTENCE, step=step)
    data = payload(test)
    assert data["start"] == payload(open_page("app.py", sentence=SENTENCE))["start"]
    assert f"asks for step {step}" in test.warning[0].value
    last = max(len(view["rowOfStep"]) for view in data["maps"])
    assert f"1 to {last}." in test.warning[0].value
    assert "step" not in test.query_params


def test_a_broken_checkpoint_is_left_out_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "eng-fra"
    folder.mkdir()
    shipped = (ROOT / "checkpoints/eng-fra/luong-dot.safetensors").read_bytes()
    (folder / "luong-dot.safetensors").write_bytes(shipped)
    (folder / "luong-general.safetensors").write_bytes(shipped[:1000])
    (folder / "luong-concat.safetensors").write_bytes(b"\x80\x04N.")
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path)
    test = open_page("app.py", sentence=SENTENCE)
    assert variants_shown(test) == ["luong-dot"]
    assert len(test.warning) == 2
    assert "truncated" in test.warning[0].value


@pytest.mark.parametrize("page", with_parameters("pair"))
def test_no_checkpoint_at_all_is_explained(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path)
    test = open_page(page)
    assert not test.exception
    assert "python -m training" in test.info[0].value


def test_the_step_page_takes_a_step_apart() -> None:
    for variant, query in (("bahdanau-additive", "s[i-1] = s[1]"), ("luong-dot", "h[t] = h[2]")):
        test = open_page(MAPPED[1], sentence=SENTENCE, variant=variant, step="2")
        assert not test.exception
        data = given(test)[1]
        assert (data["player"], data["start"], data["label"]) == ("player", 1, variant)
        assert data["columns"][:3] == ["I", "am", "not"]
        assert query in data["steps"][1]["asked"]
        assert len(data["steps"][1]["candidates"]) == 10
    test = open_page(MAPPED[1], sentence=SENTENCE, variant="fixed-context")
    data = given(test)[1]
    assert not data["attends"]
    assert data["steps"][0]["weights"] is None


def test_the_models_page_shows_every_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = open_page("pages/models.py")
    table = test.dataframe[0].value
    aligner = table["variant"] == "eflomal (statistical aligner)"
    assert aligner.sum() == 1
    assert sorted(table["variant"][~aligner]) == SHIPPED
    assert table["BLEU (dev, greedy)"][~aligner].between(0, 100).all()
    assert table["BLEU (dev, greedy)"][aligner].isna().all()
    assert [*table][:3] == ["variant", "BLEU", "AER"]
    curves = json.loads(test.get("plotly_chart")[1].proto.spec)["data"]
    assert len(curves) == len(SHIPPED)
    assert all(len(curve["y"]) > 5 for curve in curves)
    test.selectbox(key="card").set_value("luong-concat").run()
    chosen = next(one for one in cache.results("eng-fra") if "luong-concat" in one.checkpoint)
    assert card(chosen) in [one.value for one in test.markdown]
    test = open_page("pages/models.py", **dict(test.query_params))
    assert card(chosen) in [one.value for one in test.markdown]  # as after a reload
    assert "not installed" in open_page("pages/models.py", card="x").warning[0].value
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    monkeypatch.setattr(cache, "results_folder", lambda _: tmp_path)
    test = open_page("pages/models.py")
    assert "broken.json" in test.warning[0].value.replace("\\", "")
    assert "python -m evaluation" in test.info[0].value
