"""The catalogue against the classes that it explains: one formula, one paper, one order."""

import inspect
import re

import pytest

from alignoscope.models import scores
from alignoscope.models.decoders import DECODERS
from alignoscope.models.layers import attention
from alignoscope.records.catalogue.scores import ROLES, SCORES, UNWRITTEN, score_entry
from alignoscope.records.catalogue.timings import TIMINGS

WINDOWS = {"local-m": attention.LocalAttention, "local-p": attention.LocalAttention}
EXPLAINED = scores.SCORES | WINDOWS | {"none": attention.FixedContext}
WRITTEN = (  # LaTeX, and how a docstring writes it
    (r"\\(?:begin|end)\{aligned\}|&", ""),
    (
        rf"\\(?:{'|'.join(ROLES)}|mathrm|text|tilde)\{{([^{{}}]*(?:\{{[^{{}}]*\}}[^{{}}]*)*)\}}",
        r"\1",
    ),
    (r"\\cdot", "."),
    (r"\\sqrt\{(\w)\}", r"sqrt(\1)"),
    (r"\\sigma", "sigmoid"),
    (r"\\tanh", "tanh"),
    (r"\\,", ""),
    (r"W_([12])", r"W\1"),
)


def lines(latex: str) -> list[str]:
    """Return the lines of a formula as docstrings write them, without spaces."""
    found = []
    for line in latex.split(r"\\ "):
        for pattern, plain in WRITTEN:
            line = re.sub(pattern, plain, line)
        found.append(re.sub(r"[\s{}]", "", line))
    return found


def docstring(kind: type) -> str:
    """Return a docstring with straight quotes made curly, in one line."""
    return re.sub(r'"(\S*)"', "“\\1”", " ".join(inspect.getdoc(kind).split()))


def squeezed(text: str) -> str:
    return re.sub(r"[\s{}]", "", text)


@pytest.mark.parametrize("name", SCORES)
def test_a_score_and_its_class_say_one_formula_of_one_paper(name: str) -> None:
    said = docstring(EXPLAINED[name])
    for line in lines(SCORES[name].formula):
        assert line in squeezed(said), line
    assert SCORES[name].paper in said


@pytest.mark.parametrize("name", TIMINGS)
def test_a_timing_and_its_decoder_say_one_formula_of_one_paper(name: str) -> None:
    said = docstring(DECODERS[name])
    for line in lines(TIMINGS[name].formula):
        assert line in squeezed(said).replace("h~", "h").replace("~", ""), line
    for part in re.split(", (?:c as in )?", TIMINGS[name].paper):
        assert part in said


def test_the_pages_have_the_order_of_the_registries() -> None:
    assert list(SCORES) == attention.known_scores()
    assert list(TIMINGS) == list(DECODERS)


@pytest.mark.parametrize("name", scores.SCORES)
def test_a_picture_has_the_matrices_of_the_formula(name: str) -> None:
    first = SCORES[name].formula.split(r"\\ ")[0]
    label = SCORES[name].label.translate(str.maketrans({"₁": "_1", "₂": "_2"}))
    matrices = r"[A-Z](?:_[12])?"
    assert set(re.findall(matrices, label)) == set(re.findall(matrices, first))


def test_a_formula_names_its_vectors_by_their_roles() -> None:
    assert SCORES["additive"].symbols == {
        "v": "v", "query": "W_1 q", "key": "W_2 k_j", "bias": "b",
    }  # fmt: skip
    assert SCORES["location"].symbols == {"query": "q", "location": "W_j"}
    assert all(set(entry.symbols) <= set(ROLES) for entry in SCORES.values())


def test_a_score_without_an_entry_says_so() -> None:
    assert score_entry("no such score") is UNWRITTEN
    assert "not written yet" in UNWRITTEN.source


@pytest.mark.parametrize("name", TIMINGS)
def test_a_timing_says_which_state_asks_in_words_and_symbols(name: str) -> None:
    entry = TIMINGS[name]
    assert ("before" in entry.asker) == entry.asks_before
    assert entry.asks.startswith(f"{entry.state}[{entry.index}")
    (asking,) = (box for box in entry.boxes.values() if box.role == "asks")
    number = "{before}" if entry.asks_before else "{now}"
    assert asking.label == f"{entry.state}[{number}]"
    assert {end for arrow in entry.arrows for end in arrow[:2]} == set(entry.boxes)
    assert entry.unfed or entry.enters == "never"
