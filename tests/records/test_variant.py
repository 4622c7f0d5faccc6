"""What a file's name says of its model, and what is said where it says something else."""

import pytest

from alignoscope.records.variant import (
    ModelConfig,
    Named,
    Variant,
    another_model,
    has_positions,
    model_order,
    named_model,
    parse_variant,
)


@pytest.mark.parametrize(
    ("file", "model"),
    [
        ("luong-dot.safetensors", Named("luong-dot")),
        ("eng-fra/luong-dot-seed12.safetensors", Named("luong-dot")),
        ("luong-general-feed-guided.safetensors", Named("luong-general-feed", guided=True)),
        ("bahdanau-coverage-guided-seed3.safetensors", Named("bahdanau-coverage", guided=True)),
        ("luong-dot-lstm.safetensors", Named("luong-dot", cell="lstm")),
        ("luong-general@512.safetensors", Named("luong-general", size=512)),
        ("luong-dot-lstm-guided@384-seed3.safetensors", Named("luong-dot", True, "lstm", 384)),
        ("luong-dot@128.safetensors", Named("luong-dot")),
        ("luong-dot@wide.safetensors", Named("luong-dot")),
        ("luong-dot-rnn-guided-seed3.safetensors", Named("luong-dot", guided=True, cell="rnn")),
    ],
)
def test_a_name_says_the_variant_its_cell_and_whether_it_was_guided(
    file: str, model: Named
) -> None:
    assert named_model(file) == model
    assert another_model(file, model) == ""
    for other in (model._replace(guided=not model.guided), Named("luong-concat", cell="lstm")):
        assert another_model(file, other).endswith(f"holds a model of {other}.")
    assert str(model) in file


def test_a_transformer_is_a_family_of_its_own_with_or_without_positions() -> None:
    for name, positions in (("transformer", True), ("transformer-no-positions", False)):
        assert parse_variant(name) == Variant("transformer", "scaled-dot", False)
        assert has_positions(name) == positions
        assert named_model(f"{name}-seed2.safetensors") == Named(name)
    for name in ("transformer-", "transformer-dot", "transformer-no-positions-feed"):
        with pytest.raises(ValueError, match="'transformer' or 'transformer-no-positions'"):
            parse_variant(name)
    names = ["fixed-context", "transformer-no-positions", "transformer", "luong-dot", "other"]
    assert sorted(names, key=model_order) == [
        *("luong-dot", "transformer", "transformer-no-positions", "fixed-context", "other")
    ]


def test_only_a_transformers_configuration_has_its_own_fields() -> None:
    own = {"heads", "feed_forward", "aligned_layer"}
    rnn = ModelConfig(variant="luong-dot", vocab_size=9)
    transformer = ModelConfig(variant="transformer", vocab_size=9)
    assert transformer.fields().keys() - rnn.fields().keys() == own
    assert rnn.fields().keys() <= transformer.fields().keys()
    with pytest.raises(ValueError, match="cell is 'lstm': a Transformer has no RNN"):
        ModelConfig(variant="transformer", vocab_size=9, cell="lstm")


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ({"heads": 3}, r"hidden_size is 256 and heads 3: .* A size such as 258 fits\."),
        ({"heads": 0}, "heads is 0: expected a whole number from 1 to 64"),
        ({"hidden_size": 128}, "hidden_size is 128 and embedding_size 256: .* the same size"),
        ({"layers": 2, "aligned_layer": 3}, "aligned_layer is 3: expected 1 to 2"),
    ],
)
def test_sizes_of_a_transformer_that_do_not_fit_are_refused(shape: dict, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ModelConfig(variant="transformer", vocab_size=9, **shape)


def test_an_odd_size_cannot_be_shared_by_two_directions() -> None:
    with pytest.raises(ValueError, match="hidden_size is 33: expected an even number"):
        ModelConfig(variant="luong-dot", vocab_size=9, hidden_size=33)
    ModelConfig(variant="luong-dot", vocab_size=9, hidden_size=33, bidirectional=False)
