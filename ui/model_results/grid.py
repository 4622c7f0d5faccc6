"""All models of a language pair as a table: rows are score functions, columns are timings."""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any

import streamlit as st

from alignoscope.records.catalogue.normalisers import NORMALISERS, SOFTMAX
from alignoscope.records.catalogue.scores import SCORES, score_entry
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.report import Report
from alignoscope.records.variant import GRU, SIZE, TRANSFORMER, has_positions, parse_variant
from alignoscope.ui.model_results.results_chart import name_report
from alignoscope.ui.web.component import Component
from alignoscope.ui.web.js_bundle import script, style

FAMILIES = (*TIMINGS, TRANSFORMER)
COMPONENT = Component(
    "models_grid",
    script("ui/model_results/grid.js"),
    style("ui/model_results/grid.css"),
)


def about_numbers(reports: Sequence[Report]) -> str:
    """Return the definition of the numbers in the grid."""
    if all(report.greedy_bleu is None for report in reports):
        return "the lowest dev loss, since no model was measured"
    return "BLEU (the stronger the colour, the higher) and the AER of the weights (less is better)"


def show_grid(
    reports: Sequence[Report], chosen: str, pick: Callable[[object], None], *, key: str
) -> None:
    """Show the grid with one model chosen; `pick` is called with the name of one that is clicked.

    The call is before the script runs again. The browser may report any name.
    """
    COMPONENT.mount(
        key=key,
        data=payload(reports, chosen),
        on_pick_change=lambda: pick(st.session_state[key].get("pick")),
    )


def payload(reports: Sequence[Report], chosen: str) -> dict[str, object]:
    """Return the component's data.

    Models without attention, and models whose variant names no score and timing, are apart.
    """
    bleu = [one.greedy_bleu for one in reports if one.greedy_bleu is not None]
    cells: dict[str, dict[str, list[dict[str, Any]]]] = {}
    apart: dict[str, list[dict]] = {}
    for report in reports:
        try:
            timing, score, feeding, normaliser, copying = parse_variant(report.variant)
        except ValueError:
            timing, score, feeding, normaliser, copying = "", "", False, SOFTMAX, False
        switches = (
            *["input feeding"] * feeding,
            *["copying"] * copying,
            *[NORMALISERS[normaliser].label] * (normaliser != SOFTMAX),
        )
        model = _model(report, switches, bleu)
        if score in ("", "none"):
            model["mark"] = model["name"]
            apart.setdefault("No attention" if score else "Other models", []).append(model)
        else:
            cells.setdefault(timing, {}).setdefault(score, []).append(model)
    for models in (one for found in cells.values() for one in found.values()):
        models.sort(key=itemgetter("mark"))
    columns = sorted(cells, key=FAMILIES.index)
    return {
        "chosen": chosen,
        "columns": [column.title() for column in columns],
        "rows": [
            {
                "score": score,
                "formula": score_entry(score).label,
                "cells": [cells[column].get(score, []) for column in columns],
            }
            for score in _ordered(score for found in cells.values() for score in found)
        ],
        "apart": [{"label": label, "models": models} for label, models in apart.items()],
    }


def _ordered(scores: Iterable[str]) -> list[str]:
    """Return scores in the order of the catalogue, those that it lacks last."""
    found = dict.fromkeys(scores)
    return [*(one for one in SCORES if one in found), *(one for one in found if one not in SCORES)]


def _model(report: Report, switches: Sequence[str], bleu: Sequence[float]) -> dict[str, Any]:
    """Return a model's place in the grid; its mark is what differs from the plain model.

    `switches` are what its name adds to timing and score; `bleu` are the values of all models.
    """
    name, aer = name_report(report), report.alignment_error
    first = report.greedy_bleu if bleu else report.best_dev_loss
    model = report.record.named(report.variant)
    marks = (
        *switches,
        model.cell.upper() if model.cell != GRU else "",
        "guided" if model.guided else "",
        f"{model.size} units" if model.size > SIZE else "",
        "" if has_positions(report.variant) else "no positions",
    )
    value = "–" if first is None else f"{first:.1f}" if bleu else f"{first:.2f}"
    beside = "" if aer is None else f"{aer:.2f}"
    said = f"{'BLEU' if bleu else 'dev loss'} {value}" if first is not None else "not measured"
    spread = max(bleu, default=0) - min(bleu, default=0)
    return {
        "name": name,
        "mark": ", ".join(filter(None, marks)) if name == report.name else name,
        "value": value,
        "beside": beside,
        "said": f"{name}: {said}{f', AER {beside}' * bool(beside)}",
        "shade": (first - min(bleu)) / spread if bleu and spread and first is not None else 0,
    }
