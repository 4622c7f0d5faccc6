"""A renamed copy goes by its file's name on every page, and a name is no Markdown."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from alignoscope.records.escaping import plain
from alignoscope.records.report import read_report, write_report
from alignoscope.serving import model_store as cache
from tests.shared.app_pages import ROOT, given, open_page

SHIPPED = ROOT / "checkpoints" / "reverse"
ODD = "a*b_[x](y)"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a pair with one model twice: by its own name, and by another's."""
    folder = tmp_path / "reverse"
    folder.mkdir()
    for name in ("luong-dot", "luong-general"):
        shutil.copy(SHIPPED / "luong-dot.safetensors", folder / f"{name}.safetensors")
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path)
    return folder


@pytest.mark.parametrize(
    "page", ["app.py", *(f"pages/{name}.py" for name in ("step_by_step", "score_bench", "what_if"))]
)
def test_maps_go_by_the_files_name_and_say_what_it_holds(page: str, folder: Path) -> None:
    check(page)


@pytest.mark.parametrize("page", ["pages/beam_tree.py", "pages/training.py"])
def test_so_do_a_search_and_how_maps_evolved(page: str, folder: Path) -> None:
    check(page)


def check(page: str) -> None:
    test = open_page(page, sentence="a b c", variant="luong-general", variants=["luong-general"])
    assert not test.exception
    sent = str(given(test))
    assert "'label': 'luong-general'" in sent
    assert "luong-dot" not in sent
    said = [one.value.replace("\\", "") for one in test.caption]
    assert "The file luong-general.safetensors holds a model of luong-dot." in said


def test_the_table_of_models_goes_by_files_and_the_card_says_what_a_file_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = read_report(ROOT / "checkpoints/reverse/results/reverse-luong-dot-seed0.json")
    for name in ("luong-dot-seed1", "luong-general"):
        copy = replace(report, checkpoint=f"reverse/{name}.safetensors")
        write_report(copy, tmp_path / f"{name}.json")
    monkeypatch.setattr(cache, "results_folder", lambda _: tmp_path)
    test = open_page("pages/models.py", pair="reverse")
    assert not test.exception
    table = test.dataframe[0].value
    measured = table["variant"][table["BLEU"].notna()]
    assert sorted(measured) == ["luong-dot-seed1", "luong-general"]
    test.selectbox(key="card").set_value("luong-general").run()
    said = [one.value.replace("\\", "") for one in test.markdown]
    (card,) = (one for one in said if "holds a model of" in one)
    assert "The file luong-general.safetensors holds a model of luong-dot." in card


def test_a_files_name_and_a_sentence_are_no_markdown(folder: Path) -> None:
    (folder / f"{ODD}.safetensors").write_bytes(b"no checkpoint")
    test = open_page("app.py", sentence="a b c")
    (said,) = (one.value for one in test.warning)
    assert said.startswith(f"**{plain(f'{ODD}.safetensors')}** skipped")
    assert ODD not in said
    typed = "*a* [b](c) <i>d</i>"
    for page in ("app.py", "pages/beam_tree.py", "pages/score_bench.py", "pages/what_if.py"):
        test = open_page(
            page, sentence=f"{typed} " * 300, variants="luong-dot", variant="luong-dot"
        )
        assert not test.exception
        assert any("\\." in one.value for one in test.info), page  # escaped, full stop and all
        assert not any(typed in one.value for one in (*test.info, *test.warning))


def test_the_models_page_has_a_loaded_model_that_was_not_measured(folder: Path) -> None:
    shutil.copy(SHIPPED / "luong-dot.safetensors", folder / "my-own.safetensors")
    test = open_page("pages/models.py")
    assert not test.exception
    table = test.dataframe[0].value.set_index("variant")
    measured = next(one for one in cache.results("reverse") if "/luong-dot." in one.checkpoint)
    assert table["best dev loss"]["my-own"] == measured.best_dev_loss
    assert table["parameters"]["my-own"] == measured.parameters
    said = [one.value.replace("\\", "") for one in test.caption]
    assert any("Not measured: my-own." in one for one in said)
    test.selectbox(key="card").set_value("my-own").run()
    assert any(
        "**Measured:** not yet; these values are from its checkpoint" in x.value
        for x in test.markdown
    )
