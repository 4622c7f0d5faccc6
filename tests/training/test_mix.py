"""Several corpora in one run: their shares, until when, and that nothing held out comes in."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
import torch

from alignoscope.data.corpus import Corpus, Pair, read_corpus
from alignoscope.data.split import split_pairs
from alignoscope.data.tokenizer import END_ID
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.records.run import AlsoRead, Point, RunRecord
from alignoscope.training.__main__ import main
from alignoscope.training.batches import batch_stream
from alignoscope.training.config import TrainingConfig
from alignoscope.training.epochs import examples_at
from alignoscope.training.mix import (
    WINDOWS,
    Also,
    Mix,
    draw_pairs,
    expected_passes,
    read_also,
    read_dev_also,
)
from alignoscope.training.parallel import Team
from alignoscope.training.recipe import train
from alignoscope.training.run_summary import told
from alignoscope.training.training_data import tokenizer_pairs
from tests.shared.toy import command, cut_off, run, start, write_corpus

ALONE = Team(0, 1)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "toy.tsv")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "small.tsv", seed=1, count=60)


def made(name: str, count: int) -> list[Pair]:
    """Return pairs that tell where they are from."""
    return [Pair(f"{name} {i}", name) for i in range(count)]


def mix_of(*also: tuple[str, int, float, float], total: int = 1000) -> Mix:
    """Return a mix of 211 pairs of its own, and of files: name, pairs, share, until."""
    files = [Also(Corpus(name, "0", made(name, n)), share, end) for name, n, share, end in also]
    return Mix(made("own", 211), 5.0, files, rate=4.85, total=total, seed=7)


def drawn(mix: Mix, starts: Sequence[int]) -> list[list[Pair]]:
    """Return the pairs of each of the windows that begin after these updates."""
    return [draw_pairs(mix, starts[: count + 1]) for count in range(len(starts))]


def passes(windows: Sequence[Sequence[Pair]], name: str, count: int) -> list[list[Pair]]:
    """Return the pairs of a file in their order, cut where each has been there once."""
    pairs = [pair for window in windows for pair in window if pair.target == name]
    return [pairs[i : i + count] for i in range(0, len(pairs), count)]


def test_every_window_has_the_shares_within_a_pair_and_so_has_the_run() -> None:
    mix = mix_of(("few", 13, 0.23, 1.0), ("many", 5003, 0.31, 1.0))
    assert mix.window == 97  # 4.85 * 1000 / 50
    seen: Counter[str] = Counter()
    for number, window in enumerate(drawn(mix, range(0, 400, 20)), start=1):
        found = Counter(pair.target for pair in window)
        seen += found
        assert sum(found.values()) == 97
        for name, share in {"few": 0.23, "many": 0.31, "own": 0.46}.items():
            assert abs(found[name] - share * 97) <= 1 + (name == "own")
            assert abs(seen[name] - share * 97 * number) <= 1


def test_a_file_is_gone_through_whole_before_a_pair_comes_again() -> None:
    mix = mix_of(("few", 13, 0.23, 1.0), ("many", 503, 0.31, 1.0))
    windows = drawn(mix, range(0, 400, 20))
    for name, count in {"few": 13, "many": 503, "own": 211}.items():
        *whole, rest = passes(windows, name, count)
        assert len(whole) >= 1
        assert all(sorted(one) == sorted(made(name, count)) for one in whole)
        assert len({*rest}) == len(rest)
        orders = [*map(tuple, whole), tuple(made(name, count))]
        assert len({*orders}) == len(orders)
    assert windows == drawn(mix, range(0, 400, 20))
    assert windows != drawn(mix._replace(seed=8), range(0, 400, 20))


def test_a_files_share_goes_back_to_the_corpus_at_its_point_of_the_run() -> None:
    mix = mix_of(("early", 53, 0.4, 0.5), ("late", 53, 0.2, 0.9), total=100)
    windows = drawn(mix._replace(rate=100 / 16), [0, 20, 45, 50, 89, 90, 99])
    found = [Counter(pair.target for pair in window) for window in windows]
    assert [one["early"] for one in found] == [40, 40, 40, 0, 0, 0, 0]
    assert [one["late"] for one in found] == [20, 20, 20, 20, 20, 0, 0]
    assert [one["own"] for one in found] == [40, 40, 40, 80, 80, 100, 100]
    *whole, _ = passes(windows, "own", 211)
    assert len(whole) == 2
    assert all(sorted(one) == sorted(made("own", 211)) for one in whole)


def test_a_run_reads_its_files_until_their_point_and_as_often_as_it_says(
    corpus: Path, tmp_path: Path
) -> None:
    small = tmp_path / "long.tsv"
    small.write_text("".join(f"{'a b c d ' * 5}{'e ' * i}\tX Y Z\n" for i in range(1, 30)))
    begun = start(corpus, tmp_path, epochs=70, also=[f"{small}:0.2:0.6"], joined_share=0)
    assert begun.total == start(corpus, tmp_path / "plain", epochs=70, joined_share=0).total
    longest = max(one.longest for one in begun.material.train)
    examples_of = partial(examples_at, begun.material, begun.config, begun.mix)
    batches = islice(batch_stream(examples_of, begun.config, 0, ALONE), begun.total)
    counts = [(sum(one.longest > longest for one in batch), len(batch)) for batch in batches]
    read, before = sum(one for one, _ in counts), round(0.6 * begun.total)
    of_all = sum(size for _, size in counts[:before])
    assert sum(one for one, _ in counts[:before]) / of_all == pytest.approx(0.2, abs=0.03)
    window = 2 * begun.total // WINDOWS  # in updates, since the file's sentences are longer
    assert not any(one for one, _ in counts[before + window :])
    own, other = expected_passes(begun.mix)
    assert other == pytest.approx(read / 29, rel=0.15)
    everything = sum(size for _, size in counts)
    assert own == pytest.approx((everything - read) / len(begun.mix.own), rel=0.15)
    assert own < 0.9 * 70 < 70


def test_windows_are_joined_and_cut_as_epochs_are(
    corpus: Path, small: Path, tmp_path: Path
) -> None:
    begun = start(corpus, tmp_path, epochs=9, also=[f"{small}:0.3"])
    plain = TrainingConfig(joined_share=0)
    config = TrainingConfig(joined_share=0.4, piece_dropout=0.3)
    examples_of = partial(examples_at, begun.material, mix=begun.mix)
    assert len(examples_of(config=plain, starts=[0])) == begun.mix.window
    joined = examples_of(config=config, starts=[0])
    assert joined == examples_of(config=config, starts=[0])
    assert joined != examples_of(config=config, starts=[0, 16])
    spell = begun.material.tokenizer.decode
    texts = [[spell(side[:-1]).text for side in one[:2]] for one in joined]
    assert all(source.upper() == target for source, target in texts)
    pairs = draw_pairs(begun.mix, [0])
    ends = sum(pair.source.count(" ") + 1 for pair in pairs)
    assert sum(source.count(" ") + 1 for source, _ in texts) == ends
    assert 0.4 * len(pairs) < len(joined) < 0.8 * len(pairs)
    assert all(one.source.count(END_ID) == 1 for one in joined)


def test_batches_go_on_where_they_stopped_for_each_process(
    corpus: Path, small: Path, tmp_path: Path
) -> None:
    begun = start(corpus, tmp_path, epochs=9, also=[f"{small}:0.3:0.4"], piece_dropout=0.1)
    examples_of = partial(examples_at, begun.material, begun.config, begun.mix)
    for team in (ALONE, Team(0, 2), Team(1, 2)):
        whole = [*islice(batch_stream(examples_of, begun.config, 0, team), 71)]
        late = batch_stream(examples_of, begun.config, 53, team)
        assert [*islice(late, 18)] == whole[53:]


@pytest.mark.slow
def test_a_mixed_run_that_was_cut_off_ends_as_if_it_had_not_been(
    corpus: Path, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {
        "epochs": 5,
        "also": [f"{small}:0.3:0.6"],
        "dev_also": [write_corpus(tmp_path / "beside.tsv", seed=5, count=50)],
        "piece_dropout": 0.1,
        "joined_share": 0.2,
        "average": 0.9,
    }
    whole = load_checkpoint(run(corpus, tmp_path / "whole", **options))
    calls = cut_off(monkeypatch, 25)
    with pytest.raises(KeyboardInterrupt):
        run(corpus, tmp_path / "cut", **options)
    resumed = load_checkpoint(run(corpus, tmp_path / "cut", **options))
    assert len(calls) > 30
    for name, tensor in whole.model.state_dict().items():
        torch.testing.assert_close(resumed.model.state_dict()[name], tensor, rtol=0, atol=0)
    assert resumed.record.history == whole.record.history
    with pytest.raises(ValueError, match="other settings"):
        start(corpus, tmp_path / "cut", **(options | {"also": [f"{small}:0.3:0.7"]}))


def test_what_is_held_out_is_not_learnt(corpus: Path, tmp_path: Path) -> None:
    parts = split_pairs(read_corpus(corpus).pairs)
    dev, test = parts.dev[0], parts.test[0]
    other, beside = tmp_path / "other.tsv", write_corpus(tmp_path / "beside.tsv", seed=5, count=50)
    measured = read_corpus(beside).pairs
    of_dev_also = next(pair for pair in measured if pair not in read_corpus(corpus).pairs)
    other.write_text(
        f"{dev.source.upper()}!\tx\n"  # but for case and marks
        f"x\t{test.target.lower()}.\n"
        f"{of_dev_also.source}\tx y\n"
        f"{' '.join('ab' * 40)}\tA\n"
        f"{dev.target}\tX\n"  # the other side is another sentence, although it is spelt so
        "h a h a h a h\tH A H\n"
    )
    found = start(corpus, tmp_path, also=[f"{other}:0.1"], dev_also=[beside], max_len=60)
    (also,) = found.material.also
    assert (also.held, also.long) == (4, 1)
    assert also.corpus.pairs == [("h a h a h a h", "H A H")]
    assert found.settings["also"][0]["pairs"] == 1
    (one,) = found.material.dev_also
    assert one.corpus.pairs == [
        pair for pair in measured if pair.source not in {learnt.source for learnt in parts.train}
    ]
    assert one.known == len(measured) - len(one.corpus.pairs) > 0
    nothing = tmp_path / "nothing.tsv"
    nothing.write_text(f"{dev.source}\tx\n")
    with pytest.raises(ValueError, match=r"--also nothing.tsv: of its 1 pairs 1 have a side that"):
        start(corpus, tmp_path, also=[f"{nothing}:0.1"])
    nothing.write_text(f"{parts.train[0].source}\tx\n")
    with pytest.raises(ValueError, match=r"--dev-also nothing.tsv: of its 1 pairs 0 have no side"):
        start(corpus, tmp_path, dev_also=[nothing])


def test_the_tokenizer_is_learnt_from_all_of_them(corpus: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.tsv"
    other.write_text("žluťoučký kůň\tцвет\n" * 2)
    plain = start(corpus, tmp_path)
    mixed = start(corpus, tmp_path, also=[f"{other}:0.1"])
    assert "žluťoučký" not in plain.material.tokenizer.pieces
    assert {"▁žluťoučký", "▁цвет"} <= {*mixed.material.tokenizer.pieces}
    kept = sorted(path.name for path in tmp_path.rglob("tokenizer-*.json"))
    revision = read_corpus(corpus).revision[:40]
    assert kept[1] == f"tokenizer-97-{revision}.json"
    assert kept[0].startswith(f"tokenizer-97-{revision}-also-")
    other.write_text("žluťoučký kůň\tцвета\n")
    start(corpus, tmp_path / "new", also=[f"{other}:0.1"])
    start(corpus, tmp_path, also=[f"{other}:0.1", f"{corpus}:0.1"])
    assert len([*tmp_path.rglob("tokenizer-*.json")]) == 4


def test_the_tokenizer_reads_each_file_as_often_as_its_share_says() -> None:
    train = made("own", 600)
    also = [Also(Corpus(name, "0", made(name, count)), share) for name, count, share in FILES]
    found = Counter(pair.target for pair in tokenizer_pairs(train, also))
    # The run's own share is 0.6, of 600 pairs: a share of 0.1 is of 100.
    assert found == {"own": 600, "large": 200, "small": 100, "even": 100}
    read = Counter(pair for pair in tokenizer_pairs(train, also) if pair.target == "small")
    assert len(read) == 30
    assert {*read.values()} == {3, 4}
    assert [*tokenizer_pairs(train, also)] == [*tokenizer_pairs(train, also)]
    assert [*tokenizer_pairs(train, [])] == train


FILES = [("large", 5000, 0.2), ("small", 30, 0.1), ("even", 100, 0.1), ("empty", 0, 0.0)]


def test_the_record_names_the_files_and_the_losses_beside_dev(
    corpus: Path, small: Path, tmp_path: Path
) -> None:
    beside = write_corpus(tmp_path / "beside.tsv", seed=5, count=50)
    said = [f"{small}:0.25:0.9", f"{corpus}:0.1"]
    path = run(corpus, tmp_path / "first", also=said, dev_also=[beside])
    record = load_checkpoint(path).record
    first, second = record.also
    sha256 = read_corpus(small).revision
    assert first == AlsoRead(
        name="small.tsv", sha256=sha256, pairs=first.pairs, share=0.25, until=0.9
    )
    assert 30 < first.pairs <= 60
    assert (second.name, second.share, second.until) == ("toy.tsv", 0.1, 1.0)
    assert record.dev_also == {"beside.tsv": read_corpus(beside).revision}
    assert all(point.dev_also["beside.tsv"] > 0 for point in record.history)
    plain = load_checkpoint(run(corpus, tmp_path / "plain", epochs=0.2)).record
    assert (plain.also, plain.dev_also, plain.history[0].dev_also) == ((), {}, {})
    assert not {"also", "dev_also"} & {*plain.written(), *plain.written()["history"][0]}
    further = start(corpus, tmp_path / "more", earlier=path, also=[f"{small}:0.5", f"{corpus}:0.1"])
    assert further.progress.history[0]["dev_also"] == dict(record.history[0].dev_also)


def test_a_run_keeps_the_lowest_dev_loss_or_the_lowest_mean_of_all() -> None:
    points = ((1, 1.0, 3.0), (2, 1.2, 2.0), (3, 1.5, 1.9), (4, 0.9, 9.0))
    history = tuple(
        Point(step=step, dev_loss=loss, dev_also={"names": beside}) for step, loss, beside in points
    )
    alone = RunRecord(history=history)
    mean = RunRecord(history=history, training={"dev_mean": True})
    assert (alone.best, alone.best_dev_loss) == (history[3], 0.9)
    assert (mean.best, mean.best_dev_loss, mean.best_loss) == (history[1], 1.2, 1.6)
    later = replace(mean, training={"dev_mean": True, "earlier_steps": 2})
    assert later.best == history[2]  # of its own two, 1.7 and 4.95
    assert RunRecord().best_dev_loss is None


@pytest.mark.slow
def test_the_mean_decides_which_weights_a_run_keeps(corpus: Path, tmp_path: Path) -> None:
    beside = write_corpus(tmp_path / "beside.tsv", seed=5, count=50)
    record = load_checkpoint(
        run(corpus, tmp_path / "mean", dev_also=[beside], dev_mean=True)
    ).record
    lowest = min(record.history, key=lambda point: point.mean_loss)
    assert (record.step, record.training["dev_mean"]) == (lowest.step, True)
    with pytest.raises(ValueError, match="was chosen by the mean of all dev losses"):
        start(corpus, tmp_path / "mean", dev_also=[beside])
    with pytest.raises(ValueError, match="--dev-mean needs other dev files"):
        start(corpus, tmp_path / "none", dev_mean=True)


@pytest.mark.slow
def test_measuring_another_corpus_changes_nothing_that_is_learnt(
    corpus: Path, tmp_path: Path
) -> None:
    beside = write_corpus(tmp_path / "beside.tsv", seed=5, count=50)
    plain = load_checkpoint(run(corpus, tmp_path / "plain"))
    more = load_checkpoint(run(corpus, tmp_path / "more", dev_also=[beside]))
    for one, other in zip(plain.model.parameters(), more.model.parameters(), strict=True):
        assert torch.equal(one, other)
    losses = [[point.dev_loss for point in one.record.history] for one in (plain, more)]
    assert losses[0] == losses[1]
    assert plain.record.step == more.record.step


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (["nofile"], r"--also is 'nofile': expected FILE:SHARE or FILE:SHARE:UNTIL"),
        ([":0.2"], "--also is ':0.2': expected FILE:SHARE"),
        (["a.tsv:much"], "--also is 'a.tsv:much': expected FILE:SHARE"),
        (["a.tsv:0"], "'a.tsv:0', with the share 0: expected one above 0 and below 1"),
        (["a.tsv:1.2"], "with the share 1.2: expected"),
        (["a.tsv:-0.1:0.5"], "with the share -0.1: expected"),
        (["a.tsv:nan"], "with the share nan: expected"),
        (["a.tsv:0.2:0"], "until 0 of the run: expected a point above 0, at most 1"),
        (["a.tsv:0.2:1.5"], r"until 1.5 of the run: expected"),
        (["a.tsv:0.7", "b.tsv:0.3"], "The shares of --also sum to 1: expected less than 1"),
        (["missing.tsv:0.2"], "missing.tsv: there is no such file"),
        (["made.png:0.2"], r"made.png: there is no such file"),
    ],
)
def test_what_is_no_file_with_a_share_is_refused_in_a_line(said: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        read_also(said)
    assert "\n" not in str(raised.value)


def test_a_path_may_have_colons_and_files_turn_with_the_corpus(tmp_path: Path) -> None:
    path = write_corpus(tmp_path / "C:0" / "a:b.tsv", count=5)
    (also,) = read_also([f"{path}:0.25:1"])
    assert (also.corpus.name, also.share, also.until) == ("a:b.tsv", 0.25, 1.0)
    (turned,) = read_also([f"{path}:0.25"], reverse=True)
    assert turned.corpus.pairs == [pair[::-1] for pair in also.corpus.pairs]
    assert turned.written["sha256"] == also.written["sha256"]
    with pytest.raises(ValueError, match=r"--dev-also names a:b\.tsv more than once"):
        read_dev_also([path, tmp_path / "a:b.tsv"])


def test_formal_text_has_its_mark_and_nothing_else_has(corpus: Path, tmp_path: Path) -> None:
    formal = write_corpus(tmp_path / "formal.tsv", seed=5, count=60)
    begun = start(corpus, tmp_path, formal=[f"{formal}:0.3"], epochs=1)
    (also,) = begun.material.also
    assert also.corpus.pairs
    assert all(source.startswith("§ ") for source, _ in also.corpus.pairs)
    assert not any("§" in side for pair in begun.material.pairs for side in pair)
    assert not any("§" in target for _, target in also.corpus.pairs)
    bare = {pair._replace(source=pair.source.removeprefix("§ ")) for pair in also.corpus.pairs}
    held = split_pairs(read_corpus(corpus).pairs)
    assert bare < set(read_corpus(formal).pairs)  # some were held out, although they had no mark
    assert not bare & {*held.dev, *held.test}
    best = load_checkpoint(train(begun))
    assert best.tokenizer.registers == best.record.registers == {"formal"}
    assert [one.register for one in best.record.also] == ["formal"]
    plain = start(corpus, tmp_path / "plain", also=[f"{formal}:0.3"])
    assert plain.material.tokenizer.registers == set()
    assert "register" not in plain.settings["also"][0]
    with pytest.raises(ValueError, match=r"--formal is 'a\.tsv': expected FILE:SHARE"):
        read_also([], ["a.tsv"])
    with pytest.raises(ValueError, match=r"shares of --also and --formal sum to 1\.2"):
        read_also([f"{formal}:0.6"], [f"{formal}:0.6"])


def test_a_run_tells_of_each_file_before_it_starts(
    corpus: Path, small: Path, tmp_path: Path
) -> None:
    beside = write_corpus(tmp_path / "beside.tsv", seed=5, count=50)
    mixed = start(corpus, tmp_path, also=[f"{small}:0.2:0.9"], dev_also=[beside], epochs=3)
    _, also, measured, _, updates = told(mixed, None)
    (one,), (own, other) = mixed.material.also, expected_passes(mixed.mix)
    assert also == (
        f"Also small.tsv: 0.2 of the pairs that are read until 0.9 of the run. Its "
        f"{len(one.corpus.pairs)} are gone through about {other:.1f} times; left out: {one.held} "
        "with a side that is held out, 0 of more than 100 pieces."
    )
    assert measured.startswith("Also measured: beside.tsv, ")
    assert f"3 times without --also, and about {own:.1f} with it." in updates


def test_the_command_takes_several_files(
    corpus: Path, small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = corpus.rename(tmp_path / "aa-bb.tsv")
    other = write_corpus(tmp_path / "other.tsv", seed=2, count=90)
    beside = write_corpus(tmp_path / "beside.tsv", seed=5, count=50)
    options = ["--also", f"{small}:0.2", "--also", f"{other}:0.1:0.5", "--dev-also", str(beside)]
    words = command(corpus, tmp_path, "--epochs", "0.5")[3:]
    with pytest.raises(SystemExit) as stop:
        main([*words, "--also", f"{small}:1.2"])
    assert stop.value.code == 2
    assert capsys.readouterr().err.startswith(f"--also is '{small}:1.2', with the share 1.2")
    main([*words, *options])
    record = load_checkpoint(tmp_path / "out/aa-bb/luong-dot.safetensors").record
    assert [(one.name, one.until) for one in record.also] == [("small.tsv", 1), ("other.tsv", 0.5)]
    assert [*record.dev_also] == ["beside.tsv"]
