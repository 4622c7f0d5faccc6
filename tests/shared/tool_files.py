"""Files as other tools write them, of any sentence: one function a format, after the tool's source.

Each takes source and target words without end marks, and weights [tgt_len, src_len], which have a
last row and column for end marks where `ends` says so, in this order.
"""

import base64
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from safetensors.numpy import save

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.records.foreign import ForeignFile

FOLDER = Path(__file__).parent.parent / "interchange" / "tool_files"
Words = Sequence[str]
Written = dict[str, bytes]


def real(*names: str) -> list[ForeignFile]:
    """Open files that the tools themselves wrote."""
    return open_foreign(
        [NamedBytes(name=name, data=(FOLDER / name).read_bytes()) for name in names]
    )


def given(files: dict[str, str | bytes]) -> list[NamedBytes]:
    return [
        NamedBytes(name=name, data=data if isinstance(data, bytes) else data.encode())
        for name, data in files.items()
    ]


def some_weights(rows: int, columns: int, seed: int = 7) -> np.ndarray:
    """Return rows that sum to 1, and columns that do not, of numbers with four decimals."""
    parts = np.random.default_rng(seed).dirichlet(np.full(columns, 0.3), size=rows)
    parts[:, 0] += np.linspace(0, 3, rows)  # columns far from 1
    weights = (parts / parts.sum(axis=1, keepdims=True)).round(4)
    weights[np.arange(rows), weights.argmax(axis=1)] += 1 - weights.sum(axis=1)
    return weights.astype(np.float32)


def _text(lines: Sequence[Words]) -> bytes:
    return "".join(" ".join(line) + "\n" for line in lines).encode()


def _rows(weights: np.ndarray, between: str, behind: str) -> str:
    return behind.join(between.join(f"{x:.6g}" for x in row) for row in weights.tolist())


def marian(source: Words, target: Words, weights: np.ndarray) -> Written:
    line = f"{' '.join(target)} ||| {_rows(weights, ',', ' ')}\n"
    return {"out.soft": line.encode(), "source.txt": _text([source])}


def marian_best(source: Words, target: Words, weights: np.ndarray) -> Written:
    rows, score = _rows(weights, ",", " "), "WordScores= -0.1 -0.2 ||| F0= -0.3 ||| -0.3"
    line = f"0 ||| {' '.join(target)} ||| {rows} ||| {score}\n"
    return {"out.nbest": line.encode(), "source.txt": _text([source])}


def marian_scorer(source: Words, target: Words, weights: np.ndarray) -> Written:
    line = f"-0.0027 ||| {_rows(weights, ',', ' ')}\n"
    texts = {"source.txt": _text([source]), "target.txt": _text([target])}
    return {"out.score": line.encode(), **texts}


def nematus(source: Words, target: Words, weights: np.ndarray) -> Written:
    head = f"0 ||| {' '.join(target)} ||| 0 ||| {' '.join(source)} ||| 0 0\n"
    return {"out.txt": (head + _rows(weights, " ", "\n") + "\n\n").encode()}


def nematus_json(source: Words, target: Words, weights: np.ndarray) -> Written:
    line = {"id": 0, "prob": 0, "source_sent": " ".join(source), "target_sent": " ".join(target)}
    return {"out.json": json.dumps(line | {"matrix": weights.tolist()}).encode()}


def sockeye(source: Words, target: Words, weights: np.ndarray) -> Written:
    shape = " ||| ".join(map(str, weights.shape[::-1]))
    head = f"1 ||| {' '.join(target)} ||| -0.5 ||| {' '.join(source)} ||| {shape}\n"
    return {"out.txt": (head + _rows(weights.T, " ", "\n") + "\n\n").encode()}


def opennmt_tf(source: Words, target: Words, weights: np.ndarray) -> Written:
    line = f"{' '.join(target)} ||| {_rows(weights, ' ', ' ; ')}\n"
    return {"out.txt": line.encode(), "source.txt": _text([source])}


