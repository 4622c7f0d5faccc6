"""A Transformer on every page: its map stands among the others, and what it has not is said."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from safetensors import safe_open
from safetensors.torch import save_file

from alignoscope.decoding.heads import head_errors
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from alignoscope.records.head_trace import ATTENTIONS, CROSS
from alignoscope.serving import model_store as cache
from alignoscope.ui.shell.pages import PAGES
from alignoscope.ui.shell.session_keys import (
    ABLATION,
    EDITED_HEAD,
    EDITED_LAYER,
    HEAD_ERRORS,
    READ_OFF,
)
from alignoscope.ui.what_if.state import no_edits
from tests.shared.app_pages import (
    SENTENCE,
    given,
    open_page,
    payload,
    variants_shown,
    with_parameters,
)
from tests.shared.samples import mostly_slow
from tests.shared.traces import written

MODEL, TARGET = "transformer", "Je ne suis pas fatigué."


@pytest.fixture(autouse=True)
def transformer(tiny_folder: Path, tiny: Callable[..., Checkpoint]) -> None:
    save_checkpoint(tiny(MODEL), tiny_folder / f"{MODEL}.safetensors")


@pytest.mark.parametrize("page", [page.path for page in PAGES.values()])
def test_every_page_opens_with_it(page: str) -> None:
    test = open_page(page, pair="eng-fra", sentence=SENTENCE, variant=MODEL, posterior="on")
    assert not test.exception


@pytest.mark.parametrize(
    ("page", "words"),  # the tokenizer has "pas" as one piece, and "a" * 109 as 110
    mostly_slow(
        [
            (page, words)
            for page in with_parameters("sentence", "target")
            for words in (
                {"sentence": "a" * 109},
                {"sentence": "a" * 109, "target": "a" * 109},
                {"sentence": SENTENCE, "target": "pas"},
            )
        ],
        always=["pages/step_by_step.py"],
    ),
)
def test_the_longest_and_the_shortest_texts_have_maps(page: str, words: dict[str, str]) -> None:
    test = open_page(page, pair="eng-fra", variant=MODEL, variants=[MODEL], **words)
    assert not test.exception
    assert not test.error


def test_a_file_of_a_newer_version_is_left_out_and_it_stays(tiny_folder: Path) -> None:
    with safe_open(tiny_folder / f"{MODEL}.safetensors", framework="pt") as file:
        metadata = file.metadata()
        weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    config = json.loads(metadata["config"]) | {"rotary": True}
    newer = {"luong-dot": {"format": "alignoscope-99"}, "luong-local-p": {"config": config}}
    for name, change in newer.items():
        changed = {key: one if key == "format" else json.dumps(one) for key, one in change.items()}
        save_file(weights, tiny_folder / f"{name}.safetensors", metadata | changed)
    test = open_page("app.py", pair="eng-fra", sentence=SENTENCE, variants=[MODEL, *newer])
    assert variants_shown(test) == [MODEL]
    said = " ".join(one.value for one in (*test.warning, *test.error))
    assert "use the version of Alignoscope that wrote it" in said.replace("\\", "")
    assert "If a newer version of Alignoscope wrote the file" in said.replace("\\", "")


def test_its_map_is_a_group_of_its_own_after_the_timings() -> None:
    test = open_page("app.py", pair="eng-fra", sentence=SENTENCE, variants=[MODEL, "luong-dot"])
    maps = payload(test)["maps"]
    assert [view["label"] for view in maps] == ["luong-dot", MODEL]
    assert maps[1]["place"]["group"] == "Transformer"


@pytest.mark.parametrize("layer", [1, 2])  # the map shows layer 1
def test_the_row_of_one_head_is_edited_and_the_link_says_which(layer: int) -> None:
    test = open_page("pages/what_if.py", pair="eng-fra", sentence=SENTENCE, variant=MODEL, step=2)
    assert not test.info
    assert "Does it matter?" in [panel.label for panel in test.expander]
    test.session_state[EDITED_LAYER] = layer - 1
    test.session_state[EDITED_HEAD] = 1
    test.run()
    next(one for one in test.button if one.label == "Uniform").click().run()
    assert not test.exception
    text = "".join(test.query_params["edit"])
    assert text.startswith(f"2.{layer}.2~uniform~")
    maps = payload(test)["maps"]
    assert [view["label"] for view in maps] == [MODEL, f"{MODEL} · edited"]
    assert any(f"Step 2, layer {layer}, head 2: uniform" in one.value for one in test.text)
    again = open_page(
        "pages/what_if.py", pair="eng-fra", sentence=SENTENCE, variant=MODEL, edit=text
    )
    assert payload(again)["maps"][1]["translation"] == maps[1]["translation"]
    (cells, same) = (given(one)[0]["layers"][0]["cells"] for one in (test, again))
    assert cells[1] == same[1]
    assert (cells[1] != cells[0]) == (layer == 1)  # nothing in the map reads the last layer


def test_an_older_link_edits_a_head_of_the_layer_that_the_map_shows() -> None:
    words = {"pair": "eng-fra", "sentence": SENTENCE, "variant": MODEL, "step": 2}
    test = open_page("pages/what_if.py", **words)
    next(one for one in test.button if one.label == "Uniform").click().run()
    text = "".join(test.query_params["edit"])
    assert text.startswith("2.1.1~")
    older = open_page("pages/what_if.py", **words, edit=text.replace("2.1.1~", "2.1~"))
    assert not older.warning
    assert "".join(older.query_params["edit"]) == text


def test_a_layer_that_the_next_model_lacks_is_not_chosen_there() -> None:
    test = open_page("pages/what_if.py", pair="eng-fra", sentence=SENTENCE, variant=MODEL)
    test.session_state[EDITED_LAYER] = 5
    assert not test.run().exception
    assert test.session_state[EDITED_LAYER] == 0


@pytest.mark.parametrize(
    ("variant", "place", "said"),
    [
        (MODEL, "2", "transformer has 2 layers of 2 heads: name a layer and a head of it"),
        (MODEL, "2.3", "transformer has 2 layers of 2 heads: name a layer and a head of it"),
        (MODEL, "2.3.1", "transformer has 2 layers of 2 heads: name a layer and a head of it"),
        ("luong-dot", "2.1", "luong-dot has no heads: give the step alone"),
        ("luong-dot", "2.1.1", "luong-dot has no heads: give the step alone"),
    ],
)
def test_an_edit_of_a_head_that_is_not_there_is_refused(
    variant: str, place: str, said: str
) -> None:
    edit = f"{place}~uniform~KqsqqyqrKqoqqiqq"
    test = open_page(
        "pages/what_if.py", pair="eng-fra", sentence=SENTENCE, variant=variant, edit=edit
    )
    assert any(said in one.value.replace("\\", "") for one in test.warning)


def test_without_the_weights_of_its_heads_none_can_be_edited() -> None:
    trace = written(["rouge"], [[0.5, 0.25, 0.25], [0, 0, 1]], variant=MODEL)
    assert "none to edit" in no_edits(replace(trace, timing=MODEL))


def test_its_links_are_read_off_the_weights() -> None:
    words = {"pair": "eng-fra", "sentence": SENTENCE, "target": TARGET, "variant": MODEL}
    test = open_page("pages/alignment.py", align="This sentence", **words)
    test.session_state[READ_OFF] = "posterior"
    assert not test.run().exception
    assert any("has no posterior" in info.value for info in test.info)


@pytest.mark.parametrize("attention", ATTENTIONS)
def test_a_link_opens_all_layers_and_heads(attention: str) -> None:
    words = {"pair": "eng-fra", "sentence": SENTENCE, "target": TARGET}
    models = [MODEL, "luong-dot"]
    test = open_page("app.py", **words, variants=models, heads=f"{MODEL}~{attention}")
    maps = payload(test)["maps"]
    assert [view["label"] for view in maps] == [
        f"{MODEL} · layer {layer}, head {head}" for layer in (1, 2) for head in (1, 2)
    ]
    assert {(view["place"]["group"], view["place"]["kind"]) for view in maps} == {
        *(("Layer 1", 0), ("Layer 1", 1), ("Layer 2", 0), ("Layer 2", 1))
    }
    own = attention != CROSS
    assert all((view["columns"] == view["rows"]) == own for view in maps)
    assert "heads" not in given(test)[0]
    back = next(button for button in test.button if button.label == "All models")
    assert [view["label"] for view in payload(back.click().run())["maps"]] == ["luong-dot", MODEL]
    assert given(test)[0]["heads"] == [MODEL]


def test_a_head_can_be_left_out() -> None:
    words = {"pair": "eng-fra", "sentence": SENTENCE, "target": TARGET}
    test = open_page("app.py", **words, variants=[MODEL], heads=f"{MODEL}~cross")
    assert not test.dataframe
    test.session_state[ABLATION] = True
    table = test.run().dataframe[0].value
    assert list(table["Without"]) == [
        f"layer {layer}, {head}" for layer in (1, 2) for head in ("head 1", "head 2", "all heads")
    ]
    assert (table["log p falls by"] != 0).all()


def test_the_alignment_error_of_each_head_is_shown_and_the_best_one_named(
    tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = [one for one in cache.gold_pairs("eng-fra") if one.part == "dev"][:3]
    monkeypatch.setattr(cache, "gold_pairs", lambda _: gold)
    test = open_page("pages/alignment.py", pair="eng-fra", variant=MODEL)
    before = len(test.dataframe)
    test.session_state[HEAD_ERRORS] = True
    test.run()
    assert not test.exception
    errors = head_errors(load_checkpoint(tiny_folder / f"{MODEL}.safetensors"), gold)
    table = test.dataframe[before].value
    assert list(table.columns) == ["head 1", "head 2", "mean"]
    assert list(table.index) == ["layer 1", "layer 2"]
    assert table.to_numpy() == pytest.approx(errors)
    layer, head = divmod(int(errors[:, :2].argmin()), 2)
    said = next(one.value for one in test.caption if "aligns best" in one.value)
    assert f"Head {head + 1} of layer {layer + 1}" in said
    test = open_page("pages/alignment.py", pair="eng-fra", variant="luong-dot")
    assert "Which head aligns best?" not in [one.label for one in test.expander]


def test_heads_that_are_not_there_are_told() -> None:
    words = {"pair": "eng-fra", "sentence": SENTENCE, "heads": f"{MODEL}~sideways"}
    test = open_page("app.py", **words, variants=[MODEL])
    assert any("`transformer~cross`" in one.value for one in test.warning)
    test = open_page("app.py", **words, variants=["luong-dot"])
    assert any("no Transformer is shown" in one.value for one in test.warning)
    assert len(payload(test)["maps"]) == 1
