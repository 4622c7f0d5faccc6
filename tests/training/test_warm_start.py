"""A run that goes on from a finished one, and what a teacher wrote for it."""

import gzip
import re
from pathlib import Path

import pytest
import torch

from alignoscope.data.corpus import read_corpus, read_pairs
from alignoscope.data.split import split_pairs
from alignoscope.data.tokenizer import UNKNOWN_ID
from alignoscope.decoding.best import best_texts, joint_translations
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.models.seq2seq import pad_ids
from alignoscope.training.recipe import train
from alignoscope.training.run_summary import told
from alignoscope.training.teacher import __main__ as teacher
from alignoscope.training.teacher.__main__ import main as teach
from alignoscope.training.teacher.__main__ import pick_sources
from alignoscope.training.updates import mean_loss
from alignoscope.training.warm_start import read_trunk, take_trunk
from tests.shared.other_device import OtherDevice, moved
from tests.shared.samples import mostly_slow
from tests.shared.toy import SHAPE, TRANSFORMER, cut_off, run, start, write_corpus

LARGER = {"vocab_size": 2 * SHAPE["vocab_size"]}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "toy.tsv")


def test_a_run_goes_on_from_the_weights_and_the_history_of_another(
    corpus: Path, tmp_path: Path
) -> None:
    first = run(corpus, tmp_path / "first", epochs=2, learning_rate=1e-2)
    before = load_checkpoint(first)
    begun = start(corpus, tmp_path / "second", epochs=1, earlier=first)
    for name, tensor in before.model.state_dict().items():
        torch.testing.assert_close(begun.model.state_dict()[name], tensor, rtol=0, atol=0)
    second = load_checkpoint(run(corpus, tmp_path / "second", epochs=1, earlier=first))
    earlier, record = before.record, second.record
    assert earlier.step
    assert record.step
    assert record.total_steps == earlier.step + begun.total
    assert earlier.step < record.step <= record.total_steps
    assert record.epochs == 2 + 1
    assert record.seconds > earlier.seconds
    known = [point for point in earlier.history if point.step <= earlier.step]
    assert list(record.history[: len(known)]) == known
    assert record.history[len(known)].dev_loss < 1.5 * known[-1].dev_loss  # not from nothing
    assert record.best_dev_loss == min(point.dev_loss for point in record.history[len(known) :])
    steps = [snapshot.step for snapshot in record.snapshots]
    assert steps == sorted(set(steps))
    assert (steps[0], steps[-1]) == (0, record.total_steps)
    assert record.examples == earlier.examples


@pytest.mark.slow
def test_a_run_that_ends_worse_than_it_began_takes_its_place_all_the_same(
    corpus: Path, tmp_path: Path
) -> None:
    """On a teacher's text the loss on people's grows, and BLEU does too."""
    first = run(corpus, tmp_path / "first", epochs=2, learning_rate=1e-2)
    rates = {"learning_rate": 3.0, "muon_rate": 3.0, "optimizer": "adam", "average": 0}
    worse = run(corpus, tmp_path / "second", epochs=0.5, earlier=first, **rates)
    found, began = load_checkpoint(worse).record, load_checkpoint(first).record
    assert worse.parent.parent.name == "checkpoints"
    assert found.best_dev_loss > began.best_dev_loss


