"""Every shipped model of every pair on 100 sentences, in Node.js and in a browser."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from alignoscope.benchmarks.live_parity import (
    COUNT,
    Found,
    difference,
    in_browser,
    in_node,
    in_python,
    serving,
    sources,
    write_site,
)
from alignoscope.serving.model_store import checkpoints, pairs
from tests.shared.node import NODE_NEEDED

pytestmark = pytest.mark.slow
WEIGHTS, LOG_PROBS = 1e-5, 1e-4


class Site(NamedTuple):
    """A written live page: its folder, its address, and its models by pair."""

    folder: Path
    address: str
    models: dict[str, list[str]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("every") / "site"
    models = write_site(folder)
    with serving(folder) as address:
        yield Site(folder, address, models)


def compare(pair: str, names: Sequence[str], found: Sequence[Found]) -> None:
    """Compare what each model of a pair translated with what it translates in Python."""
    texts = tuple(sources(pair, COUNT))
    assert len(texts) == COUNT
    paths = {path.stem: path for path in checkpoints(pair)}
    wrong = {}
    for name, one in zip(names, found, strict=True):
        same, weights, log_probs = difference(one, in_python(paths[name], texts)[0])
        if same < COUNT or weights > WEIGHTS or log_probs > LOG_PROBS:
            wrong[name] = (same, weights, log_probs)
    assert wrong == {}


@NODE_NEEDED
@pytest.mark.parametrize("pair", pairs())
def test_models_decode_the_same_in_node(pair: str, site: Site) -> None:
    names = site.models[pair]
    compare(pair, names, in_node(site.folder, pair, names, sources(pair, COUNT)))


@pytest.mark.parametrize("pair", pairs())
def test_models_decode_the_same_in_a_browser(pair: str, site: Site, chromium: Browser) -> None:
    page, names = chromium.new_page(), site.models[pair]
    page.goto(site.address)
    compare(pair, names, in_browser(page, pair, names, sources(pair, COUNT)))
    page.close()
