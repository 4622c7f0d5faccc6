"""The menu of models: named choices, computed from what was measured, and each model alone."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.models.folder import SHIPPED, results_folder
from alignoscope.records.variant import TIMINGS, TRANSFORMER, parse_variant
from alignoscope.serving import model_store as cache
from alignoscope.ui.shell.model_presets import (
    DECODER_TYPES,
    aligning_errors,
    best_aligner,
    opened_with,
    presets,
    wider_models,
)
from tests.shared.app_pages import SENTENCE, given, open_page, variants_shown, with_parameters

REPORTS = cache.results("eng-fra")
NAMES = [path.stem for path in cache.checkpoints("eng-fra")]


def press(label: str) -> list[str]:
    test = open_page("app.py", sentence=SENTENCE)
    test.button(key=f"preset {label}").click().run()
    return variants_shown(test)


def test_the_papers_scores_stand_side_by_side() -> None:
    four = ["bahdanau-additive", "luong-concat", "luong-dot", "luong-general"]
    assert sorted(press("Additive, dot, general, concat")) == four
    assert press("Luong: dot, general, concat") == ["luong-dot", "luong-general", "luong-concat"]
    assert press("The two papers") == ["bahdanau-additive", "luong-general"]


def test_the_best_aligners_are_those_of_the_results() -> None:
    errors = aligning_errors(REPORTS)
    best = press("Best four aligners")
    assert len(best) == 4
    assert max(errors[name] for name in best) <= min(
        error for name, error in errors.items() if name not in best
    )


def test_other_results_make_other_best_aligners() -> None:
    reports = []
    for rank, report in enumerate(REPORTS):
        rows = tuple(replace(row, aer=rank / 100) for row in report.alignment)
        reports.append(replace(report, alignment=rows))
    attending = [NAMES[i] for i, report in enumerate(REPORTS) if report.alignment][:4]
    assert presets(NAMES, reports)["Best four aligners"] == attending


def test_each_timing_has_one_model() -> None:
    found = press("One per decoder type")
    assert [name.partition("-")[0] for name in found] == [
        "bahdanau",
        "luong",
        "tacotron",
        "nematus",
        "transformer",
    ]


def test_a_choice_that_the_models_do_not_allow_is_not_offered() -> None:
    assert list(presets(["luong-dot", "fixed-context"], REPORTS)) == ["All", "None"]
    assert list(presets(["a", "b"], [])) == ["All", "None"]


def test_a_pair_opens_with_what_differs_in_timing_and_score() -> None:
    plain = ["bahdanau-location-sensitive", "luong-scaled-dot", "luong-dot-lstm", "my-own"]
    beside = ["luong-scaled-dot-entmax15", "luong-dot-sparsemax-feed", "bahdanau-additive-guided"]
    names = [
        *plain,
        *beside,
        "bahdanau-coverage",
        "luong-general-feed",
        "luong-dot-sparsemax-rnn-seed2",
    ]
    assert opened_with(names) == plain
    assert presets(names, [])["Default set"] == plain
    assert opened_with(beside) == beside


def test_pages_open_on_the_best_aligner_that_sees_the_whole_sentence() -> None:
    errors = aligning_errors(REPORTS)
    assert sorted(errors, key=errors.__getitem__)[:2] == ["transformer", "luong-local-p"]
    assert best_aligner(NAMES, REPORTS) == "luong-general"
    assert best_aligner(["luong-local-p", "luong-location"], REPORTS) == "luong-location"
    assert best_aligner(["transformer", "luong-location"], REPORTS) == "luong-location"
    assert best_aligner(["luong-local-m", "luong-local-p"], REPORTS) == "luong-local-p"
    assert best_aligner(["fixed-context", "my-own"], REPORTS) == "fixed-context"
    one_each = presets(NAMES, REPORTS)[DECODER_TYPES]
    assert "luong-general" in one_each
    timings = sorted(parse_variant(name).timing for name in one_each)
    assert timings == [*sorted(TIMINGS), TRANSFORMER]
    page = "pages/step_by_step.py"
    assert variants_shown(open_page(page, sentence=SENTENCE)) == ["luong-general"]
    linked = open_page(page, sentence=SENTENCE, variant="bahdanau-additive")
    assert variants_shown(linked) == ["bahdanau-additive"]


def test_the_strip_of_the_first_page_leads_with_it() -> None:
    assert given(open_page("app.py", sentence=SENTENCE))[0]["lead"] == "luong-general"
    papers = ["bahdanau-additive", "luong-dot"]
    assert given(open_page("app.py", sentence=SENTENCE, variants=papers))[0]["lead"] == "luong-dot"


def test_none_is_said_on_the_page_and_all_or_only_one_come_back() -> None:
    test = open_page("app.py", sentence=SENTENCE)
    test.button(key="preset None").click().run()
    assert test.info[0].value == "Select at least one model above."
    test.menu_button(key="only").click("luong-concat").run()
    assert variants_shown(test) == ["luong-concat"]
    test.button(key="preset All").click().run()
    assert variants_shown(test) == NAMES
    test.button(key="preset None").click().run()
    next(one for one in test.button if one.label == "Restore default set").click().run()
    assert variants_shown(test) == opened_with(NAMES)


def test_a_link_without_models_counts_none() -> None:
    test = open_page("app.py", sentence=SENTENCE, selected="none")
    assert f"0 of {len(NAMES)} models" in [one.proto.popover.label for one in test.get("popover")]


@pytest.mark.parametrize("page", with_parameters("variants"))
def test_pages_of_many_models_have_the_menu(page: str) -> None:
    assert open_page(page).button(key="preset All")


def test_results_of_ones_own_stand_in_the_place_of_those_that_ship(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = results_folder(SHIPPED / "eng-fra") / "eng-fra-luong-general-seed0.json"
    own = json.loads(shipped.read_text(encoding="utf-8")) | {"best_dev_loss": 9.5}
    folder = results_folder(tmp_path / "checkpoints" / "eng-fra")
    folder.mkdir(parents=True)
    (folder / shipped.name).write_text(json.dumps(own), encoding="utf-8")
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path / "checkpoints")
    rows = [one for one in cache.results("eng-fra") if one.variant == "luong-general"]
    assert [row.best_dev_loss for row in rows] == [9.5]


def test_models_of_two_sizes_are_not_mixed_unsaid() -> None:
    names = ["luong-dot", "luong-general", "luong-general@512"]
    assert opened_with(names) == names[:2]
    assert opened_with(names[2:]) == names[2:]
    assert wider_models(names) == names[2:]
    assert wider_models(names[2:]) == wider_models(names[:2]) == []


def test_a_page_with_models_of_two_sizes_says_so(
    tiny: Callable[..., Checkpoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("luong-dot", "luong-general@512"):
        model = tiny(name.partition("@")[0])
        save_checkpoint(model, tmp_path / "eng-fra" / f"{name}.safetensors")
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path)
    wide = ":material/help: luong-general@512 is larger than the others: what differs is not the"

    def told(*names: str) -> list[str]:
        test = open_page("app.py", sentence=SENTENCE, variants=[*names])
        assert not test.exception
        said = (one.value.replace("\\", "") for one in test.caption)
        return [one for one in said if "larger" in one]

    assert told("luong-dot") == []
    (said,) = told("luong-dot", "luong-general@512")
    assert said == f"{wide} score alone."
