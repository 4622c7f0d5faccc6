"""Links as each tool writes them: read as they were meant, and refused where they are damaged."""

import json
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.records.foreign import ForeignSentence
from alignoscope.records.sentence import END
from tests.shared.tool_files import given

Words = Sequence[str]
Pair = tuple[Words, Words, str]  # source, target, links as source-target from 0
HOSTILE = ["<b>&", "0-0", "=1+1", "@@", "({", "|", "A-0", "-0.5"]
NO_ENDS = {"GIZA++ A3", "Pharaoh links", "Sentences and links"}
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


def _numbers(links: str) -> list[list[int]]:
    return [list(map(int, link.split("-"))) for link in links.split()]


def _gold(number: int, links: str) -> bytes:
    lines = [f"{number + 1:04} {j + 1} {i + 1} S\n" for j, i in _numbers(links)]
    return "".join(lines).encode()


def _positions(number: int, pair: Pair) -> str:
    """Return fairseq's lines as older versions have them: a source position per target token."""
    links = sorted((i, j) for j, i in _numbers(pair[2]))
    return _fairseq(number, (*pair[:2], " ".join(str(j) for _, j in links)))


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
    "Sentences and links": lambda pairs: {
        "out": _lines(
            pairs, lambda _, p: f"{' '.join(p[0])} ||| {' '.join(p[1])} ||| {p[2]} ||| -1.5"
        )
    },
}
OTHERS: dict[str, Callable[[Sequence[Pair]], dict[str, bytes]]] = {
    "Gold links (NAACL)": lambda pairs: {
        "out": b"".join(_gold(i, pair[2]) for i, pair in enumerate(pairs)),
        **_texts(pairs, 0, 1),
    },
    "Pairs (JSON)": lambda pairs: {
        "out": json.dumps([{"mwmf": _numbers(pair[2])} for pair in pairs]).encode(),
        **_texts(pairs, 0, 1),
    },
    "Pairs (JSON), one object per line": lambda pairs: {
        "out": _lines(pairs, lambda _, pair: json.dumps({"mwmf": _numbers(pair[2])})),
        **_texts(pairs, 0, 1),
    },
    "simalign": lambda pairs: {
        "out": _lines(pairs, lambda i, pair: f"{i}\t{pair[2]}"),
        **{
            name: _lines(pairs, lambda i, pair: f"{i}\t{' '.join(pair[k])}")  # noqa: B023
            for k, name in enumerate(("source", "target"))
        },
    },
    "fast_align with scores": lambda pairs: {
        "out": _lines(pairs, lambda _, pair: f"{pair[2]}\t-45.15\t-7.6"),
        **_texts(pairs, 0, 1),
    },
    "fairseq, older": lambda pairs: {"out": _lines(pairs, _positions)},
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


@pytest.mark.parametrize("name", sorted(WRITERS.keys() - NO_ENDS))
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


@pytest.mark.parametrize("name", OTHERS)
def test_less_common_formats_are_read(name: str) -> None:
    """Every target word has one link, as older fairseq needs it."""
    pairs = [(SHORT, SHORT[::-1], "0-0 1-2 2-1"), (LONG, SHORT, "0-1 3-0 4-2")]
    (file,) = open_foreign(given(OTHERS[name](pairs)))
    assert file.kind == "links"
    assert [cells(one) for one in file.sentences] == [
        {(0, 0), (1, 2), (2, 1)},
        {(0, 1), (3, 0), (4, 2)},
    ]
    assert [one.target.pieces for one in file.sentences] == [tuple(pair[1]) for pair in pairs]
    assert file.changes == ()


def test_ids_that_do_not_count_the_lines_are_refused() -> None:
    files = OTHERS["simalign"]([(SHORT, LONG, "0-0")] * 3)
    assert "are not consecutive" in refusal(files | {"out": b"0\t0-0\n2\t0-0\n3\t0-0\n"})


def test_possible_gold_links_and_null() -> None:
    lines = b"1 1 1 S 0.9\n1 2 3 P\n1 0 2 S\n2 3 1\n"
    texts = _texts([(SHORT, LONG, ""), (SHORT, LONG, "")], 0, 1)
    (file,) = open_foreign(given({"out": lines, **texts}))
    first, second = (one.maps[0, 0] for one in file.sentences)
    assert (first[0, 0], first[2, 1], first.sum(), second[0, 2]) == (1, 0.5, 1.5, 1)


def test_a_table_of_giza_is_told_from_its_links() -> None:
    assert "open the links, A3.final" in refusal({"a3.final": b"1 1 4 100 1\n5 2 4 100 0.5\n"})


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
        ("red ({ 2 })", "red ({ 9 })", "'red' is linked to word 9, but the line above has 5"),
        ("red ({ 2 })", "red ({ 0 })", "'red' is linked to word 0, but the line above has 5"),
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
    assert "UTF-8" in refusal(files | {"out": files["out"] + b"\x81"})
    if len(files) > 1:
        assert "holds no source" in refusal({"out": files["out"]})
        longer = {text: data * 2 for text, data in files.items() if text != "out"}
        assert "source has 6" in refusal({"out": files["out"]} | longer)


@pytest.mark.parametrize("name", [*WRITERS, *OTHERS])
@pytest.mark.parametrize("seed", range(10))
def test_random_links_are_those_that_were_written_or_warned_of(name: str, seed: int) -> None:
    """Sentences of random lengths, links and spaces, whose files are opened in a random order."""
    rng = np.random.default_rng(seed)
    pairs, truth = [], []
    for _ in range(rng.integers(1, 4)):
        sides = [
            [
                f"{side}{k}" + "\u00a0x" * bool(rng.random() < 0.05)
                for k in range(rng.integers(1, 6))
            ]
            for side in "st"
        ]
        j, i = (rng.integers(len(side), size=4) for side in sides)
        if name == "fairseq, older":  # a link per target word
            j, i = rng.integers(len(sides[0]), size=len(sides[1])), np.arange(len(sides[1]))
        links = sorted(set(zip(j.tolist(), i.tolist(), strict=True)))
        pairs.append((*sides, " ".join(f"{a}-{b}" for a, b in links)))
        truth.append({(sides[0][a], sides[1][b]) for a, b in links})
    files = list((WRITERS | OTHERS)[name](pairs).items())
    rng.shuffle(files)
    try:
        (file,) = open_foreign(given(dict(files)))
    except ValueError:
        return
    found = [
        {(one.source.pieces[j], one.target.pieces[i]) for j, i in cells(one)}
        for one in file.sentences
    ]
    assert file.changes or found == truth
