"""Scores that read the weights of the steps before: they train as they decode."""

import pytest
import torch
from torch import Tensor

from alignoscope.models.scores import SCORES
from alignoscope.models.scores.multiplicative import Dot
from alignoscope.models.seq2seq import pad_ids


class Wandering(Dot):
    """A made-up score that turns away from where the weight has been."""

    sequential = True

    def forward(self, query: Tensor, keys: Tensor, past: Tensor | None = None) -> Tensor:
        scores = super().forward(query, keys)
        return scores if past is None else scores - 5 * past.unsqueeze(1)


class Silent(Wandering):
    """The same, without a word that it reads the past."""

    sequential = False


@pytest.mark.parametrize("timing", ["luong", "luong-local-m", "luong-local-p", "bahdanau"])
@pytest.mark.parametrize("score", [Wandering, Silent])
def test_a_new_score_trains_as_it_decodes(tiny, monkeypatch, timing: str, score: type) -> None:
    monkeypatch.setitem(SCORES, "made-up", score)
    model = tiny(f"{timing}-made-up").model
    assert model.decoder.attention.sequential == score.sequential
    source, previous = pad_ids([[5, 7, 11, 3], [6, 8, 3]]), pad_ids([[1, 9, 13, 17, 19]] * 2)
    trained, memory = model(source, previous), model.encode(source)
    state = model.decoder.initial_state(memory)
    for step, token in enumerate(previous.unbind(dim=1)):
        output = model.step(token, state, memory)
        torch.testing.assert_close(trained[:, step], output.readout)
        state = output.state


def test_only_a_score_that_says_so_reads_the_past(tiny, monkeypatch) -> None:
    found = {}
    for score in (Wandering, Silent, Dot):
        monkeypatch.setitem(SCORES, "made-up", score)
        model = tiny("luong-made-up").model
        found[score] = model(pad_ids([[5, 7, 11, 3]]), pad_ids([[1, 9, 13]]))
    torch.testing.assert_close(found[Silent], found[Dot])
    assert (found[Wandering] - found[Dot]).abs().max() > 1e-4
