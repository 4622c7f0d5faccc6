"""What a file's name says of its model, and what is said where it says something else."""

import pytest

from alignoscope.records.variant import Named, another_model, named_model


@pytest.mark.parametrize(
    ("file", "model"),
    [
        ("luong-dot.safetensors", Named("luong-dot")),
        ("eng-fra/luong-dot-seed12.safetensors", Named("luong-dot")),
        ("luong-general-feed-guided.safetensors", Named("luong-general-feed", guided=True)),
        ("bahdanau-coverage-guided-seed3.safetensors", Named("bahdanau-coverage", guided=True)),
        ("luong-dot-lstm.safetensors", Named("luong-dot", cell="lstm")),
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
