"""Which models were trained otherwise than the others, and in what."""

from dataclasses import replace

from alignoscope.evaluation.table import group_reports
from alignoscope.records.escaping import plain as plain_text
from alignoscope.records.report import Report
from alignoscope.records.run import AlsoRead
from alignoscope.ui.model_results.recipes_chart import say_recipes
from alignoscope.ui.model_results.results_chart import card, provenance
from tests.shared.measured import REPORT


def report(variant: str, **training: int | float | str) -> Report:
    record = replace(REPORT.record, training=training)
    return replace(REPORT, variant=variant, record=record)


def test_runs_that_differ_by_chance_or_machine_or_in_an_option_left_out_are_one_recipe() -> None:
    one = report("luong-dot", epochs=3, seed=5, processes=1)
    other = report("luong-general", epochs=3, seed=7, processes=2, average=0.0)
    newer = report("luong-concat", epochs=3, optimizer="adam", muon_rate=0.006)
    guided = report("luong-dot", epochs=3, guide_weight=0.5, guide_aligner="a", guide_sha256="5c")
    assert say_recipes([one, other, newer, guided]) == ("", "")
    assert say_recipes([]) == ("", "")
    onward = {"epochs": 1.6, "earlier_epochs": 4.0}
    last = report("luong-dot", **onward, earlier_steps=4360, earlier_sha256="a1")
    before = report("luong-general", **onward, earlier_steps=4142, earlier_sha256="b2")
    assert say_recipes([last, before]) == ("", "")


def test_recipes_are_told_by_what_differs_and_by_whom_they_trained() -> None:
    found = [
        report("luong-dot", epochs=3, batch_tokens=211),
        report("luong-general", epochs=3, batch_tokens=211, average=0.9),
        report("luong-concat", epochs=3.0, batch_tokens=211),
        report("bahdanau-dot"),
    ]
    assert " ".join(say_recipes(found)).replace("\\", "") == (
        "Trained with 3 recipes, so differences between models of different recipes are not due "
        "to the variant alone. luong-dot, luong-concat (epochs 3, batch tokens 211); "
        "luong-general (epochs 3, "
        "batch tokens 211, average 0.9); bahdanau-dot (not recorded)."
    )
    two = " ".join(say_recipes(found[:2])).replace("\\", "")
    assert two.endswith("luong-dot (without); luong-general (average 0.9).")


def test_other_corpora_are_another_recipe() -> None:
    plain = report("luong-dot", epochs=3)
    also = (AlsoRead(name="more.tsv", sha256="5c", pairs=211, share=0.2, until=0.9),)
    mixed = replace(plain, record=replace(plain.record, also=also))
    said = " ".join(say_recipes([plain, replace(mixed, variant="luong-general")])).replace("\\", "")
    assert said.endswith("luong-general (also 0.2 of more.tsv until 0.9).")
    assert [len(group) for group in group_reports([plain, mixed, mixed])] == [1, 2]
    assert r"20% of the pairs from more\.tsv" in card(mixed)


def test_nothing_in_a_card_is_markdown() -> None:
    link, found = "[x](http://evil.example) `y`", report("luong-dot", epochs=3)
    record = replace(
        found.record,
        device=link,
        corpus=replace(found.record.corpus, name=link, pairs={link: 3}),
        also=(AlsoRead(name=link, sha256="5c", pairs=211, share=0.2, until=0.9),),
    )
    hardware = {"processor": link}
    odd = replace(
        found, record=record, date=link, command=link, corpus_revision=link, hardware=hardware
    )
    said = card(odd) + provenance(odd)
    assert said.count(plain_text(link)) == 6
    assert "](" not in said
    assert " `" not in said
