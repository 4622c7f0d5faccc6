"""A Transformer on every page: its map stands among the others, and what it has not is said."""

from collections.abc import Callable
from pathlib import Path

import pytest

from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.records.head_trace import ATTENTIONS, CROSS
from alignoscope.ui.shell.pages import PAGES
from alignoscope.ui.shell.session_keys import ABLATION, READ_OFF
from tests.shared.app_pages import SENTENCE, given, open_page, payload

MODEL, TARGET = "transformer", "Je ne suis pas fatigué."


@pytest.fixture(autouse=True)
def transformer(tiny_folder: Path, tiny: Callable[..., Checkpoint]) -> None:
    save_checkpoint(tiny(MODEL), tiny_folder / f"{MODEL}.safetensors")


@pytest.mark.parametrize("page", [page.path for page in PAGES.values()])
def test_every_page_opens_with_it(page: str) -> None:
    test = open_page(page, pair="eng-fra", sentence=SENTENCE, variant=MODEL, posterior="on")
    assert not test.exception


def test_its_map_is_a_group_of_its_own_after_the_timings() -> None:
    test = open_page("app.py", pair="eng-fra", sentence=SENTENCE, variants=[MODEL, "luong-dot"])
    maps = payload(test)["maps"]
    assert [view["label"] for view in maps] == ["luong-dot", MODEL]
    assert maps[1]["place"]["group"] == "Transformer"


def test_its_weights_cannot_be_edited() -> None:
    test = open_page("pages/what_if.py", pair="eng-fra", sentence=SENTENCE, variant=MODEL)
    assert any("no weights to edit" in info.value for info in test.info)
    assert "Does it matter?" in [panel.label for panel in test.expander]


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


def test_heads_that_are_not_there_are_told() -> None:
    words = {"pair": "eng-fra", "sentence": SENTENCE, "heads": f"{MODEL}~sideways"}
    test = open_page("app.py", **words, variants=[MODEL])
    assert any("`transformer~cross`" in one.value for one in test.warning)
    test = open_page("app.py", **words, variants=["luong-dot"])
    assert any("no Transformer is shown" in one.value for one in test.warning)
    assert len(payload(test)["maps"]) == 1
