"""What a model copies, and which names come through: on models made for this."""

from collections.abc import Callable

import numpy as np
import pytest

from alignoscope.analysis.copying import copied_shares
from alignoscope.course.facts import copying
from alignoscope.course.labs.copying import copied_words, named
from alignoscope.models.checkpoint import Checkpoint
from tests.shared.copying import opened


def test_names_are_kept_where_they_stand_as_they_are(
    tiny: Callable[..., Checkpoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint = tiny("luong-dot")
    texts = [trace.target.text for trace in copying.translations(checkpoint)]
    both = zip(copying.NAMED, texts, strict=True)
    own = {text: (written.split()[0], "Nobody-there") for text, written in both}
    monkeypatch.setattr(copying, "NAMED", own)
    assert copying.names() == 2 * copying.sentences() == 2 * len(texts)
    assert copying.kept(checkpoint) == len(texts)


def test_a_words_share_is_in_percent_and_0_without_copying(
    tiny: Callable[..., Checkpoint],
) -> None:
    checkpoint = opened(tiny("luong-general-copy"))
    trace = copying.translations(checkpoint)[0]
    shares = copied_shares(trace, "words")
    word = trace.target.words[int(np.argmax(shares))]
    first = trace.target.words.index(word)
    assert copying.copied_percent(word, checkpoint) == round(100 * shares[first])
    assert copying.copied_percent("nowhere", checkpoint) == 0
    assert copying.copied_percent(trace.target.words[0], tiny("luong-general")) == 0
    assert copying.mixed(0.25, 0.4, 0.8) == pytest.approx(0.7)  # 0.1 + 0.6


def test_labs_show_both_models(tiny: Callable[..., Checkpoint]) -> None:
    models = tiny("luong-general"), opened(tiny("luong-general-copy"))
    lines = named(*models).outcomes[0].lines
    assert [one.values[0] for one in lines] == ["luong-general", "luong-general-copy"]
    found = copied_words(*models)
    assert [one.traces[0].label for one in found.outcomes] == [one.values[0] for one in lines]
    assert found.first.flows
