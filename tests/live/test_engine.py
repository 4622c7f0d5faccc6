"""The engine in JavaScript against Python: the same tokens, and weights to 1e-5."""

import base64
import json
import random
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from alignoscope.analysis.likelihoods import likelihoods
from alignoscope.data.corpus import read_pairs
from alignoscope.data.examples import EXAMPLES
from alignoscope.data.tokenizer import Tokenizer
from alignoscope.decoding import reading
from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.engine.instance import WASM
from alignoscope.decoding.engine.running import SWITCH
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.tree import beam_tree
from alignoscope.decoding.what_if import continue_from
from alignoscope.live.exported import export_model
from alignoscope.live.tables import tokenizer_tables
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from alignoscope.models.folder import CHECKPOINTS
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.run import RunRecord
from alignoscope.records.trace import Trace
from alignoscope.records.variant import ModelConfig, is_transformer
from tests.shared.copying import opened
from tests.shared.node import NODE, NODE_NEEDED
from tests.shared.samples import SENTENCES, WITH_CELLS

pytestmark = NODE_NEEDED
WRITTEN = Path(__file__).parents[2] / "data/written/eng-fra.test.tsv.gz"
ODD = (
    "",
    "   ",
    "Tom",
    "a" * 300,
    "I’m “here” … o'clock",
    "naïve naïve",
    "It's 1\u00a0000\u202f€!",
    "don't DON'T n'T ain'ts",
    "Aujourd'hui, qu'il jusqu'à L'Été quelqu'unes",
    "a-t-il -là --",
    "'s 'ſ \u212a o'cloc\u212a QU'IL",
    "\u4f60\u597d, \u4e16\u754c",
    "नमस्ते दुनिया क्षि",
    "שלום עולם",
    "👩‍👩‍👧‍👦 👍🏽 x👍y",
    "</s> <unk> <s>",
    "<script>alert('x')</script>",
    "▁a ▁ b▁",
    "a\x00b \x1c c\x85d\te\nf",
    "e\u0301\u0301 \u0301",
    "\u00ad\u200b\ufeff\u2060",
    "a\u200db \u200d",
    "ﬁn ﬆ ß İ ŉ",
    "𝕬𝖇𝖈 𐍈",
    "x²½ ٣٤",
    "\u2028 \u3000 wide",
    "don't\u0301",
    "a\ud800b \udfff",
)


