"""What a run says before it starts, and how it is fitted to a small corpus."""

from pathlib import Path

import pytest
import torch

from alignoscope.data import corpus as corpus_module
from alignoscope.data.corpus import corpus_rows
from alignoscope.data.parallel_files import read_rows
from alignoscope.data.survey import survey
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.training.__main__ import build_parser, find_pair, fitted, main
from alignoscope.training.__main__ import start as start_command
from alignoscope.training.config import epochs_for, vocabulary_for
from alignoscope.training.run_summary import in_words, seconds_of_update, told
from tests.shared.toy import command, run, start, write_corpus


@pytest.mark.parametrize(
    ("pairs", "epochs", "vocabulary"),
    [(200, 60, 500), (5_000, 15, 2_500), (18_000, 5, 8_000), (19_000, 4, 8_000), (10**6, 4, 8_000)],
)
def test_a_small_corpus_is_gone_through_more_often_in_fewer_pieces(
    pairs: int, epochs: float, vocabulary: int
) -> None:
    assert epochs_for(pairs) == epochs
    assert vocabulary_for(pairs) == vocabulary


def test_what_is_given_is_taken_and_a_task_keeps_its_own() -> None:
    parse = build_parser("x").parse_args
    words = ["--variant", "luong-dot", "--corpus", "a.tsv"]
    assert fitted(parse(words), 5_000) == {"epochs": 15, "vocab_size": 2_500}
    given = parse([*words, "--epochs", "0.5", "--vocab-size", "97"])
    assert fitted(given, 5_000) == {"epochs": 0.5, "vocab_size": 97}
    assert fitted(parse(words), None) == {"epochs": 4, "vocab_size": 8_000}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--hidden-size", "14", "--heads", "3"], "hidden_size is 14 and heads 3"),
        (["--hidden-size", "22"], "give both the same size"),
        (["--hidden-size", "14", "--cell", "lstm"], "a Transformer has no RNN"),
    ],
)
def test_a_transformer_whose_sizes_do_not_fit_is_refused_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture, options: list[str], said: str
) -> None:
    corpus = write_corpus(tmp_path / "toy.tsv")
    words = ["--corpus", str(corpus), "--pair", "toy", "--out", str(tmp_path / "out")]
    with pytest.raises(SystemExit) as stopped:
        main([*words, "--variant", "transformer", "--embedding-size", "14", *options])
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["toy.tsv"]


@pytest.mark.parametrize(
    ("pair", "said"),
    [("eng-deu", "the corpus names its languages: en-fr"), ("fra-eng", "the sides are swapped")],
)
def test_a_pair_that_is_not_that_of_the_corpus_is_refused(pair: str, said: str) -> None:
    parse = build_parser("x").parse_args
    words = ["--variant", "luong-dot", "--corpus", "a.xlf", "--pair"]
    with pytest.raises(ValueError, match=said):
        find_pair(parse([*words, pair]), ("en", "fr"))
    assert find_pair(parse([*words, "eng-fra"]), ("en", "fr")) == "eng-fra"
    assert find_pair(parse([*words, "toy"]), ("en", "fr")) == "toy"


def test_a_run_tells_what_it_learns_from_and_for_how_long(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "aa-bb.tsv", count=150)
    text = corpus.read_text()
    corpus.write_text(f"source\ttarget\n{text}{text}oh\t\n")
    made = start(corpus, tmp_path, epochs=200)
    found = survey(corpus_rows(corpus))
    pairs = found.pairs
    first, *warnings, split, vocabulary, updates, expected = told(made, found)
    assert first.startswith(f"aa-bb.tsv: {2 * pairs + 1:,} lines, {pairs} pairs; left out: ")
    assert f"{pairs} that stood there before, 1 with an empty side" in first
    assert [warning.startswith("Warning: ") for warning in warnings] == [True] * 3
    assert "Line 1 is a heading" in warnings[0]
    assert f"{pairs} pairs are too few" in warnings[1]
    assert "the same text on both sides" in warnings[2]  # but for capitals
    counts = made.material.corpus["pairs"]
    assert f"{counts['train']} to train, {counts['dev']} dev, {counts['test']} test" in split
    assert vocabulary == f"Vocabulary: {len(made.material.tokenizer)} pieces."
    assert updates == f"Updates: {made.total:,}, which go through the corpus 200 times."
    assert expected.startswith("Expected: ")


