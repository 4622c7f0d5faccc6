"""The alignment page without a browser: gold pairs, the sentence, opened maps, links by hand."""

import io
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from alignoscope.analysis.links import NONE, POSSIBLE, SURE, LinkOptions
from alignoscope.evaluation.alignment import gold_error
from alignoscope.interchange.foreign.bitext import read_bitext
from alignoscope.interchange.pharaoh import corpus_zip, to_pharaoh
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.serving import model_store as cache
from alignoscope.ui.alignment import manual_links, results_panel
from alignoscope.ui.alignment.extraction_options import said_shift
from alignoscope.ui.alignment.page import OPENED, TEXT
from alignoscope.ui.alignment.page import SENTENCE as THE_SENTENCE
from alignoscope.ui.open_files import page as opened
from alignoscope.ui.shell import session_keys as state
from tests.shared.app_pages import SENTENCE, given, open_page
from tests.shared.tool_files import FOLDER

PAGE = "pages/alignment.py"
MARIAN = [FOLDER / "marian" / name for name in ("decode.soft", "decode.hard", "source.en")]


@pytest.fixture
def page() -> AppTest:
    return open_page(PAGE, variant="bahdanau-additive")


def editor(page: AppTest) -> dict:
    assert not page.exception
    return given(page)[-1]


def errors(page: AppTest) -> dict[str, float]:
    table = page.dataframe[-1].value
    return dict(zip(table["links of"], table["AER"], strict=True))


def set_by_hand(page: AppTest, *changes: tuple[int, int, int]) -> None:
    """Change links of the open pair, as if the browser had reported it."""
    shown = results_panel.links_editor

    def clicked(*args: Any, on_change: Callable[[], None], **others: Any) -> None:
        on_change()
        shown(*args, on_change=on_change, **others)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(manual_links, "set_links", lambda *_, **__: changes)
        patched.setattr(results_panel, "links_editor", clicked)
        page.run()
    page.run()


def saved(page: AppTest) -> bytes:
    """Run the page and return the links that it offers as a download."""
    made: list[bytes] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(st, "download_button", lambda _, packed, **__: made.append(packed()))
        page.run()
    with zipfile.ZipFile(io.BytesIO(made[-1])) as files:
        return files.read("links.align")


@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_gold_pairs_are_measured_as_the_evaluation_measures_them(page: AppTest, shift: int) -> None:
    dev = [one for one in cache.gold_pairs("eng-fra") if one.part == "dev"]
    model = load_checkpoint(cache.CHECKPOINTS / "eng-fra" / "bahdanau-additive.safetensors")
    name = {-1: "shift −1", 0: "shift 0 ←", 1: "shift +1"}[shift]
    expected = gold_error(model, dev, LinkOptions(shift=shift)).aer
    assert errors(page)[f"{len(dev)} pairs, {name}"] == pytest.approx(expected, rel=1e-9)


def test_the_posterior_and_the_other_direction_are_read_off(page: AppTest) -> None:
    before = errors(page)["50 pairs, shift 0 ←"]
    page.button_group(key=state.READ_OFF).set_value("posterior").run()
    posterior = errors(page)["50 pairs, shift 0 ←"]
    assert posterior < before
    page.selectbox(key=state.JOINED).set_value("luong-scaled-dot").run()
    assert errors(page)["50 pairs, shift 0 ←"] < posterior
    assert [one["mode"] for one in editor(page)["maps"]] == ["posterior", "weights", "posterior"]


def test_a_balanced_map_is_read_off_and_shown_beside_the_plain_one(page: AppTest) -> None:
    before, plain = errors(page)["50 pairs, shift 0 ←"], editor(page)["maps"]
    page.toggle(key=state.BALANCED).set_value(True).run()
    assert errors(page)["50 pairs, shift 0 ←"] < before
    first, *others = editor(page)["maps"]
    assert first["label"] == "bahdanau-additive · balanced"
    assert [one["label"] for one in others] == [one["label"] for one in plain]
    assert first["cells"] != plain[0]["cells"]


def test_a_link_set_by_hand_counts_and_is_saved(page: AppTest) -> None:
    shown = editor(page)
    right = [tuple(link) for link in shown["sure"] if link not in shown["found"]]
    wrong = [tuple(link) for link in shown["found"] if link not in shown["sure"]]
    assert right
    before = errors(page)
    set_by_hand(page, *((*link, SURE) for link in right), *((*link, NONE) for link in wrong))
    after = errors(page)
    assert after["this pair, edited"] == 0
    assert after["this pair"] == before["this pair"]
    assert after["50 pairs, edited"] < before["50 pairs, shift 0 ←"]


def test_a_lower_threshold_links_more(page: AppTest) -> None:
    page.button_group(key=state.LINKED_BY).set_value("threshold").run()
    found = []
    for threshold in (0.05, 0.5):
        page.slider(key=state.THRESHOLD).set_value(threshold).run()
        found.append({tuple(link) for link in editor(page)["found"]})
    assert found[1] < found[0]


