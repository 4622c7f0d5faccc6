"""The shipped models on a live page, by Node.js and by a browser, against Python."""

import gzip
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from playwright.sync_api import Page

from alignoscope.data.corpus import read_pairs
from alignoscope.data.tasks.making import task_corpus
from alignoscope.decoding.engine.running import SWITCH
from alignoscope.decoding.greedy import translate
from alignoscope.live.page.site import function, models_of, worker_script, write_folder
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.records.trace import Trace

HERE = Path(__file__).parent
COUNT = 100  # sentences
Found = Sequence[Mapping[str, Any]]  # one translation per sentence


class Difference(NamedTuple):
    """How many translations have the same tokens, and how far the numbers of these differ."""

    same: int
    weights: float
    log_probs: float


def write_site(folder: Path) -> dict[str, list[str]]:
    """Write a live page with every shipped model, and return the models' names by pair."""
    found = models_of((), (), few=False)
    write_folder(folder, found)
    written = {pair: [path.stem for path in paths] for pair, paths in found.items()}
    weights = {path.parent.name + path.stem for path in folder.glob("weights/*/*.js")}
    missing = [pair + name for pair in written for name in written[pair]]
    assert {*missing} == weights, {*missing} - weights  # none is left out
    return written


class Handler(SimpleHTTPRequestHandler):
    """Serves files as most hosts do: scripts and pages are compressed, and nothing is logged."""

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path.partition("?")[0]))
        path = path / "index.html" if path.is_dir() else path
        if path.suffix not in {".js", ".html"} or not path.is_file():
            return super().do_GET()
        content = _compressed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        return None


@cache
def _compressed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder, and yield its address, which has no slash at its end."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def sources(pair: str, count: int) -> list[str]:
    """Return sentences that no model of the pair was trained on."""
    turned = "-".join(reversed(pair.split("-")))
    for name, side in ((pair, 0), (turned, 1)):
        file = HERE.parent / f"data/written/{name}.test.tsv.gz"
        if file.exists():
            return [both[side] for both in read_pairs(file)[:count]]
    return [one.source for one in task_corpus(pair, count).pairs][:count]


@cache
def in_python(path: Path, texts: tuple[str, ...]) -> tuple[list[Trace], float]:
    """Return a checkpoint's traces of texts by torch, and the mean milliseconds of one."""
    model = load_checkpoint(path)
    start = time.perf_counter()
    with patch.dict(os.environ, {SWITCH: "off"}):  # the app's engine is also that of the page
        traces = [translate(model, [text])[0] for text in texts]
    return traces, 1000 * (time.perf_counter() - start) / len(texts)


def in_node(site: Path, pair: str, names: Sequence[str], texts: Sequence[str]) -> list[Found]:
    """Return the translations by the worker of a written page in Node.js, per model."""
    command = [shutil.which("node") or "node", "--no-warnings", HERE / "live_page.js", site, pair]
    asked = json.dumps({"names": names, "texts": texts})
    done = subprocess.run(command, input=asked, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def in_browser(page: Page, pair: str, names: Sequence[str], texts: Sequence[str]) -> list[Found]:
    """Return the translations by a live page's own engine, under its own policy, per model."""
    asked = {"worker": worker_script(), "pair": pair, "names": names, "texts": list(texts)}
    return page.evaluate(function(HERE / "live_browser.js"), asked)


def difference(found: Found, wanted: Sequence[Trace]) -> Difference:
    """Return how translations differ from Python's traces."""
    both = [
        (one, trace)
        for one, trace in zip(found, wanted, strict=True)
        if one["tokens"] == [step.token for step in trace.steps]
    ]
    return Difference(
        len(both),
        max((_apart(one["weights"], trace.weights) for one, trace in both), default=0.0),
        max((_apart(one["logProbs"], _log_probs(trace)) for one, trace in both), default=0.0),
    )


def _log_probs(trace: Trace) -> np.ndarray:
    return np.array([step.log_prob for step in trace.steps])


def _apart(one: object, other: np.ndarray | None) -> float:
    """Return the largest difference of two arrays; 0 if a model has neither."""
    if other is None:
        assert one is None
        return 0.0
    return float(f"{np.abs(np.array(one) - other).max():.1e}")
