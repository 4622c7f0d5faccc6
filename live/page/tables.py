"""What a live page knows before a sentence is typed: of all pairs, of a pair, and of each model."""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from alignoscope.analysis.confidence import LEAST, LEFT_OUT, MOST_READ, SELDOM, SURE_MODES
from alignoscope.analysis.normalising import alpha_of
from alignoscope.data.examples import EXAMPLES
from alignoscope.data.known_words import (
    LEVELS,
    RARE,
    SENTENCE_ENDS,
    TELLING,
    UNSPACED,
    KnownWords,
)
from alignoscope.data.languages import pair_name, side_names
from alignoscope.data.registers import FORMAL, MARKS
from alignoscope.decoding.engine.instance import WASM
from alignoscope.decoding.usable import load_usable
from alignoscope.live.exported import export_model
from alignoscope.live.tables import tokenizer_tables
from alignoscope.models.beside import beside
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.attention import LocalAttention
from alignoscope.records.confidence import ConfidenceFit
from alignoscope.records.limits import (
    MAX_CHARACTERS,
    MAX_TOKENS,
    MAX_TRACE_BYTES,
    MAX_TRACE_CELLS,
    MAX_TRACE_VALUES,
    MAX_TRACES,
)
from alignoscope.records.report import Report
from alignoscope.records.variant import FEED, is_transformer, parse_variant
from alignoscope.records.version import VERSION
from alignoscope.ui.exports.browser_printing import FINE, PIXELS
from alignoscope.ui.exports.picture_options import SIZES
from alignoscope.ui.flow.notes import formulas, sums_to_one, updates_first
from alignoscope.ui.player.decoding_mode import GIVEN, MODES, OWN
from alignoscope.ui.player.map_placement import place_of
from alignoscope.ui.player.map_view import MEASURES, shared_scale
from alignoscope.ui.player.position import View
from alignoscope.ui.shell.model_presets import DECODER_TYPES, best_aligner, opened_with, presets
from alignoscope.ui.shell.sentence_input import labels
from alignoscope.ui.theme import properties
from alignoscope.ui.timing.diagram import clock, sized

# What a Transformer has not is said when a person asks for it.
LACKS = (
    "has no posterior, and no weights that can be moved: its map is the mean over the heads of one "
    "layer, which no step reads."
)
OPENED = 4  # models that a page opens with; a phone can load them


def site_tables(pairs: Sequence[str], app: str = "") -> dict[str, object]:
    """Return the tables that all pairs share; `app` is the address of an app to link to."""
    scales = {
        measure: {
            name: asdict(shared_scale((), measure, softmax=name == "softmax"))
            for name in ("softmax", "other")
        }
        for measure in MEASURES
    }
    return {
        "pairs": [{"id": pair, "name": pair_name(pair)} for pair in pairs],
        "limits": {"tokens": MAX_TOKENS, "characters": MAX_CHARACTERS},
        "engine": base64.b64encode(WASM.read_bytes()).decode(),
        "file": {
            "traces": MAX_TRACES,
            "cells": MAX_TRACE_CELLS,
            "values": MAX_TRACE_VALUES,
            "bytes": MAX_TRACE_BYTES,
        },
        "view": asdict(View(picture="flow")),
        "scales": scales,
        "modes": MODES,
        "doubt": {
            "leftOut": LEFT_OUT,
            "least": LEAST,
            "mostRead": MOST_READ,
            "modes": SURE_MODES,
            "rare": RARE,
            "seldom": SELDOM,
            "telling": TELLING,
            "ends": sorted(SENTENCE_ENDS),
            "unspaced": UNSPACED.pattern,
        },
        "badges": {"own": OWN, "given": GIVEN},
        "sizes": {name: asdict(size) for name, size in SIZES.items()},
        "pixels": {"screen": PIXELS, "print": FINE},
        "themes": {theme: properties(theme) for theme in ("light", "dark")},
        "version": VERSION,
        "app": app,
    }


