"""The scripts of a live page make what Python makes: payload, trace file and edited rows."""

import json
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from alignoscope.analysis.confidence import SURE_MODES, counted, left_out, rare_words
from alignoscope.analysis.edits import spread
from alignoscope.analysis.likelihoods import with_posterior
from alignoscope.analysis.words import merge_source
from alignoscope.data.corpus import Pair
from alignoscope.data.known_words import KnownWords, count_known
from alignoscope.data.tokenizer import split_words
from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.tree import beam_tree
from alignoscope.decoding.what_if import continue_from
from alignoscope.interchange.trace_json import from_json, to_json
from alignoscope.live.page.tables import known_table, model_entry, pair_tables, site_tables
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint
from alignoscope.records.confidence import ConfidenceFit, Logistic, MeasuredConfidence
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace
from alignoscope.records.variant import COPY
from alignoscope.ui.beam_tree.component import payload as tree_payload
from alignoscope.ui.beam_tree.tree_view import FATES
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.payload import drawn
from tests.shared.copying import opened
from tests.shared.node import NODE, NODE_NEEDED
from tests.shared.samples import SENTENCES

pytestmark = NODE_NEEDED
FIT = ConfidenceFit(
    word=Logistic(
        bias=1.2,
        weights={
            "log_p": 0.4,
            "p": 1.1,
            "margin": 0.3,
            "before": 0.2,
            "after": -0.1,
            "mean": 0.3,
            "times": 0.15,
        },
        means={"log_p": -0.6, "p": 0.7, "margin": 2.0, "mean": -0.5, "times": 6.0},
    ),
    sentence=Logistic(
        bias=2.0, weights={"mean": 1.5, "rarest": 0.2, "left_out": -1.2, "covered": 0.3}
    ),
    unsure=0.6,
    wrong=0.5,
)
ROUNDING = 1.5e-4  # cells have four decimals, and a half may be rounded either way