@pytest.mark.slow
def test_a_run_with_further_corpora_takes_over_the_pieces_of_another_tokenizer(
    corpus: Path, tmp_path: Path
) -> None:
    first = run(corpus, tmp_path / "first", epochs=2, learning_rate=1e-2)
    before = load_checkpoint(first)
    more = tmp_path / "more.tsv"
    more.write_text("".join(f"{a}{b} {b}{a} k\t{a}{b}{a} k\n" for a in "abcdefgh" for b in "abcd"))
    begun = start(
        corpus, tmp_path / "second", earlier=first, also=[f"{more}:0.3"], shape=SHAPE | LARGER
    )
    known, wanted = before.tokenizer, begun.material.tokenizer
    old, new = before.model.state_dict(), begun.model.state_dict()
    spelled = [known.spell(piece) for piece in wanted.pieces]
    assert len(wanted) > len(known)
    assert {len(ids) for ids in spelled} >= {1, 2}
    assert known.spell("▁k") == [known.spell("▁")[0], UNKNOWN_ID]  # the letter is new
    for name in ("embedding.weight", "bias"):
        for row, piece, ids in zip(new[name], wanted.pieces, spelled, strict=True):
            if piece in known.pieces:
                assert ids == [known.pieces.index(piece)]
            expected = sum(old[name][i] for i in ids) / len(ids)
            torch.testing.assert_close(row, expected, rtol=1e-6, atol=1e-7)
    for name in old.keys() - {"embedding.weight", "bias"}:
        torch.testing.assert_close(new[name], old[name], rtol=0, atol=0)
    assert begun.progress.history[-1]["step"] == before.record.step
    assert before.record.snapshots
    assert not begun.progress.snapshots  # they are over other pieces
    ended = load_checkpoint(train(begun)).record
    kept = [snapshot.step for snapshot in ended.snapshots]
    assert kept[0] == before.record.step  # a series of its own, from the weights that it began with
    assert kept[-1] == ended.step > kept[0]
    assert len(kept) > 5


def test_a_run_can_keep_the_tokenizer_of_the_model_it_starts_from(
    corpus: Path, tmp_path: Path
) -> None:
    first = run(corpus, tmp_path / "first", epochs=1)
    before = load_checkpoint(first)
    more = tmp_path / "more.tsv"
    more.write_text("".join(f"{a}{b} {b}{a}\t{a}{b}{a}\n" for a in "abcdefgh" for b in "abcd"))
    also = [f"{more}:0.3"]
    learnt = start(corpus, tmp_path / "new", earlier=first, also=also)
    assert learnt.material.tokenizer.to_json() != before.tokenizer.to_json()
    own = learnt.settings["training"]
    begins = (("earlier", "luong-general"), ("trunk", "luong-dot"))
    for option, variant in begins:
        out = tmp_path / option
        kept = start(
            corpus, out, variant=variant, also=also, keep_tokenizer=True, **{option: first}
        )
        assert kept.material.tokenizer.to_json() == before.tokenizer.to_json()
        assert kept.settings["training"]["kept_tokenizer"] is True
        assert not list((out / "runs").rglob("tokenizer-*"))
        if option == "earlier":
            assert kept.progress.snapshots == [one.written() for one in before.record.snapshots]
    assert "kept_tokenizer" not in own
    with pytest.raises(ValueError, match="--keep-tokenizer needs a checkpoint"):
        start(corpus, tmp_path / "none", keep_tokenizer=True)


def test_a_run_goes_on_from_its_own_kind_alone(corpus: Path, tmp_path: Path) -> None:
    first = run(corpus, tmp_path / "first", epochs=0.2)
    wider = SHAPE | {"hidden_size": 26}
    with pytest.raises(ValueError, match=r"luong-general.* has another shape .*Give --from one"):
        start(corpus, tmp_path / "wider", earlier=first, shape=wider)
    other = write_corpus(tmp_path / "other.tsv", seed=1)
    with pytest.raises(ValueError, match="was trained on another corpus"):
        start(other, tmp_path / "other", earlier=first)


@pytest.mark.parametrize(
    ("variant", "anew"),
    mostly_slow(
        [
            ("luong-dot", {"decoder.attention."}),
            ("luong-local-p", {"decoder.attention."}),
            ("luong-general-feed", {"decoder.attention."}),
            ("bahdanau-additive", {"decoder.attention.", "decoder.deep_output."}),
        ],
        always=["luong-general-feed"],
    ),
)
def test_a_run_takes_all_but_the_attention_of_a_trunk(
    corpus: Path, tmp_path: Path, variant: str, anew: set[str]
) -> None:
    trunk = run(corpus, tmp_path / "trunk")
    known = load_checkpoint(trunk)
    weights = known.model.state_dict()
    plain = start(corpus, tmp_path / "plain", variant=variant)
    begun = start(corpus, tmp_path / "begun", variant=variant, trunk=trunk)
    for name, own in begun.model.state_dict().items():
        new = name.startswith(tuple(anew))
        wanted = (plain.model.state_dict() if new else weights)[name]
        if wanted.shape != own.shape:  # of further inputs
            further = torch.zeros(len(own), own.shape[1] - wanted.shape[1])
            wanted = torch.cat([wanted, further], dim=1)
        torch.testing.assert_close(own, wanted, rtol=0, atol=0)
        assert begun.averaged is not None
        torch.testing.assert_close(begun.averaged.module.state_dict()[name], own, rtol=0, atol=0)
    assert begun.progress.history == []
    training = begun.settings["training"]
    assert training["trunk"] == "luong-general"
    assert (training["trunk_epochs"], training["trunk_steps"]) == (2, known.record.step)


