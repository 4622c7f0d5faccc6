"""Input that nobody wrote in good faith: each is read, or refused with a reason.

Sentences of all planes of Unicode, links to all pages, and mutations of a trace file, of the files
of every importer and of models, each drawn from its number.
"""

import gzip
import io
import json
import random
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pandas import DataFrame
from streamlit.testing.v1 import AppTest

from alignoscope.decoding.best import best_translations
from alignoscope.decoding.usable import load_usable, load_usable_classifier
from alignoscope.interchange.foreign.bitext import read_bitext
from alignoscope.interchange.foreign.file_set import open_files
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.trace_json import from_json, to_json
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.extras import missing
from alignoscope.records.trace import Trace
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.payload import payload
from alignoscope.ui.player.position import View
from alignoscope.ui.shell.url_parameters import KNOWN
from tests.shared.app_pages import with_parameters

ROOT = Path(__file__).parents[2]
MODEL = ROOT / "checkpoints" / "reverse" / "luong-dot.safetensors"
READER = ROOT / "checkpoints" / "readers" / "agreement-dot.reader"
TOOLS = ROOT / "tests" / "interchange" / "tool_files"
SETS = (  # files of tools that are opened together
    *("marian/decode.soft marian/source.en", "marian/decode.hard marian/source.en"),
    "marian/nbest.soft marian/source.en",
    *("others/nematus.txt", "others/nematus.json", "others/sockeye.txt", "others/inseq.json"),
    *("others/opennmt.log others/opennmt.source", "others/ctranslate2.json"),
    "others/ctranslate2_eos.json",
    *("others/t5.npz others/t5.json", "others/keras.npz others/keras.json"),
    "others/transformers_beam.npz",
)
MADE: tuple[dict[str, str], ...] = (  # as tools write them that have no file there
    {"a.txt": "S-0\tthe car\nH-0\t-0.5\tla voiture\nP-0\t-0.5 -0.5\nA-0\t0.9,0.1 0.2,0.8\n"},
    {"a.txt": "la voiture ||| 0.9 0.1 ; 0.2 0.8\n", "b.txt": "the car\n"},
    {"a.a3": "# Sentence pair (1)\nla voiture\nNULL ({ }) the ({ 1 }) car ({ 2 })\n"},
    {"a.align": "0-0 1p1\n", "b.txt": "the car\n", "c.txt": "la voiture\n"},
    {"a.txt": "la voiture\t0-0 1-1\n", "b.txt": "the car\n"},
    {"a.txt": "the car ||| la voiture ||| 0-0 1-1 ||| -5.1\n"},
    {"a.wa": "1 1 1 S\n1 2 2 P\n", "b.txt": "the car\n", "c.txt": "la voiture\n"},
    {"a.json": '[{"inter": [[0, 0], [1, 1]]}]', "b.txt": "the car\n", "c.txt": "la voiture\n"},
    {"a.csv": ",the,car\nla,0.9,0.1\nvoiture,0.2,0.8\n"},
    {"a.md": "|  | the | car |\n|---|---|---|\n| la | 0.9 | 0.1 |\n| voiture | 0.2 | 0.8 |\n"},
    {"a.txt": "0.9 0.1\n0.2 0.8\n"},
    {"a.tsv": "weight\ttarget\tsource\n0.9\tla\tthe\n0.1\tla\tcar\n"},
    {"a.json": '[{"target": "la", "source": "the", "weight": 0.9}]'},
    {"a.json": '{"the": {"la": 0.9, "voiture": 0.2}, "car": {"la": 0.1, "voiture": 0.8}}'},
    {"a.json": '{"columns": ["the"], "index": ["la"], "data": [[1.0]]}'},
    {"a.json": '{"attention": [[0.9, 0.1], [0.2, 0.8]], "src": "the car", "tgt": ["la", "auto"]}'},
    {"a.json": '{"att": [[0.9, 0.1], [0.2, 0.8]], "src": ["t", "o"], "hop": 256, "sr": 22050}'},
    {"a.json": '{"alphas": [[[0.9, 0], [0, 0.1]], [[0.2, 0], [0.8, 0]]], "tgt": ["la", "auto"]}'},
    {"a.json": '{"att": [[0.9, 0.1], [0.2, 0.8]], "tgt": ["Ġla", "ĠÃ©t"]}'},
    {"a.txt": "+----+-----+-----+\n|    | the | car |\n+====+=====+=====+\n| la | 0.9 | 0.1 |\n"},
    {"a.txt": "     the    car\n--  ----  ----\nla   0.9   0.1\nun   0.2   0.8\n"},
    {
        "a.tex": "\\begin{tabular}{l|rr}\n& the & car \\\\\n\\hline\nla & 0.9 & 0.1 "
        "\\\\\n\\end{tabular}"
    },
    {"a.csv": ",the,car,\nla,0.9,0.1,\nvoiture,0.2,0.8,NA\n,,,\n"},
    {"a.json": '[{"token": "la", "att": [0.9, 0.1]}, {"token": "un", "att": [0.2, 0.8]}]'},
    {"a.json": '{"src": "the car", "att": {"la": {"the": 0.9, "car": 0.1}, "un": {"the": 1}}}'},
    {"a.json": '{"src": "a b", "cells": [{"i": 0, "j": 0, "p": 0.9}, {"i": 0, "j": 1, "p": 0.1}]}'},
    {"a.json": '[["", "the", "car"], ["la", 0.9, 0.1], ["voiture", 0.2, 0.8]]'},
    {
        "a.json": '{"data": [{"z": {"dtype": "f4", "bdata": "AAAAPwAAAD8AAAA/AAAAPw==", "shape": '
        '"2, 2"}, "x": ["a", "b"]}], "layout": {"yaxis": {"ticktext": ["c", "d"]}}}'
    },
    {
        "a.json": '{"mark": "rect", "datasets": {"d": [{"a": "x", "b": "y", "c": 0.5}, {"a": "z", '
        '"b": "y", "c": 0.5}]}, "data": {"name": "d"}, "encoding": {"x": {"field": "a"}, "y": '
        '{"field": "b"}, "color": {"field": "c"}}}'
    },
    {
        "a.json": '{"xAxis": {"data": ["a", "b"]}, "yAxis": [{"categories": ["c"]}], "series": '
        '[{"type": "heatmap", "data": [[0, 0, 0.5], [1, 0, 0.5]]}]}'
    },
    {
        "a.json": '{"type": "matrix", "data": {"yLabels": ["c"], "datasets": [{"data": [{"x": "a", '
        '"y": 0, "v": 0.5}, {"x": "b", "y": 0, "v": 0.5}]}]}, "options": {"scales": {"x": '
        '{"labels": ["a", "b"]}}}}'
    },
    {"a.jsonl": '["a", "c", 0.5]\n["b", "c", 0.5]\n["a", "d", 0.25]\n["b", "d", 0.75]\n'},
    {"a.tsv": "0\ta\t0\tc\t0.5\n1\tb\t0\tc\t0.5\n0\ta\t1\td\t0.25\n1\tb\t1\td\t0.75\n"},
    {
        "a.ali.js": "var alignments = [\n[[0, 1, 0], [1, 0, 0], [0, 0.2, 1], [1, 0.8, 1], ], \n]",
        "a.src.js": 'var sources = [\n["the", "car"], \n]',
        "a.trg.js": 'var targets = [\n["la", "voiture"], \n]',
    },
)
ASKED = (
    "on",
    "1",
    "-1",
    "1e999",
    "9" * 400,
    "eng-fra",
    "luong-dot",
    "posterior",
    "~~~",
    "家<b>[x](y)",
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


def altered(value: object, chance: random.Random) -> object:
    """Return a JSON value of which one part, however deep, is something odd."""
    if isinstance(value, dict | list) and value and chance.random() < 0.9:
        at = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
        value[at] = altered(value[at], chance)
        return value
    return chance.choice(ODD)


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
    read = chance.choice(tool_sets())
    hit = chance.choice([*read])
    read = read | {hit: mutated(read[hit], chance)}
    opened = open_files([NamedBytes(name=name, data=data) for name, data in read.items()])
    assert opened.size >= 0
    assert opened.shared


@cache
def tool_sets() -> list[dict[str, bytes]]:
    """Return the files of each importer that are opened together, by name."""
    paths = [[TOOLS / name for name in names.split()] for names in SETS]
    made = [{name: text.encode() for name, text in files.items()} for files in MADE]
    if not missing("excel"):
        book = io.BytesIO()
        DataFrame([[0.9, 0.1], [0.2, 0.8]], ["la", "auto"], ["the", "car"]).to_excel(book)
        made.append({"a.xlsx": book.getvalue()})
    return [{one.name: one.read_bytes() for one in files} for files in paths] + made


def arrays(chance: random.Random) -> None:
    """Open a mutated file of arrays, packed, unpacked, or of one array."""
    weights, files = np.full((2, 3, 4), 0.25, np.float32), []
    for save in (np.savez_compressed, np.savez, np.save):
        file = io.BytesIO()
        save(file, weights)  # type: ignore[operator]
        files.append(file.getvalue())
    texts = [NamedBytes(name=f"{i}.txt", data=b"a b c\nd e f\n") for i in range(2)]
    data = mutated(chance.choice(files), chance)
    open_files([NamedBytes(name="a.npz", data=data), *texts])


def record_files() -> dict[str, bytes]:
    """Return a parallel text in each form of records with named fields."""
    records = [{"en": "Go.", "fr": "Va !"}, {"en": "A car", "fr": "Une voiture"}]
    nested = [{"id": i, "translation": record} for i, record in enumerate(records)]
    files = {"a.json": json.dumps(records).encode()}
    files["a.jsonl"] = "\n".join(map(json.dumps, nested)).encode()
    for name, rows in (("a.parquet", records), ("b.parquet", nested)):
        pq.write_table(pa.Table.from_pylist(rows), packed := io.BytesIO())
        files[name] = packed.getvalue()
    table = pa.Table.from_pylist(records)
    for name, opened in (("a.arrow", pa.ipc.new_stream), ("b.arrow", pa.ipc.new_file)):
        with opened(packed := io.BytesIO(), table.schema) as writer:
            writer.write_table(table)
        files[name] = packed.getvalue()
    return files


def unit_files() -> dict[str, bytes]:
    """Return a parallel text as XLIFF 1.2 and 2.0, PO, and Excel."""
    sides = "<source>Go <x id='1'/>.</source><target>Va !</target>"
    files = {
        "a.xlf": "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'><file "
        "source-language='en' target-language='fr' datatype='plaintext' original='x'><body>"
        f"<trans-unit id='0'>{sides}</trans-unit></body></file></xliff>",
        "b.xlf": "<xliff version='2.0' xmlns='urn:oasis:names:tc:xliff:document:2.0' srcLang='en' "
        f"trgLang='fr'><file id='f'><unit id='1'><segment>{sides}</segment></unit></file></xliff>",
        "a.po": 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgid "Go."\nmsgstr "Va !"\n',
    }
    return {name: text.encode() for name, text in files.items()}


def parallel_text(chance: random.Random) -> None:
    """Read a mutated parallel text, of each form in which corpora are published."""
    texts = {"x.en-fr.en": "Go.\nA car\n", "x.en-fr.fr": "Va !\nUne voiture\n"}
    tabs = "Go.\tVa !\nA car\tUne voiture\n"
    zipped, tarred = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
    with tarfile.open(fileobj=tarred, mode="w:gz") as tar:
        for name, text in texts.items():
            info = tarfile.TarInfo(name)
            info.size = len(text)
            tar.addfile(info, io.BytesIO(text.encode()))
    made = {
        "a.tsv": tabs.encode(),
        "b.tsv": tabs.encode("utf-16"),
        "a.tsv.gz": gzip.compress(tabs.encode()),
        "a.csv": b'"Go.","Va !"\n"A ""car""",Une voiture\n',
        "en-fr.zip": zipped.getvalue(),
        "en-fr.tgz": tarred.getvalue(),
        "en-fr.tmx": b'<tmx><body><tu><tuv xml:lang="en"><seg>Go.</seg></tuv><tuv xml:lang="fr">'
        b"<seg>Va <ph>x</ph>!</seg></tuv></tu></body></tmx>",
        **record_files(),
        **unit_files(),
    }
    name = chance.choice([*made])
    data = mutated(made[name], chance)
    if name.endswith("z") and chance.random() < 0.5:
        data = gzip.compress(mutated(gzip.decompress(made[name]), chance))
    read_bitext([NamedBytes(name=name, data=data)])


def link(chance: random.Random) -> None:
    """Open a page by a link with odd values; what it says of them is a refusal."""
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    for name in chance.sample(sorted(KNOWN), chance.randrange(1, 6)):
        odd = hostile_text(chance).encode(errors="replace").decode()
        test.query_params[name] = chance.choices((*ASKED, odd), k=chance.choice((1, 1, 2)))
    page = chance.choice(with_parameters())
    test = (test if page == "app.py" else test.switch_page(page)).run()
    assert not test.exception, test.exception[0].message
    if test.warning or test.error:
        raise ValueError("the page says what is wrong")


def checkpoint(chance: random.Random) -> None:
    """Load a mutated checkpoint."""
    with _mutated_model(MODEL, chance) as path:
        load_usable(path)


def reader(chance: random.Random) -> None:
    """Load a mutated reader."""
    with _mutated_model(READER, chance) as path:
        load_usable_classifier(path)


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


def draw(found: list[Trace]) -> None:
    """Write the data with which a browser draws the maps of a page and of an export."""
    drawn = payload(layers_of(found), 0, "hostile", "player", View(margins=True))
    json.dumps(drawn, allow_nan=False)


@cache
def _model() -> Checkpoint:
    return load_usable(MODEL)


@cache
def _trace() -> bytes:
    return to_json(best_translations(_model(), ["k b d"], 1)).encode()


KINDS: dict[str, Callable[[random.Random], None]] = {
    "sentences": sentence,
    "links": link,
    "trace files": trace_file,
    "tools' files": tool_file,
    "arrays": arrays,
    "parallel texts": parallel_text,
    "checkpoints": checkpoint,
    "readers": reader,
}


def tried(kind: str, number: int) -> str:
    """Return "read" or "refused"; anything but a ValueError is raised, with its number."""
    try:
        KINDS[kind](random.Random(number))
    except ValueError:
        return "refused"
    except Exception as error:
        error.add_note(f"{kind} {number}")
        raise
    return "read"
