"""What must hold for long: many traces by eight threads, and many sessions one after another.

    .venv/bin/python benchmarks/hostile/endurance.py --traces 2000 --sessions 200

Each sentence is decoded alone, and by one of eight threads at once: both must agree to the bit.
Then eight people at a time open the app, type ten new sentences each and leave, and others come:
each sees the own words, none an error. The memory of the app's processes is noted meanwhile.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from websockets.asyncio.client import connect

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT))

from alignoscope.benchmarks import result  # noqa: E402
from alignoscope.benchmarks.apps import started  # noqa: E402
from alignoscope.benchmarks.load import Person, said  # noqa: E402
from alignoscope.decoding.best import best_translations  # noqa: E402
from alignoscope.decoding.usable import load_usable  # noqa: E402
from alignoscope.records.trace import Trace  # noqa: E402

AT_ONCE = 8  # threads, and people
SENTENCES = 10  # of a session
MODELS = ("bahdanau-additive", "luong-general", "luong-local-p")


def main() -> None:
    """Try as many as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--traces", type=int, default=2_000)
    parser.add_argument("--sessions", type=int, default=200)
    args = parser.parse_args()
    measured = {"traces": by_threads(args.traces)}
    with started(ROOT) as address:
        measured["sessions"] = asyncio.run(by_people(address, args.sessions))
    command = (
        f"python benchmarks/hostile/endurance.py --traces {args.traces} --sessions {args.sessions}"
    )
    result.write("endurance", command, ("streamlit", "torch", "websockets"), measured)


def by_threads(count: int) -> dict[str, object]:
    """Decode sentences alone, and by eight threads at once; say how many traces are the same."""
    models = [
        load_usable(ROOT / "checkpoints" / "eng-fra" / f"{name}.safetensors") for name in MODELS
    ]
    words = random.Random(0)
    parts = [said(words) for _ in range(count)]

    def decoded(i: int) -> Trace:
        return best_translations(
            models[i % len(models)], [f"{' '.join(parts[i])}."], 1 + 4 * (i % 2)
        )[0]

    alone = list(map(decoded, range(count)))
    with ThreadPoolExecutor(AT_ONCE) as threads:
        together = threads.map(decoded, range(count))
        same = sum(map(is_same, alone, together))
    return {"threads": AT_ONCE, "models": MODELS, "decoded": count, "the same to the bit": same}


def is_same(one: Trace, other: Trace) -> bool:
    """Say whether two traces have the same words, and the same weights to the bit."""
    return one.target == other.target and np.array_equal(one.weights, other.weights)


async def by_people(address: str, count: int) -> dict[str, object]:
    """Let people come, type and leave, some at a time; return the memory as they come, in MB."""
    seeds, left, memory = iter(range(count)), [], {}
    begun = time.monotonic()

    async def stay() -> None:
        for seed in seeds:
            left.append(await session(address, seed))
            if len(left) % max(count // 8, 1) == 0:
                memory[len(left)] = await asyncio.to_thread(megabytes)

    await asyncio.gather(*(stay() for _ in range(AT_ONCE)))
    return {
        "at once": AT_ONCE,
        "sessions": len(left),
        "sentences": sum(left),
        "minutes": round((time.monotonic() - begun) / 60, 1),
        "memory after so many, MB": memory,
    }


async def session(address: str, seed: int) -> int:
    """Open the page as one person, type sentences and leave; return how many were seen."""
    stream = partial(connect, subprotocols=["streamlit"], origin=address, max_size=None)
    async with stream(address.replace("http", "ws", 1) + "/_stcore/stream") as socket:
        person = Person(socket, random.Random(seed))
        await person.run(lambda message: message.rerun_script.SetInParent())
        for _ in range(SENTENCES):
            await person.types()
    return len(person.sentences)


def megabytes() -> int:
    """Return the memory of all processes that this one started, and of those that they did."""
    listed = subprocess.run(
        ["ps", "-axo", "pid=,ppid=,rss="], capture_output=True, text=True, check=True
    ).stdout
    rows = [tuple(map(int, line.split())) for line in listed.splitlines()]
    ours, total = {os.getpid()}, 0
    for pid, parent, size in sorted(rows):
        if parent in ours:
            ours.add(pid)
            total += size
    return round(total / 1000)


if __name__ == "__main__":
    main()
