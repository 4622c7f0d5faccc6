"""What other models read: probabilities as forced decoding has them, and what confidence counts."""

from collections.abc import Callable
from dataclasses import replace
from math import exp
from pathlib import Path

import numpy as np
import pytest

from alignoscope.analysis.confidence import with_confidence, with_left_out
from alignoscope.analysis.second_reader import has_readers, reading, with_readings
from alignoscope.analysis.words import own_words
from alignoscope.decoding.forced import force
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.confidence import (
    FITS,
    ConfidenceFit,
    Logistic,
    MeasuredConfidence,
    ReadFit,
    write_confidence,
)
from alignoscope.records.trace import Trace

SOURCE, TARGET = "I am not tired.", "Je ne suis pas fatigué."
OWN = ConfidenceFit(
    word=Logistic(bias=0.0, weights={"log_p": 1.0}),
    sentence=Logistic(bias=0.5, weights={"left_out": -2.0}),
    unsure=0.5,
    wrong=0.5,
)
READ = replace(
    OWN,
    word=Logistic(bias=-1.0, weights={"second": 2.0}),
    sentence=Logistic(bias=1.0, weights={"second": 1.0, "back": 0.5, "left_out": -2.0}),
    unsure=0.4,
)


@pytest.mark.parametrize("variant", ["luong-dot", "bahdanau-additive-copy", "transformer"])
def test_a_reading_has_the_probabilities_of_forced_decoding(
    variant: str, tiny: Callable[..., Checkpoint]
) -> None:
    model = tiny(variant)
    (forced,) = force(model, [SOURCE], [TARGET])
    found = reading(model, "other", SOURCE, TARGET)
    assert found is not None
    log_p = [step.log_prob for step in forced.steps]
    words = [min(log_p[span.start : span.stop]) for span in forced.target.spans]
    assert found.words == pytest.approx([exp(one) for one in words[:-1]], abs=1e-4)
    assert len(found.words) == len(own_words(forced.target))
    assert found.mean == pytest.approx(np.clip(log_p, -12, None).mean(), abs=1e-4)
    assert found.model == "other"


@pytest.mark.parametrize(("source", "target"), [(SOURCE, ""), ("gnu " * 400, TARGET)])
def test_nothing_is_read_of_an_empty_text_or_of_a_long_one(
    source: str, target: str, tiny: Callable[..., Checkpoint]
) -> None:
    assert reading(tiny("luong-dot"), "", source, target) is None


@pytest.fixture
def asked(tiny: Callable[..., Checkpoint], tmp_path: Path) -> tuple[Checkpoint, Trace]:
    """Return a model beside which a fit names two readers, and a trace of its own."""
    path = tmp_path / "eng-fra" / "luong-dot.safetensors"
    path.parent.mkdir()
    read = ReadFit(second="luong-general", back="fra-eng/luong-dot", fit=READ)
    write_confidence({path.stem: MeasuredConfidence(fit=OWN, read=read)}, path.parent / FITS)
    model = replace(tiny("luong-dot"), path=path)
    (forced,) = force(model, [SOURCE], [TARGET])
    (trace,) = with_confidence(model, [replace(forced, mode="free")])  # as if it had written that
    return model, trace


def test_a_confidence_counts_what_two_other_models_read(
    asked: tuple[Checkpoint, Trace], tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    model, trace = asked
    paths = []

    def load(path: Path) -> Checkpoint:
        paths.append(path)
        return tiny("luong-general")

    (found,) = with_readings(model, [trace], load)
    names = ["eng-fra/luong-general.safetensors", "fra-eng/luong-dot.safetensors"]
    assert paths == [tmp_path / name for name in names]
    sure, texts = found.confidence, (trace.source.text, trace.target.text)
    assert sure.second == reading(tiny("luong-general"), "luong-general", *texts)
    assert sure.back == reading(tiny("luong-general"), "fra-eng/luong-dot", *reversed(texts))
    logit = 1 + sure.second.mean + 0.5 * sure.back.mean
    assert sure.sentence == pytest.approx(1 / (1 + exp(-logit)), abs=1e-4)
    assert sure.words[0] == pytest.approx(1 / (1 + exp(1 - 2 * sure.second.words[0])), abs=1e-4)
    assert set(sure.reasons) == {"second"}
    assert sure.unsure == 0.4
    assert sure.alone == sure.comparable == trace.confidence.comparable


def test_words_that_are_left_out_are_counted_before_and_after_a_reading(
    asked: tuple[Checkpoint, Trace], tiny: Callable[..., Checkpoint]
) -> None:
    model, trace = asked
    gone = np.zeros((len(trace.steps), len(trace.source.ids)), np.float32)
    gone[:, np.array(trace.source.word_of) == 0] = -9.0
    told = replace(trace, likelihoods=gone)
    (first,) = with_readings(model, with_left_out(model, [told]), lambda _: tiny("luong-general"))
    (read,) = with_readings(model, [told], lambda _: tiny("luong-general"))
    (last,) = with_left_out(model, [read])
    assert first.left_out == last.left_out == (0,)
    assert first.confidence == last.confidence
    (none,) = with_readings(model, [trace], lambda _: tiny("luong-general"))
    assert first.confidence.sentence < none.confidence.sentence
    assert first.confidence.alone == trace.confidence.sentence


def test_a_trace_stays_as_it_is_without_a_reader_or_a_confidence(
    asked: tuple[Checkpoint, Trace], tiny: Callable[..., Checkpoint]
) -> None:
    model, trace = asked

    def missing(path: Path) -> Checkpoint:
        raise ValueError(f"{path} is missing.")

    assert with_readings(model, [trace], missing) == [trace]
    (forced,) = force(model, [SOURCE], [TARGET])
    assert with_readings(model, [forced], missing) == [forced]
    assert has_readers(model)
    other = replace(model, path=model.path.with_name("luong-concat.safetensors"))
    for one in (other, replace(model, path=None)):
        assert not has_readers(one)
        assert with_readings(one, [trace], missing) == [trace]
