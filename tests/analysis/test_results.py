"""The figures of the page "Models": what they draw is what the reports say."""

import re
from dataclasses import replace

from alignoscope.records.measured_rows import Alignment, Quality
from alignoscope.records.report import Report
from alignoscope.records.run import RunRecord, TrainedOn
from alignoscope.ui.model_results.results_chart import (
    card,
    first_numbers,
    provenance,
    results_table,
)
from alignoscope.ui.model_results.seeds_chart import (
    budget,
    said_of_spread,
    spread_figure,
    with_seeds,
)


def report(variant: str, seed: int, bleu: float, epochs: float = 1) -> Report:
    """Return a report of one dev BLEU, with others that must not be read."""
    row = Quality(
        part="dev",
        decoding="greedy",
        references="one",
        sentences=7,
        skipped=0,
        bleu=bleu,
        chrf=50.0,
        exact=11.0,
        bleu_signature="",
        chrf_signature="",
    )
    return Report(
        checkpoint=f"eng-fra/{variant}.safetensors",
        variant=variant,
        pair="eng-fra",
        seed=seed,
        corpus="c.tsv",
        corpus_revision="0123456789abcdef",
        same_corpus=True,
        parameters=7,
        training_seconds=119.0,
        best_dev_loss=1.5,
        config={},
        record=RunRecord(training={"epochs": epochs}),
        date="2020-03-04T05:06:07+00:00",
        command="python -m evaluation a",
        hardware={"processor": "P", "load": 2.5},
        versions={},
        quality=(
            replace(row, part="test", bleu=1.0),
            replace(row, decoding="beam 5", bleu=2.0),
            replace(row, references="several", bleu=3.0),
            row,
        ),
    )


REPORTS = [
    report("luong-dot", 0, 31.0),
    report("luong-dot", 1, 32.5),
    report("luong-concat", 0, 35.0),
    report("luong-general", 0, 30.0),
    report("luong-general", 2, 33.0),
]


def unescaped(text: str) -> str:
    """Return a text of Markdown as it is shown, without its escapes."""
    return re.sub(r"\\(.)", r"\1", text)


def test_the_spread_shows_every_seed_of_the_variants_that_have_several() -> None:
    assert with_seeds(REPORTS) == ["luong-dot", "luong-general"]
    dot, general = spread_figure(REPORTS).data
    assert (list(dot.x), list(dot.y)) == ([31.0, 32.5], ["luong-dot", "luong-dot"])
    assert [seed for (seed,) in general.customdata] == [0, 2]
    assert with_seeds(REPORTS[2:4]) == []


def test_variants_whose_ranges_overlap_are_named() -> None:
    additive = [report("bahdanau-additive", seed, bleu) for seed, bleu in ((0, 33.0), (1, 34.0))]
    assert unescaped(said_of_spread([*REPORTS, *additive])) == (
        "Overlapping ranges: luong-dot and luong-general, luong-general and bahdanau-additive. "
        "Which of the two is better depends on the seed."
    )
    assert "No two ranges overlap" in said_of_spread([*REPORTS[:3], *additive])


def test_a_guided_run_is_no_seed_of_its_variant_and_its_card_says_by_what() -> None:
    training = {"guide_weight": 0.5, "guide_aligner": "eflomal 2.0.0"}
    guided = replace(REPORTS[-1], record=RunRecord(training=training))
    assert with_seeds([REPORTS[-2], guided]) == []
    said = "pulled towards the links of an aligner, eflomal 2.0.0, weight 0.5"
    assert said in unescaped(card(guided))
    assert "aligner" not in card(REPORTS[-2])


def test_the_budget_of_the_runs_is_said() -> None:
    assert budget(REPORTS) == "1 epoch"
    assert budget([report("luong-dot", 0, 31.0, 2)]) == "2 epochs"
    assert budget([*REPORTS, report("luong-dot", 3, 31.0, 2.5)]) == "1 to 2.5 epochs"
    assert budget([replace(REPORTS[0], record=RunRecord())]) == "unknown epochs"


def test_the_table_has_a_row_a_report_and_no_column_without_a_number() -> None:
    table = results_table(REPORTS)
    assert list(table["variant"]) == [item.variant for item in REPORTS]
    assert list(table["BLEU (dev, greedy)"]) == [31.0, 32.5, 35.0, 30.0, 33.0]
    assert set(table["training minutes"]) == {2}
    assert not any(name.startswith(("AER", "ms")) for name in table)


def test_the_table_has_the_aer_that_was_chosen_on_dev() -> None:
    def row(part: str, aer: float, dev_aer: float, name: str | None = None) -> Alignment:
        return Alignment(
            gold="g",
            part=part,
            directions=2 if name else 1,
            symmetrisation=name,
            shift=0,
            method="argmax",
            threshold=None,
            chosen=True,
            dev_aer=dev_aer,
            pairs=7,
            skipped=0,
            aer=aer,
            precision=0.5,
            recall=0.5,
        )

    alignment = (
        row("dev", 0.1, 0.1),
        row("test", 0.3, 0.1),
        replace(row("test", 0.2, 0.2), chosen=False),
        row("test", 0.15, 0.09, "union"),
        row("test", 0.25, 0.08, "intersection"),
    )
    table = results_table([replace(REPORTS[0], alignment=alignment)])
    found = {name: table[name][0] for name in table if name.startswith("AER")}
    assert found == {"AER (g, test)": 0.3, "AER (g, test, two ways)": 0.25}


def test_a_card_says_how_a_model_was_trained_and_measured() -> None:
    record = RunRecord(
        training={"epochs": 3},
        corpus=TrainedOn(name="c.tsv", pairs={"train": 12345, "dev": 7}),
        device="cpu (x)",
        threads=1,
        step=4321,
        total_steps=5003,
    )
    assert unescaped(card(replace(REPORTS[1], record=record))).splitlines() == [
        "- **Trained:** epochs: 3, seed 1, step 4,321 of 5,003: the lowest dev loss",
        "- **Data:** c.tsv, 12,345 train, 7 dev",
    ]
    assert unescaped(provenance(replace(REPORTS[1], record=record))).splitlines() == [
        "- **Trained:** cpu (x), threads: 1, data of revision 0123456789ab",
        "- **Measured:** 2020-03-04, P, load 2.5, python -m evaluation a",
    ]
    bare = replace(REPORTS[1], record=RunRecord(), seed=None, training_seconds=None)
    assert card(bare) == ""
    assert first_numbers(REPORTS[1]).endswith(" parameters · 2 minutes of training")
    assert first_numbers(bare).endswith(" parameters")


def test_the_card_of_a_made_up_pair_says_so() -> None:
    made_up = replace(REPORTS[1], pair="reverse", corpus_revision="20000 pairs, seed 0")
    lines = unescaped(card(made_up)).splitlines()
    assert any(line.endswith("20000 pairs, seed 0") for line in lines)
    assert any(
        line.startswith("- **Synthetic data:** Synthetic sentences with exact links.")
        for line in lines
    )
    assert "Synthetic data" not in card(REPORTS[1])
