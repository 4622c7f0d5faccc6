"""Greedy or beam 5: what pages open with, the choice, its link, and where it does not apply."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.stamps import stamp
from alignoscope.records.trace import Trace
from alignoscope.serving import model_store as cache
from alignoscope.serving import trace_store as decoded
from alignoscope.serving.machine import count_cores
from alignoscope.serving.notices import Notices
from alignoscope.serving.worker import DecodeJob
from tests.shared.app_pages import SENTENCE, given, open_page, payload, with_parameters

CHOICES = with_parameters("decoding")
TARGET = "La voiture"
pytestmark = pytest.mark.usefixtures("tiny_folder")


def written(test: AppTest) -> dict[str, tuple[str, str]]:
    """Return the mode that each map names, and its translation."""
    return {one["label"]: (one["mode"], one["translation"]) for one in payload(test)["maps"]}


def expected(folder: Path, width: int) -> dict[str, tuple[str, str]]:
    found = {}
    for path in folder.iterdir():
        model = cache.load(path, stamp(path))
        traces = translate(model, [SENTENCE]) if width == 1 else beam_search(model, [SENTENCE])[0]
        dots = "" if traces[0].finished else " …"
        name = "own translation" if width == 1 else "own translation, beam 5"
        found[path.stem] = (name, traces[0].target.text + dots)
    return found


def modes(test: AppTest) -> set[str]:
    return {mode for mode, _ in written(test).values()}


def test_the_large_map_is_of_a_beam_and_the_others_are_greedy(tiny_folder: Path) -> None:
    test = open_page("app.py", sentence=SENTENCE)
    lead = given(test)[0]["lead"]
    greedy, beam = expected(tiny_folder, 1), expected(tiny_folder, 5)
    assert written(test) == greedy | {lead: beam[lead]}
    assert "decoding" not in test.query_params
    assert given(test)[0]["decode"] == "greedy"


@pytest.mark.parametrize("page", CHOICES)
def test_a_person_chooses_and_a_link_restores(page: str, tiny_folder: Path) -> None:
    test = open_page(page, sentence=SENTENCE, decoding="greedy")
    greedy = written(test)
    assert greedy.items() <= expected(tiny_folder, 1).items()
    test.button_group(key="decoding").set_value("beam 5").run()
    found = written(test)
    assert found.items() <= expected(tiny_folder, 5).items()
    assert found.keys() == greedy.keys()
    again = open_page(page, sentence=SENTENCE, decoding="beam 5")
    assert written(again) == found
    assert not again.warning


def test_each_page_shows_of_the_choice_what_it_can() -> None:
    test = open_page("app.py", sentence=SENTENCE)
    both = {"own translation", "own translation, beam 5"}
    assert modes(test) == both
    test.switch_page("pages/step_by_step.py").run()
    assert modes(test) == {"own translation, beam 5"}
    test.switch_page("pages/score_bench.py").run()
    assert modes(test) == {"own translation"}
    test.switch_page("pages/what_if.py").run()
    assert modes(test) == {"own translation"}
    assert all(group.key != "decoding" for group in test.button_group)
    test.switch_page("app.py").run()
    assert modes(test) == both
    test.button_group(key="decoding").set_value("greedy").run()
    test.switch_page("pages/step_by_step.py").run()
    assert modes(test) == {"own translation"}
    assert given(test)[0]["decode"] == "beam 5"
    test.button_group(key="decoding").set_value("beam 5").run()
    test.switch_page("app.py").run()
    assert modes(test) == both
    test.button_group(key="decoding").set_value("beam 5").run()
    test.switch_page("pages/score_bench.py").run()
    assert modes(test) == {"own translation, beam 5"}


@pytest.mark.parametrize("page", CHOICES)
def test_a_forced_target_leaves_nothing_to_choose(page: str) -> None:
    test = open_page(page, sentence=SENTENCE, target=TARGET, decoding="beam 5")
    assert modes(test) == {"forced translation"}
    assert test.button_group(key="decoding").disabled
    assert "decode" not in given(test)[0]
    assert "Ignored while a translation is forced." in [one.value for one in test.caption]
    test.text_input(key="target").set_value("").run()
    assert modes(test) == {"own translation, beam 5"}
    assert not test.button_group(key="decoding").disabled


def test_a_base_is_followed_to_what_its_beam_found(tiny_folder: Path) -> None:
    test = open_page("pages/score_bench.py", sentence=SENTENCE, decoding="beam 5", base="luong-dot")
    assert written(test)["luong-dot"][0] == "base, own translation, beam 5"
    found = expected(tiny_folder, 5)["luong-dot"][1]
    assert {text for _, text in written(test).values()} == {found}


def test_what_is_no_decoding_is_said_and_ignored() -> None:
    test = open_page("app.py", sentence=SENTENCE, decoding="beam 500")
    allowed = "greedy, beam 5 for one, beam 5."
    assert f"decoding beam?500. Possible values: {allowed}" in test.warning[0].value
    assert modes(test) == {"own translation", "own translation, beam 5"}


def test_a_superseded_run_decodes_no_further_variant(
    tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Superseded(BaseException):
        pass

    class PageIsSuperseded(Notices):
        def waiting(self) -> Callable[[int], None]:
            def show(before: int) -> None:
                raise Superseded

            return show

    files = [(path, stamp(path)) for path in sorted(tiny_folder.iterdir())]
    asked: list[str] = []
    made = decoded.decode_batch

    def decode_batch(
        checkpoint: Checkpoint, jobs: Sequence[DecodeJob], opened: Callable[[Path], Checkpoint]
    ) -> list[Trace]:
        asked.extend(job.source for job in jobs)
        return made(checkpoint, jobs, opened)

    monkeypatch.setattr(decoded.workers(), "decode", lambda _: None)  # no worker is idle
    monkeypatch.setattr(decoded, "decode_batch", decode_batch)
    with ExitStack() as busy:
        for _ in range(count_cores()):
            busy.enter_context(cache.SLOTS.decoding)
        patch = busy.enter_context(monkeypatch.context())
        patch.setattr("alignoscope.serving.notices._installed", PageIsSuperseded())
        with pytest.raises(Superseded):
            decoded.decode_all(files, "a superseded sentence", "", 1)
    decoded.decode(*files[0], "the next sentence", "")
    assert asked == ["the next sentence"]
