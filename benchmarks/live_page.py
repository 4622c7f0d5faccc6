"""Live pages against Python: one row per shipped model, and the sizes of a site.

Run `.venv/bin/python benchmarks/live_page.py [SENTENCES]` with Node.js; the result is printed
and written to live_page.json. Each model translates sentences in Node and in Python: how many have
the same tokens, and the largest differences of weights and log-probabilities. The time is the least
of both, per sentence.
"""

import json
import subprocess
import sys
import tempfile
import time
from base64 import b64encode
from gzip import compress
from pathlib import Path

import numpy as np
import torch

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT))

from alignoscope.benchmarks import result  # noqa: E402
from alignoscope.data.corpus import read_pairs  # noqa: E402
from alignoscope.data.tasks.making import task_corpus  # noqa: E402
from alignoscope.decoding.greedy import translate  # noqa: E402
from alignoscope.live.page.site import script  # noqa: E402
from alignoscope.live.page.tables import pair_tables, site_tables  # noqa: E402
from alignoscope.models.checkpoint import load_checkpoint  # noqa: E402
from alignoscope.records.trace import Trace  # noqa: E402
from alignoscope.serving.model_store import checkpoints, pairs, results  # noqa: E402

COUNT = 100
RUNNER = ROOT / "benchmarks/live_page.js"


def main() -> None:
    """Compare every shipped model of every pair."""
    torch.set_num_threads(1)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    rows, sizes = [], {"page.js": _sizes(script().encode())}
    for pair in pairs():
        tables, weights, left_out = pair_tables(pair, checkpoints(pair), results(pair))
        assert left_out == [], left_out
        sizes[f"pairs/{pair}.js"] = _sizes(json.dumps(tables, ensure_ascii=False).encode())
        sizes[f"weights/{pair}"] = {"bytes": sum(map(len, weights.values()))}
        for path in checkpoints(pair):
            rows.append(_compare(pair, path, tables, weights[path.stem], count))
            print(rows[-1], flush=True)
    measured = {"sentences per model": count, "models": rows, "sizes": sizes}
    result.write("live_page", "python benchmarks/live_page.py", ("torch",), measured)


def _compare(pair: str, path: Path, tables: dict, weights: bytes, count: int) -> dict[str, object]:
    """Return the row of one model."""
    model, texts = load_checkpoint(path), _sources(pair, count)
    wanted, python_ms = [], []
    for text in texts:
        start = time.perf_counter()
        wanted += translate(model, [text])
        python_ms.append(1000 * (time.perf_counter() - start))
    request = {
        "site": site_tables([pair]),
        "pair": pair,
        "tables": tables,
        "name": path.stem,
        "weights": b64encode(weights).decode(),
        "texts": texts,
    }
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "request.json"
        file.write_text(json.dumps(request), encoding="utf-8")
        command = ["node", "--no-warnings", RUNNER, file]
        done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
    found = json.loads(done.stdout)
    same = [
        one["tokens"] == [step.token for step in trace.steps]
        for one, trace in zip(found, wanted, strict=True)
    ]
    both = [
        pair for pair, equal in zip(zip(found, wanted, strict=True), same, strict=True) if equal
    ]
    return {
        "pair": pair,
        "model": path.stem,
        "same tokens": f"{sum(same)} of {len(same)}",
        "weights": max(_apart(one["weights"], trace.weights) for one, trace in both),
        "log p": max(_apart(one["logProbs"], _log_probs(trace)) for one, trace in both),
        "ms": round(float(np.mean([one["ms"] for one in found])), 1),
        "ms in Python": round(float(np.mean(python_ms)), 1),
        "bytes": len(weights),
    }


def _log_probs(trace: Trace) -> np.ndarray:
    return np.array([step.log_prob for step in trace.steps])


def _apart(one: object, other: np.ndarray | None) -> float:
    """Return the largest difference of two arrays; 0 if a model has neither."""
    if other is None:
        assert one is None
        return 0.0
    return float(f"{np.abs(np.array(one) - other).max():.1e}")


def _sources(pair: str, count: int) -> list[str]:
    """Return sentences that no model of the pair was trained on."""
    turned = "-".join(reversed(pair.split("-")))
    for name, side in ((pair, 0), (turned, 1)):
        file = ROOT / f"data/written/{name}.test.tsv.gz"
        if file.exists():
            return [both[side] for both in read_pairs(file)[:count]]
    return [one.source for one in task_corpus(pair, count).pairs][:count]


def _sizes(content: bytes) -> dict[str, int]:
    return {"bytes": len(content), "gzipped": len(compress(content))}


if __name__ == "__main__":
    main()
