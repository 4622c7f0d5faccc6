"""The examples of an epoch: joined ones, and words in other pieces."""

from random import Random

import pytest

from alignoscope.data.corpus import Pair
from alignoscope.data.tokenizer import END_ID, UNKNOWN_ID, Tokenizer
from alignoscope.training.batches import TrainingExample, encode_pairs
from alignoscope.training.bpe_dropout import Merges, resample
from alignoscope.training.config import TrainingConfig
from alignoscope.training.epochs import MOST_JOINED, epoch_examples, join_examples
from alignoscope.training.training_data import TrainingData
from tests.shared.samples import SENTENCES

PAIRS = [Pair(*sides) for sides in zip(SENTENCES[::2], SENTENCES[1::2], strict=True)]


def test_a_share_of_the_examples_is_joined_and_every_pair_is_in_one() -> None:
    draw = Random(0)
    examples = [
        TrainingExample([i, *[4] * draw.randint(0, 9), END_ID], [i, END_ID]) for i in range(5, 2008)
    ]
    made = join_examples(examples, 0.2, 31, seed=7)
    held = [[i for i in one.target if i != END_ID] for one in made]
    assert sorted(i for ids in held for i in ids) == list(range(5, 2008))
    assert {len(ids) for ids in held} <= set(range(1, MOST_JOINED + 1))
    assert sum(len(ids) > 1 for ids in held) / len(held) == pytest.approx(0.2, abs=0.03)
    assert max(example.longest for example in made) <= 31
    assert all(side.count(END_ID) == 1 for one in made for side in (one.source, one.target))
    assert all(one.source[-1] == END_ID == one.target[-1] for one in made)
    assert made == join_examples(examples, 0.2, 31, seed=7)
    assert made != join_examples(examples, 0.2, 31, seed=8)
    assert join_examples(examples, 0, 31, seed=7) == examples


def test_joined_sides_belong_together() -> None:
    examples = [TrainingExample([i, END_ID], [i + 100, i + 200, END_ID]) for i in range(5, 24)]
    for source, target, _ in join_examples(examples, 0.9, 9, seed=1):
        expected = [part for i in source[:-1] for part in (i + 100, i + 200)]
        assert target == [*expected, END_ID]
        assert len(target) <= 9


def test_without_dropout_words_are_cut_as_the_tokenizer_does(tokenizer: Tokenizer) -> None:
    made = resample(PAIRS, tokenizer, dropout=0, max_len=60, seed=0)
    assert made == encode_pairs(PAIRS, tokenizer, 60)


def test_merges_are_left_out_as_often_as_is_said(tokenizer: Tokenizer) -> None:
    merges, draw = Merges(tokenizer), Random(0)
    first = next(iter(merges.ranks))
    cuts = [merges.cut("".join(first), 0.3, draw) for _ in range(2003)]
    assert sum(len(cut) > 1 for cut in cuts) / len(cuts) == pytest.approx(0.3, abs=0.03)


def test_unknown_characters_in_a_row_are_one_token_as_in_the_tokenizer(
    tokenizer: Tokenizer,
) -> None:
    word = "日本語"
    assert Merges(tokenizer).cut(word, 0.0, Random(0)) == [UNKNOWN_ID]
    (made,) = resample([Pair(word, word)], tokenizer, dropout=1e-9, max_len=60, seed=3)
    assert made.source == tokenizer.ids([word])[0]


def test_other_pieces_spell_the_same_text(tokenizer: Tokenizer) -> None:
    made = resample(PAIRS, tokenizer, dropout=0.4, max_len=60, seed=3)
    assert made != encode_pairs(PAIRS, tokenizer, 60)
    for pair, (source, target, _) in zip(PAIRS, made, strict=True):
        assert tokenizer.decode(source).text == pair.source
        assert tokenizer.decode(target).text == pair.target
    assert made == resample(PAIRS, tokenizer, dropout=0.4, max_len=60, seed=3)
    shorter = max(len(one.source) for one in made) - 1
    assert len(resample(PAIRS, tokenizer, dropout=0.4, max_len=shorter, seed=3)) < len(PAIRS)


def test_epochs_differ_and_can_be_made_again(tokenizer: Tokenizer) -> None:
    plain = encode_pairs(PAIRS, tokenizer, 60)
    material = TrainingData(tokenizer, PAIRS, plain, [plain], {})
    assert epoch_examples(material, TrainingConfig(joined_share=0.0), 3) == plain
    config = TrainingConfig(piece_dropout=0.4, joined_share=0.5)
    assert epoch_examples(material, config, 3) == epoch_examples(material, config, 3)
    assert epoch_examples(material, config, 3) != epoch_examples(material, config, 4)
