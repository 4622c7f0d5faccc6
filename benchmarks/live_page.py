"""Live pages: every shipped model against Python, the sizes of a site, and times beside the app's.

Run `.venv/bin/python benchmarks/live_page.py [SENTENCES]` with Node.js; the result is printed
and written to live_page.json. Each model translates sentences in Python, in Node, and by the page's
engine in Chromium: how many have the same tokens, and the largest differences of weights and
log-probabilities. Then the page is opened with four and with all models, from this machine and
over a slow line, and new sentences are typed in turn into it and into the app.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from gzip import compress
from pathlib import Path

import torch
from playwright.sync_api import Browser, sync_playwright

from alignoscope.benchmarks import live_parity as parity
from alignoscope.benchmarks import live_speed as speed
from alignoscope.benchmarks import result
from alignoscope.live.page.tables import opened_models
from alignoscope.serving.model_store import checkpoints, results
from alignoscope.tests import browser
from alignoscope.ui.shell.model_presets import opened_with


def main() -> None:
    """Compare every shipped model of every pair, and measure the page."""
    torch.set_num_threads(1)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else parity.COUNT
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder) / "site"
        start = time.perf_counter()
        models = parity.write_site(site)
        seconds = round(time.perf_counter() - start)
        chromium = browser.launch(playwright)
        with parity.serving(site) as address:
            rows = list(_rows(site, address, chromium, models, count))
            pair, names = next(iter(models.items()))
            sets = {
                "four models": opened_models(names, results(pair))[0],
                "all without extras": opened_with(names),
            }
            measured = {
                "node": subprocess.check_output(["node", "--version"], text=True).strip(),
                "chromium": chromium.version,
                "sentences per model": count,
                "models": rows,
                "sizes": _sizes(site),
                "written in, s": seconds,
                "models in a set": {name: len(found) for name, found in sets.items()},
                "opened from this machine": {
                    name: speed.cold(chromium, address, found, speed.COLD)
                    for name, found in sets.items()
                },
                "opened at 4 Mbit/s, 100 ms": {
                    "four models": speed.cold(chromium, address, sets["four models"], 1, speed.SLOW)
                },
                "Enter to all maps, in turns, ms": speed.in_turns(chromium, address, sets),
            }
            chromium.close()
        with parity.serving(site) as address:
            measured["memory, MB"] = {
                name: speed.memory(browser.executable(playwright), address, found)
                for name, found in sets.items()
            }
    result.write("live_page", "python benchmarks/live_page.py", ("torch",), measured)


def _rows(
    site: Path, address: str, chromium: Browser, models: dict[str, list[str]], count: int
) -> Iterator[dict[str, object]]:
    """Yield the row of each model, and print it."""
    for pair, names in models.items():
        texts = tuple(parity.sources(pair, count))
        page = chromium.new_page()
        page.goto(address)
        in_browser = parity.in_browser(page, pair, names, texts)
        page.close()
        in_node = parity.in_node(site, pair, names, texts)
        paths = {path.stem: path for path in checkpoints(pair)}
        for name, here, there in zip(names, in_node, in_browser, strict=True):
            traces, python_ms = parity.in_python(paths[name], texts)
            row: dict[str, object] = {"pair": pair, "model": name}
            for place, found in (("Node", here), ("Chromium", there)):
                one = parity.difference(found, traces)
                row[f"same tokens in {place}"] = f"{one.same} of {count}"
                row[f"weights in {place}"] = one.weights
                row[f"log p in {place}"] = one.log_probs
            row["ms in Node"] = round(sum(one["ms"] for one in here) / count, 1)
            row["ms in Python"] = round(python_ms, 1)
            print(json.dumps(row), flush=True)
            yield row


def _sizes(site: Path) -> dict[str, dict[str, int]]:
    """Return the bytes of the page, of a pair's tables, and of each pair's weights."""
    found = {}
    for name in ("page.js", "index.html", *(f"pairs/{one.name}" for one in site.glob("pairs/*"))):
        content = (site / name).read_bytes()
        found[name] = {"bytes": len(content), "gzipped": len(compress(content))}
    for pair in site.glob("weights/*"):
        contents = [file.read_bytes() for file in pair.iterdir()]
        found[f"weights/{pair.name}"] = {
            "models": len(contents),
            "bytes": sum(map(len, contents)),
            "gzipped": sum(len(compress(one)) for one in contents),
        }
    return found


if __name__ == "__main__":
    main()
