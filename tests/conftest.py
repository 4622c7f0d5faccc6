"""What several tests share: a tokenizer, small random models of prime sizes, the app, a page."""

from tests import checkout  # noqa: F401 -- before what it checks

# isort: split
import gc
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    Request,
    WebError,
    expect,
    sync_playwright,
)
from streamlit.components.v2 import manifest_scanner
from xdist.scheduler import LoadScopeScheduling

from alignoscope.data.tokenizer import PAD_ID, Tokenizer
from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.models.layers.attention import MonotonicAttention
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.run import RunRecord
from alignoscope.records.variant import ModelConfig, is_transformer
from alignoscope.records.whole_file import write_whole
from alignoscope.training.batches import TrainingExample, collate
from alignoscope.ui.player.script import SCRIPT, STYLE
from tests import browser
from tests.shared.player_page import MOUNT
from tests.shared.samples import SENTENCES
from tests.shared.second_tries import (  # noqa: F401
    pytest_sessionfinish,
    pytest_terminal_summary,
)
from tests.shared.server import sharing

ROOT = Path(__file__).parent.parent
PATIENCE = 60_000  # milliseconds for what a slow machine does as well, only later
os.environ.setdefault("OMP_NUM_THREADS", "1")  # of what tests start, too
# Or each page opened without a browser reads what all installed packages say of themselves.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
gc.set_threshold(20_000, 20, 20)  # Searching for garbage took a twelfth of the time.


def group_of(name: str) -> str:
    """Return the name of the tests that one process runs: mostly the file of this test."""
    file = name.partition("::")[0]
    if "/test_browser" in file:
        if file.endswith("_walk.py"):
            return "walk"  # takes minutes
        if not file.startswith("tests/journeys/"):
            return "app"
        # In two halves: in one group they take longer than all that other processes run meanwhile.
        return "journeys a-l" if file.rpartition("/test_browser")[2] < "_m" else "journeys m-z"
    return "course" if file.startswith("tests/course/") else file