def ask(tmp_path: Path, **request: Any) -> dict[str, Any]:
    """Let the scripts do what is asked, and return what they print."""
    parts = {name: [] for name in ("traces", "moves", "pairs", "jobs", "cut")}
    text = json.dumps({**parts, "site": site_tables(["eng-fra"]), **request})
    (tmp_path / "request.json").write_text(text, encoding="utf-8")
    script = Path(__file__).with_name("page.js")
    command = [NODE, "--no-warnings", script, tmp_path / "request.json"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def as_sentence(sentence: Sentence) -> dict[str, object]:
    return {
        "text": sentence.text,
        "ids": sentence.ids,
        "pieces": sentence.pieces,
        "words": sentence.words,
        "wordOf": sentence.word_of,
    }


def as_decoded(trace: Trace, entry: Mapping[str, object]) -> dict[str, object]:
    """Return a trace as a worker returns it; a score of -inf is None."""

    def row(numbers: np.ndarray | None) -> list[float | None] | None:
        if numbers is None:
            return None
        return [float(one) if np.isfinite(one) else None for one in numbers]

    return {
        "mode": trace.mode,
        "source": as_sentence(trace.source),
        "target": as_sentence(trace.target),
        "finished": trace.finished,
        "values": trace.values.flatten().tolist(),
        "likelihoods": None if trace.likelihoods is None else trace.likelihoods.tolist(),
        "beam": trace.beam,
        "given": trace.given,
        "edited": [edit.step for edit in trace.edited],
        "id": trace.id,
        "model": entry,
        "steps": [
            {
                "token": step.token,
                "logProb": step.log_prob,
                "candidates": [[one.token, one.log_prob] for one in step.candidates],
                "scores": row(step.scores),
                "weights": row(step.weights),
                "center": step.center,
                "pGen": step.p_gen,
                "heads": None if step.heads is None else step.heads.ravel().tolist(),
                "selfHeads": None if step.self_heads is None else step.self_heads.ravel().tolist(),
                "context": row(step.context),
                "query": row(step.query),
            }
            for step in trace.steps
        ],
    }


def made_traces(make: Callable[..., Checkpoint]) -> tuple[list[Trace], list[dict[str, object]]]:
    """Return traces of every kind that a live page shows, and their models' entries."""
    text, target = SENTENCES[4] + " 你好 x²", SENTENCES[5]
    traces: list[Trace] = []
    entries = []
    for name, mode in (
        ("luong-local-p", "free"),
        ("bahdanau-additive-entmax15", "beam"),
        ("luong-general-feed", "edited"),
        ("tacotron-additive", "forced"),
        ("bahdanau-coverage", "edited forced"),
        ("fixed-context", "free"),
        ("transformer", "free"),
        ("luong-general-copy", "free"),
    ):
        model = opened(make(name)) if name.endswith(COPY) else make(name)
        source = model.tokenizer.encode(text)
        rows = {step: np.eye(len(source.ids))[step] for step in (1, 3, 4)}
        match mode:
            case "free":
                trace = translate(model, [text])[0]
            case "beam":
                trace = beam_search(model, [text], 3)[0][1]
            case "forced":
                trace = force(model, [text], [target])[0]
            case "edited":
                trace = continue_from(model, source, prefix=source.ids[:1], edits={1: rows[1]})
            case _:
                written = model.tokenizer.encode(target)
                trace = continue_from(model, source, edits=rows, target=written)
        traces.append(with_posterior(model, trace).with_label(f"{name}, {mode}"))
        entries.append(model_entry(name, model))
    return traces, entries


def assert_close(found: Any, wanted: Any, path: str = "") -> None:
    """Compare JSON values, and numbers up to a rounding."""
    if isinstance(wanted, dict):
        assert found.keys() == wanted.keys(), path
        for key in wanted:
            assert_close(found[key], wanted[key], f"{path}.{key}")
    elif isinstance(wanted, list):
        assert len(found) == len(wanted), path
        for i, pair in enumerate(zip(found, wanted, strict=True)):
            assert_close(*pair, f"{path}[{i}]")
    elif path.endswith("flow.values"):
        both = (np.frombuffer(b64decode(one), np.int8).astype(int) for one in (found, wanted))
        assert np.abs(np.subtract(*both)).max() <= 1, path
    elif isinstance(wanted, float):
        slack = 1.1e-3 if ".next" in path or "logProb" in path else ROUNDING
        assert found == pytest.approx(wanted, abs=slack), path
    else:
        assert found == wanted, path


def test_the_player_is_given_what_python_gives_it(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    traces, entries = made_traces(tiny)
    assert {trace.mode for trace in traces} == {"free", "beam", "edited", "forced"}
    assert any(1 in trace.source.ids for trace in traces)  # an unknown piece
    assert any(len(trace.target.words) < len(trace.target.pieces) for trace in traces)
    assert max(max(view.copied) for view in layers_of(traces)["weights", "words"][0] if view.copied)
    given = [as_decoded(*both) for both in zip(traces, entries, strict=True)]
    found = ask(tmp_path, traces=given)["drawn"]
    wanted = json.loads(json.dumps(drawn(layers_of(traces))))
    assert_close(found, wanted)
    assert {layer["measure"] for layer in found["layers"]} == {
        *("weights", "scores", "posterior", "alone")
    }


def doubted(
    make: Callable[..., Checkpoint], known: KnownWords | None
) -> tuple[list[Trace], list[dict[str, object]]]:
    """Return traces with the confidence that Python computes, and entries with their fit."""
    traces, entries = made_traces(make)
    blank = [replace(trace, left_out=None) for trace in traces]
    own = MeasuredConfidence(fit=FIT)
    sure = [
        replace(
            trace,
            rare=rare_words(trace.source, known),
            left_out=left_out(trace, known),
            confidence=counted(trace, own, known) if trace.mode in SURE_MODES else None,
        )
        for trace in blank
    ]
    return sure, [entry | {"confidence": asdict(FIT)} for entry in entries]


@pytest.mark.parametrize("with_words", [True, False])
def test_words_are_doubted_by_the_numbers_of_python(
    tiny: Callable[..., Checkpoint], tmp_path: Path, *, with_words: bool
) -> None:
    known = count_known([Pair(one, "x") for one in SENTENCES[:3] * 12]) if with_words else None
    traces, entries = doubted(tiny, known)
    given = [as_decoded(*both) for both in zip(traces, entries, strict=True)]
    words = known and {"table": known_table(known), "sentence": []}
    found = ask(tmp_path, traces=given, words=words)
    wanted = json.loads(json.dumps(drawn(layers_of(traces))))
    assert_close(found["drawn"], wanted)
    assert any(axes["doubt"]["unsure"] for axes in wanted["units"]["words"] if "doubt" in axes)
    written = [one.get("confidence") for one in json.loads(found["file"])["traces"]]
    assert None in written
    for one, trace in zip(written, json.loads(to_json(traces))["traces"], strict=True):
        assert_close(one, trace.get("confidence"))


def test_words_that_were_hardly_read_are_those_of_python(tmp_path: Path) -> None:
    known = count_known([Pair("The cat sees 7 dogs-", "x"), *[Pair("the cat 猫", "y")] * 12])
    for sentence in (
        ["Cat", "sees", "Kim", ".", "Dogs", "the", "-cat", "42", "!"],
        ["猫", "犬", "猫犬", "ÉCOLE", "the"],
        [],
    ):
        asked = {"table": known_table(known), "sentence": sentence}
        states = known.words(sentence)
        assert ask(tmp_path, words=asked)["rare"] == [
            {"place": i, "times": one.times}
            for i, one in enumerate(states)
            if one.state in ("rare", "new")
        ]


def test_the_language_of_a_sentence_is_that_of_python(tmp_path: Path) -> None:
    pairs = [Pair("The son of a cat is on it", "Le son d' un chat, on l' entend"), Pair("a", "là")]
    known = count_known([*pairs, *[Pair("the on", "le la il")] * 12])
    sides = []
    for sentence in (
        *("the cat", "Le chat", "on", "le on the", "le le la chat on the", "la 7 -chat !"),
        *("кот и пёс", "l' кот on", "7", "", "x y z"),
    ):
        words = split_words(sentence)
        asked = {"table": known_table(known), "sentence": words}
        sides.append(known.language_of(sentence))
        assert ask(tmp_path, words=asked)["other"] == (sides[-1] == "target"), sentence
    assert {*sides} == {"source", "target", None}


def test_a_translation_that_is_probably_wrong_is_told(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    model = tiny("luong-dot")
    trace, other = translate(model, ["The red red car", "The Red Car"])
    wrong = replace(FIT, sentence=Logistic(bias=-1.0, weights={}))
    entries = [
        model_entry("luong-dot", model, fit) for fit in (None, wrong, replace(wrong, wrong=0.2))
    ]
    given = [as_decoded(trace, entry) for entry in entries]
    often = count_known([Pair("the red car", "x")] * 10)
    once = count_known([Pair("the red", "x")] * 10 + [Pair("car", "x")])
    never = count_known([Pair("the car", "x")])
    share = "Of such translations 27% are right."  # 1 / (1 + e)
    for known, why in (
        (None, "it finds its own words improbable."),
        (often, "it finds its own words improbable."),
        (once, "these models have hardly read “car”."),
        (never, "these models have never read “red”."),
    ):
        words = known and {"table": known_table(known), "sentence": []}
        told = ask(tmp_path, traces=given, words=words)["told"]
        assert told == ["", f"luong-dot is probably wrong: {why} {share}", ""]
    lost = np.zeros((len(trace.steps), len(trace.source.ids)))
    lost[:, np.equal(trace.source.word_of, 3)] = -50.0
    told = ask(
        tmp_path,
        traces=[as_decoded(replace(trace, likelihoods=lost), entries[1])],
        words={"table": known_table(often), "sentence": []},
    )["told"]
    assert told == [f"luong-dot is probably wrong: it leaves out “car”. {share}"]
    table = known_table(count_known([Pair("the car", "x")] * 10))
    told = ask(
        tmp_path, traces=[as_decoded(other, entries[1])], words={"table": table, "sentence": []}
    )["told"]
    why = "these models have never read the name “Red”."
    assert told == [f"luong-dot is probably wrong: {why} {share}"]


def test_maps_of_softmax_alone_are_titled_so(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    model = tiny("luong-dot")
    trace = translate(model, SENTENCES[:1])[0]
    given = [as_decoded(trace, model_entry("luong-dot", model))]
    found = ask(tmp_path, traces=given)["drawn"]
    assert_close(found, json.loads(json.dumps(drawn(layers_of([trace])))))
    assert [layer["scale"]["title"] for layer in found["layers"]][::2] == [
        "Weights, after softmax",
        "Scores, before softmax",
    ]


@pytest.mark.slow
def test_saved_traces_open_with_the_same_numbers(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    traces, entries = made_traces(tiny)
    # The page does not say how a row was edited, and names a model's traces by its file.
    traces = [
        replace(trace, edited=tuple(replace(edit, how="") for edit in trace.edited))
        for trace in traces
    ]
    given = [as_decoded(*both) for both in zip(traces, entries, strict=True)]
    found = from_json(ask(tmp_path, traces=given)["file"])
    assert json.loads(to_json(found)) == json.loads(to_json(traces))


def test_a_dragged_ribbon_makes_the_row_that_the_app_makes(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    source = tiny("luong-dot").tokenizer.encode(SENTENCES[4])
    assert len(source.words) < len(source.pieces)
    chance = np.random.default_rng(0)
    row = chance.dirichlet(np.ones(len(source.pieces)))
    empty = np.where(np.arange(len(row)) < 2, 0, row)
    moves, wanted = [], []
    for numbers in (row, empty / empty.sum()):
        for old, new in ((0, 3), (3, 0), (2, 2), (1, len(source.words) - 1)):
            words = merge_source(numbers, source, "weights").copy()
            if old != new:
                words[new] += words[old]
                words[old] = 0
            wanted.append(spread(words, numbers, source))
            one = {"row": numbers.tolist(), "source": as_sentence(source), "from": old, "to": new}
            moves.append(one)
    found = ask(tmp_path, moves=moves)["moved"]
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-12)


def site_of(folder: Path) -> dict[str, Any]:
    """Return the parts of a page of a folder's models, as the scripts get them."""
    tables, weights, left_out = pair_tables("eng-fra", sorted(folder.glob("*")), ())
    assert left_out == []
    packed = {name: b64encode(content).decode() for name, content in weights.items()}
    return {"pair": "eng-fra", "tables": tables, "weights": packed}


@pytest.mark.slow
def test_a_worker_returns_the_traces_that_python_makes(tiny_folder: Path, tmp_path: Path) -> None:
    text, target = SENTENCES[0], SENTENCES[1]
    usual = {"pair": "eng-fra", "text": text, "target": "", "width": 1, "posterior": False}
    usual |= {"edits": {}, "prefix": []}
    models = {path.stem: load_checkpoint(path) for path in sorted(tiny_folder.glob("*"))}
    jobs, wanted = [], []
    for name, model in models.items():
        asked: Sequence[tuple[dict[str, Any], Trace]] = [
            ({}, translate(model, [text])[0]),
            ({"target": target, "width": 5}, force(model, [text], [target])[0]),
            (
                {"width": 5, "posterior": True},
                with_posterior(model, beam_search(model, [text], 5)[0][0]),
            ),
        ]
        for how, trace in asked:
            jobs.append({**usual, "name": name, **how})
            wanted.append(trace.with_label(name))
    request = {"pairs": [site_of(tiny_folder)], "jobs": jobs}
    answer = ask(tmp_path, **request)
    trees = [beam_tree(model, text, 5) for model in models.values()]
    for found, tree in zip(answer["trees"], trees, strict=True):
        wanted_tree = tree_payload(tree.nodes, tree.best, tree.best, "words")
        assert_close({**found, "fates": FATES}, json.loads(json.dumps(wanted_tree)))
    for one, other in zip(from_json(answer["decoded"]), from_json(to_json(wanted)), strict=True):
        assert (one.mode, one.beam, one.window, one.timing, one.label, one.bidirectional) == (
            *(other.mode, other.beam, other.window, other.timing, other.label),
            other.bidirectional,
        )
        assert (one.source, one.target, one.finished) == (
            *(other.source, other.target),
            other.finished,
        )
        for name in ("weights", "likelihoods", "values"):
            numbers = getattr(one, name), getattr(other, name)
            assert (numbers[0] is None) == (numbers[1] is None)
            if numbers[0] is not None:
                np.testing.assert_allclose(*numbers, atol=5e-5)


@pytest.mark.slow
def test_a_cut_file_of_weights_is_refused(tiny_folder: Path, tmp_path: Path) -> None:
    site = site_of(tiny_folder)
    size = len(site["weights"][site["tables"]["models"][0]["name"]])
    found = ask(tmp_path, pairs=[site], cut=[size, size - 400, size // 2 + 1, 8, 0])["refused"]
    assert found == ["", *["the file of weights is cut short"] * 4]
