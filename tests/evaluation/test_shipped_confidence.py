"""No crying wolf: how many right words the shipped models mark as unsure."""

from pathlib import Path

import pytest

from alignoscope.analysis.confidence import with_confidence
from alignoscope.analysis.right_words import right_words
from alignoscope.analysis.words import own_words
from alignoscope.data.corpus import read_pairs
from alignoscope.decoding.best import best_translations
from alignoscope.evaluation.translation import group_references
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.records.confidence import FITS, read_confidence

ROOT = Path(__file__).parents[2]
MOST = 0.05  # of right words
SHORT = 12  # words of an everyday sentence


@pytest.mark.parametrize("pair", ["eng-fra", "eng-spa", "fra-eng"])
def test_at_most_a_twentieth_of_the_right_words_of_test_is_marked(pair: str) -> None:
    found = read_confidence(ROOT / "checkpoints" / pair / FITS)
    fits = [each for one in found.values() for each in (one, one.read) if each]
    rows = [row for one in fits for row in one.ranked]
    assert {row.part for row in rows} == {"test"}
    assert max(row.marked_right for row in rows) <= MOST


@pytest.mark.slow
def test_at_most_a_twentieth_of_the_right_words_of_everyday_sentences_is_marked() -> None:
    path = ROOT / "checkpoints/eng-fra/luong-general.safetensors"
    checkpoint = load_checkpoint(path)
    references = group_references(read_pairs(ROOT / "data/written/eng-fra.test.tsv.gz"))
    sources = [text for text in references if len(text.split()) <= SHORT]
    right, marked = 0, 0
    for first in range(0, len(sources), 20):
        batch = best_translations(checkpoint, sources[first : first + 20], 5)
        for trace in with_confidence(checkpoint, batch):
            if trace.rare:
                continue  # its mark is no false alarm
            assert trace.confidence is not None
            kept = right_words(own_words(trace.target), references[trace.source.text])
            right += sum(kept)
            marked += sum(kept[place] for place in trace.confidence.unsure_words)
    assert right > 3000
    assert marked / right <= MOST
