"""A corpus that was measured before, on the page Triage."""

from pathlib import Path

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.cli.app import handed
from alignoscope.evaluation.corpus.__main__ import main
from alignoscope.models.stamps import stamp
from alignoscope.ui.open_files import page as opened
from alignoscope.ui.shell.session_keys import PAGE, UPWARD
from alignoscope.ui.triage import measured_corpus as corpus
from tests.shared.app_pages import open_page, variants_shown
from tests.shared.samples import SENTENCES

PAIRS = [(SENTENCES[i], SENTENCES[i + 1]) for i in range(0, 6, 2)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus of 18 lines in parts of 5, the last of which repeats a word."""
    here = tmp_path_factory.mktemp("corpus")
    lines = [f"{i} {PAIRS[i % 3][0]}\t{i} {PAIRS[i % 3][1]}\n" for i in range(17)]
    (here / "a.tsv").write_text("".join([*lines, "a car\tune une une une une voiture\n"]))
    words = [str(here / "a.tsv"), "--models", "eng-fra/luong-dot", "eng-fra/bahdanau-dot"]
    main([*words, "--part-lines", "5", "--out", str(here / "out")])
    return here / "out"


@pytest.fixture
def page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr(opened, "CORPUS", handed([folder])["ALIGNOSCOPE_CORPUS"])
    monkeypatch.setattr(corpus, "MANY", 3)
    corpus.shown.clear()
    page = open_page("app.py")
    assert not page.exception
    return page


def test_the_app_opens_with_the_oddest_pairs_of_all_parts(page: AppTest) -> None:
    assert page.session_state[PAGE] == "Triage"
    page.selectbox(key=UPWARD).set_value("repetition").run()
    table = page.dataframe[0].value
    assert 3 <= len(table) <= 6
    assert table.iloc[0]["no."] == "18"
    assert table.iloc[0]["target"] == "une une une une une voiture"
    assert page.markdown[-1].value == "**a car**"
    assert variants_shown(page) == ["luong-dot", "bahdanau-dot"]
    captions = "\n".join(one.value for one in page.caption).replace("\\", "")
    assert "a.tsv: 18 pairs, measured by eng-fra/luong-dot, eng-fra/bahdanau-dot." in captions


def test_shown_rows_have_their_own_texts_and_numbers(folder: Path) -> None:
    _, parts = corpus.open_corpus(folder)
    table = corpus.shown(parts, "log p").set_index("no.")
    every = pd.concat(pd.read_parquet(path) for path, _ in parts).astype({"no.": str})
    every = every.set_index("no.").loc[table.index]
    assert table["source"].tolist() == every["source"].tolist()
    assert table["log p"].tolist() == every["log p"].tolist()
    assert every["log p"].min() in table["log p"].tolist()


def test_parts_that_are_missing_and_damaged_are_said(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened, "CORPUS", str(tmp_path))
    page = open_page("pages/triage.py")
    assert "cannot be opened" in page.error[0].value
    assert tmp_path.as_posix() not in _error(page)
    (tmp_path / "_corpus.json").write_bytes((folder / "_corpus.json").read_bytes())
    page.run()
    assert "No part of" in page.info[0].value
    for number in (0, 2):
        name = f"part-0000{number}.parquet"
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    page.run()
    assert any("2 of 4 parts are measured" in one.value for one in page.caption)
    (tmp_path / name).write_bytes(b"PAR1 cut off")
    page.run()
    assert "A part is damaged. Delete it" in page.error[0].value
    assert name in _error(page)
    assert tmp_path.as_posix() not in _error(page)


def test_a_corpus_measured_before_a_measure_was_added_opens(folder: Path, tmp_path: Path) -> None:
    whole = pd.read_parquet(folder / "part-00000.parquet")
    part = tmp_path / "part-00000.parquet"
    whole.drop(columns="rarest word").to_parquet(part, index=False)
    table = corpus.numbers(((part, stamp(part)),))
    assert table["log p"].tolist() == whole["log p"].tolist()
    assert "rarest word" not in table


def _error(page: AppTest) -> str:
    """Return what is said to be wrong, without the marks of Markdown."""
    return page.error[0].value.replace("\\", "")
