"""Lines a second of `torchrun -m evaluation.corpus`, by one process and by two.

Run `.venv/bin/python benchmarks/corpus.py FILE.tsv [LINES]`; the result is printed and written to
corpus.json. So many lines, evenly from a corpus file, are measured by one model, with surprise and
without. What the same command takes when nothing is left to do is taken off: start and look-over.
"""

import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from alignoscope.benchmarks import result
from alignoscope.data.corpus import corpus_lines

ROOT = Path(__file__).parent.parent
MODEL = "eng-fra/luong-concat"
PARTS = 8


def main() -> None:
    """Measure both ways by one process and by two."""
    lines = [line for line in corpus_lines(Path(sys.argv[1])) if line.strip()]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2_000
    lines = [lines[i * len(lines) // count] for i in range(count)]
    rows = []
    with TemporaryDirectory() as name:
        text = Path(name) / "text.tsv"
        text.write_text("\n".join(lines), encoding="utf-8")
        for way in ([], ["--quick"]):
            for processes in (1, 2):
                out = Path(name) / f"{processes}{''.join(way)}"
                rows.append({"options": way, "processes": processes, **measure(text, out, way)})
    result.write(
        "corpus",
        f"python benchmarks/corpus.py eng-fra.tsv.gz {count}",
        ("torch",),
        {"model": MODEL, "lines": count, "rows": rows},
    )


def measure(text: Path, out: Path, way: list[str]) -> dict[str, float]:
    """Return the lines a second, and the hours of a core that a million lines take."""
    processes, size = out.name[0], len(text.read_text(encoding="utf-8").splitlines())
    words = [sys.executable, "-m", "torch.distributed.run", f"--nproc-per-node={processes}"]
    words += ["-m", "evaluation.corpus", str(text), "--models", MODEL, "--out", str(out)]
    words += ["--part-lines", str(-(-size // PARTS)), *way]
    took = [_timed(words) for _ in range(2)]
    seconds, of_cores = (first - idle for first, idle in zip(*took, strict=True))
    return {
        "lines a second": round(size / seconds, 1),
        "core hours a million lines": round(of_cores / size * 1e6 / 3600, 2),
    }


def _timed(words: list[str]) -> tuple[float, float]:
    """Return the seconds that a command takes, by the clock and of cores."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
