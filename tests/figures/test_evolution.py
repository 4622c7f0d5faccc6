"""Snapshots of training: read from a record, summed up, drawn, and played on their page."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from math import log
from pathlib import Path

import numpy as np
import pytest
from browser import NARROW, visit
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from alignoscope.components.evolution import payload
from alignoscope.figures.charts.evolution import entropy_figure
from alignoscope.figures.charts.results import COLORS
from alignoscope.figures.views.evolution import (
    Evolution,
    common_steps,
    evolution,
    kept_pairs,
    latest,
    note,
)
from alignoscope.figures.views.maps import shared_scale
from alignoscope.models.checkpoint import load_checkpoint, save_checkpoint
from alignoscope.records.run import Point, RunRecord, Snapshot
from alignoscope.records.sentence import END, Sentence
from alignoscope.session import cache

ROOT = Path(__file__).parent.parent.parent
PAIRS = sorted(path.name for path in ROOT.glob("checkpoints/*/"))
WEIGHTS = shared_scale((), "weights")
RED, CAR = ("le rouge", "red"), ("la voiture", "car")


def sentence(*pieces: str, word_of: tuple[int, ...]) -> Sentence:
    words = [""] * (max(word_of) + 1)
    for piece, word in zip(pieces, word_of, strict=True):
        words[word] += piece
    ids = tuple(range(len(pieces)))
    text = " ".join(words)
    return Sentence(text=text, ids=ids, pieces=pieces, words=tuple(words), word_of=word_of)


SOURCE = sentence("re", "d", END, word_of=(0, 0, 1))
TARGET = sentence("rou", "ge", END, word_of=(0, 0, 1))
EVEN = [[1 / 3] * 3] * 3
SHARP = [[0.5, 0.5, 0], [0, 1, 0], [0, 0, 1]]


def one(label: str = "luong-dot", steps: tuple[int, ...] = (0, 2, 10)) -> Evolution:
    maps = (np.array(EVEN), *[np.array(SHARP)] * (len(steps) - 1))
    losses = {3: 2.5, 10: 1.25}
    return Evolution(
        label=label, source=SOURCE, target=TARGET, steps=steps, maps=maps, losses=losses
    )


def snapshot(step: int, *maps: list[list[float]]) -> Snapshot:
    return Snapshot(step=step, maps=tuple(np.array(weights) for weights in maps))


BLANK = [[0.5, 0.5]]
RECORD = RunRecord(
    examples=(CAR, RED),
    snapshots=(snapshot(2, BLANK, SHARP), snapshot(0, BLANK, EVEN)),
    history=(Point(step=3, dev_loss=2.5),),
)


def test_a_record_gives_the_snapshots_of_one_of_its_sentences_by_step() -> None:
    assert kept_pairs(RECORD) == (CAR, RED)
    found = evolution("luong-dot", RECORD, RED, SOURCE, TARGET)
    assert found.steps == (0, 2)
    assert [weights.tolist() for weights in found.maps] == [EVEN, SHARP]
    assert found.losses == {3: 2.5}


def test_maps_of_other_pieces_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\(1, 2\), but its tokenizer makes \(3, 3\)"):
        evolution("luong-dot", RECORD, CAR, SOURCE, TARGET)


@pytest.mark.parametrize(
    "without",
    [
        RunRecord(),
        replace(RECORD, snapshots=()),
        replace(RECORD, examples=()),
        replace(RECORD, snapshots=(snapshot(0),)),  # as a model without attention leaves it
    ],
)
def test_a_record_may_keep_nothing(without: RunRecord) -> None:
    assert kept_pairs(without) == ()


def test_a_variant_keeps_its_latest_snapshot_and_says_which() -> None:
    assert [latest((0, 2, 10), step) for step in (0, 1, 2, 9, 10, 99)] == [0, 0, 1, 1, 2, 2]
    assert latest((5, 7), 3) == 0
    assert note(one(), 1) == "Step 2, no dev loss measured yet"
    assert note(one(), 2) == "Step 10, dev loss 1.25"
    assert note(one(steps=(0, 2, 5)), 2) == "Step 5, dev loss 2.50 (at 3)"
    assert note(one(steps=(0, 12_663)), 1) == "Step 12,663, dev loss 1.25 (at 10)"


def test_the_figure_has_a_line_a_variant_over_a_logarithmic_axis_with_step_0() -> None:
    figure = entropy_figure([one(), one("luong-concat", (0, 700))], [1, 4])
    first, second = figure.data
    assert list(first.x) == [0.5, 2, 10]
    assert list(first.y) == [1.099, 0.231, 0.231]
    assert [list(row) for row in second.customdata] == [["0"], ["700"]]
    assert (first.line.color, second.line.color) == (COLORS[1], COLORS[4])
    axis = figure.layout.xaxis
    assert (axis.type, list(axis.tickvals)) == ("log", [0.5, 1, 10, 100])
    assert list(axis.ticktext) == ["0", "1", "10", "100"]
    assert figure.layout.shapes[0].y0 == pytest.approx(log(3))


def test_the_browser_gets_words_and_the_snapshot_of_every_step() -> None:
    longer = replace(one("luong-concat"), steps=(0, 2, 99))
    found = [one(steps=(0, 10)), longer]
    assert common_steps(found) == [0, 2, 10, 99]
    data = json.loads(json.dumps(payload(found, WEIGHTS, identity="red", key="here")))
    first, second = data["maps"]
    assert data["steps"] == [0, 2, 10, 99]
    assert first["snapshotOf"] == [0, 0, 1, 1]
    assert second["snapshotOf"] == [0, 1, 1, 2]
    assert (first["columns"], first["rows"]) == (["red", END], ["rouge", END])
    assert first["snapshots"][0] == [[0.667, 0.333], [0.667, 0.333]]
    assert first["snapshots"][1] == [[1, 0], [0, 1]]
    assert first["mode"] == "forced"
    assert (data["scale"]["low"], data["scale"]["high"]) == (0, 1)


def open_page(**parameters: str | list[str]) -> AppTest:
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in parameters.items():
        test.query_params[name] = value
    test = test.switch_page("pages/training.py").run()
    assert not test.exception
    assert not test.error
    return test


def played(test: AppTest) -> dict:
    return json.loads(test.get("bidi_component")[0].proto.json)


def said(test: AppTest) -> str:
    return " ".join(caption.value for caption in test.caption)


@pytest.mark.parametrize("pair", PAIRS)
def test_every_pair_and_every_fixed_sentence_can_be_played(pair: str) -> None:
    records = {
        path.stem: load_checkpoint(path).record for path in ROOT.glob(f"checkpoints/{pair}/*.s*")
    }
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
        data = played(test)
        assert {shown["label"] for shown in data["maps"]} == having
        assert data["identity"] == option.replace(" → ", "\n")
        assert data["steps"][0] == 0
        for name in set(records) - having:
            assert name in said(test).replace("\\", "")


def test_the_pair_can_be_changed_after_a_sentence_was_chosen() -> None:
    test = open_page()
    test.selectbox(key="fixed").set_value(test.selectbox(key="fixed").options[-1]).run()
    test.selectbox(key="pair").set_value("reverse").run()
    assert not test.exception
    assert played(test)["maps"][0]["translation"] == "c a d b k"


def test_a_model_without_attention_is_told_apart() -> None:
    test = open_page(variants=["luong-dot", "fixed-context"])
    assert [shown["label"] for shown in played(test)["maps"]] == ["luong-dot"]
    assert "it has no attention" in said(test)
    test = open_page(variants="fixed-context")
    assert not test.get("bidi_component")
    assert "other variants" in test.info[0].value


def test_checkpoints_without_snapshots_are_told_apart(
    tiny: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path)
    old = tiny("luong-general")
    save_checkpoint(old, tmp_path / "eng-fra" / "luong-general.safetensors")
    assert "keeps snapshots" in open_page().info[0].value
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
    assert re.search(r"luong\\-general\*\*: its checkpoint keeps no snapshots", said(test))
    assert re.search(r"luong\\-concat\*\*: it was trained when the fixed sentences", said(test))


def test_a_link_to_another_sentence_says_so() -> None:
    test = open_page(fixed="<b>Nobody</b> said this.")
    assert "fixed" in test.warning[0].value
    assert "<b>" not in test.warning[0].value
    assert played(test)["maps"]


def test_training_is_played_and_stepped_by_keys(page: Page) -> None:
    visit(page, "/training?pair=reverse")
    cards, readout = page.locator(".card"), page.locator(".readout")
    fills = """() => [...document.querySelectorAll("*")].flatMap(({shadowRoot: root}) =>
      [...(root?.querySelectorAll("rect.cell") ?? [])].map(rect => rect.getAttribute("fill")))"""
    expect(cards).to_have_count(4)
    expect(readout).to_have_text("Step 2,194")
    expect(cards.first.locator(".foot")).to_contain_text("Step 888, dev loss")
    trained = page.evaluate(fills)
    assert len(trained) == 4 * 36
    slider = page.get_by_role("slider", name="Training step")
    slider.press("Home")
    expect(readout).to_have_text("Step 0")
    expect(cards.first.locator(".foot")).to_have_text("Step 0, no dev loss measured yet")
    untrained = page.evaluate(fills)
    assert sum(a != b for a, b in zip(trained, untrained, strict=True)) > 100
    for key, step in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1")):
        slider.press(key)
        expect(readout).to_have_text(f"Step {step}")
    cards.nth(1).locator("rect.cell").nth(4).hover()
    tooltip = page.locator(".tooltip strong")
    expect(tooltip).to_have_text(re.compile("weight 0.0"))
    slider.press("End")
    expect(tooltip).to_have_text(re.compile("weight (1|0.9)"))  # the last letter is written first
    expect(readout).to_have_text("Step 2,194")
    assert page.evaluate(fills) == trained
    page.get_by_label("Speed").select_option("4")
    # Each step is on show for 150 ms, which is too short to be looked for.
    readout.evaluate("""node => { window.read = []; new MutationObserver(
      () => window.read.push(node.textContent)).observe(node, {childList: true}); }""")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()  # it ended
    read = page.evaluate("window.read")
    assert [read[0], read[-1]] == ["Step 0", "Step 2,194"]
    assert "Step 37" in read


def test_the_training_page_fits_a_narrow_dark_screen(page: Page) -> None:
    page.set_viewport_size(NARROW)
    page.emulate_media(color_scheme="dark")
    visit(page, "/training?variants=luong-concat")
    expect(page.locator(".card")).to_have_count(1)
    expect(page.locator(".js-plotly-plot")).to_have_count(1)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("element => element.scrollWidth <= element.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    colour = page.locator(".card h3").evaluate("node => getComputedStyle(node).color")
    assert min(map(int, re.findall(r"\d+", colour))) > 200  # light letters
