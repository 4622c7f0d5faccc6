"""Guided attention: links of words become links of pieces, and weights learn to follow them."""

import math
import subprocess
from pathlib import Path

import pytest
import torch

from alignoscope.data.corpus import Pair, read_corpus
from alignoscope.data.link_file import LinkFile, write_link_file
from alignoscope.data.split import split_pairs
from alignoscope.data.tokenizer import Tokenizer
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.sentence import END
from alignoscope.records.variant import ModelConfig
from alignoscope.training.batches import TrainingExample, collate, encode_pairs
from alignoscope.training.bpe_dropout import resample
from alignoscope.training.config import TrainingConfig
from alignoscope.training.epochs import examples_at, join_examples
from alignoscope.training.guide import check_guide, join_guides, piece_links
from alignoscope.training.loss import guided_loss
from alignoscope.training.optimizers import build_optimizers
from alignoscope.training.parallel import Team
from alignoscope.training.recipe import train
from alignoscope.training.updates import training_step
from tests.shared.samples import SENTENCES
from tests.shared.toy import SHAPE, command, start, write_corpus

PAIRS = [Pair(*sides) for sides in zip(SENTENCES[::2], SENTENCES[1::2], strict=True)]


def links_of(*lines: str) -> LinkFile:
    return LinkFile("by hand", "", lines)


def test_all_pieces_of_linked_words_are_linked_and_the_end_marks() -> None:
    # Source words have the pieces 0, 1 2 3, 4 and the end mark 5; target words 0 1, 2, 3, 4.
    rows = piece_links(links_of("1-0 0-1 2-1"), 0, [1, 3, 1, 1], [2, 1, 1, 1])
    assert rows == [(1, 2, 3), (1, 2, 3), (0, 4), (), (5,)]


@pytest.mark.parametrize("link", ["3-0", "0-3", "9-9"])
def test_a_link_of_no_word_is_refused(link: str) -> None:
    with pytest.raises(
        ValueError, match=f"pair 2 have {link}, but there are 3 source and 3 target"
    ):
        piece_links(links_of("", link), 1, [1, 3, 1, 1], [2, 1, 1, 1])


def test_joined_guides_shift_along_and_keep_the_last_end_mark() -> None:
    first, second = [(0,), (), (1,)], [(1,), (0, 1), (2,)]  # the last of each is the end mark
    assert join_guides(first, second, 1) == [(0,), (), (2,), (1, 2), (3,)]
    assert join_guides((), (), 1) == ()


def test_a_joined_example_is_linked_as_its_parts_were() -> None:
    examples = [TrainingExample([i, i, 3], [i + 100, 3], [(1,), (2,)]) for i in range(5, 24)]
    made = join_examples(examples, 0.9, 13, seed=1)
    assert max(len(example.target) for example in made) > 3
    for source, target, guide in made:
        assert guide == [*((2 * i + 1,) for i in range(len(target) - 1)), (len(source) - 1,)]
        assert all(source[s] + 100 == target[t] for t, (s,) in enumerate(guide[:-1]))


def test_pieces_follow_their_words_however_they_are_cut(tokenizer: Tokenizer) -> None:
    file = links_of("1-2 2-1", "0-0", "")  # red rouge, car voiture
    plain = encode_pairs(PAIRS, tokenizer, 60, file)
    assert plain == resample(PAIRS, tokenizer, dropout=0, max_len=60, seed=0, file=file)
    for examples in (plain, resample(PAIRS, tokenizer, dropout=0.6, max_len=60, seed=3, file=file)):
        source, target, guide = examples[0]
        sides = [tokenizer.decode(ids) for ids in (source, target)]
        for t, row in enumerate(guide):
            linked = {sides[0].words[sides[0].word_of[s]] for s in row}
            word = sides[1].words[sides[1].word_of[t]]
            assert linked == {"voiture": {"car"}, "rouge": {"red"}, "</s>": {"</s>"}}.get(
                word, set()
            )
        assert [len(row) for row in examples[2].guide] == [0] * (len(examples[2].target) - 1) + [1]
    assert [e.guide for e in encode_pairs(PAIRS, tokenizer, 60)] == [()] * 3


def test_a_batch_has_the_links_as_shares_that_sum_to_1() -> None:
    guided = TrainingExample([7, 8, 9, 3], [11, 12, 3], [(0, 2), (), (3,)])
    batch = collate([guided, TrainingExample([5, 3], [13, 3], [(0,), (1,)])], "cpu")
    assert batch.shares.tolist() == [
        [[0.5, 0, 0.5, 0], [0, 0, 0, 0], [0, 0, 0, 1]],
        [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]],
    ]


