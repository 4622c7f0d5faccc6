"""What a Transformer lacks, what scaling does, and what its heads do: on models made for this."""

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

from alignoscope.course.facts import transformer
from alignoscope.course.labs.transformer import SIZES, saturation
from alignoscope.models.checkpoint import Checkpoint


def test_a_transformer_lacks_an_rnn_alone(tiny: Callable[..., Checkpoint]) -> None:
    assert transformer.lacks(tiny("transformer")) == "RNN"
    assert transformer.lacks(tiny("luong-general")) == ""


def test_without_positions_any_transformer_reads_a_bag_of_words(
    tiny: Callable[..., Checkpoint],
) -> None:
    checkpoint = tiny("transformer")
    assert transformer.tells_apart_without(checkpoint) == "same"
    assert checkpoint.model.encoder.has_positions  # the model itself is as it was


def test_rows_that_are_written_backwards_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(_: object, texts: list[str]) -> list[SimpleNamespace]:
        written = [text[:: -1 if i % 4 else 1] for i, text in enumerate(texts)]
        assert {len(text.split()) for text in texts} == set(range(3, 11))
        return [SimpleNamespace(target=SimpleNamespace(text=one)) for one in written]

    monkeypatch.setattr(transformer, "translate", write)
    assert transformer.reverses(SimpleNamespace()) == 76  # one of the others is a palindrome


def test_rows_whose_weight_is_on_one_token_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    one = np.array([[0, 1, 0], [0, 1, 0], [0, 0, 0]])  # The last step chooses none.
    two = np.array([[0, 1, 0], [0, 0, 1]])

    def write(_: object, texts: list[str]) -> list[SimpleNamespace]:
        return [SimpleNamespace(weights=two if i % 4 == 0 else one) for i, _ in enumerate(texts)]

    monkeypatch.setattr(transformer, "translate", write)
    assert transformer.stays(SimpleNamespace()) == 75


def test_products_of_more_numbers_saturate_the_softmax_unless_they_are_scaled() -> None:
    plain = [transformer.largest(size, 1.0) for size in SIZES]
    assert plain == sorted(plain)
    assert transformer.largest(10_000, 1e9) == pytest.approx(0.1)  # ten equal weights
    found = [one.bars[0].share for one in saturation().outcomes]
    assert found[::2] == plain
    assert max(found[1::2]) - min(found[1::2]) < 0.05
    assert transformer.scaled(16, 64) == 2


def test_each_head_and_each_layer_is_left_out(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    found = transformer.left_out(checkpoint)
    single = [one for one in found if one.head is not None]
    assert len(single) == transformer.count(checkpoint) == 4
    assert 0 <= transformer.changed_by_one(checkpoint) <= 4
    assert transformer.most_by_one(checkpoint) == round(max(one.fall for one in single), 1)
    layers = [one.fall for one in found if one.head is None]
    assert transformer.greatest_fall(checkpoint) == round(max(layers), 1)
    assert transformer.needed_layer(checkpoint) == 1 + layers.index(max(layers))
