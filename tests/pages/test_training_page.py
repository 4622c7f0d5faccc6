"""Snapshots of training on their page: of every pair, and of files that keep none."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.models.checkpoint import load_checkpoint, save_checkpoint
from alignoscope.records.run import RunRecord, Snapshot
from alignoscope.serving import model_store as cache
from alignoscope.ui.shell.model_presets import opened_with
from alignoscope.ui.training_history.evolution_view import (
    kept_pairs,
)
from tests.shared.samples import mostly_slow

ROOT = Path(__file__).parent.parent.parent
PAIRS = sorted({path.parent.name for path in ROOT.glob("checkpoints/*/*.safetensors")})


def open_page(**parameters: str | list[str]) -> AppTest:
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    for name, value in parameters.items():
        test.query_params[name] = value
    test = test.switch_page("pages/training.py").run()
    assert not test.exception
    assert not test.error
    return test


def played(test: AppTest) -> dict:
    return json.loads(test.get("bidi_component")[0].proto.json)[0]


def said(test: AppTest) -> str:
    return " ".join(caption.value for caption in test.caption)


@pytest.mark.parametrize("pair", mostly_slow(PAIRS, always=("eng-fra", "reverse")))
def test_every_pair_and_every_fixed_sentence_can_be_played(pair: str) -> None:
    files = {path.stem: path for path in ROOT.glob(f"checkpoints/{pair}/*.s*")}
    records = {name: load_checkpoint(files[name]).record for name in opened_with([*files])}
    test = open_page(pair=pair)
    assert not test.warning
    picker = test.selectbox(key="fixed")
    kept = {" → ".join(two) for record in records.values() for two in kept_pairs(record)}
    assert set(picker.options) == kept
    for option in (picker.options[0], picker.options[-1]):
        test.selectbox(key="fixed").set_value(option).run()
        assert not test.exception
        having = {
            name
            for name, record in records.items()
            if tuple(option.split(" → ")) in kept_pairs(record)
        }
        assert "dropout removed 10% of each model's values" in test.markdown[1].value
        table = test.dataframe[0].value
        assert (table["all settled by step"] > 0).all()
        start = table["settled at the start"]
        assert (start <= table["rows"]).all()
        assert (start < table["rows"]).any()  # a run from a trunk may begin with all of them
        data = played(test)
        assert {shown["label"] for shown in data["maps"]} == having
        assert data["identity"] == option.replace(" → ", "\n")
        first = min(records[name].snapshots[0].step for name in having)
        assert data["steps"][0] == first
        for name in set(records) - having:
            assert name in said(test).replace("\\", "")


def test_the_pair_can_be_changed_after_a_sentence_was_chosen() -> None:
    test = open_page()
    test.selectbox(key="fixed").set_value(test.selectbox(key="fixed").options[-1]).run()
    test.selectbox(key="pair").set_value("reverse").run()
    assert not test.exception
    assert played(test)["maps"][0]["translation"] == "c a d b k"


def test_a_model_without_attention_is_told_apart() -> None:
    test = open_page(variants=["luong-general", "fixed-context"])
    assert [shown["label"] for shown in played(test)["maps"]] == ["luong-general"]
    assert "it has no attention" in said(test)
    test = open_page(variants="fixed-context")
    assert not test.get("bidi_component")
    assert "other models" in test.info[0].value


def test_checkpoints_without_snapshots_are_told_apart(
    tiny: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path)
    old = tiny("luong-general")
    save_checkpoint(old, tmp_path / "eng-fra" / "luong-general.safetensors")
    assert "has snapshots" in open_page().info[0].value
    source, target = "The red car is fast.", "La voiture rouge est rapide."
    size = [len(old.tokenizer.encode(text).pieces) for text in (target, source)]
    snapshots = tuple(
        Snapshot(step=step, maps=(np.full(size, 1 / size[1], np.float32),)) for step in (0, 5)
    )
    about = RunRecord(examples=((source, target),), snapshots=snapshots)
    for variant, kept in (
        ("luong-dot", about),
        ("luong-concat", replace(about, examples=(("I am not tired.", target),))),
    ):
        path = tmp_path / "eng-fra" / f"{variant}.safetensors"
        save_checkpoint(replace(tiny(variant), record=kept), path)
    test = open_page(fixed=f"{source} → {target}")
    data = played(test)
    assert [shown["label"] for shown in data["maps"]] == ["luong-dot"]
    assert data["maps"][0]["notes"][1] == "Step 5, no dev loss measured yet"
    assert re.search(r"luong\\-general\*\*: its checkpoint has no snapshots", said(test))
    assert re.search(r"luong\\-concat\*\*: it was trained with other fixed sentences", said(test))


def test_a_link_to_another_sentence_says_so() -> None:
    test = open_page(fixed="<b>Nobody</b> said this.")
    assert "fixed" in test.warning[0].value
    assert "<b>" not in test.warning[0].value
    assert played(test)["maps"]


def test_the_link_has_the_snapshot_that_is_on_show() -> None:
    test = open_page(pair="reverse", snapshot="3")
    assert played(test)["start"] == 2
    assert test.query_params["snapshot"] == "3"
    identity = played(test)["identity"]
    test.session_state["evolution"] = {"snapshot": {"identity": identity, "index": 4}}
    test.run()
    assert test.query_params["snapshot"] == "5"
    test.session_state["evolution"] = {"snapshot": {"identity": "another", "index": 4}}
    test.run()
    assert "snapshot" not in test.query_params
