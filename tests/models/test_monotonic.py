"""Monotonic attention is that of Raffel et al. 2017, by hand and in every way of decoding."""

import math
from dataclasses import replace

import numpy as np
import pytest
import torch

from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.forced import force_sentences
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.sampling import sample
from alignoscope.models.layers.monotonic import chosen, expected
from alignoscope.records.variant import ModelConfig, parse_variant
from tests.shared.copying import opened
from tests.shared.traces import TEXTS, assert_same

MONOTONIC = ("luong-general", "bahdanau-additive", "luong-dot", "tacotron-dot", "nematus-dot")
ENERGIES = np.array(  # of three steps over four source tokens
    [[-1.0, 0.5, 2.0, -0.5], [1.5, -2.0, 0.25, 1.0], [-0.75, -1.5, 0.1, -3.0]]
)
FIRST = [1.0, 0.0, 0.0, 0.0]


def enumerated(energies: np.ndarray) -> np.ndarray:
    """Return how probably each step chooses each token, over every run of the process."""
    steps, tokens = energies.shape
    found = np.zeros((steps, tokens))

    def go_on(step: int, start: int, chance: float) -> None:
        if step == steps:
            return
        for token in range(start, tokens):
            p = 1 / (1 + math.exp(-energies[step, token]))
            found[step, token] += chance * p
            go_on(step + 1, token, chance * p)
            chance *= 1 - p  # Where no token is left, this step and all later ones choose none.

    go_on(0, 0, 1.0)
    return found


def test_weights_in_training_are_those_of_all_runs_of_the_process() -> None:
    found = expected(torch.tensor(ENERGIES)[None], torch.tensor([FIRST]).double())
    np.testing.assert_allclose(found[0].numpy(), enumerated(ENERGIES), rtol=1e-9)
    assert found[0].sum(dim=1).tolist() == sorted(found[0].sum(dim=1).tolist(), reverse=True)


def test_weights_in_training_are_the_papers_recurrence() -> None:
    """Equations 11 to 14: q_ij = (1 - p_i,j-1) q_i,j-1 + a_i-1,j, and a_ij = p_ij q_ij."""
    found = expected(torch.tensor(ENERGIES)[None], torch.tensor([FIRST]).double())[0]
    before = FIRST
    for energies, row in zip(ENERGIES, found.tolist(), strict=True):
        p, q, weights = 0.0, 0.0, []
        for energy, had in zip(energies, before, strict=True):
            q = (1 - p) * q + had
            p = 1 / (1 + math.exp(-energy))
            weights.append(p * q)
        assert row == pytest.approx(weights)
        before = weights


def test_certain_passes_do_not_underflow() -> None:
    """Appendix C.1 divides by the product of 1 - p, which is 0 here after two tokens."""
    energies = torch.tensor([[[60.0, 60, -60, 60, -torch.inf]] * 2], requires_grad=True)
    found = expected(energies, torch.tensor([[0.0, 0, 1, 0, 0]]))
    assert found[0].tolist() == [[0, 0, pytest.approx(0, abs=1e-20), 1, 0]] * 2
    found[0, :, 3].sum().backward()
    assert torch.isfinite(energies.grad).all()


def test_decoding_chooses_the_first_probable_token_from_the_last_chosen() -> None:
    found = chosen(torch.tensor(ENERGIES)[None], torch.tensor([FIRST]).double())
    # 0.5 is the first above 0; then 0.25, since 1.5 was passed; then 0.1 at the same place.
    assert found[0].tolist() == [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0]]


def test_a_step_that_chooses_none_ends_all_choices() -> None:
    energies = torch.tensor([[[-1.0, -2.0, -0.1], [3.0, 3.0, 3.0]]])
    assert chosen(energies, torch.tensor([[1.0, 0, 0]])).tolist() == [[[0, 0, 0], [0, 0, 0]]]


def test_after_a_soft_row_the_choice_begins_where_half_of_it_is() -> None:
    row = torch.tensor([[0.25, 0.25, 0.25, 0.25]])
    assert chosen(torch.ones(1, 1, 4), row).tolist() == [[[0, 1, 0, 0]]]


