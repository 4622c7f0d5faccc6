"""The triage page without a browser: pairs measured, sorted, brushed and opened."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.ui.shell import session_keys as state
from alignoscope.ui.triage.scatter import cloud_figure
from alignoscope.ui.triage.table_view import found_damage, oddest_first, triage_csv, triage_table
from tests.shared.app_pages import given, open_page, variants_shown

PAGE = "pages/triage.py"


@pytest.fixture(scope="module")
def page() -> AppTest:
    return open_page(PAGE, variant="luong-scaled-dot")


def test_the_oddest_are_first_and_the_oddest_is_open_in_the_player(page: AppTest) -> None:
    assert not page.exception
    table = page.dataframe[0].value
    assert len(table) == 90
    assert list(table)[1:4] == ["no.", "surprise", "log p"]  # behind the buttons
    assert (np.diff(table["surprise"]) <= 0).all()
    assert variants_shown(page) == ["luong-scaled-dot", "bahdanau-additive"]
    source = given(page)[-1]["identity"].split("\n")[0]
    assert source == table["source"].iloc[0]


def test_each_kind_of_damage_is_found_by_some_measure(page: AppTest) -> None:
    found = page.dataframe[1].value.set_index("measure")
    assert found.loc["log p", "targets shuffled"] > 0.95
    assert found.loc["repetition", "a word repeated"] > 0.95
    assert found.loc["surprise", "a word dropped"] > 0.6


def test_what_is_brushed_is_listed_alone_and_another_measure_sorts_anew() -> None:
    page = open_page(PAGE, variant="luong-scaled-dot")
    every = page.dataframe[0].value
    page.selectbox(key=state.UPWARD).set_value("length ratio").run()
    again = page.dataframe[0].value
    assert set(again.index) == set(every.index)
    assert again.index[0] != every.index[0]


def table_of(*rows: tuple[str, str, float]):
    numbers = {"log p": np.array([row[2] for row in rows])}
    names, texts = [str(i) for i in range(len(rows))], [row[:2] for row in rows]
    damage = ["intact" if row[2] > -3 else "a word dropped" for row in rows]
    return triage_table(numbers, names, texts, damage)


def test_tables_and_charts_are_of_what_was_measured() -> None:
    table = table_of(("=1+1", "<b>", -1.0), ("b", "c", -9.0), ("d", "e", float("nan")))
    assert len(table) == 2
    assert oddest_first(table, "log p").index.tolist() == [1, 0]
    assert found_damage(table)["a word dropped"].tolist() == [1.0]
    text = triage_csv(table).decode("utf-8-sig")
    assert text.splitlines()[1].startswith("0,'=1+1,<b>,intact,-1.0")
    figure = cloud_figure(table, "log p", "log p")
    assert [trace.name for trace in figure.data] == ["intact", "a word dropped"]
    assert figure.data[0].customdata[0][2] == "&lt;b&gt;"
    assert figure.data[1].customdata[0][0] == 1
