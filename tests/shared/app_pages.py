"""Pages of the app opened without a browser, and what their player was given."""

import json
from collections.abc import Mapping
from pathlib import Path

from streamlit.testing.v1 import AppTest

from alignoscope.ui.shell.pages import PAGES
from alignoscope.ui.shell.session_keys import FIRST_VISIT

ROOT = Path(__file__).parent.parent.parent
SENTENCE = "I am not tired."


def with_parameters(*names: str) -> list[str]:
    """Return the paths of all pages whose links have these parameters."""
    return [page.path for page in PAGES.values() if {*names} <= {*page.parameters}]


def addresses(queries: Mapping[str, str]) -> dict[str, str]:
    """Return the addresses of all pages by title, with the query of those that need one."""
    assert queries.keys() <= PAGES.keys()
    names = {title: page.path.removeprefix("pages/")[:-3] for title, page in PAGES.items()}
    return {
        title: ("/" if name == "app" else f"/{name}") + f"?{queries.get(title, '')}".rstrip("?")
        for title, name in names.items()
    }


def open_page(page: str, **parameters: str | list[str]) -> AppTest:
    """Open the app at a page, as a link with these parameters would, without a first visit."""
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    test.session_state[FIRST_VISIT] = False
    for name, value in parameters.items():
        test.query_params[name] = value
    return (test if page == "app.py" else test.switch_page(page)).run()


def given(test: AppTest) -> list[dict]:
    """Return what the browser was given for each component of the page."""
    found = [json.loads(one.proto.json)[0] for one in test.get("bidi_component")]
    return [data | json.loads(data.pop("drawn", "{}")) for data in found]


def payload(test: AppTest) -> dict:
    """Return what the player was given to draw first: the maps of the layer that it starts with."""
    assert not test.exception
    data = given(test)[0]
    view, lists = data["start"]["view"], data["lists"]
    wanted = (view["measure"], view["unit"])
    layer = next(one for one in data["layers"] if (one["measure"], one["unit"]) == wanted)
    maps = []
    for drawn, labels in zip(data["maps"], data["units"][view["unit"]], strict=True):
        words = {name: lists[labels[name]] for name in ("columns", "rows")}
        maps.append({**drawn, **labels, **words})
    return {"maps": maps, "scale": layer["scale"], "start": data["start"]["step"], "view": view}


def variants_shown(test: AppTest) -> list[str]:
    return [view["label"] for view in payload(test)["maps"]]


def pressed(test: AppTest, key: str) -> AppTest:
    """Press the button that saves a chart."""
    test.button(key=f"{key} save").click().run()
    assert not test.exception
    return test


def opened(test: AppTest) -> dict:
    """Return the layout and the options of the picture that is open to be saved."""
    shown = [chart.proto for chart in test.get("plotly_chart")]
    saved = next(one for one in shown if "toImageButtonOptions" in json.loads(one.config))
    assert not saved.theme
    return json.loads(saved.spec)["layout"] | {"options": json.loads(saved.config)}