def test_an_energy_is_a_score_with_gain_and_offset(tiny) -> None:
    attention = tiny("luong-dot-monotonic").model.decoder.attention
    attention.gain.fill_(0.5)
    attention.offset.fill_(-0.25)
    query, keys = torch.tensor([[1.0, 2.0]]), torch.tensor([[[3.0, 1.0], [0.0, -1.0]]])
    memory = tiny("luong-dot").model.encode(torch.tensor([[5, 3]]))._replace(keys=keys)
    past = tiny("luong-dot-monotonic").model.decoder.initial_state(memory).past
    found = attention(query.unsqueeze(1), memory, past).only()
    assert found.scores[0].tolist() == pytest.approx([0.5 * 5 - 0.25, 0.5 * -2 - 0.25])
    assert found.weights[0].tolist() == [1, 0]
    torch.testing.assert_close(found.context, memory.values[:, 0])


@pytest.mark.parametrize("score", MONOTONIC)
def test_places_never_go_back_in_any_decoding(tiny, score: str) -> None:
    checkpoint = tiny(f"{score}-monotonic")
    greedy = translate(checkpoint, TEXTS)
    best = [hypotheses[0] for hypotheses in beam_search(checkpoint, TEXTS, width=3)]
    drawn = sample(checkpoint, TEXTS)
    for trace in (*greedy, *best, *drawn):
        rows = trace.weights
        assert set(np.unique(rows)) <= {0, 1}
        places = [row.argmax() for row in rows if row.any()]
        assert places == sorted(places)
        assert sorted(rows.sum(axis=1), reverse=True) == rows.sum(axis=1).tolist()
    assert any(len({row.argmax() for row in trace.weights}) > 1 for trace in greedy)
    source, target = [[getattr(one, side) for one in greedy] for side in ("source", "target")]
    for free, forced in zip(greedy, force_sentences(checkpoint, source, target), strict=True):
        assert_same(replace(free, finished=forced.finished), forced)


def test_a_step_that_chooses_none_copies_none(tiny) -> None:
    checkpoint = opened(tiny("luong-general-monotonic-copy"))
    checkpoint.model.decoder.attention.offset.fill_(-99)
    trace = translate(checkpoint, ["The red car is fast."])[0]
    assert not trace.weights.any()
    assert {step.p_gen for step in trace.steps} == {1}
    found = [sum(math.exp(one.log_prob) for one in step.candidates) for step in trace.steps]
    assert max(found) <= 1


@pytest.mark.parametrize("score", MONOTONIC)
def test_all_steps_at_once_are_those_of_decoding(tiny, score: str) -> None:
    model = tiny(f"{score}-monotonic").model
    source, previous = torch.tensor([[5, 11, 7, 3], [9, 3, 0, 0]]), torch.tensor([[2, 17, 29]] * 2)
    whole = model.walk(source, previous)
    memory = model.encode(source)
    state = model.decoder.initial_state(memory)
    for step in range(3):
        output = model.step(previous[:, step], state, memory)
        state = output.state
        torch.testing.assert_close(output.readout, whole.readouts[:, step])


def test_training_adds_noise_and_decoding_none(tiny) -> None:
    model = tiny("luong-dot-monotonic").model
    source, previous = torch.tensor([[5, 11, 7, 3]]), torch.tensor([[2, 17, 29]])
    assert torch.equal(model(source, previous), model(source, previous))
    model.train()
    model.dropout.eval()
    assert not torch.equal(model(source, previous), model(source, previous))


def test_the_name_says_it_and_a_window_excludes_it() -> None:
    assert parse_variant("luong-general-monotonic-feed-copy") == (
        "luong", "general", True, "monotonic", True,
    )  # fmt: skip
    with pytest.raises(ValueError, match="use 'luong-local-p' or a score without a window"):
        ModelConfig(variant="luong-local-p-monotonic", vocab_size=9)
