"""Input that nobody wrote in good faith, by the thousand: each is read, or refused with a reason.

    .venv/bin/python benchmarks/hostile.py --count 10000

Sentences of all planes of Unicode, and mutations of a trace file, of other tools' files and of
models. Anything but a `ValueError` is printed with the number that makes it again. The tests
run some of each, and links (tests/pages/test_hostile_links.py).
"""

import argparse
import json
import random
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from alignoscope.benchmarks import result
from alignoscope.decoding.best import best_translations
from alignoscope.decoding.usable import load_usable, load_usable_reader
from alignoscope.figures.drawing.maps import svg
from alignoscope.figures.views.maps import layers_of
from alignoscope.figures.views.view import PICTURES, View
from alignoscope.interchange.foreign.together import open_files
from alignoscope.interchange.readers.given import Given
from alignoscope.interchange.trace_json import from_json, to_json
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace

ROOT = Path(__file__).parent.parent
MODEL = ROOT / "checkpoints" / "reverse" / "luong-dot.safetensors"
READER = ROOT / "checkpoints" / "readers" / "agreement-dot.reader"
TOOLS = ROOT / "tests" / "interchange" / "tool_files"
SETS = (  # files of tools that are opened together
    *("marian/decode.soft marian/source.en", "marian/decode.hard marian/source.en"),
    "marian/nbest.soft marian/source.en",
    *("others/nematus.txt", "others/nematus.json", "others/sockeye.txt", "others/inseq.json"),
    *("others/opennmt.log others/opennmt.source", "others/ctranslate2.json"),
    *("others/t5.npz", "others/keras.npz", "others/generated.npz", "others/transformers_beam.npz"),
)
PLANES = ((0, 0x80), (0, 0x250), (0x250, 0x3000), (0x3000, 0xD800), (0xD800, 0x110000))
WORDS = ("1e999", "-1", "null", "[]", "{}", "NaN", '"\\u0000"', "1e9", "-1e-320", '"<script>"', "0")

ODD = (None, True, -1, 0, 2, 65_536, 10**9, 10**30, 0.5, "", "x" * 999, "<script>", [], [[]], {})


def hostile_text(chance: random.Random) -> str:
    """Return a text of letters from anywhere, mostly short."""
    low, high = chance.choice(PLANES)
    length = chance.choice((0, 1, 3, 10, 50, 200, 6_000))
    return "".join(chr(chance.randrange(low, high)) for _ in range(length))


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return data of which a few parts were changed, taken out, doubled or cut off."""
    found = bytearray(data)
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(found) + 1)
        size = chance.choice((1, 1, 2, 8, 64))
        part = found[at : at + size]
        kind = chance.randrange(6)
        if kind == 0:
            part = bytes(chance.randrange(256) for _ in part)
        elif kind == 1:
            part = b""
        elif kind == 2:
            part = part * chance.choice((2, 50))
        elif kind == 3:
            part = chance.choice(WORDS).encode()
        elif kind == 4 and at > 8:
            del found[at:]
        found[at : at + size] = part
    return bytes(found)


def sentence(chance: random.Random) -> None:
    """Translate a hostile sentence, and draw and save what comes out."""
    trace = best_translations(_model(), [hostile_text(chance)], 1)[0]
    draw([trace])
    assert from_json(to_json([trace]))


def trace_file(chance: random.Random) -> None:
    """Read a mutated trace file, and draw what it holds."""
    draw(from_json(mutated(_trace(), chance)))


def tool_file(chance: random.Random) -> None:
    """Open the files of a tool, one of them mutated."""
    paths = [TOOLS / name for name in chance.choice(SETS).split()]
    hit = chance.choice(paths)
    read = {one: one.read_bytes() for one in paths}
    read[hit] = mutated(read[hit], chance)
    opened = open_files([Given(name=one.name, data=data) for one, data in read.items()])
    assert opened.size >= 0
    assert opened.shared


def checkpoint(chance: random.Random) -> None:
    """Load a mutated checkpoint."""
    with _mutated_model(MODEL, chance) as path:
        load_usable(path)


def reader(chance: random.Random) -> None:
    """Load a mutated reader."""
    with _mutated_model(READER, chance) as path:
        load_usable_reader(path)


@contextmanager
def _mutated_model(model: Path, chance: random.Random) -> Iterator[Path]:
    """Return a copy of a model whose head is mutated, or says something else in sound JSON."""
    data = model.read_bytes()
    length = int.from_bytes(data[:8], "little") + 8
    if chance.random() < 0.5:
        head = mutated(data[:length], chance)
    else:
        said = json.loads(data[8:length])
        about = said["__metadata__"]
        name = chance.choice([one for one in about if one != "format"])
        about[name] = json.dumps(altered(json.loads(about[name]), chance))
        text = json.dumps(said).encode()
        head = len(text).to_bytes(8, "little") + text
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / model.name
        path.write_bytes(head + data[length:])
        yield path


def altered(value: object, chance: random.Random) -> object:
    """Return a JSON value of which one part, however deep, is something odd."""
    if isinstance(value, dict | list) and value and chance.random() < 0.9:
        at = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
        value[at] = altered(value[at], chance)
        return value
    return chance.choice(ODD)


def draw(found: list[Trace]) -> None:
    """Draw maps as a page and an export do."""
    for (measure, unit), (views, scale) in layers_of(found).items():
        view = View(measure=measure, unit=unit, margins=True, picture=PICTURES[len(found) % 2])
        drawing = svg(views, scale, view, 0, "hostile")
        assert 'inf"' not in drawing
        assert 'nan"' not in drawing


@cache
def _model() -> Checkpoint:
    return load_usable(MODEL)


@cache
def _trace() -> bytes:
    return to_json(best_translations(_model(), ["k b d"], 1)).encode()


KINDS: dict[str, Callable[[random.Random], None]] = {
    "sentences": sentence,
    "trace files": trace_file,
    "tools' files": tool_file,
    "checkpoints": checkpoint,
    "readers": reader,
}


def tried(kind: str, number: int) -> str:
    """Return "read" or "refused"; anything but a ValueError is raised."""
    try:
        KINDS[kind](random.Random(number))
    except ValueError:
        return "refused"
    return "read"


def main() -> None:
    """Try as many of each kind as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1_000)
    count = parser.parse_args().count
    warnings.simplefilter("error")
    measured: dict[str, dict[str, float]] = {}
    for kind in KINDS:
        told = {"read": 0, "refused": 0, "failed": 0, "slowest, s": 0.0}
        for number in range(count):
            start = time.process_time()
            try:
                told[tried(kind, number)] += 1
            except Exception:
                told["failed"] += 1
                print(f"{kind} {number}", traceback.format_exc(), flush=True)
            told["slowest, s"] = max(told["slowest, s"], round(time.process_time() - start, 2))
        measured[kind] = told
    command = f"python benchmarks/hostile.py --count {count}"
    result.write("hostile", command, ("torch", "safetensors", "tokenizers"), measured)


if __name__ == "__main__":
    main()