def test_monotonic_attention_takes_the_score_of_its_trunk(corpus: Path, tmp_path: Path) -> None:
    trunk = run(corpus, tmp_path / "trunk")
    weights = load_checkpoint(trunk).model.state_dict()
    begun = start(corpus, tmp_path / "hard", variant="luong-general-monotonic", trunk=trunk)
    own = begun.model.state_dict()
    assert own.keys() - weights.keys() == {"decoder.attention.gain", "decoder.attention.offset"}
    for name, tensor in weights.items():
        torch.testing.assert_close(own[name], tensor, rtol=0, atol=0)
    trained = load_checkpoint(
        run(corpus, tmp_path / "hard", variant="luong-general-monotonic", trunk=trunk, also=[])
    )
    assert (trained.model.decoder.attention.gain, trained.model.decoder.attention.offset) != (1, -1)


def test_a_model_that_copies_begins_as_the_model_that_does_not(
    corpus: Path, tmp_path: Path
) -> None:
    trunk = run(corpus, tmp_path / "trunk")
    known = load_checkpoint(trunk)
    weights = known.model.state_dict()
    begun = start(corpus, tmp_path / "copy", variant="luong-general-copy", trunk=trunk)
    own = begun.model.state_dict()
    assert own.keys() - weights.keys() == {"decoder.gate.weight", "decoder.gate.bias"}
    for name, tensor in weights.items():
        torch.testing.assert_close(own[name], tensor, rtol=0, atol=0)
    model = begun.model.eval()
    found, before = (mean_loss(one, begun.material.dev) for one in (model, known.model))
    assert 0 < found - before < 0.06  # nats; log 0.95 is -0.05, and nothing here can be copied
    copying = model.walk(pad_ids([[4, 5, 3]]), pad_ids([[2, 7, 8]])).copying
    assert copying is not None
    assert (torch.sigmoid(copying.gate) > 0.95).all()
    path = run(corpus, tmp_path / "copy", variant="luong-general-copy", trunk=trunk, also=[])
    trained = load_checkpoint(path)
    assert trained.variant == "luong-general-copy"
    assert trained.model.state_dict()["decoder.gate.weight"].abs().max() > 0


def test_a_transformer_takes_the_embeddings_of_a_trunk_with_an_rnn(
    corpus: Path, tmp_path: Path
) -> None:
    trunk = run(corpus, tmp_path / "trunk", epochs=0.2)
    weights = load_checkpoint(trunk).model.state_dict()
    options = {"variant": "transformer", "shape": TRANSFORMER}
    plain = start(corpus, tmp_path / "plain", **options).model.state_dict()
    begun = start(corpus, tmp_path / "begun", trunk=trunk, keep_tokenizer=True, **options)
    own = begun.model.state_dict()
    for name in own:
        wanted = weights if name in ("embedding.weight", "bias") else plain
        torch.testing.assert_close(own[name], wanted[name], rtol=0, atol=0)
    wider = TRANSFORMER | {"hidden_size": 16, "embedding_size": 16}
    with pytest.raises(ValueError, match="has another shape"):
        start(corpus, tmp_path / "wider", variant="transformer", shape=wider, trunk=trunk)
    with pytest.raises(ValueError, match="a Transformer those of many heads"):
        start(corpus, tmp_path / "faded", trunk=trunk, fade=0.5, **options)


