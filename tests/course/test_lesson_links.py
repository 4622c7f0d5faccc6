"""The links of lessons into the app open the state that their screen speaks of."""

from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.course.read import lessons
from tests.shared.app_pages import ROOT, variants_shown
from tests.shared.samples import mostly_slow

LINKS = [screen.link for one in lessons().values() for screen in one.screens if screen.link]


def follow(link: str) -> AppTest:
    """Open a link of a lesson."""
    path, _, query = link.partition("?")
    page = "app.py" if path in ("", "./") else f"pages/{path}.py"
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    for name, values in parse_qs(query).items():
        test.query_params[name] = values
    test = (test if page == "app.py" else test.switch_page(page)).run()
    assert not test.exception
    return test


@pytest.mark.parametrize(
    "link", mostly_slow([one for one in LINKS if "luong-location" not in one], always=LINKS[::4])
)
def test_every_link_into_the_app_opens_without_a_warning(link: str) -> None:
    assert not follow(link).warning


def test_what_location_refuses_is_refused_by_it_alone_in_the_app() -> None:
    [link] = [one for one in LINKS if "luong-location" in one]
    test = follow(link)
    (said,) = (one.value.replace("\\", "") for one in test.warning)
    assert said.startswith(
        "**luong-location.safetensors** skipped: The location score can only handle 101 tokens "
        "(with the end mark), and this sentence has 105."
    )
    assert variants_shown(test) == ["luong-general"]
