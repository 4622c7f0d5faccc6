"""All measures of one checkpoint, with the hardware, versions and command used."""

import os
import platform
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import torch

from alignoscope.data.corpus import Pair
from alignoscope.evaluation.forced import measure_forced
from alignoscope.evaluation.lengths import measure_lengths, measure_real_lengths
from alignoscope.evaluation.material import EvaluationData
from alignoscope.evaluation.option_selection import measure_alignment
from alignoscope.evaluation.rarity import count_words, measure_rarity
from alignoscope.evaluation.speed import measure_speed
from alignoscope.evaluation.translation import measure_quality, translate_sources
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.attention import FixedContext
from alignoscope.records.hardware import processor_name
from alignoscope.records.measured_rows import (
    Alignment,
    LengthScore,
    Quality,
    Resampled,
    Translation,
)
from alignoscope.records.report import Report
from alignoscope.records.trace import decoding_name

PACKAGES = ("torch", "numpy", "tokenizers", "sacrebleu")
SPEED_WIDTHS = (1, 5)
NO_TEXTS: Mapping[str, Sequence[Pair]] = {}
NO_SENTENCES: Mapping[str, Sequence[str]] = {}


def measure(
    checkpoint: Checkpoint,
    path: Path,
    material: EvaluationData,
    *,
    parts: Sequence[str],
    width: int,
    quick: bool,
    backward: Checkpoint | None,
    command: str,
    texts: Mapping[str, Sequence[Pair]] = NO_TEXTS,
    sentences: Mapping[str, Sequence[str]] = NO_SENTENCES,
) -> Report:
    """Measure a checkpoint.

    Args:
        checkpoint: the model.
        path: its file, for the report.
        material: the evaluation data.
        parts: the parts to measure on. BLEU by length and bootstrap draws are of the last one,
            speed is of a sentence of the first one.
        width: the width of the beam that is measured besides greedy decoding.
        quick: whether to measure only greedy translations against one reference.
        backward: a model of the other direction, for symmetrised links.
        command: the command, for the report.
        texts: other pairs by the name of their file, which no model has learnt. Their quality is
            measured, and BLEU by length of their single sentences.
        sentences: sentences by the name of their file, whose translations are kept.

    Raises:
        ValueError: if a part has no pair that can be decoded, or the gold sets do not fit.
    """
    about = _describe(checkpoint, path, material, command)
    held_out = {part: material.parts[part] for part in parts}
    widths = (1,) if quick else tuple(dict.fromkeys((1, width)))
    quality: list[Quality] = []
    resampled: list[Resampled] = []
    for part, pairs in held_out.items():
        for one in widths:
            rows, draws = measure_quality(checkpoint, pairs, part, width=one, several=not quick)
            quality += rows
            resampled += [draws] * (part == parts[-1])
    about |= {"quality": tuple(quality), "resampled": tuple(resampled)}
    if quick:
        return Report(**about)
    last = parts[-1]
    return Report(
        **about,
        forced=tuple(measure_forced(checkpoint, pairs, p) for p, pairs in held_out.items()),
        lengths=tuple(measure_lengths(checkpoint, held_out[last], last, join=not material.made_up)),
        alignment=_alignment(checkpoint, material, backward),
        speed=tuple(measure_speed(checkpoint, held_out[parts[0]], SPEED_WIDTHS)),
        texts=_texts(checkpoint, texts, widths),
        real_lengths=_real_lengths(checkpoint, {last: held_out[last]} | dict(texts))
        * (not material.made_up),
        rarity=tuple(
            measure_rarity(
                checkpoint,
                held_out[last],
                last,
                known=count_words(material.parts["train"]),
                width=width,
            )
        )
        * (not material.made_up),
        translations=tuple(
            Translation(part=name, decoding=decoding_name(width), source=source, text=made[source])
            for name, sources in sentences.items()
            for made in [translate_sources(checkpoint, sources, width)]
            for source in sources
            if source in made
        ),
    )


