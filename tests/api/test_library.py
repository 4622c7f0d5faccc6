"""What people get who import the package: models, traces that show themselves, one player."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import alignoscope
from alignoscope.analysis.likelihoods import likelihoods
from alignoscope.api.display import ShownTrace
from alignoscope.data.tokenizer import Tokenizer
from alignoscope.interchange.trace_json import from_json
from alignoscope.models import folder
from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.records.escaping import literal
from alignoscope.records.limits import MAX_TRACES
from alignoscope.records.trace import Trace
from alignoscope.records.version import VERSION
from alignoscope.ui.player.map_view import AFTER_THE_WORD
from tests.shared.samples import SENTENCES

SENTENCE = "The old car doesn't like the red car."
Tiny = Callable[..., Checkpoint]


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = {"torch", "numpy", "pandas", "plotly", "streamlit"}
    code = f"import alignoscope, sys; print({heavy} & set(sys.modules), dir(alignoscope))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("set()")
    assert set(alignoscope.__all__) <= set(dir(alignoscope))
    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        _ = alignoscope.lod


def test_a_model_is_loaded_by_its_path_or_by_its_name(
    tiny: Tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder, "CHECKPOINTS", tmp_path / "shelf")
    path = tmp_path / "shelf" / "eng-fra" / "luong-dot.safetensors"
    save_checkpoint(tiny("luong-dot"), path)
    for name in ("eng-fra/luong-dot", "eng-fra/luong-dot.safetensors", path, str(path)):
        assert alignoscope.load(name).variant == "luong-dot"
    with pytest.raises(ValueError, match="give its two vocabularies"):
        alignoscope.load("model.npz")
    with pytest.raises(ValueError, match="expected two vocabularies"):
        alignoscope.load("model.npz", "vocab.yml")  # type: ignore[arg-type]
    for name in ("eng-fra/luong-general", "", "nothing", tmp_path):
        with pytest.raises(ValueError, match=r"no checkpoint '.*which are eng-fra/luong-dot\.$"):
            alignoscope.load(name)


@pytest.mark.parametrize("name", ["luong-dot", "bahdanau-additive", "tacotron-additive"])
def test_each_way_to_decode_returns_a_trace_that_shows_itself(tiny: Tiny, name: str) -> None:
    model = tiny(name)
    free = alignoscope.translate(model, SENTENCE)
    forced = alignoscope.force(model, SENTENCE, "La voiture est rapide.")
    beams = alignoscope.beam(model, SENTENCE, width=3)
    assert [free.mode, forced.mode, beams[0].mode] == ["free", "forced", "beam"]
    assert [free.decoding, beams[0].decoding] == ["greedy", "beam 3"]
    assert alignoscope.translate(model, SENTENCE, width=3).text == beams[0].text
    with pytest.raises(ValueError, match="beam width is 0: expected a whole number, 1 to"):
        alignoscope.translate(model, SENTENCE, width=0)
    with pytest.raises(ValueError, match=r"beam width is 2\.5: expected a whole number"):
        alignoscope.translate(model, SENTENCE, width=2.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="source is a list: expected one sentence"):
        alignoscope.translate(model, [SENTENCE])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"Cannot show a list: .* show\(\*traces\)"):
        alignoscope.show(beams)  # type: ignore[arg-type]
    assert forced.text == "La voiture est rapide."
    assert len(beams) == 3
    for trace in (free, forced, *beams):
        assert isinstance(trace, Trace)
        assert trace.source.text == SENTENCE
        assert repr(trace).startswith(f"<{name}, {trace.decoding}: ")
        assert len(repr(trace)) < 1000


def test_a_register_is_asked_of_models_that_know_it(tiny: Tiny) -> None:
    model = tiny("luong-dot")
    with pytest.raises(ValueError, match="luong-dot does not know the register 'formal': it knows"):
        alignoscope.translate(model, SENTENCE, register="formal")
    texts = [f"§ {one}" for one in SENTENCES * 3]
    knowing = replace(model, tokenizer=Tokenizer.train(texts, len(model.tokenizer)))
    found = [
        alignoscope.translate(knowing, SENTENCE, register="formal"),
        alignoscope.force(knowing, SENTENCE, SENTENCE, register="formal"),
        *alignoscope.beam(knowing, SENTENCE, 2, register="formal"),
    ]
    assert {one.source.words[0] for one in found} == {"§"}
    assert alignoscope.translate(knowing, SENTENCE).source.words[0] != "§"
    with pytest.raises(ValueError, match="it knows 'formal'"):
        alignoscope.translate(knowing, SENTENCE, register="slang")


def test_a_frame_has_the_words_and_the_sums_of_their_pieces(tiny: Tiny) -> None:
    trace = alignoscope.force(tiny("luong-dot"), SENTENCE, "La voiture est rapide.")
    frame = trace.frame()
    assert tuple(frame.index) == trace.target.words
    assert tuple(frame.columns) == trace.source.words
    assert (frame.index.name, frame.columns.name) == ("target", "source")
    word = trace.target.words.index("voiture")
    steps = [i for i, at in enumerate(trace.target.word_of) if at == word]
    pieces = [j for j, at in enumerate(trace.source.word_of) if trace.source.words[at] == "old"]
    by_hand = sum(trace.weights[i, j] for i in steps for j in pieces) / len(steps)
    assert frame.loc["voiture", "old"] == pytest.approx(by_hand, rel=1e-5)
    np.testing.assert_array_equal(trace.frame("scores", "pieces").to_numpy(), trace.scores)


def test_the_posterior_is_a_layer_where_it_was_asked_for(tiny: Tiny) -> None:
    model = tiny("luong-dot")
    trace = alignoscope.force(model, SENTENCE, "La voiture est rapide.")
    after = alignoscope.with_posterior(model, trace)
    assert isinstance(after, ShownTrace)
    parts = trace.weights * np.exp(likelihoods(model, trace))
    by_hand = parts / parts.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(after.frame("posterior", "pieces"), by_hand, rtol=1e-5)
    for name in AFTER_THE_WORD.values():
        assert name not in alignoscope.show(trace).page()
        assert name in alignoscope.show(after).page()
    with pytest.raises(ValueError, match="luong-dot has no posterior: with_posterior adds it"):
        trace.frame("posterior")
    without = alignoscope.translate(tiny("fixed-context"), SENTENCE)
    with pytest.raises(ValueError, match="fixed-context has no weights: without them"):
        alignoscope.with_posterior(tiny("fixed-context"), without)
    many = alignoscope.translate(tiny("transformer"), SENTENCE)
    with pytest.raises(ValueError, match="transformer has no posterior: each layer's context"):
        alignoscope.with_posterior(tiny("transformer"), many)
    with pytest.raises(ValueError, match="The trace is of luong-dot, the model is luong-general"):
        alignoscope.with_posterior(tiny("luong-general"), trace)


def test_other_models_read_a_translation_again_where_it_was_asked_for(tiny: Tiny) -> None:
    model = alignoscope.load("eng-fra/transformer")
    trace = alignoscope.translate(model, "The cat is asleep.")
    found = alignoscope.with_readers(model, trace)
    assert isinstance(found, ShownTrace)
    sure = found.confidence
    assert (sure.second, sure.back.model) == (None, "fra-eng/transformer")
    assert len(sure.back.words) == 5
    assert sure.sentence != sure.alone == trace.confidence.sentence
    with pytest.raises(ValueError, match="No other model is known to read this one's"):
        alignoscope.with_readers(tiny("luong-dot"), trace)


def test_a_figure_has_words_at_whole_positions_and_fixed_colours(tiny: Tiny) -> None:
    trace = alignoscope.force(tiny("luong-local-m"), "red <b>red</b> & red", "La </s> <i>voiture")
    weights, scores = trace.figure(), trace.figure("scores")
    for figure in (weights, scores):
        assert figure.layout.xaxis.ticktext == (*map(literal, trace.source.words[:-1]), "end")
        assert figure.layout.yaxis.ticktext == (*map(literal, trace.target.words[:-1]), "end")
        assert figure.layout.yaxis.autorange == "reversed"  # the first target word is at the top
        assert figure.layout.xaxis.tickvals == tuple(range(len(trace.source.words)))
        assert "<b>" not in figure.to_json().replace("\\u003c", "<")
    (heatmap,) = weights.data
    assert (heatmap.zmin, heatmap.zmax) == (0, 1)
    np.testing.assert_allclose(heatmap.z, trace.frame().to_numpy())
    (heatmap,) = scores.data
    high = float(np.nanmax(np.abs(heatmap.z)))
    assert (heatmap.zmin, heatmap.zmax) == pytest.approx((-high, high))
    np.testing.assert_array_equal(np.isnan(heatmap.z), np.isinf(trace.frame("scores").to_numpy()))


def test_what_cannot_be_shown_is_said(tiny: Tiny) -> None:
    trace = alignoscope.translate(tiny("luong-dot"), SENTENCE)
    with pytest.raises(ValueError, match="'attention' is not shown: expected one of weights, scor"):
        trace.frame("attention")
    with pytest.raises(ValueError, match="'letters' is not shown: expected one of words, pieces"):
        trace.figure(unit="letters")
    with pytest.raises(ValueError, match="fixed-context has no attention, and so no scores"):
        alignoscope.translate(tiny("fixed-context"), SENTENCE).figure("scores")
    with pytest.raises(ValueError, match="The source sentence is empty"):
        alignoscope.translate(tiny("luong-dot"), " ")
    with pytest.raises(ValueError, match="at least one trace"):
        alignoscope.show()


def test_what_is_shown_can_be_saved(tiny: Tiny, tmp_path: Path) -> None:
    trace = alignoscope.translate(tiny("luong-dot"), SENTENCE)
    player = alignoscope.show(trace)
    player.save(tmp_path / "maps.html")
    assert (tmp_path / "maps.html").read_text(encoding="utf-8") == player.page()
    player.save(str(tmp_path / "maps.trace.json"))
    (again,) = from_json((tmp_path / "maps.trace.json").read_bytes())
    np.testing.assert_array_equal(again.weights, trace.weights)
    with pytest.raises(ValueError, match=r"ends in \.html or \.json"):
        player.save(tmp_path / "maps.png")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["maps.html", "maps.trace.json"]
    with pytest.raises(ValueError, match="more than one file may hold"):
        alignoscope.show(*[trace] * (MAX_TRACES + 1)).save(tmp_path / "many.json")


@pytest.mark.slow
def test_the_player_shows_traces_of_any_kind_with_no_streamlit(tiny: Tiny) -> None:
    mine = alignoscope.translate(tiny("luong-dot"), SENTENCE)
    plain = Trace(**vars(mine))
    page = alignoscope.show(mine, plain, ShownTrace.of(plain)).page()
    assert page.startswith("<!doctype html>")
    assert f"Alignoscope {VERSION}." in page
    code = "import alignoscope.api.functions, alignoscope.ui.player.standalone, sys"
    run = subprocess.run(
        [sys.executable, "-c", f"{code}; print('streamlit' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "False\n"
