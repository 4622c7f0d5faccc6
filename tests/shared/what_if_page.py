"""The what-if page opened without a browser: what it shows, and how a person presses there."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

from tests.shared.app_pages import given

ROOT = Path(__file__).parent.parent.parent
VARIANTS = sorted(path.stem for path in ROOT.glob("checkpoints/eng-fra/*.safetensors"))
SENTENCE = "I am not tired."
TARGET = "Je ne suis pas fatigué."


def open_page(**parameters: str) -> AppTest:
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    given = {"sentence": SENTENCE, "variant": "luong-general", "step": "4"} | parameters
    for name, value in given.items():
        test.query_params[name] = value
    return test.switch_page("pages/what_if.py").run()


def shown(test: AppTest, unit: str = "words") -> dict[str, dict]:
    """Return the maps that the player was given, by their label."""
    assert not test.exception
    data = given(test)[0]
    layer = next(x for x in data["layers"] if (x["measure"], x["unit"]) == ("weights", unit))
    maps = [one | {"cells": cells} for one, cells in zip(data["maps"], layer["cells"], strict=True)]
    return {one["label"]: one | {"tokens": data["lists"][one["tokens"]]} for one in maps}


def press(test: AppTest, label: str) -> AppTest:
    return next(button for button in test.button if button.label == label).click().run()


def type_token(test: AppTest, text: str) -> AppTest:
    return test.text_input(key="typed token").set_value(text).run()


def pages(test: AppTest) -> str:
    """Return all the HTML and text of the page."""
    return "\n".join([*(h.proto.body for h in test.get("html")), *(t.value for t in test.text)])
