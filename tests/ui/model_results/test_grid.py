"""The grid of models: which cell a model is in, its numbers and its mark."""

from dataclasses import replace

from alignoscope.records.report import Report
from alignoscope.ui.model_results.grid import about_numbers, payload
from tests.shared.measured import QUALITY, REPORT, report


def with_bleu(one: Report, bleu: float) -> Report:
    return replace(one, quality=(replace(QUALITY, bleu=bleu),))


FOUND = [
    with_bleu(report("luong-general-feed", 0.25, 0.35), 40),
    with_bleu(report("luong-dot-sparsemax", 0.5), 30),
    with_bleu(report("luong-dot"), 20),
    with_bleu(report("luong-dot-copy"), 21),
    with_bleu(report("nematus-dot"), 25),
    with_bleu(report("fixed-context"), 10),
]


def test_rows_are_scores_and_columns_are_timings() -> None:
    grid = payload(FOUND, "luong-dot")
    assert grid["columns"] == ["Luong", "Nematus"]
    cells = {
        row["score"]: [[one["name"] for one in cell] for cell in row["cells"]]
        for row in grid["rows"]
    }
    assert cells == {
        "dot": [["luong-dot", "luong-dot-copy", "luong-dot-sparsemax"], ["nematus-dot"]],
        "general": [["luong-general-feed"], []],
    }
    marks = [one["mark"] for row in grid["rows"] for one in row["cells"][0]]
    assert marks == ["", "copying", "sparsemax", "input feeding"]
    (apart,) = grid["apart"]
    assert (apart["label"], apart["models"][0]["mark"]) == ("No attention", "fixed-context")
    assert grid["chosen"] == "luong-dot"


def test_transformers_are_the_last_column() -> None:
    names = ("transformer", "transformer-no-positions", "luong-scaled-dot", "nematus-dot")
    grid = payload([report(name) for name in names], "")
    assert grid["columns"] == ["Luong", "Nematus", "Transformer"]
    row = next(row for row in grid["rows"] if row["score"] == "scaled-dot")
    assert [one["mark"] for one in row["cells"][2]] == ["", "no positions"]


def test_a_cell_has_bleu_and_aer_and_is_shaded_by_bleu() -> None:
    general = payload(FOUND, "")["rows"][1]["cells"][0][0]
    assert (general["value"], general["beside"], general["shade"]) == ("40.0", "0.30", 1)
    assert general["said"] == "luong-general-feed: BLEU 40.0, AER 0.30"
    plain, _, sparse = payload(FOUND, "")["rows"][0]["cells"][0]
    assert (sparse["shade"], plain["shade"]) == (2 / 3, 1 / 3)
    assert plain["said"] == "luong-dot: BLEU 20.0"


def test_models_without_results_are_shown_by_their_loss() -> None:
    bare = replace(report("luong-dot"), quality=(), checkpoint="eng-fra/my-own.safetensors")
    (model,) = payload([bare], "")["rows"][0]["cells"][0]
    assert (model["value"], model["said"]) == ("1.50", "my-own: dev loss 1.50")
    assert model["mark"] == "my-own"  # a file whose name does not state its model
    assert "dev loss" in about_numbers([bare])
    (_, model) = payload([bare, FOUND[2]], "")["rows"][0]["cells"][0]
    assert (model["value"], model["said"]) == ("–", "my-own: not measured")


def test_a_variant_of_another_form_is_apart() -> None:
    (apart,) = payload([replace(REPORT, variant="marian-s2s")], "")["apart"]
    assert apart["label"] == "Other models"
