"""The boxes in which a person types the words of maps that have none."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.ui.open_files import page as opened
from alignoscope.ui.shell.session_keys import HANDED_SHOWN

ROOT = Path(__file__).parents[3]


def test_words_are_typed_counted_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "attention.txt"
    path.write_text("0.9 0.1 0.0\n0.2 0.3 0.5\n")
    monkeypatch.setattr(opened, "HANDED", str(path))
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    test.session_state[HANDED_SHOWN] = True
    test = test.switch_page("pages/open_trace.py").run()
    source, target = (one for one in test.text_input if one.label.startswith("Words of the"))
    assert (source.label, target.label) == ("Words of the source (3)", "Words of the target (2)")
    assert "numbered" in test.warning[0].value
    target.set_value("la voiture")
    source.set_value("the car").run()
    assert "the source has 3 places\\, but 2 words" in test.error[0].value
    (source,) = (one for one in test.text_input if one.label == "Words of the source (3)")
    source.set_value("the red car").run()
    assert not test.error
    assert not test.warning
    assert any("the red car" in one.value for one in test.markdown)
    assert [one.value for one in test.run().text_input][:2] == ["the red car", "la voiture"]
