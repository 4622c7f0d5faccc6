"""Each finding has the form that `docs/CONTRIBUTING.md` states; none is run here."""

import os
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "findings"
SCRIPTS = sorted(FOLDER.glob("*.sh"))
PACKAGES = re.compile(r"/pip\" install (.+)")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_finding_states_its_output_and_pins_what_it_installs(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    packages = " ".join(PACKAGES.findall(text)).split()
    named = [word for word in packages if not word.startswith("--")]
    assert named
    assert all(re.fullmatch(r"[\w.-]+==[\d.]+", word) for word in named)
    assert {word for word in packages if word.startswith("--")} <= {
        *("--quiet", "--disable-pip-version-check", "--no-deps")
    }
    assert re.search("^#> ", text, re.MULTILINE)
    assert "alignoscope" not in text.casefold()
    assert os.access(path, os.X_OK)


def test_the_readme_lists_each_finding_with_its_version() -> None:
    rows = (FOLDER / "README.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `([\w-]+)\.sh` \| (.+?) \|", rows, re.MULTILINE))
    assert listed.keys() == {path.stem for path in SCRIPTS}
    for path in SCRIPTS:
        assert (
            path.read_text(encoding="utf-8").splitlines()[1].startswith(f"# {listed[path.stem]}: ")
        )
