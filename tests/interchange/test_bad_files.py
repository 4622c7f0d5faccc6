"""Trace files that are refused, each with a reason, and in bounded memory."""

import json
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest

from alignoscope.interchange.trace_json import FORMAT, from_json
from alignoscope.records.limits import MAX_TRACE_BYTES, MAX_TRACES
from tests.shared.trace_files import WEIGHTS, document, minimal

ROOT = Path(__file__).parent.parent.parent
SENTENCE = {"pieces": ["a", "b"], "words": ["ab"], "word_of": [0, 0]}
SURE = {"words": [0.9, 0.3], "reasons": ["p", "mean"], "sentence": 0.5, "unsure": 0.4, "wrong": 0.6}
HEADS = {"weights": [[1, 0, 0]] * 2, "heads": [[[1, 0, 0]] * 2] * 2}


def unsure(**change: object) -> str:
    """Return a file whose trace has a confidence, of which some fields are changed."""
    return document(minimal(confidence=SURE | change))


BAD = {
    "not JSON": ("{", "not JSON"),
    "empty": ("", "not JSON"),
    "not UTF-8": (b'{"format": "\xff"}', "UTF-8"),
    "a list": ("[]", "not a trace file"),
    "no format": ('{"traces": []}', "not a trace file"),
    "another version": (json.dumps({"format": "alignoscope-trace-2"}), "alignoscope-trace-2"),
    "another kind": (json.dumps({"format": {"a": 1}}), "reads 'alignoscope-trace-1'"),
    "no traces": (document(), "0 traces"),
    "many traces": (document(*[minimal(weights=WEIGHTS)] * (MAX_TRACES + 1)), "51 traces"),
    "traces not a list": (json.dumps({"format": FORMAT, "traces": {}}), "expected a list"),
    "a trace not an object": (json.dumps({"format": FORMAT, "traces": [3]}), "expected an object"),
    "nested": ("[" * 100_000, "nested too deep"),
    "nested objects": ('{"a":' * 100_000, "nested too deep"),
    "a field twice": ('{"format": 1, "format": 2}', "'format' stands twice"),
    "an unknown field": (document(minimal(weight=WEIGHTS)), "'weight', which is not known"),
    "an unknown field at the top": (document(minimal(), note=1), "'note'"),
    "no variant": (document({"source": ["a"], "target": ["b"]}), "Trace 1, variant is None"),
    "no source": (document({"variant": "v", "target": ["b"]}), "Trace 1, source is None"),
    "an empty source": (document(minimal(source=[])), "source is empty"),
    "a source of numbers": (document(minimal(source=[1, 2, 3])), "source, item 1 is 1"),
    "a word that is empty": (document(minimal(source=["a", "", "c"])), "source, item 2 is ''"),
    "half of a character": (document(minimal(source=["a", "\ud800", "c"])), "halves"),
    "an unknown mode": (document(minimal(mode="dreamt")), "mode is 'dreamt': expected one of"),
    "a beam of nobody": (
        document(minimal(mode="beam", beam=0)),
        "beam is 0",
    ),
    "too wide a beam": (document(minimal(mode="beam", beam=101)), "is 101: expected 1 to 100"),
    "a beam in words": (document(minimal(mode="beam", beam="wide")), "beam is 'wide'"),
    "a beam of another mode": (document(minimal(mode="free", beam=5)), "mode 'beam' has a width"),
    "an unknown timing": (document(minimal(timing=["luong"])), "timing is ['luong']"),
    "finished a word": (document(minimal(finished="yes")), "finished is 'yes'"),
    "a negative window": (document(minimal(window=-1)), "window is -1"),
    "a row missing": (document(minimal(weights=WEIGHTS[:1])), "has 1 items: expected 2"),
    "a ragged row": (document(minimal(weights=[[1, 0, 0], [1]])), "item 2 has 1 numbers"),
    "a row too long": (document(minimal(weights=[[1, 0, 0, 0]] * 2)), "item 1 has 4 numbers"),
    "a word as a weight": (document(minimal(weights=[["1", 0, 0]] * 2)), "numbers only"),
    "true as a weight": (document(minimal(weights=[[True, 0, 0]] * 2)), "numbers only"),
    "null as a weight": (document(minimal(weights=[[None, 0, 0]] * 2)), "holds null"),
    "NaN": (document(minimal(weights=[[float("nan"), 0, 0]] * 2)), "holds NaN"),
    "Infinity": (document(minimal(weights=[[inf, 0, 0]] * 2)), "holds Infinity"),
    "too large a number": (
        document(minimal(weights=[[0, 0, 0]] * 2)).replace("0,", "1e999,", 1),
        "too large",
    ),
    "too long a number": (document(minimal(window=10**30)), "31 digits"),
    "a negative weight": (document(minimal(weights=[[1, -0.5, 0]] * 2)), "no weight is below 0"),
    "weights above 1": (document(minimal(weights=[[1, 2, 0]] * 2)), "item 1 sums to 3"),
    "scores alone": (document(minimal(scores=WEIGHTS)), "give the weights with the scores"),
    "likelihoods alone": (
        document(minimal(likelihoods=[[-1] * 3] * 2)),
        "give the weights with the likelihoods",
    ),
    "words skipped": (
        document(minimal(source=SENTENCE | {"word_of": [0, 2]})),
        "the number of each piece's word",
    ),
    "words going back": (
        document(minimal(source=SENTENCE | {"words": ["a", "b"], "word_of": [1, 0]})),
        "word_of",
    ),
    "a word without pieces": (
        document(minimal(source=SENTENCE | {"words": ["ab", "c"]})),
        "from 0 to 1",
    ),
    "a candidate alone": (document(minimal(candidates=[[["x"]], []])), "has 1 items: expected 2"),
    "a center that is text": (document(minimal(centers=["0", None])), "expected a finite number"),
    "a share above 1": (document(minimal(p_gen=[0.5, 1.5])), "is 1.5: expected 0 to 1"),
    "heads without weights": (
        document(minimal(weights=None, heads=[[[1, 0]], [[0, 1]]])),
        "give the weights with the heads",
    ),
    "heads whose mean is not the weights": (
        document(minimal(weights=[[1, 0, 0]] * 2, heads=[[[0.5, 0.5, 0]]] * 2)),
        "their mean at each step",
    ),
    "another number of heads at a step": (
        document(minimal(weights=[[1, 0, 0]] * 2, heads=[[[1, 0, 0]] * 2, [[1, 0, 0]]])),
        "has 1 items: expected 2",
    ),
    "self-attention without heads": (
        document(minimal(self_heads=[[[1]], [[0, 1]]])),
        "give the heads with their self-attention",
    ),
    "self-attention to a later token": (
        document(minimal(**HEADS, self_heads=[[[1, 0]] * 2, [[0, 1]] * 2])),
        "has 2 numbers: expected 1",
    ),
    "self-attention of another number of heads": (
        document(minimal(**HEADS, self_heads=[[[1]], [[0, 1]]])),
        "has 1 items: expected 2",
    ),
    "too many cells": (
        document(minimal(source=["a"] * 1_000, target=["b"] * 700)),
        "700,000 cells",
    ),
    "too many columns": (document(minimal(source=["a"] * 1_502)), "1,502 tokens"),
    "too many rows": (document(minimal(target=["a"] * 1_502)), "1,502 tokens"),
    "a word without end": (document(minimal(source=["a", "b", "c" * 5_001])), "1 to 5,000"),
    "scores out of range": (
        document(minimal(weights=WEIGHTS, scores=[[3e37, 0, 0]] * 2)),
        "too large: at most 1e+09",
    ),
    "a log-probability above 0": (document(minimal(log_probs=[0.5, -1])), "is 0.5: expected"),
    "a log-probability out of range": (document(minimal(log_probs=[-1e300, -1])), "is -1e+300"),
    "a candidate above 0": (document(minimal(candidates=[[["x", 800]], []])), "is 800"),
    "likelihoods above 0": (
        document(minimal(weights=WEIGHTS, likelihoods=[[-1, -2, 3]] * 2)),
        "hold 3: expected at most 0",
    ),
    "a confidence of one word of two": (unsure(words=[0.9]), "words has 1 items: expected 2"),
    "a reason too many": (unsure(reasons=["p"] * 3), "reasons has 3 items: expected 2"),
    "a word surer than sure": (
        unsure(words=[0.9, 1.2]),
        "confidence, words, item 2: expected a probability, from 0 to 1",
    ),
    "a sentence below 0": (unsure(sentence=-0.1), "confidence, sentence: expected a probability"),
    "a limit in words": (unsure(unsure="low"), "unsure is 'low': expected a finite number"),
    "a confidence without reasons": (
        unsure(reasons=None),
        "confidence has no 'reasons': expected words, reasons, sentence, unsure, wrong",
    ),
    "a confidence without a limit": (unsure(wrong=None), "confidence has no 'wrong'"),
    "a reading of one word of two": (
        unsure(second={"model": "transformer", "words": [0.9], "mean": -1}),
        "second, words has 1 items: expected 2",
    ),
    "a reading without a mean": (
        unsure(second={"model": "transformer", "words": [0.9, 0.1]}),
        "second, mean is None: expected a finite number",
    ),
    "a confidence that is a number": (
        document(minimal(confidence=0.9)),
        "confidence is 0.9: expected an object",
    ),
    "a confidence with a note": (unsure(note=1), "'note', which is not known"),
    "too many values": (f"[{'0,' * 3_000_000}0]", "3,000,000 values"),
    "too many lists": (f"[{'[],' * 300_000}[]]", "300,002 lists"),
    "too many bytes": (" " * (MAX_TRACE_BYTES + 1), "larger than 20,000,000 bytes"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_with_a_reason(name: str) -> None:
    text, reason = BAD[name]
    with pytest.raises(ValueError) as caught:  # noqa: PT011 -- the reason is compared below
        from_json(text)
    assert reason in str(caught.value)
    assert len(str(caught.value)) < 400


def test_memory_stays_bounded_whatever_a_file_holds() -> None:
    lists = "[" + "[]," * 190_000 + "[]]"
    words = "[" + '"ab",' * 1_800_000 + '"ab"]'
    values = f'{{"format": "{FORMAT}", "traces": {lists}, "more": {words}}}'
    code = (
        "import sys, resource; from alignoscope.interchange.trace_json import from_json\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: from_json(sys.stdin.read())\n"
        "except ValueError as error: print(error)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], input=values, capture_output=True, text=True, cwd=ROOT
    )
    assert found.returncode == 0, found.stderr
    message, used = found.stdout.split("\n")[:2]
    assert "'more'" in message
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(used) * unit < 300_000_000


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"given": 3}, "Trace 1, given is 3: expected 0 to 2"),
        ({"given": -1}, "given is -1: expected a whole number"),
        ({"edited": [[2, "by hand"]]}, "edited, item 1, item 1 is 2: expected 0 to 1"),
        ({"edited": [[0, 5]]}, "edited, item 1, item 2 is 5: expected text"),
        ({"edited": [[0]]}, "edited, item 1 has 1 items: expected 2"),
        ({"edited": [[1, ""], [0, ""]]}, "edited: expected each edited step once, in their order"),
        ({"edited": [[1, ""], [1, ""]]}, "edited: expected each edited step once, in their order"),
    ],
)
def test_what_cannot_have_been_given_is_refused(fields: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_json(document(minimal(**fields)))
