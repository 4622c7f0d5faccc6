"""Links that nobody wrote in good faith: no page falls over one, and what is unknown is said."""

import random
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.serving import model_store as cache
from alignoscope.ui.shell.pages import PAGES as RECORDS
from alignoscope.ui.shell.url_parameters import KNOWN, MODELS
from tests.shared.app_pages import ROOT, SENTENCE, open_page, with_parameters
from tests.shared.samples import mostly_slow

DIGESTS = {"opened", "aligned", "measured", "examined", "file"}
PAGES = {page.path: page.parameters for page in RECORDS.values()}
FREE = {"sentence", "target", *DIGESTS}  # any text may stand there
SHIPPED = {
    "eng-fra": ("bahdanau-additive", "luong-dot", "luong-local-p", "fixed-context"),
    "reverse": ("luong-dot", "luong-general"),
}
HOSTILE = (
    *("", " ", "0", "1", "3", "-1", "2.5", "1e999", "nan", "x" * 5000, "9" * 400, "٣", "²", "\x00"),
    *("/etc/passwd", "../../x", "~~~", "家<b>[x](y)`$:red[z]", "None", "on", "off", "none", "true"),
    *("eng-fra", "reverse", "luong-dot", "fixed-context", "bahdanau-additive", "local-p", "dot"),
    *("location-sensitive", "luong", "words", "pieces", "scores", "difference", "log", "ribbons"),
    *("luong-dot~words~1~1", "1~luong-dot~45.12", "1~luong-dot~4", "4~uniform~KqsqqyqrKqoqqiqq"),
    *(SENTENCE, "1 2 3"),
)


@pytest.fixture(autouse=True)
def _few_checkpoints(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch):
    """Put two pairs with few variants where the app looks for them, in one place for all tests."""
    folder = tmp_path_factory.getbasetemp() / "few"
    for pair, variants in SHIPPED.items():
        (folder / pair).mkdir(parents=True, exist_ok=True)
        for name in variants:
            file = Path(pair, f"{name}.safetensors")
            if not (folder / file).exists():
                (folder / file).symlink_to(ROOT / "checkpoints" / file)
    monkeypatch.setattr(cache, "CHECKPOINTS", folder)


def said(test: AppTest) -> str:
    assert not test.exception
    return "\n".join(warning.value.replace("\\", "") for warning in test.warning)


def test_every_page_has_a_record() -> None:
    assert set(PAGES) == {
        "app.py",
        *(f"pages/{path.name}" for path in ROOT.glob("pages/[!_]*.py")),
    }


@pytest.mark.parametrize("page", mostly_slow(PAGES, always=("app.py", "pages/what_if.py")))
def test_an_empty_value_counts_as_absent(page: str) -> None:
    test = open_page(page, **{name: ["", ""] for name in PAGES[page]})
    assert not said(test)
    assert [info.value for info in test.info] == [info.value for info in open_page(page).info]
    assert not set(test.query_params) & set(PAGES[page])


@pytest.mark.parametrize("page", PAGES)
def test_what_no_parameter_can_have_is_said(page: str) -> None:
    asked = set(PAGES[page]) - FREE
    warnings = said(open_page(page, **dict.fromkeys(asked, "quantum~9")))
    for name in asked:
        if name in MODELS:
            assert "not installed (“quantum~9”)" in warnings, name
        else:
            assert f"{name} quantum~9" in warnings, name


@pytest.mark.parametrize("page", PAGES)
def test_of_several_values_of_one_parameter_the_last_counts(page: str) -> None:
    if "measure" in PAGES[page]:
        test = open_page(page, measure=["energies", "weights"], step=["x", "1"], pair=["", "x", ""])
        assert "energies" not in said(test)
        assert "pair x" in said(test)


def test_the_link_of_which_the_bench_fell_over() -> None:
    link = {"pair": "/etc/passwd", "base": "fixed-context", "feeding": "", "variants": "luong-dot"}
    warnings = said(open_page("pages/score_bench.py", **link))
    assert "pair ?etc?passwd" in warnings
    assert "not installed (“fixed-context”)" in warnings


def test_a_parameter_that_no_page_has_is_said_and_not_those_of_other_sites() -> None:
    warnings = said(open_page("app.py", models="eng-spa", utm_source="x", fbclid="y"))
    assert warnings == "This link has a parameter that this app does not know (“models”)."


@pytest.mark.parametrize("page", with_parameters("selected"))
def test_a_link_in_which_no_model_is_selected_opens_so(page: str) -> None:
    before = open_page(page)
    before.button(key="preset None").click().run()
    assert before.query_params["selected"] == "none"
    test = open_page(page, selected="none")
    assert test.info[0].value == "Select at least one model above."
    assert not test.warning
    next(one for one in test.button if one.label == "Restore default set").click().run()
    assert not test.info
    assert "selected" not in test.query_params


@pytest.mark.parametrize("seed", mostly_slow(range(3), always=[0]))
def test_no_page_falls_over_a_hostile_link(seed: int) -> None:
    generator = random.Random(seed)
    for page, names in PAGES.items():
        for _ in range(3):
            asked = [*generator.sample(names, min(len(names), generator.randint(1, 6)))]
            asked += generator.sample(sorted(KNOWN), generator.randint(0, 2))
            link = {
                name: generator.choices(HOSTILE, k=generator.choice((1, 1, 1, 2, 3)))
                for name in asked
            }
            assert not open_page(page, **link).exception, (page, link)
