"""Tables and alignments as files: CSV that no spreadsheet runs, Pharaoh, and safe names."""

import csv
import io
import math
import zipfile

import pytest

from alignoscope.analysis.links import trace_links
from alignoscope.interchange.file_names import slug
from alignoscope.interchange.pharaoh import pharaoh_zip
from alignoscope.interchange.spreadsheet import csv_table, inert
from alignoscope.interchange.trace_json import from_json
from tests.shared.opened_traces import HEBREW, HINDI, TRACES, opened
from tests.shared.trace_files import document

GIRL = "the-little-girl-is-eating-a-red-apple"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The red car is fast!", "the-red-car-is-fast"),
        ("../../etc/passwd", "etc-passwd"),
        ("Où est-ce ?", "ou-est-ce"),
        ("שלום 家", "trace"),
        ("a" * 99, "a" * 60),
        ("The little girl is eating a red apple. " * 2, f"{GIRL}-the-little-girl-is"),
        ("CON\x00|nul", "con-nul"),
    ],
)
def test_file_names_are_safe(text: str, name: str) -> None:
    assert slug(text) == name


def test_csv_has_a_line_a_cell_with_formulas_neutralised_and_numbers_as_numbers() -> None:
    trace = opened(
        ["=1+1", "-", "c"],
        ["@x", "y"],
        variant="+v",
        weights=[[0.25, 0.75, 0], [1, 0, 0]],
        scores=[[-1.5, None, 2], [1, 2, 3]],
        likelihoods=[[-1, -1, 0], [-2, -1, 0]],
    )
    data = csv_table([trace, TRACES["no attention"]], "words")
    assert data.startswith(b"\xef\xbb\xbfmap,variant")
    lines = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert len(lines) == 2 * 3 + len(HEBREW) * len(HINDI)
    first, second = lines[:2]
    assert (first["variant"], first["label"]) == ("'+v", "'+v")
    assert (first["source"], first["target"]) == ("'=1+1", "'@x")
    assert (second["source"], second["source_position"], second["target_position"]) == (
        "'-",
        "2",
        "1",
    )
    assert (float(first["score"]), float(first["weight"])) == (-1.5, 0.25)
    assert (second["score"], float(second["weight"])) == ("", 0.75)
    assert [float(line["posterior"]) for line in lines[:6]] == [0.25, 0.75, 0, 1, 0, 0]
    alone = [float(line["alone"]) for line in lines[:6]]
    e, rows = math.e, ((-1, -1, 0), (-2, -1, 0))
    assert alone == pytest.approx([e**one / sum(e**k for k in row) for row in rows for one in row])
    assert {line[name] for line in lines[6:] for name in ("weight", "posterior", "alone")} == {""}


def test_csv_has_the_confidence_of_each_word_and_of_each_of_its_pieces() -> None:
    target = {"pieces": ["u", "n", "chat", "</s>"], "words": ["un", "chat", "</s>"]}
    sure = {
        "words": [0.9, 0.25],
        "reasons": ["p"] * 2,
        "sentence": 0.5,
        "unsure": 0.4,
        "wrong": 0.6,
    }
    found = {"variant": "v", "source": ["a"], "target": target | {"word_of": [0, 0, 1, 2]}}
    (trace,) = from_json(document(found | {"confidence": sure}))
    for unit, said in {
        "words": ["0.9", "0.25", ""],
        "pieces": ["0.9", "0.9", "0.25", ""],
    }.items():
        text = csv_table([trace, TRACES["no attention"]], unit).decode("utf-8-sig")
        lines = list(csv.DictReader(io.StringIO(text, newline="")))
        assert [line["confidence"] for line in lines[: len(said)]] == said
        assert {line["confidence"] for line in lines[len(said) :]} == {""}


