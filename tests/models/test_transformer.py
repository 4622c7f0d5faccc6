"""The Transformer against torch's own, and what must hold of masks, caches and positions."""

import math

import pytest
import torch
from torch import Tensor, nn

from alignoscope.data.tokenizer import PAD_ID, START_ID
from alignoscope.models.decoders.transformer import TransformerDecoder
from alignoscope.models.layers.steps import select
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.models.transformer.heads import MultiHead, positions
from alignoscope.records.variant import ModelConfig

SIZE, HEADS, LAYERS, INNER = 12, 3, 3, 20
SOURCE = torch.tensor([[5, 6, 7, 8, 9], [9, 5, 4, PAD_ID, PAD_ID]])
PREVIOUS = torch.tensor([[START_ID, 8, 7, 6], [START_ID, 4, 5, 9]])


def model_of(variant: str = "transformer", **shape: int) -> Seq2Seq:
    torch.manual_seed(3)
    sizes = {"hidden_size": SIZE, "embedding_size": SIZE, "heads": HEADS, "layers": LAYERS}
    config = ModelConfig(
        variant=variant, vocab_size=11, **{**sizes, "feed_forward": INNER, **shape}
    )
    model = Seq2Seq(config).eval().requires_grad_(False)
    for parameter in model.parameters():
        parameter.uniform_(-0.6, 0.6)
    return model


def copy_into(block: nn.MultiheadAttention, own: MultiHead) -> None:
    """Give torch's attention the weights of ours."""
    parts = own.query, own.source
    block.in_proj_weight.data = torch.cat([part.weight for part in parts])
    block.in_proj_bias.data = torch.cat([part.bias for part in parts])
    block.out_proj.load_state_dict(own.output.state_dict())


def torchs(model: Seq2Seq) -> nn.Transformer:
    """Return torch's Transformer with the weights of ours."""
    layer = nn.TransformerEncoderLayer(SIZE, HEADS, INNER, norm_first=True, batch_first=True)
    encoder = nn.TransformerEncoder(layer, LAYERS, nn.LayerNorm(SIZE), enable_nested_tensor=False)
    shape = SIZE, HEADS, LAYERS, LAYERS, INNER
    found = nn.Transformer(*shape, custom_encoder=encoder, norm_first=True, batch_first=True).eval()
    for side, ours in ((found.encoder, model.encoder), (found.decoder, model.decoder)):
        side.norm.load_state_dict(ours.norm.state_dict())
        for layer, own in zip(side.layers, ours.layers, strict=True):
            crosses = hasattr(own, "cross")
            copy_into(layer.self_attn, own.own)
            if crosses:
                copy_into(layer.multihead_attn, own.cross)
            norms = [own.own_norm, *([own.cross_norm] if crosses else []), own.forward_norm]
            for number, norm in enumerate(norms, start=1):
                getattr(layer, f"norm{number}").load_state_dict(norm.state_dict())
            layer.linear1.load_state_dict(own.network.inner.state_dict())
            layer.linear2.load_state_dict(own.network.outer.state_dict())
    return found


def weighing(found: nn.Transformer) -> list[Tensor]:
    """Make torch's Transformer keep the weights of every head; return where it puts them."""
    kept: list[Tensor] = []
    for block in found.modules():
        if isinstance(block, nn.MultiheadAttention):
            block.register_forward_pre_hook(
                lambda _, args, kwargs: (
                    args,
                    {**kwargs, "need_weights": True, "average_attn_weights": False},
                ),
                with_kwargs=True,
            )
            block.register_forward_hook(lambda _, __, output: kept.append(output[1]))
    return kept


def test_outputs_and_weights_are_those_of_torchs_transformer() -> None:
    model = model_of()
    found, mask = torchs(model), SOURCE != PAD_ID
    kept = weighing(found)
    source, target = model.embed(SOURCE), model.embed(PREVIOUS)
    moved = [x + positions(0, x.shape[1], SIZE, x.device) for x in (source, target)]
    causal = nn.Transformer.generate_square_subsequent_mask(PREVIOUS.shape[1])
    with torch.enable_grad():  # Without it, the encoder would take a path that keeps no weights.
        wanted = found(
            *moved, tgt_mask=causal, src_key_padding_mask=~mask, memory_key_padding_mask=~mask
        )
    torch.testing.assert_close(model(SOURCE, PREVIOUS), wanted, rtol=1e-5, atol=1e-5)
    outputs = model.decoder.walk(target, model.encode(SOURCE))
    ours = model.encoder.walk(source, mask)[1]
    for one in outputs:
        ours += [one.own, one.cross]
    assert len(ours) == len(kept) == 3 * LAYERS
    for own, theirs in zip(ours, kept, strict=True):
        torch.testing.assert_close(own.weights, theirs, rtol=1e-5, atol=1e-5)