@pytest.fixture(autouse=True)
def by_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let torch decode in Python: the engine that pages share with the app proves nothing."""
    monkeypatch.setenv(SWITCH, "off")


EXPORTED: dict[ModelConfig, Any] = {}  # the programs of models, which hold no weights


def exported(checkpoint: Checkpoint) -> dict[str, Any]:
    config = checkpoint.model.config
    if config not in EXPORTED:
        EXPORTED[config] = json.loads(export_model(checkpoint).to_json())
    return EXPORTED[config]


def in_node(
    tmp_path: Path,
    jobs: Sequence[Mapping[str, Any]],
    models: Mapping[str, Checkpoint] | None = None,
    files: Mapping[str, Path] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Let the engine do jobs, and return what it prints.

    Args:
        tmp_path: a folder for the request.
        jobs: the name of a model, source ids, and perhaps target ids and given weights.
        models: the models by name.
        files: their checkpoints.
        more: other parts of the request; see `decode.js`.
    """
    described = {
        name: {
            "exported": exported(model),
            "file": str((files or {})[name]),
        }
        for name, model in (models or {}).items()
    }
    lists = ("tables", "texts", "ids", "searches", "likely", "reads")
    engine = base64.b64encode(WASM.read_bytes()).decode()
    request = {
        "models": described,
        "jobs": jobs,
        "engine": engine,
        **{name: [] for name in lists},
        **more,
    }
    (tmp_path / "request.json").write_text(json.dumps(request), encoding="utf-8")
    script = Path(__file__).with_name("decode.js")
    command = [NODE, "--no-warnings", script, tmp_path / "request.json"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def assert_equal(found: Mapping[str, Any], trace: Trace, tokenizer: Tokenizer, what: str) -> None:
    """Compare what the engine decoded with a trace: tokens exactly, numbers to 1e-5 and less."""
    assert "error" not in found, f"{what}: {found['error']}"
    assert [tokenizer.piece(one["token"]) for one in found["steps"]] == [
        step.token for step in trace.steps
    ], what
    assert found["finished"] == trace.finished, what
    for one, step in zip(found["steps"], trace.steps, strict=True):
        assert one["logProb"] == pytest.approx(step.log_prob, abs=5e-5), what
        best = [candidate["logProb"] for candidate in one["candidates"]]
        wanted = np.array(step.candidates.log_probs)
        # 1 - p_gen is exact to 6e-8, which is much of the probability of a token that is copied.
        rounding = 5e-5 if step.p_gen is None else 5e-5 + 1e-7 * np.exp(-wanted)
        assert (np.abs(best - wanted) < rounding).all(), what
        for name, vector in (("query", step.query), ("context", step.context)):
            # A sum of 32-bit numbers is exact to some six digits of its largest part.
            rounding = max(1e-5, 2e-6 * np.abs(vector).max())
            np.testing.assert_allclose(one[name], vector, 5e-5, rounding, err_msg=what)
        if step.center is not None:
            assert one["center"] == pytest.approx(step.center, abs=1e-4), what
        if step.p_gen is None:
            assert one["pGen"] is None, what
        else:
            assert one["pGen"] == pytest.approx(step.p_gen, rel=1e-5), what
        if step.weights is None:
            assert one["weights"] is None, what
        else:
            np.testing.assert_allclose(one["weights"], step.weights, 5e-5, 1e-5, err_msg=what)
        for name, heads in (("heads", step.heads), ("selfHeads", step.self_heads)):
            if heads is None:
                assert one[name] is None, what
            else:
                np.testing.assert_allclose(one[name], heads.ravel(), 5e-5, 1e-5, err_msg=what)
        if step.scores is None:
            assert one["scores"] is None, what
            continue
        finite = np.isfinite(step.scores)
        assert [score is not None for score in one["scores"]] == finite.tolist(), what
        scores = [score for score in one["scores"] if score is not None]
        np.testing.assert_allclose(scores, step.scores[finite], atol=5e-5, err_msg=what)


def compare(
    tmp_path: Path, paths: Sequence[Path], texts: Sequence[str], plain: bool = False
) -> None:
    """Translate texts with the models of checkpoints by Python and by the engine, and compare."""
    models = {path.stem: load_checkpoint(path) for path in paths}
    traces = [(name, one) for name, model in models.items() for one in translate(model, texts)]
    jobs = [{"name": name, "source": trace.source.ids} for name, trace in traces]
    files = {path.stem: path for path in paths}
    own = {"plain": plain, "engine": ""} if plain else {}
    answer = in_node(tmp_path, jobs, models, files, **own)
    assert answer["quick"] != plain
    whole = [name for name, model in models.items() if not (plain or is_transformer(model.variant))]
    assert sorted(answer["placed"]) == sorted(whole)
    for found, (name, trace) in zip(answer["traces"], traces, strict=True):
        assert_equal(found, trace, models[name].tokenizer, f"{name}: {trace.source.text}")


def saved(tmp_path: Path, made: Mapping[str, Checkpoint]) -> list[Path]:
    """Write checkpoints, whose matrices are thereby rounded, and return their paths."""
    for name, checkpoint in made.items():
        save_checkpoint(checkpoint, tmp_path / f"{name}.safetensors")
    return [tmp_path / f"{name}.safetensors" for name in made]


@pytest.mark.parametrize(
    "names",
    [
        pytest.param("*", marks=pytest.mark.slow),
        "luong-concat",  # which reads a matrix in two parts
        "bahdanau-additive",
    ],
)
def test_shipped_models_translate_the_same(names: str, tmp_path: Path) -> None:
    texts = [example.source for example in EXAMPLES["eng-fra"][:4]]
    compare(tmp_path, sorted((CHECKPOINTS / "eng-fra").glob(f"{names}.safetensors")), texts)


@pytest.mark.parametrize("plain", [pytest.param(False, marks=pytest.mark.slow), True])
def test_other_cells_decode_the_same_with_and_without_webassembly(
    plain: bool, tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    made = [
        ("tacotron-additive", "lstm"),
        ("nematus-additive", "rnn"),
        ("bahdanau-location", "gru"),
    ]
    paths = saved(tmp_path, {f"{variant}-{cell}": tiny(variant, cell) for variant, cell in made})
    deep = Seq2Seq(replace(tiny("luong-concat").model.config, layers=2))
    made = replace(tiny("luong-concat"), model=deep.eval().requires_grad_(False))
    save_checkpoint(made, tmp_path / "exact.safetensors", exact=True)
    compare(tmp_path, [*paths, tmp_path / "exact.safetensors"], SENTENCES[::2], plain)


@pytest.mark.slow
def test_every_variant_and_cell_decodes_the_same(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    made = {f"{variant}-{cell}": tiny(variant, cell) for variant, cell in WITH_CELLS}
    compare(tmp_path, saved(tmp_path, made), SENTENCES)


@pytest.mark.parametrize("count", [4, pytest.param(100, marks=pytest.mark.slow)])
def test_transformers_of_random_weights_read_written_sentences_the_same(
    count: int, tmp_path: Path
) -> None:
    texts = [source for source, _ in read_pairs(WRITTEN)[:100]]
    tokenizer = Tokenizer.train(texts, 400)
    shape = {"embedding_size": 32, "hidden_size": 32, "layers": 3, "feed_forward": 48}
    made = {}
    for variant in ("transformer", "transformer-no-positions"):
        torch.manual_seed(0)
        model = Seq2Seq(ModelConfig(variant=variant, vocab_size=len(tokenizer), **shape))
        for name, weight in model.named_parameters():
            if name.endswith(("query.weight", "source.weight")):
                weight.data.mul_(2)  # so that heads choose
        model.eval().requires_grad_(False)
        made[variant] = Checkpoint(model=model, tokenizer=tokenizer, record=RunRecord())
    paths = saved(tmp_path, made)
    compare(tmp_path, paths, texts[:count])
    sharp = [
        trace.weights.max(axis=1).mean() * len(trace.source.ids)
        for trace in translate(load_checkpoint(paths[0]), texts[:count])
        if trace.weights is not None
    ]
    assert min(sharp) > 1.5  # even weights would be equal, whatever their queries were


def test_models_that_copy_decode_the_same(tiny: Callable[..., Checkpoint], tmp_path: Path) -> None:
    made = {name: opened(tiny(name)) for name in ("luong-general-copy", "bahdanau-additive-copy")}
    paths = saved(tmp_path, made)
    compare(tmp_path, paths, SENTENCES[:3])
    models = {path.stem: load_checkpoint(path) for path in paths}
    traces = [
        (name, force(model, SENTENCES[:1], SENTENCES[1:2])[0]) for name, model in models.items()
    ]
    asked = [
        {"name": name, "source": trace.source.ids, "target": trace.target.ids}
        for name, trace in traces
    ]
    files = {path.stem: path for path in paths}
    answer = in_node(tmp_path, asked, models, files, likely=asked)
    for found, likely, (name, trace) in zip(
        answer["traces"], answer["likely"], traces, strict=True
    ):
        assert_equal(found, trace, models[name].tokenizer, name)
        np.testing.assert_allclose(likely, likelihoods(models[name], trace), atol=5e-5)


def test_targets_are_forced_and_weights_are_given(tmp_path: Path) -> None:
    names = ("bahdanau-coverage", "luong-local-p", "fixed-context")
    files = {name: CHECKPOINTS / "eng-fra" / f"{name}.safetensors" for name in names}
    models = {name: load_checkpoint(path) for name, path in files.items()}
    source, target = EXAMPLES["eng-fra"][0].source, EXAMPLES["eng-fra"][0].target
    jobs, traces = [], []
    for name, model in models.items():
        (plain,) = force(model, [source], [target])
        rows = np.full((len(plain.steps), len(plain.source.ids)), 1 / len(plain.source.ids))
        own = {"name": name, "source": plain.source.ids, "target": plain.target.ids}
        jobs.append(own)
        traces.append(plain)
        if name != "fixed-context":
            jobs.append({**own, "given": dict(enumerate(rows.tolist()))})
            traces += force(model, [source], [target], [rows])
    answer = in_node(tmp_path, jobs, models, files)
    for job, found, trace in zip(jobs, answer["traces"], traces, strict=True):
        assert_equal(found, trace, models[job["name"]].tokenizer, job["name"])
        assert {step["given"] for step in found["steps"]} == {"given" in job}


@pytest.mark.parametrize(
    "name", ["eng-fra/luong-dot", "hindi-phrases/luong-dot", "reverse/luong-dot"]
)
def test_texts_have_the_same_pieces_and_words(name: str, tmp_path: Path) -> None:
    tokenizer = load_checkpoint(CHECKPOINTS / f"{name}.safetensors").tokenizer
    texts = [*ODD, *(example.source for pair in EXAMPLES.values() for example in pair)]
    ids = [list(tokenizer.encode(text).ids[:-1]) for text in texts]
    chance = random.Random(0)
    ids += [[chance.randrange(len(tokenizer)) for _ in range(9)] for _ in range(40)]
    ids += [[*row, 3] for row in ids] + [[1, 1, 3, 5], [0, 2, 3]]
    tables = json.loads(json.dumps(tokenizer_tables(tokenizer)))
    answer = in_node(tmp_path, [], tables=[tables], texts=texts, ids=ids)
    both = (
        *zip(texts, map(tokenizer.encode, texts), answer["encoded"][0], strict=True),
        *zip(ids, map(tokenizer.decode, ids), answer["decoded"][0], strict=True),
    )
    for given, sentence, found in both:
        assert (found["text"], found["wordOf"]) == (sentence.text, list(sentence.word_of)), given
        for part in ("ids", "pieces", "words"):
            assert tuple(found[part]) == getattr(sentence, part), given


def test_beam_search_finds_the_same_hypotheses_in_the_same_order(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    names = ("luong-general", "bahdanau-location-sensitive", "transformer")
    made = {name: tiny(name) for name in names}
    files = dict(zip(made, saved(tmp_path, made), strict=True))
    models = {name: load_checkpoint(path) for name, path in files.items()}
    searches, wanted, trees = [], [], []
    for name, model in models.items():
        for text in SENTENCES[:2]:
            for width, penalty in ((1, 1.0), (3, 0.0), (5, 1.0)):
                found = beam_search(model, [text], width, penalty)[0]
                trees.append(beam_tree(model, text, width, penalty))
                source = list(found[0].source.ids)
                searches.append(
                    {"name": name, "source": source, "width": width, "penalty": penalty}
                )
                wanted.append(found)
    answer = in_node(tmp_path, [], models, files, searches=searches)
    for asked, searched, traces, tree in zip(
        searches, answer["searched"], wanted, trees, strict=True
    ):
        found = searched["found"]
        assert len(found) == len(traces) == asked["width"]
        for one, trace in zip(found, traces, strict=True):
            assert_equal(one, trace, models[asked["name"]].tokenizer, str(asked))
        assert searched["best"] == tree.best
        assert [(one["parent"], one["token"], one["fate"]) for one in searched["nodes"]] == [
            (node.parent, node.token_id, node.fate) for node in tree.nodes
        ]
        totals = [one["total"] for one in searched["nodes"]]
        np.testing.assert_allclose(totals, [node.total for node in tree.nodes], atol=1e-3)


def test_likelihoods_of_single_source_tokens_are_the_same(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    variants = ("bahdanau-coverage", "tacotron-additive", "luong-general-feed", "fixed-context")
    made = {name: tiny(name) for name in variants}
    files = dict(zip(made, saved(tmp_path, made), strict=True))
    models = {name: load_checkpoint(path) for name, path in files.items()}
    traces = {
        name: force(model, SENTENCES[:1], SENTENCES[1:2])[0] for name, model in models.items()
    }
    likely = [
        {"name": name, "source": trace.source.ids, "target": trace.target.ids}
        for name, trace in traces.items()
    ]
    answer = in_node(tmp_path, [], models, files, likely=likely)["likely"]
    assert answer[-1] is None
    for found, (name, trace) in zip(answer[:-1], [*traces.items()][:-1], strict=True):
        wanted = likelihoods(models[name], trace)
        np.testing.assert_allclose(found, wanted, atol=5e-5, err_msg=name)
        assert np.ptp(wanted) > 1e-3  # otherwise any source token would do


def test_edited_weights_after_a_prefix_continue_the_same(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    made = {name: tiny(name) for name in ("luong-dot", "bahdanau-coverage")}
    files = dict(zip(made, saved(tmp_path, made), strict=True))
    models = {name: load_checkpoint(path) for name, path in files.items()}
    jobs, traces = [], []
    for name, model in models.items():
        source = model.tokenizer.encode(SENTENCES[0])
        prefix, row = model.tokenizer.encode(SENTENCES[1]).ids[:2], np.eye(len(source.ids))[1]
        traces.append(continue_from(model, source, prefix=prefix, edits={2: row}))
        own = {"name": name, "source": source.ids, "prefix": prefix, "given": {2: row.tolist()}}
        jobs.append(own)
    answer = in_node(tmp_path, jobs, models, files)
    for job, found, trace in zip(jobs, answer["traces"], traces, strict=True):
        assert_equal(found, trace, models[job["name"]].tokenizer, job["name"])
        assert [i for i, step in enumerate(found["steps"]) if step["given"]] == [2]


def test_what_no_model_can_read_is_refused_in_the_same_words(
    tiny: Callable[..., Checkpoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_CHARACTERS", 1050)
    tokenizer = tiny("luong-dot").tokenizer
    texts = ("", " \u200b", "a " * 8, "a " * 525, "x" * 1051, "a b", "👍🏽" * 525, "👍🏽" * 526)
    limits = {"tokens": 7, "characters": 1050}
    reads = [
        {"text": text, "side": side, "limits": limits}
        for text in texts
        for side in ("source", "target")
    ]
    tables = json.loads(json.dumps(tokenizer_tables(tokenizer)))
    answer = in_node(tmp_path, [], tables=[tables], reads=reads)["read"]
    for asked, found in zip(reads, answer, strict=True):
        try:
            wanted: Any = reading.read(tokenizer, asked["text"], asked["side"], 7).text
        except ValueError as error:
            wanted = str(error)
        assert (found if isinstance(found, str) else found["text"]) == wanted
    assert sum(isinstance(found, str) for found in answer) == 14  # all but "a b"
    texts = ("§ a b", " §a b", "§", "a § b", "§ § a")
    marked = Tokenizer.train(["§ a b c"] * 9, 40)
    assert marked.registers
    assert not tokenizer.registers
    for one in (tokenizer, marked):
        reads = [
            {"text": text, "side": side, "limits": {"tokens": 99, "characters": 99}}
            for text in texts
            for side in ("source", "target")
        ]
        tables = json.loads(json.dumps(tokenizer_tables(one)))
        answer = in_node(tmp_path, [], tables=[tables], reads=reads)["read"]
        for asked, found in zip(reads, answer, strict=True):
            try:
                sentence = reading.read(one, asked["text"], asked["side"])
                wanted = [sentence.text, [*sentence.ids]]
            except ValueError as error:
                wanted = str(error)
            assert (found if isinstance(found, str) else [found["text"], found["ids"]]) == wanted


def test_what_cannot_be_read_is_named(tiny: Callable[..., Checkpoint], tmp_path: Path) -> None:
    checkpoint = tiny("luong-location")
    (whole,) = saved(tmp_path, {"whole": checkpoint})
    files = {name: tmp_path / f"{name}.safetensors" for name in ("whole", "cut", "short", "other")}
    files["cut"].write_bytes(whole.read_bytes()[:-9])
    files["short"].write_bytes(b"abc")
    save_checkpoint(tiny("luong-dot"), files["other"])
    jobs = [{"name": name, "source": [5] * 102} for name in files]
    answer = in_node(tmp_path, jobs, dict.fromkeys(files, checkpoint), files)
    assert [one["error"] for one in answer["traces"]] == [
        "The source has 102 tokens with the end mark: this model reads at most 101. Shorten it.",
        "the file of weights is cut short",
        "the file of weights is cut short",
        "the file of weights has no decoder.attention.score.position.weight",
    ]