class InGroups(LoadScopeScheduling):
    """Several processes, each of which runs one group after another.

    So a browser starts once a process, the lessons are computed once, and a file's caches serve all
    its tests.
    """

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> InGroups:
    config.option.loadscopereorder = False  # as `pytest_collection_modifyitems` has them
    return InGroups(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try once more what fails in the browser, on a machine that may do ten things at once.

    The end of the run names each test that needed it (`RERUN`): there is a race to be mended,
    and `make check` fails.
    Several processes begin with the groups that take longest.
    """
    for item in items:
        if isinstance(item, pytest.Function) and "driver" in item.fixturenames:
            item.add_marker(pytest.mark.flaky(reruns=1))
    if "PYTEST_XDIST_WORKER" in os.environ:
        first = {"journeys a-l": 0, "journeys m-z": 0, "walk": 1, "app": 2, "course": 3}
        items.sort(key=lambda item: first.get(group_of(item.nodeid), 4))


def pytest_collection_finish() -> None:
    gc.freeze()  # Modules and tests live until the run ends.


def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all processes of this run have."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture
def hears_ctrl_c() -> Iterator[None]:
    """Let what a test starts hear Ctrl-C, which whatever a shell has in its background does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return Tokenizer.train(SENTENCES * 3, 83)


@pytest.fixture
def tiny(tokenizer: Tokenizer) -> Callable[..., Checkpoint]:
    """Return a maker of small random models of any variant."""

    def make(variant: str, cell: str = "gru", seed: int = 0) -> Checkpoint:
        torch.manual_seed(seed)
        shape = {"embedding_size": 7, "hidden_size": 22, "attention_size": 13}
        if is_transformer(variant):
            shape |= {"embedding_size": 22, "heads": 2, "layers": 2, "feed_forward": 13}
        config = ModelConfig(variant=variant, vocab_size=len(tokenizer), cell=cell, **shape)
        model = Seq2Seq(config).eval().requires_grad_(False)
        if isinstance(model.decoder.attention, MonotonicAttention):
            model.decoder.attention.gain.fill_(9)  # so that energies are on both sides of 0
            model.decoder.attention.offset.fill_(0.01)
        return Checkpoint(model=model, tokenizer=tokenizer, record=RunRecord())

    return make


@pytest.fixture
def tiny_folder(
    tiny: Callable[..., Checkpoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Put tiny checkpoints of four variants where the app looks for them; return their folder."""
    for name in ("bahdanau-additive", "luong-dot", "luong-local-p", "fixed-context"):
        save_checkpoint(tiny(name), tmp_path / "eng-fra" / f"{name}.safetensors")
    monkeypatch.setattr("alignoscope.serving.model_store.CHECKPOINTS", tmp_path)
    return tmp_path / "eng-fra"


@pytest.fixture(scope="session")
def learned(
    tokenizer: Tokenizer, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Checkpoint]:
    """Return a maker of small models that know three translations by heart.

    What one of several processes has taught is read by the others of the same run.
    """
    folder = shared_folder(tmp_path_factory)

    @cache
    def make(variant: str) -> Checkpoint:
        path = folder / f"{variant}.pt"
        if not path.exists():
            write_whole(path, pickle.dumps(learn(variant)))
        model = pickle.loads(path.read_bytes())
        return Checkpoint(model=model, tokenizer=tokenizer, record=RunRecord())

    def learn(variant: str) -> Seq2Seq:
        torch.manual_seed(0)
        shape = {"embedding_size": 29, "hidden_size": 34, "attention_size": 31}
        if is_transformer(variant):
            shape |= {"embedding_size": 34, "heads": 2, "layers": 2, "feed_forward": 31}
        config = ModelConfig(variant=variant, vocab_size=len(tokenizer), dropout=0, **shape)
        model = Seq2Seq(config)
        optimizer = torch.optim.Adam(model.parameters(), 2e-2)
        sides = tokenizer.ids(SENTENCES[::2]), tokenizer.ids(SENTENCES[1::2])
        batch = collate([TrainingExample(*pair) for pair in zip(*sides, strict=True)], "cpu")
        real = batch.target != PAD_ID
        for _ in range(80):
            logits = model.logits(*model.walk(batch.source, batch.previous).written)
            loss = torch.nn.functional.cross_entropy(logits[real], batch.target[real])
            if loss < 0.003:
                break
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        assert loss < 0.003
        return model.eval().requires_grad_(False)

    return make


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of an app, which all processes of this run share."""
    with sharing(shared_folder(tmp_path_factory) / "app") as port:
        yield f"http://localhost:{port}"


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(driver: Playwright) -> Iterator[Browser]:
    started = browser.launch(driver)
    yield started
    started.close()


@pytest.fixture(scope="session")
def window(
    driver: Playwright, address: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """Open the app once, and wait until it shows a map, however long that takes.

    All tests use this window's page, which keeps the compiled scripts of the pages before.
    """
    context = browser.remember(driver, tmp_path_factory.mktemp("window"), address)
    page = context.pages[0]
    page.goto("/?variants=luong-general", timeout=300_000)
    page.wait_for_selector(".card", timeout=300_000)
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(window: BrowserContext, address: str) -> Iterator[Page]:
    """Return the window's page, empty; the test fails if it reports an error or calls elsewhere."""
    page, errors = window.pages[0], []
    page.goto("about:blank")
    page.set_viewport_size(browser.WIDE)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.mouse.move(0, 0)
    stored = {"origin": address, "storageTypes": "cookies,local_storage"}
    chromium = window.new_cdp_session(page)
    chromium.send("Storage.clearDataForOrigin", stored)
    chromium.send("Page.resetNavigationHistory")  # it keeps fifty entries, whoever made them

    def note(message: ConsoleMessage) -> None:
        # A deep link makes Streamlit look for its server below the page's path first: a 404.
        if message.type == "error" and "404" not in message.text:
            errors.append(message.text)

    def stay_home(request: Request) -> None:
        if not request.url.startswith(
            (address, "data:", "blob:", address.replace("http", "ws", 1))
        ):
            errors.append(f"asked for {request.url}")

    def fail(found: WebError) -> None:
        errors.append(str(found.error))

    heard = {"console": note, "request": stay_home, "weberror": fail}
    for event, hear in heard.items():
        window.on(event, hear)  # of every page that a test opens
    expect.set_options(timeout=PATIENCE)
    yield page
    for event, hear in heard.items():
        window.remove_listener(event, hear)
    for opened in window.pages[1:]:
        opened.close()
    assert errors == []


@pytest.fixture(scope="session")
def kept_page(chromium: Browser) -> Iterator[Page]:
    """Open one page for all components that are shown alone: a new one starts a process."""
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    page.close()


@pytest.fixture
def empty(kept_page: Page) -> Iterator[Page]:
    """Return a page that is empty, as wide as a notebook; any error in it fails the test."""
    page, errors = kept_page, []
    page.mouse.move(0, 0)  # before a document that is written into: it would hear of no leaving
    page.goto("about:blank")
    page.set_viewport_size({"width": 1000, "height": 900})
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")

    def fail(error: Error) -> None:
        errors.append(str(error))

    page.on("pageerror", fail)
    expect.set_options(timeout=PATIENCE)
    yield page
    page.remove_listener("pageerror", fail)
    assert errors == []


@pytest.fixture
def show(empty: Page) -> Callable[..., Page]:
    """Return a function that shows a payload in an empty page."""

    def open_page(data: dict) -> Page:
        empty.set_content("<body></body>")
        empty.evaluate(MOUNT, [SCRIPT, STYLE, data])
        expect(empty.locator(".card")).to_have_count(len(data["maps"]))
        return empty

    return open_page