def test_a_corpus_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = write_corpus(tmp_path / "aa-bb.tsv")
    read: list[str] = []

    def count(files, *limits):
        read.extend(file.name for file in files)
        return read_rows(files, *limits)

    monkeypatch.setattr(corpus_module, "read_rows", count)
    options = f"--variant luong-dot --corpus {corpus} --out {tmp_path}/out --runs {tmp_path}/runs"
    made, found = start_command(build_parser("x").parse_args(options.split()))
    assert read == ["aa-bb.tsv"]
    assert found is not None
    assert found.pairs == sum(made.material.corpus["pairs"].values())


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (29, "less than a minute"),
        (61, "about a minute"),
        (100, "about 2 minutes"),
        (5300, "about 88 minutes"),
        (5460, "about 1.5 hours"),
    ],
)
def test_times_are_said_in_words(seconds: float, said: str) -> None:
    assert in_words(seconds) == said


def test_timing_an_update_changes_no_run(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "aa-bb.tsv")
    plain = load_checkpoint(run(corpus, tmp_path / "plain", epochs=0.5))
    made = start(corpus, tmp_path / "timed", epochs=0.5)
    before = {name: tensor.clone() for name, tensor in made.model.state_dict().items()}
    assert seconds_of_update(made) > 0
    assert all(torch.equal(before[name], t) for name, t in made.model.state_dict().items())
    timed = load_checkpoint(run(corpus, tmp_path / "timed", epochs=0.5))
    for one, other in zip(plain.model.parameters(), timed.model.parameters(), strict=True):
        assert torch.equal(one, other)


def test_further_files_whose_languages_are_swapped_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = write_corpus(tmp_path / "eng-deu.tsv")
    corpus.write_text(corpus.read_text().replace("\t", " the\t"))
    options = {"--also": "also.tsv", "--dev-also": "dev.tsv", "--taught": "taught.tsv"}
    words = []
    for seed, (option, name) in enumerate(options.items(), start=1):
        lines = write_corpus(tmp_path / name, seed=seed, count=90).read_text().splitlines()
        sides = [line.split("\t") for line in lines]
        (tmp_path / name).write_text("".join(f"{b}\t{a} the\n" for a, b in sides))
        words += [option, f"{tmp_path / name}{':0.3' * (option == '--also')}"]
    main(command(corpus, tmp_path, *words)[3:])
    said = capsys.readouterr().out
    for name in ("--taught", "also.tsv", "dev.tsv"):
        assert f"Warning: {name}: Column 2 is English, but the models are of eng-deu" in said
    assert "which go through the corpus once" in said


def test_further_files_that_name_other_languages_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = write_corpus(tmp_path / "eng-deu.tsv")
    also = write_corpus(tmp_path / "also.tsv", seed=1, count=90)
    also.write_text(f"en\tfr\n{also.read_text()}")
    main(command(corpus, tmp_path, "--also", f"{also}:0.3")[3:])
    said = "Warning: also.tsv: The text names its languages: en-fr, but the models are of eng-deu"
    assert said in capsys.readouterr().out


def test_the_command_says_it_before_the_first_update(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(command(write_corpus(tmp_path / "aa-bb.tsv"), tmp_path)[3:])
    said = capsys.readouterr().out.splitlines()
    begun = [line.split(":")[0] for line in said[:5]]
    assert begun == ["aa-bb.tsv", "Warning", "Split", "Vocabulary", "Updates"]
    assert said[5].startswith("The best checkpoint goes to ")
