"""What a file's name says of its model, and what is said where it says something else."""

import pytest

from alignoscope.records.variant import another_variant, model_name, named_variant


@pytest.mark.parametrize(
    ("file", "variant", "guided"),
    [
        ("luong-dot.safetensors", "luong-dot", False),
        ("eng-fra/luong-dot-seed12.safetensors", "luong-dot", False),
        ("luong-general-feed-guided.safetensors", "luong-general-feed", True),
        ("bahdanau-coverage-guided-seed3.safetensors", "bahdanau-coverage", True),
    ],
)
def test_a_name_says_the_variant_and_whether_it_was_guided(
    file: str, variant: str, guided: bool
) -> None:
    assert named_variant(file) == (variant, guided)
    assert another_variant(file, variant, guided) == ""
    told = another_variant(file, variant, not guided)
    assert told.endswith(f"holds a model of {model_name(variant, not guided)}.")
    assert "holds a model of luong-concat." in another_variant(file, "luong-concat", False)
