"""Files of other tools on their page: a list of sentences, several systems, layers and heads."""

import io
import json
import os
import tomllib
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.foreign.options import Reading
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.records.limits import MAX_IMPORT_BYTES, MAX_SIDE_BY_SIDE
from alignoscope.ui.open_files import page as opened
from alignoscope.ui.player import player
from alignoscope.ui.shell.session_keys import DOCTOR, EXAMINED_SCORES, FIRST, SCORES, TURNED
from tests.shared.app_pages import ROOT, given, open_page, payload
from tests.shared.tool_files import FOLDER

MARIAN = [FOLDER / "marian" / name for name in ("decode.soft", "decode.hard", "source.en")]
T5 = [FOLDER / "others" / name for name in ("t5.npz", "t5.json")]


def opened_page(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr(opened, "HANDED", os.pathsep.join(map(str, files)))
    page = open_page("pages/open_trace.py")
    assert not page.exception
    return page


def text(page: AppTest) -> str:
    return "\n".join(one.value for one in [*page.markdown, *page.caption])


def test_two_systems_of_one_source_stand_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened_page(MARIAN, monkeypatch)
    maps = payload(page)["maps"]
    assert [(one["label"], one["mode"]) for one in maps] == [
        ("decode.soft", "imported weights"),
        ("decode.hard", "imported links"),
    ]
    assert list(page.dataframe[0].value["source"])[1] == "a small houseboat ."
    assert "3 of 3 sentences" in text(page)
    assert "Marian soft" in text(page)


def test_the_player_has_what_steps_lead_to_where_it_was_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = opened_page(MARIAN, monkeypatch)

    def ahead() -> dict[str, tuple]:
        sent = given(page)[0].get("ahead", [])
        assert all(json.loads(one["drawn"]) for one in sent)
        return {one["button"]: (one["identity"][-1], one["step"]) for one in sent}

    assert ahead() == {"sentences Next": ("1", 3)}
    memory = page.session_state["opened position"]
    memory.places[memory.identity[:-1] + "2"] = (1, None)
    page.button(key="sentences Next").click().run()
    assert ahead() == {"sentences Previous": ("0", 2), "sentences Next": ("2", 1)}
    drawn = json.loads(given(page)[0]["ahead"][1]["drawn"])
    page.button(key="sentences Next").click().run()
    assert ahead() == {"sentences Previous": ("1", 3)}
    assert drawn == {name: given(page)[0][name] for name in drawn}
    monkeypatch.setattr(player, "MOST_AHEAD", 100)
    page.button(key="sentences Previous").click().run()
    assert ahead() == {}


def test_a_reload_opens_the_same_sentence_at_the_same_cell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = opened_page(MARIAN, monkeypatch)
    assert "row" not in page.query_params
    page.button(key="sentences Next").click().run()
    assert page.query_params["row"] == "2"
    cell = {"step": "2", "cell": "1~words~2~1"}
    again = open_page("pages/open_trace.py", **{"row": "2", **cell})
    assert payload(again)["maps"][0]["columns"][:3] == ["a", "small", "houseboat"]
    assert (again.query_params["row"], again.query_params["step"]) == ("2", "2")
    again.text_input[0].set_value("houseboat").run()  # a search leaves the rows their numbers
    assert again.query_params["row"] == "2"
    beyond = open_page("pages/open_trace.py", row="4")
    assert "This link asks for row 4. Possible values: 1 to 3." in beyond.warning[0].value
    assert "row" not in beyond.query_params


def test_a_sentence_is_found_by_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened_page(MARIAN, monkeypatch)
    page.text_input[0].set_value("BATEAUMAISON petit").run()
    assert "1 of 3 sentences" in text(page)
    assert payload(page)["maps"][0]["columns"][:4] == ["a", "small", "houseboat", "."]
    page.text_input[0].set_value("nobody").run()
    assert "No sentence" in page.info[0].value


def test_self_attention_has_its_own_words_and_no_links(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    weights = np.array([[1, 0, 0], [0.5, 0.5, 0], [0.2, 0.3, 0.5]], np.float32)
    np.savez(tmp_path / "a.npz", attentions=weights, tokens=np.array(["<s>", "a", "b"]))
    page = opened_page([tmp_path / "a.npz"], monkeypatch)
    assert "no token attends to a later one" in text(page)
    assert payload(page)["maps"][0]["flow"]["kind"] == "self-attention"
    links = [one.proto.label for one in page.get("page_link")]
    assert not any("word alignments" in label for label in links)
    page = opened_page(MARIAN, monkeypatch)
    assert any("word alignments" in one.proto.label for one in page.get("page_link"))


def test_sentences_are_filtered_by_the_aligners_score(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = {"a.align": "0-0\t-1.5\t0\n0-0\t-9.5\t0\n0-0\n", "s": "a\nb\nc\n", "t": "x\ny\nz\n"}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    page = opened_page([tmp_path / name for name in files], monkeypatch)
    assert "3 of 3 sentences" in text(page)
    (slider,) = [one for one in page.slider if one.label == "Log-probability"]
    assert (slider.min, slider.max) == (-10, -1)
    slider.set_range(-10, -5).run()
    assert "1 of 3 sentences" in text(page)
    assert payload(page)["maps"][0]["columns"] == ["b"]


def test_layers_and_heads_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened_page(T5, monkeypatch)
    assert [one["label"] for one in payload(page)["maps"]] == [
        "t5.npz · all layers, all heads, mean"
    ]
    page.selectbox(key="layer").set_value(2).run()
    page.selectbox(key="head").set_value("side by side").run()
    assert [one["label"][-14:] for one in payload(page)["maps"]] == [
        f"ayer 2, head {i}" for i in (1, 2, 3, 4)
    ]
    page.selectbox(key="head").set_value(3).run()
    page.button_group(key="together").set_value("max").run()
    (one,) = payload(page)["maps"]
    assert (one["label"], one["mode"]) == ("t5.npz · layer 2, head 3", "imported weights")
    page.selectbox(key="layer").set_value("all").run()
    page.selectbox(key="head").set_value("all").run()
    (one,) = payload(page)["maps"]
    assert one["mode"] == "imported maximum"


def test_144_heads_of_46_tokens_open(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    weights = np.random.default_rng(5).dirichlet(np.full(46, 0.2), size=(12, 12, 46))
    words = np.array([f"w{i}" for i in range(46)])
    packed = io.BytesIO()
    np.savez(packed, cross_attentions=weights.astype("f4"), source=words, target=words)
    (tmp_path / "t5-base.npz").write_bytes(packed.getvalue())
    page = opened_page([tmp_path / "t5-base.npz"], monkeypatch)
    assert "12 × 12 layers and heads" in text(page)
    page.selectbox(key="layer").set_value(12).run()
    page.selectbox(key="head").set_value("side by side").run()
    assert len(payload(page)["maps"]) == 12 <= MAX_SIDE_BY_SIDE


def test_what_cannot_be_opened_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened_page(MARIAN[2:], monkeypatch)
    assert "cannot be opened" in page.error[0].value
    assert not page.get("bidi_component")


def test_what_a_person_says_of_the_rows_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened_page([MARIAN[0], MARIAN[2]], monkeypatch)
    assert "only rows sum to 1" in text(page)
    page.selectbox(key=TURNED).set_value("source tokens").run()
    assert "sums to" in page.error[0].value  # so they were turned


def test_the_doctor_examines_what_is_open_and_what_cannot_be_opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    weights = np.random.default_rng(5).dirichlet(np.ones(5), size=5).astype("f4")
    words = np.array(list("abcde"))
    for scale, wrong in ((1, 0), (-1, 2)):
        np.savez(tmp_path / "a.npz", weights=weights * scale, source=words, target=words)
        page = opened_page([tmp_path / "a.npz"], monkeypatch)
        assert len(page.error) == (wrong > 0)
        page.session_state[DOCTOR] = True
        page.run()
        said = "\n".join(one.value for one in page.markdown if one.value.startswith("- "))
        assert said.count("✗") == wrong
        assert "These are weights" in said


def test_what_a_reader_changed_is_shown_as_a_warning(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    weights = np.random.default_rng(5).dirichlet(np.ones(3), size=3).astype("f4")
    target = np.array(["<s>", "la", "voiture", "</s>"])
    np.savez(tmp_path / "a.npz", weights=weights, source=np.array(list("abc")), target=target)
    page = opened_page([tmp_path / "a.npz"], monkeypatch)
    (warning,) = page.warning
    assert warning.value.startswith("Start mark of the target left out")
    assert not any("Start mark" in one.value for one in page.caption)


def test_a_person_says_where_links_count_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = {"a.align": "1-1 2-2\n", "s.txt": "the red car\n", "t.txt": "la voiture rouge\n"}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    page = opened_page([tmp_path / name for name in files], monkeypatch)
    assert page.warning[0].value.startswith("No link points to a first word")
    page.selectbox(key=FIRST).set_value("1").run()
    assert not any("first word" in warning.value for warning in page.warning)
    assert "as you chose" in text(page)


def test_scores_are_opened_and_examined_with_the_softmax(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scores = np.random.default_rng(5).normal(size=(3, 5)).astype("f4")
    words = {"source": np.array(list("abcde")), "target": np.array(list("xyz"))}
    np.savez(tmp_path / "a.npz", weights=scores, **words)
    page = opened_page([tmp_path / "a.npz"], monkeypatch)
    assert "Are these scores" in page.error[0].value
    page.session_state[DOCTOR] = True
    page.run()
    page.toggle(key=EXAMINED_SCORES).set_value(True).run()
    said = [one.value for one in page.markdown if one.value.startswith("- ")]
    assert said
    assert not any("✗" in one for one in said)
    next(one for one in page.button if one.label == "Apply softmax over the source").click().run()
    assert not page.error
    assert page.warning[0].value.startswith("The softmax was applied")
    shown = np.array(given(page)[0]["layers"][0]["cells"][0])
    powers = np.exp(scores)
    np.testing.assert_allclose(shown, powers / powers.sum(axis=1, keepdims=True), atol=1e-3)
    page.toggle(key=SCORES).set_value(False).run()
    assert "Are these scores" in page.error[0].value


def test_weights_stay_as_they_are_whatever_a_person_says(tmp_path: Path) -> None:
    weights = np.random.default_rng(5).dirichlet(np.ones(5), size=3).astype("f4")
    words = {"source": np.array(list("abcde")), "target": np.array(list("xyz"))}
    np.savez(tmp_path / "a.npz", weights=weights, **words)
    file = NamedBytes(name="a.npz", data=(tmp_path / "a.npz").read_bytes())
    (found,) = open_foreign([file], Reading(scores=True))
    np.testing.assert_array_equal(found.sentences[0].maps[0, 0], weights)


def test_the_server_takes_what_the_page_takes() -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())
    assert config["server"]["maxUploadSize"] * 1_000_000 == MAX_IMPORT_BYTES


@pytest.mark.parametrize(
    ("name", "mode"),
    [("Weights as a table", "imported weights"), ("Links of an aligner", "imported links")],
)
def test_an_example_opens_before_a_person_has_a_file(name: str, mode: str) -> None:
    page = open_page("pages/open_trace.py")
    (example,) = (one for one in page.button if one.label == name)
    example.click().run()
    (shown,) = payload(page)["maps"]
    assert shown["mode"] == mode
    assert not any(one.label == name for one in page.button)
