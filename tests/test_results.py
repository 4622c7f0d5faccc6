"""The figures of the page "Models": what they draw is what the reports say."""

from figures.results import budget, results_table, spread_figure, with_seeds


def report(variant: str, seed: int, bleu: float, epochs: float = 1) -> dict:
    """Return what a report must have for these figures, with test numbers that must not be read."""
    row = {"decoding": "greedy", "references": "one", "chrf": 50.0}
    quality = [
        row | {"part": "test", "bleu": 1.0},
        row | {"part": "dev", "decoding": "beam 5", "bleu": 2.0},
        row | {"part": "dev", "references": "several", "bleu": 3.0},
        row | {"part": "dev", "bleu": bleu},
    ]
    return {
        "variant": variant,
        "seed": seed,
        "parameters": 7,
        "training_seconds": 119.0,
        "best_dev_loss": 1.5,
        "quality": quality,
        "forced": [],
        "alignment": [],
        "speed": [],
        "record": {"training": {"epochs": epochs}},
    }


REPORTS = [
    report("luong-dot", 0, 31.0),
    report("luong-dot", 1, 32.5),
    report("luong-concat", 0, 35.0),
    report("luong-general", 0, 30.0),
    report("luong-general", 2, 33.0),
]


def test_the_spread_shows_every_seed_of_the_variants_that_have_several() -> None:
    assert with_seeds(REPORTS) == ["luong-dot", "luong-general"]
    dot, general = spread_figure(REPORTS).data
    assert (list(dot.x), list(dot.y)) == ([31.0, 32.5], ["luong-dot", "luong-dot"])
    assert [seed for (seed,) in general.customdata] == [0, 2]
    assert with_seeds(REPORTS[2:4]) == []


def test_the_budget_of_the_runs_is_said() -> None:
    assert budget(REPORTS) == "1 epoch"
    assert budget([report("luong-dot", 0, 31.0, 2)]) == "2 epochs"
    assert budget([*REPORTS, report("luong-dot", 3, 31.0, 2.5)]) == "1 to 2.5 epochs"


def test_the_table_has_a_row_a_report_and_no_column_without_a_number() -> None:
    table = results_table(REPORTS)
    assert list(table["variant"]) == [item["variant"] for item in REPORTS]
    assert list(table["BLEU (dev, greedy)"]) == [31.0, 32.5, 35.0, 30.0, 33.0]
    assert set(table["training minutes"]) == {2}
    assert not any(name.startswith(("AER", "ms")) for name in table)