def test_the_guided_loss_and_its_gradient_by_hand() -> None:
    scores = torch.tensor([[1.0, 2.0, 0.5], [3.0, -1.0, -math.inf], [0.1, 0.2, 0.3]])
    scores.requires_grad_()
    shares = [[0.5, 0.0, 0.5], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
    found = guided_loss(scores, torch.tensor(shares))
    total, slopes = 0.0, []
    for row, links in zip(scores.tolist(), shares, strict=True):
        whole = sum(math.exp(e) for e in row)
        weights = [math.exp(e) / whole for e in row]
        total -= sum(share * math.log(a) for share, a in zip(links, weights, strict=True) if share)
        # The gradient is what is missing to the links, or nothing where there are none.
        slopes += [(sum(links) * a - share) / 3 for share, a in zip(links, weights, strict=True)]
    assert found.item() == pytest.approx(total / 3)
    found.backward()
    assert scores.grad.flatten().tolist() == pytest.approx(slopes, abs=1e-7)


FAST = {"optimizer": "adam", "learning_rate": 1e-2, "warmup_steps": 1, "score_penalty": 0.0}


@pytest.mark.parametrize("variant", ["luong-general", "bahdanau-coverage", "tacotron-additive"])
def test_weights_learn_to_follow_links(variant: str) -> None:
    guides = [[(2,), (0, 1), (3,)], [(1,), (0,), (), (1,)]]
    sides = [([7, 8, 9, 3], [11, 12, 3]), ([5, 3], [13, 14, 15, 3])]
    batch = collate([TrainingExample(*e, g) for e, g in zip(sides, guides, strict=True)], "cpu")
    losses = []
    for weight in (0.0, 1.0):
        torch.manual_seed(0)
        model = Seq2Seq(ModelConfig(variant=variant, dropout=0.0, **SHAPE))
        config = TrainingConfig(guide_weight=weight, **FAST)
        optimizers = build_optimizers(model, config)
        for step in range(60):
            training_step(model, optimizers, batch, config, step=step, total=70, team=Team(0, 1))
        real = batch.target != 0
        scores = model.eval().walk(batch.source, batch.previous).scores
        losses.append(guided_loss(scores[real], batch.shares[real]).item())
    # The row with two links cannot fall below log 2, one of seven rows.
    assert losses[1] < 0.2 < losses[0]


def test_a_guided_run_says_so_in_its_name_and_record(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "aa-bb.tsv")
    read, file = read_corpus(corpus), tmp_path / "aa-bb.links"
    pairs = split_pairs(read.pairs).train
    links = [frozenset((i, i) for i in range(len(pair.source.split()))) for pair in pairs]
    write_link_file(file, read.name, pairs, links, "by hand 1.0")
    guided = start(corpus, tmp_path, guide=file, guide_weight=0.7, epochs=1)
    path = train(guided)
    assert path.name == "luong-general-guided-seed3.safetensors"
    assert guided.state_path.name == "luong-general-guided-seed3.state"
    record = load_checkpoint(path).record
    assert record.guided
    assert record.training["guide_aligner"] == "by hand 1.0"
    assert len(record.training["guide_sha256"]) == 64
    plain = start(corpus, tmp_path, epochs=1)
    assert plain.out_path.name == "luong-general-seed3.safetensors"
    assert plain.progress.step == 0
    path.rename(plain.out_path)
    with pytest.raises(ValueError, match="was guided by an aligner's links"):
        start(corpus, tmp_path, epochs=1)


@pytest.mark.parametrize("dropout", [0.0, 0.1])
def test_only_pairs_of_the_corpus_are_guided_beside_another_file(
    tmp_path: Path, dropout: float
) -> None:
    corpus, file = write_corpus(tmp_path / "aa-bb.tsv"), tmp_path / "aa-bb.links"
    read = read_corpus(corpus)
    pairs = split_pairs(read.pairs).train
    links = [frozenset((i, i) for i in range(len(pair.source.split()))) for pair in pairs]
    write_link_file(file, read.name, pairs, links, "by hand")
    small = tmp_path / "small.tsv"
    small.write_text("".join(f"h {'g ' * i}\tX {'Y ' * i}\n" for i in range(1, 30)))
    change = {"guide": file, "guide_weight": 0.7, "joined_share": 0, "piece_dropout": dropout}
    run = start(corpus, tmp_path, also=[f"{small}:0.3"], **change)
    known, counts = set(pairs), [0, 0]
    for source, target, guide in examples_at(run.material, run.config, run.mix, [0]):
        sides = [run.material.tokenizer.decode(ids) for ids in (source, target)]
        own = Pair(*(side.text for side in sides)) in known
        words = [sides[1].words[place] for place in sides[1].word_of[:-1]]
        linked = [{sides[0].words[sides[0].word_of[s]] for s in row} for row in guide]
        assert linked == [*({word.lower()} if own else set() for word in words), {END}]
        counts[own] += 1
    assert min(counts) > 10


@pytest.mark.parametrize(
    "variant",
    ["fixed-context", "luong-local-p", "luong-general-sparsemax", "luong-none", "transformer"],
)
def test_what_has_not_a_weight_for_every_token_cannot_be_guided(variant: str) -> None:
    with pytest.raises(ValueError, match=f"{variant} cannot be guided"):
        check_guide(variant, 0.5, Path("some.links"))


def test_a_guide_without_a_weight_and_a_weight_without_one_are_refused() -> None:
    for weight, path in ((0.0, Path("some.links")), (0.5, None)):
        with pytest.raises(ValueError, match="give both --guide FILE and --guide-weight"):
            check_guide("luong-dot", weight, path)
    check_guide("luong-dot", 0.0, None)
    check_guide("luong-dot", 0.5, Path("some.links"))


def test_the_command_refuses_a_file_of_other_links(tmp_path: Path) -> None:
    corpus, file = write_corpus(tmp_path / "aa-bb.tsv"), tmp_path / "cc-dd.links"
    write_link_file(file, "cc-dd.tsv", PAIRS, [frozenset()] * 3, "by hand")
    words = command(corpus, tmp_path, "--guide", file, "--guide-weight", "0.5")
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 2
    assert "these links are of 3 training pairs of cc-dd.tsv, not of this run's" in done.stderr
    assert "Traceback" not in done.stderr