@pytest.mark.parametrize("variant", ["luong-general-feed", "bahdanau-dot"])
def test_a_model_on_another_device_takes_the_weights_of_a_trunk(
    corpus: Path, tmp_path: Path, variant: str
) -> None:
    """Columns of further inputs are begun at 0, where the trunk's weights are: on the CPU."""
    trunk = run(corpus, tmp_path / "trunk", epochs=0.1)
    here = start(corpus, tmp_path / "here", variant=variant, trunk=trunk)
    there = start(corpus, tmp_path / "there", variant=variant)
    moved(there.model)
    earlier = read_trunk(trunk, there.model.config, there.settings)
    with OtherDevice():
        take_trunk(earlier, there.model, None, there.material.tokenizer)
    for name, own in there.model.named_parameters():
        taken = here.model.state_dict()[name]
        torch.testing.assert_close(own.data.held, taken, rtol=0, atol=0)


@pytest.mark.slow
def test_the_scores_of_a_trunk_fade_away(corpus: Path, tmp_path: Path) -> None:
    trunk = run(corpus, tmp_path / "trunk")
    model = load_checkpoint(trunk).model
    begun = start(corpus, tmp_path / "begun", variant="luong-dot", trunk=trunk, fade=0.5)
    source, previous = pad_ids([[4, 5, 3], [6, 3]]), pad_ids([[2, 7, 8], [2, 9]])
    own, fade = begun.model, begun.fade
    assert fade is not None
    assert begun.averaged is not None
    for one in (model, own, begun.averaged.module):
        one.eval()
    old, new = (one.walk(source, previous).scores for one in (model, begun.averaged.module))
    assert old is not None
    assert new is not None
    for step, share in ((0, 0.0), (fade.steps // 4, fade.steps // 4 / fade.steps), (fade.steps, 1)):
        fade.at(step)
        mixed = own.walk(source, previous).scores
        assert mixed is not None
        wanted = torch.where(old.isinf(), old, (1 - share) * old + share * new)
        torch.testing.assert_close(mixed, wanted)
    assert fade.steps == round(begun.total / 2)
    assert begun.settings["training"]["trunk_fade"] == 0.5
    path = train(begun)
    assert set(load_checkpoint(path).model.state_dict()) == set(own.state_dict())
    assert not any("trunk" in name for name in own.state_dict())


@pytest.mark.slow
def test_a_fading_run_without_an_average_measures_what_it_saves(
    corpus: Path, tmp_path: Path
) -> None:
    trunk = run(corpus, tmp_path / "trunk")
    begun = start(corpus, tmp_path / "begun", variant="luong-dot", trunk=trunk, fade=0.9, average=0)
    saved = load_checkpoint(train(begun))
    loss = mean_loss(saved.model, begun.material.dev)
    assert saved.record.best_dev_loss == pytest.approx(loss, rel=0.02)  # weights are rounded


@pytest.mark.slow
@pytest.mark.parametrize("option", ["earlier", "trunk"])
def test_a_run_that_replaces_the_model_it_began_with_can_be_resumed(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    path = run(corpus, tmp_path, epochs=1)
    (tmp_path / "runs" / "toy" / "luong-general-seed3.state").unlink()
    first = path.read_bytes()
    kept = tmp_path / "kept.safetensors"
    kept.write_bytes(first)
    whole = load_checkpoint(run(corpus, tmp_path / "whole", **{option: kept}))
    cut_off(monkeypatch, 15)
    with pytest.raises(KeyboardInterrupt):
        run(corpus, tmp_path, **{option: path}, replace=True)
    assert path.read_bytes() != first
    resumed = load_checkpoint(run(corpus, tmp_path, **{option: path}, replace=True))
    for name, tensor in whole.model.state_dict().items():
        torch.testing.assert_close(resumed.model.state_dict()[name], tensor, rtol=0, atol=0)


def test_a_fade_needs_two_attentions(corpus: Path, tmp_path: Path) -> None:
    trunk = run(corpus, tmp_path / "trunk", epochs=0.2)
    with pytest.raises(ValueError, match="--fade needs a trunk"):
        start(corpus, tmp_path / "new", variant="luong-dot", fade=0.5)
    with pytest.raises(ValueError, match=r"fade is 1\.0: expected at least 0"):
        start(corpus, tmp_path / "new", variant="luong-dot", trunk=trunk, fade=1.0)
    with pytest.raises(ValueError, match="fixed-context has none"):
        start(corpus, tmp_path / "new", variant="fixed-context", trunk=trunk, fade=0.5)
    past = run(corpus, tmp_path / "past", variant="bahdanau-coverage", epochs=0.2)
    with pytest.raises(ValueError, match="bahdanau-coverage, which read the weights of earlier"):
        start(corpus, tmp_path / "new", variant="bahdanau-additive", trunk=past, fade=0.5)


def test_a_trunk_of_other_sizes_or_text_is_refused(corpus: Path, tmp_path: Path) -> None:
    trunk = run(corpus, tmp_path / "trunk", epochs=0.2)
    other = write_corpus(tmp_path / "other.tsv", seed=1)
    for wrong in ({"shape": SHAPE | {"hidden_size": 24}}, {"seed": 4}):
        with pytest.raises(ValueError, match="cannot take its weights, since the checkpoint has"):
            start(corpus, tmp_path / "new", variant="luong-dot", trunk=trunk, **wrong)
    with pytest.raises(ValueError, match="another corpus"):
        start(other, tmp_path / "new", variant="luong-dot", trunk=trunk)
    with pytest.raises(ValueError, match="give --from or --trunk"):
        start(corpus, tmp_path / "new", trunk=trunk, earlier=trunk)


def test_a_teachers_pairs_are_learnt_beside_the_corpus(corpus: Path, tmp_path: Path) -> None:
    plain = start(corpus, tmp_path / "plain")
    taught = tmp_path / "taught.tsv"
    own = plain.material.pairs[0]
    held = split_pairs(read_corpus(corpus).pairs).test[0]
    taught.write_text(
        f"a a b\tA A B\n{own.source}\t{own.target}\nh a h\tH A H\n{held.source}!\tX X\n"
    )
    more = start(corpus, tmp_path / "more", taught=taught)
    assert more.material.pairs == [*plain.material.pairs, ("a a b", "A A B"), ("h a h", "H A H")]
    assert len(more.material.train) == len(plain.material.train) + 2
    assert more.material.tokenizer.to_json() == plain.material.tokenizer.to_json()
    assert more.settings["training"]["taught_pairs"] == 3
    assert "3 pairs that a teacher wrote; left out: 1 with a side that" in "".join(told(more, None))
    assert len(more.settings["training"]["taught_sha256"]) == 64
    assert "taught_pairs" not in plain.settings["training"]


def test_a_teacher_reads_what_is_not_held_out(corpus: Path, tmp_path: Path) -> None:
    own = read_corpus(corpus)
    parts = split_pairs(own.pairs)
    other = tmp_path / "other.tsv"
    held, known = parts.test[0].source, parts.train[0].source
    other.write_text(f"{held.upper()}!\tx\n{known}\tx\nb b b b b b b b\tx\nB B, b b b b b b\tx\n")
    more = [*(pair.source for pair in read_pairs(other)), "", "c c c"]
    found = pick_sources(own, more, ["C, c c."])
    assert found == [*dict.fromkeys(pair.source for pair in parts.train), "b b b b b b b b"]


@pytest.mark.slow
def test_a_teacher_reads_texts_of_one_language(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = str(run(corpus, tmp_path / "a", epochs=15, learning_rate=1e-2))
    out, text, held = tmp_path / "out.tsv", tmp_path / "text.txt.gz", tmp_path / "held.tsv"
    text.write_bytes(gzip.compress(b"a b  c d e f g h\n\nb a c d e f g h\n"))
    held.write_text("B a c d e f g h!\tx\n")
    words = [model, "--corpus", str(corpus), "--out", str(out), "--texts", str(text)]
    teach([*words, "--held", str(held)])
    sources = {pair.source for pair in read_pairs(out)}
    assert "a b c d e f g h" in sources
    assert "b a c d e f g h" not in sources
    with pytest.raises(SystemExit):
        teach([*words[:-3], str(tmp_path / "other.tsv"), "--texts", str(tmp_path / "none.txt")])
    assert "none.txt: there is no such file." in capsys.readouterr().err


@pytest.mark.slow
def test_a_teacher_that_was_cut_off_goes_on(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch
) -> None:
    models = [str(run(corpus, tmp_path / "a", epochs=15, learning_rate=1e-2))] * 2
    whole, cut = tmp_path / "whole.tsv", tmp_path / "cut.tsv"
    options = [*models, "--corpus", str(corpus), "--threads", "1", "--out"]
    teach([*options, str(whole)])
    assert f"{whole}: " in capsys.readouterr().out
    pairs = read_pairs(whole)
    sources = {pair.source for pair in split_pairs(read_corpus(corpus).pairs).train}
    assert {pair.source for pair in pairs} <= sources
    assert len(pairs) > 0.5 * len(sources)
    asked: list[str] = []

    def fail_once(teachers: list, texts: list[str], width: int) -> list:
        asked.extend(texts)
        if len(asked) > 300 > len(asked) - len(texts):
            raise KeyboardInterrupt
        return joint_translations(teachers, texts, width)

    monkeypatch.setattr(teacher, "joint_translations", fail_once)
    with pytest.raises(SystemExit) as stopped:
        teach([*options, str(cut)])
    assert stopped.value.code == 130
    (partial,) = tmp_path.glob("cut.tsv.*.partial")
    partial.write_text(partial.read_text()[:-2])  # the last line was cut as it was written
    teach([*options, str(cut)])
    again = read_pairs(cut)  # in other batches, whose sums may be rounded otherwise
    assert len({pair.source for pair in again}) == len(again)
    assert len({*again} & {*pairs}) > 0.9 * max(len(again), len(pairs))
    assert len(set(asked)) == len(sources) < len(asked) < 2 * len(sources)
    assert not partial.exists()
    with pytest.raises(SystemExit):
        teach([*options, str(cut)])
    assert "the file is there" in capsys.readouterr().err
    teach([*options, str(tmp_path / "short.tsv"), "--longest", "5"])
    tokens = load_checkpoint(Path(models[0])).tokenizer.ids(sorted(sources))
    short = {s for s, ids in zip(sorted(sources), tokens, strict=True) if len(ids) <= 5}
    found = {pair.source for pair in read_pairs(tmp_path / "short.tsv")}
    assert found <= short
    assert len(found) > 0.5 * len(short) > 0


def test_a_teacher_leaves_out_unfinished_pairs_that_are_not_wanted(
    corpus: Path, tmp_path: Path
) -> None:
    found = load_checkpoint(run(corpus, tmp_path / "one", epochs=0.1))
    partial, out = tmp_path / "some.partial", tmp_path / "out.tsv"
    partial.write_text("a b\tA B\nheld now\tX\nb c\tB C\n")
    assert teacher.teach([found], ["b c", "a b"], out, partial, 1) == 2
    assert out.read_text() == "a b\tA B\nb c\tB C\n"


def test_a_teacher_that_can_write_nothing_makes_no_file(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = str(run(corpus, tmp_path / "one", epochs=0.1))
    strange = run(write_corpus(tmp_path / "other.tsv", seed=1), tmp_path / "other", epochs=0.1)
    out = tmp_path / "taught" / "out.tsv"
    words = [model, "--corpus", str(corpus), "--out", str(out), "--threads", "1"]
    for more, said in (
        (["--longest", "1"], "--longest is 1: expected 2 or more."),
        (["--longest", "2"], r"None of the \d+ sources has at most 2 tokens, so no file is"),
        ([], "The models have different tokenizers: they cannot search as one."),
    ):
        with pytest.raises(SystemExit) as stop:
            teach([*([] if more else [str(strange)]), *words, *more])
        assert stop.value.code == 2
        assert re.search(said, capsys.readouterr().err)
        assert not list(out.parent.glob("*"))


def test_models_search_as_one_only_with_one_tokenizer_and_a_width(
    corpus: Path, tmp_path: Path
) -> None:
    found = load_checkpoint(run(corpus, tmp_path / "one", epochs=0.2))
    other = write_corpus(tmp_path / "other.tsv", seed=1)
    strange = load_checkpoint(run(other, tmp_path / "other", epochs=0.2))
    with pytest.raises(ValueError, match="different tokenizers"):
        joint_translations([found, strange], ["a b"], 3)
    with pytest.raises(ValueError, match="The beam width is 0"):
        best_texts(found, ["a b"], 0)
    assert [one.text for one in joint_translations([found], ["a b"], 3)] == best_texts(
        found, ["a b"], 3
    )
