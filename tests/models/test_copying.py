"""Copying is the pointer-generator of See et al. 2017, by hand and in every way of decoding."""

import math

import numpy as np
import pytest
import torch

from alignoscope.analysis.likelihoods import likelihoods
from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate, write
from alignoscope.decoding.sampling import sample
from alignoscope.models.checkpoint import load_checkpoint, save_checkpoint
from alignoscope.models.layers.copying import CopyGate, Copying, mixed
from alignoscope.records.variant import ModelConfig
from tests.shared.copying import opened
from tests.shared.traces import TEXTS, assert_same

COPYING = ("bahdanau-additive", "luong-general", "luong-dot-feed", "tacotron-dot", "nematus-dot")


def test_three_pieces_are_copied_among_four_by_hand() -> None:
    """Section 2.2, equations 8 and 9: sizes of 2, a source of three pieces, a vocabulary of 4."""
    gate = CopyGate(
        ModelConfig(variant="luong-dot-copy", vocab_size=4, hidden_size=2, embedding_size=2)
    )
    w, b = [0.5, -1.0, 2.0, 0.25, -0.5, 1.0], 0.125
    with torch.no_grad():
        gate.weight[:] = torch.tensor([w])
        gate.bias[:] = b
    context, state, word = [1.0, 0.5], [-0.25, 2.0], [0.5, -1.5]
    weights, source, logits = [0.5, 0.3, 0.2], [3, 1, 3], [0.0, 1.0, -1.0, 0.5]
    parts = [torch.tensor([part]) for part in (context, state, word, weights)]
    copying = gate.read(*parts, torch.tensor([source]))
    # 0.5 - 0.5 - 0.5 + 0.5 - 0.25 - 1.5 + 0.125
    assert copying.gate.item() == pytest.approx(-1.625)
    p_gen = 1 / (1 + math.exp(1.625))
    norm = sum(map(math.exp, logits))
    expected = [p_gen * math.exp(one) / norm for one in logits]
    for weight, piece in zip(weights, source, strict=True):
        expected[piece] += (1 - p_gen) * weight
    assert sum(expected) == pytest.approx(1)
    found = mixed(torch.tensor([logits]), copying).exp()[0].tolist()
    assert found == pytest.approx(expected, rel=1e-6)
    assert found[3] > (1 - p_gen) * 0.7  # the piece that is twice in the source has both weights


def test_a_row_that_sums_below_one_still_copies_a_distribution() -> None:
    copying = Copying(torch.tensor([-50.0]), torch.tensor([[0.25, 0.75]]), torch.tensor([[2, 1]]))
    gate = CopyGate(ModelConfig(variant="luong-dot-copy", vocab_size=4, hidden_size=2))
    zeros = [torch.zeros(1, size) for size in (2, 2, 256)]
    shares = gate.read(*zeros, torch.tensor([[0.1, 0.3]]), copying.source).shares
    torch.testing.assert_close(shares, copying.shares)
    found = mixed(torch.tensor([[0.0, 0.0, 0.0, -400.0]]), copying)
    assert found[0, :3].exp().tolist() == pytest.approx([0, 0.75, 0.25], abs=1e-6)
    assert torch.isfinite(found).all()  # even of a piece that no number holds


@pytest.mark.parametrize("variant", COPYING)
def test_every_timing_reads_its_gate_from_context_state_and_input(tiny, variant: str) -> None:
    model = opened(tiny(f"{variant}-copy")).model
    source = torch.tensor([[5, 11, 7, 5, 3]])
    memory = model.encode(source)
    state = model.decoder.initial_state(memory)
    for token in (2, 17, 29):
        output = model.step(torch.tensor([token]), state, memory)
        state = output.state  # its first RNN is in the state after the update
        word = model.embedding.weight[token] * 7**0.5
        read = torch.cat([output.attention.context[0], state.rnns[0][0][0, 0], word])
        gate = model.decoder.gate.weight[0] @ read + model.decoder.gate.bias
        torch.testing.assert_close(output.copying.gate, gate)
        p_gen = torch.sigmoid(gate)
        expected = p_gen * torch.softmax(model.logits(output.readout)[0], dim=-1)
        for weight, piece in zip(output.attention.weights[0], source[0], strict=True):
            expected[piece] += (1 - p_gen[0]) * weight
        found = model.logits(*output.written).softmax(dim=-1)[0]
        torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-8)


@pytest.mark.parametrize("variant", COPYING)
def test_a_known_target_is_unrolled_as_it_is_stepped(tiny, variant: str) -> None:
    model = opened(tiny(f"{variant}-copy")).model
    source = torch.tensor([[5, 11, 7, 13, 3], [8, 3, 0, 0, 0]])
    previous = torch.tensor([[2, 17, 29], [2, 9, 8]])
    unrolled = model.logits(*model.walk(source, previous).written)
    memory = model.encode(source)
    state = model.decoder.initial_state(memory)
    for step, token in enumerate(previous.unbind(dim=1)):
        output = model.step(token, state, memory)
        state = output.state
        stepped = model.logits(*output.written)
        torch.testing.assert_close(unrolled[:, step], stepped, rtol=1e-5, atol=1e-5)
        assert (stepped.exp().sum(dim=-1) - 1).abs().max() < 1e-5
        assert output.copying.shares[1, 2:].abs().max() == 0  # nothing is copied from padding


@pytest.mark.parametrize("variant", ["luong-general-copy", "bahdanau-additive-copy"])
def test_greedy_forced_beam_and_sampled_agree_about_one_target(tiny, variant: str) -> None:
    checkpoint = opened(tiny(variant))
    free = translate(checkpoint, TEXTS)
    sources = [trace.source for trace in free]
    assert write(checkpoint, sources) == [[*trace.target.ids] for trace in free]
    others = (
        [found[0] for found in beam_search(checkpoint, TEXTS, width=1)],
        sample(checkpoint, TEXTS, top_k=1),
    )
    for traces in others:
        for one, other in zip(free, traces, strict=True):
            assert_same(one, other)
            assert [step.p_gen for step in other.steps] == pytest.approx(
                [step.p_gen for step in one.steps], rel=1e-4
            )
    again = force(checkpoint, ["The red car is fast."], ["The red house is fast."])[0]
    gates = [step.p_gen for step in again.steps]
    assert all(0 < gate < 1 for gate in gates)
    assert len(set(gates)) == len(gates)


def test_a_single_source_piece_is_copied_whole_in_the_posterior(tiny) -> None:
    """With c_t = h_j all that is copied is piece j."""
    checkpoint = opened(tiny("luong-general-copy"))
    trace = force(checkpoint, ["The red car is fast."], ["The red car"])[0]
    found = likelihoods(checkpoint, trace)
    eye = np.eye(len(trace.source.ids))
    for j, row in enumerate(eye):
        given = [np.tile(row, (len(trace.steps), 1))]
        first = force(checkpoint, ["The red car is fast."], ["The red car"], given)[0].steps[0]
        assert found[0, j] == pytest.approx(first.log_prob, rel=1e-4)


def test_a_file_keeps_the_gate(tiny, tmp_path) -> None:
    checkpoint, path = opened(tiny("luong-general-copy")), tmp_path / "m.safetensors"
    save_checkpoint(checkpoint, path)
    again = load_checkpoint(path)
    assert again.variant == "luong-general-copy"
    kept, own = again.model.decoder.gate, checkpoint.model.decoder.gate
    torch.testing.assert_close(kept.weight, own.weight, rtol=0.02, atol=0.02)  # in 8 bits
