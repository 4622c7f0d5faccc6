"""What tests of the measures share: pairs, a corpus, and a report of made-up numbers."""

import random
from dataclasses import replace
from pathlib import Path

from alignoscope.analysis.links import LinkOptions
from alignoscope.data.corpus import Pair
from alignoscope.data.gold import GoldPair
from alignoscope.evaluation.alignment import attention_links
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.measured_rows import Alignment, Quality
from alignoscope.records.report import Report
from alignoscope.records.run import RunRecord
from tests.shared.gold_pairs import gold_pair
from tests.shared.samples import SENTENCES

PAIRS = [Pair(*sides) for sides in zip(SENTENCES[::2], SENTENCES[1::2], strict=True)]
TOO_LONG = Pair("the " * 101, "la")
PARTS_AND_SHIFTS = (("test", 0), ("dev", 1))  # of the gold's links
QUALITY = Quality(
    part="dev",
    decoding="greedy",
    references="one",
    sentences=7,
    skipped=0,
    bleu=31.0,
    chrf=53.0,
    exact=11.0,
    bleu_signature="nrefs:1",
    chrf_signature="nrefs:1",
)
REPORT = Report(
    checkpoint="eng-fra/luong-dot.safetensors",
    variant="luong-dot",
    pair="eng-fra",
    seed=0,
    corpus="toy.tsv",
    corpus_revision="abc",
    same_corpus=True,
    parameters=1009,
    training_seconds=61.0,
    best_dev_loss=1.5,
    config={"variant": "luong-dot"},
    record=RunRecord(training={"seed": 0, "epochs": 3}, device="été"),
    date="2020-01-01T00:00:00+00:00",
    command="python -m evaluation",
    hardware={"cores": 2},
    versions={"torch": "2"},
    quality=(QUALITY,),
)


def write_corpus(path: Path) -> Path:
    """Write random sentences of the words that the small models know."""
    draw = random.Random(0)
    words = [[w for text in SENTENCES[side::2] for w in text.split()] for side in (0, 1)]
    lines = {"\t".join(" ".join(draw.choices(side, k=5)) for side in words) for _ in range(211)}
    path.write_text("\n".join(sorted(lines)), encoding="utf-8")
    return path


def gold_of(checkpoint: Checkpoint, part: str, shift: int) -> list[GoldPair]:
    """Return gold pairs whose links are those of a model's steps, shifted."""
    pairs = [replace(gold_pair(pair.source, pair.target), part=part) for pair in PAIRS]
    found = attention_links(checkpoint, pairs, LinkOptions(shift=shift))
    both = zip(pairs, found, strict=True)
    return [replace(pair, sure=links, possible=links) for pair, links in both]


def link_error(gold: str, part: str, aer: float, **fields: object) -> Alignment:
    """Return an alignment error of a part of a gold set."""
    row = Alignment(
        gold=gold,
        part=part,
        directions=1,
        symmetrisation=None,
        shift=0,
        method="argmax",
        threshold=None,
        chosen=True,
        dev_aer=0.5,
        pairs=7,
        skipped=0,
        aer=aer,
        precision=0.5,
        recall=0.5,
    )
    return replace(row, **fields)


def report(variant: str, *aer: float) -> Report:
    """Return a report with the given errors on the test parts of as many gold sets."""
    rows = [link_error(f"gold {i}", "test", value) for i, value in enumerate(aer)]
    rows += [
        link_error("gold 0", "dev", 0.9),
        link_error("gold 0", "test", 0.9, measure="posterior"),
    ]
    rows += [link_error("gold 0", "test", 0.01, chosen=False)]
    name = f"eng-fra/{variant}.safetensors"
    return replace(REPORT, variant=variant, checkpoint=name, alignment=tuple(rows) if aer else ())