def test_csv_has_what_other_models_read_of_each_word() -> None:
    target = {"pieces": ["u", "n", "chat", "</s>"], "words": ["un", "chat", "</s>"]}
    sure = {"words": [0.9, 0.25], "reasons": ["p"] * 2, "sentence": 0.5, "unsure": 0.4}
    sure |= {
        "wrong": 0.6,
        "second": {"model": "m", "words": [0.75, 0.125], "mean": -1.0},
        "back": {"model": "o/m", "words": [0.5], "mean": -1.0},
    }
    found = {"variant": "v", "source": ["a"], "target": target | {"word_of": [0, 0, 1, 2]}}
    (trace,) = from_json(document(found | {"confidence": sure}))
    for unit, said in {
        "words": ["0.75", "0.125", ""],
        "pieces": ["0.75", "0.75", "0.125", ""],
    }.items():
        text = csv_table([trace, TRACES["no attention"]], unit).decode("utf-8-sig")
        lines = list(csv.DictReader(io.StringIO(text, newline="")))
        own, others = lines[: len(said)], lines[len(said) :]
        assert [line["second_reader"] for line in own] == said
        assert {line["way_back"] for line in own} == {"0.5"}
        assert {line[name] for line in others for name in ("second_reader", "way_back")} == {""}


def test_csv_has_the_share_of_each_word_that_was_copied() -> None:
    source = {"pieces": ["O", "slo"], "ids": [5, 6], "words": ["Oslo"], "word_of": [0, 0]}
    found = {"variant": "luong-dot-copy", "source": source, "target": source}
    numbers = {"weights": [[1, 0], [0.5, 0.5]], "p_gen": [0.5, 0.75], "log_probs": [0, 0]}
    (trace,) = from_json(document(found | numbers))
    # 0.5 * 1 and 0.25 * 0.5; the word's is their mean.
    for unit, shares in {"pieces": ["0.5", "0.5", "0.125", "0.125"], "words": ["0.3125"]}.items():
        text = csv_table([trace, TRACES["no attention"]], unit).decode("utf-8-sig")
        lines = list(csv.DictReader(io.StringIO(text, newline="")))
        assert [line["copied"] for line in lines[: len(shares)]] == shares
        assert {line["copied"] for line in lines[len(shares) :]} == {""}


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1", " =1", "＝1"])
def test_text_that_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    assert inert(text) == f"'{text}"
    assert inert(f"a{text}") == f"a{text}"


def test_pharaoh_links_words_to_their_highest_weights_and_never_to_the_end() -> None:
    weights = [[0.1, 0.9, 0], [0.5, 0.5, 0], [0, 0, 1], [0, 0, 0], [1, 0, 0]]
    trace = opened(["a", "b", "</s>"], ["u", "v", "w", "x", "</s>"], weights=weights)
    assert trace_links(trace) == {(1, 0), (0, 1)}


def test_pharaoh_links_are_of_the_measure_on_show() -> None:
    rows = [[0.6, 0.4], [0.6, 0.4]]
    after = [[-1, -1], [-3, -1]]  # 0.6 e^-2 < 0.4: the second word goes with the second
    trace = opened(["a", "b"], ["u", "v"], weights=rows, likelihoods=after)
    alone = opened(["a", "b"], ["u", "v"], weights=rows, likelihoods=[[-2, -1], [-1, -1.1]])
    without = opened(["a", "b"], ["u", "v"], weights=rows)
    assert trace_links(trace) == {(0, 0), (0, 1)}
    for measure, links in {"weights": "0-0 0-1\n", "posterior": "0-0 1-1\n"}.items():
        packed = pharaoh_zip([trace, without], measure)
        with zipfile.ZipFile(io.BytesIO(packed)) as files:
            assert files.read("01-luong-dot.align").decode() == links
            assert ("02-luong-dot.align" in files.namelist()) == (measure == "weights")
    assert trace_links(alone, "alone") == {(1, 0), (0, 1)}


def test_the_zip_holds_each_variant_beside_its_words() -> None:
    other = opened(["a b", "c"], ["x", "y"], variant="../../evil")
    packed = pharaoh_zip([TRACES["no attention"], TRACES["hebrew"], other])
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        held = {name: files.read(name).decode() for name in files.namelist()}
    assert held["02-luong-dot.source.txt"] == "הילדה קוראת ספר\n"
    assert held["02-luong-dot.align"] == "0-0 1-1 2-2\n"
    assert held["03-evil.source.txt"] == "a_b c\n"
    assert len(held) == 6
