"""The reliability diagram of the page "Models", and its table."""

from dataclasses import replace

import pytest

from alignoscope.records.confidence import (
    ConfidenceFit,
    Logistic,
    MeasuredConfidence,
    Ranked,
    ReadFit,
    ReliabilityBin,
)
from alignoscope.ui.model_results.reliability_chart import (
    large_decoding,
    reliability_figure,
    reliability_table,
    said_of_readers,
)

ABOUT = {"what": "word", "part": "test", "decoding": "greedy", "labels": "edit distance"}
NOTHING = Logistic(bias=0.0, weights={})
RANKED = Ranked(
    **ABOUT,
    count=10,
    wrong=3,
    auroc=0.9,
    alone=0.8,
    error=0.02,
    marked_right=0.05,
    marked_wrong=0.7,
)
MEASURED = MeasuredConfidence(
    fit=ConfidenceFit(word=NOTHING, sentence=NOTHING, unsure=0.4, wrong=0.5),
    ranked=(RANKED,),
    bins=(
        ReliabilityBin(**ABOUT, low=0.1, high=0.2, count=4, said=0.15, right=0.25),
        ReliabilityBin(**ABOUT, low=0.9, high=1.0, count=6, said=0.95, right=1.0),
    ),
)


def test_a_line_of_the_diagram_has_the_bins_of_a_model_with_their_counts() -> None:
    diagonal, line = reliability_figure({"luong-dot": MEASURED}).data
    assert (list(diagonal.x), list(diagonal.y)) == ([0, 1], [0, 1])
    assert line.name == "luong-dot"
    assert list(line.x) == [0.15, 0.95]
    assert list(line.y) == [0.25, 1.0]
    assert [row[0] for row in line.customdata] == [4, 6]


def test_the_diagram_of_models_shown_large_is_of_the_beam_that_others_read_again() -> None:
    row = ReliabilityBin(
        **{**ABOUT, "decoding": "beam 5"}, low=0.3, high=0.4, count=7, said=0.35, right=0.5
    )
    read = ReadFit(second="transformer", back="", fit=MEASURED.fit, bins=(row,))
    found = {"luong-dot": MEASURED, "luong-general": replace(MEASURED, read=read)}
    assert large_decoding(found) == "beam 5"
    _, line = reliability_figure(found, large=True).data
    assert line.name == "luong-general"
    assert (list(line.x), list(line.y), list(line.customdata)) == ([0.35], [0.5], [[7]])
    _, _, small = reliability_figure(found).data
    assert list(small.x) == [0.15, 0.95]
    assert large_decoding({"luong-dot": MEASURED}) == ""


def test_the_table_has_auroc_beside_that_of_probability_alone() -> None:
    searched = replace(RANKED, decoding="beam 5", auroc=0.7)
    both = replace(MEASURED, ranked=(RANKED, searched))
    row, other = reliability_table({"luong-dot": both}).to_dict("records")
    assert (row["variant"], row["decoding"]) == ("luong-dot", "greedy")
    assert (other["decoding"], other["AUROC"]) == ("beam 5", 0.7)
    assert (row["AUROC"], row["of probability alone"]) == (0.9, 0.8)
    assert row["marked of wrong, %"] == pytest.approx(70)


def test_the_table_has_a_row_with_the_second_reader_and_a_sentence_names_both() -> None:
    read = ReadFit(
        second="transformer",
        back="fra-eng/transformer",
        fit=MEASURED.fit,
        ranked=(replace(RANKED, auroc=0.95),),
    )
    found = {"luong-dot": replace(MEASURED, read=read)}
    alone, again = reliability_table(found).to_dict("records")
    assert (alone["second reader"], alone["AUROC"]) == ("", 0.9)
    assert (again["second reader"], again["AUROC"]) == ("transformer", 0.95)
    assert said_of_readers(found) == (
        "The translation of the model shown large is read again by transformer, which is forced to "
        "write it, and on the way back by fra-eng/transformer, which is forced to write the "
        "source. A word's probability counts the second reader, that of a whole translation both."
    )
    assert said_of_readers({"luong-dot": MEASURED}) == ""