def opennmt_table(source: Words, target: Words, weights: np.ndarray, star: str = "*") -> Written:
    ended = [*source, "</s>"][: weights.shape[1]]
    head = "{:>10.10} ".format("") + "".join(f"{word:>10.7} " for word in ended)
    lines = [f"[2026-11-21 20:47:05,335 INFO] {head}"]
    for word, row in zip([*target, "</s>"], weights.tolist(), strict=False):
        best = max(row)
        cells = ((star if x == best else "") + f"{x:.7f}" for x in row)
        lines.append(f"{word:>10.10} " + "".join(f"{cell:>10} " for cell in cells))
    return {"out.log": "\n".join([*lines, "", ""]).encode()}


def eole_table(source: Words, target: Words, weights: np.ndarray) -> Written:
    return opennmt_table(source, target, weights, star="")


def ctranslate2(source: Words, target: Words, weights: np.ndarray) -> Written:
    ended = ([*source, "</s>"][: weights.shape[1]], [*target, "</s>"][: weights.shape[0]])
    line = {"source": ended[0], "hypotheses": [ended[1]], "attention": [weights.tolist()]}
    return {"out.json": json.dumps(line, ensure_ascii=False).encode()}


def fairseq(source: Words, target: Words, weights: np.ndarray) -> Written:
    said = f"S-0\t{' '.join(source)}\nH-0\t-0.5\t{' '.join(target)}\nP-0\t-0.5 -0.5\n"
    return {"out.txt": f"{said}A-0\t{_rows(weights, ',', ' ')}\n".encode()}


def inseq(source: Words, target: Words, weights: np.ndarray) -> Written:
    ended = ([*source, "</s>"][: weights.shape[1]], [*target, "</s>"][: weights.shape[0]])
    sides = ([{"id": i, "token": token} for i, token in enumerate(side)] for side in ended)
    packed = base64.b64encode(save({"attribution": np.ascontiguousarray(weights.T)})).decode()
    one = dict(zip(("source", "target"), sides, strict=True)) | {"source_attributions": packed}
    whole = {"sequence_attributions": [one], "info": {"attribution_method": "attention"}}
    return {"out.json": json.dumps(whole).encode()}


def npz(source: Words, target: Words, weights: np.ndarray) -> Written:
    packed = io.BytesIO()
    ended = ([*source, "</s>"][: weights.shape[1]], [*target, "</s>"][: weights.shape[0]])
    np.savez(packed, weights=weights, source=np.array(ended[0]), target=np.array(ended[1]))
    return {"out.npz": packed.getvalue()}


def soft_alignments(source: Words, target: Words, weights: np.ndarray) -> Written:
    cells = [
        [j, float(weights[i, j]), i]
        for j in range(weights.shape[1])
        for i in range(weights.shape[0])
    ]
    numbers = f"var alignments = [\n{json.dumps(cells)[:-1]}, ], \n]".encode()
    words = {
        name: f"var {name}s = [\n{json.dumps(list(words))}, \n]".encode()
        for name, words in (("source", source), ("target", target))
    }
    return {"out.ali.js": numbers, "out.src.js": words["source"], "out.trg.js": words["target"]}


WRITERS: dict[str, Callable[[Words, Words, np.ndarray], Written]] = {
    "Marian soft": marian,
    "Marian n-best": marian_best,
    "Marian scorer": marian_scorer,
    "Nematus": nematus,
    "Nematus JSON": nematus_json,
    "Sockeye matrix": sockeye,
    "OpenNMT-tf soft": opennmt_tf,
    "OpenNMT table": opennmt_table,
    "eole table": eole_table,
    "CTranslate2": ctranslate2,
    "fairseq": fairseq,
    "inseq": inseq,
    "Arrays (npz)": npz,
    "SoftAlignments": soft_alignments,
}
TABLES = {"OpenNMT table", "eole table"}  # of labels that are cut
