"""Links as each tool writes them: read as they were meant, and refused where they are damaged."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from tool_files import given

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.records.foreign import ForeignSentence
from alignoscope.records.sentence import END

Words = Sequence[str]
Pair = tuple[Words, Words, str]  # source, target, links as source-target from 0
HOSTILE = ["<b>&", "0-0", "=1+1", "@@", "({", "|", "A-0", "-0.5"]
SHORT, LONG = ["the", "red", "car"], ["la", "petite", "voiture", "rouge", "."]


def _lines(pairs: Sequence[Pair], write: Callable[[int, Pair], str]) -> bytes:
    return "".join(f"{write(i, pair)}\n" for i, pair in enumerate(pairs)).encode()


def _texts(pairs: Sequence[Pair], *sides: int) -> dict[str, bytes]:
    names = ("source", "target")
    return {names[k]: _lines(pairs, lambda _, pair: " ".join(pair[k])) for k in sides}  # noqa: B023


def _a3(number: int, pair: Pair) -> str:
    source, target, links = pair
    at: dict[int, list[int]] = {}
    for link in links.split():
        j, i = map(int, link.split("-"))
        at.setdefault(j, []).append(i + 1)
    words = [
        f"{word} ({{{''.join(f' {i}' for i in at.get(j, []))} }})" for j, word in enumerate(source)
    ]
    return f"# Sentence pair ({number + 1})\n{' '.join(target)}\nNULL ({{ }}) {' '.join(words)}"


def _fairseq(number: int, pair: Pair) -> str:
    source, target, links = pair
    return (
        f"S-{number}\t{' '.join(source)}\nH-{number}\t-0.5\t{' '.join(target)}\nA-{number}\t{links}"
    )


WRITERS: dict[str, Callable[[Sequence[Pair]], dict[str, bytes]]] = {
    "Pharaoh links": lambda pairs: {"out": _lines(pairs, lambda _, p: p[2]), **_texts(pairs, 0, 1)},
    "Sockeye links": lambda pairs: {
        "out": _lines(pairs, lambda _, p: f"{' '.join(p[1])}\t{p[2]}"),
        **_texts(pairs, 0),
    },
    "Marian links": lambda pairs: {
        "out": _lines(pairs, lambda _, p: f"{' '.join(p[1])} ||| {p[2]}"),
        **_texts(pairs, 0),
    },
    "fairseq": lambda pairs: {"out": _lines(pairs, _fairseq)},
    "GIZA++ A3": lambda pairs: {"out": _lines(pairs, _a3)},
}


def opened(name: str, source: Words, target: Words, links: str) -> ForeignSentence:
    (file,) = open_foreign(given(WRITERS[name]([(source, target, links)])))
    assert (file.tool, file.kind) == (name, "links")
    (sentence,) = file.sentences
    return sentence


def cells(sentence: ForeignSentence) -> set[tuple[int, int]]:
    return {(int(j), int(i)) for i, j in np.argwhere(sentence.maps[0, 0])}


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(("source", "target"), [(SHORT, LONG), (LONG, SHORT), (SHORT, SHORT)])
def test_links_are_those_that_were_written(name: str, source: Words, target: Words) -> None:
    sentence = opened(name, source, target, "0-0 1-2 2-1")
    assert sentence.source.pieces == tuple(source)
    assert sentence.target.pieces == tuple(target)
    assert cells(sentence) == {(0, 0), (1, 2), (2, 1)}


@pytest.mark.parametrize("name", sorted(WRITERS.keys() - {"GIZA++ A3", "Pharaoh links"}))
def test_a_link_behind_the_words_is_of_the_end_marks(name: str) -> None:
    sentence = opened(name, SHORT, LONG, "0-0 3-5")
    assert sentence.source.pieces == (*SHORT, END)
    assert sentence.target.pieces == (*LONG, END)
    assert cells(sentence) == {(0, 0), (3, 5)}


@pytest.mark.parametrize("name", WRITERS)
def test_hostile_words_come_through(name: str) -> None:
    sentence = opened(name, HOSTILE, HOSTILE[::-1], "0-0 7-7")
    assert sentence.source.pieces == tuple(HOSTILE)
    assert sentence.target.pieces == tuple(HOSTILE[::-1])


def refusal(files: dict[str, bytes]) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 -- the reason is compared by each test
        open_foreign(given(files))
    return str(caught.value)


FORM = "expected links such as '3-4', got "
DAMAGES = {
    "1-x": FORM + "'1-x'",
    "-1-1": FORM + "'-1-1'",
    "1-": FORM + "'1-'",
    "1-1-1": FORM + "'1-1-1'",
    "1,1": FORM + "'1,1'",
    "7-1": "the link 7-1 for 3 source and 5 target words",
    "1-9": "the link 1-9 for 3 source and 5 target words",
    "9999999-1": "there is no word 9999999",
    "1-1:x": "expected a number, got 'x'",
    "1-1:inf": "'inf' is no finite number",
}


@pytest.mark.parametrize("name", sorted(WRITERS.keys() - {"GIZA++ A3"}))
@pytest.mark.parametrize("link", DAMAGES)
def test_a_damaged_link_is_named_with_its_line(name: str, link: str) -> None:
    pairs = [(SHORT, LONG, "0-0 1-1"), (SHORT, LONG, f"0-0 {link}"), (SHORT, LONG, "0-0 2-2")]
    message = refusal(WRITERS[name](pairs))
    assert DAMAGES[link] in message
    assert ("Line 6" if name == "fairseq" else "Line 2") in message


@pytest.mark.parametrize(
    ("whole", "damaged", "rule"),
    [
        ("red ({ 2 })", "red ({ x })", "got 'red ({ x })"),
        ("red ({ 2 })", "red ({ -2 })", "got 'red ({ -2 })"),
        ("red ({ 2 })", "red ({ 2.5 })", "got 'red ({ 2.5 })"),
        ("red ({ 2 })", "red ({ 2 }", "got 'red ({ 2 }"),
        ("red ({ 2 })", "red 2 })", "got 'red 2 })"),
        ("red ({ 2 })", "red({ 2 })", "got 'red({ 2 })"),
        ("red ({ 2 })", "red ({ 9 })", "'red' is linked to word 9 of 5"),
        ("red ({ 2 })", "red ({ 0 })", "'red' is linked to word 0 of 5"),
        ("NULL ({ })", "({ })", "expected 'NULL ({ }) word"),
        ("NULL ({ }) ", "", "expected 'NULL ({ }) word"),
        ("NULL ({ }) the", "", "is cut off"),
    ],
)
def test_a_damaged_a3_is_named_with_its_line(whole: str, damaged: str, rule: str) -> None:
    files = WRITERS["GIZA++ A3"]([(SHORT, LONG, "0-0 1-1")] * 2)
    before, _, behind = files["out"].decode().rpartition(whole)
    text = before.rstrip() if rule == "is cut off" else before + damaged + behind
    message = refusal({"out": text.encode()})
    assert rule in message
    assert ("Line 5" if rule == "is cut off" else "Line 6") in message


@pytest.mark.parametrize("name", WRITERS)
def test_files_that_are_no_text_or_have_no_words_are_named(name: str) -> None:
    files = WRITERS[name]([(SHORT, LONG, "0-0 1-1")] * 3)
    assert "UTF-8" in refusal(files | {"out": files["out"] + b"\xff\xfe"})
    if len(files) > 1:
        assert "holds no source" in refusal({"out": files["out"]})
        longer = {text: data * 2 for text, data in files.items() if text != "out"}
        assert "source has 6" in refusal({"out": files["out"]} | longer)
