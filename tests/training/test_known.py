"""The table of the words of a training text, as the commands write it: of which parts of it."""

from pathlib import Path

import pytest

from alignoscope.cli.main import main
from alignoscope.data.corpus import read_corpus
from alignoscope.data.known_words import TABLE, read_known
from alignoscope.data.split import split_pairs
from alignoscope.data.tokenizer import split_words
from alignoscope.training.__main__ import main as train
from tests.shared.toy import command, write_corpus


def counted(texts: list[str], word: str) -> int:
    return sum(split_words(text).count(word) for text in texts)


def test_the_command_counts_training_text_and_no_pair_of_dev_or_test(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = write_corpus(tmp_path / "aa-bb.tsv", count=60)
    split = split_pairs(read_corpus(corpus).pairs)
    held = split.dev[0]
    also = tmp_path / "more.tsv"
    also.write_text(f"{held.source}\tother\nzebra zebra\tZEBRA\n", encoding="utf-8")
    main(["words", str(tmp_path), "--corpus", str(corpus), "--also", str(also)])
    known = read_known(tmp_path / TABLE)
    sources = [pair.source for pair in split.train]
    for word in "abcdefgh":
        times = counted(sources, word)
        assert known.times(word) <= times < 2 * known.times(word)  # its level
    assert known.times("zebra") == 2
    assert known.times("zebra", "target") == 1
    assert known.times("other", "target") == 0
    assert capsys.readouterr().out == (
        f"{tmp_path / TABLE}: 9 words of the source, 9 of the target.\n"
    )


def test_a_reversed_text_has_its_sides_swapped(tmp_path: Path) -> None:
    corpus = tmp_path / "aa-bb.tsv"
    corpus.write_text("".join(f"cat {i}\tchat {i}\n" for i in range(40)), encoding="utf-8")
    main(["words", str(tmp_path), "--corpus", str(corpus), "--reverse"])
    known = read_known(tmp_path / TABLE)
    assert ([*known.source], [*known.target]) == (["chat"], ["cat"])  # figures are no words


def test_columns_are_chosen_by_the_languages_of_the_models(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus, folder = tmp_path / "a.tsv", tmp_path / "eng-fra"
    folder.mkdir()
    lines = "".join(f"chat {i}\tcat {i}\n" for i in range(40))
    corpus.write_text(f"fr\ten\n{lines}", encoding="utf-8")
    main(["words", str(folder), "--corpus", str(corpus)])
    known = read_known(folder / TABLE)
    assert ([*known.source], [*known.target]) == (["cat"], ["chat"])
    corpus.write_text(f"de\ten\n{lines}", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["words", str(folder), "--corpus", str(corpus)])
    said = "a.tsv: The text names its languages: de-en, but the models are of eng-fra"
    assert said in capsys.readouterr().err


def test_a_folder_that_is_none_is_told_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["words", str(tmp_path / "none"), "--corpus", "none.tsv"])
    assert end.value.code == 2
    error = capsys.readouterr().err
    assert "none: expected the folder of a pair's checkpoints." in error
    assert "Traceback" not in error


def test_a_run_adds_its_words_to_the_table_of_its_pair(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "aa-bb.tsv", count=120)
    words = [*command(corpus, tmp_path)[3:], "--unmeasured"]
    train(words, "alignoscope train")
    folder = tmp_path / "out" / "aa-bb"
    first = read_known(folder / TABLE)
    sources = [pair.source for pair in split_pairs(read_corpus(corpus).pairs).train]
    assert set(first.source) == {*"abcdefgh"}
    assert first.times("a") <= counted(sources, "a") < 2 * first.times("a")
    (folder / TABLE).write_bytes(b"PK")  # A damaged table is replaced.
    other = write_corpus(tmp_path / "other" / "aa-bb.tsv", seed=1, count=300)
    train([*command(other, tmp_path)[3:], "--unmeasured", "--seed", "1"], "alignoscope train")
    assert read_known(folder / TABLE).times("a") > first.times("a")
