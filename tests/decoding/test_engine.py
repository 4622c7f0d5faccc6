"""The engine against torch: the same tokens, and numbers to 1e-5; and where torch decodes."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import torch

from alignoscope.benchmarks.live_parity import sources
from alignoscope.data.tokenizer import END_ID
from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.best import best_texts, joint_translations
from alignoscope.decoding.engine import placing, running
from alignoscope.decoding.engine.beams import Beam
from alignoscope.decoding.engine.calls import recorded
from alignoscope.decoding.engine.matrices import blocks
from alignoscope.decoding.engine.placing import LONGEST, WIDEST
from alignoscope.decoding.engine.tables import CallTable, UnknownCallError
from alignoscope.decoding.forced import force_sentences
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.tree import beam_tree
from alignoscope.decoding.what_if import continue_from
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from alignoscope.models.folder import CHECKPOINTS
from alignoscope.models.scores.multiplicative import General
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace
from alignoscope.records.variant import is_transformer
from alignoscope.tools.engine import COMPILER, MADE, RECORD, compile_engine, record
from tests.shared.copying import opened
from tests.shared.samples import SENTENCES, WITH_CELLS

SHIPPED = sorted(CHECKPOINTS.glob("*/*.safetensors"))
PARTS = ("query", "scores", "weights", "context", "center", "p_gen", "log_prob")


@pytest.fixture
def by_torch(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], list[Trace]]], list[Trace]]:
    """Return a function that decodes by torch."""

    def decode(work: Callable[[], list[Trace]]) -> list[Trace]:
        with monkeypatch.context() as patch:
            patch.setenv(running.SWITCH, "off")
            return work()

    return decode


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Yield the steps of each decoding by the engine."""
    found: list[int] = []
    decode = running.Engine.decode

    def counting(*given: object) -> running.Decoded:
        one = decode(*given)  # type: ignore[arg-type]
        found.append(len(one.tokens))
        return one

    monkeypatch.setattr(running.Engine, "decode", counting)
    return found


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Yield the width of each beam of the engine."""
    found: list[int] = []
    start = Beam.start

    def counting(*given: object) -> None:
        found.append(given[2])  # type: ignore[arg-type]
        start(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(Beam, "start", counting)
    return found


def packed(checkpoint: Checkpoint) -> Checkpoint:
    """Return a checkpoint whose model is only decoded with from now on."""
    checkpoint.model.pack()
    return checkpoint


def assert_same(found: Sequence[Trace], wanted: Sequence[Trace]) -> None:
    """Compare traces: words exactly, numbers to 1e-5 and queries to 5e-5, of their size or of 1."""
    for one, other in zip(found, wanted, strict=True):
        assert one.target == other.target
        parts = ("variant", "timing", "mode", "source", "finished", "window", "given", "edited")
        assert [getattr(one, part) for part in parts] == [getattr(other, part) for part in parts]
        np.testing.assert_allclose(one.values, other.values, 1e-5, 1e-5)
        for step, by_torch in zip(one.steps, other.steps, strict=True):
            assert step.token == by_torch.token
            for part in PARTS:
                number, wanted_number = getattr(step, part), getattr(by_torch, part)
                assert type(number) is type(wanted_number)
                if number is not None:
                    assert np.shape(number) == np.shape(wanted_number)
                    most = 5e-5 if part == "query" else 1e-5  # A state carries what was rounded.
                    np.testing.assert_allclose(number, wanted_number, most, most, err_msg=part)
            best, wanted_best = (np.array(s.candidates.log_probs) for s in (step, by_torch))
            # 1 - p_gen is exact to 6e-8, which is much of what a copied token has.
            rounding = 2e-5 if step.p_gen is None else 2e-5 + 1e-7 * np.exp(-wanted_best)
            assert (np.abs(best - wanted_best) <= rounding + 1e-5 * np.abs(wanted_best)).all()


def assert_same_beam(checkpoint: Checkpoint, text: str, width: int, by_torch: Callable) -> None:
    """Compare all hypotheses of a beam search."""
    (found,) = beam_search(checkpoint, [text], width)
    (wanted,) = by_torch(lambda: beam_search(checkpoint, [text], width))
    assert len(found) == len(wanted) == width
    assert {one.beam for one in found} == {one.beam for one in wanted}
    assert_same(found, wanted)


COUNTS = pytest.mark.parametrize("count", [2, pytest.param(100, marks=pytest.mark.slow)])
EACH = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")


@COUNTS
@EACH
def test_every_shipped_model_finds_the_same_hypotheses(
    path: Path, count: int, by_torch: Callable, searched: list[int]
) -> None:
    checkpoint = load_checkpoint(path)
    for text in sources(path.parent.name, count):
        assert_same_beam(checkpoint, text, 5, by_torch)
    assert searched == [5] * count * (not is_transformer(checkpoint.model.config.variant))


@COUNTS
@EACH
def test_every_shipped_model_decodes_the_same(
    path: Path, count: int, by_torch: Callable, counted: list[int]
) -> None:
    checkpoint = load_checkpoint(path)
    for text in sources(path.parent.name, count):
        found = translate(checkpoint, [text])
        assert_same(found, by_torch(lambda: translate(checkpoint, [text])))  # noqa: B023
    assert (counted == []) == is_transformer(checkpoint.model.config.variant)


@pytest.mark.parametrize(
    ("variant", "cell"), WITH_CELLS, ids=lambda one: one if isinstance(one, str) else None
)
def test_every_variant_and_cell_decodes_the_same(
    variant: str,
    cell: str,
    tiny: Callable[..., Checkpoint],
    by_torch: Callable,
    counted: list[int],
    tmp_path: Path,
) -> None:
    made = tiny(variant, cell)
    save_checkpoint(opened(made) if variant.endswith("copy") else made, tmp_path / "rounded")
    for checkpoint in (load_checkpoint(tmp_path / "rounded"), packed(made)):  # 8 bits, floats
        for text in SENTENCES[::2]:
            found = translate(checkpoint, [text])
            assert_same(found, by_torch(lambda: translate(checkpoint, [text])))  # noqa: B023
    assert (len(counted) == 6) == (variant != "transformer")


@pytest.mark.parametrize(
    ("variant", "cell"), WITH_CELLS, ids=lambda one: one if isinstance(one, str) else None
)
def test_every_variant_and_cell_finds_the_same_hypotheses(
    variant: str,
    cell: str,
    tiny: Callable[..., Checkpoint],
    by_torch: Callable,
    searched: list[int],
) -> None:
    made = tiny(variant, cell)
    made.model.bias[END_ID] += 0.7  # Some hypotheses end early.
    checkpoint = packed(opened(made) if variant.endswith("copy") else made)
    assert_same_beam(checkpoint, SENTENCES[0], 3, by_torch)
    assert searched == [3] * (variant != "transformer")


@pytest.mark.parametrize("width", [1, 2, 5, WIDEST])
def test_a_beam_of_any_width_is_the_same_tree(
    width: int, tiny: Callable[..., Checkpoint], by_torch: Callable, searched: list[int]
) -> None:
    made = packed(tiny("nematus-additive", "lstm"))
    for checkpoint, text in ((known_model(), sources("dates", 1)[0]), (made, SENTENCES[0])):
        found = beam_tree(checkpoint, text, width, 0.7)
        wanted = by_torch(lambda: beam_tree(checkpoint, text, width, 0.7))  # noqa: B023
        assert found.hypotheses == wanted.hypotheses
        for node, other in zip(found.nodes, wanted.nodes, strict=True):
            same = ("parent", "step", "rank", "token_id", "fate")
            assert [getattr(node, part) for part in same] == [getattr(other, part) for part in same]
            numbers = ([one.log_prob, one.total, one.score] for one in (node, other))
            np.testing.assert_allclose(*numbers, 1e-5, 1e-5)
        for index in range(0, len(found.nodes), 7):
            assert_same([found.trace(index)], [wanted.trace(index)])
    assert searched == [width] * 2


def test_hypotheses_without_an_end_stop_at_the_limit(
    tiny: Callable[..., Checkpoint], by_torch: Callable, searched: list[int]
) -> None:
    checkpoint = packed(tiny("luong-general-feed"))
    checkpoint.model.bias[END_ID] = -100
    assert_same_beam(checkpoint, SENTENCES[0], 4, by_torch)
    assert searched == [4]


def test_beams_of_several_threads_are_the_same(by_torch: Callable, searched: list[int]) -> None:
    checkpoint, texts = known_model(), sources("dates", 6)
    with ThreadPoolExecutor(3) as pool:
        found = [*pool.map(lambda text: beam_search(checkpoint, [text], 3)[0], texts)]
    for one, text in zip(found, texts, strict=True):
        assert_same(one, by_torch(lambda: beam_search(checkpoint, [text], 3)[0]))  # noqa: B023
    assert searched == [3] * 6


def test_torch_searches_where_the_engine_does_not(
    tiny: Callable[..., Checkpoint], searched: list[int]
) -> None:
    checkpoint, texts = known_model(), sources("dates", 2)
    beam_search(checkpoint, texts, 3)  # several sentences
    joint_translations([checkpoint] * 2, texts[:1], 3)  # several models
    beam_search(checkpoint, texts[:1], WIDEST + 1)
    beam_search(checkpoint, ["1 " * 105], 3)  # a long source
    beam_search(tiny("luong-dot"), SENTENCES[:1], 3)  # a model that may be trained
    assert not searched
    assert best_texts(checkpoint, texts[:1], 3)
    assert searched == [3]


def test_models_of_several_layers_and_one_direction_decode_the_same(
    tiny: Callable[..., Checkpoint], by_torch: Callable, counted: list[int]
) -> None:
    for variant, cell in (("luong-general-feed", "gru"), ("bahdanau-coverage", "lstm")):
        made = tiny(variant, cell)
        for changed in ({"layers": 2}, {"bidirectional": False}, {"start": "mean", "layers": 3}):
            config = replace(made.model.config, **changed)
            model = Seq2Seq(config).eval().requires_grad_(False)
            checkpoint = packed(replace(made, model=model))
            found = translate(checkpoint, SENTENCES[:1])
            assert_same(found, by_torch(lambda: translate(checkpoint, SENTENCES[:1])))  # noqa: B023
    assert len(counted) == 6


@cache
def known_model() -> Checkpoint:
    return load_checkpoint(CHECKPOINTS / "dates/bahdanau-additive.safetensors")


def test_given_tokens_are_written(by_torch: Callable, counted: list[int]) -> None:
    checkpoint = known_model()
    one, other = (translate(checkpoint, [text])[0] for text in sources("dates", 2))
    forced = force_sentences(checkpoint, [one.source], [other.target])
    assert forced[0].target == other.target
    assert_same(forced, by_torch(lambda: force_sentences(checkpoint, [one.source], [other.target])))
    start = other.target.ids[:2]
    branch = continue_from(checkpoint, one.source, prefix=start)
    assert branch.target.ids[:2] == start
    assert_same([branch], by_torch(lambda: [continue_from(checkpoint, one.source, prefix=start)]))
    assert len(counted) == 4


def test_a_translation_without_an_end_stops_at_its_limit(
    tiny: Callable[..., Checkpoint], by_torch: Callable, counted: list[int]
) -> None:
    checkpoint = packed(tiny("luong-dot"))
    checkpoint.model.bias[END_ID] = -100
    (found,) = translate(checkpoint, SENTENCES[:1])
    assert not found.finished
    assert counted == [2 * len(found.source.ids) + 10]
    assert_same([found], by_torch(lambda: translate(checkpoint, SENTENCES[:1])))


def test_sources_of_one_token_and_of_the_most_tokens_decode_the_same(
    by_torch: Callable, counted: list[int]
) -> None:
    checkpoint = known_model()
    source = checkpoint.tokenizer.encode("5")
    for ids in ((END_ID,), (*[source.ids[0]] * (LONGEST - 1), END_ID)):
        found = running.by_engine(checkpoint.model, [ids], [()], [5])
        assert found is not None
        many = len(ids)
        words = Sentence(text="5", ids=ids, pieces=("5",) * many, words=("5",), word_of=(0,) * many)
        forced = checkpoint.tokenizer.decode(found[0].tokens.tolist())
        traces = [force_sentences(checkpoint, [words], [forced])]
        traces.append(by_torch(lambda: force_sentences(checkpoint, [words], [forced])))  # noqa: B023
        assert_same(*traces)
    assert len(counted) == 4


def test_threads_decode_with_one_model_at_once(by_torch: Callable, counted: list[int]) -> None:
    checkpoint, texts = known_model(), sources("dates", 6)
    with ThreadPoolExecutor(3) as pool:
        found = [*pool.map(lambda text: translate(checkpoint, [text])[0], texts)]
    assert_same(found, by_torch(lambda: [translate(checkpoint, [text])[0] for text in texts]))
    assert len(counted) == 6


def test_torch_decodes_what_the_engine_does_not(
    tiny: Callable[..., Checkpoint], counted: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = sources("dates", running.TOGETHER + 1)
    assert len(translate(known_model(), texts)) == len(texts)  # many together
    translate(known_model(), ["1 " * 105])  # a long source
    translate(tiny("luong-dot"), SENTENCES[:1])  # a model that may be trained
    trained = packed(tiny("luong-dot"))
    translate(trained, SENTENCES[:1])
    assert len(counted) == 1
    trained.model.bias[3] += 1
    translate(trained, SENTENCES[:1])
    monkeypatch.setattr(running, "compiled", lambda: None)  # without `wasmtime`
    translate(known_model(), texts[:1])
    monkeypatch.undo()
    assert len(counted) == 1


def test_torch_decodes_where_there_is_no_room_for_an_engine(
    tiny: Callable[..., Checkpoint], counted: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise MemoryError("mmap failed")

    monkeypatch.setattr(placing, "Instance", full)
    assert len(translate(packed(tiny("luong-dot")), SENTENCES[:1])) == 1
    assert counted == []


def test_a_new_score_is_decoded_if_its_calls_are_known(
    tiny: Callable[..., Checkpoint],
    by_torch: Callable,
    counted: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forward(self: General, query: torch.Tensor, keys: torch.Tensor, past: object) -> object:
        return changes[-1](query.unsqueeze(2) * keys.unsqueeze(1)).sum(dim=-1)

    monkeypatch.setattr(General, "forward", forward)
    changes = []
    for change in (torch.sigmoid, torch.erf):
        changes.append(change)
        checkpoint = packed(tiny("luong-general"))
        found = translate(checkpoint, SENTENCES[:1])
        assert_same(found, by_torch(lambda: translate(checkpoint, SENTENCES[:1])))  # noqa: B023
    assert len(counted) == 1
    with pytest.raises(UnknownCallError, match=r"erf\.default: the engine does not have it"):
        CallTable(recorded(tiny("luong-general").model, [3, 4], 1))


def test_a_copy_whose_layers_are_changed_is_decoded_as_it_is(counted: list[int]) -> None:
    """Its weights have the same names and shapes as before, and are the same."""
    model = known_model()
    changed = deepcopy(model.model)
    changed.decoder.attention.score.forward = lambda query, keys, *_: keys.sum(dim=-1) * 0
    (trace,) = translate(replace(model, model=changed), SENTENCES[1:2])
    assert not counted
    assert trace.weights is not None
    np.testing.assert_allclose(trace.weights, 1 / len(trace.source.ids), 1e-6)


def test_a_matrix_of_8_bits_stays_exact() -> None:
    scales = torch.tensor([0.25, 3 * 2**-9, 0.9375])
    whole = torch.tensor([[127, -3, 0], [1, 2, -5], [0, 0, 0]])
    found = blocks(whole * scales[:, None])
    assert found.numbers.shape == (1, 2, 16, 2)
    assert found.numbers.dtype == np.int8
    rows = found.numbers[0].transpose(1, 0, 2).reshape(16, 4) * found.scales[:, None]
    np.testing.assert_array_equal(rows[:3, :3], (whole * scales[:, None]).numpy())
    assert not rows[3:].any()
    assert blocks(torch.tensor([[1.0, 1 / 3]])).scales is None


def test_a_process_that_has_decoded_ends_without_a_word() -> None:
    program = """
from alignoscope.decoding.engine import running
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.models.folder import CHECKPOINTS
checkpoint = load_checkpoint(CHECKPOINTS / "reverse/luong-dot.safetensors")
translate(checkpoint, ["a b"])
assert running._engine_of(checkpoint.model)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_the_binary_is_what_was_made_of_the_source() -> None:
    """If this fails, `engine.c` changed: run `tools/engine.py`."""
    assert json.loads(RECORD.read_text(encoding="utf-8")) == json.loads(json.dumps(record()))


@pytest.mark.slow
def test_the_compiler_makes_the_same_binary(tmp_path: Path) -> None:
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip(f"the compiler is not installed: pip install {COMPILER}")
    compile_engine(tmp_path / "engine.wasm")
    assert (tmp_path / "engine.wasm").read_bytes() == MADE.read_bytes()