def pair_tables(
    pair: str, paths: Sequence[Path], reports: Sequence[Report]
) -> tuple[dict[str, object], dict[str, bytes], list[str]]:
    """Return the tables of a pair, the weights of its models by name, and why models are left out.

    Args:
        pair: the language pair.
        paths: the checkpoints, in the order of the page.
        reports: the results, by which the models that the page opens with are chosen.
    """
    tokenizers: dict[str, int] = {}
    tables, entries, weights, left_out = [], [], {}, []
    knows_formal = False
    for path in paths:
        try:
            checkpoint = load_usable(path)
            own = checkpoint.tokenizer.to_json()
            number = tokenizers.get(own, len(tokenizers))
            sure = beside(path.parent).confidence.get(path.stem)
            entry = model_entry(path.stem, checkpoint, sure.fit if sure else None) | {
                "tokenizer": number
            }
        except ValueError as error:
            left_out.append(f"{pair}/{path.stem} is left out: {error}")
            continue
        if own not in tokenizers:
            tokenizers[own] = number
            tables.append(tokenizer_tables(checkpoint.tokenizer))
        knows_formal |= FORMAL in checkpoint.tokenizer.registers
        weights[path.stem] = without_metadata(path.read_bytes())
        entries.append(entry | {"bytes": len(weights[path.stem])})
    source, target = labels(pair)
    opened, lead = opened_models([*weights], reports) if weights else ([], "")
    return (
        {
            "labels": {"source": source, "target": target},
            "languages": side_names(pair),
            "examples": [one._asdict() for one in EXAMPLES.get(pair, ())],
            "tokenizers": tables,
            "models": entries,
            "opened": opened,
            "lead": lead,
            "formal": MARKS[FORMAL] if knows_formal else "",
            "known": bool(paths) and beside(paths[0].parent).words is not None,
        },
        weights,
        left_out,
    )


def known_table(known: KnownWords) -> dict[str, object]:
    """Return the words of both sides of a pair by level, as the scripts read them."""
    sides: list[list[str]] = []
    for side in (known.source, known.target):
        words: list[list[str]] = [[] for _ in LEVELS]
        for word, level in side.items():
            words[level].append(word)
        sides.append([" ".join(sorted(one)) for one in words])
    source, target = sides
    return {"counts": LEVELS, "source": source, "target": target, "capitals": known.capitals[0]}


def model_entry(
    name: str, checkpoint: Checkpoint, fit: ConfidenceFit | None = None
) -> dict[str, object]:
    """Return the page's entry of a model, with its exported programs.

    Args:
        name: the model's name on the page.
        checkpoint: the model.
        fit: how sure it is of its words, if that was measured.

    Raises:
        ValueError: as `export_model` does.
    """
    variant, model = checkpoint.variant, checkpoint.model
    timing, attention = parse_variant(variant).timing, model.decoder.attention
    plan = clock(timing, attends=parse_variant(variant).score != "none", feeds=FEED in variant)
    return {
        "name": name,
        "variant": variant,
        "timing": timing,
        "window": attention.window if isinstance(attention, LocalAttention) else None,
        "bidirectional": model.config.two_way,
        "softmax": alpha_of(variant) == 1,
        "place": asdict(place_of(variant)),
        "updatesFirst": updates_first(timing),
        "sumsToOne": sums_to_one(variant),
        "formulas": formulas(variant, two_way=model.config.two_way),
        "clock": plan and sized(plan),
        "lacks": LACKS if is_transformer(variant) else "",
        "exported": json.loads(export_model(checkpoint).to_json()),
        "confidence": fit and asdict(fit),
    }


def without_metadata(file: bytes) -> bytes:
    """Return a checkpoint without its record of the training: a header and all weights."""
    size = int.from_bytes(file[:8], "little")
    header: Mapping = json.loads(file[8 : 8 + size])
    kept = {name: part for name, part in header.items() if name != "__metadata__"}
    text = json.dumps(kept, separators=(",", ":")).encode()
    return len(text).to_bytes(8, "little") + text + file[8 + size :]


def opened_models(names: Sequence[str], reports: Sequence[Report]) -> tuple[list[str], str]:
    """Return the models that a page opens with, and the one whose flow it shows.

    That is the best aligner, which stands for its decoder type; then come one model per further
    type, and others without extras.
    """
    plain = opened_with(names)
    by_type = presets(plain, reports).get(DECODER_TYPES, ())
    lead = best_aligner(plain, reports)
    chosen = [*dict.fromkeys([lead, *by_type, *plain])][:OPENED]
    return [name for name in names if name in chosen], lead