def align_again(
    report: Report,
    checkpoint: Checkpoint,
    material: EvaluationData,
    *,
    backward: Checkpoint | None,
    command: str,
) -> Report:
    """Return a report with its alignment measured again; the other measures are kept.

    Args:
        report: the earlier report.
        checkpoint: the model.
        material: the evaluation data.
        backward: a model of the other direction, for symmetrised links.
        command: the command, which is appended to that of the report.

    Raises:
        ValueError: if the gold sets do not fit.
    """
    return replace(
        report,
        alignment=_alignment(checkpoint, material, backward),
        date=_now(),
        command=f"{report.command} && {command}",
    )


def add_texts(
    report: Report,
    checkpoint: Checkpoint,
    texts: Mapping[str, Sequence[Pair]],
    *,
    width: int,
    command: str,
) -> Report:
    """Return a report with the measures of further texts added, in place of earlier ones of these.

    Args:
        report: the earlier report.
        checkpoint: the model.
        texts: pairs by the name of their file, which no model has learnt.
        width: the width of the beam that is measured besides greedy decoding.
        command: the command, which is appended to that of the report.
    """
    kept = tuple(row for row in report.texts if row.part not in texts)
    lengths = tuple(row for row in report.real_lengths if row.part not in texts)
    widths = tuple(dict.fromkeys((1, width)))
    return replace(
        report,
        texts=kept + _texts(checkpoint, texts, widths),
        real_lengths=lengths + _real_lengths(checkpoint, texts),
        date=_now(),
        command=f"{report.command} && {command}",
    )


def _texts(
    checkpoint: Checkpoint, texts: Mapping[str, Sequence[Pair]], widths: Sequence[int]
) -> tuple[Quality, ...]:
    return tuple(
        row
        for name, pairs in texts.items()
        for width in widths
        for row in measure_quality(checkpoint, pairs, name, width=width, several=False)[0]
    )


def _real_lengths(
    checkpoint: Checkpoint, texts: Mapping[str, Sequence[Pair]]
) -> tuple[LengthScore, ...]:
    return tuple(
        row
        for name, pairs in texts.items()
        for row in measure_real_lengths(checkpoint, pairs, name)
    )


def _alignment(
    checkpoint: Checkpoint, material: EvaluationData, backward: Checkpoint | None
) -> tuple[Alignment, ...]:
    if not material.golds or isinstance(checkpoint.model.decoder.attention, FixedContext):
        return ()
    return tuple(measure_alignment(checkpoint, material.golds, backward))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _describe(checkpoint: Checkpoint, path: Path, material: EvaluationData, command: str) -> dict:
    """Return the fields of a report other than measures, with the record but its snapshots."""
    record, trained_on = checkpoint.record, checkpoint.record.corpus.revision
    return {
        "checkpoint": f"{path.absolute().parent.name}/{path.name}",
        "variant": checkpoint.variant,
        "pair": record.pair or path.absolute().parent.name,
        "seed": record.seed,
        "corpus": material.corpus,
        "corpus_revision": material.revision,
        "same_corpus": None if trained_on is None else trained_on == material.revision,
        "parameters": sum(p.numel() for p in checkpoint.model.parameters()),
        "training_seconds": record.seconds,
        "best_dev_loss": record.best_dev_loss,
        "config": checkpoint.model.config.fields(),
        "record": replace(record, snapshots=()),
        "date": _now(),
        "command": command,
        "hardware": hardware(),
        "versions": {"python": platform.python_version(), **{p: version(p) for p in PACKAGES}},
    }


def hardware() -> dict:
    """Return the description of the machine, which the measured speed depends on."""
    return {
        "processor": processor_name(),
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "threads": torch.get_num_threads(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
    }


def write_command(argv: Sequence[str], module: str = "evaluation") -> str:
    """Return the command for a report.

    Absolute paths and those starting with `../` are shortened to their last name.
    """
    shown = [re.sub(r"(^|=)(/|\.\./)(.*/)?(?=[^/])", r"\1", word) for word in argv]
    return shlex.join(["python", "-m", module, *shown])