def test_two_heads_weigh_as_worked_out_by_hand() -> None:
    attention = MultiHead(2, 2).requires_grad_(False)
    for part in (attention.query, attention.source, attention.output):
        part.weight.copy_(torch.eye(2).repeat(len(part.weight) // 2, 1))
        part.bias.zero_()
    states = torch.tensor([[[0.0, math.log(3)], [1.0, 0.0]]])
    queries = torch.tensor([[1.0, 1.0]])
    output, weights, *_ = attention(queries, attention.project(states), None)
    first, second = 1 / (1 + math.e), 3 / 4  # each head has one number, and sqrt(1) divides it
    wanted = torch.tensor([[first, 1 - first], [second, 1 - second]])
    torch.testing.assert_close(weights[0, :, 0], wanted)
    torch.testing.assert_close(output, torch.tensor([[1 - first, second * math.log(3)]]))


def test_positions_are_sines_and_cosines_of_falling_frequency() -> None:
    found = positions(2, 3, 4, torch.device("cpu"))
    wanted = [[math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)] for p in (2, 3, 4)]
    torch.testing.assert_close(found, torch.tensor(wanted))


@pytest.mark.parametrize("variant", ["transformer", "transformer-no-positions"])
def test_steps_with_a_cache_compute_what_the_whole_target_does(variant: str) -> None:
    model = model_of(variant)
    memory = model.encode(SOURCE)
    outputs = model.decoder.walk(model.embed(PREVIOUS), memory)
    whole = model.walk(SOURCE, PREVIOUS).readouts
    state = model.decoder.initial_state(memory)
    total = torch.zeros(SOURCE.shape)
    for step, token in enumerate(PREVIOUS.unbind(dim=1)):
        output = model.step(token, state, memory)
        state = output.state
        torch.testing.assert_close(output.readout, whole[:, step])
        wanted = outputs[LAYERS - 2].cross.weights.mean(dim=1)[:, step]
        torch.testing.assert_close(output.attention.weights, wanted)
        total = total + wanted
        torch.testing.assert_close(state.past.weights, total)
        assert state.past.steps == step + 1


def test_no_step_reads_a_later_token() -> None:
    model = model_of()
    before = model(SOURCE, PREVIOUS)
    changed = PREVIOUS.clone()
    changed[:, 2] = 10
    after = model(SOURCE, changed)
    assert torch.equal(before[:, :2], after[:, :2])
    assert not torch.allclose(before[:, 2:], after[:, 2:])


def test_padding_changes_nothing() -> None:
    model = model_of()
    alone = model(SOURCE[1:, :3], PREVIOUS[1:])
    torch.testing.assert_close(model(SOURCE, PREVIOUS)[1:], alone)


def test_without_positions_a_source_is_a_bag_of_words() -> None:
    turned = SOURCE[:1].flip(dims=[1])
    with_positions, without = model_of(), model_of("transformer-no-positions")
    torch.testing.assert_close(without(SOURCE[:1], PREVIOUS[:1]), without(turned, PREVIOUS[:1]))
    found = with_positions(SOURCE[:1], PREVIOUS[:1]), with_positions(turned, PREVIOUS[:1])
    assert not torch.allclose(*found)


def test_rows_of_a_state_go_on_as_they_would_alone() -> None:
    model = model_of()
    memory = model.encode(SOURCE)
    state = model.step(PREVIOUS[:, 0], model.decoder.initial_state(memory), memory).state
    other = memory.change(lambda part: part[[1, 1, 0]])
    found = model.step(PREVIOUS[[1, 1, 0], 1], select(state, torch.tensor([1, 1, 0])), other)
    wanted = model.step(PREVIOUS[:, 1], state, memory)
    torch.testing.assert_close(found.readout, wanted.readout[[1, 1, 0]])
    torch.testing.assert_close(found.state.cache, wanted.state.cache[:, [1, 1, 0]])


@pytest.mark.parametrize(("layers", "named", "place"), [(3, 0, 1), (1, 0, 0), (3, 3, 2), (6, 0, 4)])
def test_the_weights_are_of_the_last_layer_but_one_or_of_the_one_named(
    layers: int, named: int, place: int
) -> None:
    decoder = model_of(layers=layers, aligned_layer=named).decoder
    assert isinstance(decoder, TransformerDecoder)
    assert decoder.attention is decoder.layers[place].cross


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ({"heads": 5}, "hidden_size is 12 and heads 5: .* A size such as 10 fits"),
        ({"hidden_size": 9, "embedding_size": 9}, "hidden_size is 9 and heads 3: .* such as 12"),
        ({"embedding_size": 6}, "hidden_size is 12 and embedding_size 6: .* the same size"),
        ({"heads": 0}, "heads is 0: expected a whole number from 1 to 64"),
        ({"layers": 13}, "layers is 13: expected a whole number from 1 to 12"),
        ({"aligned_layer": 4}, "aligned_layer is 4: expected 1 to 3"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(shape: dict[str, int], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        model_of(**shape)
