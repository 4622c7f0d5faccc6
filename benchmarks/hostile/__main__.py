"""The large run: see the package."""

import argparse
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from alignoscope.benchmarks import hostile, result
from alignoscope.benchmarks.hostile.kinds import KINDS, measured_of


def main() -> None:
    """Try as many of each kind as are asked for."""
    parser = argparse.ArgumentParser(description=hostile.__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1_000)
    count = parser.parse_args().count
    measured: dict[str, dict[str, float]] = {}
    for kind in KINDS:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            measured[kind] = process.submit(measured_of, kind, count).result()
    command = f"python benchmarks/hostile --count {count}"
    result.write("hostile", command, ("torch", "safetensors", "tokenizers"), measured)


if __name__ == "__main__":
    main()