def test_a_sample_of_a_parallel_text_is_drawn_and_others_are() -> None:
    page = open_page(PAGE, variant="luong-general")
    page.button_group(key=state.ALIGN).set_value(TEXT).run()
    lines = "".join(f"I am {n}.\tJ'ai {n} ans.\n" for n in range(101))
    page.file_uploader(key=state.ALIGN_FILES).upload("a.tsv", lines.encode(), "text/plain").run()
    first = list(page.dataframe[0].value["source"])
    assert len(first) == 50
    assert any("A random sample of 50 of 101 pairs" in one.value for one in page.caption)
    next(one for one in page.button if one.label == "Draw another sample").click().run()
    assert list(page.dataframe[0].value["source"]) != first


def test_every_pair_can_be_opened_though_some_are_repeated() -> None:
    page = open_page(PAGE, variant="luong-general")
    page.button_group(key=state.ALIGN).set_value(TEXT).run()
    lines = "Go.\tVa !\nI am tired.\tJe suis fatigué.\n" * 2
    page.file_uploader(key=state.ALIGN_FILES).upload("a.tsv", lines.encode(), "text/plain").run()
    for place in range(1, 5):
        assert f"**{place} of 4**" in [one.value for one in page.markdown]
        one = next(one for one in page.button if one.label == "Next")
        if place < 4:
            one.click().run()
    assert one.disabled


def test_without_gold_links_what_was_found_is_measured_against_those_set_by_hand() -> None:
    page = open_page(PAGE, variant="luong-general", sentence=SENTENCE)
    page.button_group(key=state.ALIGN).set_value(THE_SENTENCE).run()
    assert "no gold links" in page.info[0].value
    found = [tuple(link) for link in editor(page)["found"]]
    set_by_hand(page, (*found[0], NONE), (*found[1], POSSIBLE))
    # |A| = n, |S| = n - 2, A and S share n - 2, A and P share n - 1.
    n = len(found)
    assert errors(page)["this pair"] == pytest.approx(1 - (2 * n - 3) / (2 * n - 2))


def test_links_set_by_hand_do_not_follow_the_options() -> None:
    page = open_page(PAGE, variant="luong-general")
    page.button_group(key=state.ALIGN).set_value(TEXT).run()
    lines = b"the black cat sleeps\tle chat noir dort\nhello my friend\tbonjour mon ami\n"
    page.file_uploader(key=state.ALIGN_FILES).upload("p.tsv", lines, "text/plain").run()
    first = {tuple(link) for link in editor(page)["found"]}
    wrong = min(first)
    set_by_hand(page, (*wrong, NONE))

    def measured() -> dict[str, float]:
        return {name.removesuffix(" ←"): aer for name, aer in errors(page).items()}

    before, file = measured(), saved(page).splitlines()[0]
    assert 0 < before["1 pairs, shift 0"] < min(before[f"1 pairs, shift {n}1"] for n in "−+")
    for shift in (1, -1):
        page.button_group(key=state.SHIFT).set_value(shift).run()
        after = measured()
        assert after.pop("this pair") == before[f"1 pairs, shift {said_shift(shift)}"]
        assert after.items() <= before.items()
        assert {tuple(link) for link in editor(page)["found"]} == first
        assert editor(page)["changes"] == [[*wrong, NONE]]
        assert saved(page).splitlines()[0] == file
    page.button_group(key=state.READ_OFF).set_value("posterior").run()
    set_by_hand(page, (*wrong, NONE), (*wrong, SURE))
    assert {tuple(link) for link in editor(page)["found"]} == first
    set_by_hand(page)  # all is undone
    assert {tuple(link) for link in editor(page)["found"]} != first


def test_a_link_keeps_what_is_aligned() -> None:
    page = open_page(PAGE, sentence=SENTENCE, **{state.ALIGN: THE_SENTENCE})
    assert page.button_group(key=state.ALIGN).value == THE_SENTENCE
    assert page.text_input(key=state.SENTENCE).value == SENTENCE
    assert not page.warning
    assert "align letters" in open_page(PAGE, **{state.ALIGN: "letters"}).warning[0].value


def test_opened_maps_are_held_against_opened_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "HANDED", os.pathsep.join(map(str, MARIAN)))
    page = open_page("pages/open_trace.py").switch_page(PAGE).run()
    assert page.button_group(key=state.ALIGN).value == OPENED
    # Marian's own hard links are the arg-max of its soft ones.
    assert errors(page)["3 pairs, shift 0 ←"] == 0
    assert page.selectbox(key=state.GOLD).value == "decode.hard"
    page.selectbox(key=state.GOLD).set_value("nothing").run()
    page.selectbox(key=state.JOINED).set_value("decode.hard").run()
    assert [one["label"] for one in editor(page)["maps"]][-1] == "combined with"


def test_a_pair_without_attention_or_gold_is_said(tiny_folder: Path) -> None:
    page = open_page(PAGE, variant="fixed-context")
    assert "has no attention" in page.info[0].value


def test_saved_links_are_opened_as_gold() -> None:
    gold = cache.gold_pairs("eng-fra")[:7]
    rows = [
        (one.source_words, one.target_words, to_pharaoh(one.sure, one.possible)) for one in gold
    ]
    with zipfile.ZipFile(io.BytesIO(corpus_zip(rows))) as files:
        given = [NamedBytes(name=name, data=files.read(name)) for name in files.namelist()]
    found = read_bitext(given)
    assert [(one.sure, one.possible) for one in found.linked] == [
        (one.sure, one.possible) for one in gold
    ]
