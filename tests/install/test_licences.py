"""Every package that the app needs has a licence that lets anybody use, change and pass it on."""

import re
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

CUDA = ("nvidia-", "cuda-")  # of a build of torch that `make` brings only to who asks for it
ROOT = Path(__file__).parents[2]
FREE = re.compile(r"\bMIT\b|BSD|Apache|PSF|Python Software|ISC|MPL|Mozilla|HPND|Unlicense|CNRI")
BOUND = re.compile(r"\bA?GPL|Affero|SSPL|Business Source|Non-?Commercial|Proprietary")


def needed() -> set[str]:
    """Return the names of all packages that requirements.txt brings, each with what it needs."""
    found: set[str] = set()
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    asked = [line for line in lines if "==" in line]  # all but the app itself
    while asked:
        requirement = Requirement(asked.pop())
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        name = requirement.name.lower().replace("_", "-")
        if name not in found and not name.startswith(CUDA):
            found.add(name)
            asked += distribution(name).requires or []
    return found


def licence(name: str) -> str:
    """Return what a package says of its licence."""
    said = distribution(name).metadata
    classes = [one for one in said.get_all("Classifier") or [] if one.startswith("License")]
    first = (said.get("License") or "").splitlines()[:1]
    return " ".join([said.get("License-Expression") or "", *first, *classes])


def test_every_package_has_a_free_licence_without_conditions_on_the_app() -> None:
    packages = needed()
    assert {"streamlit", "torch", "numpy", "starlette"} <= packages
    said = {name: licence(name) for name in packages}
    assert {name: text for name, text in said.items() if not FREE.search(text)} == {}
    assert {name: text for name, text in said.items() if BOUND.search(text)} == {}


def test_a_licence_that_binds_is_noticed() -> None:
    assert BOUND.search("AGPL-3.0-only")
    assert BOUND.search("License :: OSI Approved :: GNU General Public License (GPL)")
    assert not BOUND.search("LGPL-3.0")
    assert not FREE.search("GPL-3.0")
