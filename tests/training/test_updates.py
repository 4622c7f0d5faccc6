"""One update: which optimiser moves what, the average of the weights, the penalty, the dropout."""

import math

import pytest
import torch

from alignoscope.models.decoders.base import Decoder
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.variant import ModelConfig
from alignoscope.training.batches import TrainingExample, collate
from alignoscope.training.config import TrainingConfig
from alignoscope.training.optimizers import Float32Muon, average_model, build_optimizers, orthogonal
from alignoscope.training.parallel import Team
from alignoscope.training.updates import batch_loss, mean_square, training_step

SHAPE = {"vocab_size": 97, "embedding_size": 14, "hidden_size": 22, "attention_size": 13}
BATCH = [TrainingExample([7, 8, 9, 3], [11, 12, 3]), TrainingExample([5, 3], [13, 14, 15, 3])]


def model_of(variant: str, **change: float) -> Seq2Seq:
    torch.manual_seed(0)
    return Seq2Seq(ModelConfig(variant=variant, **SHAPE | change))


def test_an_orthogonal_matrix_keeps_its_singular_vectors() -> None:
    torch.manual_seed(1)
    for shape in ((5, 11), (11, 5)):
        matrix = torch.randn(shape)
        left, values, right = torch.linalg.svd(orthogonal(matrix), full_matrices=False)
        assert values.min() > 0.6
        assert values.max() < 1.3
        first, _, last = torch.linalg.svd(matrix, full_matrices=False)
        assert torch.allclose(left @ right, first @ last, atol=1e-3)


def test_muon_in_float32_is_torchs_muon_but_for_its_rounding() -> None:
    torch.manual_seed(2)
    start, gradients = torch.randn(7, 13), torch.randn(3, 7, 13)
    ends = []
    for kind in (torch.optim.Muon, Float32Muon):
        matrix = torch.nn.Parameter(start.clone())
        muon = kind([matrix], lr=0.1, weight_decay=0, adjust_lr_fn="match_rms_adamw")
        for gradient in gradients:
            matrix.grad = gradient.clone()
            muon.step()
        ends.append(matrix.detach() - start)
        assert set(muon.state[matrix]) == {"momentum_buffer"}
    assert torch.linalg.norm(ends[0] - ends[1]) < 0.02 * torch.linalg.norm(ends[1])


def test_muon_moves_the_matrices_and_adam_the_rest() -> None:
    model = model_of("luong-concat")
    adam, muon = build_optimizers(model, TrainingConfig())
    names = {parameter: name for name, parameter in model.named_parameters()}
    moved = [{names[p] for g in o.param_groups for p in g["params"]} for o in (adam, muon)]
    assert moved[0] | moved[1] == set(names.values())
    assert not moved[0] & moved[1]
    assert {"embedding.weight", "bias", "decoder.attention.score.v.weight"} <= moved[0]
    assert {"decoder.rnn.weight_hh_l0", "decoder.attention.score.both.weight"} <= moved[1]
    assert len(build_optimizers(model, TrainingConfig(optimizer="adam"))) == 1


def test_gradients_together_are_no_longer_than_the_limit() -> None:
    model, batch = model_of("luong-general"), collate(BATCH, "cpu")
    norms = []
    for limit in (1e9, 0.01):
        config = TrainingConfig(clip_norm=limit)
        training_step(model, [], batch, config, step=0, total=100, team=Team(0, 1))
        norms.append(torch.linalg.norm(torch.cat([p.grad.ravel() for p in model.parameters()])))
    assert norms[0] > 0.02
    assert norms[1] == pytest.approx(0.01, rel=1e-3)


def test_a_step_of_muon_is_near_orthogonal() -> None:
    model = model_of("luong-general")
    config = TrainingConfig(optimizer="muon", warmup_steps=1, muon_rate=0.01)
    weight = model.decoder.attention.score.key.weight
    before = weight.detach().clone()
    batch, optimizers = collate(BATCH, "cpu"), build_optimizers(model, config)
    training_step(model, optimizers, batch, config, step=0, total=100, team=Team(0, 1))
    slope = torch.linalg.svdvals(weight.grad)
    moved = torch.linalg.svdvals(weight.detach() - before) / 0.01
    assert slope[4] < 0.4 * slope[0]
    assert moved[4] > 0.6 * moved[0]
    assert 0.7 < moved[0] < 1.3  # where Newton and Schulz leave all that is not near 0


def test_the_average_by_hand() -> None:
    model = model_of("luong-dot")
    averaged, value = average_model(model, 0.5), None
    assert average_model(model, 0.0) is None
    for number in range(1, 8):
        with torch.no_grad():
            model.bias.fill_(float(number))
        averaged.update_parameters(model)
        decay = min(0.5, number / (9 + number))
        value = number if value is None else decay * value + (1 - decay) * number
    assert averaged.module.bias.tolist() == pytest.approx([value] * 97)
    assert model.bias[0] == 7


def test_the_squared_score_by_hand() -> None:
    scores = torch.tensor([[1.0, 2.0, -math.inf], [3.0, -math.inf, -math.inf]])
    scores.requires_grad_()
    found = mean_square(scores)
    assert found.item() == pytest.approx((1 + 4 + 9) / 3)
    found.backward()
    assert scores.grad.flatten().tolist() == pytest.approx([2 / 3, 4 / 3, 0, 2, 0, 0])


@pytest.mark.parametrize("variant", ["luong-general", "bahdanau-general", "luong-local-m"])
def test_the_penalty_makes_scores_smaller(variant: str) -> None:
    batch, sizes = collate(BATCH, "cpu"), []
    for penalty in (0.0, 10.0):
        model = model_of(variant, dropout=0.0)
        config = TrainingConfig(score_penalty=penalty, warmup_steps=1, learning_rate=1e-2)
        optimizers = build_optimizers(model, config)
        for step in range(5):
            training_step(model, optimizers, batch, config, step=step, total=9, team=Team(0, 1))
        scores = batch_loss(model.eval(), batch, 0.0)[2]
        assert scores.shape == (7, 4)
        sizes.append(mean_square(scores).item())
    assert sizes[1] < 0.5 * sizes[0]
    assert batch_loss(model_of("fixed-context"), batch, 0.0)[2] is None


@pytest.mark.parametrize("variant", ["luong-dot", "bahdanau-dot", "tacotron-additive"])
def test_dropout_of_the_decoders_states_is_while_training_only(variant: str) -> None:
    plain, dropped = (model_of(variant, dropout=0.0, rnn_dropout=r) for r in (0.0, 0.5))
    assert isinstance(dropped.decoder, Decoder)
    batch = collate(BATCH, "cpu")
    expected = plain(batch.source, batch.previous)
    assert not torch.allclose(dropped(batch.source, batch.previous), expected)
    torch.testing.assert_close(dropped.eval()(batch.source, batch.previous), expected)
